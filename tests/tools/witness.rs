//! Compares the tables with the narrator on rule files generated at random, as long as one likes.
//!
//! ```text
//! cargo test --release --test witness -- --seconds 600 --seed 1
//! ```
//!
//! A rule file on which the two differ is made as small as can be, printed, and kept as `witness-SEED.mancala`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "it stops where something is wrong")]

#[path = "../witness/compare.rs"]
mod compare;
#[path = "../generator/mod.rs"]
mod generator;

use std::time::{Duration, Instant};

use clap::Parser;
use compare::{Effort, everything};

/// Compares the tables with the narrator on rule files generated at random.
#[derive(Parser)]
struct Arguments {
    /// How long
    #[arg(long, default_value = "60")]
    seconds: u64,
    /// The first seed
    #[arg(long, default_value = "1000000")]
    seed: u64,
}

/// What is compared of every game.
const EFFORT: Effort = Effort { games: 4, plies: 120 };

fn main() {
    let arguments = Arguments::parse();
    let (begun, time) = (Instant::now(), Duration::from_secs(arguments.seconds));
    let (mut games, mut plies, mut differ) = (0_u64, 0_u64, 0);
    let mut seed = arguments.seed;
    while begun.elapsed() < time {
        seed += 1;
        let tree = generator::tree_from_seed(seed);
        let Some(rules) = generator::rules(&tree.current()) else { continue };
        games += 1;
        match everything(&rules, seed, EFFORT) {
            Ok(more) => plies += more,
            Err(_) => {
                differ += 1;
                let fails = |sketch: &_| {
                    generator::rules(sketch).is_some_and(|rules| everything(&rules, seed, EFFORT).is_err())
                };
                let smallest = generator::shrink(tree, fails);
                let rules = generator::rules(&smallest).expect("it was read before");
                let difference = everything(&rules, seed, EFFORT).err().unwrap_or_default();
                let remarks: String = difference.lines().map(|line| format!("// {line}\n")).collect();
                let path = format!("witness-{seed}.mancala");
                println!("{path}\n{smallest}{remarks}");
                std::fs::write(&path, format!("{smallest}{remarks}")).expect("it can be written");
            }
        }
    }
    println!("{games} games, {plies} plies compared, {differ} games differ");
    std::process::exit(i32::from(differ > 0));
}
