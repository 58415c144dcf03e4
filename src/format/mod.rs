//! A rule file in its one form: the same statements and notes in the same order, with blanks and line breaks as the
//! shipped files have them.
//!
//! Nothing here knows a word of the language. What belongs together is told by the signs between words; that nothing is
//! changed is made sure of by reading what was written.

mod layout;
mod wrap;

use crate::problem::RuleFileError;
use crate::source::Source;
use crate::syntax;
use crate::syntax::statements::entries;

/// Why a file cannot be formatted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FormatError {
    /// It cannot be read as it stands.
    #[error(transparent)]
    Problems(#[from] RuleFileError),
    /// Formatted, it would not be read as the same: a defect of this program.
    #[error("formatted, the file would say something else, so it is left as it is; this is a defect of the program")]
    Changed,
}

/// The text of a rule file in its one form.
pub fn format(source: &Source) -> Result<String, FormatError> {
    let (_, problems, tokens) = syntax::scan(source);
    if !problems.is_empty() {
        return Err(RuleFileError::new(source.clone(), problems).into());
    }
    let text = layout::write(&entries(&tokens));
    if syntax::says_the_same(&source.text, &text) { Ok(text) } else { Err(FormatError::Changed) }
}
