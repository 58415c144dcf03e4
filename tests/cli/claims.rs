//! What is known of claims, and what play shows of a rule file.

use std::time::Duration;

use serde_json::Value;

use super::{FILES, folder, printed, program, run, run_in, transcript, transcripts};

fn tiny() -> String {
    std::fs::read_to_string(format!("{FILES}/tiny.mancala")).expect("the file")
}

/// The records of a command.
fn records(arguments: &[&str]) -> Vec<Value> {
    printed(arguments).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn tells_what_is_known_of_claims() {
    insta::assert_snapshot!(transcripts(&[
        &["check", "tiny.mancala"],
        &["check", "tiny.mancala", "--json"],
        &["check", "um-ed-dyar", "buqruru", "bestemshe"],
    ]));
}

#[test]
fn remarks_that_games_hardly_end() {
    let folder = folder("hardly");
    let list = "before turn, the first that fits {\n";
    let repeated = "  repeated position: 3rd time\n  when repeated position -> draw\n";
    let text = crate::replaced(include_str!("../telling/goes_on.mancala"), list, &format!("{list}{repeated}"));
    std::fs::write(folder.join("round.mancala"), text).expect("written");
    let told = String::from_utf8(run_in(&folder, &["check", "round.mancala"]).stdout).expect("text");
    assert!(
        told.starts_with("round.mancala: ok\n  remark: of 12 random games, none was over after 300 turns"),
        "{told}"
    );
    let output = run_in(&folder, &["check", "round.mancala", "--json"]);
    assert_eq!(output.status.code(), Some(0), "a remark is no problem");
    let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let number = |name: &str| record[name].as_u64().expect("a number");
    assert_eq!((number("games"), number("ended_by_repetition"), number("cut")), (12, 0, 12));
    assert!(record["remark"].as_str().is_some_and(|remark| remark.starts_with("of ")), "{record}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn tells_what_takes_long_to_find() {
    insta::assert_snapshot!(transcripts(&[
        &["check", "toguz-kumalak", "krur"],
        &["check", "krur", "--exhaust", "--most-positions", "2000"],
        &["check", "krur", "--play", "200"],
    ]));
}

#[test]
fn tells_which_game_refutes_a_claim() {
    let folder = folder("refuted");
    let claims = "never \"nothing is captured in two turns\" {\n  seeds in own store is at least 2\n}\n";
    std::fs::write(folder.join("tiny.mancala"), format!("{}\n{claims}", tiny())).expect("written");
    let output = run_in(&folder, &["check", "tiny.mancala"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8(output.stdout).expect("text"));
    let output = run_in(&folder, &["check", "tiny.mancala", "--json"]);
    let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(record["code"], "broken-claim");
}

#[test]
fn tells_what_all_positions_show() {
    insta::assert_snapshot!(transcripts(&[
        &["check", "tiny.mancala", "--exhaust"],
        &["check", "tiny.mancala", "--exhaust", "--json"],
        &["check", "um-ed-dyar", "--exhaust", "--set", "columns=2", "--set", "seeds=4"],
        &["check", "gabata-ansaba", "--exhaust", "--most-positions", "500"],
    ]));
}

#[test]
fn tells_what_games_at_random_show() {
    insta::assert_snapshot!(transcripts(&[
        &["check", "tiny.mancala", "--play", "300", "--seed", "1"],
        &["check", "tiny.mancala", "--play", "300", "--seed", "1", "--json"],
        &["check", "gabata-ansaba", "--play", "50"],
    ]));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn the_same_seed_shows_the_same_on_any_number_of_threads() {
    let played = |threads: &str, seed: &str| {
        let play = ["check", "krur", "--play", "400", "--threads", threads, "--seed", seed, "--json"];
        records(&play).pop().expect("a record")
    };
    assert_eq!(played("1", "5"), played("3", "5"));
    assert_ne!(played("1", "5"), played("1", "6"));
}

#[test]
fn the_moves_told_lead_to_the_position_told() {
    let record =
        records(&["check", "gabata-ansaba", "--exhaust", "--most-positions", "500", "--json"]).pop().expect("a record");
    let endless = &record["endless"];
    let moves: Vec<&str> = endless["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let replayed = records(&[&["replay", "gabata-ansaba"], &moves[..], &["--json"]].concat());
    let last = replayed.last().expect("a ply");
    let position = endless["position"].as_str().expect("a position");
    let shown = records(&["replay", "gabata-ansaba", "--from", position, "--json"]);
    assert_eq!(shown[0]["rows"], last["rows"]);
    assert_eq!(shown[0]["to_move"], last["to_move"]);
    // the file forbids a sowing that never ends: the move is not among the legal ones, though its hole holds seeds
    let play = endless["move"].as_str().expect("a move");
    assert!(!last["legal"].as_array().expect("moves").iter().any(|legal| legal == play), "{play}");
}

#[test]
fn the_way_round_leads_back() {
    let record = records(&["check", "tiny.mancala", "--exhaust", "--json"]).pop().expect("a record");
    assert_eq!(record["complete"], true);
    let round = &record["round"];
    let position = round["position"].as_str().expect("a position");
    let back: Vec<&str> = round["back"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let replayed = records(&[&["replay", "tiny.mancala", "--from", position], &back[..], &["--json"]].concat());
    let (first, last) = (&replayed[0], replayed.last().expect("a ply"));
    assert_eq!((&first["rows"], &first["to_move"]), (&last["rows"], &last["to_move"]));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn a_bound_is_told() {
    let record = |most: &str| {
        let exhaust = ["check", "krur", "--exhaust", "--most-positions", most, "--json"];
        records(&exhaust).pop().expect("a record")
    };
    let (few, more) = (record("500"), record("5000"));
    assert_eq!((&few["positions"], &few["complete"]), (&Value::from(500), &Value::from(false)));
    assert_eq!(more["positions"], 5000);
    assert!(few["plies"].as_u64() < more["plies"].as_u64());
}

#[test]
fn readings_are_chosen_where_something_is_searched() {
    let found =
        |set: &str| records(&["check", "tiny.mancala", "--exhaust", "--most-positions", "50", "--set", set, "--json"]);
    assert_eq!(found("columns=7").pop().expect("a record")["readings"], serde_json::json!(["columns: 7"]));
    insta::assert_snapshot!(transcripts(&[
        &["check", "tiny.mancala", "--set", "columns=7"],
        &["check", "tiny.mancala", "--exhaust", "--set", "columns=9"],
        &["check", "tiny.mancala", "--most-positions", "5"],
        &["check", "tiny.mancala", "--play", "0"],
        &["check", "tiny.mancala", "--play", "5", "--sources"],
    ]));
}

#[test]
fn a_claim_is_told_with_its_source() {
    let told = printed(&["explain", "tiny.mancala"]);
    assert!(told.contains("What never happens\n"), "{told}");
    assert!(told.contains("It never happens that an odd number of seeds lies in the holes "), "{told}");
    assert!(told.contains("[book \"page 1\"]"), "{told}");
    let sources = transcript(&["check", "tiny.mancala", "--sources"]);
    assert!(sources.contains("some holes where holds 30"), "{sources}");
    assert!(run(&["check", "tiny.mancala"]).status.success());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn a_check_with_claims_takes_little_time() {
    for game in ["um-ed-dyar", "toguz-kumalak", "krur", "buqruru", "bestemshe"] {
        let most = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 2 });
        program(FILES, &["check", game]).timeout(most).assert().success();
    }
}
