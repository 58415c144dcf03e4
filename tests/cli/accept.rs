//! `mancala test --accept`.

use std::fs;
use std::path::Path;

use super::{FILES, folder, run_in, transcript_of};
use crate::replaced;

/// The file of the catalogue whose four examples fail, with something replaced.
fn failing(what: &str, by: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors/failing-example.mancala");
    replaced(&fs::read_to_string(path).expect("the file"), what, by)
}

/// What was printed, the exit code and the new text, after `test --accept`.
fn accepted(test: &str, text: &str) -> (String, Option<i32>, String) {
    let folder = folder(test);
    fs::write(folder.join("game.mancala"), text).expect("written");
    let arguments = ["test", "game.mancala", "--accept"];
    let output = run_in(&folder, &arguments);
    let after = fs::read_to_string(folder.join("game.mancala")).expect("the file");
    (transcript_of(&arguments, &output), output.status.code(), after)
}

/// The lines that differ, old and new.
fn changes(before: &str, after: &str) -> Vec<String> {
    let diff = similar::TextDiff::from_lines(before, after);
    let changed = diff.iter_all_changes().filter(|change| change.tag() != similar::ChangeTag::Equal);
    changed.map(|change| format!("{}{}", change.tag(), change.value().trim_end())).collect()
}

#[test]
fn failing_examples_are_rewritten_and_nothing_else() {
    let text = failing("seeds:   3", "seeds: 3 // three in each");
    let (told, code, after) = accepted("accept_rewrites", &text);
    insta::assert_snapshot!(told);
    assert_eq!(code, Some(0));
    let expected = [
        "-            South 0 1 3",
        "-  stores:   South 2, North 0",
        "-  legal:    a2, b2, c2",
        "+            South 0 1 2",
        "+  stores:   South 0, North 0",
        "+  legal:    a2, c2",
        "-  board:  North 4 4 3",
        "+  board:  North 4 4 4",
        "-  shrine: b2 by South",
        "-  next:   South",
        "+  shrine: a2 by South",
        "+  next:   North",
        "-  result:        South wins",
        "-  scores:        South 8, North 4",
        "+  next:          North",
        "-  legal:    none",
        "+  legal:    c2",
    ];
    assert_eq!(changes(&text, &after), expected);
    let (told, code, again) = accepted("accept_rewrites", &after);
    assert!(code == Some(0) && again == after && told.contains("4 examples hold"), "{told}");
}

#[test]
fn an_example_that_was_not_formatted_keeps_its_blanks_and_notes() {
    let text = failing("  next:   South\n", "  next: South // who else?\n").replace("c2\n}", "c2   // only these\n}");
    let (_, code, after) = accepted("accept_blanks", &text);
    assert_eq!(code, Some(0));
    assert!(after.contains("  next: North // who else?\n") && after.contains("a2, c2   // only these\n"), "{after}");
}

#[test]
fn a_row_in_which_a_number_goes_on_is_written_out() {
    let text = failing("  board:  North 4 4 3\n          South 3 3 0", "  board:  North 4 ..\n          South 3 ..");
    let (_, code, after) = accepted("accept_going_on", &text);
    assert_eq!(code, Some(0));
    assert!(after.contains("  board:  North 4 4 4\n          South 3 3 0\n"), "{after}");
}

#[test]
fn the_end_of_a_game_takes_the_place_of_the_next_player() {
    let text = failing("South 0 0 1\n  stores before: South 4", "South 0 0 0\n  stores before: South 4");
    let text = text.replace("  play:          c1\n  result:        South wins\n", "  next:          South\n");
    let (_, code, after) = accepted("accept_end", &text);
    assert_eq!(code, Some(0));
    let title = after.find("the last seed captured").expect("the example");
    assert!(after[title..].contains("  result:        draw\n  scores:        South 4, North 4\n}"), "{after}");
}

#[test]
fn what_cannot_be_accepted_is_told_and_left() {
    let text =
        failing("play:   c1", "play:   c1, b1").replace("legal:    a2, b2", "legal:    a2, // why?\n            b2");
    let (told, code, after) = accepted("accept_left", &text);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("game.mancala:45: not rewritten: a move that is not legal cannot be accepted"), "{told}");
    assert!(told.contains("game.mancala: 3 examples rewritten"), "{told}");
    assert!(after.contains("play:   c1, b1\n  board:  North 4 4 3\n"), "{after}");
    assert!(told.contains("game.mancala:40: not rewritten: there is a note in this statement"), "{told}");
    assert!(after.contains("            South 0 1 2\n") && after.contains("a2, // why?\n"), "{after}");
}

#[test]
fn a_file_with_other_problems_stays_as_it_is() {
    let wrong = [
        ("when makes 4", "when maeks 4", "unknown-word"),
        ("  otherwise                           -> end turn\n", "", "undecided"),
        ("when was empty ", "when makes 1 and holds 2", "never-applies"),
        (
            "example \"a capture",
            "never \"no capture\" {\n  seeds in own store is 3\n}\n\nexample \"a capture",
            "broken-claim",
        ),
    ];
    for (what, by, code) in wrong {
        let text = failing(what, by);
        let (told, exit, after) = accepted("accept_problems", &text);
        assert!(exit == Some(1) && told.contains(code), "{told}");
        assert_eq!(after, text, "{code}");
    }
}

#[test]
fn rulesets_inside_the_program_cannot_be_rewritten() {
    for arguments in [&["test", "krur", "--accept"][..], &["test", "--accept"]] {
        let output = run_in(FILES, arguments);
        assert_eq!(output.status.code(), Some(2), "{}", transcript_of(arguments, &output));
    }
}
