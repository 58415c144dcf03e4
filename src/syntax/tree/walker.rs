//! What is kept while a parse tree is walked.

use pest::iterators::Pair;

use crate::problem::Problem;
use crate::source::Span;
use crate::syntax::grammar::Rule;
use crate::syntax::tokens::Scan;

/// Walks a parse tree.
pub(super) struct Walker<'s> {
    pub(super) scan: Scan<'s>,
    pub(super) problems: Vec<Problem>,
    /// Places of what could not be read.
    pub(super) unread: Vec<Span>,
    /// Sections without `{` whose `}` was not met yet.
    pub(super) headless: usize,
    /// The open bracket and the head of each section without `}`.
    pub(super) unclosed: Vec<(Span, Span)>,
}

impl Walker<'_> {
    /// The place of a pair, without the blanks and notes behind it.
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let start = pair.as_span().start();
        self.scan.without_notes(Span::new(start, start + pair.as_str().trim_end().len()))
    }
}
