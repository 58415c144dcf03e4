//! A game on a screen: what is shown, what keys do, and how it is drawn. Nothing here reads or writes. The owner of the
//! terminal passes in keys and time, draws on request, and fulfils wishes.
//!
//! | part | module |
//! | --- | --- |
//! | the game in play, with its past | [`Session`](mancala_tools::session::Session) |
//! | choosing a move step by step | [`choice`] |
//! | how fast a turn is shown seed by seed | [`Pace`] |
//! | what is shown, and what a key or a click does | [`State`] |
//! | where everything is, and how it looks | [`layout`], [`view`] |

mod ascii;
mod bar;
mod board;
mod board_view;
pub mod choice;
mod edited;
mod editing;
mod keys;
pub mod layout;
mod look_ahead;
mod machines;
mod pace;
mod page;
mod pages;
pub mod panes;
pub mod picker;
mod preview;
mod review;
mod seat;
mod state;
mod style;
mod theme;
pub mod view;
mod wish;

pub use self::ascii::like;
pub use self::pace::Pace;
pub use self::seat::Seat;
pub use self::state::State;
pub use self::theme::Theme;
pub use self::wish::{Refused, Tone, Wish};
