//! The line protocol between programs: a game is asked for and played by lines of text. `docs/protocol.md` describes it.
//!
//! One side sends requests, the other answers each with one line. `mancala protocol` answers; `mancala run` and
//! `mancala play` send requests to a program that sits at the board.

mod answer;
mod desk;
mod request;

pub use self::answer::Answer;
pub use self::desk::{Desk, Reply};
pub use self::request::{Begun, Request, RequestError, VERSION};
