//! A situation for which the rules give no answer.

use mancala_rules::source::Span;

use super::Position;

/// A situation that a rule file leaves undecided: a defect of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The statement at fault, in bytes of the rule file.
    pub span: Span,
    /// What is wrong, in the terms of the game.
    pub message: String,
}

/// What is wrong, as messages.
#[expect(missing_docs, reason = "each is a sentence itself")]
impl Fault {
    pub const UNDECIDED: &str = "no rule says how the turn continues after the last seed";
    pub const EMPTY_HAND: &str = "a rule sows, but the hand is empty";
    pub const OFF_TRACK: &str = "a rule sows from a hole that is not on the mover's track";
    pub const HAND_LEFT: &str = "a turn ended with seeds in the hand";
    pub const PLACES_TOO_MANY: &str = "a rule places more seeds than are in the hand";
    pub const OWES_TOO_MANY: &str = "a store owes more than a million seeds";
    pub const NO_ENDLESS: &str = "a sowing would never end, and no `endless:` says what happens then";
    pub const NO_DIRECTION: &str = "no case of `direction` fits";
    pub const NO_FROM: &str = "no case of `from` fits";
    pub const TOO_MANY_WAYS: &str = "one hole can be played in more than 4096 ways";
    pub const NOTHING_BEFORE_TURN: &str = "no rule of `before turn` fits";
    pub const NOTHING_TO_PLAY: &str = "a rule says `play`, but the mover has no legal move";
}

impl Fault {
    /// Whether the rules decide, but not within what can be played.
    pub fn is_limit(&self) -> bool {
        self.message == Fault::TOO_MANY_WAYS
    }

    /// What the author of the rule file can do.
    pub fn advice(&self) -> &'static str {
        if self.is_limit() {
            "let the mover choose fewer holes with `any`, or from fewer, or answer fewer `may`"
        } else {
            "add a rule that decides what happens in it"
        }
    }

    /// A message: a rule sows after a number of holes.
    pub fn not_one_hole(found: usize) -> String {
        format!("`sow` needs one hole, but there are {found}")
    }

    /// A fault of the statement at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
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
