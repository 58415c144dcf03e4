//! Reasons for not solving a game.

use crate::game::{Fault, Position};

/// Why a game is not solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The method does not cover something in the rules.
    #[error("{message}")]
    Rules {
        /// What it does not cover.
        message: String,
        /// What to do instead.
        help: String,
    },
    /// A position leads to one that has no place in the plan.
    #[error("{message}")]
    Open {
        /// What leads where.
        message: String,
        /// The position.
        position: Box<Position>,
    },
    /// The rules leave a position undecided.
    #[error("{0}")]
    Fault(Fault, Box<Position>),
    /// Another rank cannot go on; it knows why.
    #[error("another rank cannot go on")]
    Elsewhere {
        /// Whether it met a position that has no place in the plan.
        open: bool,
    },
    /// Solving was stopped on request.
    #[error("stopped")]
    Stopped,
}

impl Refusal {
    /// Whether a position was met that has no place in the plan.
    pub fn is_open(&self) -> bool {
        matches!(self, Refusal::Open { .. } | Refusal::Elsewhere { open: true })
    }

    /// The refusal of rules that the method does not cover.
    pub(super) fn rules(message: impl Into<String>, help: impl Into<String>) -> Self {
        Refusal::Rules { message: message.into(), help: help.into() }
    }
}
