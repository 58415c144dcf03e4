//! A suggestion of the language server.

use mancala_rules::source::Span;

/// A suggestion for something to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text in the list of suggestions.
    pub label: String,
    /// The kind of the suggestion.
    pub kind: CompletionKind,
    /// Where the word may stand, or what kind of name it is.
    pub place: String,
    /// What it means, in Markdown.
    pub doc: String,
    /// Byte range to replace.
    pub replaces: Span,
    /// The text to insert.
    pub text: String,
    /// The text to insert with places to fill in, as `${1:holes}`, if there are any.
    pub snippet: Option<String>,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A section.
    Section,
    /// A setting.
    Setting,
    /// A value or a reading.
    Value,
    /// A word that joins the parts of a statement.
    Structure,
    /// A word for holes, properties, numbers, facts or players.
    Word,
    /// An effect or an outcome.
    Effect,
    /// A name that the file defines.
    Name,
}
