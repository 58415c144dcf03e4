//! Files in which something is not used yet. That keeps their rules from being read, and whoever writes a file from top to
//! bottom has much of it; so such files are also looked at without it.

use mancala_rules::problem::{Code, Correction, Problem, RuleFileError};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_rules::syntax::statements::extents;

/// Reads a file, if need be without what nothing uses. All places are those of the file.
///
/// # Errors
///
/// The file has other problems.
pub(super) fn read(source: &Source) -> Result<Ruleset, RuleFileError> {
    let mut source = source.clone();
    let mut tried = 0;
    loop {
        let error = match Ruleset::read(source.clone()) {
            Ok(ruleset) => return Ok(ruleset),
            Err(error) => error,
        };
        source = without_unused(&source, &error.problems).filter(|_| tried < MOST_ROUNDS).ok_or(error)?;
        tried += 1;
    }
}

/// Most times that a file is looked at without what is unused: leaving it out may leave more unused.
pub(super) const MOST_ROUNDS: usize = 4;

/// A text with blanks in the place of what nothing uses, if that is all that is wrong with it.
pub(super) fn without_unused(source: &Source, problems: &[Problem]) -> Option<Source> {
    let extents = extents(&source.text);
    let mut text = source.text.clone();
    for problem in problems {
        let remedy = problem.remedy.as_ref().filter(|it| problem.code == Code::UnusedName && it.only_removes())?;
        for Correction { span, .. } in remedy.corrections(source, &extents) {
            let blank = |c: char| if matches!(c, '\n' | '\r') { c.to_string() } else { " ".repeat(c.len_utf8()) };
            let blanks: String = text.get(span.start..span.end)?.chars().map(blank).collect();
            text.replace_range(span.start..span.end, &blanks);
        }
    }
    (text != source.text).then(|| source.instead(&text))
}
