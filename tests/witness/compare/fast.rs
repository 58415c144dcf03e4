//! Whether fast random games, as `simulate` and searches play them, go from position to position by legal moves of the
//! narrator, and end as he says.

use std::sync::Arc;
use std::time::Instant;

use mancala_engine::engine::{Engine, Progress, Tally, Trace};
use mancala_engine::game::{Decision, Ending, Fault, Position};
use mancala_engine::narrator::{Narrator, Standing};
use mancala_engine::play::Referee;
use mancala_engine::position_text;
use mancala_rules::rules::model::Rules;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::counts::counts;
use super::{Compared, MANY_MOVES, PATIENCE, differs};

/// Games of at most so many moves at each choice are played with all legal moves listed.
const FEW_MOVES: usize = 40;

/// Number of games that are played side by side, and most plies of each.
const SIDE_BY_SIDE: u64 = 80;
const MANY_PLIES: u64 = 120;

/// Plays random games in every fast way, from a position and from one on the way; tells plies.
pub fn games(rules: &Arc<Rules>, engine: &Engine, start: &Position, seed: u64, most_plies: u64) -> Compared {
    let (trace, mut plies) = game(rules, engine, start, seed, most_plies)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(!seed);
    let Some(middle) = trace.positions.get(random.random_range(0..trace.positions.len().max(1))) else {
        return Ok(plies);
    };
    plies += game(rules, engine, middle, !seed, most_plies / 2)?.1;
    plies += counts(rules, engine, middle)?;
    plies += side_by_side(rules, engine, start, (seed, most_plies.min(MANY_PLIES)))?;
    Ok(plies)
}

/// Plays games many at a time and one by one; tells plies.
fn side_by_side(rules: &Rules, engine: &Engine, start: &Position, (seed, most_plies): (u64, u64)) -> Compared {
    let Some([at_once, alone]) = engine.both_ways(start, SIDE_BY_SIDE, (seed, most_plies)) else { return Ok(0) };
    match (at_once.ok(), alone.ok()) {
        (one, other) if one != other => {
            let start = position_text::format(&rules.board, start);
            Err(format!("games side by side differ from {start}\nat once    {one:?}\none by one {other:?}"))
        }
        (one, _) => Ok(one.map_or(0, |tally| tally.plies)),
    }
}

/// Plays one game in every fast way. Returns it, and the plies compared.
fn game(
    rules: &Arc<Rules>,
    engine: &Engine,
    start: &Position,
    seed: u64,
    most_plies: u64,
) -> Result<(Trace, u64), String> {
    let told =
        |what: String| format!("{what}\nin a fast random game from {}", position_text::format(&rules.board, start));
    let chance = || Xoshiro256PlusPlus::seed_from_u64(seed);
    let trace = engine.traced(start, most_plies, &mut chance());
    let mut followed = Followed::begin(rules, start);
    followed.go_on(&trace.positions, trace.is_over(), |game| trace.differs_at_the_end(game)).map_err(told)?;
    let mut plies = followed.captured.len() as u64;
    if trace.positions.len() as u64 != trace.plies + 1 {
        return Err(told(format!("{} positions of {} plies", trace.positions.len(), trace.plies)));
    }
    if trace.end.is_ok() {
        is_cut_off(engine, start, &trace, &followed.captured, chance()).map_err(told)?;
        searches(engine, start, &trace, most_plies, chance()).map_err(told)?;
    }
    if followed.most_moves <= FEW_MOVES {
        plies += examined(rules, engine, start, most_plies, chance()).map_err(told)?;
    }
    Ok((trace, plies))
}

/// What is asked of a [`Trace`].
trait Told {
    fn is_over(&self) -> bool;
    /// How the narrator's game differs where this one stopped.
    fn differs_at_the_end(&self, game: &Narrator<Arc<Rules>>) -> Option<String>;
}

impl Told for Trace {
    fn is_over(&self) -> bool {
        matches!(self.end, Ok(Some(_)))
    }

    fn differs_at_the_end(&self, game: &Narrator<Arc<Rules>>) -> Option<String> {
        let Ok(end) = &self.end else {
            let finds = |index| game.clone().play_nth(index).is_ok();
            return (0..game.choices()).all(finds).then(|| format!("only the tables find no answer: {:?}", self.end));
        };
        differs("ending", &game.ending(), &end.as_ref())
            .or_else(|| differs("last position", game.position(), &self.last))
            .or_else(|| differs("scores", &game.captured(), &self.scores))
    }
}

/// A game of the narrator that follows another one.
struct Followed {
    game: Result<Narrator<Arc<Rules>>, Fault>,
    /// What each player has captured before each ply.
    captured: Vec<Vec<i64>>,
    /// The largest number of legal moves in a position.
    most_moves: usize,
}

impl Followed {
    fn begin(rules: &Arc<Rules>, start: &Position) -> Self {
        let game = Narrator::from_position(rules.clone(), start.clone());
        Followed { game, captured: Vec::new(), most_moves: 0 }
    }

    /// Goes from position to position by legal moves. `over` says that the game is over after the last one; there
    /// `differing` says how it differs. What the tables do not look at may leave the narrator without an answer.
    fn go_on(
        &mut self,
        positions: &[Position],
        over: bool,
        differing: impl Fn(&Narrator<Arc<Rules>>) -> Option<String>,
    ) -> Result<(), String> {
        let Ok(game) = &mut self.game else { return Ok(()) };
        let begun = Instant::now();
        let arrived = |game: &Narrator<Arc<Rules>>, at: usize| {
            let last = at + 1 == positions.len();
            let difference = differs("game is over", &game.ending().is_some(), &(last && over));
            difference.or_else(|| if last { differing(game) } else { None })
        };
        if let Some(difference) = positions.first().and_then(|first| differs("position", game.left(), first)) {
            return Err(difference);
        }
        if let Some(difference) = arrived(game, 0) {
            return Err(difference);
        }
        for (at, next) in positions.iter().enumerate().skip(1) {
            let choices = game.choices();
            self.most_moves = self.most_moves.max(choices);
            if choices > MANY_MOVES || begun.elapsed() > PATIENCE {
                return Ok(());
            }
            self.captured.push(game.captured());
            game.take_events();
            let passes = matches!(game.standing(), Standing::MustPass);
            let mut difference = Some(format!("no legal move of {}", game.legal().join(" ")));
            for index in 0..choices {
                if !passes && game.after(index) != next {
                    continue;
                }
                let Ok(_) = game.play_nth(index) else { return Ok(()) };
                let elsewhere = passes && game.left() != next;
                difference = if elsewhere { Some("a pass".to_owned()) } else { arrived(game, at) };
                if difference.is_none() {
                    break;
                }
                game.back();
            }
            if let Some(difference) = difference {
                let board = &game.rules().board;
                let [left, next] = [game.left(), next].map(|it| position_text::format(board, it));
                return Err(format!("{difference}\nleads in ply {at} from {left}\nto {next}"));
            }
        }
        Ok(())
    }
}

/// Plays the same game up to a limit on plies. `captured` are the narrator's scores before each ply.
fn is_cut_off(
    engine: &Engine,
    start: &Position,
    trace: &Trace,
    captured: &[Vec<i64>],
    chance: Xoshiro256PlusPlus,
) -> Result<(), String> {
    let plies = chance.clone().random_range(0..=trace.plies);
    for most_plies in [plies, trace.plies] {
        let cut = engine.traced(start, most_plies, &mut chance.clone());
        // at the limit more moves may be tried than a game tries that goes on
        if cut.end.is_err() && captured.len() as u64 <= most_plies {
            continue;
        }
        let ending = if most_plies < trace.plies { None } else { trace.end.clone().ok().flatten() };
        let captured = captured.get(most_plies as usize);
        let scores = if most_plies < trace.plies { captured.unwrap_or(&cut.scores) } else { &trace.scores };
        let difference = differs("plies of a game that is cut off", &most_plies, &cut.plies)
            .or_else(|| differs("ending of a game that is cut off", &Ok(ending), &cut.end))
            .or_else(|| differs("scores of a game that is cut off", scores, &cut.scores));
        if let Some(difference) = difference {
            return Err(format!("{difference}\nafter {most_plies} of {} plies", trace.plies));
        }
    }
    Ok(())
}

/// Plays the same game as searches play it, twice, since they use their memory again.
fn searches(
    engine: &Engine,
    start: &Position,
    trace: &Trace,
    most_plies: u64,
    chance: Xoshiro256PlusPlus,
) -> Result<(), String> {
    let Ok(mut game) = Referee::Tables(engine.clone()).game(start.clone()) else { return Ok(()) };
    let decision = trace.end.as_ref().ok().and_then(Option::as_ref).map(Ending::decision);
    let (mut found, mut difference) = (0, None);
    for _ in 0..2 {
        (0..2).for_each(|_| game.set_aside(chance.clone()));
        let played = game.play_out(most_plies, &Progress::default(), |_, played, scores| {
            let scores: Vec<i64> = scores.iter().copied().map(i64::from).collect();
            let differs = differs("scores of a search", &trace.scores, &scores)
                .or_else(|| differs("decision of a search", &decision.unwrap_or(Decision::Scores), &played));
            difference = difference.take().or(differs);
            found += 1;
        });
        if played.is_err() {
            return Ok(());
        }
    }
    difference.map_or(Ok(()), Err)?;
    if found == 4 { Ok(()) } else { Err(format!("{found} of 4 games of a search")) }
}

/// Plays a game in which all legal moves are listed; tells plies.
fn examined(
    rules: &Arc<Rules>,
    engine: &Engine,
    start: &Position,
    most_plies: u64,
    mut chance: Xoshiro256PlusPlus,
) -> Compared {
    let (positions, tally) = engine.examined(start, most_plies, &mut chance);
    let Ok(tally) = tally else { return Ok(0) };
    // a move in place of a turn that ends the game leads to no further position
    let shown = positions.len() as u64 > tally.plies;
    let over = tally.stopped == 0 && shown;
    let mut followed = Followed::begin(rules, start);
    followed.go_on(&positions, over, |game| if over { differs_from(&tally, engine, game) } else { None })?;
    Ok(followed.captured.len() as u64)
}

/// How the end of a narrated game differs from the tally of one game.
fn differs_from(tally: &Tally, engine: &Engine, game: &Narrator<Arc<Rules>>) -> Option<String> {
    let ending = game.ending()?;
    let rule = tally.endings.keys().next().copied().flatten();
    let reason = rule.and_then(|rule| engine.rule(usize::from(rule))).map_or("endless", |rule| &rule.said);
    let won = (0..tally.won.len()).map(|player| u64::from(ending.winners == [player]));
    differs("reason", ending.reason.as_str(), reason)
        .or_else(|| differs("scores", &ending.scores, &tally.scores))
        .or_else(|| differs("winners", &won.collect::<Vec<_>>(), &tally.won))
}
