//! A line of a rule file, with its texts and notes covered.

use super::filters;
use super::tokens::{Kind, Scan};
use crate::source::Span;

/// A line.
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    /// The line with its texts replaced by quotation marks and its notes by blanks, byte for byte.
    pub(super) mask: String,
    /// Byte offset of the line in the file.
    pub(super) start: usize,
}

impl<'t> Line<'t> {
    pub(super) fn new(scan: Scan<'t>, place: Span) -> Self {
        let text = scan.said(place);
        let mut mask = String::with_capacity(text.len());
        for token in scan.within(place) {
            let from = token.start - place.start;
            let (length, fill) = match token.kind {
                Kind::Text => (token.text.len(), "\""),
                Kind::Note => (text[from..].find(['\n', '\r']).unwrap_or(text.len() - from), " "),
                _ => continue,
            };
            mask.push_str(&text[mask.len()..from]);
            mask.push_str(&fill.repeat(length));
        }
        mask.push_str(&text[mask.len()..]);
        Line { text, mask, start: place.start }
    }

    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from, self.start + to)
    }

    /// Byte offset of the first occurrence of a sign outside of texts and notes.
    pub(super) fn find(&self, sign: &str) -> Option<usize> {
        self.mask.find(sign)
    }

    /// The words outside of texts and notes, with their byte offsets in the line.
    pub(super) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        filters::words(&self.mask)
    }

    pub(super) fn word_span(&self, at: usize, word: &str) -> Span {
        self.span(at, at + word.len())
    }
}
