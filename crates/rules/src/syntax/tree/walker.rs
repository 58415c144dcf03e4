//! State kept while a parse tree is read.

use pest::iterators::Pair;

use crate::problem::Problem;
use crate::source::Span;
use crate::syntax::grammar::Rule;
use crate::syntax::tokens::Scan;

/// Reads a parse tree.
pub(super) struct Walker<'s> {
    pub(super) scan: Scan<'s>,
    pub(super) problems: Vec<Problem>,
    /// Spans that could not be read.
    pub(super) unread: Vec<Span>,
    /// Number of open sections that lack their `{` and whose `}` has not come yet.
    pub(super) headless: usize,
    /// The span of `{` and the head of each section without `}`.
    pub(super) unclosed: Vec<(Span, Span)>,
}

impl Walker<'_> {
    /// The span of a pair, without trailing blanks and notes.
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let start = pair.as_span().start();
        self.scan.in_file(self.scan.without_notes(Span::new(start, start + pair.as_str().trim_end().len())))
    }
}
