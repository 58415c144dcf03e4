//! Each shipped game, pinned: what `show` and `explain` print, its opening narrated, one whole seeded game, one match; what
//! is decided after refilling; and a shorter game and match under every other reading.

pub mod pinned;

use std::process::Command;

use insta::assert_snapshot;
use mancala::game::tell;
use mancala::narrator::Narrator;
use mancala::ruleset::{Ruleset, shipped};

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

/// A snapshot per game, named after it.
fn each(kind: &str, print: impl Fn(&str) -> String) {
    for (name, _) in shipped() {
        assert_snapshot!(format!("{name}-{kind}"), print(name));
    }
}

#[test]
fn shown() {
    each("show", |name| mancala(&["show", name]));
}

#[test]
fn explained() {
    each("explain", |name| mancala(&["explain", name]));
}

#[test]
fn openings() {
    each("openings", |name| {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        let rules = ruleset.rules().expect("rules");
        let start = Narrator::new(&*rules).expect("a game");
        let mut text = String::new();
        for (index, play) in start.legal().iter().enumerate() {
            let mut game = start.clone();
            game.take_events();
            game.play_nth(index).expect("a legal move");
            text.push_str(&format!("{play}\n{}\n", tell(&game.take_events(), &rules, &ruleset.source).join("\n")));
        }
        text
    });
}

#[test]
fn whole_games() {
    each("game", |name| mancala(&["run", name, "--seed", "3", "--plies", "300"]));
}

#[test]
fn whole_matches() {
    for (name, _) in shipped() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        let rules = ruleset.rules().expect("rules");
        if rules.contest.is_some() {
            let seed = pinned::match_seed(&rules).to_string();
            let text = mancala(&["run", name, "--match", "--seed", &seed, "--rounds", "7"]);
            assert_snapshot!(format!("{name}-match"), text);
        }
    }
}

#[test]
fn other_readings() {
    for (name, _) in shipped() {
        let text = readings(name);
        if !text.is_empty() {
            assert_snapshot!(format!("{name}-readings"), text);
        }
    }
}

/// What is decided after refilling, and a game and a match under every reading that is not the default.
fn readings(name: &str) -> String {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    let mut decided = Vec::new();
    pinned::refillings(&ruleset.rules().expect("rules"), &mut |piece| {
        decided.push(piece);
        true
    });
    let mut blocks = Vec::new();
    if !decided.is_empty() {
        blocks.push(format!("the defaults\n{}", wrapped(&decided)));
    }
    for settings in pinned::other_readings(ruleset.options()) {
        let rules = ruleset.rules_under(&settings).expect("rules");
        let named: Vec<String> = settings.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let mut pieces = pinned::pieces(&rules, &pinned::OTHERS);
        // what is decided after refilling is not told again where it is as under the defaults
        pieces.retain(|piece| !decided.contains(piece));
        blocks.push(format!("{}\n{}", named.join(", "), wrapped(&pieces)));
    }
    blocks.join("\n\n")
}

/// Pieces of a game: moves in a row, all else in a line of its own.
fn wrapped(pieces: &[String]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut in_line = 0;
    for piece in pieces {
        let is_move = !piece.contains(' ');
        match lines.last_mut().filter(|_| is_move && (1..20).contains(&in_line)) {
            Some(line) => line.push_str(&format!(" {piece}")),
            None => lines.push(format!("  {piece}")),
        }
        in_line = if !is_move { 0 } else { in_line % 20 + 1 };
    }
    lines.join("\n")
}

/// What a change of a rule file is compared with is what the snapshots show.
#[test]
fn pinned_games_are_those_of_the_snapshots() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/snapshots");
    let snapshot = |name: &str, kind: &str| {
        std::fs::read_to_string(folder.join(format!("tests__games__{name}-{kind}.snap"))).expect("a snapshot")
    };
    for (name, _) in shipped() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        let rules = ruleset.rules().expect("rules");
        let mut plan = pinned::DEFAULTS;
        let text = snapshot(name, "game");
        let mut told: Vec<&str> =
            text.lines().filter_map(|line| line.split_once(" plays ").map(|(_, play)| play)).collect();
        if rules.contest.is_some() {
            plan.match_seed = pinned::match_seed(&rules);
            let text = snapshot(name, "match");
            assert!(text.contains(&format!("seed {}\n", plan.match_seed)), "{name}");
        }
        let pieces = pinned::pieces(&rules, &plan);
        let openings = Narrator::new(&*rules).expect("a game").legal().len();
        let played: Vec<&str> =
            pieces[openings..].iter().filter_map(|piece| piece.split_once(": ")).map(|(play, _)| play).collect();
        let played: Vec<&str> = played.into_iter().filter(|play| *play != "pass").take(told.len()).collect();
        told.truncate(played.len());
        assert_eq!(played, told, "{name}");
    }
}
