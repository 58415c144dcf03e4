//! A game on a screen: what is shown and what a key does, and how it is drawn. Nothing here reads or writes; whoever
//! owns the terminal hands in keys and time, draws when asked to, and fulfils wishes.
//!
//! | part | module |
//! | --- | --- |
//! | the game at the table, with its past | [`Session`] |
//! | how a move is chosen step by step | [`choice`] |
//! | a turn seed by seed | [`frames`] |
//! | what is shown, and what a key or a click does | [`State`] |
//! | where things stand, and how they look | [`layout`], [`view`] |

mod bar;
mod board;
mod board_view;
pub mod choice;
pub mod frames;
mod keys;
pub mod layout;
mod page;
mod pages;
pub mod panes;
mod seat;
mod session;
mod state;
mod style;
pub mod view;

pub use self::frames::Pace;
pub use self::seat::Seat;
pub use self::session::{Session, Step};
pub use self::state::{State, Tone, Wish};
