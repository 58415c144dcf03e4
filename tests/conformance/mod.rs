//! Games played by an independent implementation of the same readings, ply by ply.

use mancala::narrator::Game;
use mancala::rules::model::Rules;
use mancala::ruleset::Ruleset;
use serde_json::Value;

/// The rules of a shipped game.
pub fn rules(name: &str, settings: &[(String, String)]) -> Rules {
    let ruleset = Ruleset::shipped(name).expect("shipped").expect("without problems");
    ruleset.rules(settings).expect("rules")
}

/// A position's cells by rows as drawn: the far row first.
fn rows<T: Clone>(rules: &Rules, cells: &[T]) -> Vec<Vec<T>> {
    cells[..rules.board.holes()].chunks(rules.board.columns.value).rev().map(<[T]>::to_vec).collect()
}

fn integers(value: &Value) -> Vec<i64> {
    serde_json::from_value(value.clone()).expect("numbers")
}

fn play(name: &str) {
    let text = std::fs::read_to_string(format!("{}/tests/conformance/{name}.jsonl", env!("CARGO_MANIFEST_DIR")))
        .expect("a file of games");
    let mut games = 0;
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let settings: Vec<(String, String)> = record["set"]
            .as_object()
            .expect("options")
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect();
        let rules = rules(name, &settings);
        let mut game = Game::new(&rules).expect("a game");
        assert_eq!(serde_json::json!(rows(&rules, &game.shown().seeds)), record["start"]);
        for (ply, told) in record["plies"].as_array().expect("plies").iter().enumerate() {
            let place = format!("{name}, game {games}, ply {}", ply + 1);
            assert_eq!(game.position().to_move as u64, told["by"], "{place}: who moves");
            let played = told["move"].as_str().expect("a move");
            if played == "pass" {
                assert_eq!(game.legal(), ["pass"], "{place}");
            } else {
                assert_eq!(serde_json::json!(game.legal()), told["legal"], "{place}: legal moves");
            }
            game.play(played).expect("a legal move");
            assert_eq!(serde_json::json!(rows(&rules, &game.shown().seeds)), told["rows"], "{place}: board");
            if let Some(marks) = told.get("marks") {
                assert_eq!(serde_json::json!(rows(&rules, &game.shown().marks)), *marks, "{place}: marks");
            }
            assert_eq!(game.captured(), integers(&told["captured"]), "{place}: captured");
        }
        let result = &record["result"];
        let ending = game.ending().unwrap_or_else(|| panic!("{name}, game {games}: not over"));
        assert_eq!(
            ending.reason.contains("repeated position"),
            result["reason"] == "repetition",
            "{name}, game {games}"
        );
        let total = result.get("total").unwrap_or(&result["captured"]);
        assert_eq!(ending.scores, integers(total), "{name}, game {games}: scores");
        match (result.get("winners"), result.get("winner")) {
            (Some(winners), _) => assert_eq!(serde_json::json!(ending.winners), *winners, "{name}, game {games}"),
            (None, Some(Value::Null)) => assert_eq!(ending.winners.len(), 2, "{name}, game {games}: a draw"),
            (None, winner) => assert_eq!(Some(&serde_json::json!(ending.winners[0])), winner, "{name}, game {games}"),
        }
        games += 1;
    }
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
