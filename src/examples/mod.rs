//! Plays the examples (worked positions) of a rule file: what differs, which rule decided, and what to write instead.

mod decided;
mod difference;
mod failing;
mod rewrite;
mod run;

pub use decided::{Decided, Decision};
pub use difference::{Difference, Instead, Part};
pub use failing::problem;
pub use rewrite::{Edits, edited};
pub use run::{Run, before, run};
