//! `mancala test`: runs the examples in rule files.

use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_rules::source::{Line, Source};
use mancala_tools::checks::Checks;
use mancala_tools::examples::{Accepted, Decided, Difference, Kept, Part, Run};
use serde::Serialize;

use super::Failure;
use super::game;
use super::output::Output;
use super::rewrite::replace;

/// Arguments of `test`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala test                      the examples of all rulesets inside the program
  mancala test my-game.mancala
  mancala test my-game.mancala --accept

--accept writes what the rules make of an example into its own statements: board, stores, ends, \
marked, next, legal, result, scores, closed, reserve, pot. Nothing else in the file changes. Look at \
each difference first: an example that fails may be right, and the rules wrong. A file with other \
problems stays as it is.

Exit codes: 0 all examples hold, or were rewritten; 1 an example fails, or a file has problems; 2 a \
file cannot be read or written.")]
pub(super) struct Arguments {
    /// Paths of rule files, or names of rulesets inside the program [default: all rulesets inside the program]
    #[arg(value_name = "FILE", add = super::candidates::game())]
    files: Vec<String>,

    /// Rewrite the examples that fail: write the outcome that the rules give
    #[arg(long, requires = "files")]
    accept: bool,

    /// Print a line of JSON for each example
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ExampleRecord<'a> {
    file: &'a str,
    #[serde(flatten)]
    line: Line,
    example: &'a str,
    ok: bool,
    differences: Vec<DifferenceRecord<'a>>,
    /// Where the last seed of the last turn fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    fell: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decided: Vec<DecidedRecord>,
    /// With `--accept`: whether an example that fails was rewritten as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewritten: Option<bool>,
}

#[derive(Serialize)]
struct DifferenceRecord<'a> {
    #[serde(flatten)]
    line: Line,
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
    #[serde(flatten)]
    line: Line,
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
            rewritten: None,
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
        match if arguments.accept { accept(name, arguments.json, out) } else { played(name, arguments.json, out) } {
            Ok(count) => {
                held += count.held;
                failed += count.failed;
            }
            Err(failure @ Failure::Output(_)) => return Err(failure),
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

/// Numbers of examples.
struct Count {
    held: usize,
    failed: usize,
}

/// Plays the examples of one file.
fn played(name: &str, json: bool, out: &mut Output) -> Result<Count, Failure> {
    let ruleset = game::checked(name)?;
    let runs = ruleset.examples()?;
    print_runs(&ruleset.source, &runs, &|_| None, json, out)?;
    let failed = runs.iter().filter(|run| !run.differences.is_empty()).count();
    Ok(Count { held: runs.len() - failed, failed })
}

/// Plays the examples of one file and rewrites those that fail.
fn accept(name: &str, json: bool, out: &mut Output) -> Result<Count, Failure> {
    let ruleset = Ruleset::read(game::own_file(name)?)?;
    let Accepted { text, runs, rewritten, kept } = ruleset.accept()?;
    let stays = |run: &Run| run.differences.iter().any(|it| kept.iter().any(|kept| kept.span == it.span));
    let source = &ruleset.source;
    print_runs(source, &runs, &|run| (!run.differences.is_empty()).then(|| !stays(run)), json, out)?;
    if !rewritten.is_empty() {
        replace(name, &text, "without `--accept`, nothing is written")?;
    }
    if !json {
        for Kept { span, why } in &kept {
            out.line(format!("{name}:{}: {}: {why}", source.line(span.start), out.bad("not rewritten")))?;
        }
        match rewritten.len() {
            0 => {}
            1 => out.line(format!("{name}: {}", out.good("1 example rewritten")))?,
            several => out.line(format!("{name}: {}", out.good(&format!("{several} examples rewritten"))))?,
        }
    }
    let failed = runs.iter().filter(|run| stays(run)).count();
    Ok(Count { held: runs.len() - failed, failed })
}

fn failing(failed: usize, all: usize) -> String {
    format!("{failed} of {all} examples {}", if failed == 1 { "fails" } else { "fail" })
}

/// Prints the results of one file. `rewritten` says whether an example is rewritten, if it might be.
fn print_runs(
    source: &Source,
    runs: &[Run],
    rewritten: &dyn Fn(&Run) -> Option<bool>,
    json: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    if json {
        let record = |run| ExampleRecord { rewritten: rewritten(run), ..ExampleRecord::new(run, source) };
        return runs.iter().try_for_each(|run| out.json(&record(run)));
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
