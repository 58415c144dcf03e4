//! `mancala check --fix`: writes the corrections that problems propose into rule files.

use mancala_rules::problem::{Correction, Problem, RuleFileError, corrected, corrections};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_rules::syntax::statements::extents;
use mancala_tools::checks::Checks;
use serde::Serialize;

use super::Failure;
use super::game;
use super::output::Output;
use super::rewrite::replace;

/// Most times that a file is checked again: a correction may bring another problem to light.
const MOST_ROUNDS: usize = 10;

/// Corrects a file as long as that leaves fewer problems, and tells each correction. Returns the text that the file then
/// has.
pub(super) fn fix(name: &str, json: bool, out: &mut Output) -> Result<Source, Failure> {
    let before = game::own_file(name)?;
    let mut source = before.clone();
    let mut problems = problems_of(&source);
    let mut least = problems.len();
    let mut done = Vec::new();
    // the text with the fewest problems, and how many corrections lead to it
    let mut best = None;
    for _ in 0..MOST_ROUNDS {
        let found = corrections(&source, &extents(&source.text), &problems);
        if found.is_empty() {
            break;
        }
        done.extend(found.iter().map(|correction| Done::new(correction, &source)));
        source = source.instead(&corrected(&source.text, &found));
        problems = problems_of(&source);
        if problems.len() < least {
            least = problems.len();
            best = Some((source.clone(), done.len()));
        }
    }
    let made = best.as_ref().map_or(0, |(_, made)| *made);
    if made < done.len() {
        let more = if made == 0 { "corrections" } else { "more corrections" };
        out.note(&format!(
            "{name}: {more} are proposed; they are not made, since the file would not have fewer problems"
        ))?;
    }
    let Some((source, _)) = best else { return Ok(before) };
    done.truncate(made);
    // a byte-order mark is not part of the text
    let mark = std::fs::read(name).is_ok_and(|bytes| bytes.starts_with("\u{feff}".as_bytes()));
    replace(
        name,
        &format!("{}{}", if mark { "\u{feff}" } else { "" }, source.text),
        "without `--fix`, nothing is written",
    )?;
    for done in &done {
        match json {
            true => out.json(done)?,
            false => out.line(format!("{name}:{}: {}", done.line, done.said()))?,
        }
    }
    if !json {
        out.line("")?;
    }
    Ok(source)
}

fn problems_of(source: &Source) -> Vec<Problem> {
    match Ruleset::proved(source.clone()) {
        Ok(_) => Vec::new(),
        Err(RuleFileError { problems, .. }) => problems,
    }
}

/// A correction that was made. Its place is that in the text before it.
#[derive(Serialize)]
struct Done {
    file: String,
    line: usize,
    column: usize,
    fixed: String,
    instead: String,
}

impl Done {
    /// What was done, in words.
    fn said(&self) -> String {
        let instead = self.instead.trim();
        match (self.fixed.as_str(), instead) {
            ("", instead) => format!("`{instead}` is added"),
            (fixed, "") => format!("`{fixed}` is removed"),
            (fixed, instead) => format!("`{fixed}` is now `{instead}`"),
        }
    }

    fn new(correction: &Correction, source: &Source) -> Self {
        let (line, column) = source.line_column(correction.span.start);
        let fixed = source.said(correction.span);
        Done { file: source.name.clone(), line, column, fixed, instead: correction.instead.clone() }
    }
}
