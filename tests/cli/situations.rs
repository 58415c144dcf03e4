//! `mancala situations`: which rule decides which situation.

use serde_json::Value;

use super::{line_in_words, printed};

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
    assert_eq!(last["overlaps"][0]["first"]["line"], last["rules"][0]["line"]);
    let hit = last["decides"]
        .as_array()
        .expect("cells")
        .iter()
        .find(|cell| cell["makes"] == serde_json::json!([2, 3]) && cell["falls"] == "opponent's side");
    assert_eq!(hit.expect("a cell")["lines"].as_array().expect("lines").len(), 2);
}

#[test]
fn a_line_of_another_game_names_it() {
    let record: Value = serde_json::from_str(&printed(&["situations", "cross-wari", "--json"])).expect("JSON");
    let text = printed(&["situations", "cross-wari"]);
    let last = record["lists"].as_array().expect("lists").iter().find(|list| list["list"] == "last seed");
    let last = last.expect("last seed");
    for rule in last["rules"].as_array().expect("rules") {
        assert_eq!(rule["like"], "oware", "{rule}");
        assert!(text.contains(&format!("  {}: ", line_in_words(rule))), "{text}");
    }
    let overlap = &last["overlaps"][0];
    assert_eq!([&overlap["first"]["like"], &overlap["second"]["like"]], ["oware"; 2], "{overlap}");
    assert_eq!(last["decides"][0]["lines"][0]["like"], "oware", "{last}");
}
