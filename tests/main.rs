//! All tests of the project in one program.
//!
//! `cargo test` is quick: it looks at a part of what there is to look at where all of it takes long, and ignores a few tests.
//! `cargo test --release` looks at everything and ignores nothing. `.ci/run` does both.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where something is not as it must be"
)]

mod batch;
mod book;
mod by_hand;
mod cli;
mod conformance;
mod docs;
mod editors;
mod errors;
mod fit;
mod format;
mod game;
mod games;
mod generated;
mod generator;
mod language_server;
mod laws;
mod like;
mod matches;
mod mutation;
mod perft;
mod pictures;
mod play_screen;
mod players;
mod proof;
mod robustness;
mod small;
mod solver;
mod spelling;
mod structure;
mod telling;
#[cfg(unix)]
mod terminal;
mod witness;

/// How much a test looks at: in a quick run, and in a long one.
const fn sized(quick: u64, long: u64) -> u64 {
    if cfg!(debug_assertions) { quick } else { long }
}

/// The shipped rulesets that a test looks at: in a quick run some of all kinds.
fn sampled() -> impl Iterator<Item = (&'static str, &'static str)> {
    let each = sized(9, 1) as usize;
    let sample = mancala_rules::ruleset::shipped_texts().enumerate();
    sample.filter(move |(at, (name, _))| at % each == 0 || *name == LIKE_OWARE).map(|(_, ruleset)| ruleset)
}

/// A shipped game that takes over most of its rules from Oware.
const LIKE_OWARE: &str = "cross-wari";

/// A text with something in it replaced, once.
fn replaced(text: &str, what: &str, by: &str) -> String {
    assert!(text.contains(what), "there is no `{what}` in\n{text}");
    text.replacen(what, by, 1)
}

/// How many inputs at random a test tries: the same at every run, others with `PROPTEST_RNG_SEED=N`.
fn tries(cases: u32) -> proptest::test_runner::Config {
    use proptest::test_runner::{Config, RngSeed};

    let told = Config::default();
    let rng_seed = if told.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { told.rng_seed };
    Config { cases, rng_seed, failure_persistence: None, ..told }
}
