//! Plays the examples (worked positions) of a rule file: what differs, which rule decided, and what to write instead.

mod accept;
mod decided;
mod difference;
mod failing;
mod foreseen;
mod rewrite;
mod run;
mod shown;

pub use accept::{Accepted, Kept, accept};
pub use decided::{Decided, Decision};
pub use difference::{Difference, Instead, Part};
pub use failing::problem;
pub use foreseen::foreseen;
pub use run::{After, Run, before, forbidden, run};
pub use shown::{Shown, shown};
