//! Compares the tables with the narrator on rule files generated at random, as long as one likes.
//!
//! ```text
//! cargo run --release --example witness -- --seconds 600 --seed 1
//! ```
//!
//! A rule file on which the two differ is made as small as can be, printed, and kept as `witness-SEED.mancala`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "it stops where something is wrong")]

#[path = "../tests/witness/compare.rs"]
mod compare;
#[path = "../tests/generator/mod.rs"]
mod generator;

use std::time::{Duration, Instant};

use clap::Parser;
use mancala::engine::Engine;
use mancala::narrator::Position;
use mancala::rules::model::Rules;

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

/// Everything that is compared of a game, from its start and from other positions.
fn compared(rules: &Rules, seed: u64) -> Result<u64, String> {
    let engine = Engine::new(rules);
    let start = Position::start(rules);
    let mut plies = compare::perft(rules, &engine, &start, 2)?;
    plies += compare::contest(rules, seed, 6)?;
    for game in 0..4 {
        plies += compare::game(rules, &engine, &start, seed ^ game, 120)?;
        plies += compare::game(rules, &engine, &compare::position(rules, seed ^ game), seed ^ game, 60)?;
    }
    Ok(plies)
}

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
        match compared(&rules, seed) {
            Ok(more) => plies += more,
            Err(_) => {
                differ += 1;
                let fails = |sketch: &_| generator::rules(sketch).is_some_and(|rules| compared(&rules, seed).is_err());
                let smallest = generator::shrink(tree, fails);
                let rules = generator::rules(&smallest).expect("it was read before");
                let difference = compared(&rules, seed).err().unwrap_or_default();
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
