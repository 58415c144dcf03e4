//! Whether sequences of plies are as many as the narrator says, and in parts as many as at once.

use std::time::{Duration, Instant};

use mancala_engine::engine::{Engine, Progress};
use mancala_engine::game::Position;
use mancala_engine::narrator::Narrator;
use mancala_engine::position_text;
use mancala_rules::rules::model::Rules;
use mancala_tools::drivers::perft::narrated;

use super::{Compared, MANY_MOVES, faults};

/// Where sequences are counted sooner than this, longer ones are counted, too.
const SOON: Duration = Duration::from_millis(1);

/// Number of plies of the longest sequences that the narrator counts.
const LONGEST: u32 = 4;

/// Counts sequences from a position in every way; tells how many.
pub fn counts(rules: &Rules, engine: &Engine, start: &Position) -> Compared {
    match Narrator::without_repetition(rules, start.clone()) {
        Ok(game) if game.choices() <= MANY_MOVES => Ok(perft(rules, engine, start)? + parts(engine, start, &game)?),
        _ => Ok(0),
    }
}

/// Counts sequences of two plies, and longer ones where that is soon done, with the narrator and with the tables: for each
/// first ply, and all in one part.
fn perft(rules: &Rules, engine: &Engine, start: &Position) -> Compared {
    let (begun, progress) = (Instant::now(), Progress::default());
    let mut sum = 0;
    for depth in 2..=LONGEST {
        // the narrator tries moves before he reads whether the game is over, the tables only if a rule asks
        let Ok(narrated) = narrated(rules, start, depth, &progress) else { break };
        let (divided, at_once) = match (engine.divide(start, depth, &progress), engine.sequences(start, depth)) {
            (Ok(divided), Ok(at_once)) => (divided, at_once),
            (divided, at_once) => return Err(faults(None, divided.err().or(at_once.err()))),
        };
        let all: u64 = narrated.iter().map(|(_, sequences)| sequences).sum();
        if divided != narrated || at_once != all {
            return Err(format!(
                "perft {depth} from {}\nnarrator {narrated:?}\ntables   {divided:?}\nat once  {at_once} of {all}",
                position_text::format(&rules.board, start)
            ));
        }
        sum += all;
        if begun.elapsed() > SOON || depth == LONGEST {
            return Ok(sum + side_by_side(rules, engine, start, (depth, all))?);
        }
    }
    Ok(sum)
}

/// Counts sequences side by side, where that can be done, given how many there are.
fn side_by_side(rules: &Rules, engine: &Engine, start: &Position, (depth, all): (u32, u64)) -> Compared {
    match engine.sequences_at_once(start, depth) {
        None => Ok(0),
        Some(Ok(counted)) if counted == all => Ok(counted),
        Some(counted) => Err(format!(
            "perft {depth} from {}\n{all}\nside by side {counted:?}",
            position_text::format(&rules.board, start)
        )),
    }
}

/// Counts sequences of three plies, and longer ones where that is soon done, and those that go on after every first move:
/// the sum is the same, and each is counted in another way.
fn parts(engine: &Engine, start: &Position, game: &Narrator<&Rules>) -> Compared {
    let (begun, progress) = (Instant::now(), Progress::default());
    let (mut sum, rules) = (0, engine.rules());
    for depth in 3..=6 {
        let (Ok(divided), Ok(at_once)) = (engine.divide(start, depth, &progress), engine.sequences(start, depth))
        else {
            break;
        };
        if divided.len() != game.choices() {
            break;
        }
        let mut all = 0;
        for (index, (play, sequences)) in divided.iter().enumerate() {
            let mut after = game.clone();
            let counted = match after.play_nth(index) {
                Ok(true) if after.ending().is_none() => engine.sequences(after.left(), depth - 1),
                _ => Ok(0),
            };
            let Ok(counted) = counted else { return Ok(sum) };
            if counted != *sequences {
                let place = position_text::format(&rules.board, start);
                return Err(format!("perft {depth} from {place}\nafter {play}: {sequences}\nin parts: {counted}"));
            }
            all += counted;
        }
        if at_once != all {
            let place = position_text::format(&rules.board, start);
            return Err(format!("perft {depth} from {place}\nat once {at_once}\nin parts {all}"));
        }
        sum += all;
        if begun.elapsed() > SOON {
            break;
        }
    }
    Ok(sum)
}
