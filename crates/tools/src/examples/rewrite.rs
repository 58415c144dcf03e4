//! Writes what is true into the text of an example.

use mancala_rules::source::{Source, Span, replaced};

use super::difference::{Difference, Instead};

/// Text to put in the places of a rule file.
pub(super) type Edits = Vec<(Span, String)>;

/// What makes a statement hold; why only its author can change it, otherwise.
pub(super) fn edits(source: &Source, difference: &Difference) -> Result<Edits, &'static str> {
    match &difference.instead {
        Instead::ByHand(why) => Err(why),
        Instead::Nothing => Ok(vec![(source.whole_lines(difference.span), String::new())]),
        // a number of a drawn board holds no note
        Instead::Write(edits) if edits.iter().any(|(span, _)| source.slice(*span).contains("//")) => {
            Err("there is a note in this statement")
        }
        Instead::Write(edits) => Ok(edits.clone()),
    }
}

/// A text with edits applied, in whatever order they are. They do not overlap.
pub(super) fn edited(text: &str, mut edits: Edits) -> String {
    edits.sort();
    replaced(text, edits.iter().map(|(span, new)| (*span, new.as_str())))
}

/// A statement as it should be, on lines of its own that begin in its column.
pub(super) fn statement(source: &Source, difference: &Difference, edits: &Edits) -> String {
    let Span { start, end } = difference.span;
    let inside = edits.iter().filter(|(span, _)| start <= span.start && span.end <= end);
    let moved = inside.map(|(span, new)| (Span::new(span.start - start, span.end - start), new.clone()));
    let (_, column) = source.line_column(start);
    format!("{}{}", " ".repeat(column - 1), edited(source.slice(difference.span), moved.collect()))
}
