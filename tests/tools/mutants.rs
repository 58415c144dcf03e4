//! Changes one thing after the other in a rule file, and tells which changes nobody notices.
//!
//! ```text
//! cargo test --release --test mutants -- my-game.mancala
//! ```
//!
//! Each change that survives wants an example that shows what the statement is for; or the statement does nothing. They
//! are told as `tests/mutation/survivors.txt` lists them, and those listed there are not told again. With `--all` every
//! change is told, and who noticed it; with `--parts` effects and terms of conditions are left out, too, which is more than
//! the tests ask of a file.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "it stops where something is wrong")]
#![allow(dead_code, reason = "the tests use more of it")]

#[path = "../conformance/follow.rs"]
mod follow;
#[path = "../mutation/judge.rs"]
mod judge;
#[path = "../mutation/mutants.rs"]
mod mutants;
#[path = "../games/pinned.rs"]
mod pinned;
#[path = "../mutation/survivors.rs"]
mod survivors;

use mancala_tools::checks::Checks;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use mancala_rules::problem::render;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use rayon::prelude::*;

use self::mutants::Reach;
use self::survivors::Survivor;

/// Changes one thing after the other in rule files, and tells which changes nobody notices.
#[derive(Parser)]
struct Arguments {
    /// Rule files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Tell every change, and who noticed it
    #[arg(long)]
    all: bool,
    /// Leave out effects of rules and terms of conditions, too; a term may stand there for the reader alone
    #[arg(long)]
    parts: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut all_noticed = true;
    let listed = survivors::listed();
    let reach = if arguments.parts { Reach::Parts } else { Reach::Statements };
    for path in &arguments.files {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| {
            eprintln!("{}: {error}", path.display());
            std::process::exit(2);
        });
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("game");
        let source = Source::new(path.display().to_string(), &text);
        let ruleset = match Ruleset::checked(source) {
            Ok(ruleset) => ruleset,
            Err(error) => {
                eprint!("{}", render(&error.problems, &error.source, false, 100));
                all_noticed = false;
                continue;
            }
        };
        if ruleset.examples().is_ok_and(|runs| runs.iter().any(|run| !run.differences.is_empty())) {
            eprintln!("{}: an example does not hold; `mancala test` tells which", path.display());
            all_noticed = false;
            continue;
        }
        let judge = judge::Judge::new(name, &ruleset);
        let mutants = mutants::mutants(&ruleset.source, reach);
        let noticed: Vec<_> = mutants.par_iter().map(|mutant| judge.notices(mutant)).collect();
        let (mut unknown, mut known) = (0, 0);
        for (mutant, noticed) in mutants.iter().zip(&noticed) {
            let survivor = Survivor::of(name, mutant);
            let is_listed = listed.iter().any(|(known, _)| *known == survivor);
            let told = match noticed {
                Some(noticed) => format!("noticed by {noticed}"),
                None if is_listed => "listed as a survivor".to_owned(),
                None => "nobody notices".to_owned(),
            };
            unknown += usize::from(noticed.is_none() && !is_listed);
            known += usize::from(noticed.is_none() && is_listed);
            if arguments.all || noticed.is_none() && !is_listed {
                println!("{}:{}: {told}\n{survivor}\n", path.display(), mutant.line);
            }
        }
        let survivors = unknown + known;
        println!("{}: {} changes, {survivors} survive, {known} of them listed", path.display(), mutants.len());
        all_noticed &= unknown == 0;
    }
    ExitCode::from(u8::from(!all_noticed))
}
