//! Groups tokens as the grammar does: into statements, sections and separate notes.

use super::tokens::tokens;
use super::tokens::{Kind, Token};
use crate::problem::Extents;
use crate::source::Span;

/// A token of a statement with the notes that follow it.
#[derive(Clone, Debug)]
pub struct Part<'t> {
    /// The token.
    pub token: Token<'t>,
    /// Notes between this token and the next, which begins a new line if there are any.
    pub notes: Vec<Note<'t>>,
}

/// A note.
#[derive(Clone, Copy, Debug)]
pub struct Note<'t> {
    /// The note as written.
    pub text: &'t str,
    /// Whether the note has a line to itself.
    pub alone: bool,
}

/// An element of a file or a section.
#[derive(Clone, Debug)]
pub enum Item<'t> {
    /// A note with a line to itself.
    Note(&'t str),
    /// A statement of one or several lines.
    Statement(Vec<Part<'t>>),
    /// `HEAD { .. }`
    Section {
        /// The parts of the head, including `{`.
        head: Vec<Part<'t>>,
        /// The elements of the section.
        inside: Vec<Entry<'t>>,
        /// The closing `}`, if there is one.
        close: Option<Token<'t>>,
        /// The note on the line of the closing `}`.
        note: Option<&'t str>,
    },
}

/// An item, and whether a blank line precedes it.
#[derive(Clone, Debug)]
pub struct Entry<'t> {
    /// The item.
    pub item: Item<'t>,
    /// Whether a blank line precedes it.
    pub blank_before: bool,
}

/// Groups the tokens of a file.
pub fn entries<'t>(tokens: &[Token<'t>]) -> Vec<Entry<'t>> {
    let mut reader = Reader { tokens, at: 0 };
    let mut all = Vec::new();
    // A surplus `}` is skipped; the formatter notices it when it compares the texts.
    while reader.at < tokens.len() {
        all.extend(reader.body());
        reader.at += 1;
    }
    all
}

/// Where the statements of a text are.
pub fn extents(text: &str) -> Extents {
    let all = entries(&tokens(text));
    let mut found = Extents::default();
    let span_of = |parts: &[Part<'_>]| parts.iter().map(|part| part.token.span()).reduce(Span::to);
    let mut open: Vec<&Entry<'_>> = all.iter().collect();
    while let Some(entry) = open.pop() {
        match &entry.item {
            Item::Note(_) => {}
            Item::Statement(parts) => found.lines.extend(span_of(parts)),
            Item::Section { head, inside, close, .. } => {
                let close = close.map(|close| close.span());
                found.lines.extend(span_of(head).into_iter().chain(close));
                found.sections.extend(span_of(head).zip(close).map(|(head, close)| head.to(close)));
                open.extend(inside);
            }
        }
    }
    found
}

struct Reader<'r, 't> {
    tokens: &'r [Token<'t>],
    at: usize,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    /// Reads up to the next `}` without a matching `{`, or to the end. That `}` is not consumed.
    fn body(&mut self) -> Vec<Entry<'t>> {
        let mut found = Vec::new();
        // Open sections: the head, the entries before it, and whether a blank line precedes it.
        let mut open: Vec<(Vec<Part<'t>>, Vec<Entry<'t>>, bool)> = Vec::new();
        while let Some(token) = self.peek() {
            let blank_before = token.lines_before > 1;
            if token.kind == Kind::Note {
                self.at += 1;
                found.push(Entry { item: Item::Note(token.text), blank_before });
            } else if token.text == "}" && token.kind == Kind::Sign {
                let Some((head, before, blank_before)) = open.pop() else { break };
                self.at += 1;
                let inside = std::mem::replace(&mut found, before);
                let item = Item::Section { head, inside, close: Some(token), note: self.note_behind() };
                found.push(Entry { item, blank_before });
            } else {
                let parts = self.statement();
                if parts.last().is_some_and(|last| last.token.text == "{" && last.token.kind == Kind::Sign) {
                    open.push((parts, std::mem::take(&mut found), blank_before));
                } else {
                    found.push(Entry { item: Item::Statement(parts), blank_before });
                }
            }
        }
        // Sections without an end: the file has problems, so nothing is written.
        while let Some((head, before, blank_before)) = open.pop() {
            let inside = std::mem::replace(&mut found, before);
            found.push(Entry { item: Item::Section { head, inside, close: None, note: None }, blank_before });
        }
        found
    }

    /// The note on the line of the token just consumed.
    fn note_behind(&mut self) -> Option<&'t str> {
        let note = self.peek().filter(|token| token.kind == Kind::Note && token.lines_before == 0)?;
        self.at += 1;
        Some(note.text)
    }

    /// The parts of a statement, or of a head including its `{`.
    fn statement(&mut self) -> Vec<Part<'t>> {
        let mut parts: Vec<Part<'t>> = Vec::new();
        while let Some(token) = self.peek() {
            let after_comma = parts.last().is_some_and(|last| last.token.is(","));
            if let Some(last) = parts.last_mut() {
                let new_line = token.lines_before > 0 || !last.notes.is_empty();
                if token.kind == Kind::Note {
                    let behind = &self.tokens[self.at..];
                    let notes = behind.iter().take_while(|token| token.kind == Kind::Note).count();
                    // notes on lines of their own belong to a statement that goes on behind them
                    let goes_on = after_comma || behind.get(notes).is_some_and(|next| next.goes_on);
                    let own = if goes_on { notes } else { usize::from(!new_line) };
                    let note = |token: &Token<'t>| Note { text: token.text, alone: token.lines_before > 0 };
                    last.notes.extend(behind[..own].iter().map(note));
                    self.at += own;
                    if own > 0 {
                        continue;
                    }
                }
                if last.token.text == "{" || token.text == "}" || new_line && !token.goes_on && !after_comma {
                    break;
                }
            }
            self.at += 1;
            parts.push(Part { token, notes: Vec::new() });
        }
        parts
    }
}
