//! Collects problems as they are found, before they are sorted.

use crate::problem::{Code, Help, MOST_TOLD, Problem, Remedy};
use crate::source::Span;

/// Limit on the problems that are collected; fewer are shown.
pub(super) const MOST_GATHERED: usize = 10 * MOST_TOLD;

/// The problems found in a file so far.
#[derive(Clone)]
pub(super) struct Gathered {
    pub problems: Vec<Problem>,
    /// What is worth a look though nothing is wrong.
    pub remarks: Vec<Problem>,
    /// Places where all problems are already reported.
    pub reported: Vec<Span>,
}

impl Gathered {
    /// Adds a problem and returns it.
    pub fn problem(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Problem {
        self.problems.truncate(MOST_GATHERED);
        self.problems.push(Problem::new(code, span, message));
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    /// Adds a remark, unless there are many.
    pub fn remark(&mut self, remark: Problem) {
        if self.remarks.len() < MOST_TOLD {
            self.remarks.push(remark);
        }
    }

    /// Whether the limit is exceeded, so that a further problem needs no good message.
    pub fn is_full(&self) -> bool {
        self.problems.len() > MOST_GATHERED
    }

    /// Adds a problem with help, unless its place is already fully reported.
    pub fn wrong(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<Help>) {
        self.add(Problem::new(code, span, message).help(help));
    }

    /// Adds a problem with help and a remedy, unless its place is already fully reported.
    pub fn curable(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<Help>,
        remedy: Remedy,
    ) {
        self.add(Problem::new(code, span, message).help(help).remedy(remedy));
    }

    /// Adds a problem, unless its place is already fully reported.
    pub fn add(&mut self, problem: Problem) {
        let span = problem.span();
        if !self.reported.iter().any(|reported| reported.start <= span.start && span.end <= reported.end) {
            let code = problem.code;
            *self.problem(code, span, "") = problem;
        }
    }
}
