//! The first position of a game.

use mancala_rules::chance::lot;
use mancala_rules::rules::model::{Cell, Player, Players, Rules};

use super::view::{Facts, View};
use crate::game::Position;

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
                    position.marks[cell] = board.owner[cell].map_or(Players::NOBODY, Players::one);
                }
            }
        }
        position
    }

    /// The first position of the game, and where rules ask for the lot, that for each other player to whom it may fall.
    pub fn starts(rules: &Rules) -> (Position, Vec<Position>) {
        let start = Position::start(rules);
        let lots = if rules.asks_for_lots { rules.board.players.value } else { 1 };
        let others = (1..lots).map(|lot| Position { lot, ..start.clone() }).collect();
        (start, others)
    }

    /// The first position, with the lot of the first round drawn if one decides anything in this game. `lots` is the
    /// seed of the lots.
    pub fn drawn(rules: &Rules, lots: u64) -> Position {
        Position { lot: Position::lot_of(rules, lots, 1), ..Position::start(rules) }
    }

    /// The player to whom the lot of a round falls, counted from 1; the first player if no lot decides anything.
    pub fn lot_of(rules: &Rules, lots: u64, round: u32) -> Player {
        if rules.draws_lots() { lot(lots, round, rules.board.players.value) } else { 0 }
    }
}
