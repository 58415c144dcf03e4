//! The fast engine: plays from compiled tables, with positions as narrow as the board permits. Positions are copied,
//! and moves allocate nothing.
//!
//! The narrator interprets the same rules directly. The two must always agree.

// lanes are for processors with wide vectors; elsewhere nothing uses them
#![cfg_attr(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")), allow(unused))]

mod abreast;
mod another;
mod asking;
mod batch;
mod by_hand;
mod circling;
mod counter;
mod counting;
mod course;
mod effects;
mod ended;
mod endless;
mod explore;
mod game;
mod gathering;
mod harvest;
mod history;
mod kernel;
mod lanes;
mod listing;
mod machine;
mod moves;
mod observed;
mod offering;
mod openings;
mod others;
mod parts;
mod played;
mod position;
mod program;
mod random;
mod sowing;
mod standing;
mod state;
mod straight;
mod successors;
mod trouble;
mod turn;
mod view;
mod watch;
mod width;
mod writing;

pub use batch::{Batch, BatchError, Led, Plan, Shown, rewards};
pub use explore::reach::{Aim, Found, Line, Reached, Wanted};
pub use explore::survey::{Place, Survey};
pub use game::Engine;
pub use history::History;
pub use lanes::{Bytes, Lanes, Wide};
pub use machine::{Child, Machine};
pub use mancala_rules::progress::Progress;
pub use moves::{Decided, End, Move, Verdict};
pub use position::{Position, Round};
pub use random::tally::{Playouts, Series, Tally};
pub use random::traced::Trace;
pub use standing::Standing;
pub use trouble::Trouble;
pub use watch::{Chosen, Notes};

pub use parts::in_parts;
pub use random::tally::{add_counts, add_each};
pub use successors::Outlook;
pub use width::{AtWidth, at_narrow_width};
