//! A position between turns.

use crate::rules::model::{Board, Cell, Player, Rules};

/// What tells positions apart when they are counted: seeds of holes and ends, marks, the player to move, and the turn
/// before where rules ask about it.
pub type Key = (Vec<i64>, Vec<Option<Player>>, Player, Option<LastTurn>);

/// Everything that the rules may ask of a position between turns, beside its history.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Seeds of every cell; a store may fall below nothing (a debt).
    pub seeds: Vec<i64>,
    /// Who marked a hole; one entry for every cell.
    pub marks: Vec<Option<Player>>,
    /// Holes that are not used in this round.
    pub closed: Vec<bool>,
    /// Holes from which nothing is sown or taken until they are full.
    pub locked: Vec<bool>,
    /// Seeds that go to the first player who captures or marks.
    pub pot: i64,
    /// On whose side a cell lies.
    pub owner: Vec<Option<Player>>,
    /// Who is to move.
    pub to_move: Player,
    /// How many turns each player has had in this round, passes included.
    pub turns: Vec<u32>,
    /// Who began the round.
    pub starter: Player,
    /// The turn before, where rules ask about it; none at the start and after a pass.
    pub last: Option<LastTurn>,
}

/// A turn as the next one remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LastTurn {
    /// The hole that it was begun from.
    pub played: Cell,
    /// Where its last seed fell; the chosen hole if none was sown.
    pub reached: Cell,
}

impl Position {
    /// A board without seeds and marks, the first player to move.
    pub fn empty(board: &Board) -> Position {
        Position {
            seeds: vec![0; board.cells()],
            marks: vec![None; board.cells()],
            closed: vec![false; board.cells()],
            locked: vec![false; board.cells()],
            pot: 0,
            owner: board.owner.clone(),
            to_move: 0,
            turns: vec![0; board.players.value],
            starter: 0,
            last: None,
        }
    }

    /// What tells whether a position comes back.
    pub fn key(&self, rules: &Rules) -> Key {
        let on_board = rules.board.holes() + rules.board.end_cells().map_or(0, |ends| ends.len());
        (self.seeds[..on_board].to_vec(), self.marks[..on_board].to_vec(), self.to_move, self.last)
    }
}
