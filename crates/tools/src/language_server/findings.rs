//! What is wrong with a file or could be written otherwise, how grave it is, and what to do about it.

use mancala_rules::problem::{Code, Extents, Mend, Problem, mends};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Span;
use mancala_rules::syntax::respelled;
use mancala_rules::syntax::statements::extents;

use super::Document;
use super::unused::{MOST_ROUNDS, without_unused};
use crate::checks::Checks;
use crate::proof::Unproved;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be played, or gives no answer somewhere.
    Error,
    /// The file can be played, but something in it is not true, or does nothing.
    Warning,
    /// Something that the author should know.
    Information,
    /// Something that other files write otherwise.
    Hint,
}

/// Something to tell the author, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind: the code of a problem, or a name like one.
    pub code: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What is told, with what to do about it.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// Other places that have to do with it, each with a text.
    pub related: Vec<(Span, String)>,
    /// Whether its place does nothing and can go.
    pub is_unnecessary: bool,
    /// What solves it, the best first.
    pub mends: Vec<Mend>,
}

/// How grave a problem of this kind is.
pub fn severity(code: Code) -> Severity {
    match code {
        Code::UnusedName | Code::NeverApplies | Code::FailingExample | Code::BrokenClaim | Code::NoEnd => {
            Severity::Warning
        }
        Code::MoreProblems => Severity::Information,
        _ => Severity::Error,
    }
}

/// All that there is to tell of a file, including what needs proofs, in the order of the text.
pub fn findings(document: &Document) -> Vec<Finding> {
    let mut problems = Vec::new();
    let mut source = document.source.clone();
    let mut not_proved = Vec::new();
    for _ in 0..MOST_ROUNDS {
        match Ruleset::proved(source.clone()) {
            Ok((_, proof)) => {
                not_proved = proof.unproved;
                break;
            }
            Err(error) => {
                let rest = without_unused(&source, &error.problems);
                problems.extend(error.problems);
                let Some(rest) = rest else { break };
                source = rest;
            }
        }
    }
    // it can be read, though it may fail its proofs
    if let Ok(ruleset) = Ruleset::read(source) {
        problems.extend(ruleset.defaults().remarks.iter().cloned());
    }
    let mut found = told(document, problems);
    found.extend(not_proved.iter().map(unproved));
    found
}

/// What there is to tell of a file without proofs, which take longer.
pub fn quick_findings(document: &Document) -> Vec<Finding> {
    told(document, document.mistakes())
}

fn told(document: &Document, problems: Vec<Problem>) -> Vec<Finding> {
    let extents = extents(&document.source.text);
    let problems = problems.into_iter().map(|problem| of_problem(document, &extents, problem));
    let mut found: Vec<Finding> = problems.chain(spellings(document)).collect();
    found.sort_by_key(|finding| finding.span);
    found
}

fn of_problem(document: &Document, extents: &Extents, problem: Problem) -> Finding {
    let mut message = problem.message.clone();
    if let Some((_, label)) = problem.labels.first().filter(|(_, label)| !label.is_empty()) {
        message += &format!(": {label}");
    }
    if let Some(help) = &problem.help {
        message += &format!("\nhelp: {help}");
    }
    if let Some(shown) = &problem.shown {
        message += &format!("\n{}", shown.trim_end());
    }
    let dead = matches!(problem.code, Code::UnusedName | Code::NeverApplies);
    Finding {
        code: problem.code.name(),
        severity: severity(problem.code),
        message,
        span: problem.span(),
        related: problem.labels.iter().skip(1).cloned().collect(),
        is_unnecessary: dead && problem.remedy.as_ref().is_some_and(|remedy| remedy.only_removes()),
        mends: mends(&document.source, extents, &problem),
    }
}

/// What could not be proved is told at the first rule that was not looked at, if one is known.
fn unproved(open: &Unproved) -> Finding {
    Finding {
        code: "unproved",
        severity: Severity::Information,
        message: format!("not proved: {}, since {}", open.part.text(), open.why.text()),
        span: open.from.unwrap_or_default(),
        related: Vec::new(),
        is_unnecessary: false,
        mends: Vec::new(),
    }
}

/// Phrases that the formatter writes otherwise.
fn spellings(document: &Document) -> Vec<Finding> {
    let source = &document.source;
    let hint = |(span, standard): (Span, String)| {
        let problem = Problem::new(Code::NotAStatement, span, "");
        let problem = problem.correct(source.slice(span), &standard, "");
        Finding {
            code: "another-spelling",
            severity: Severity::Hint,
            message: match standard.as_str() {
                "" => format!("other rule files leave `{}` out; the formatter does so, too", source.said(span)),
                _ => format!("other rule files write `{standard}`; the formatter does so, too"),
            },
            span,
            related: Vec::new(),
            is_unnecessary: false,
            mends: mends(source, &Extents::default(), &problem),
        }
    };
    respelled(&source.text).into_iter().map(hint).collect()
}
