//! Each shipped game, pinned: what `show` and `explain` print, its opening narrated, one whole seeded game, one match.

use std::process::Command;

use insta::assert_snapshot;
use mancala::narrator::{Game, tell};
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
        let ruleset = Ruleset::shipped(name).expect("shipped").expect("without problems");
        let rules = ruleset.rules(&[]).expect("rules");
        let start = Game::new(&rules).expect("a game");
        let mut text = String::new();
        for (index, play) in start.legal().iter().enumerate() {
            let mut game = start.clone();
            game.take_told();
            game.play_nth(index).expect("a legal move");
            text.push_str(&format!("{play}\n{}\n", tell(&game.take_told(), &rules, &ruleset.source).join("\n")));
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
        let ruleset = Ruleset::shipped(name).expect("shipped").expect("without problems");
        if ruleset.rules(&[]).expect("rules").contest.is_some() {
            let played = |seed: u32| mancala(&["run", name, "--match", "--seed", &seed.to_string(), "--rounds", "7"]);
            // a whole match that is short enough to be read; where random players need hundreds of rounds, a cut one
            let whole = (0..60).map(played).find(|text| !text.contains("Nobody wins the match"));
            let text = whole.unwrap_or_else(|| played(2));
            assert_snapshot!(format!("{name}-match"), text);
        }
    }
}
