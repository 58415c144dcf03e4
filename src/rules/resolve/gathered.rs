//! Problems as they are found, before they are sorted.

use crate::problem::{Code, Help, MOST_TOLD, Problem};
use crate::source::Span;

/// So many problems are gathered; fewer are told.
pub(super) const MOST_GATHERED: usize = 10 * MOST_TOLD;

/// The problems of a file.
#[derive(Clone)]
pub(super) struct Gathered {
    pub problems: Vec<Problem>,
    /// Places of which all is told that is wrong.
    pub told: Vec<Span>,
}

impl Gathered {
    /// One more problem.
    pub fn problem(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Problem {
        self.problems.truncate(MOST_GATHERED);
        self.problems.push(Problem::new(code, span, message));
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    /// Whether there are so many problems that a further one need not be told well.
    pub fn is_full(&self) -> bool {
        self.problems.len() > MOST_GATHERED
    }

    /// A problem with what to write instead.
    pub fn wrong(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<Help>) {
        if self.told.iter().any(|told| told.start <= span.start && span.end <= told.end) {
            return;
        }
        let problem = Problem::new(code, span, message).help(help);
        *self.problem(code, span, "") = problem;
    }
}
