//! What a person runs with a ruleset.

pub mod examples;
pub mod perft;
pub mod simulate;
pub mod tournament;
