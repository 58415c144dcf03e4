//! The fast engine: plays from compiled tables, with positions as narrow as the board permits. Positions are copied,
//! and moves allocate nothing.
//!
//! The narrator interprets the same rules directly. The two must always agree.

// lanes are for processors with wide vectors; elsewhere nothing uses them
#![cfg_attr(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")), allow(unused))]

mod abreast;
mod another;
mod aside;
mod asking;
mod barred;
mod batch;
mod by_hand;
mod circling;
mod counter;
mod counting;
mod course;
mod drawing;
mod draws;
mod effects;
mod ended;
mod endless;
mod game;
mod gathering;
mod graph;
mod harvest;
mod history;
mod kernel;
mod lanes;
mod listing;
mod long;
mod looking;
mod machine;
mod moment;
mod moves;
mod numbered;
mod observed;
mod offering;
mod openings;
mod others;
mod parts;
mod played;
mod playouts;
mod position;
mod program;
mod reach;
mod runner;
mod sieve;
mod sowing;
mod standing;
mod state;
mod straight;
mod straight_moves;
mod straight_turn;
mod successors;
mod survey;
mod tally;
#[cfg(feature = "traced")]
mod traced;
mod trial;
mod trouble;
mod turn;
mod view;
mod watch;
mod width;
mod writing;

pub use crate::progress::Progress;
pub use batch::{Batch, BatchError, Led, Plan, Shown, rewards};
pub use game::Engine;
pub use history::History;
pub use lanes::{Bytes, Lanes, Wide};
pub use machine::{Child, Machine};
pub use moves::{Decided, End, Move, Verdict};
pub use position::{Position, Round};
pub use reach::{Aim, Found, Line, Reached, Wanted};
pub use standing::Standing;
pub use survey::{Place, Survey};
pub use tally::{Playouts, Series, Tally};
#[cfg(feature = "traced")]
pub use traced::Trace;
pub use trouble::Trouble;
pub use watch::{Chosen, Notes};

pub(crate) use parts::in_parts;
pub(crate) use successors::Outlook;
pub(crate) use tally::{add_counts, add_each};
pub(crate) use width::{AtWidth, at_narrow_width};
