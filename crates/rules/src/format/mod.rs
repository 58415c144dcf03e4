//! Formats a rule file: the same statements and notes in the same order, with the blanks and line breaks of the shipped
//! files. Phrases that can be written in several ways get their standard form, which `crates/rules/src/syntax/synonyms.rs` knows.
//!
//! Nothing here knows a word of the language. The signs between words show what belongs together. To make sure that
//! nothing has changed, the formatted text is read again and compared.

mod layout;
mod wrap;

use crate::problem::RuleFileError;
use crate::source::Source;
use crate::syntax;
use crate::syntax::statements::entries;

/// Why a file was not formatted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FormatError {
    /// The file has problems that keep it from being read.
    #[error(transparent)]
    Problems(#[from] RuleFileError),
    /// The formatted text would be read differently: a bug of this program.
    #[error("formatted, the file would say something else, so it is left as it is; this is a defect of the program")]
    Changed,
}

/// The formatted text of a rule file.
///
/// # Errors
///
/// The file has problems of syntax, or the formatted text would be read differently, which is a bug.
pub fn format(source: &Source) -> Result<String, FormatError> {
    let (_, problems, tokens) = syntax::scan(source);
    if !problems.is_empty() {
        return Err(RuleFileError::new(source.clone(), problems).into());
    }
    let standard = syntax::standard(&source.text);
    let (given, tokens) = match &standard {
        Some(standard) => (standard, syntax::tokens::tokens(standard)),
        None => (&source.text, tokens),
    };
    let text = layout::write(&entries(&tokens));
    if syntax::says_the_same(given, &text) { Ok(text) } else { Err(FormatError::Changed) }
}
