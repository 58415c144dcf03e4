//! Compares the tables with the narrator, on the shipped rulesets in all their readings and on rule files generated at
//! random by turns, as long as one likes.
//!
//! ```text
//! cargo test --release --test witness -- --seconds 600 --seed 1
//! ```
//!
//! A rule file on which the two differ is made as small as can be, printed, and kept as `witness-SEED.mancala`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "it stops where something is wrong")]

#[path = "../witness/compare/mod.rs"]
mod compare;
#[path = "../generator/mod.rs"]
mod generator;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use compare::{Effort, everything};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::{Ruleset, readings, shipped_texts};

/// Compares the tables with the narrator on shipped rulesets and on rule files generated at random.
#[derive(Parser)]
struct Arguments {
    /// How long
    #[arg(long, default_value = "60")]
    seconds: u64,
    /// The first seed
    #[arg(long, default_value = "1000000")]
    seed: u64,
    /// Only these rule files
    #[arg(long)]
    only: Option<Kind>,
}

/// Where rule files come from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Random,
    Shipped,
}

/// What is compared of every game.
const EFFORT: Effort = Effort { games: 4, plies: 120 };

/// The shipped rulesets, over and over, each time in another reading.
fn shipped(from: u64) -> impl Iterator<Item = (String, Arc<Rules>)> {
    let rulesets: Vec<_> =
        shipped_texts().map(|(name, _)| (name, Ruleset::shipped(name).expect("it is well"))).collect();
    let rulesets_in_all = rulesets.len() as u64;
    (from..).map(move |at| {
        let (name, ruleset) = &rulesets[(at % rulesets_in_all) as usize];
        let readings = readings(&ruleset.rules().expect("rules").options);
        let settings = &readings[(at / rulesets_in_all) as usize % readings.len()];
        (format!("{name} {settings:?}"), ruleset.rules_under(settings).expect("rules"))
    })
}

/// Compares a rule file generated at random, if it has rules. One on which the two differ is made as small as can be,
/// printed and kept.
fn generated(seed: u64) -> Option<Result<u64, ()>> {
    let tree = generator::tree_from_seed(seed);
    let rules = generator::rules(&tree.current())?;
    Some(everything(&rules, seed, EFFORT).map_err(|_| {
        let fails =
            |sketch: &_| generator::rules(sketch).is_some_and(|rules| everything(&rules, seed, EFFORT).is_err());
        let smallest = generator::shrink(tree, fails);
        let rules = generator::rules(&smallest).expect("it was read before");
        let difference = everything(&rules, seed, EFFORT).err().unwrap_or_default();
        let remarks: String = difference.lines().map(|line| format!("// {line}\n")).collect();
        let path = format!("witness-{seed}.mancala");
        println!("{path}\n{smallest}{remarks}");
        std::fs::write(&path, format!("{smallest}{remarks}")).expect("it can be written");
    }))
}

fn main() {
    let arguments = Arguments::parse();
    let (mut games, mut plies, mut differ) = (0_u64, 0_u64, 0);
    let mut shipped = shipped(arguments.seed);
    let (begun, time) = (Instant::now(), Duration::from_secs(arguments.seconds));
    let mut seed = arguments.seed;
    while begun.elapsed() < time {
        seed += 1;
        let compared = [
            (arguments.only != Some(Kind::Random)).then(|| shipped.next()).flatten().map(|(name, rules)| {
                everything(&rules, seed, EFFORT).map_err(|difference| println!("{name}\n{difference}\n"))
            }),
            (arguments.only != Some(Kind::Shipped)).then(|| generated(seed)).flatten(),
        ];
        for compared in compared.into_iter().flatten() {
            games += 1;
            match compared {
                Ok(more) => plies += more,
                Err(()) => differ += 1,
            }
        }
    }
    println!("{games} games, {plies} plies compared, {differ} games differ");
    std::process::exit(i32::from(differ > 0));
}
