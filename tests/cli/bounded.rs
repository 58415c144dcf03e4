//! Long work ends in time: proofs say what is then open, and players play what they know.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{FILES, folder, printed, program, run};

/// Every turn can be played in many ways: from each of 25 holes, 300 pairs of holes can be captured.
const MANY_WAYS: &str = "many-ways.mancala";

#[test]
fn a_proof_without_time_says_what_is_open() {
    let told = printed(&["check", "krur", "--time", "1ms"]);
    assert!(told.starts_with("krur.mancala: ok, but not all of it is proved\n"), "{told}");
    assert!(told.contains("reading") && told.contains("the time was over; `--time` gives it more"), "{told}");
    let json = printed(&["check", "krur", "--time", "1ms", "--json"]);
    let open: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let open: Vec<&Value> = open.iter().filter(|record| record.get("unproved").is_some()).collect();
    assert!(!open.is_empty(), "{json}");
    for record in open {
        assert_eq!((&record["file"], &record["why"]), (&json!("krur.mancala"), &json!("the time was over")));
    }
    assert!(!printed(&["check", "krur"]).contains("not all of it"), "with time all of it is proved");
    let told = printed(&["situations", "krur", "--time", "1ms"]);
    assert!(told.contains("The time was over: from line"), "{told}");
    let record: Value =
        serde_json::from_str(&printed(&["situations", "krur", "--time", "1ms", "--json"])).expect("JSON");
    assert!(record["unfinished"]["line"].is_u64(), "{record}");
    let record: Value = serde_json::from_str(&printed(&["situations", "krur", "--json"])).expect("JSON");
    assert!(record["unfinished"].is_null(), "{record}");
    assert_eq!(run(&["check", "krur", "--time", "soon"]).status.code(), Some(2));
}

#[test]
fn players_keep_their_time_where_a_turn_has_many_ways() {
    for player in ["search:300ms", "mcts:300ms"] {
        let begun = Instant::now();
        let arguments = ["run", MANY_WAYS, "--players", player, "--plies", "1", "--json"];
        let output = program(FILES, &arguments).timeout(Duration::from_secs(120)).output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
        // what is listed before and after the search takes its time in a build that is not optimised
        assert!(begun.elapsed() < Duration::from_secs(crate::sized(110, 5)), "{player}: {:?}", begun.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_database_is_refused() {
    let place = folder("a_pipe_in_a_database");
    let path = place.to_str().expect("a path");
    let small = ["um-ed-dyar", "--set", "columns=2", "--set", "seeds=4", "--db", path];
    printed(&[&["solve"], &small[..]].concat());
    let layer = place.join("layer-00001.values");
    std::fs::remove_file(&layer).expect("removed");
    assert!(std::process::Command::new("mkfifo").arg(&layer).status().expect("mkfifo runs").success());
    let output = program(FILES, &[&["analyse"], &small[..]].concat()).output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("it is not a file"), "{told}");
}

/// Where a round is over before the turns that rules ask about are, each move that leads there has this value.
#[test]
fn a_value_is_known_as_often_as_it_is_asked_for() {
    let place = folder("a_value_asked_for_twice");
    let path = place.to_str().expect("a path");
    let small = ["khrour", "--db", path];
    printed(&[&["solve"], &small[..]].concat());
    let from = ["--from", "1 0 / 1 0; to move North; stores South 10, North 4", "--json"];
    let record: Value =
        serde_json::from_str(&printed(&[&["analyse"], &small[..], &from].concat())).expect("one line of JSON");
    let moves = record["moves"].as_array().expect("moves");
    assert!(!moves.is_empty() && moves.iter().all(|play| !play["value"].is_null()), "{record}");
}
