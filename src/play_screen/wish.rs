//! What the screen wants of its owner, and what it is told.

use mancala_rules::rules::model::Player;

use super::seat::Seat;

/// A request to the owner of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Quit the program.
    Quit,
    /// Begin another game, with the same seats or with the players on each other's.
    Again {
        /// Whether every player moves on by a seat.
        swapped: bool,
    },
    /// Value every ply of the game, and pass the values to [`State::judge`](super::State::judge).
    Review,
    /// Draw the whole screen again.
    Redraw,
    /// Give the terminal back to the shell until it continues the program.
    Suspend,
    /// Write the game into this file, and then each further ply.
    Save(String),
    /// Continue the game in this file.
    Open(String),
    /// Begin a game from this position, written as `--from` takes it.
    Begin(String),
    /// A ply or a choice of a lay-out was played: its round, its player, the move in notation.
    Played(u32, Player, String),
    /// A ply was taken back.
    TakenBack,
    /// A game, a round or a match is over; the text says how.
    Ended(String),
    /// Let a machine choose a move, and pass its answer to [`State::chosen`](super::State::chosen).
    Think {
        /// Identifies the request in the answer.
        ticket: u64,
        /// The machine or the program that chooses.
        seat: Seat,
        /// The player whose machine and memory it is; `None` for a hint.
        player: Option<Player>,
    },
    /// Make the machine that is choosing answer soon, with the best move it knows.
    Hurry,
    /// Stop the machine: its answer is no longer wanted.
    Forget,
}

/// Why a machine gives no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The rules leave a position undecided: what is wrong.
    Rules(String),
    /// Another program failed: how.
    Program(String),
}

/// The tone of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Information.
    Note,
    /// An error.
    Wrong,
}
