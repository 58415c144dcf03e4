//! Moves, and how turns end.

use crate::rules::model::Way;
use crate::tables::{RuleId, Slot};

/// A turn in which the mover has more choices than this is taken to be endless.
pub(super) const MOST_CHOICES: u8 = 64;

/// A move: a hole, a direction, and answers to the `may` rules met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The hole it starts from.
    pub hole: Slot,
    /// Where it is sown.
    pub way: Way,
    /// The `move` section in force.
    pub section: u8,
    /// How many `may` rules are met.
    pub choices: u8,
    /// Whether each of them applies, a bit for each, the first one lowest.
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
    /// The mover must say whether a `may` rule applies.
    Asks,
}
