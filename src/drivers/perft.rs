//! Counts sequences of moves.

use crate::narrator::{Fault, Game, Position};
use crate::rules::model::Rules;

/// How many sequences of `depth` plies a game has from a position. A pass is a ply, a finished game has no
/// continuation, and repetition is not looked at. Depth 0 counts one.
pub fn perft(rules: &Rules, position: Position, depth: u32) -> Result<u64, Fault> {
    count(&Game::without_repetition(rules, position)?, depth)
}

fn count(game: &Game<'_>, depth: u32) -> Result<u64, Fault> {
    let moves = game.legal().len();
    match depth {
        0 => Ok(1),
        1 => Ok(moves as u64),
        _ => {
            let mut sum = 0;
            for index in 0..moves {
                let mut next = game.clone();
                next.play_nth(index)?;
                sum += count(&next, depth - 1)?;
            }
            Ok(sum)
        }
    }
}
