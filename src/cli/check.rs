//! `mancala check`: every problem of rule files, with its place.

use super::Failure;
use super::game;
use super::output::{Output, drawn};
use super::sources;
use crate::problem::ProblemRecord;
use crate::ruleset::Ruleset;

/// Arguments of `check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala check my-game.mancala
  mancala check my-games/*.mancala
  mancala check my-game.mancala --sources
  mancala check my-game.mancala --json | jq '{line, message}'

Exit codes: 0 no problem; 1 there are problems; 2 a file cannot be read.")]
pub(super) struct Arguments {
    /// Paths of rule files, or names of rulesets inside the program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Tell which statements are documented, which assumed and why, which neither, and what is open
    #[arg(long)]
    sources: bool,

    /// Print a line of JSON for each problem; with `--sources` also one for each file without problems
    #[arg(long)]
    json: bool,
}

/// Checks rule files.
pub(super) fn check(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let (mut found, mut bad) = (0, 0);
    let mut unreadable = None;
    for name in &arguments.files {
        let source = match game::source(name) {
            Ok(source) => source,
            Err(failure) => {
                // the others are checked, too; the last failure is told at the end
                if let Some(before) = unreadable.replace(failure) {
                    out.flush()?;
                    before.report();
                }
                continue;
            }
        };
        match Ruleset::check(source) {
            Ok((ruleset, _)) if arguments.sources => sources::tell(&ruleset, arguments.json, out)?,
            Ok(_) if arguments.json => {}
            Ok((ruleset, proof)) => {
                let ok = out.good("ok");
                let but = proof.unproved.map_or(String::new(), |why| format!(", but not all of it is proved: {why}"));
                out.line(format!("{}: {ok}{but}", ruleset.source.name))?;
            }
            Err((source, problems)) => {
                found += problems.len();
                bad += 1;
                if arguments.json {
                    for problem in &problems {
                        out.json(&ProblemRecord::new(problem, &source))?;
                    }
                } else {
                    let (color, width) = (out.color, out.width());
                    out.print(drawn(&problems, &source, color, width))?;
                    out.line("")?;
                }
            }
        }
    }
    if found > 0 && !arguments.json {
        let problems = if found == 1 { "1 problem".to_owned() } else { format!("{found} problems") };
        let files = match arguments.files.len() {
            1 => String::new(),
            all => format!(" in {bad} of {all} files"),
        };
        out.line(out.bad(&format!("{problems}{files}")))?;
    }
    match unreadable {
        Some(failure) => Err(failure),
        None if found > 0 => Err(Failure::Told),
        None => Ok(()),
    }
}
