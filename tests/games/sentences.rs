//! What each shipped game says: `sentences.txt` has every sentence once, with the games that say it.

use std::collections::BTreeSet;

use mancala_engine::game::tell;
use mancala_engine::narrator::Narrator;
use mancala_rules::rules::explain::{Account, FIRST_FITS, is_list, readings};
use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_tools::checks::Checks;
use rayon::prelude::*;

use super::said::Said;

/// Openings that are told, out of all that a game has: one in which the mover chooses holes has more than a thousand.
const MOST_OPENINGS: usize = 100;

/// What stands at the top of the file.
const HEAD: &str = "\
# What the games say. Each line stands above the games that say it; if only one does, below that game.
# `UPDATE_SENTENCES=1 cargo test games::` writes this file anew.
#
# Sentences and headings are those of `mancala explain GAME`. What is said under another reading of an option begins with
# `or:`, `but:`, `also` or the place where it stands; `reading:` is how a reading is told, if not in the words of the file.
# `example:` is what comes of an example, `opening:` what the narrator says of a first move; in both N is a number, HOLE
# one or more holes and PLAYER a player.
#
# Not here is what stands in the file of a game in the same words (names, sources, titles of examples, what is left out),
# and what an explanation says a second time (what is assumed, what differs from another game, `not:`).

";

#[test]
fn every_game_says_what_it_said() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/sentences.txt");
    let games: Vec<&str> = shipped_texts().map(|(name, _)| name).collect();
    let now = Said::new(&games, games.par_iter().map(|name| said(name)).collect());
    let wanted = format!("{HEAD}{}", now.text());
    if std::env::var_os("UPDATE_SENTENCES").is_some() {
        return std::fs::write(path, wanted).expect("written");
    }
    let known = std::fs::read_to_string(path).expect("the file");
    let changes = Said::read(&games, &known).changes(&now);
    // where nothing is said otherwise, the order of lines or a game that is gone can still differ
    assert!(known == wanted, "tests/games/sentences.txt; write it anew with UPDATE_SENTENCES=1\n{changes}");
}

/// All lines of a game.
fn said(name: &str) -> BTreeSet<String> {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    let rules = ruleset.rules().expect("rules");
    let account = ruleset.account(&rules);
    let mut lines = sentences(&account);
    lines.extend(of_readings(&account));
    let outcomes = account.examples.iter().flat_map(|example| &example.outcome);
    lines.extend(outcomes.map(|line| format!("example: {}", pattern(line))));
    let start = Narrator::new(&*rules).expect("a game");
    for index in (0..start.choices()).step_by(start.choices().div_ceil(MOST_OPENINGS)) {
        let mut game = start.clone();
        game.take_events();
        game.play_nth(index).expect("a legal move");
        for line in tell(&game.take_events(), &rules, &ruleset.source) {
            // a rule is told in its sentence, with its line in the file
            let rule = line.rsplit_once(" (line ").map(|(rule, _)| format!("{}.", rule.trim_start()));
            if !rule.is_some_and(|rule| lines.contains(&rule)) {
                lines.insert(format!("opening: {}", pattern(&line)));
            }
        }
    }
    lines
}

/// The headings of the rules and the sentences below them.
fn sentences(account: &Account) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for section in account.sections().skip(account.names()) {
        let heading = &section[0].section;
        if heading != "Left out" {
            lines.insert(if is_list(section) { format!("{heading}, {FIRST_FITS}") } else { heading.clone() });
            lines.extend(section.iter().map(|sentence| sentence.text.clone()));
        }
    }
    lines
}

/// What is said of the readings of options.
fn of_readings(account: &Account) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for option in &account.open {
        for (reading, aside, changed) in readings(option) {
            let as_written = reading.values.first().is_some_and(|value| reading.text.starts_with(value));
            if !as_written || !["", ", as above"].contains(&aside.as_str()) {
                lines.insert(format!("reading: {}: {}{aside}", option.names.join(" and "), reading.text));
            }
            let new = changed.iter().filter(|(word, ..)| word != "not: ");
            lines.extend(new.map(|(word, sentence, _)| match word.as_str() {
                "" => format!("or: {sentence}"),
                word => format!("{word}{sentence}"),
            }));
        }
    }
    lines
}

/// A line with signs in place of numbers, players and holes.
fn pattern(line: &str) -> String {
    let sign = |word: &str| {
        let hole = word.trim_end_matches(['+', '-']);
        let number = hole.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(hole);
        match !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            true if number.len() < hole.len() => "HOLE".to_owned(),
            true => "N".to_owned(),
            false if ["North", "South"].contains(&word) => "PLAYER".to_owned(),
            false => word.to_owned(),
        }
    };
    let words = line.split_whitespace().map(|word| {
        let bare = word.trim_end_matches(['.', ',', ';', ':']);
        format!("{}{}", sign(bare), &word[bare.len()..])
    });
    let mut text = words.collect::<Vec<_>>().join(" ").replace("Player N", "PLAYER").replace("player N", "PLAYER");
    for list in ["HOLE, HOLE", "HOLE or HOLE", "HOLE and HOLE"] {
        while text.contains(list) {
            text = text.replace(list, "HOLE");
        }
    }
    text
}
