//! Why a game is not solved.

use crate::game::{Fault, Position};

/// Why a game is not solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// Something in the rules that the method does not cover; what to do instead.
    #[error("{message}")]
    Rules {
        /// What it is.
        message: String,
        /// What to do instead.
        help: String,
    },
    /// A position leads to one that the plan has no place for.
    #[error("{message}")]
    Open {
        /// What leads where.
        message: String,
        /// The position.
        position: Box<Position>,
    },
    /// The rule file gives no answer.
    #[error("{0}")]
    Fault(Fault, Box<Position>),
    /// Somebody wanted it to stop.
    #[error("stopped")]
    Stopped,
}

impl Refusal {
    /// Something in the rules that the method does not cover.
    pub(super) fn rules(message: impl Into<String>, help: impl Into<String>) -> Self {
        Refusal::Rules { message: message.into(), help: help.into() }
    }
}
