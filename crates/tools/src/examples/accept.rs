//! Rewrites the examples of a file that fail.

use std::collections::BTreeMap;

use mancala_rules::format::format;
use mancala_rules::source::{Source, Span};

use super::difference::Difference;
use super::rewrite::{Edits, edited, edits};
use super::run::Run;

/// The text of a rule file in which examples were rewritten.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The new text.
    pub text: String,
    /// All examples, as they were before.
    pub runs: Vec<Run>,
    /// Heads of the examples that were rewritten, at least in part.
    pub rewritten: Vec<Span>,
    /// What only the author can change.
    pub kept: Vec<Kept>,
}

/// A statement that was not rewritten although it fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Where it is.
    pub span: Span,
    /// Why it is left as it is.
    pub why: &'static str,
}

/// Writes what is true into the examples that fail. `sections` are all sections of the file, by the places of their
/// heads.
pub fn accept(source: &Source, sections: &BTreeMap<Span, Span>, runs: Vec<Run>) -> Accepted {
    let (mut changes, mut rewritten, mut kept) = (Edits::new(), Vec::new(), Vec::new());
    for run in &runs {
        let why = |difference: &Difference| edits(source, difference).err();
        kept.extend(run.differences.iter().filter_map(|it| Some(Kept { span: it.span, why: why(it)? })));
        if let Some((section, text)) =
            sections.get(&run.span).and_then(|section| Some((*section, true_of(source, *section, run)?)))
        {
            changes.push((section, text));
            rewritten.push(run.span);
        }
    }
    Accepted { text: edited(&source.text, changes), runs, rewritten, kept }
}

/// The section of an example with what is true in the place of what fails. `None`: only its author can change it.
pub(super) fn true_of(source: &Source, section: Span, run: &Run) -> Option<String> {
    let own: Edits = run.differences.iter().filter_map(|it| edits(source, it).ok()).flatten().collect();
    (!own.is_empty()).then(|| section_with(source, section, own))
}

/// A section with edits applied. It is formatted if it was before.
fn section_with(source: &Source, section: Span, edits: Edits) -> String {
    let formatted = |text: &str| format(&Source::new(&source.name, text)).ok().map(|text| text.trim_end().to_owned());
    let before = source.slice(section);
    let inside = |span: Span| Span::new(span.start - section.start, span.end - section.start);
    let after = edited(before, edits.into_iter().map(|(span, text)| (inside(span), text)).collect());
    if formatted(before).as_deref() == Some(before) { formatted(&after).unwrap_or(after) } else { after }
}
