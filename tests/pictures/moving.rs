//! A move that moves.

use super::read;
use crate::cli::printed;

fn moving(arguments: &[&str]) -> String {
    printed(&[&["show"], arguments, &["--svg", "-", "--animate"]].concat())
}

/// What the seeds in the holes are at the end, from the last contents of each hole; the holes in the order in which they
/// are drawn.
fn last(text: &str) -> Vec<u32> {
    let document = read(text);
    let moving = document.descendants().find(|node| node.attribute("class") == Some("moving")).expect("a moving part");
    let cells = moving.children().find(roxmltree::Node::is_element).expect("cells");
    let ends_hidden = |class: &str| {
        let name = class.split(' ').nth(1).expect("a name");
        let rule = text.split(&format!("@keyframes {name}{{")).nth(1).expect("a rule");
        rule.split("}}").next().expect("an end").contains("100%{visibility:hidden")
    };
    let stays = |node: &roxmltree::Node<'_, '_>| {
        node.is_element() && node.attribute("class").is_none_or(|class| !ends_hidden(class))
    };
    let count = |cell: roxmltree::Node<'_, '_>| {
        cell.descendants().filter(|node| node.attribute("r") == Some("3.3")).count() as u32
    };
    cells.children().filter(stays).map(count).collect()
}

#[test]
fn it_ends_with_the_board_after_the_move() {
    let text = moving(&["krur", "--move", "c1"]);
    let after = printed(&["replay", "krur", "c1", "--json"]);
    let after: serde_json::Value = serde_json::from_str(after.lines().last().expect("a ply")).expect("JSON");
    let rows = after["rows"].as_array().expect("rows");
    let seeds =
        |row: usize| rows[row].as_array().expect("a row").iter().map(|seeds| seeds.as_u64().expect("a number") as u32);
    assert_eq!(last(&text), seeds(1).chain(seeds(0)).collect::<Vec<_>>(), "{text}");
}

/// Without motion the picture is that of the move that stands still.
#[test]
fn who_wants_no_motion_sees_the_arrows() {
    let text = moving(&["krur", "--move", "c1"]);
    let style = text.split("<style>").nth(2).and_then(|rest| rest.split("</style>").next()).expect("a style sheet");
    assert!(style.trim().starts_with("@media (prefers-reduced-motion:no-preference){"), "{style}");
    assert_eq!(text.matches("animation:").count(), style.matches("animation:").count());
    let document = read(&text);
    let class = |name: &str| document.descendants().find(|node| node.attribute("class") == Some(name)).expect("a part");
    assert_eq!(class("moving").attribute("visibility"), Some("hidden"));
    let still = class("still");
    assert_eq!(still.attribute("visibility"), None);
    assert_eq!(still.descendants().filter(|node| node.attribute("r") == Some("7")).count(), 8);
    // every animation has its rule
    for named in style.split("animation-name:").skip(1) {
        let name = named.split('}').next().expect("a name");
        assert!(style.contains(&format!("@keyframes {name}{{")), "{name}");
    }
}

#[test]
fn a_long_move_tells_what_it_leaves_out() {
    let position = "2 4 1 11 / 0 2 3 9; marks b2 South, d2 South; to move North";
    let text = moving(&["krur", "--from", position, "--move", "a2"]);
    assert!(text.contains(" moments are left out"), "{text}");
    assert!(!moving(&["krur", "--move", "c1"]).contains("left out"));
}
