//! Problems as miette diagnostics, which miette shows with the lines they refer to.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::{Problem, RuleFileError};
use crate::source::{Source, Span};

/// A line of more bytes than this is shown only around the problem.
pub(super) const LONGEST_LINE: usize = 400;
/// Bytes shown before and after a problem in a long line.
pub(super) const AROUND: usize = 60;

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        if end > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let (first, last) = (self.line_at(start), self.line_at(end.saturating_sub(1).max(start)));
        let (top, bottom) = (first.saturating_sub(before), (last + after).min(self.line_count() - 1));
        let (mut from, mut to, mut line) = (self.line_bounds(top).0, self.line_bounds(bottom).1, top);
        let (begin, next) = self.line_bounds(first);
        if next - begin > LONGEST_LINE {
            from = self.boundary(start.saturating_sub(AROUND)).max(begin);
            to = self.boundary(end + AROUND).min(self.line_bounds(last).1);
            line = first;
        } else {
            // Neighbouring lines that are too long are not shown.
            while line < first && self.line_bounds(line).1 - self.line_bounds(line).0 > LONGEST_LINE {
                line += 1;
                from = self.line_bounds(line).0;
            }
            for below in last + 1..=bottom {
                if self.line_bounds(below).1 - self.line_bounds(below).0 > LONGEST_LINE {
                    to = self.line_bounds(below).0;
                    break;
                }
            }
        }
        let column = if before == 0 { self.text[begin..start].chars().count() } else { 0 };
        let line = if before == 0 { first } else { line };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[from..to],
            (from, to - from).into(),
            line,
            column,
            bottom - top + 1,
        )))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

impl Diagnostic for Problem {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code.name()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(labels(self, |span| span)))
    }
}

impl Diagnostic for RuleFileError {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.problems.iter().map(|problem| problem as &dyn Diagnostic)))
    }
}

/// The labels of a problem; `place` maps each span to the part to underline.
pub(super) fn labels(problem: &Problem, place: impl Fn(Span) -> Span) -> impl Iterator<Item = LabeledSpan> {
    problem.labels.iter().enumerate().map(move |(at, (span, text))| {
        let text = (!text.is_empty()).then(|| text.clone());
        let place = place(*span);
        let place = (place.start, place.end - place.start);
        // The primary label is the place named above the lines.
        if at == 0 { LabeledSpan::new_primary_with_span(text, place) } else { LabeledSpan::new_with_span(text, place) }
    })
}

#[cfg(test)]
mod tests {
    use miette::NarratableReportHandler;

    use crate::problem::{Code, Problem, RuleFileError};
    use crate::source::{Source, Span};

    #[test]
    fn a_diagnostic_shows_its_place_and_help() {
        let source = Source::new("game.mancala", "game \"Name\" {\n\tfoo: 3\n}\n");
        let problem = Problem::new(Code::UnknownSetting, Span::new(15, 18), "`foo` is no setting").help("leave it out");
        let mut rendered = String::new();
        let error = RuleFileError::new(source, vec![problem]);
        NarratableReportHandler::new().render_report(&mut rendered, &error).expect("rendered");
        for part in ["`foo` is no setting", "game.mancala", "line 2", "foo: 3", "leave it out", "unknown-setting"] {
            assert!(rendered.contains(part), "{part} in {rendered}");
        }
    }
}
