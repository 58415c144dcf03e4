//! Why a move is not played.

use super::Fault;
use crate::source::Span;

/// Why a move is not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// It is not among the legal moves.
    #[error("`{name}` is not legal here; legal: {legal}")]
    NotLegal {
        /// The move as given.
        name: String,
        /// The legal moves, with blanks between them.
        legal: String,
    },
    /// The game is over.
    #[error("`{name}` comes after the end")]
    AfterEnd {
        /// The move as given.
        name: String,
    },
    /// The rule file gives no answer.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl IllegalMove {
    /// The fault behind it, for a caller that plays only legal moves.
    pub(crate) fn into_fault(self) -> Fault {
        match self {
            IllegalMove::Fault(fault) => fault,
            other => Fault::new(Span::default(), other.to_string()),
        }
    }
}
