//! Changes one thing after the other in a rule file, and tells which changes nobody notices.
//!
//! ```text
//! cargo run --release --example mutants -- my-game.mancala
//! ```
//!
//! Each change that survives wants an example that shows what the statement is for; or the statement does nothing. With
//! `--all` every change is told, and who noticed it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "it stops where something is wrong")]
#![allow(dead_code, reason = "the tests use more of it")]

#[path = "../tests/conformance/follow.rs"]
mod follow;
#[path = "../tests/mutation/judge.rs"]
mod judge;
#[path = "../tests/mutation/mutants.rs"]
mod mutants;
#[path = "../tests/games/pinned.rs"]
mod pinned;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use mancala::drivers::examples;
use mancala::problem::render;
use mancala::ruleset::Ruleset;
use mancala::source::Source;
use rayon::prelude::*;

/// Changes one thing after the other in rule files, and tells which changes nobody notices.
#[derive(Parser)]
struct Arguments {
    /// Rule files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Tell every change, and who noticed it
    #[arg(long)]
    all: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut all_noticed = true;
    for path in &arguments.files {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| {
            eprintln!("{}: {error}", path.display());
            std::process::exit(2);
        });
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("game");
        let source = Source::new(path.display().to_string(), &text);
        let ruleset = match Ruleset::read(source) {
            Ok(ruleset) => ruleset,
            Err((source, problems)) => {
                eprint!("{}", render(&problems, &source, false, 100));
                all_noticed = false;
                continue;
            }
        };
        if examples::run_all(&ruleset).is_ok_and(|runs| runs.iter().any(|run| !run.differences.is_empty())) {
            eprintln!("{}: an example does not hold; `mancala test` tells which", path.display());
            all_noticed = false;
            continue;
        }
        let judge = judge::Judge::new(name, &ruleset);
        let mutants = mutants::mutants(&ruleset.source);
        let noticed: Vec<_> = mutants.par_iter().map(|mutant| judge.notices(mutant)).collect();
        let survivors = noticed.iter().filter(|noticed| noticed.is_none()).count();
        for (mutant, noticed) in mutants.iter().zip(&noticed) {
            let told = noticed.as_ref().map_or("NOBODY".to_owned(), ToString::to_string);
            if noticed.is_none() || arguments.all {
                let place = format!("{}:{}", path.display(), mutant.line);
                println!("{place}: {}: {}\n  {}\n  noticed by {told}", mutant.section, mutant.statement, mutant.change);
            }
        }
        println!("{}: {} changes, {survivors} survive", path.display(), mutants.len());
        all_noticed &= survivors == 0;
    }
    ExitCode::from(u8::from(!all_noticed))
}
