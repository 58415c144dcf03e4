//! A position between turns.

use mancala_rules::rules::model::{Board, Cell, Player, Players, Rules, Way};

/// What distinguishes positions when repetitions are counted: the seeds of holes and end holes, the marks, the player
/// to move, and the last turn and the directions of each player's last turn if the rules ask about them.
pub type Key = (Vec<i64>, Vec<Players>, Player, Option<LastTurn>, Vec<Option<Way>>);

/// All that the rules can ask about a position between turns, except its history. Lists have one entry for each cell
/// unless noted otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Seeds of each cell; a store can be negative (a debt).
    pub seeds: Vec<i64>,
    /// Players who have marked the cell.
    pub marks: Vec<Players>,
    /// Whether the hole is out of use in this round.
    pub closed: Vec<bool>,
    /// Whether the hole is locked: nothing is sown or taken from it until it is full.
    pub locked: Vec<bool>,
    /// Seeds that go to the first player who captures or marks.
    pub pot: i64,
    /// Player on whose side the cell lies, if any.
    pub owner: Vec<Option<Player>>,
    /// Player to move, from 0.
    pub to_move: Player,
    /// Turns that each player has had in this round, passes included; one entry for each player.
    pub turns: Vec<u32>,
    /// Player who began the round.
    pub starter: Player,
    /// Player to whom the lot of this round falls; the first player where no rule asks.
    pub lot: Player,
    /// The last turn, if the rules ask about it; `None` at the start and after a pass.
    pub last: Option<LastTurn>,
    /// The direction in which each player's last turn in this round began, if the rules ask about it and he has had
    /// one; one entry for each player.
    pub last_ways: Vec<Option<Way>>,
}

/// What the next turn can ask about the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LastTurn {
    /// Hole that the turn started from.
    pub played: Cell,
    /// Hole of its last seed; the chosen hole if nothing was sown.
    pub reached: Cell,
}

impl Position {
    /// A position without seeds or marks, with the first player to move.
    pub fn empty(board: &Board) -> Position {
        Position {
            seeds: vec![0; board.cells()],
            marks: vec![Players::NOBODY; board.cells()],
            closed: vec![false; board.cells()],
            locked: vec![false; board.cells()],
            pot: 0,
            owner: board.owner.clone(),
            to_move: 0,
            turns: vec![0; board.players.value],
            starter: 0,
            lot: 0,
            last: None,
            last_ways: vec![None; board.players.value],
        }
    }

    /// The key by which repetitions are counted.
    pub fn key(&self, rules: &Rules) -> Key {
        let on_board = rules.board.holes() + rules.board.end_cells().map_or(0, |ends| ends.len());
        let (seeds, marks) = (self.seeds[..on_board].to_vec(), self.marks[..on_board].to_vec());
        (seeds, marks, self.to_move, self.last, self.last_ways.clone())
    }
}
