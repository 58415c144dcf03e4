//! `mancala test`: runs the examples in rule files.

use serde::Serialize;

use super::Failure;
use super::game;
use super::output::Output;
use crate::examples::{Decided, Difference, Part, Run};
use crate::ruleset::{Ruleset, shipped_texts};
use crate::source::Source;

/// Arguments of `test`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala test                      the examples of all rulesets inside the program
  mancala test my-game.mancala

Exit codes: 0 all examples hold; 1 an example fails, or a file has problems; 2 a file cannot be read.")]
pub(super) struct Arguments {
    /// Paths of rule files, or names of rulesets inside the program [default: all rulesets inside the program]
    #[arg(value_name = "FILE", add = super::candidates::game())]
    files: Vec<String>,

    /// Print a line of JSON for each example
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ExampleRecord<'a> {
    file: &'a str,
    line: usize,
    example: &'a str,
    ok: bool,
    differences: Vec<DifferenceRecord<'a>>,
    /// Where the last seed of the last turn fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    fell: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decided: Vec<DecidedRecord>,
}

#[derive(Serialize)]
struct DifferenceRecord<'a> {
    line: usize,
    expected: &'a str,
    found: &'a str,
    parts: Vec<PartRecord<'a>>,
}

#[derive(Serialize)]
struct PartRecord<'a> {
    what: &'a str,
    expected: &'a str,
    found: &'a str,
}

#[derive(Serialize)]
struct DecidedRecord {
    list: &'static str,
    line: usize,
    rule: String,
}

impl<'a> ExampleRecord<'a> {
    fn new(run: &'a Run, source: &'a Source) -> Self {
        let part = |part: &'a Part| PartRecord { what: &part.what, expected: &part.expected, found: &part.found };
        let difference = |difference: &'a Difference| DifferenceRecord {
            line: source.line(difference.span.start),
            expected: &difference.expected,
            found: &difference.found,
            parts: difference.parts.iter().map(part).collect(),
        };
        let decided = |rule: &Decided| DecidedRecord {
            list: rule.list,
            line: source.line(rule.span.start),
            rule: source.said(rule.span),
        };
        ExampleRecord {
            file: &source.name,
            line: source.line(run.span.start),
            example: &run.title,
            ok: run.differences.is_empty(),
            differences: run.differences.iter().map(difference).collect(),
            fell: run.decision.fell.as_deref(),
            decided: run.decision.rules.iter().map(decided).collect(),
        }
    }
}

/// Runs examples.
pub(super) fn test(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let names: Vec<String> = match arguments.files.as_slice() {
        [] => shipped_texts().map(|(name, _)| name.to_owned()).collect(),
        files => files.to_vec(),
    };
    let (mut held, mut failed) = (0, 0);
    let mut failure: Option<Failure> = None;
    for name in &names {
        let read = game::checked(name).and_then(|ruleset| {
            let runs = ruleset.examples()?;
            Ok((ruleset, runs))
        });
        match read {
            Ok((ruleset, runs)) => {
                let holding = runs.iter().filter(|run| run.differences.is_empty()).count();
                held += holding;
                failed += runs.len() - holding;
                print_runs(&ruleset, &runs, arguments.json, out)?;
            }
            Err(found) => {
                // the other files still run; the last failure is reported at the end, for its exit code
                let unreadable = matches!(found, Failure::Use { .. });
                let (now, last) = match failure.take() {
                    None => (None, found),
                    Some(before) if unreadable => (Some(before), found),
                    Some(before) => (Some(found), before),
                };
                if let Some(now) = now {
                    out.flush()?;
                    now.report();
                }
                failure = Some(last);
            }
        }
    }
    if names.len() > 1 && !arguments.json {
        let total = held + failed;
        out.line(match failed {
            0 => out.good(&format!("all {total} examples hold")),
            _ => out.bad(&failing(failed, total)),
        })?;
    }
    match failure {
        Some(failure) => Err(failure),
        None if failed > 0 => Err(Failure::Reported),
        None => Ok(()),
    }
}

fn failing(failed: usize, all: usize) -> String {
    format!("{failed} of {all} examples {}", if failed == 1 { "fails" } else { "fail" })
}

/// Prints the results of one file.
fn print_runs(ruleset: &Ruleset, runs: &[Run], json: bool, out: &mut Output) -> Result<(), Failure> {
    let source = &ruleset.source;
    if json {
        return runs.iter().try_for_each(|run| out.json(&ExampleRecord::new(run, source)));
    }
    let failed = runs.iter().filter(|run| !run.differences.is_empty()).count();
    let name = &source.name;
    out.line(match (runs.len(), failed) {
        (0, _) => format!("{name}: no examples"),
        (1, 0) => format!("{name}: {}", out.good("1 example holds")),
        (all, 0) => format!("{name}: {}", out.good(&format!("{all} examples hold"))),
        (all, failed) => format!("{name}: {}", out.bad(&failing(failed, all))),
    })?;
    for run in runs.iter().filter(|run| !run.differences.is_empty()) {
        out.line(format!("  {name}:{}: \"{}\"", source.line(run.span.start), run.title))?;
        for difference in &run.differences {
            out.line(format!("    {name}:{}", source.line(difference.span.start)))?;
            out.line(format!("      expected: {}", difference.expected))?;
            out.line(format!("      found:    {}", difference.found))?;
            // a statement with a single value differs as a whole
            if !matches!(difference.parts.as_slice(), [part] if part.found == difference.found) {
                for part in &difference.parts {
                    out.line(format!("      {}", part.said))?;
                }
            }
        }
        let decision = run.decision.said(source);
        if !decision.is_empty() {
            let options = textwrap::Options::new(out.width()).initial_indent("    ").subsequent_indent("      ");
            out.line(textwrap::fill(&decision, options))?;
        }
    }
    Ok(())
}
