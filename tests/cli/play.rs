//! `play` without a terminal: a plain prompt that reads moves.

use std::fs;

use super::{FILES, folder, program, run_in, transcript, transcript_of};

/// What comes of `play` with these words at its prompt.
fn prompt_in(folder: impl AsRef<std::path::Path>, arguments: &[&str], typed: &str) -> String {
    let arguments = [&["play"], arguments].concat();
    let output = program(folder, &arguments).write_stdin(typed.to_owned()).output().expect("the program runs");
    transcript_of(&arguments, &output)
}

fn prompt(arguments: &[&str], typed: &str) -> String {
    prompt_in(FILES, arguments, typed)
}

#[test]
fn moves_are_read_and_boards_are_printed() {
    insta::assert_snapshot!(prompt(&["krur"], "d1\nb2 undo\nredo\nholes\nmoves legal\nquit\nc1\n"));
}

#[test]
fn a_move_that_is_not_legal_ends_a_script() {
    let text = prompt(&["krur"], "d1\nd1\nb2\n");
    assert!(text.contains("line 2: `d1` is neither a legal move nor a command"), "{text}");
    assert!(text.contains("legal: a2 b2 c2") && text.ends_with("[exit code 2]\n"), "{text}");
    assert!(!text.contains("2. North"), "{text}");
}

#[test]
fn the_end_of_the_input_is_no_failure() {
    for typed in ["", "d1", "\n\n"] {
        assert!(prompt(&["krur"], typed).ends_with("[exit code 0]\n"));
    }
}

#[test]
fn nothing_to_take_back_is_told() {
    for word in ["undo", "redo", "next", "save"] {
        let text = prompt(&["krur"], word);
        assert!(text.contains("error: line 1: ") && text.ends_with("[exit code 2]\n"), "{text}");
    }
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = folder("play-save");
    prompt_in(&folder, &["krur", "--save", "one.game"], "d1 a2 undo b2");
    let saved = fs::read_to_string(folder.join("one.game")).expect("a file");
    assert!(saved.ends_with("\n1. South d1\n2. North a2\nundo\n2. North b2\n"), "{saved}");
    // a kill in the middle of a line
    fs::write(folder.join("one.game"), format!("{saved}3. Sou")).expect("written");
    let text = prompt_in(&folder, &["--load", "one.game"], "b1");
    assert!(
        text.contains(
            "The saved game one.game has 2 plies; looking through it changes nothing in the file; line 13 is incomplete"
        ),
        "{text}"
    );
    let saved = fs::read_to_string(folder.join("one.game")).expect("a file");
    assert!(saved.ends_with("2. North b2\n3. South b1\n"), "{saved}");
    // into another file, by other players
    let text = prompt_in(&folder, &["--load", "one.game", "--save", "two.game", "--players", "first,person"], "undo");
    assert!(text.contains("Saved; to continue: mancala play --load two.game"), "{text}");
    let two = fs::read_to_string(folder.join("two.game")).expect("a file");
    assert!(two.contains("South: first\nNorth: person\n") && two.contains("3. South b1\n"), "{two}");
    assert_eq!(fs::read_to_string(folder.join("one.game")).expect("a file"), saved);
    // `replay` reads what `play` wrote
    let replayed = run_in(&folder, &["replay", "--transcript", "one.game"]);
    assert!(replayed.status.success());
}

#[test]
fn a_game_goes_on_by_changed_rules_only_in_a_new_file() {
    let folder = folder("play-changed");
    let rules = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets/two-rows/relay/krur.mancala"));
    let rules = rules.expect("the rules of Krur");
    fs::write(folder.join("mine.mancala"), &rules).expect("written");
    prompt_in(&folder, &["mine.mancala", "--save", "one.game"], "d1 a2");
    let before = fs::read_to_string(folder.join("one.game")).expect("a file");
    fs::write(folder.join("mine.mancala"), format!("// changed\n{rules}")).expect("written");
    let refused = prompt_in(&folder, &["--load", "one.game"], "b1");
    assert!(refused.contains("differs from the one of this game"), "{refused}");
    let refused = prompt_in(&folder, &["--load", "one.game", "--changed"], "b1");
    assert!(refused.contains("`--save FILE`") && refused.ends_with("[exit code 2]\n"), "{refused}");
    let text = prompt_in(&folder, &["--load", "one.game", "--changed", "--save", "two.game"], "b1");
    assert!(text.ends_with("mancala play --load two.game\n[exit code 0]\n"), "{text}");
    assert_eq!(fs::read_to_string(folder.join("one.game")).expect("a file"), before);
    // the new file is one of the rules as they are, and the rules may lie elsewhere
    fs::rename(folder.join("mine.mancala"), folder.join("moved.mancala")).expect("moved");
    let text = prompt_in(&folder, &["moved.mancala", "--load", "two.game"], "a2");
    assert!(text.ends_with("mancala play moved.mancala --load two.game\n[exit code 0]\n"), "{text}");
    let two = fs::read_to_string(folder.join("two.game")).expect("a file");
    assert!(two.ends_with("\n1. South d1\n2. North a2\n3. South b1\n4. North a2\n"), "{two}");
}

#[test]
fn a_file_that_is_there_is_not_overwritten() {
    let folder = folder("play-there");
    fs::write(folder.join("mine.game"), "mine").expect("written");
    let text = prompt_in(&folder, &["krur", "--save", "mine.game"], "d1");
    assert!(text.contains("`mine.game` already exists") && text.ends_with("[exit code 2]\n"), "{text}");
    let text = prompt_in(&folder, &["krur"], "d1\nsave mine.game");
    assert!(text.contains("line 2: `mine.game` already exists"), "{text}");
    assert_eq!(fs::read_to_string(folder.join("mine.game")).expect("a file"), "mine");
}

#[test]
fn machines_play_alone_to_the_end() {
    let text = prompt(&["kalah", "--players", "random", "--seed", "1"], "");
    assert!(text.contains("South moves again") && text.contains(" wins, "), "{text}");
    assert_eq!(text, prompt(&["kalah", "--players", "random", "--seed", "1"], ""));
    assert_ne!(text, prompt(&["kalah", "--players", "random", "--seed", "2"], ""));
}

#[test]
fn a_machine_answers_and_is_taken_back_with_the_move_before() {
    let text = prompt(&["krur", "--players", "person,first"], "d1\nundo\nmoves\nhint");
    assert!(text.contains("2. North plays a2") && text.contains("no moves so far"), "{text}");
    assert!(text.contains("\nhint: "), "{text}");
}

#[test]
fn a_match_goes_on_round_after_round() {
    let text = prompt(&["khrour", "--match", "--rounds", "2", "--players", "random", "--seed", "3"], "");
    assert!(text.contains("Round 2") && text.contains("2 rounds were played"), "{text}");
    let refused = transcript(&["play", "oware", "--match"]);
    assert!(refused.contains("describes no match, only a single game"), "{refused}");
}

#[test]
fn what_is_wrong_with_the_arguments() {
    insta::assert_snapshot!(super::transcripts(&[
        &["play"],
        &["play", "krur", "--players", "persn"],
        &["play", "krur", "--players", "person,first,random"],
        &["play", "krur", "--speed", "quick"],
        &["play", "--load", "nothing.game"],
        &["play", "krur", "--load", "nothing.game"],
    ]));
}

#[test]
fn moves_may_be_typed_in_upper_case() {
    let place = folder("upper-case");
    for (name, typed) in [("lower.game", "d1\nb2\n"), ("upper.game", "D1\nB2\n")] {
        prompt_in(&place, &["krur", "--save", name, "--seed", "1"], typed);
    }
    let plies = |name: &str| {
        let text = fs::read_to_string(place.join(name)).expect("it was saved");
        text.lines().skip_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(plies("lower.game").iter().any(|line| line.contains("d1")));
    assert_eq!(plies("upper.game"), plies("lower.game"));
    let replayed = |moves: [&str; 2]| run_in(FILES, &["replay", "krur", moves[0], moves[1]]).stdout;
    assert_eq!(replayed(["D1", "B2"]), replayed(["d1", "b2"]));
    assert!(!replayed(["d1", "b2"]).is_empty());
}

#[test]
fn looking_through_a_finished_game_changes_nothing_in_its_file() {
    let folder = folder("play-look");
    let saved = run_in(&folder, &["run", "kalah", "--seed", "5", "--save", "fin.game"]);
    assert!(saved.status.success());
    let file = folder.join("fin.game");
    let before = fs::read(&file).expect("a file");
    let written = || fs::metadata(&file).and_then(|file| file.modified()).expect("a time");
    let time = written();
    let text =
        prompt_in(&folder, &["--load", "fin.game", "--players", "person"], "undo redo undo undo redo redo board undo");
    assert!(text.ends_with("[exit code 0]\n"), "{text}");
    assert!(text.contains("and it is over; looking through it changes nothing in the file"), "{text}");
    assert_eq!((fs::read(&file).expect("a file"), written()), (before.clone(), time));
    // another ply takes back in the file what was taken back
    let asked = |undone: usize| {
        let arguments = ["--load", "fin.game", "--players", "person"];
        let text = prompt_in(&folder, &arguments, &"undo ".repeat(undone));
        let legal = text.lines().rev().find_map(|line| line.split_once(" to move: "))?.1.to_owned();
        legal.contains(' ').then(|| legal.split(' ').map(str::to_owned).collect::<Vec<_>>())
    };
    let (undone, legal) = (1..9).find_map(|undone| Some((undone, asked(undone)?))).expect("a choice");
    let played =
        |after: &str| after.lines().rev().nth(undone).expect("a ply").rsplit(' ').next().expect("a move").to_owned();
    let before = String::from_utf8(before).expect("text");
    let other = legal.iter().find(|play| **play != played(&before)).expect("another move");
    let typed = format!("{}{other}", "undo ".repeat(undone));
    prompt_in(&folder, &["--load", "fin.game", "--players", "person"], &typed);
    let after = fs::read_to_string(&file).expect("a file");
    let added = after.strip_prefix(&before).expect("nothing before it changed");
    let lines: Vec<&str> = added.lines().collect();
    assert_eq!(lines[..undone], vec!["undo"; undone], "{added}");
    assert!(lines[undone].ends_with(&format!(" {other}")), "{added}");
    // it is read again
    assert!(run_in(&folder, &["replay", "--transcript", "fin.game"]).status.success());
}

#[test]
fn machines_of_a_loaded_game_wait_at_the_prompt() {
    let folder = folder("play-look-at-machines");
    let saved = run_in(&folder, &["run", "krur", "--seed", "7", "--plies", "6", "--save", "six.game"]);
    assert!(saved.status.success());
    let file = folder.join("six.game");
    let before = fs::read_to_string(&file).expect("a file");
    // they are random: whatever they played would be another game
    let text = prompt_in(&folder, &["--load", "six.game"], "undo undo redo moves quit");
    assert!(text.contains("South waits: `go` lets the machine move"), "{text}");
    let moves = text.lines().find_map(|line| line.strip_prefix("1.")).expect("the moves");
    assert!(moves.contains(" 5.") && !moves.contains(" 6."), "a step at a time: {moves}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), before);
    let text = prompt_in(&folder, &["--load", "six.game"], "quit");
    assert!(text.ends_with("[exit code 0]\n"), "{text}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), before);
    prompt_in(&folder, &["--load", "six.game"], "go");
    let after = fs::read_to_string(&file).expect("a file");
    assert!(after.strip_prefix(&before).is_some_and(|added| added.contains("\nresult: ")), "{after}");
    let refused = prompt_in(&folder, &["krur"], "go");
    assert!(refused.contains("no machine waits") && refused.ends_with("[exit code 2]\n"), "{refused}");
}

#[test]
fn the_rest_is_gathered_at_the_prompt_too() {
    let text =
        prompt(&["kalah", "--from", "0 0 0 0 0 4 / 0 0 0 0 0 1; to move South; stores South 30, North 13"], "f1");
    let (_, end) = text.split_once("The rest is gathered").expect("a step of its own");
    assert!(end.contains("South wins, 31 to 17") && end.contains("North wins 4 seeds from"), "{text}");
    insta::assert_snapshot!(text);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_looked_at() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("play-read-only");
    prompt_in(&folder, &["krur", "--save", "one.game"], "d1 a2");
    let file = folder.join("one.game");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("read-only");
    // whoever may write everything may write this, too
    if fs::OpenOptions::new().append(true).open(&file).is_err() {
        let text = prompt_in(&folder, &["--load", "one.game"], "b1");
        assert!(text.contains("further plies are not saved") && text.contains("3. South plays b1"), "{text}");
    }
}

#[test]
fn a_saved_game_with_other_line_breaks_is_gone_on_with_in_them() {
    let place = super::folder("other_line_breaks");
    let saved = super::run_in(&place, &["run", "krur", "--plies", "4", "--save", "a.game"]);
    assert!(saved.status.success());
    let file = place.join("a.game");
    let text = std::fs::read_to_string(&file).expect("a game").replace('\n', "\r\n");
    std::fs::write(&file, &text).expect("written");
    let legal = super::run_in(&place, &["replay", "--transcript", "a.game", "--json"]);
    let last = String::from_utf8_lossy(&legal.stdout).lines().last().expect("a line").to_owned();
    let last: serde_json::Value = serde_json::from_str(&last).expect("JSON");
    let play = last["legal"][0].as_str().expect("a move").to_owned();
    let mut command = super::program(&place, &["play", "--load", "a.game", "--players", "person,person"]);
    assert!(command.write_stdin(format!("{play}\nquit\n")).output().expect("it runs").status.success());
    let after = std::fs::read_to_string(&file).expect("a game");
    assert!(after.len() > text.len() && after.starts_with(text.trim_end()), "{after:?}");
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count(), "{after:?}");
}
