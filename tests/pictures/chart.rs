//! A turn as a flow chart: nothing overlaps, every text stands inside its box, every sentence is there.

use mancala_tools::checks::Checks;
use std::sync::LazyLock;

use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_tools::picture::{Theme, flow_chart};

use super::{Area, Pair, area, crosses, pieces, points, read, text_area};

/// The chart of a shipped game.
fn chart(name: &str) -> String {
    let ruleset = Ruleset::shipped(name).expect("well");
    let rules = ruleset.rules().expect("rules");
    flow_chart(&ruleset.account(&rules), &rules, Theme::Light, true)
}

/// The charts of all shipped games.
static ALL: LazyLock<Vec<(&str, String)>> =
    LazyLock::new(|| shipped_texts().map(|(name, _)| (name, chart(name))).collect());

fn boxes<'a, 'i>(document: &'a roxmltree::Document<'i>) -> Vec<(roxmltree::Node<'a, 'i>, Area)> {
    let groups = document.descendants().filter(|node| node.attribute("class") == Some("box"));
    let outline = |group: roxmltree::Node<'a, 'i>| {
        let shape = group.descendants().find(|node| ["rect", "polygon"].contains(&node.tag_name().name()));
        (group, area(&shape.expect("an outline")))
    };
    groups.map(outline).collect()
}

fn texts<'a, 'i>(node: roxmltree::Node<'a, 'i>) -> impl Iterator<Item = roxmltree::Node<'a, 'i>> {
    node.descendants().filter(|node| node.has_tag_name("text"))
}

#[test]
fn boxes_do_not_overlap_and_hold_their_texts() {
    for (name, text) in ALL.iter() {
        let document = read(text);
        let boxes = boxes(&document);
        assert!(boxes.len() > 8, "{name}");
        for (at, (group, area)) in boxes.iter().enumerate() {
            for (_, other) in &boxes[at + 1..] {
                assert!(!area.grown(2.0).meets(other), "{name}: {area:?} and {other:?} overlap");
            }
            let lines: Vec<Area> = texts(*group).map(|line| text_area(&line)).collect();
            assert!(!lines.is_empty(), "{name}: an empty box");
            for (at, line) in lines.iter().enumerate() {
                assert!(area.grown(-3.0).holds(line), "{name}: {line:?} in {area:?}: {group:?}");
                assert!(lines[at + 1..].iter().all(|other| !line.meets(other)), "{name}: lines overlap in {area:?}");
            }
        }
    }
}

#[test]
fn arrows_go_around_boxes_and_words_stand_free() {
    for (name, text) in ALL.iter() {
        let document = read(text);
        let boxes = boxes(&document);
        for line in document.descendants().filter(|node| node.has_tag_name("path")) {
            let corners = points(line.attribute("d").expect("a way"));
            for piece in pieces(&corners) {
                let (one, two): (Pair, Pair) = piece;
                assert!((one.0 - two.0).abs() < 0.01 || (one.1 - two.1).abs() < 0.01, "{name}: slanting {piece:?}");
                let through = boxes.iter().find(|(_, area)| crosses(piece, &area.grown(-1.0)));
                assert!(through.is_none(), "{name}: {piece:?} goes through {through:?}");
            }
        }
        let words = document.descendants().filter(|node| node.attribute("class") == Some("word"));
        let words: Vec<Area> = words.map(|word| text_area(&word)).collect();
        for (at, word) in words.iter().enumerate() {
            let hidden =
                boxes.iter().any(|(_, area)| area.meets(word)) || words[at + 1..].iter().any(|other| other.meets(word));
            assert!(!hidden, "{name}: {word:?}");
        }
    }
}

#[test]
fn all_of_a_chart_can_be_seen() {
    for (name, text) in ALL.iter() {
        let document = read(text);
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let sizes: Vec<f64> =
            root.attribute("viewBox").expect("a view").split(' ').map(|part| part.parse().expect("a number")).collect();
        let whole = Area(0.0, 0.0, sizes[2], sizes[3]);
        let mut below: Vec<Area> = Vec::new();
        for line in texts(root) {
            let area = text_area(&line);
            assert!(whole.holds(&area), "{name}: {area:?} in {whole:?}: {line:?}");
            if line.ancestors().all(|above| above.attribute("class") != Some("box")) {
                assert!(below.iter().all(|other| !other.meets(&area)), "{name}: {line:?} covers another text");
                below.push(area);
            }
        }
        let shapes = root.descendants().filter(|node| node.has_tag_name("polygon") || node.has_tag_name("rect"));
        for shape in shapes {
            assert!(whole.holds(&area(&shape)), "{name}: {shape:?}");
        }
    }
}

#[test]
fn every_sentence_about_a_turn_is_in_its_chart() {
    for (name, text) in ALL.iter() {
        let ruleset = Ruleset::shipped(name).expect("well");
        let account = ruleset.account(&ruleset.rules().expect("rules"));
        let document = read(text);
        let shown: Vec<String> = boxes(&document)
            .iter()
            .map(|(group, _)| texts(*group).filter_map(|line| line.text()).map(str::trim).collect::<Vec<_>>().join(" "))
            .collect();
        let not_of_a_turn = ["Board", "Match", "What never happens", "Left out", "For each player after refilling"];
        let of_a_turn = account
            .sentences
            .iter()
            .filter(|sentence| sentence.section != account.name && !not_of_a_turn.contains(&sentence.section.as_str()));
        for sentence in of_a_turn {
            let found: Vec<&String> = shown.iter().filter(|shown| shown.starts_with(&sentence.text)).collect();
            assert!(!found.is_empty(), "{name}: `{}` in {}", sentence.text, sentence.section);
            let ground = match sentence.ground() {
                Some("similar") => "from a similar game",
                Some("convention") => "assumed of every game",
                Some("none") => "the file does not say",
                Some(ground) => ground,
                None => continue,
            };
            // two sections may say the same on different grounds
            let told = found.iter().any(|found| found[sentence.text.len()..].trim().starts_with(ground));
            assert!(told, "{name}: {ground}: {found:?}");
        }
    }
}

/// Where play goes on from the rules of Krur, and what other readings change.
#[test]
fn outcomes_and_readings() {
    let ruleset = Ruleset::shipped("krur").expect("well");
    let rules = ruleset.rules().expect("rules");
    let flow = ruleset.account(&rules).flow(&rules);
    let told: Vec<String> = flow
        .stages
        .iter()
        .flat_map(|stage| {
            let added = (!stage.readings.is_empty()).then(|| format!("  also under {}", stage.readings.join(" or ")));
            let steps = stage.steps.iter().map(|step| {
                let exit = step.exit.map_or(String::new(), |exit| format!(" -> {exit:?}"));
                let asks = if step.decides { "?" } else { "" };
                let readings =
                    if step.readings.is_empty() { String::new() } else { format!(" ({})", step.readings.join(" or ")) };
                format!("  {}{asks}{exit}{readings}", step.text)
            });
            [format!("{:?}", stage.at)].into_iter().chain(added).chain(steps).collect::<Vec<_>>()
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}
