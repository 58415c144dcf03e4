//! `mancala new`.

use std::fs;

use clap::ValueEnum;
use mancala_rules::format::format;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::draft::{Capture, Direction, Draft, DraftError, Laps, Stores};
use mancala_tools::examples;

use super::{folder, run_in, transcript_of};

/// Every combination of choices, on a small board.
fn drafts() -> Vec<Draft> {
    let mut all = Vec::new();
    for (rows, laps) in [2, 4].into_iter().flat_map(|rows| Laps::value_variants().iter().map(move |laps| (rows, *laps)))
    {
        for (capture, stores) in Capture::value_variants()
            .iter()
            .flat_map(|capture| Stores::value_variants().iter().map(move |stores| (*capture, *stores)))
        {
            for direction in Direction::value_variants() {
                for choices in 0..8 {
                    let [skip_origin, swap, rounds] = [1, 2, 4].map(|choice| choices & choice != 0);
                    all.push(Draft {
                        name: "A draft".to_owned(),
                        rows,
                        columns: 3,
                        seeds: 2,
                        laps,
                        capture,
                        stores,
                        direction: *direction,
                        skip_origin,
                        swap,
                        rounds,
                    });
                }
            }
        }
    }
    all
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn every_draft_checks_clean_and_its_example_is_true() {
    let (mut made, mut apart) = (0, 0);
    for draft in drafts() {
        let text = match draft.text() {
            Ok(text) => text,
            Err(DraftError::Apart { help, .. }) => {
                assert!(!help.is_empty());
                apart += 1;
                continue;
            }
            Err(DraftError::Problems(error)) => {
                let drawn = mancala_rules::problem::render(&error.problems, &error.source, false, 100);
                panic!("{draft:?}\n{drawn}\n{}", error.source.text)
            }
        };
        made += 1;
        let source = Source::new("draft.mancala", &text);
        assert_eq!(format(&source).expect("no problems"), text, "{draft:?}");
        // whoever makes a draft has it proved, too
        let ruleset = Ruleset::read(source).expect("no problems");
        let rules = ruleset.rules().expect("rules");
        assert_eq!(rules.examples.len(), 1, "{draft:?}");
        for example in &rules.examples {
            let went = examples::run(&rules, example, None).expect("no time limit").differences;
            assert!(went.is_empty(), "{draft:?}: {went:?}\n{text}");
        }
    }
    // 2 kinds of laps, 4 directions, 6 of 8 further choices; two rows: 5 captures, 2 places of stores; four: 2 captures
    let expected = 2 * 4 * 6 * (5 * 2 + 2);
    assert_eq!((made, apart), (expected, 2 * 2 * 5 * 2 * 4 * 8 - expected));
}

#[test]
fn boards_of_all_sizes() {
    for (rows, columns, seeds) in [(2, 2, 1), (2, 30, 5), (4, 2, 1), (4, 8, 2)] {
        for capture in [Capture::Opposite, Capture::None] {
            let draft = Draft {
                name: "  Ô ăn quan  ".to_owned(),
                rows,
                columns,
                seeds,
                laps: Laps::Relay,
                capture,
                stores: Stores::Beside,
                direction: Direction::Either,
                skip_origin: true,
                swap: true,
                rounds: false,
            };
            let text = draft.text().unwrap_or_else(|error| panic!("{draft:?}: {error:?}"));
            assert!(text.contains("game \"Ô ăn quan\" {"));
        }
    }
}

#[test]
fn a_new_file_is_written_once() {
    let place = folder("new-file");
    let output = run_in(&place, &["new", "Four holes", "--columns", "4", "--laps", "relay"]);
    insta::assert_snapshot!(transcript_of(&["new", "Four holes", "--columns", "4", "--laps", "relay"], &output));
    let text = fs::read_to_string(place.join("four-holes.mancala")).expect("written");
    insta::assert_snapshot!("a_new_file", text);
    for command in
        [&["check", "four-holes.mancala"][..], &["test", "four-holes.mancala"], &["run", "four-holes.mancala"]]
    {
        assert!(run_in(&place, command).status.success(), "{command:?}");
    }

    let again = ["new", "four-holes.mancala", "--seeds", "9"];
    let output = run_in(&place, &again);
    assert_eq!(output.status.code(), Some(2), "{}", transcript_of(&again, &output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("already exists"));
    assert_eq!(fs::read_to_string(place.join("four-holes.mancala")).expect("read"), text);
    assert_eq!(fs::read_dir(&place).expect("a folder").count(), 1, "nothing else is left in the folder");
}

#[test]
fn names_and_paths() {
    let place = folder("new-names");
    fs::create_dir(place.join("games")).expect("a folder");
    for (arguments, file, name) in [
        (&["new", "games/my-game.mancala"][..], "games/my-game.mancala", "My game"),
        (&["new", "Ô ăn quan!"], "ô-ăn-quan.mancala", "Ô ăn quan!"),
        (&["new", "???", "--file", "x.mancala"], "x.mancala", "???"),
    ] {
        let output = run_in(&place, arguments);
        assert!(output.status.success(), "{}", transcript_of(arguments, &output));
        let text = fs::read_to_string(place.join(file)).expect(file);
        assert!(text.contains(&format!("game \"{name}\" {{")), "{text}");
    }
}

#[test]
fn wrong_use_of_new() {
    let place = folder("new-wrong");
    let all: Vec<String> = [
        &["new"][..],
        &["new", "???"],
        &["new", ".mancala"],
        &["new", "say \"x\""],
        &["new", "none/x.mancala"],
        &["new", "A", "--rows", "3"],
        &["new", "A", "--columns", "1"],
        &["new", "A", "--seeds", "many"],
        &["new", "A", "--laps", "triple"],
        &["new", "A", "--rows", "4", "--stores", "on-board"],
        &["new", "A", "--rows", "4", "--capture", "even"],
        &["new", "A", "--swap", "--rounds"],
    ]
    .iter()
    .map(|arguments| {
        let output = run_in(&place, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        transcript_of(arguments, &output)
    })
    .collect();
    insta::assert_snapshot!(all.join("\n"));
    assert_eq!(fs::read_dir(&place).expect("a folder").count(), 0, "nothing is written");
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_game_like_another_says_only_what_differs() {
    let folder = folder("new-like");
    let made = run_in(&folder, &["new", "Long Krur", "--like", "krur"]);
    assert!(made.status.success(), "{made:?}");
    let text = fs::read_to_string(folder.join("long-krur.mancala")).unwrap();
    assert!(text.contains("like: krur") && text.contains("otherwise    -> as in krur"), "{text}");
    assert_eq!(format(&Source::new("long-krur.mancala", &text)).unwrap(), text);
    // and a game like that one, which lies beside it
    let made = run_in(&folder, &["new", "Longer Krur", "--like", "long-krur"]);
    assert!(made.status.success(), "{made:?}");
    // and one of three players, whose rows nobody owns
    let made = run_in(&folder, &["new", "Three", "--like", "um-laarais"]);
    assert!(made.status.success(), "{made:?}");
    for file in ["longer-krur.mancala", "three.mancala"] {
        let checked = run_in(&folder, &["test", file]);
        assert!(checked.status.success() && text_of(&checked.stdout).contains("1 example holds"), "{checked:?}");
    }
    let unknown = run_in(&folder, &["new", "Other", "--like", "no-such-game"]);
    assert!(text_of(&unknown.stderr).contains("there is no rule file `no-such-game`"), "{unknown:?}");
    assert!(!unknown.status.success());
    assert!(!folder.join("other.mancala").exists());
}
