//! What a file states, with where it stands and where it was read.

use super::conditions::Condition;
use crate::source::Span;

/// Where a statement was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The key of a source, or none if the statement is assumed.
    pub source: Option<String>,
    /// The place in the source, or why it is assumed.
    pub text: String,
}

/// Where a statement was read or why it was assumed; empty if the file does not say.
pub type Basis = Vec<Origin>;

/// A value with the place where the file states it.
#[derive(Clone, Debug)]
pub struct Stated<T> {
    /// The value.
    pub value: T,
    /// Where it stands; an empty span if it is a default of the language.
    pub span: Span,
    /// Where it was read.
    pub basis: Basis,
}

impl<T> Stated<T> {
    /// Whether the file is silent and the language says it.
    pub fn is_default(&self) -> bool {
        self.span == Span::default()
    }
}

/// A value that holds under a condition; the first fitting case counts.
#[derive(Clone, Debug)]
pub struct Case<T> {
    /// None for `otherwise`, and for a value that always holds.
    pub condition: Option<Condition>,
    /// The value.
    pub value: T,
    /// The condition as the file says it; `otherwise`; nothing for a value that always holds.
    pub said: String,
    /// Where it stands.
    pub span: Span,
    /// Where it was read.
    pub basis: Basis,
}
