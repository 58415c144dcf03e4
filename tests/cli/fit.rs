//! `mancala fit`.

use std::fs;

use serde_json::Value;

use super::{folder, printed, run_in, transcript_of};

/// Commands typed one after the other in a folder with these files.
fn typed(test: &str, files: &[(&str, &str)], commands: &[&[&str]]) -> String {
    let folder = folder(test);
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
    let told = commands.iter().map(|arguments| transcript_of(arguments, &run_in(&folder, arguments)));
    told.collect::<Vec<_>>().join("\n")
}

/// A game with diagrams, and a move that is not told.
const GAME: &str = "\
example \"a first game\" {
  play:  d1
  board: North 1 9 9 0
         South 1 8 0 4
  play:  a2, unknown, a2
  board: North 1 14 0 5
         South 0 6 5 1
}
";

#[test]
fn a_game_with_gaps_refutes_and_asks() {
    insta::assert_snapshot!(typed("fit_gaps", &[("game.txt", GAME)], &[&["fit", "krur", "game.txt"]]));
}

#[test]
fn diagrams_counts_and_refillings_decide() {
    let home = "\
example \"four at home\" {
  position: North 0 0 0 1
            South 1 3 0 0
  play:     a1
  marked:   none
}

example \"what may be played\" when no-move is a pass {
  position: North 0 0 0 1
            South 1 3 0 0
  legal:    a1, b1
  counts:   2, unknown, 4
}
";
    let refill = "\
example \"the second round\" {
  refill:  South 21, North 11
  board:   North 0 2 4 4
           South 4 4 4 4
  reserve: South 5, North 1
}
";
    let files = [("home.txt", home), ("refill.txt", refill)];
    let none: &[&str] = &["--questions", "0"];
    let with = |arguments: &[&'static str]| [arguments, none].concat();
    let all = [
        with(&["fit", "krur", "home.txt", "--set", "endless=illegal", "--set", "start-hole=sown"]),
        with(&["fit", "krur", "refill.txt", "--set", "endless=illegal", "--set", "start-hole=sown"]),
    ];
    let all: Vec<&[&str]> = all.iter().map(Vec::as_slice).collect();
    insta::assert_snapshot!(typed("fit_decides", &files, &all));
}

#[test]
fn readings_that_fit_only_apart_are_told() {
    let game = "\
example \"an end that two readings explain, but not without the other\" {
  position:      North 0 7 7 4
                 South 1 8 4 1
  marked before: c1 by North, b2 by North, c2 by North, d2 by North
  play:          b1
  result:        North wins
}
";
    insta::assert_snapshot!(typed(
        "fit_apart",
        &[("end.txt", game)],
        &[&["fit", "krur", "end.txt", "--questions", "0"]]
    ));
}

#[test]
fn what_cannot_be_is_told_by_its_nearest_reading() {
    let wrong = GAME.replace("14 0 5", "14 0 6");
    let files = [("wrong.txt", wrong.as_str()), ("hole.txt", "example \"no such hole\" {\n  play: z9\n}\n")];
    let commands: [&[&str]; 2] = [&["fit", "krur", "wrong.txt"], &["fit", "krur", "hole.txt"]];
    insta::assert_snapshot!(typed("fit_none", &files, &commands));
}

#[test]
fn the_size_of_the_board_is_a_reading() {
    let board = "\
example \"a board of three columns\" {
  play:  c1
  board: North 7 7 7
         South 7 7 0
}
";
    let files = [("board.txt", board)];
    insta::assert_snapshot!(typed("fit_board", &files, &[&["fit", "kalah", "board.txt", "--questions", "1"]]));
}

#[test]
fn what_is_no_record_is_told() {
    let files = [
        ("empty.txt", ""),
        ("moves.txt", "a1 b2\n"),
        (
            "many.txt",
            "example \"a\" {\n  play: a1 b1\n  board: North 1 9 9 0\n  South 1 8 0 4\n  play: few unknown\n  to move: North\n  \
             counts: four\n  counts: 4\n}\nrows: 2\n",
        ),
        ("shape.txt", "example \"a\" {\n  play: a1\n  board: North 1 2 3\n         South 1 2 3\n}\n"),
        ("word.txt", "example \"a\" {\n  play: a1\n  baord: North 1 2 3 4\n}\n"),
        ("saved.txt", "mancala transcript 1\ngame: Krur\n"),
    ];
    let of = |name: &'static str| ["fit", "krur", name];
    let names = ["empty.txt", "moves.txt", "many.txt", "shape.txt", "word.txt", "saved.txt", "missing.txt"].map(of);
    let mut commands: Vec<&[&str]> = names.iter().map(|arguments| &arguments[..]).collect();
    commands.push(&["fit", "krur"]);
    commands.push(&["fit", "krur", "shape.txt", "--set", "holes=2"]);
    commands.push(&["fit", "krur", "shape.txt", "--sets", "9"]);
    insta::assert_snapshot!(typed("fit_bad", &files, &commands));
}

#[test]
fn moves_left_open_in_too_many_ways_decide_nothing() {
    let game = "example \"a long gap\" {\n  play: 6 unknown\n  board: North 0 0 0 0\n         South 8 8 8 8\n}\n";
    let arguments = ["fit", "krur", "gap.txt", "--ways", "50", "--questions", "0", "--set", "start-hole=sown"];
    insta::assert_snapshot!(typed("fit_ways", &[("gap.txt", game)], &[&arguments]));
}

/// The fields stand in the order in which docs/json.md describes them.
#[test]
fn json_has_the_fields_that_are_described() {
    let folder = folder("fit_json");
    fs::write(folder.join("game.txt"), GAME).expect("written");
    let output = run_in(&folder, &["fit", "krur", "game.txt", "--json", "--set", "endless=illegal", "--games", "20"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let record: Value = serde_json::from_str(&text).expect("JSON");
    let page = include_str!("../../docs/json.md");
    let section = page.split("## `fit`").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|line| line.split('|').nth(1));
    let described: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let at: Vec<Option<usize>> = described.iter().map(|field| text.find(&format!("\"{field}\":"))).collect();
    assert!(at.iter().all(Option::is_some) && at.is_sorted(), "{described:?} in {text}");
    assert_eq!(record.as_object().map(serde_json::Map::len), Some(described.len()));
    assert_eq!(record["refuted"][0]["file"], "game.txt");
    let outcomes = record["questions"][0]["outcomes"].as_array().expect("outcomes");
    assert!(outcomes.len() > 1 && outcomes.iter().all(|outcome| outcome["sets"].is_array()));
}

/// The readings in the head of a saved game are not believed: they are found again, in a match as in a single game.
#[test]
fn saved_games_and_matches_are_records() {
    let folder = folder("fit_saved");
    let fitted = |arguments: &[&str], file: &str| -> Value {
        let path = folder.join(file);
        let path = path.to_str().expect("a path");
        printed(&[&["run", "krur", "--seed", "5", "--save", path], arguments].concat());
        let given = ["--set", "start-hole=sown", "--set", "endless=illegal", "--set", "no-move=a-pass"];
        let text = printed(&[&["fit", "krur", path, "--questions", "0", "--json"][..], &given].concat());
        serde_json::from_str(&text).expect("JSON")
    };
    let fits = |found: &Value, name: &str| -> Vec<String> {
        let options = found["options"].as_array().expect("options");
        let option = options.iter().find(|option| option["names"][0] == name).expect("the option");
        let readings =
            option["readings"].as_array().expect("readings").iter().filter(|reading| reading["fits"] == true);
        readings.map(|reading| reading["values"][0].as_str().expect("a value").to_owned()).collect()
    };
    let found = fitted(&["--set", "four-at-home=marked"], "game.txt");
    assert_eq!(fits(&found, "four-at-home"), ["marked"]);
    assert_eq!(found["between_rounds"].as_array().map(Vec::len), Some(4));
    let found = fitted(&["--match", "--set", "surplus=to-pot"], "match.txt");
    assert_eq!(fits(&found, "surplus"), ["to pot"]);
    // who won must be true
    let text = fs::read_to_string(folder.join("game.txt")).expect("the game");
    let last = text.lines().find(|line| line.starts_with("result: ")).expect("a result");
    fs::write(folder.join("other.txt"), text.replace(last, "result: South wins, 32 to 0")).expect("written");
    let arguments = ["fit", "krur", "other.txt", "--questions", "0", "--set", "endless=illegal"];
    insta::assert_snapshot!(transcript_of(&arguments, &run_in(&folder, &arguments)));
}
