//! A game on a screen: what is shown, what keys do, and how it is drawn. Nothing here reads or writes. The owner of the
//! terminal passes in keys and time, draws on request, and fulfils wishes.
//!
//! | part | module |
//! | --- | --- |
//! | the game in play, with its past | [`Session`] |
//! | choosing a move step by step | [`choice`] |
//! | a turn seed by seed | [`frames`] |
//! | what is shown, and what a key or a click does | [`State`] |
//! | where everything is, and how it looks | [`layout`], [`view`] |

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
