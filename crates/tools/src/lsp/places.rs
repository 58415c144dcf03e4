//! Places of a text as positions of the protocol.

use lsp_types::{Position, Range};
use mancala_rules::source::{Source, Span};

use crate::language_server::Document;

/// Converts between places of a text and positions of the protocol.
pub(super) struct Places<'t>(&'t Source);

impl<'t> Places<'t> {
    pub(super) fn new(document: &'t Document) -> Places<'t> {
        Places(&document.source)
    }

    pub(super) fn byte(&self, position: Position) -> usize {
        let whole = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        self.0.byte_at_utf16(whole(position.line), whole(position.character))
    }

    pub(super) fn span(&self, range: Range) -> Span {
        Span::new(self.byte(range.start), self.byte(range.end))
    }

    pub(super) fn position(&self, byte: usize) -> Position {
        let (line, column) = self.0.utf16_position(byte);
        Position { line: number(line), character: number(column) }
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }
}

/// A number of lines or columns.
pub(super) fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
