//! A game, or a match, of which moves were taken back stands as if they had not been played.

use mancala_engine::contest::{Match, MatchEnding};
use mancala_engine::game::{Ending, Move, Position};
use mancala_engine::play::{Game, Referee};
use mancala_rules::chance::{Generator, choice, generator};

use super::{MANY_MOVES, begun, referees};
use crate::conformance::rules;

/// How a game stands, as far as anybody can see.
fn stands(game: &Game) -> (Vec<Move>, [Position; 2], Option<Ending>, Vec<i64>, bool) {
    let positions = [game.position(), game.left()];
    (game.legal_moves(), positions, game.outcome(), game.captured(), game.must_pass())
}

/// Plays at random and takes back at random; how often a game of which something was taken back ended by repetition.
fn play(name: &str, referee: &Referee, seed: u64, steps: u32, most_history: usize) -> u32 {
    let (mut game, mut chance) = (begun(referee), generator(seed, 1));
    let (mut taken_back, mut repeated) = (false, 0);
    let mut past = Vec::new();
    for _ in 0..steps {
        let stuck = game.is_over() || game.choices() > MANY_MOVES || game.history().len() > most_history;
        if stuck || choice(5, &mut chance) == 0 {
            repeated +=
                u32::from(taken_back && game.outcome().is_some_and(|ending| ending.reason.contains("repeated")));
            for _ in 0..1 + choice(8, &mut chance) {
                let last = game.history().last().cloned();
                assert_eq!(game.undo(), last, "{name}: the last move is taken back");
                taken_back |= last.is_some();
                if let Some(before) = past.pop() {
                    assert_eq!(stands(&game), before, "{name}: as it stood before");
                }
            }
            let mut again = begun(referee);
            for play in game.history() {
                again.play(play).expect("legal");
            }
            assert_eq!(stands(&game), stands(&again), "{name}: as a game played so from the start");
            assert_eq!((game.choices(), game.to_move()), (again.choices(), again.to_move()));
            assert_eq!((game.legal_names(), game.history()), (again.legal_names(), again.history()));
        } else {
            past.push(stands(&game));
            game.play_nth(choice(game.choices(), &mut chance)).expect("legal");
        }
    }
    while let Some(before) = past.pop() {
        assert!(game.undo().is_some());
        assert_eq!(stands(&game), before, "{name}");
    }
    assert_eq!((game.undo(), game.position()), (None, begun(referee).position()), "{name}: not before the start");
    repeated
}

#[test]
fn a_game_taken_back_stands_as_one_played_anew() {
    let two_rows = ["oware", "kalah", "toguz-kumalak"];
    let four_rows = ["omweso", "bao-la-kiswahili", "hus", "mefuvha"];
    let three_players_and_one = ["um-laarais", "tchoukaillon", "el-arnab"];
    for name in [&two_rows[..], &four_rows, &three_players_and_one].concat() {
        for referee in referees(&rules(name, &[])) {
            for seed in 0..crate::sized(1, 3) {
                play(name, &referee, seed, 60, 60);
            }
        }
    }
}

#[test]
fn positions_taken_back_do_not_count_as_repeated() {
    for referee in referees(&rules("krur", &[])) {
        let repeated: u32 = (0..crate::sized(12, 30)).map(|seed| play("krur", &referee, seed, 300, 200)).sum();
        assert!(
            repeated > crate::sized(1, 3) as u32,
            "{repeated} games end by repetition after something was taken back"
        );
    }
}

/// How a match stands, as far as anybody can see.
type Standing = (Option<Position>, Vec<String>, [u32; 2], [Vec<i64>; 3], i64, Option<MatchEnding>);

fn standing(contest: &Match) -> Standing {
    let counted = [contest.owned().to_vec(), contest.points().to_vec(), contest.reserve().to_vec()];
    let to_move = contest.to_move().map_or(u32::MAX, |player| player as u32);
    let numbers = [contest.round(), to_move];
    (contest.shown(), contest.legal_names(), numbers, counted, contest.pot(), contest.ending().cloned())
}

/// A step of a match; a round that is over is gone on from.
fn step(contest: &mut Match, name: Option<&str>) {
    match name {
        Some(name) => contest.play_named(name).expect("legal"),
        None => contest.next_round().expect("goes on"),
    }
}

fn at_random(contest: &Match, chance: &mut Generator) -> Option<String> {
    let legal = contest.legal_names();
    (!legal.is_empty()).then(|| legal[choice(legal.len(), chance)].clone())
}

/// Plays a match at random, and takes back across rounds and lay-outs; how many choices of lay-outs were taken back, and
/// how many beginnings of rounds.
fn play_match(name: &str, referee: &Referee, seed: u64) -> (u32, u32) {
    let mut contest = Match::with(referee.clone(), 4).expect("a match").expect("begins");
    let mut chance = generator(seed, 1);
    // what was played, and how the match stood before
    let mut past: Vec<(Option<String>, Standing)> = Vec::new();
    let (mut choices, mut rounds) = (0, 0);
    for _ in 0..600 {
        let between = past.last().is_some_and(|(play, _)| play.as_ref().is_none_or(|play| play.contains("fill")));
        let back = if contest.ending().is_some() {
            past.len().min(10 + choice(50, &mut chance))
        } else if choice(if between { 2 } else { 12 }, &mut chance) == 0 {
            past.len().min(1 + choice(6, &mut chance))
        } else {
            let play = at_random(&contest, &mut chance);
            past.push((play.clone(), standing(&contest)));
            step(&mut contest, play.as_deref());
            continue;
        };
        let (now, kept) = (standing(&contest), past.len() - back);
        for (play, before) in past[kept..].iter().rev() {
            assert!(contest.undo(), "{name}");
            assert_eq!(standing(&contest), *before, "{name}: as it stood before {play:?}");
            choices += u32::from(contest.laying_out().is_some());
            rounds += u32::from(play.is_none());
        }
        // what cannot be seen comes to light when the same is played again
        for (play, before) in &past[kept..] {
            assert_eq!(standing(&contest), *before, "{name}: again before {play:?}");
            step(&mut contest, play.as_deref());
        }
        assert_eq!(standing(&contest), now, "{name}: as it stood");
        while past.len() > kept {
            past.pop();
            contest.undo();
        }
    }
    while let Some((_, before)) = past.pop() {
        assert!(contest.undo(), "{name}");
        assert_eq!(standing(&contest), before, "{name}");
    }
    assert!(!contest.undo(), "{name}: not before the start");
    (choices, rounds)
}

#[test]
fn a_match_is_taken_back_across_rounds_and_lay_outs() {
    let chosen = [("fill".to_owned(), "as-each-player-chooses".to_owned())];
    type Wanted<'s> = (&'s str, &'s [(String, String)], bool);
    let games: [Wanted<'_>; 5] = [
        ("gabata-ansaba", &[], true),
        ("krur", &chosen, true),
        ("bechi", &[], true),
        ("buqruru", &[], false),
        ("khrour", &[], false),
    ];
    for (name, settings, lays_out) in games {
        for referee in referees(&rules(name, settings)) {
            let (mut choices, mut rounds) = (0, 0);
            for seed in 0..2 {
                let (more_choices, more_rounds) = play_match(name, &referee, seed);
                (choices, rounds) = (choices + more_choices, rounds + more_rounds);
            }
            assert!(rounds > 0, "{name}: no beginning of a round was taken back");
            assert!(choices > 0 || !lays_out, "{name}: no choice of a lay-out was taken back");
        }
    }
}
