//! The tools that a person runs with a ruleset.

pub mod acting;
pub mod apart;
pub mod fewest;
pub mod findings;
pub mod fit;
pub mod games;
pub mod glance;
pub mod measure;
pub mod perft;
pub mod simulate;
pub mod sweep;
pub mod tournament;
