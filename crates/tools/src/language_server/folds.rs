//! What can be folded: sections, statements over several lines, and notes that follow one another.

use mancala_rules::syntax::statements::{Entry, Item};
use mancala_rules::syntax::tokens::{Kind, Token};

use super::Document;

/// Lines that can be folded into the first of them, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fold {
    /// The first line, which stays.
    pub first: usize,
    /// The last line.
    pub last: usize,
    /// Whether the lines are notes.
    pub is_note: bool,
}

/// All that can be folded, in order.
pub fn folds(document: &Document) -> Vec<Fold> {
    let line = |byte: usize| document.source.line_at(byte);
    let mut found = notes(document);
    let entries = document.entries();
    let mut open: Vec<&Entry<'_>> = entries.iter().collect();
    while let Some(entry) = open.pop() {
        let (first, last) = match &entry.item {
            Item::Note(_) => continue,
            Item::Statement(parts) => (parts.first().map(|part| part.token), parts.last().map(|part| part.token)),
            Item::Section { head, inside, close, .. } => {
                open.extend(inside);
                (head.first().map(|part| part.token), *close)
            }
        };
        if let (Some(first), Some(last)) = (first, last) {
            found.push(Fold { first: line(first.start), last: line(last.start), is_note: false });
        }
    }
    found.retain(|fold| fold.first < fold.last);
    found.sort_unstable();
    found.dedup_by_key(|fold| (fold.first, fold.last));
    found
}

/// Notes with lines of their own that follow one another.
fn notes(document: &Document) -> Vec<Fold> {
    let tokens = document.tokens();
    let line = |token: &Token<'_>| document.source.line_at(token.start);
    let mut found: Vec<Fold> = Vec::new();
    for (at, note) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Note) {
        let here = line(note);
        let is_alone = note.lines_before > 0 || at == 0;
        let goes_on = is_alone && note.lines_before == 1 && at > 0 && tokens[at - 1].kind == Kind::Note;
        match found.last_mut().filter(|fold| goes_on && fold.last + 1 == here) {
            Some(fold) => fold.last = here,
            None if is_alone => found.push(Fold { first: here, last: here, is_note: true }),
            None => {}
        }
    }
    found
}
