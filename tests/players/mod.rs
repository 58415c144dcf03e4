//! Players: they play legal moves of every game, the same for the same seed, and those who look further win. Saved games.

mod analysis;
mod programs;
mod strength;
mod transcripts;
mod walks;

use std::sync::Arc;

use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;

/// The rules of a shipped ruleset.
fn rules(name: &str) -> Arc<Rules> {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    ruleset.rules().expect("rules")
}
