//! `check --sources`: what is documented, what is assumed, what is neither.

use serde_json::Value;

use super::{folder, pairs, printed, run, run_in, transcript, transcript_of};

#[test]
fn a_shipped_ruleset_and_a_file() {
    insta::assert_snapshot!(transcript(&["check", "--sources", "krur", "pairs.mancala"]));
}

#[test]
fn a_file_with_problems() {
    let folder = folder("sources_bad");
    std::fs::write(folder.join("bad.mancala"), pairs().replace("rows:    2", "rows:    20")).expect("written");
    std::fs::write(folder.join("good.mancala"), pairs()).expect("written");
    let arguments = ["check", "bad.mancala", "good.mancala", "--sources"];
    insta::assert_snapshot!(transcript_of(&arguments, &run_in(&folder, &arguments)));
}

#[test]
fn json() {
    let record: Value =
        serde_json::from_str(&printed(&["check", "pairs.mancala", "--sources", "--json"])).expect("JSON");
    assert_eq!((&record["file"], &record["documented"]), (&Value::from("pairs.mancala"), &Value::from(3)));
    let statements = record["statements"].as_array().expect("statements");
    let count = |name: &str| usize::try_from(record[name].as_u64().expect("a number")).expect("a small one");
    assert_eq!(count("documented") + count("assumed") + count("neither"), statements.len());
    let option = &record["options"][0];
    assert_eq!((&option["names"][0], &option["line"]), (&Value::from("empty-side"), &Value::from(11)));
    assert_eq!(option["readings"][1]["note"], "until the other cannot move");
    assert_eq!(option["readings"][1]["assumed"], "to have another reading");
    assert!(run(&["check", "pairs.mancala", "--sources"]).status.success());
}
