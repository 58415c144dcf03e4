//! Moves, and how turns end.

use crate::rules::model::Way;
use crate::tables::{RuleId, Slot};

/// A turn in which the mover can choose in more ways than this, one choice with the other, is taken to be endless.
pub(super) const MOST_WAYS: u128 = 1 << 64;

/// A move: a hole, a direction, and what the mover chooses in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The hole it starts from.
    pub hole: Slot,
    /// Where it is sown.
    pub way: Way,
    /// The `move` section in force.
    pub section: u8,
    /// How often he is asked.
    pub choices: u8,
    /// What he chooses, each time one of some answers by its place: the first place, and the second times how many first
    /// ones there were, and so on.
    pub answers: u64,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The next player is to move.
    Next,
    /// The same player is to move.
    Again,
    /// The round is decided.
    Decided(Decided),
}

/// A round decided without a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// For whom, or against whom.
    pub verdict: Verdict,
    /// The rule that says so; none for an endless sowing.
    pub rule: Option<RuleId>,
}

/// Decided without a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For this player.
    Wins(u8),
    /// Against this player.
    Loses(u8),
    /// For nobody.
    Draw,
}

/// What came of trying a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It was played.
    Done(End),
    /// It was not allowed.
    Illegal,
    /// The mover must choose something.
    Asks,
}
