//! The data types of play: positions, moves, questions and answers, faults, endings, events, and the limits of a turn.
//!
//! The narrator and the tables both use these types; neither depends on the other.

mod actions;
mod ending;
mod event;
mod fault;
mod gathering;
mod illegal;
mod instead;
mod limits;
mod moves;
mod observation;
mod picks;
mod position;
mod reader;
mod spelling;

pub use actions::{Action, Actions};
pub use ending::{Achieved, Decision, Ending, TurnEnd, Verdict};
pub use event::{Event, at_end, heard, tell};
pub use fault::{Fault, FaultAt};
pub use gathering::Gathering;
pub use illegal::IllegalMove;
pub use instead::Instead;
pub use limits::{MOST_ANSWERS, MOST_LAPS, MOST_OWED, MOST_SOWN, MOST_WAYS};
pub use moves::{Answer, Hole, Move, Sowing, cell_name};
pub use observation::{Observation, Observed, Part};
pub use picks::{choices, picks};
pub use position::{Key, LastTurn, Position};
pub use reader::Reader;
pub use spelling::{meant, spelled};
