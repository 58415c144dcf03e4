//! `mancala situations`: which rule decides which situation.

use serde_json::Value;

use super::printed;

#[test]
fn every_rule_of_krur_is_shown() {
    insta::assert_snapshot!(printed(&["situations", "krur"]));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn bao_has_rows_and_marks() {
    let text = printed(&["situations", "bao-la-kiswahili"]);
    let grid: Vec<&str> = text.lines().skip_while(|line| !line.contains("own side")).take(5).collect();
    insta::assert_snapshot!(grid.join("\n"));
}

#[test]
fn json_holds_the_same() {
    let record: Value = serde_json::from_str(&printed(&["situations", "oware", "--json"])).expect("JSON");
    let lists = record["lists"].as_array().expect("lists");
    let last = lists.iter().find(|list| list["list"] == "last seed").expect("last seed");
    assert_eq!(last["rules"][0]["applies"], "shown");
    assert!(last["rules"][0]["situation"]["said"].as_str().expect("said").contains("the last seed falls in"));
    assert_eq!(last["overlaps"][0]["first"], last["rules"][0]["line"]);
    let hit = last["decides"]
        .as_array()
        .expect("cells")
        .iter()
        .find(|cell| cell["makes"] == serde_json::json!([2, 3]) && cell["falls"] == "opponent's side");
    assert_eq!(hit.expect("a cell")["lines"].as_array().expect("lines").len(), 2);
}
