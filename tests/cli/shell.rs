//! What shells and terminals ask for: completions, pages for `man`, colour.

use super::help::commands;
use super::{FILES, folder, printed, program, run, run_in, transcripts};

/// What the program answers when the script of bash asks it; the last word is being typed.
fn completed(words: &[&str]) -> Vec<String> {
    let last = (words.len() - 1).to_string();
    let output = program(FILES, &[&["--", "mancala"], &words[1..]].concat())
        .env("MANCALA_COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", last)
        .env("_CLAP_IFS", "\n")
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text").lines().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn completions() {
    assert_eq!(completed(&["mancala", "situ"]), ["situations"]);
    assert_eq!(completed(&["mancala", "show", "kru"]), ["krur"]);
    for command in ["play", "run", "replay", "analyse", "explain", "solve", "simulate", "tables", "situations", "perft"]
    {
        assert_eq!(completed(&["mancala", command, "kru"]), ["krur"], "{command}");
    }
    assert_eq!(completed(&["mancala", "completions", "p"]), ["powershell"]);
    assert_eq!(completed(&["mancala", "man", "pe"]), ["perft"]);
    assert_eq!(completed(&["mancala", "show", "um-el-b"]), ["um-el-bagara", "um-el-banat"]);
    assert_eq!(completed(&["mancala", "run", "pairs"]), ["pairs.mancala"], "paths of rule files");
    assert_eq!(completed(&["mancala", "check", "krur", "oure"]), ["oure-ngat"]);
    assert_eq!(completed(&["mancala", "explain", "krur", "--diff", "qel"]), ["qelat"]);
    assert_eq!(completed(&["mancala", "list", "--family", "relay"]), ["relay", "relay-next"]);
    assert_eq!(completed(&["mancala", "run", "krur", "--trac"]), ["--trace"]);
    let search = completed(&["mancala", "run", "krur", "--players", "random,sea"]);
    assert_eq!(search, ["", ":1s", ":d8", ":50000"].map(|limit| format!("random,search{limit}")));
    assert_eq!(completed(&["mancala", "simulate", "krur", "--players", "f"]), ["first"]);
    assert_eq!(completed(&["mancala", "play", "krur", "--players", "pe"]), ["person", "perfect"]);
    assert_eq!(completed(&["mancala", "play", "krur", "--hints", "pe"]), ["perfect"]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("MANCALA_COMPLETE") && script.contains(shell), "{shell}:\n{script}");
    }
}

/// What bash gets where it broke the last word: the line, and the part that it replaces.
fn in_bash(line: &str, word: &str) -> Vec<String> {
    let output = program(FILES, &["--", "mancala"])
        .env("MANCALA_COMPLETE", "bash")
        .env("_MANCALA_LINE", line)
        .env("_MANCALA_WORD", word)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn readings_moves_files_and_places_are_completed() {
    let krur = completed(&["mancala", "explain", "krur", "--set", ""]);
    assert!(krur.contains(&"no-move=the-end".to_owned()) && krur.contains(&"no-move=a-pass".to_owned()), "{krur:?}");
    for reading in &krur {
        // bash gets signs of its own with a backslash
        printed(&["show", "krur", "--set", &reading.replace('\\', "")]);
    }
    let of_option = ["four-at-home=marked", "four-at-home=relayed"];
    let mut found = completed(&["mancala", "run", "krur", "--seed", "3", "--set", "four-at-home="]);
    found.sort();
    assert_eq!(found, of_option);
    assert_eq!(
        completed(&["mancala", "check", "pairs.mancala", "--play", "9", "--set", "seeds="]).len(),
        4,
        "of a file"
    );
    assert!(completed(&["mancala", "explain", "nothing", "--set", ""]).is_empty());
    // bash breaks words at `=` and `:`
    let mut found = in_bash("mancala run krur --set four-at-home=", "");
    found.sort();
    assert_eq!(found, ["marked", "relayed"]);
    assert_eq!(in_bash("mancala run krur --set four-at-home=ma", "ma"), ["marked"]);
    assert_eq!(in_bash("mancala run krur --players search:d", "d"), ["d8"]);
    assert_eq!(in_bash("mancala show um-el-ba", "um-el-ba"), ["um-el-bagara", "um-el-banat"]);
    // moves after those that were typed
    assert_eq!(completed(&["mancala", "replay", "krur", "d1", "b"]), ["b2"]);
    assert_eq!(completed(&["mancala", "replay", "krur", "--trace", "d1", "a2", "d"]), ["d1"]);
    assert_eq!(completed(&["mancala", "show", "krur", "--svg", "x.svg", "--move", "d1,b"]), ["d1,b2"]);
    let from = "1 0 0 0 / 0 0 1 0; to move South";
    assert_eq!(completed(&["mancala", "replay", "krur", "--from", from, "c"]), ["c1"]);
    // options hide no move, and are there where nothing else is
    assert_eq!(completed(&["mancala", "replay", "krur", ""]), ["a1", "b1", "c1", "d1"]);
    assert_eq!(completed(&["mancala", "replay", "krur", "--tr"]), ["--transcript", "--trace", "--transparent"]);
    assert!(completed(&["mancala", "run", "krur", ""]).contains(&"--seed".to_owned()));
    assert_eq!(completed(&["mancala", "list", "--region", "ZANZ"]), ["ZANZibar"]);
    // files
    for before in [&["fmt"][..], &["play", "--load"], &["replay", "--transcript"], &["run", "krur", "--save"]] {
        let found = completed(&[&["mancala"], before, &["pairs"]].concat());
        assert_eq!(found, ["pairs.mancala"], "{before:?}");
    }
    assert_eq!(completed(&["mancala", "play", "krur", "--speed", "s"]), ["slow"]);
    assert_eq!(completed(&["mancala", "play", "krur", "--theme", "l"]), ["light"]);
    let places = completed(&["mancala", "list", "--region", "western"]);
    assert!(places.contains(&"western-mauritania".to_owned()), "{places:?}");
    assert!(printed(&["list", "--region", &places[0]]).lines().count() > 1, "{places:?}");
}

#[test]
fn pages_for_man() {
    insta::assert_snapshot!(printed(&["man", "perft"]));
    let place = folder("pages_for_man");
    let told = run_in(&place, &["man", "--out", "man1"]);
    assert!(told.status.success(), "{told:?}");
    for command in commands() {
        let page = std::fs::read_to_string(place.join("man1").join(format!("mancala-{command}.1"))).expect("a page");
        for part in [".SH NAME", ".SH SYNOPSIS", ".SH EXAMPLES"] {
            assert!(page.contains(part), "{command} has no {part}\n{page}");
        }
    }
    let main = std::fs::read_to_string(place.join("man1").join("mancala.1")).expect("a page");
    assert!(main.contains(".SH SUBCOMMANDS") && main.contains("mancala\\-situations(1)"), "{main}");
    assert_eq!(printed(&["man"]), main);
}

/// As usual: colour on a terminal, which tests have not; `--color` decides before the environment does.
#[test]
fn colour() {
    let colored = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = program(FILES, arguments);
        for (name, value) in variables {
            command.env(name, value);
        }
        let output = command.output().expect("the program runs");
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    for arguments in [&["show", "krur"][..], &["check", "no.mancala"], &["run", "krur", "--games", "2"]] {
        let with = |more: &[&'static str]| [arguments, more].concat();
        assert!(!colored(arguments, &[]), "{arguments:?}");
        assert!(colored(arguments, &[("CLICOLOR_FORCE", "1")]), "{arguments:?}");
        assert!(!colored(arguments, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), "{arguments:?}");
        assert!(colored(&with(&["--color", "always"]), &[]), "{arguments:?}");
        assert!(colored(&with(&["--color", "always"]), &[("NO_COLOR", "1")]), "{arguments:?}");
        assert!(!colored(&with(&["--color", "never"]), &[("CLICOLOR_FORCE", "1")]), "{arguments:?}");
    }
    assert_eq!(run(&["--color", "never", "show", "krur"]).stdout, run(&["show", "krur"]).stdout, "before the command");
}

#[test]
fn wrong_use() {
    insta::assert_snapshot!(transcripts(&[
        &["completions"],
        &["completions", "tcsh"],
        &["man", "shw"],
        &["man", "show", "--out", "x"],
        &["man", "--out", "pairs.mancala"],
        &["show", "krur", "--color", "red"],
    ]));
}
