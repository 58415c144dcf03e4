//! Tokens grouped as the grammar groups them: statements, sections, and notes that stand alone.

use super::tokens::{Kind, Token};

/// A token of a statement, and the notes behind it.
#[derive(Clone, Debug)]
pub(crate) struct Part<'t> {
    pub(crate) token: Token<'t>,
    /// Notes between this token and the next; after them a line begins.
    pub(crate) notes: Vec<Note<'t>>,
}

/// A note.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note<'t> {
    pub(crate) text: &'t str,
    /// Whether it has a line to itself.
    pub(crate) alone: bool,
}

/// What stands in a file or in a section.
#[derive(Clone, Debug)]
pub(crate) enum Item<'t> {
    /// A note with a line to itself.
    Note(&'t str),
    /// A statement of one or several lines.
    Statement(Vec<Part<'t>>),
    /// `HEAD { .. }`
    Section {
        /// The parts of its head, with `{`.
        head: Vec<Part<'t>>,
        /// What stands in it.
        inside: Vec<Entry<'t>>,
        /// Its `}`, if it has one.
        #[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only the language server asks"))]
        close: Option<Token<'t>>,
        /// The note behind `}`.
        note: Option<&'t str>,
    },
}

/// An item, and whether a blank line stands before it.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'t> {
    pub(crate) item: Item<'t>,
    pub(crate) blank_before: bool,
}

/// Groups the tokens of a file.
pub(crate) fn entries<'t>(tokens: &[Token<'t>]) -> Vec<Entry<'t>> {
    let mut reader = Reader { tokens, at: 0 };
    let mut all = Vec::new();
    // a `}` too many is left to the comparison with what was read
    while reader.at < tokens.len() {
        all.extend(reader.body());
        reader.at += 1;
    }
    all
}

struct Reader<'r, 't> {
    tokens: &'r [Token<'t>],
    at: usize,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    /// What stands before the next `}` that closes nothing here; that sign is not taken.
    fn body(&mut self) -> Vec<Entry<'t>> {
        let mut found = Vec::new();
        // sections that are open: their heads, what stood before them, and whether a blank line did
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
        // sections without an end: the file has problems, and nothing is written
        while let Some((head, before, blank_before)) = open.pop() {
            let inside = std::mem::replace(&mut found, before);
            found.push(Entry { item: Item::Section { head, inside, close: None, note: None }, blank_before });
        }
        found
    }

    /// The note on the line of the token just taken.
    fn note_behind(&mut self) -> Option<&'t str> {
        let note = self.peek().filter(|token| token.kind == Kind::Note && token.lines_before == 0)?;
        self.at += 1;
        Some(note.text)
    }

    /// The parts of a statement, or of a head with its `{`.
    fn statement(&mut self) -> Vec<Part<'t>> {
        let mut parts: Vec<Part<'t>> = Vec::new();
        while let Some(token) = self.peek() {
            let after_comma = parts.last().is_some_and(|last| last.token.is(","));
            if let Some(last) = parts.last_mut() {
                let new_line = token.lines_before > 0 || !last.notes.is_empty();
                if token.kind == Kind::Note && (!new_line || after_comma) {
                    last.notes.push(Note { text: token.text, alone: token.lines_before > 0 });
                    self.at += 1;
                    continue;
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
