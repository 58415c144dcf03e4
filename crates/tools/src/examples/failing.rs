//! The problem of an example that fails.

use std::collections::BTreeMap;

use mancala_rules::lines::wrapped;
use mancala_rules::problem::{Change, Code, Problem, Remedy};
use mancala_rules::source::{Source, Span};

use super::accept::true_of;
use super::difference::{Difference, Instead, Part};
use super::rewrite::{edits, statement};
use super::run::Run;

/// Most differences that a message names, and most of them that are underlined.
const MOST_NAMED: usize = 6;
const MOST_MARKED: usize = 4;

/// The problem of an example that fails; `None` if it holds. `sections` are all sections of the file, by the places of
/// their heads.
pub fn problem(source: &Source, sections: &BTreeMap<Span, Span>, run: &Run) -> Option<Problem> {
    let differences = &run.differences;
    let mut labels = differences.iter().flat_map(labels);
    let (first, label) = labels.next()?;
    let message = format!("this example fails: {}", said(differences));
    let problem = Problem::new(Code::FailingExample, first, message).label(label).help(help(source, differences));
    let problem = labels.fold(problem, |problem, (span, label)| problem.also(span, label));
    let section = sections.get(&run.span).copied();
    let accepted = section.and_then(|section| Some(Change::Replace(section, true_of(source, section, run)?)));
    let problem = Problem {
        remedy: accepted.map(|change| Remedy::new("Write the outcome that the rules give", change)),
        ..problem
    };
    let decision = run.decision.said(source);
    Some(if decision.is_empty() { problem } else { problem.shown(wrapped(&decision, 76).join("\n")) })
}

/// The differences in sentences, but not more than can be read at once.
fn said(differences: &[Difference]) -> String {
    let sentences: Vec<&str> = differences
        .iter()
        .flat_map(|difference| match difference.parts.as_slice() {
            [] => vec![difference.found.as_str()],
            parts => parts.iter().map(|part| part.said.as_str()).collect(),
        })
        .collect();
    let named = sentences.len().min(if sentences.len() == MOST_NAMED + 1 { MOST_NAMED + 1 } else { MOST_NAMED });
    let more = match sentences.len() - named {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{}{more}", sentences[..named].join("; "))
}

/// What to underline for a difference: numbers of holes if they are few, otherwise the statement.
fn labels(difference: &Difference) -> Vec<(Span, String)> {
    let holes = difference.parts.iter().filter(|part| part.span != difference.span);
    let holes: Vec<&Part> = holes.collect();
    match holes.len() {
        0 if difference.parts.is_empty() => vec![(difference.span, String::new())],
        0 => vec![(difference.span, format!("found: {}", difference.found))],
        1..=MOST_MARKED => {
            holes.iter().map(|part| (part.span, format!("{} holds {}", part.what, part.found))).collect()
        }
        _ => vec![(difference.span, String::new())],
    }
}

/// What to write instead.
fn help(source: &Source, differences: &[Difference]) -> String {
    let (mut write, mut leave_out, mut by_hand) = (Vec::new(), Vec::new(), Vec::new());
    for difference in differences {
        match edits(source, difference) {
            Ok(_) if difference.instead == Instead::Nothing => leave_out.push(source.line(difference.span.start)),
            Ok(edits) => write.push(statement(source, difference, &edits)),
            Err(why) => by_hand.push(why),
        }
    }
    by_hand.dedup();
    if write.is_empty() && leave_out.is_empty() {
        return format!("{}; fix the rules or the example", by_hand.join("; "));
    }
    let accept = format!("fix the rules, or, if they are right, let `mancala test {} --accept`", source.name);
    let write = if write.is_empty() { String::new() } else { format!(" write\n{}\n", write.join("\n")) };
    let leave_out: Vec<String> = leave_out.iter().map(|line| format!("leave out line {line}")).collect();
    let and = if write.is_empty() { " " } else { "and " };
    let leave_out = if leave_out.is_empty() { String::new() } else { format!("{and}{}", leave_out.join(", ")) };
    let by_hand: String = by_hand.iter().map(|why| format!("; {why}")).collect();
    format!("{accept}{write}{leave_out}{by_hand}").trim_end().to_owned()
}
