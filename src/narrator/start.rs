//! The position in which a game begins.

use super::position::Position;
use super::view::{Facts, View};
use crate::rules::model::{Cell, Rules};

impl Position {
    /// The position in which the game begins. The first player begins.
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
