//! Rule files at random, over the whole language: most of them play on for a while, and all of them shrink.
//!
//! [`sketches`] gives sketches of games; a sketch is written as a rule file by its `Display`. Outside of `proptest!`
//! [`tree_from_seed`] gives the same sketches one by one, and [`shrink`] makes those that fail smaller.

#![allow(dead_code, reason = "the tests and the example `witness` each use a part")]

pub mod census;
pub mod sketch;

mod board;
mod conditions;
mod contest;
mod effects;
mod families;
mod holes;
mod lists;
mod moves;
mod numbers;
mod say;
mod words;
mod write;

use mancala_tools::checks::Checks;
use std::sync::Arc;

use mancala_rules::problem::Problem;
use mancala_rules::rules::model::{Endless, Rules};
use mancala_rules::ruleset::{RulesError, Ruleset};
use mancala_rules::source::Source;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

pub use sketch::Sketch;

/// A sketch that can be made smaller.
pub type Tree = Box<dyn ValueTree<Value = Sketch>>;

/// So many times at most a sketch is made smaller or larger while it is shrunk.
const MOST_STEPS: usize = 4_000;

/// Sketches of games: some of families that are played, the others wild.
pub fn sketches() -> impl Strategy<Value = Sketch> {
    prop_oneof![1 => families::families(), 2 => wild()]
}

fn wild() -> BoxedStrategy<Sketch> {
    let endless = prop_oneof![3 => Just(Endless::Illegal), 2 => Just(Endless::EndTurn), 1 => Just(Endless::MoverLoses)];
    (
        board::boards(),
        moves::moves(),
        (moves::skips(), endless),
        lists::each_seed(),
        lists::last_seed(),
        lists::after_turn(),
        (lists::before_turn(), prop_oneof![1 => 2u32..=4, 2 => Just(3)]),
        contest::scores(),
        (prop::option::weighted(0.3, contest::contests()), lists::claims()),
    )
        .prop_map(
            |(
                board,
                moves,
                (skip, endless),
                each_seed,
                last_seed,
                after_turn,
                (before_turn, repeated),
                score,
                (contest, claims),
            )| {
                Sketch {
                    board,
                    moves,
                    skip,
                    endless,
                    each_seed,
                    last_seed,
                    after_turn,
                    before_turn,
                    repeated,
                    score,
                    contest,
                    claims,
                }
            },
        )
        .boxed()
}

/// What a sketch is as rules, or what is wrong with its rule file.
pub fn read(sketch: &Sketch) -> Result<Arc<Rules>, Vec<Problem>> {
    let ruleset =
        Ruleset::checked(Source::new("generated.mancala", &sketch.to_string())).map_err(|error| error.problems)?;
    ruleset.rules().map_err(|error| match error {
        RulesError::Problems(error) => error.problems,
        RulesError::Setting(_) => Vec::new(),
    })
}

/// What a sketch is as rules; none if its rule file is refused.
pub fn rules(sketch: &Sketch) -> Option<Arc<Rules>> {
    read(sketch).ok()
}

thread_local! {
    static SKETCHES: BoxedStrategy<Sketch> = sketches().boxed();
}

/// The sketch of a seed, with all that it can be made smaller to.
pub fn tree_from_seed(seed: u64) -> Tree {
    let bytes = [mixed(seed).to_le_bytes(), mixed(!seed).to_le_bytes()].concat();
    let random = TestRng::from_seed(RngAlgorithm::XorShift, &bytes);
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, random);
    loop {
        // no strategy here rejects anything
        if let Ok(tree) = SKETCHES.with(|sketches| sketches.new_tree(&mut runner)) {
            return tree;
        }
    }
}

/// Neighbouring seeds made as different as others (the last step of splitmix64).
fn mixed(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}

/// The sketch of a seed.
pub fn sketch_from_seed(seed: u64) -> Sketch {
    tree_from_seed(seed).current()
}

/// The smallest sketch found that still fails. The tree's own is one that does.
pub fn shrink(mut tree: Tree, mut still_fails: impl FnMut(&Sketch) -> bool) -> Sketch {
    let mut smallest = tree.current();
    let mut larger = false;
    for _ in 0..MOST_STEPS {
        let changed = if larger { tree.complicate() } else { tree.simplify() };
        if !changed {
            break;
        }
        let sketch = tree.current();
        larger = !still_fails(&sketch);
        if !larger {
            smallest = sketch;
        }
    }
    smallest
}
