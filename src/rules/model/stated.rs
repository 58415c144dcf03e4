//! Statements of a file: the value, where it stands and where it was read.

use super::conditions::Condition;
use crate::source::Span;

/// Where a statement was read, or why it is assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The key of a source; `None` if the statement is assumed.
    pub source: Option<String>,
    /// The place in the source, or the reason for the assumption.
    pub text: String,
}

/// Where a statement was read or why it is assumed; empty if the file does not say.
pub type Basis = Vec<Origin>;

/// A value, with where the file states it.
#[derive(Clone, Debug)]
pub struct Stated<T> {
    /// The value.
    pub value: T,
    /// Where the statement stands; an empty span for a default of the language.
    pub span: Span,
    /// Where the statement was read, or why it is assumed.
    pub basis: Basis,
}

impl<T> Stated<T> {
    /// Whether the value is a default of the language, which the file does not state.
    pub fn is_default(&self) -> bool {
        self.span == Span::default()
    }
}

/// A value under a condition. The first case whose condition holds counts.
#[derive(Clone, Debug)]
pub struct Case<T> {
    /// The condition; `None` for `otherwise` and for an unconditional value.
    pub condition: Option<Condition>,
    /// The value.
    pub value: T,
    /// The text of the condition in the file, or `otherwise`; empty for an unconditional value.
    pub said: String,
    /// Where the case stands.
    pub span: Span,
    /// Where the case was read, or why it is assumed.
    pub basis: Basis,
}
