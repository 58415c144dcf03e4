//! The first position of a game.

use super::view::{Facts, View};
use crate::game::Position;
use crate::rules::model::{Cell, Rules};

impl Position {
    /// The first position of the game, with the first player to move.
    pub fn start(rules: &Rules) -> Position {
        let board = &rules.board;
        let mut position = Position::empty(board);
        position.seeds = board.start.iter().map(|seeds| i64::from(*seeds)).collect();
        if let Some(set) = &board.marked_at_start {
            for player in 0..board.players.value {
                let facts = Facts::between_turns(rules, player);
                let marked: Vec<Cell> = View::new(rules, &position, &facts).set(&set.value);
                for cell in marked {
                    position.marks[cell] = board.owner[cell];
                }
            }
        }
        position
    }
}
