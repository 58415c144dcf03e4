//! Games played by an independent implementation of the same readings, ply by ply.

pub mod follow;

use std::sync::Arc;

use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;

/// What stands in a file of recorded games or matches.
pub fn recorded(name: &str) -> String {
    let path = format!("{}/tests/conformance/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a file of records")
}

/// The rules of a shipped game.
pub fn rules(name: &str, settings: &[(String, String)]) -> Arc<Rules> {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    ruleset.rules_under(settings).expect("rules")
}

/// Follows the recorded games of a ruleset.
fn play(name: &str) {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    let games = follow::games(&ruleset, &recorded(name)).unwrap_or_else(|difference| panic!("{difference}"));
    assert_eq!(games, 20, "{name}: games");
}

#[test]
fn krur() {
    play("krur");
}

#[test]
fn buqruru() {
    play("buqruru");
}

#[test]
fn um_laarais() {
    play("um-laarais");
}

#[test]
fn um_ed_dyar() {
    play("um-ed-dyar");
}
