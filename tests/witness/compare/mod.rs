//! Whether the tables and the narrator say the same of a game: legal moves, positions, scores, how it ends.

mod batch;
mod counts;
mod fast;

use std::sync::Arc;
use std::time::{Duration, Instant};

use mancala_engine::contest::Match;
use mancala_engine::engine::Engine;
use mancala_engine::game::{Fault, IllegalMove, Position};
use mancala_engine::play::{Game, Referee};
use mancala_engine::position_text;
use mancala_rules::rules::model::{Players, Rules};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// No game is followed longer: some have turns of many thousand laps.
const PATIENCE: Duration = Duration::from_millis(300);

/// No match is followed for more plies.
const MATCH_PLIES: u64 = 400;

/// Where more moves than these are legal, since holes are chosen in a turn, a game is followed no further, and sequences
/// of two plies, thousands of thousands, are not counted.
const MANY_MOVES: usize = 100;

/// How far a game was followed, or where the two differ.
pub type Compared = Result<u64, String>;

/// How long games and matches are followed.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Games from the start, and as many from other positions.
    pub games: u64,
    /// Plies of a game from the start; half as many from another position.
    pub plies: u64,
}

/// Compares everything of a game: sequences counted, matches, games from its start and from other positions.
pub fn everything(rules: &Arc<Rules>, seed: u64, effort: Effort) -> Compared {
    let start = Position::drawn(rules, seed);
    let engine = Engine::new(rules.clone(), &start);
    let mut plies = contest(rules, seed, 6)?;
    plies += counts::counts(rules, &engine, &start)?;
    for seed in (0..effort.games).map(|game| seed ^ game) {
        let other = position(rules, seed);
        plies += game(rules, &engine, &start, seed, effort.plies)?;
        plies += game(rules, &engine, &other, seed, effort.plies / 2)?;
        plies += fast::games(rules, &engine, &start, seed, effort.plies)?;
        plies += fast::games(rules, &engine, &other, seed, effort.plies / 2)?;
        plies += batch::batch(rules, if seed % 2 == 0 { &start } else { &other }, seed, effort.plies)?;
        plies += counts::counts(rules, &engine, &other)?;
    }
    Ok(plies)
}

/// Plays a game at random on both; tells plies.
fn game(rules: &Arc<Rules>, engine: &Engine, start: &Position, seed: u64, most_plies: u64) -> Compared {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut line = Vec::new();
    let told = |line: &[String], what: &str| {
        format!("{what}\nfrom {}\nafter {}", position_text::format(&rules.board, start), line.join(" "))
    };
    let (narrated, tabled) =
        (Game::narrated(rules, start.clone()), Referee::Tables(engine.clone()).game(start.clone()));
    let (mut narrated, mut tabled) = match (narrated, tabled) {
        (Ok(narrated), Ok(tabled)) => (narrated, tabled),
        (Err(_), Err(_)) => return Ok(0),
        (narrated, tabled) => return Err(told(&line, &faults(narrated.err(), tabled.err()))),
    };
    let begun = Instant::now();
    for ply in 0..most_plies {
        let (legal, moves) = (narrated.legal_names(), narrated.legal_moves());
        let difference = differs("legal moves", &moves, &tabled.legal_moves())
            .or_else(|| differs("names of legal moves", &legal, &tabled.legal_names()))
            .or_else(|| differs("position", &narrated.position(), &tabled.position()))
            .or_else(|| differs("position that the last turn left", &narrated.left(), &tabled.left()))
            .or_else(|| differs("ending", &narrated.outcome(), &tabled.outcome()))
            .or_else(|| differs("captured", &narrated.captured(), &tabled.captured()))
            .or_else(|| differs("gathered at the end", &narrated.gathering(), &tabled.gathering()));
        if let Some(difference) = difference {
            return Err(told(&line, &difference));
        }
        if legal.is_empty() || legal.len() > MANY_MOVES || begun.elapsed() > PATIENCE {
            return Ok(ply);
        }
        let index = random.random_range(0..legal.len());
        line.push(legal[index].clone());
        match (narrated.play_nth(index), tabled.play_nth(index)) {
            (Ok(()), Ok(())) => {}
            (Err(_), Err(_)) => return Ok(ply + 1),
            (narrated, tabled) => return Err(told(&line, &faults(narrated.err(), tabled.err()))),
        }
    }
    Ok(most_plies)
}

/// Plays a match at random on both; tells plies.
fn contest(rules: &Arc<Rules>, seed: u64, most_rounds: u32) -> Compared {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let narrated = Match::with_lots(Referee::narrator(rules), most_rounds, seed);
    let tabled = Match::with_lots(Referee::tables(rules), most_rounds, seed);
    let (mut narrated, mut tabled) = match (narrated, tabled) {
        (Some(Ok(narrated)), Some(Ok(tabled))) => (narrated, tabled),
        (None, None) | (Some(Err(_)), Some(Err(_))) => return Ok(0),
        _ => return Err("one of the two cannot begin a match".to_owned()),
    };
    let begun = Instant::now();
    for ply in 0..MATCH_PLIES {
        let legal = narrated.legal_names();
        let difference = differs("legal moves of a match", &narrated.legal_moves(), &tabled.legal_moves())
            .or_else(|| differs("names of legal moves of a match", &legal, &tabled.legal_names()))
            .or_else(|| differs("position of a match", &narrated.shown(), &tabled.shown()))
            .or_else(|| differs("ending of a match", &narrated.ending(), &tabled.ending()))
            .or_else(|| differs("owned", &narrated.owned(), &tabled.owned()))
            .or_else(|| differs("pot", &narrated.pot(), &tabled.pot()));
        if let Some(difference) = difference {
            return Err(format!("{difference}\nround {}, ply {ply} of match {seed}", narrated.round()));
        }
        if narrated.ending().is_some() || legal.len() > MANY_MOVES || begun.elapsed() > PATIENCE {
            return Ok(ply);
        }
        let (narrated, tabled) = if legal.is_empty() {
            let next = |played: Result<(), Fault>| played.map_err(IllegalMove::Fault);
            (next(narrated.next_round()), next(tabled.next_round()))
        } else {
            let name = &legal[random.random_range(0..legal.len())];
            (narrated.play_named(name), tabled.play_named(name))
        };
        match (narrated, tabled) {
            (Ok(()), Ok(())) => {}
            (Err(_), Err(_)) => return Ok(ply + 1),
            (narrated, tabled) => return Err(format!("narrator {narrated:?}\ntables   {tabled:?}")),
        }
    }
    Ok(MATCH_PLIES)
}

/// A position as it may come up in a match, or be written by hand: other seeds, marks, holes closed or locked, holes
/// that changed their owner, a pot.
fn position(rules: &Rules, seed: u64) -> Position {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::drawn(rules, seed);
    let (board, players) = (&rules.board, rules.board.players.value);
    let some_closed = random.random_bool(0.3);
    let some_locked = random.random_bool(0.2);
    let some_marked = random.random_bool(0.4);
    let most = *[2, 5, 12, 40].get(random.random_range(0..4)).unwrap_or(&2);
    for hole in 0..board.holes() {
        position.seeds[hole] = random.random_range(0..=most);
        if some_closed && random.random_bool(0.2) {
            position.seeds[hole] = 0;
            position.closed[hole] = true;
        } else if some_locked && random.random_bool(0.2) && board.start[hole] > 0 {
            position.seeds[hole] = random.random_range(0..i64::from(board.start[hole]));
            position.locked[hole] = true;
        }
        if some_marked && random.random_bool(0.2) {
            let one = Players::one(random.random_range(0..players));
            let several = board.marks_by_each() && random.random_bool(0.5);
            position.marks[hole] = if several { one.and(random.random_range(0..players)) } else { one };
        }
        if random.random_bool(0.02) {
            position.owner[hole] = Some(random.random_range(0..players));
        }
    }
    if random.random_bool(0.2) {
        position.pot = random.random_range(1..9);
    }
    position.starter = random.random_range(0..players);
    position.to_move = random.random_range(0..players);
    position
}

fn differs<T: PartialEq + std::fmt::Debug + ?Sized>(what: &str, narrated: &T, tabled: &T) -> Option<String> {
    (narrated != tabled).then(|| format!("the {what} differ\nnarrator {narrated:?}\ntables   {tabled:?}"))
}

fn faults<E: std::fmt::Debug>(narrated: Option<E>, tabled: Option<E>) -> String {
    format!("only one finds no answer\nnarrator {narrated:?}\ntables   {tabled:?}")
}
