//! Who sits at the board.

use std::fmt;
use std::sync::Arc;

use mancala_engine::players::Kind;

/// Who sits at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at the keys.
    Person,
    /// A machine player.
    Machine(Kind),
    /// Another program, started by this command, which chooses moves over the protocol.
    Program(Arc<str>),
}

impl Seat {
    /// Begins the word of a program: `program:./my-bot`.
    pub const PROGRAM: &str = "program:";

    /// The seat of a program, if a word names one.
    pub fn program(word: &str) -> Option<Seat> {
        let command = word.trim().strip_prefix(Seat::PROGRAM)?.trim();
        (!command.is_empty()).then(|| Seat::Program(command.into()))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => f.write_str("person"),
            Seat::Machine(kind) => write!(f, "{kind}"),
            Seat::Program(command) => write!(f, "{}{command}", Seat::PROGRAM),
        }
    }
}
