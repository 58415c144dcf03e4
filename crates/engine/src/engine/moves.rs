//! Moves, and how turns end.

use mancala_rules::rules::model::Way;

use crate::tables::{RuleId, Slot};

/// A turn whose choices can be combined in more ways than this counts as endless.
pub(super) const MOST_WAYS: u128 = 1 << 64;

/// A move: a hole, a direction, and the mover's choices within the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The hole it starts from; `NOWHERE` for a move in place of a turn.
    pub hole: Slot,
    /// Direction of sowing.
    pub way: Way,
    /// Index of the `move` section in force.
    pub section: u8,
    /// Number of choices within the turn.
    pub choices: u8,
    /// The choices in mixed radix: the index of the first answer, plus the index of the second times the number of
    /// possible first answers, and so on. In place of a turn, the number of the offer that is taken.
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
    /// The round is over by this rule, and scores are compared.
    Over(RuleId),
}

impl End {
    /// Whether the round is over.
    pub fn is_over(self) -> bool {
        matches!(self, End::Decided(_) | End::Over(_))
    }
}

/// A round decided by a verdict, without comparing scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The verdict.
    pub verdict: Verdict,
    /// The rule that decided it; `None` for an endless sowing.
    pub rule: Option<RuleId>,
}

/// Result of a round that is decided without comparing scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player wins.
    Wins(u8),
    /// This player loses.
    Loses(u8),
    /// A draw.
    Draw,
}

/// Result of trying a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The move was played.
    Done(End),
    /// The move is illegal.
    Illegal,
    /// The mover must choose something.
    Asks,
}
