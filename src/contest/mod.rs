//! Matches: what follows a round.

mod refill;

pub use refill::{Refill, refill};
