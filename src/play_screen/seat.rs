//! Who sits at the board.

use std::fmt;

use crate::players::Kind;

/// Who sits at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at the keys.
    Person,
    /// A machine player.
    Machine(Kind),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => f.write_str("person"),
            Seat::Machine(kind) => write!(f, "{kind}"),
        }
    }
}
