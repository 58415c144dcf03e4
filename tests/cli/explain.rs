//! `explain` in Markdown, and what it tells of differences.

use serde_json::Value;

use super::{folder, pairs, printed, program, run, transcript, transcript_of, transcripts};

#[test]
fn markdown() {
    insta::assert_snapshot!(printed(&["explain", "cross-wari", "--markdown"]));
}

#[test]
fn another_reading_is_told_and_the_first_is_open() {
    insta::assert_snapshot!(transcript(&[
        "explain",
        "pairs.mancala",
        "--set",
        "empty-side=a-pass",
        "--set",
        "seeds=3"
    ]));
}

#[test]
fn games_that_differ() {
    insta::assert_snapshot!(transcripts(&[&["explain", "krur", "--diff", "buqruru"]]));
}

#[test]
fn readings_that_differ() {
    insta::assert_snapshot!(transcripts(&[
        &["explain", "krur", "--diff", "krur", "--diff-set", "no-move=the-end"],
        &["explain", "krur", "--set", "no-move=the-end", "--diff", "krur"],
        &[
            "explain",
            "oware",
            "--diff",
            "oware",
            "--diff-set",
            "grand-slam=allowed",
            "--diff-set",
            "repeated-position=#2"
        ],
        &["explain", "krur", "--diff", "krur"],
    ]));
}

#[test]
fn files_of_the_same_name_differ() {
    let folder = folder("explain_files");
    std::fs::write(folder.join("one.mancala"), pairs()).expect("written");
    let rule = "  when repeated position -> game over\n";
    let moved =
        pairs().replace(rule, "").replace("  otherwise              -> play", &format!("{rule}  otherwise -> play"));
    std::fs::write(folder.join("two.mancala"), moved).expect("written");
    let arguments = ["explain", "one.mancala", "--diff", "two.mancala"];
    let output = program(&folder, &arguments).output().expect("the program runs");
    insta::assert_snapshot!(transcript_of(&arguments, &output));
}

#[test]
fn wrong_use() {
    insta::assert_snapshot!(transcripts(&[
        &["explain", "krur", "--diff", "nothing"],
        &["explain", "krur", "--diff-set", "no-move=the-end"],
        &["explain", "krur", "--diff", "buqruru", "--diff-set", "colour=red"],
        &["explain", "krur", "--markdown", "--json"],
    ]));
}

#[test]
fn json_has_readings_with_their_changes() {
    let text = printed(&["explain", "krur", "--json"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let open: Vec<&Value> = lines.iter().filter(|line| line["section"] == "Open").collect();
    let reading = open.iter().find(|line| line["values"][0] == "the end").expect("the reading");
    assert_eq!((&reading["names"][0], &reading["in_force"]), (&Value::from("no-move"), &Value::from(false)));
    let changes = reading["changes"].as_array().expect("changes");
    assert!(changes.iter().all(|change| change["section"] == "When a player is to move"));
    let [change] = changes.as_slice() else { panic!("{changes:?}") };
    assert_eq!(change["here"]["text"], "If the mover has no legal move, he passes.");
    assert_eq!(change["there"]["text"], "If the mover has no legal move, the round is over.");
    assert_eq!(change["there"]["sources"][0]["source"], "mg");
    // where each player captures what lies on his side
    let reading = open.iter().find(|line| line["values"][0] == "owner's").expect("the reading");
    let changes = reading["changes"].as_array().expect("changes");
    let new = |change: &&Value| change["here"].is_null() && change["section"] == "When a player is to move";
    assert_eq!(changes.iter().find(new).expect("a new rule")["there"]["ground"], "assumed");
    let stated =
        |section: &str| lines.iter().filter(|line| line["section"] == section).all(|line| line["stated"] == true);
    assert!(stated("Open") && stated("When the last seed has fallen") && !stated("Sowing"));
}

#[test]
fn json_of_a_comparison() {
    let text = printed(&["explain", "krur", "--diff", "krur", "--diff-set", "start-hole=skipped", "--json"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let texts = |side: &str| -> Vec<&Value> { lines.iter().map(|line| &line[side]["text"]).collect() };
    assert!(lines.iter().all(|line| line["section"] == "Sowing" && line["moved"].is_null()), "{text}");
    assert_eq!(
        texts("here"),
        [
            "Holes marked by the opponent are passed over.",
            "The hole just emptied is sown too when the sowing comes round to it."
        ]
    );
    assert_eq!(
        texts("there"),
        [
            &Value::from("The hole where the lap began and the holes marked by the opponent are passed over."),
            &Value::Null
        ]
    );
    assert!(run(&["explain", "krur", "--diff", "krur", "--json"]).stdout.is_empty());
}
