//! What shipped games say and how they are played. `sentences.txt` has the wording of all games; a few are shown whole, each
//! in a snapshot: what `explain` prints, an opening told lap by lap, a game at random and how it ended. Whether games are
//! played as they were is held by `pinned.txt`, which a change of wording leaves as it is.

pub mod pinned;
mod said;
mod sentences;

use std::process::Command;

use insta::assert_snapshot;
use mancala_engine::game::tell;
use mancala_engine::narrator::Narrator;
use mancala_engine::outcome::GATHERING;
use mancala_rules::ruleset::{Ruleset, shipped_texts};
use rayon::prelude::*;

use self::pinned::Plan;

/// The games that are shown whole. Together they have most of what an explanation can have: boards of one to four rows and
/// stores on them, matches, a game for one and one for three, moves in several steps, a game told as another one is.
const WHOLE: [&str; 13] = [
    "bao-la-kiswahili",
    "buqruru",
    "cross-wari",
    "kalah",
    "krur",
    "omweso",
    "oware",
    "pallanguzhi",
    "sulus-aidi",
    "tchoukaillon",
    "toguz-kumalak",
    "um-ed-dyar",
    "um-laarais",
];

/// An opening is shown whole if it is told in so many lines; else none is shown beyond them.
const MOST_LINES: usize = 12;

/// Letters of a line of moves.
const WIDTH: usize = 96;

/// What the program prints.
fn mancala(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn some_games_are_told_whole_as_they_were() {
    let texts: Vec<String> = WHOLE.par_iter().map(|name| told(name)).collect();
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        let same = |name: &str, text: &str| std::panic::catch_unwind(|| assert_snapshot!(name, text)).is_ok();
        let differ: Vec<&str> = WHOLE.into_iter().zip(&texts).filter(|(name, text)| !same(name, text)).map(|(name, _)| name).collect();
        assert!(differ.is_empty(), "told otherwise: {differ:?}");
    });
}

/// The text of a snapshot.
fn told(name: &str) -> String {
    format!("{}\n{}\n{}", mancala(&["explain", name]), opening(name), game(name))
}

/// The opening of which most can be told in a few lines.
fn opening(name: &str) -> String {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    let rules = ruleset.rules().expect("rules");
    let start = Narrator::new(&*rules).expect("a game");
    let legal = start.legal();
    let told = legal.iter().enumerate().map(|(index, play)| {
        let mut game = start.clone();
        game.take_events();
        game.play_nth(index).expect("a legal move");
        (play, tell(&game.take_events(), &rules, &ruleset.source))
    });
    let told: Vec<(&String, Vec<String>)> = told.collect();
    let short = told.iter().filter(|(_, lines)| lines.len() <= MOST_LINES).rev().max_by_key(|(_, lines)| lines.len());
    let shortest = || told.iter().min_by_key(|(_, lines)| lines.len());
    let (play, lines) = short.or_else(shortest).expect("an opening");
    let mut text = format!("Opening {play}\n");
    for line in lines.iter().take(MOST_LINES) {
        text.push_str(&format!("{line}\n"));
    }
    if lines.len() > MOST_LINES {
        text.push_str(&format!("  and {} more lines\n", lines.len() - MOST_LINES));
    }
    text
}

/// The moves of a game at random, several in a line, and the last ply with its position and the result.
fn game(name: &str) -> String {
    let printed = mancala(&["run", name, "--seed", "3", "--plies", "300"]);
    let blocks: Vec<&str> = printed.trim_end().split("\n\n").skip(2).collect();
    let headings = blocks.iter().filter_map(|block| block.split_once('\n')).map(|(heading, _)| heading);
    let moves: Vec<String> = headings.filter(|heading| *heading != GATHERING).map(moved).collect();
    let end = blocks[moves.len() - 1..].join("\n");
    let mut text = "A game at random".to_owned();
    let mut width = WIDTH;
    for play in &moves {
        if width + play.len() > WIDTH {
            text.push_str("\n ");
            width = 0;
        }
        text.push_str(&format!(" {play}"));
        width += play.len() + 1;
    }
    format!("{text}\n{end}\n")
}

/// The move of a heading such as `3. South plays c1`.
fn moved(heading: &str) -> String {
    match heading.split_once(" plays ") {
        Some((_, play)) => play.to_owned(),
        None => "pass".to_owned(),
    }
}

/// Under the default readings every game is played; in a quick run few under the others.
#[test]
fn games_and_matches_are_played_as_they_were() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/pinned.txt");
    let update = std::env::var_os("UPDATE_PINNED").is_some();
    let known = if update { String::new() } else { std::fs::read_to_string(path).expect("the file") };
    let all: Vec<&str> = shipped_texts().map(|(name, _)| name).collect();
    let sampled: Vec<&str> = if update { all.clone() } else { crate::sampled().map(|(name, _)| name).collect() };
    let lines = |name: &&str| {
        let default = pinned_line(name, &known);
        if sampled.contains(name) { default + &other_readings(name) } else { default }
    };
    let now: String = all.par_iter().map(lines).collect();
    if update {
        return std::fs::write(path, now).expect("written");
    }
    let played = |line: &&str| {
        let (settings, _) = line.split_once(':').expect("readings");
        settings.split_once(' ').is_none_or(|(name, _)| sampled.contains(&name))
    };
    let (known, now): (Vec<&str>, Vec<&str>) = (known.lines().filter(played).collect(), now.lines().collect());
    let gone = known.iter().filter(|line| !now.contains(line)).map(|line| format!("- {line}\n"));
    let new = now.iter().filter(|line| !known.contains(line)).map(|line| format!("+ {line}\n"));
    let differences: String = gone.chain(new).collect();
    assert!(differences.is_empty(), "tests/games/pinned.txt; write it anew with UPDATE_PINNED=1\n{differences}");
}

/// The line of the default readings. Looking for the seed of the match takes long, so that a quick run takes the known one.
fn pinned_line(name: &str, known: &str) -> String {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    let rules = ruleset.rules().expect("rules");
    let line = known.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let seed = line.and_then(|line| line.split_once("match of seed ")?.1.split(' ').next()?.parse().ok());
    let match_seed = match seed {
        Some(seed) if cfg!(debug_assertions) => seed,
        _ if rules.contest.is_some() => pinned::match_seed(&rules),
        _ => pinned::DEFAULTS.match_seed,
    };
    pinned::line(&rules, name, &[], &Plan { match_seed, ..pinned::DEFAULTS })
}

/// A line for each reading that is not the default.
fn other_readings(name: &str) -> String {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    let line = |settings: Vec<(String, String)>| {
        let rules = ruleset.rules_under(&settings).expect("rules");
        pinned::line(&rules, name, &settings, &pinned::OTHERS)
    };
    pinned::other_readings(ruleset.options()).into_iter().map(line).collect()
}
