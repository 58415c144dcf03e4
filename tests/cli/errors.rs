//! Wrong use: what is said, and exit code 2.

use super::{FILES, folder, pairs, program, run, run_in, transcript, transcript_of, transcripts};

#[test]
fn names_of_games() {
    insta::assert_snapshot!(transcripts(&[
        &["show", "kruhr"],
        &["show", "bao"],
        &["show", "um"],
        &["show", "owela"],
        &["show", "chess"],
        &["show", "nothing/here"],
        &["show", "krur.mancala"],
        &["show", "."],
        &["show", ""],
        &["check", "pairs.mancala", "nothing.mancala", "oware"],
        &["test", "nothing.mancala"],
    ]));
}

#[test]
fn settings() {
    insta::assert_snapshot!(transcripts(&[
        &["show", "pairs.mancala", "--set", "empty-sid=the-end"],
        &["show", "pairs.mancala", "--set", "empty-side=never"],
        &["show", "pairs.mancala", "--set", "seeds=5"],
        &["show", "pairs.mancala", "--set", "seeds=99999999999999999999"],
        &["show", "pairs.mancala", "--set", "empty-side=2"],
        &["show", "pairs.mancala", "--set", "seeds"],
        &["show", "pairs.mancala", "--set", "=3"],
        &["show", "pairs.mancala", "--set", "seeds=3", "--set", "seeds=4"],
        &["show", "um-ed-dyar", "--set", "columns=5"],
        &["run", "um-ed-dyar", "--set", "columns=4", "--set", "seeds=6"],
    ]));
}

#[test]
fn positions() {
    let from = |position: &'static str| ["show", "pairs.mancala", "--position", "--from", position];
    insta::assert_snapshot!(transcripts(&[
        &from(""),
        &from("1 2 3"),
        &from("1 2 3 / 1 2 3 4"),
        &from("1 2 3 / 1 2"),
        &from("1 2 x / 1 2 3"),
        &from("1 2 -3 / 1 2 3"),
        &from("65535 1 0 / 0 0 0"),
        &from("99999999999999999999 1 0 / 0 0 0"),
        &from("1 2 3 / 1 2 3; to mvoe North"),
        &from("1 2 3 / 1 2 3; to move West"),
        &from("1 2 3 / 1 2 3; stores 3, 0"),
        &from("1 2 3 / 1 2 3; stores South 3, South 0"),
        &from("1 2 3 / 1 2 3; ends left 2, right 3"),
        &from("1 2 3 / 1 2 3; marks d1 South"),
        &from("1 2 3 / 1 2 3; marks a1"),
        &from("1 2 3 / 1 2 3; closed a1"),
        &from("1 2 3 / 1 2 3; turn 0"),
        &from("1 2 3 / 1 2 3; turn 2; turn 3"),
        &from("1 2 3 / 1 2 3; stores South 1 North 2"),
    ]));
}

#[test]
fn numbers() {
    insta::assert_snapshot!(transcripts(&[
        &["run", "krur", "--games", "99999999999999999999"],
        &["run", "krur", "--games", "0"],
        &["run", "krur", "--games", "many"],
        &["run", "krur", "--seed", "-1"],
        &["run", "krur", "--plies", "0"],
        &["perft", "krur", "--depth", "1000000"],
        &["perft", "krur", "--depth", "0"],
        &["perft", "krur"],
    ]));
}

#[test]
fn players() {
    insta::assert_snapshot!(transcripts(&[
        &["run", "krur", "--players", "rnadom"],
        &["run", "krur", "--players", "deepblue"],
        &["run", "krur", "--players", "random,first,first"],
        &["run", "um-laarais", "--players", "random,first"],
    ]));
}

#[test]
fn moves() {
    insta::assert_snapshot!(transcripts(&[
        &["replay", "pairs.mancala", "b1", "b1"],
        &["replay", "pairs.mancala", "z9", "--json"],
        &["replay", "pairs.mancala", "pass", "--json"],
        &["replay", "pairs.mancala", "E1", "--json"],
        &["replay", "o-an-quan", "a1", "--json"],
        &["replay", "pairs.mancala", "--from", "0 0 1 / 0 0 1", "c1", "c2", "c1", "--json"],
    ]));
}

#[test]
fn moves_on_standard_input_that_are_no_text() {
    let output = program(FILES, &["replay", "krur"]).write_stdin(vec![0xff, 0xfe, 0x00]).output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be read from standard input"));
    let output = program(FILES, &["replay", "krur"]).write_stdin(" ".repeat(5_000_000)).output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("more than 4194304 bytes of moves"));
}

#[test]
fn arguments() {
    for arguments in [
        &["shwo", "krur"][..],
        &["show"],
        &["show", "krur", "kalah"],
        &["check"],
        &["list", "--games"],
        &["replay", "krur", "--form", "1"],
        &["show", "krur", "--json", "--position"],
        &["perft", "krur", "--depth", "2", "--divided"],
    ] {
        let output = run(arguments);
        let text = transcript_of(arguments, &output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty() && text.contains("error: "), "{text}");
        assert!(text.contains("Usage: mancala") && text.contains("try '--help'"), "{text}");
    }
}

#[test]
fn rules_that_give_no_answer_are_told_with_their_place() {
    let folder = folder("rules_that_give_no_answer");
    // both rules of the end are gone, so somebody without a move is told to play
    let text = pairs()
        .replace("  when no legal move and (empty-side is the end or all holes are empty) -> game over\n", "")
        .replace("  when no legal move     -> pass\n", "")
        .replace("  empty-side: the end                                   @ book \"page 2\"\n", "")
        .replace(
            "            | a pass \"until the other cannot move\"      @ assumed \"to have another reading\"\n",
            "",
        )
        .replace("options {\n}\n", "");
    std::fs::write(folder.join("open.mancala"), text).expect("written");
    let arguments = ["replay", "open.mancala", "--from", "0 0 0 / 0 1 0", "b1"];
    let output = run_in(&folder, &arguments);
    let text = transcript_of(&arguments, &output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("open.mancala:"), "{text}");
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
fn other_spellings_are_known() {
    // American spelling
    let printed = |arguments: &[&str]| run(arguments).stdout;
    let arguments = ["kalah", "--depth", "2", "--json"];
    let analysed = |word: &str| {
        let text = String::from_utf8(printed(&[&[word], &arguments[..]].concat())).expect("text");
        text.lines().count()
    };
    assert!(analysed("analyze") > 0 && analysed("analyze") == analysed("analyse"));
    assert!(
        transcript(&["show", "Awele"]).contains("did you mean `oware` (Awalé)"),
        "{}",
        transcript(&["show", "Awele"])
    );
    let place = folder("spelling-beside");
    std::fs::write(place.join("my-krur.mancala"), pairs()).expect("written");
    let arguments = ["show", "my-krur"];
    let text = transcript_of(&arguments, &run_in(&place, &arguments));
    assert!(text.contains("there is a file of this name: write `my-krur.mancala`"), "{text}");
}

#[test]
fn a_rule_file_is_read_from_standard_input() {
    let read = |arguments: &[&str]| {
        let output = program(FILES, arguments).write_stdin(pairs()).output().expect("the program runs");
        transcript_of(arguments, &output)
    };
    for arguments in [
        &["show", "-"][..],
        &["check", "-"],
        &["explain", "-"],
        &["run", "-", "--seed", "1"],
        &["replay", "-", "a1"],
        &["perft", "-", "--depth", "2"],
        &["simulate", "-", "--games", "3"],
        &["test", "-"],
        &["situations", "-"],
        &["tables", "-"],
        &["fmt", "-"],
    ] {
        let text = read(arguments);
        assert!(text.ends_with("[exit code 0]\n"), "{text}");
        assert!(!text.contains("there is no file"), "{text}");
    }
    for (arguments, what) in
        [(&["replay", "-"][..], "the moves"), (&["play", "-"], "the moves"), (&["protocol", "-"], "the requests")]
    {
        let text = read(arguments);
        assert!(text.contains(&format!("standard input holds {what}")) && text.ends_with("[exit code 2]\n"), "{text}");
    }
}
