//! The compiled tables as a person reads them.

use std::collections::BTreeSet;

use mancala_rules::rules::model::Rule;
use mancala_rules::ruleset::Ruleset;
use serde_json::Value;

use super::{line_in_words, printed, run, transcripts};

/// The longest line, in characters.
const WIDTH: usize = 100;

/// No shipped game needs more lines for one player.
const MOST_LINES: usize = 260;

fn tables(arguments: &[&str]) -> Value {
    let text = printed(&[&["tables"], arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).expect("JSON")
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn krur() {
    insta::assert_snapshot!(printed(&["tables", "krur"]));
}

#[test]
fn oware() {
    insta::assert_snapshot!(printed(&["tables", "oware", "--player", "north"]));
}

#[test]
fn bao() {
    insta::assert_snapshot!(printed(&["tables", "bao-la-kiswahili"]));
}

#[test]
fn seeds_on_the_way_and_several_players() {
    insta::assert_snapshot!(transcripts(&[&["tables", "toguz-kumalak"], &["tables", "um-laarais", "--player", "3"]]));
}

#[test]
fn players() {
    assert_eq!(printed(&["tables", "krur", "--player", "2"]), printed(&["tables", "krur", "--player", "North"]));
    let all = printed(&["tables", "krur", "--player", "all"]);
    assert!(all.contains("South's choices") && all.contains("North's choices"), "{all}");
    let third = printed(&["tables", "um-laarais", "--player", "player-3"]);
    assert!(third.contains("Player 3's choices"), "{third}");
    let output = run(&["tables", "krur", "--player", "west"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr));
}

#[test]
fn holes_along_the_track_are_named_as_the_rules_name_them() {
    let text = printed(&["tables", "tap-urdy"]);
    assert!(text.contains("if next is empty: ") && text.contains("capture 2 ahead, lift here"), "{text}");
    let letters = |line: &&str| line.trim_start().split_once(": ").is_some_and(|(letter, _)| letter.len() == 1);
    assert_eq!(text.lines().filter(letters).count(), 2, "{text}");
}

/// Every shipped ruleset, with its defaults and with every other reading alone.
fn readings() -> Vec<(&'static str, Vec<String>)> {
    let mut all = Vec::new();
    for (name, _) in crate::sampled() {
        all.push((name, Vec::new()));
        let ruleset = Ruleset::shipped(name).expect("a good one");
        for option in ruleset.options() {
            for reading in 2..=option.readings.len() {
                let set = option.names.iter().map(|name| format!("--set={name}=#{reading}"));
                all.push((name, set.collect()));
            }
        }
    }
    all
}

#[test]
fn every_reading_of_every_ruleset_is_shown() {
    for (name, settings) in readings() {
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let text = printed(&[&["tables", name], &settings[..]].concat());
        let wide = text.lines().find(|line| line.chars().count() > WIDTH);
        assert_eq!(wide, None, "{name} {settings:?}");
        let lines = text.lines().count();
        let most = if text.contains("a3 to") { MOST_LINES } else { 120 };
        assert!(lines <= most, "{name} {settings:?}: {lines} lines\n{text}");
        assert!(lines > 40, "{name} {settings:?}: {lines} lines\n{text}");
    }
}

#[test]
fn letters_of_grids_are_told() {
    for (name, settings) in readings() {
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let record = tables(&[&[name, "--player", "all"], &settings[..]].concat());
        for player in list(&record, "players") {
            for decisions in [&player["last_seed"], &player["each_seed"]].into_iter().filter(|list| !list.is_null()) {
                let told: BTreeSet<&str> =
                    list(decisions, "letters").iter().filter_map(|letter| letter["letter"].as_str()).collect();
                let rows = list(decisions, "grids").iter().flat_map(|grid| list(grid, "rows"));
                let used: BTreeSet<&str> = rows.clone().flat_map(|row| texts(&row["letters"])).collect();
                assert_eq!(told, used, "{name} {settings:?}");
                for grid in list(decisions, "grids") {
                    let holes: Vec<&str> = list(grid, "rows").iter().flat_map(|row| texts(&row["holes"])).collect();
                    let track = texts(&player["sowing"]["track"]);
                    assert_eq!(
                        holes.iter().collect::<BTreeSet<_>>(),
                        track.iter().collect::<BTreeSet<_>>(),
                        "{name} {settings:?}"
                    );
                    assert_eq!(holes.len(), track.len());
                }
            }
        }
    }
}

/// Whether a number is one of those of a column.
fn is_in(number: i64, column: &str) -> bool {
    let parity = |numbers: &str, rest: i64| {
        let from = numbers.trim_end_matches('+').parse::<i64>().expect("a number");
        number >= from && number % 2 == rest
    };
    match column.split_once([' ', '-']) {
        _ if column == "any" => true,
        Some(("even", from)) => parity(from, 0),
        Some(("odd", from)) => parity(from, 1),
        Some((from, to)) => (from.parse().expect("a number")..=to.parse().expect("a number")).contains(&number),
        None => match column.strip_suffix('+') {
            Some(from) => number >= from.parse().expect("a number"),
            None => number == column.parse::<i64>().expect("a number"),
        },
    }
}

/// The lines of the rules that may apply in a hole where the last seed made so many, whatever else is told apart.
fn lines_of(decisions: &Value, hole: &str, made: i64) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for grid in list(decisions, "grids") {
        let makes = texts(&grid["makes"]);
        let columns: Vec<usize> = (0..makes.len()).filter(|column| is_in(made, makes[*column])).collect();
        assert_eq!(columns.len(), 1, "{made} in {makes:?}");
        let row = list(grid, "rows").iter().find(|row| texts(&row["holes"]).contains(&hole)).expect("a row");
        let letter = &row["letters"][columns[0]];
        let told = list(decisions, "letters").iter().find(|told| told["letter"] == *letter);
        lines.extend(told.into_iter().flat_map(|told| list(told, "branches")).map(line_in_words));
    }
    lines
}

/// What the narrator tells of a game agrees with what the tables show.
#[test]
fn the_narrator_does_what_is_shown() {
    let mut compared = 0;
    for (name, _) in crate::sampled() {
        let shown = tables(&[name, "--player", "all"]);
        let told = printed(&["run", name, "--seed", "3", "--plies", "24", "--trace", "--json"]);
        let ruleset = Ruleset::shipped(name).expect("without problems");
        let rules = ruleset.rules().expect("rules");
        let line_of = |rule: &Rule| ruleset.source.line(rule.span.start).in_words();
        let last_seed: BTreeSet<String> = rules.last_seed.iter().map(line_of).collect();
        for ply in told.lines() {
            let ply: Value = serde_json::from_str(ply).expect("JSON");
            let Some(by) = ply["by"].as_u64() else { continue };
            let decisions = &shown["players"][by as usize]["last_seed"];
            let mut fell = None;
            for line in texts(&ply["told"]) {
                if let Some((_, last)) = line.split_once("; the last falls in ") {
                    let (hole, made) = last.split_once(", which makes ").expect("a number");
                    fell = Some((hole.to_owned(), made.parse::<i64>().expect("a number")));
                } else if let Some((_, line)) = line.strip_suffix(')').and_then(|line| line.rsplit_once(" ("))
                    && last_seed.contains(line)
                    && let Some((hole, made)) = fell.take()
                {
                    let lines = lines_of(decisions, &hole, made);
                    assert!(lines.contains(line), "{name}: {line} in {hole} that makes {made}: {lines:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > crate::sized(50, 500), "{compared} laps compared");
}

#[test]
fn a_line_of_another_game_names_it() {
    let shown = tables(&["cross-kalah"]);
    let player = &shown["players"][0];
    assert_eq!(player["moves"][0].get("like"), None, "its own section");
    let branches = list(&player["last_seed"], "letters").iter().flat_map(|letter| list(letter, "branches"));
    let rules = list(player, "before_turn").iter().chain(list(&player["moves"][0], "begin")).chain(branches);
    for rule in rules {
        assert_eq!(rule["like"], "kalah", "{rule}");
    }
    let text = printed(&["tables", "cross-kalah"]);
    let first = &list(player, "before_turn")[0];
    assert!(text.contains(&format!("  {}: ", line_in_words(first))), "{text}");
}

/// The first laps of first moves end where the grid of last seeds says.
#[test]
fn last_seeds_fall_as_shown() {
    for name in ["krur", "oware", "kalah", "hus", "o-an-quan", "congkak", "toguz-kumalak"] {
        let shown = tables(&[name]);
        let lasts = list(&shown["players"][0]["sowing"], "lasts");
        let start: Value = serde_json::from_str(&printed(&["replay", name, "--json"])).expect("JSON");
        for play in texts(&start["legal"]) {
            let told = printed(&["replay", name, play, "--trace"]);
            let lap = told.lines().find_map(|line| line.trim_start().strip_prefix("lap 1: sows ")).expect("a lap");
            let words: Vec<&str> = lap.split([' ', ';', ',']).collect();
            let ([count, _, way, "after", from], Some((_, last))) = (&words[..5], lap.split_once("falls in ")) else {
                continue;
            };
            let row = lasts.iter().find(|row| row["direction"] == *way && row["from"] == *from).expect("a row");
            let count: usize = count.parse().expect("a number");
            assert_eq!(row["last"][count - 1], last.split(',').next().expect("a hole"), "{name} {play}: {lap}");
        }
    }
}

#[test]
fn the_record_has_the_fields_that_are_documented() {
    let record = tables(&["bao-la-kiswahili", "--player", "all"]);
    let documented = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md")).expect("the page");
    let section = documented.split("\n## ").find(|section| section.starts_with("`tables`")).expect("a section");
    let mut open = vec![&record];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    assert!(section.contains(&format!("`{name}`")), "`{name}` is not documented");
                    open.push(value);
                }
            }
            Value::Array(values) => open.extend(values),
            _ => {}
        }
    }
}

/// A track of its own for clockwise sowing, and where last seeds fall on it.
#[test]
fn both_tracks_are_shown() {
    let katro = ["katro", "--set=direction=#2"];
    let record = tables(&katro);
    let sowing = &list(&record, "players")[0]["sowing"];
    let (track, clockwise) = (texts(&sowing["track"]), texts(&sowing["clockwise_track"]));
    assert_eq!((track[..3].join(" "), clockwise[..3].join(" ")), ("a1 b1 c1".to_owned(), "f1 e1 d1".to_owned()));
    let lasts = |way: &str| {
        let mut rows = list(sowing, "lasts").iter();
        let row = rows.find(|row| row["direction"] == way && row["from"] == "b1").expect("b1");
        texts(&row["last"])[..4].join(" ")
    };
    assert_eq!((lasts("counterclockwise"), lasts("clockwise")), ("c1 d1 e1 f1".to_owned(), "a1 a2 b2 c2".to_owned()));
    let text = printed(&[&["tables"], &katro[..]].concat());
    assert!(text.contains("clockwise: f1 to a1, a2 to f2, f3 to a3"), "{text}");
    assert!(!text.contains("the same backwards"), "{text}");
    let record = tables(&["katro-gorobaka"]);
    assert_eq!(texts(&list(&record, "players")[0]["sowing"]["clockwise_track"]), Vec::<&str>::new());
}
