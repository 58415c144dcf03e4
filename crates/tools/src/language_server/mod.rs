//! What an editor asks about a rule file: pure functions from a text and a place in it to an answer.
//!
//! A file is rarely complete while it is being written, so all answers but the problems are derived from its tokens.
//! Places are byte ranges ([`Span`](mancala_rules::source::Span)); [`Source`] converts them to the lines and columns of editors.

pub mod colours;
pub mod completion;
pub mod examples;
pub mod findings;
pub mod folds;
mod grounds;
pub mod hover;
pub mod links;
pub mod names;
mod offered;
mod offers;
mod pattern;
mod place;
mod snippets;
pub mod structure;
pub mod symbols;
mod unused;
mod wanted;

use mancala_rules::format::{FormatError, format};
use mancala_rules::problem::{Correction, Problem, corrections};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_rules::syntax::statements::{Entry, entries, extents};
use mancala_rules::syntax::tokens::{Token, tokens};

use crate::checks::Checks;

/// A rule file that is open in an editor.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text of the file, with its name.
    pub source: Source,
}

impl Document {
    /// A document with this name and text.
    pub fn new(name: impl Into<String>, text: &str) -> Document {
        Document { source: Source::new(name, text) }
    }

    /// All problems of the file, including those that need proofs.
    pub fn problems(&self) -> Vec<Problem> {
        Ruleset::proved(self.source.clone()).err().map_or_else(Vec::new, |error| error.problems)
    }

    /// The problems of the file except those that need proofs, which take longer.
    pub fn mistakes(&self) -> Vec<Problem> {
        Ruleset::checked(self.source.clone()).err().map_or_else(Vec::new, |error| error.problems)
    }

    /// The corrections that can only be what the author meant, as `check --fix` makes them.
    pub fn sure_corrections(&self) -> Vec<Correction> {
        corrections(&self.source, &extents(&self.source.text), &self.mistakes())
    }

    /// The formatted text.
    ///
    /// # Errors
    ///
    /// The file has problems of syntax, or the formatted text would be read differently, which is a bug.
    pub fn formatted(&self) -> Result<String, FormatError> {
        format(&self.source)
    }

    fn tokens(&self) -> Vec<Token<'_>> {
        tokens(&self.source.text)
    }

    fn entries(&self) -> Vec<Entry<'_>> {
        entries(&self.tokens())
    }
}
