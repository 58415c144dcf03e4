//! Machine players, analysis and saved games through the built program.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{folder, printed, run_in, transcript, transcript_of, transcripts};

/// Runs a check of snapshots in which the times are always the same.
fn without_times(check: impl FnOnce()) {
    insta::with_settings!({filters => vec![
        (r"in \d+\.\d+ seconds, \d+ plies a second", "in [time]"),
        (r" \d+\.\d{3}  ", " [time]  "),
        (r#""seconds":[\d.]+"#, r#""seconds":"[time]""#),
        (r#""plies_per_second":\d+"#, r#""plies_per_second":"[time]""#),
        (r"(?m)^time,,(.*),,,[\d.]+,,$", "time,,$1,,,[time],,"),
    ]}, { check() });
}

#[test]
fn words_that_name_no_player() {
    insta::assert_snapshot!(transcripts(&[
        &["run", "krur", "--players", "serach:2s"],
        &["run", "krur", "--players", "search:"],
        &["run", "krur", "--players", "search:d0"],
        &["run", "krur", "--players", "search:d201"],
        &["run", "krur", "--players", "search:5 h"],
        &["run", "krur", "--players", "mcts:0"],
        &["run", "krur", "--players", "mcts:many"],
        &["run", "krur", "--players", "greedy:3"],
        &["run", "krur", "--players", ""],
        &["simulate", "krur", "--players", "greedy,first,random"],
        &["simulate", "krur", "--opening", "3"],
        &["analyse", "krur", "--player", "greedy"],
        &["analyse", "krur", "--player", "mcts", "--depth", "3"],
        &["analyse", "krur", "--time", "soon"],
        &["analyse", "krur", "--depth", "0"],
        &["analyse", "krur", "--from", "0 0 0 0 / 0 0 0 0"],
    ]));
}

#[test]
fn machines_play_games_and_matches() {
    insta::assert_snapshot!(transcripts(&[
        &["run", "pairs.mancala", "--players", "search:d4,greedy", "--seed", "3", "--plies", "3"],
        &["run", "kalah", "--players", "search:2000,mcts:50", "--games", "3"],
        &["run", "um-laarais", "--players", "search:300,mcts:20,greedy", "--games", "2"],
        &["run", "buqruru", "--players", "greedy,search:100", "--match", "--games", "2", "--rounds", "4"],
    ]));
}

#[test]
fn players_are_counted_against_each_other() {
    without_times(|| {
        insta::assert_snapshot!(transcripts(&[
            &["simulate", "kalah", "--players", "greedy,random", "--games", "40", "--opening", "2"],
            &["simulate", "kalah", "--players", "greedy,random", "--games", "40", "--opening", "2", "--json"],
            &["simulate", "kalah", "--players", "greedy,random", "--games", "40", "--opening", "2", "--csv"],
            &["simulate", "um-laarais", "--players", "greedy,random,random", "--games", "12"],
            &["simulate", "hus", "--players", "greedy,random", "--games", "4", "--plies", "20"],
        ]));
    });
}

#[test]
fn players_play_whole_matches_against_each_other() {
    let played = ["simulate", "bechi", "--match", "--players", "greedy,random", "--games", "3", "--rounds", "6"];
    without_times(|| {
        let with = |more: &[&'static str]| transcript(&[&played[..], more].concat());
        insta::assert_snapshot!([with(&[]), with(&["--json"]), with(&["--csv"])].join("\n"));
    });
    // on any number of threads the same
    let on = |threads| {
        let text = printed(&[&played[..], &["--json", "--threads", threads]].concat());
        let mut counted: Value = serde_json::from_str(&text).expect("JSON");
        for time in ["seconds", "plies_per_second"] {
            counted.as_object_mut().and_then(|counted| counted.remove(time)).expect("a time");
        }
        counted
    };
    assert_eq!(on("1"), on("3"));
}

#[test]
fn matches_of_players_are_those_of_run() {
    // players without chance play one match, whoever sits where; in the second one they have changed seats
    for game in ["krur", "giuthi"] {
        let text = printed(&["run", game, "--match", "--players", "first", "--rounds", "12", "--json"]);
        let ended: Value = serde_json::from_str(text.lines().last().expect("an end")).expect("JSON");
        let played = ["simulate", game, "--match", "--players", "first", "--rounds", "12", "--games", "2", "--json"];
        let counted: Value = serde_json::from_str(&printed(&played)).expect("JSON");
        let ended = &ended["match"];
        assert_eq!(counted["rounds"]["min"], ended["rounds"], "{game}");
        assert_eq!(counted["rounds"]["max"], ended["rounds"], "{game}");
        let winners = ended["winners"].as_array().expect("winners");
        assert_eq!(counted["cut"], json!(if winners.is_empty() { 2 } else { 0 }), "{game}");
        let won = |seat: u64| if *winners == [json!(seat)] { 2 } else { 0 };
        assert_eq!(counted["seats"], json!([won(0), won(1)]), "{game}");
        if let [_] = winners.as_slice() {
            let owned: f64 = ended["owned"].as_array().expect("owned").iter().filter_map(Value::as_f64).sum();
            for player in counted["players"].as_array().expect("players") {
                assert_eq!((&player["won"], &player["lost"]), (&json!(1), &json!(1)), "{game}");
                assert_eq!(player["owned"], json!(owned / 2.0), "{game}");
            }
        }
    }
}

#[test]
fn positions_are_analysed() {
    without_times(|| {
        insta::assert_snapshot!(transcripts(&[
            &["analyse", "kalah", "--depth", "4"],
            &["analyse", "kalah", "--depth", "2", "--lines", "1", "--json"],
            &["analyse", "krur", "--depth", "3", "--lines", "2", "--set", "no-move=the-end"],
            &["analyse", "tchoukaillon", "--player", "search", "--lines", "1"],
            &["analyse", "kalah", "--from", "0 0 0 0 0 1 / 0 0 0 0 1 1; stores South 30, North 39"],
            &["analyse", "um-laarais", "--depth", "2", "--lines", "1"],
            &["analyse", "kalah", "--player", "mcts:256"],
            &["analyse", "kalah", "--player", "mcts:100", "--json"],
            &["analyse", "krur", "--player", "search:500", "--lines", "1"],
        ]));
    });
}

#[test]
fn an_analysis_ends_with_its_time() {
    let began = Instant::now();
    let text = printed(&["analyse", "bao-la-kiswahili", "--time", "300ms", "--json"]);
    assert!(began.elapsed() < Duration::from_secs(30));
    let depths: Vec<u64> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["depth"].as_u64().expect("a depth"))
        .collect();
    assert!(depths.iter().copied().eq(1..=depths.len() as u64), "{depths:?}");
}

/// Runs a check of snapshots that do not depend on what exactly stands in rule files.
fn with_any_fingerprint(check: impl FnOnce()) {
    insta::with_settings!({filters => vec![
        (r"\b[0-9a-f]{64}\b", "[fingerprint]"),
        (r"\b[0-9a-f]{12}\.\.", "[fingerprint].."),
    ]}, { check() });
}

/// What was typed in a folder and what came of it.
fn said(folder: &std::path::Path, arguments: &[&str]) -> String {
    super::transcript_of(arguments, &run_in(folder, arguments))
}

#[test]
fn a_game_is_saved_and_replayed() {
    let folder = folder("saved-games");
    let path = folder.as_path();
    let run = |arguments: &[&str]| {
        let output = run_in(path, arguments);
        assert!(output.status.success(), "{}", said(path, arguments));
        String::from_utf8(output.stdout).expect("text")
    };
    let played = run(&["run", "krur", "--players", "greedy,random", "--seed", "2", "--save", "game.txt"]);
    let replayed = run(&["replay", "--transcript", "game.txt"]);
    // but for the seed in the first line
    assert_eq!(played.split_once('\n').map(|(_, rest)| rest), replayed.split_once('\n').map(|(_, rest)| rest));
    let text = std::fs::read_to_string(path.join("game.txt")).expect("saved");
    with_any_fingerprint(|| insta::assert_snapshot!(text));
    std::fs::write(path.join("marked.txt"), format!("\u{feff}{text}")).expect("written");
    assert_eq!(run(&["replay", "--transcript", "marked.txt"]), replayed);
    let matched = run(&["run", "buqruru", "--match", "--rounds", "3", "--save", "match.txt"]);
    let replayed = run(&["replay", "--transcript", "match.txt"]);
    assert_eq!(matched.split_once('\n').map(|(_, rest)| rest), replayed.split_once('\n').map(|(_, rest)| rest));
    let text = std::fs::read_to_string(path.join("match.txt")).expect("saved");
    assert!(text.contains("match: at most 3 rounds\n") && text.contains("\nround 2\n1. "), "{text}");
    // a position, a reading, three players
    let from = "0 2 4 1 / 4 4 0 1; to move North; marks c2 South";
    run(&["run", "krur", "--from", from, "--set", "no-move=the-end", "--save", "from.txt"]);
    let text = std::fs::read_to_string(path.join("from.txt")).expect("saved");
    assert!(text.contains(&format!("from: {from}\n")) && text.contains("set: no-move=the-end\n"), "{text}");
    run(&["replay", "--transcript", "from.txt", "--trace"]);
    run(&["run", "um-laarais", "--players", "greedy", "--save", "three.txt"]);
    run(&["replay", "--transcript", "three.txt", "--json"]);
}

#[test]
fn saved_games_that_are_not_replayed() {
    let folder = folder("bad-saved-games");
    let path = folder.as_path();
    assert!(run_in(path, &["run", "krur", "--plies", "6", "--seed", "2", "--save", "game.txt"]).status.success());
    let text = std::fs::read_to_string(path.join("game.txt")).expect("saved");
    let write = |name: &str, text: &str| std::fs::write(path.join(name), text).expect("written");
    let fingerprint = text.lines().find(|line| line.starts_with("fingerprint")).expect("a fingerprint").to_owned();
    write("cut.txt", text.trim_end());
    write("changed.txt", &text.replace(&fingerprint, "fingerprint: 0123456789abcdef"));
    write("illegal.txt", &text.replace("\n2. North ", "\n2. North e"));
    write("other.txt", &text.replace("\n2. North ", "\n2. South "));
    write("missing.txt", &text.replace("\n2. ", "\n3. "));
    write("word.txt", &text.replace("\nrules: ", "\nruels: "));
    write("head.txt", &text.replace("\ngame: Krur", ""));
    write("name.txt", &text.replace("\nrules: krur", "\nrules: kruur"));
    write("newer.txt", &text.replace("transcript 1", "transcript 2"));
    write("note.txt", "a note\n");
    write("empty.txt", "");
    std::fs::write(path.join("bytes.txt"), b"mancala transcript 1\n\xff\n").expect("written");
    let told: Vec<String> = [
        &["run", "krur", "--save", "game.txt"][..],
        &["run", "krur", "--games", "2", "--save", "two.txt"],
        &["run", "krur", "--save", "nowhere/game.txt"],
        &["replay"],
        &["replay", "--transcript", "nothing.txt"],
        &["replay", "--transcript", "."],
        &["replay", "--transcript", "game.txt", "--match"],
        &["replay", "oware", "--transcript", "game.txt"],
        &["replay", "--transcript", "changed.txt"],
        &["replay", "--transcript", "illegal.txt"],
        &["replay", "--transcript", "other.txt"],
        &["replay", "--transcript", "missing.txt"],
        &["replay", "--transcript", "word.txt"],
        &["replay", "--transcript", "head.txt"],
        &["replay", "--transcript", "name.txt"],
        &["replay", "--transcript", "newer.txt"],
        &["replay", "--transcript", "note.txt"],
        &["replay", "--transcript", "empty.txt"],
        &["replay", "--transcript", "bytes.txt"],
    ]
    .iter()
    .map(|arguments| said(path, arguments))
    .collect();
    with_any_fingerprint(|| insta::assert_snapshot!(told.join("\n")));
    // what was not written to its end is left out, and said to be
    let output = run_in(path, &["replay", "--transcript", "cut.txt"]);
    let note = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success() && note.starts_with("note: line "), "{note}");
    assert!(run_in(path, &["replay", "--transcript", "changed.txt", "--changed"]).status.success());
}

/// A saved game of Krur in which something is changed, and what `replay` says of it.
fn replayed_with(place: &std::path::Path, change: impl Fn(&str) -> String) -> String {
    let text = std::fs::read_to_string(place.join("whole.game")).expect("it was saved");
    std::fs::write(place.join("changed.game"), change(&text)).expect("written");
    let arguments = ["replay", "--transcript", "changed.game"];
    let output = run_in(place, &arguments);
    transcript_of(&arguments, &output)
}

#[test]
fn a_result_and_readings_are_compared_with_what_is_replayed() {
    let place = folder("replay-compares");
    let arguments =
        ["run", "krur", "--set", "no-move=the-end", "--seed", "3", "--players", "greedy", "--save", "whole.game"];
    assert!(run_in(&place, &arguments).status.success());
    assert!(replayed_with(&place, str::to_owned).ends_with("[exit code 0]\n"));
    let text = replayed_with(&place, |text| {
        let (plies, result) = text.rsplit_once("result: ").expect("a result");
        format!("{plies}result: {}", result.replace(" wins, ", " wins, 9"))
    });
    assert!(text.contains("the result is recorded as `") && text.contains("`, but it is: "), "{text}");
    assert!(text.ends_with("[exit code 2]\n"), "{text}");
    // a line that was deleted
    let text = replayed_with(&place, |text| text.replace("set: no-move=the-end\n", ""));
    assert!(text.contains("the game was played with `no-move=the end`, which is not in force"), "{text}");
    let text = replayed_with(&place, |text| {
        let last = text.lines().rev().nth(1).expect("a ply").to_owned();
        text.replace(&format!("{last}\n"), "")
    });
    assert!(text.contains("but the game is not over here"), "{text}");
    // a match has results of rounds and one of its own
    let place = folder("replay-compares-matches");
    let arguments =
        ["run", "krur", "--match", "--rounds", "3", "--seed", "3", "--players", "greedy", "--save", "whole.game"];
    assert!(run_in(&place, &arguments).status.success());
    assert!(replayed_with(&place, str::to_owned).ends_with("[exit code 0]\n"));
    let text = replayed_with(&place, |text| text.replace(" wins the match after ", " wins the match after 9"));
    assert!(text.contains("but it is: "), "{text}");
}

#[test]
fn a_small_number_is_told_what_it_means() {
    let text = transcript(&["run", "krur", "--players", "search:2,mcts:5", "--plies", "1", "--games", "2"]);
    assert!(
        text.contains("note: `search:2` looks at 2 positions for each move; `search:2s` takes 2 seconds"),
        "{text}"
    );
    assert!(text.contains("note: `mcts:5` plays 5 random games for each move"), "{text}");
    assert!(!transcript(&["run", "krur", "--players", "search:5000", "--plies", "1"]).contains("note: "));
}
