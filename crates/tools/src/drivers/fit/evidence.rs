//! Records and saved games, read for the rules of a game.

use std::sync::Arc;

use mancala_rules::problem::{Problem, RuleFileError};
use mancala_rules::rules::model::Rules;
use mancala_rules::rules::resolve::{Resolving, SettingError, Settings};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::{Source, Span};
use mancala_rules::syntax::ast::File;

use super::found::Place;
use crate::record::{Record, Records};
use crate::transcript::Transcript;

/// Records and saved games of a game.
pub struct Evidence {
    /// The texts of the rule file and of the records.
    pub(super) source: Source,
    file: File,
    /// The texts of the records, each with the offset at which it begins.
    texts: Vec<(usize, Source)>,
    pub(super) records: Vec<Record>,
    /// The saved games, each with the name of its file.
    pub(super) saved: Vec<(String, Transcript)>,
}

/// Why no rules can be resolved for the records.
pub(super) enum Unresolved {
    /// What a record says does not fit the board.
    Record(Problem),
    /// The rule file has problems.
    File(RuleFileError),
}

impl Evidence {
    /// Reads records for a game.
    ///
    /// # Errors
    ///
    /// What is wrong with the first text that has problems under any reading.
    pub fn read(
        ruleset: &Ruleset,
        texts: Vec<Source>,
        saved: Vec<(String, Transcript)>,
    ) -> Result<Evidence, RuleFileError> {
        let mut source = ruleset.source.clone();
        let (mut records, mut examples, mut placed) = (Vec::new(), Vec::new(), Vec::new());
        for text in texts {
            let offset = source.end();
            let read = Records::read(&text, offset);
            if !read.problems.is_empty() {
                return Err(in_text(offset, &text, read.problems));
            }
            records.extend(read.list);
            examples.extend(read.examples);
            source.build_on(offset, text.clone());
            placed.push((offset, text));
        }
        Ok(Evidence { source, file: ruleset.with_examples(examples), texts: placed, records, saved })
    }

    /// The statements, prepared for resolving.
    pub(super) fn resolving(&self) -> Resolving<'_> {
        Resolving::new(&self.source, &self.file).of_records()
    }

    /// The rules under these readings, with the records as examples.
    pub(super) fn rules(
        &self,
        resolving: &Resolving<'_>,
        settings: &Settings,
    ) -> Result<Result<Arc<Rules>, Unresolved>, SettingError> {
        let resolved = resolving.resolve(&resolving.chosen(settings)?);
        Ok(resolved.map(Arc::new).map_err(|problems| {
            match problems.iter().find(|problem| self.text(problem.span()).is_some()) {
                Some(problem) => Unresolved::Record(problem.clone()),
                None => Unresolved::File(RuleFileError::new(self.source.clone(), problems)),
            }
        }))
    }

    /// Whether a record or a saved game tells what happens between rounds.
    pub(super) fn tells_of_matches(&self) -> bool {
        let refills = self.file.statements.iter().any(|statement| match statement {
            mancala_rules::syntax::ast::Statement::Section(section) => {
                section.name.text == "example" && has_refill(section)
            }
            _ => false,
        });
        refills || self.saved.iter().any(|(_, transcript)| transcript.head.rounds.is_some())
    }

    /// The text of a record in which a span lies, and the offset at which it begins.
    fn text(&self, span: Span) -> Option<(usize, &Source)> {
        self.texts.iter().rev().find(|(offset, _)| *offset <= span.start).map(|(offset, text)| (*offset, text))
    }

    /// The line of a record in which a span begins.
    pub(super) fn place(&self, span: Span) -> Place {
        match self.text(span) {
            Some((offset, text)) => Place { file: text.name.clone(), line: text.line_column(span.start - offset).0 },
            None => Place { file: self.source.name.clone(), line: self.source.line_column(span.start).0 },
        }
    }

    /// Problems of records as those of their own text.
    pub(super) fn told(&self, problem: Problem) -> RuleFileError {
        match self.text(problem.span()) {
            Some((offset, text)) => in_text(offset, text, vec![problem]),
            None => RuleFileError::new(self.source.clone(), vec![problem]),
        }
    }
}

fn has_refill(section: &mancala_rules::syntax::ast::Section) -> bool {
    section.body.iter().any(|statement| match statement {
        mancala_rules::syntax::ast::Statement::Setting(setting) => {
            setting.names.iter().any(|name| name.text == "refill")
        }
        _ => false,
    })
}

/// Problems with places in a text that was read as if it began at `offset`.
fn in_text(offset: usize, text: &Source, problems: Vec<Problem>) -> RuleFileError {
    let place = |span: Span| Span::new(span.start.saturating_sub(offset), span.end.saturating_sub(offset));
    let moved = |problem: Problem| {
        let labels = problem.labels.into_iter().map(|(span, text)| (place(span), text)).collect();
        Problem { labels, ..problem }
    };
    RuleFileError::new(text.clone(), problems.into_iter().map(moved).collect())
}
