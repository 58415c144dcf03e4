//! Why a move cannot be played.

use mancala_rules::source::Span;

use super::Fault;

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The move is not among the legal moves.
    #[error("`{name}` is not legal here; legal: {legal}")]
    NotLegal {
        /// The move as given by the caller.
        name: String,
        /// The legal moves, separated by blanks.
        legal: String,
    },
    /// The game is over.
    #[error("`{name}` comes after the end of the game")]
    AfterEnd {
        /// The move as given by the caller.
        name: String,
    },
    /// The rules leave the outcome of the move undecided.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl IllegalMove {
    /// Converts to a fault, for callers that play only legal moves.
    pub fn into_fault(self) -> Fault {
        match self {
            IllegalMove::Fault(fault) => fault,
            other => Fault::new(Span::default(), other.to_string()),
        }
    }
}
