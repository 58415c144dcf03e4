//! What an editor asks about a rule file: pure functions from a text and a place in it to an answer.
//!
//! A file that is being written is seldom whole, so all but the problems is worked out from its tokens. Places are bytes
//! ([`Span`]); [`Source`] turns them into lines and columns as editors count.

pub mod completion;
pub mod hover;
pub mod names;
mod place;
pub mod symbols;

use crate::format::{FormatError, format};
use crate::problem::Problem;
use crate::ruleset::Ruleset;
use crate::source::{Source, Span};
use crate::syntax::statements::{Entry, entries};
use crate::syntax::tokens::{Token, tokens};

/// A rule file that is open in an editor.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its text.
    pub source: Source,
}

impl Document {
    /// A text and how it is called.
    pub fn new(name: impl Into<String>, text: &str) -> Document {
        Document { source: Source::new(name, text) }
    }

    /// Everything that is wrong with it, proofs included.
    pub fn problems(&self) -> Vec<Problem> {
        Ruleset::proved(self.source.clone()).err().map_or_else(Vec::new, |error| error.problems)
    }

    /// What is wrong with what is written, proofs left out: soon told.
    pub fn mistakes(&self) -> Vec<Problem> {
        Ruleset::checked(self.source.clone()).err().map_or_else(Vec::new, |error| error.problems)
    }

    /// The text in its one form.
    pub fn formatted(&self) -> Result<String, FormatError> {
        format(&self.source)
    }

    /// Problems at a place whose help is to write something else there, with what to write.
    pub fn replacements<'p>(&self, problems: &'p [Problem], at: Span) -> Vec<(&'p Problem, &'p str)> {
        let touches = |problem: &Problem| problem.span().start <= at.end && at.start <= problem.span().end;
        let found = problems.iter().filter(|problem| touches(problem));
        found.filter_map(|problem| Some((problem, problem.instead.as_deref()?))).collect()
    }

    fn tokens(&self) -> Vec<Token<'_>> {
        tokens(&self.source.text)
    }

    fn entries(&self) -> Vec<Entry<'_>> {
        entries(&self.tokens())
    }
}
