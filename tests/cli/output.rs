//! What the commands print for a person.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use mancala_rules::ruleset::shipped_texts;

use super::{FILES, folder, pairs, printed, program, run, run_in, transcript, transcript_of, transcripts};

#[test]
fn list_has_every_ruleset() {
    let text = printed(&["list"]);
    let names: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, shipped_texts().map(|(name, _)| name).collect::<Vec<_>>());
    assert!(text.starts_with("name "), "{text}");
    assert!(
        text.lines().any(|line| line.starts_with("krur ") && line.contains("2 x 4   32     2        relay marks")),
        "{text}"
    );
}

#[test]
fn show() {
    insta::assert_snapshot!(transcripts(&[
        &["show", "pairs.mancala"],
        &["show", "pairs.mancala", "--set", "empty-side=a-pass", "--set", "seeds=3"],
        &["show", "pairs.mancala", "--from", "0 0 12 / 1 0 0; to move North; stores South 3, North 100"],
        &["show", "pairs.mancala", "--from", "0 0 0 / 1 0 0; to move North; stores South 2, North 3"],
    ]));
}

#[test]
fn show_position() {
    insta::assert_snapshot!(transcripts(&[
        &["show", "pairs.mancala", "--position"],
        &["show", "krur", "--position", "--from", "0 2 4 1/4 4 0 1;turn 3;marks c2 by south , b1 North;to move north"],
    ]));
}

#[test]
fn every_shipped_ruleset_is_shown() {
    for (name, _) in shipped_texts() {
        let text = printed(&["show", name]);
        assert!(text.contains("South to move") || text.contains("Player 1 to move"), "{text}");
        assert!(text.contains(&format!("mancala explain {name}")), "{text}");
    }
}

#[test]
fn explain() {
    let text = printed(&["explain", "pairs.mancala"]);
    assert!(text.starts_with("Pairs\n"), "{text}");
    assert!(text.contains("[book \"page 1\"]"), "{text}");
    assert!(text.contains("South"), "{text}");
}

#[test]
fn check_a_good_file() {
    insta::assert_snapshot!(transcripts(&[&["check", "pairs.mancala"], &["check", "bestemshe", "pairs.mancala"],]));
}

#[test]
fn check_a_file_with_problems() {
    let folder = folder("check_a_file_with_problems");
    let text = pairs()
        .replace("otherwise              -> play", "otherwise              -> plya")
        .replace("rows:    2", "rows:    20");
    std::fs::write(folder.join("bad.mancala"), text).expect("written");
    let arguments = ["check", "bad.mancala", "oware"];
    let output = run_in(&folder, &arguments);
    let text = transcript_of(&arguments, &output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(output.stderr.is_empty(), "{text}");
    for part in ["plya", "out-of-range", "bad.mancala:16", "oware.mancala: ok", "problems in 1 of 2 files"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    // the other commands tell them on standard error
    for command in ["show", "explain", "run", "replay", "test"] {
        let arguments = [command, "bad.mancala"];
        let output = run_in(&folder, &arguments);
        let text = transcript_of(&arguments, &output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(output.stdout.is_empty() && text.contains("out-of-range"), "{text}");
    }
}

/// A source that is never cited keeps nobody from playing.
#[test]
fn a_source_that_is_never_cited_is_a_remark() {
    let folder = folder("never_cited");
    let text = pairs().replacen("sources {\n", "sources {\n  copy: \"A copy\"\n", 1);
    std::fs::write(folder.join("mine.mancala"), text).expect("written");
    let checked = run_in(&folder, &["check", "mine.mancala"]);
    let told = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{told}");
    assert!(told.contains("the source `copy` is never cited; cite it after `@`, or remove it"), "{told}");
    let json = run_in(&folder, &["check", "mine.mancala", "--json"]);
    assert!(String::from_utf8_lossy(&json.stdout).contains(r#"{"remark":"the source `copy` is never cited""#));
    assert!(run_in(&folder, &["run", "mine.mancala"]).status.success());
}

#[test]
fn test_counts_examples() {
    insta::assert_snapshot!(transcript(&["test", "pairs.mancala"]));
}

#[test]
fn test_tells_what_fails() {
    let folder = folder("test_tells_what_fails");
    let text = pairs().replace("North 2 2 0", "North 2 2 2").replace("next:   North", "next:   South");
    std::fs::write(folder.join("pairs.mancala"), text).expect("written");
    std::fs::write(folder.join("good.mancala"), pairs()).expect("written");
    let arguments = ["test", "pairs.mancala", "good.mancala"];
    insta::assert_snapshot!(transcript_of(&arguments, &run_in(&folder, &arguments)));
}

#[test]
fn the_examples_of_all_shipped_rulesets_hold() {
    let text = printed(&["test"]);
    assert_eq!(text.lines().count(), shipped_texts().count() + 1, "{text}");
    assert!(text.contains("krur.mancala: ") && text.lines().last().is_some_and(|last| last.ends_with("examples hold")));
}

#[test]
fn run_tells_a_game() {
    insta::assert_snapshot!(transcript(&["run", "pairs.mancala", "--seed", "1", "--from", "0 1 0 / 0 2 0"]));
}

#[test]
fn run_tells_a_match() {
    insta::assert_snapshot!(transcripts(&[
        &["run", "krur", "--match", "--rounds", "2", "--seed", "2"],
        &["run", "bechi", "--match", "--rounds", "2", "--seed", "2"],
    ]));
}

#[test]
fn run_traces() {
    let text = printed(&["run", "krur", "--seed", "2", "--trace", "--plies", "2"]);
    assert!(text.contains("  lap 1: sows 4 seeds counterclockwise after"), "{text}");
    // the sentence of `explain`, and the line of the rule
    let decided = "  Otherwise he lifts the seeds of the hole and sows on, the first into the hole after it (line ";
    assert!(text.lines().any(|line| line.starts_with(decided)), "{text}");
    assert!(text.ends_with("stopped after 2 plies, before the end; `--plies N` sets the limit\n"), "{text}");
}

#[test]
fn run_tells_several_games_in_a_line_each() {
    insta::assert_snapshot!(transcripts(&[
        &["run", "pairs.mancala", "--games", "4", "--seed", "1"],
        &["run", "pairs.mancala", "--games", "2", "--players", "first"],
        &["run", "pairs.mancala", "--games", "2", "--players", "random,first", "--plies", "3"],
    ]));
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let games = |seed: &str, games: &str| printed(&["run", "krur", "--games", games, "--seed", seed]);
    assert_eq!(games("7", "6"), games("7", "6"));
    assert_ne!(games("7", "6"), games("8", "6"));
    // a game does not depend on how many are played
    let few = games("7", "2");
    let line = few.lines().nth(2).expect("the second game");
    assert!(games("7", "6").contains(line), "{line}");
}

#[test]
fn replay() {
    insta::assert_snapshot!(transcript(&["replay", "krur", "d1", "a2"]));
}

#[test]
fn replay_to_the_end() {
    insta::assert_snapshot!(transcript(&["replay", "pairs.mancala", "--from", "0 0 1 / 0 0 1", "c1,", "c2"]));
}

#[test]
fn replay_with_a_trace() {
    let text = printed(&["replay", "pairs.mancala", "b1", "--trace"]);
    assert!(
        text.contains("lap 1: sows 2 seeds counterclockwise after b1; the last falls in c2, which makes 3"),
        "{text}"
    );
    assert!(text.contains("South wins 3 seeds from c2"), "{text}");
}

#[test]
fn replay_reads_standard_input() {
    let given = printed(&["replay", "krur", "d1", "a2", "b1"]);
    let read = program(FILES, &["replay", "krur"]).write_stdin("d1\n a2,\tb1\r\n").output().expect("runs");
    assert_eq!(String::from_utf8_lossy(&read.stdout), given);
    assert!(read.status.success());
    let marked = program(FILES, &["replay", "krur"]).write_stdin("\u{feff}d1 a2 b1").output().expect("runs");
    assert_eq!(String::from_utf8_lossy(&marked.stdout), given);
    let nothing = program(FILES, &["replay", "krur"]).write_stdin("").output().expect("runs");
    assert!(String::from_utf8_lossy(&nothing.stdout).contains("To continue from here"));
}

#[test]
fn what_replay_prints_can_be_pasted_back() {
    for name in ["krur", "kalah", "o-an-quan", "um-laarais", "bao-la-kiswahili"] {
        let whole = printed(&["run", name, "--plies", "6", "--json"]);
        let moves: Vec<String> = whole
            .lines()
            .filter_map(|line| {
                let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
                record["move"].as_str().map(str::to_owned)
            })
            .collect();
        let all: Vec<&str> = moves.iter().map(String::as_str).collect();
        let (first, rest) = all.split_at(3);
        let half = printed(&[&["replay", name][..], first].concat());
        let last = half.lines().last().expect("a line");
        let position = last.strip_prefix("To continue from here: --from '").and_then(|text| text.strip_suffix('\''));
        let position = position.unwrap_or_else(|| panic!("no position in {half}"));
        let onward = printed(&[&["replay", name, "--from", position][..], rest].concat());
        let at_once = printed(&[&["replay", name][..], &all].concat());
        assert_eq!(onward.lines().last(), at_once.lines().last(), "{name}");
    }
}

#[test]
fn perft() {
    let text = printed(&["perft", "krur", "--depth", "4"]);
    let counts: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(counts, ["4", "14", "47", "157"]);
    let from = printed(&["perft", "krur", "--depth", "1", "--from", "1 9 9 0 / 1 8 0 4; to move North"]);
    assert!(from.lines().nth(1).is_some_and(|line| line.starts_with("    1                   3 ")), "{from}");
}

#[test]
fn settings_change_the_game() {
    let text = printed(&["show", "um-ed-dyar", "--set", "columns=12"]);
    assert!(text.contains("2 rows of 12 holes, 288 seeds"), "{text}");
    let text = printed(&["perft", "um-ed-dyar", "--set", "columns=4", "--set", "seeds=4", "--depth", "3"]);
    assert!(text.contains(" 61 "), "{text}");
}

#[test]
fn a_name_may_be_written_as_the_game_is() {
    assert_eq!(printed(&["show", "Um Laarais", "--position"]), printed(&["show", "um-laarais", "--position"]));
}

#[test]
fn a_file_that_is_called_like_a_game_needs_a_path() {
    let folder = folder("a_file_that_is_called_like_a_ruleset");
    for name in ["krur", "mine"] {
        std::fs::write(folder.join(name), pairs()).expect("written");
    }
    for (name, title) in [("krur", "Krur,"), ("./krur", "Pairs,"), ("mine", "Pairs,")] {
        let output = run_in(&folder, &["show", name]);
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(title), "{name}");
        let note = "note: this is the game `krur`; for the file of this name, write `./krur`\n";
        assert_eq!(String::from_utf8_lossy(&output.stderr), if name == "krur" { note } else { "" });
    }
}

/// Output that is lost is a failure, whether it fits into the memory of the program or not.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let folder = folder("a_full_disk");
    for arguments in [
        &["show", "krur"][..],
        &["check", "krur"],
        &["run", "krur", "--json"],
        &["simulate", "krur", "--games", "10", "--json"],
        &["replay", "krur", "a1"],
        &["test", "krur"],
        &["tables", "krur"],
        &["situations", "krur"],
        &["explain", "krur"],
        &["list"],
        &["completions", "bash"],
        &["man"],
        &["new", "Mine"],
        &["help"],
        &["show", "--help"],
        &["--version"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = Command::new(assert_cmd::cargo::cargo_bin!("mancala"))
            .current_dir(&folder)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains("the results cannot be written: No space left on device"), "{arguments:?}: {told}");
    }
}

#[test]
fn color_is_for_terminals() {
    for arguments in [&["show", "bao-la-kiswahili"][..], &["list"], &["test", "krur"], &["show", "nothing"]] {
        let output = run(arguments);
        assert!(![output.stdout, output.stderr].concat().contains(&0x1b), "{arguments:?}");
        let forced = program(FILES, arguments).env("CLICOLOR_FORCE", "1").output().expect("runs");
        assert!([forced.stdout, forced.stderr].concat().contains(&0x1b), "{arguments:?}");
        let none = program(FILES, arguments).env("NO_COLOR", "1").output().expect("runs");
        assert!(![none.stdout, none.stderr].concat().contains(&0x1b), "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in [
        &["run", "krur", "--games", "100000"][..],
        &["run", "krur", "--games", "100000", "--json"],
        &["explain", "krur"],
        &["show", "krur"],
        &["list"],
        &["check", "bestemshe", "kalah"],
        &["perft", "krur", "--depth", "7"],
        &["--help"],
    ] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("mancala"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        assert!(!line.is_empty(), "{arguments:?}");
        let mut told = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut told).expect("text");
        let status = child.wait().expect("ends");
        assert_eq!((status.code(), told.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
