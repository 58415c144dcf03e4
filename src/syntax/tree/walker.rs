//! What is kept while a parse tree is walked.

use pest::iterators::Pair;

use crate::problem::Problem;
use crate::source::Span;
use crate::syntax::grammar::Rule;

/// Walks a parse tree.
pub(super) struct Walker<'s> {
    pub(super) text: &'s str,
    pub(super) comments: Vec<Span>,
    pub(super) problems: Vec<Problem>,
    /// Places of what could not be read.
    pub(super) unread: Vec<Span>,
    /// Sections without `{` whose `}` was not met yet.
    pub(super) headless: usize,
    /// The open bracket and the head of each section without `}`.
    pub(super) unclosed: Vec<(Span, Span)>,
}

impl Walker<'_> {
    /// The parts of a pair; comments among them are kept aside.
    pub(super) fn parts<'i>(&mut self, pair: Pair<'i, Rule>) -> Vec<Pair<'i, Rule>> {
        let inner = pair.into_inner();
        let mut parts = Vec::with_capacity(inner.len());
        for inner in inner {
            if inner.as_rule() == Rule::note {
                let start = inner.as_span().start();
                self.comments.push(Span::new(start, start + inner.as_str().trim_end().len()));
            } else {
                parts.push(inner);
            }
        }
        parts
    }
}
