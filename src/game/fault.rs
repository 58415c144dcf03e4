//! A situation for which the rules give no answer.

use super::Position;
use crate::source::Span;

/// A situation that a rule file leaves undecided: a defect of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The statement at fault, in bytes of the rule file.
    pub span: Span,
    /// What is wrong, in the terms of the game.
    pub message: String,
}

impl Fault {
    pub(crate) const UNDECIDED: &str = "no rule says how the turn continues after the last seed";
    pub(crate) const EMPTY_HAND: &str = "a rule sows, but the hand is empty";
    pub(crate) const OFF_TRACK: &str = "a rule sows from a hole that is not on the mover's track";
    pub(crate) const HAND_LEFT: &str = "a turn ended with seeds in the hand";
    pub(crate) const PLACES_TOO_MANY: &str = "a rule places more seeds than are in the hand";
    pub(crate) const OWES_TOO_MANY: &str = "a store owes more than a million seeds";
    pub(crate) const NO_ENDLESS: &str = "a sowing would never end, and no `endless:` says what happens then";
    pub(crate) const NO_DIRECTION: &str = "no case of `direction` fits";
    pub(crate) const NO_FROM: &str = "no case of `from` fits";
    pub(crate) const TOO_MANY_WAYS: &str = "one hole can be played in more than 4096 ways";
    pub(crate) const NOTHING_BEFORE_TURN: &str = "no rule of `before turn` fits";
    pub(crate) const NOTHING_TO_PLAY: &str = "a rule says `play`, but the mover has no legal move";

    /// Whether the rules decide, but not within what can be played.
    pub(crate) fn is_limit(&self) -> bool {
        self.message == Fault::TOO_MANY_WAYS
    }

    /// What the author of the rule file can do.
    pub(crate) fn advice(&self) -> &'static str {
        if self.is_limit() {
            "let the mover choose fewer holes with `any`, or from fewer, or answer fewer `may`"
        } else {
            "add a rule that decides what happens in it"
        }
    }

    pub(crate) fn not_one_hole(found: usize) -> String {
        format!("`sow` needs one hole, but there are {found}")
    }

    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Fault { span, message: message.into() }
    }
}

/// A fault, and the position in which it occurred.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct FaultAt {
    /// What is wrong.
    pub fault: Fault,
    /// The position before the move that ran into the fault.
    pub position: Box<Position>,
}

impl FaultAt {
    /// Joins a fault and its position.
    pub fn new(fault: Fault, position: Position) -> Self {
        FaultAt { fault, position: Box::new(position) }
    }
}
