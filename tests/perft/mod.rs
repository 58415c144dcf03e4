//! Counts of move sequences, one file a game: a line that begins with `#` tells where the numbers are from, a line of
//! numbers counts plies 1, 2, 3 .., behind `NAME=VALUE ..:` under other readings.

use std::path::Path;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use mancala_engine::engine::{Engine, Progress};
use mancala_engine::game::Position;
use mancala_rules::ruleset::shipped_texts;
use mancala_tools::drivers::perft::perft_from;

use crate::conformance::rules;

/// Counts above this are not tried.
const MOST_NODES: u64 = crate::sized(2_000, 1_000_000);

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{name}.txt"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_ruleset_has_its_counts() {
    for (name, _) in shipped_texts() {
        let text = file(name);
        assert!(text.starts_with("# "), "{name}: where the numbers are from");
        let mut lines = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (settings, numbers) = line.split_once(':').unwrap_or(("", line));
            let settings: Vec<(String, String)> = settings
                .split_whitespace()
                .map(|pair| pair.split_once('=').expect("NAME=VALUE"))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            let rules = rules(name, &settings);
            for (depth, wanted) in (1..).zip(numbers.split_whitespace()) {
                let wanted: u64 = wanted.parse().expect("a number");
                if wanted <= MOST_NODES {
                    let found = perft_from(&rules, &Position::start(&rules), depth).expect("a count");
                    assert_eq!(found, wanted, "{name} {settings:?}, depth {depth}");
                    lines += 1;
                }
            }
        }
        assert!(lines >= crate::sized(2, 4), "{name}: too few counts are checked");
    }
}

#[test]
fn a_long_count_ends_soon_when_it_is_asked_to() {
    // straight turns of two rows and of four, and listed ones
    for name in ["oware", "hus", "omweso"] {
        let (rules, (sender, ended)) = (rules(name, &[]), channel());
        std::thread::spawn(move || {
            let start = Position::start(&rules);
            let progress = Progress::until(Instant::now() + Duration::from_millis(200));
            let counted = Engine::new(&*rules, &start).divide(&start, 40, &progress);
            sender.send(counted.is_ok()).expect("somebody waits");
        });
        assert_eq!(ended.recv_timeout(Duration::from_secs(30)), Ok(true), "{name}");
    }
}
