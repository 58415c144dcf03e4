//! Problems as diagnostics of miette, which shows them with their places.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::Problem;
use crate::source::{Source, Span};

/// Of a longer line only the part round the place is shown.
const LONGEST_LINE: usize = 400;
/// So much is shown before and behind a place in a long line.
const AROUND: usize = 60;

/// A text as it is shown: byte for byte as long, without characters that a terminal would obey.
#[derive(Debug)]
pub struct Page<'a> {
    name: &'a str,
    text: String,
    /// Where lines begin.
    lines: Vec<usize>,
}

impl<'a> Page<'a> {
    /// The text of a rule file.
    pub fn new(source: &'a Source) -> Self {
        let mut text = String::with_capacity(source.text.len());
        let mut characters = source.text.chars().peekable();
        while let Some(c) = characters.next() {
            match c {
                '\r' if characters.peek() != Some(&'\n') => text.push('\n'),
                '\n' | '\r' | '\t' => text.push(c),
                c if c.is_control() => text.push_str(if c.len_utf8() == 1 { "?" } else { "??" }),
                '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => {
                    text.push('\u{2423}');
                }
                c => text.push(c),
            }
        }
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Page { name: &source.name, text, lines }
    }

    /// A problem of this text, for a handler of miette to show.
    pub fn diagnostic(&'a self, problem: &'a Problem) -> impl Diagnostic + 'a {
        Shown { problem, page: self }
    }

    /// The line of a byte, counted from 0.
    fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|begin| *begin <= at).saturating_sub(1)
    }

    /// Where a line begins and where the next one does.
    fn bounds(&self, line: usize) -> (usize, usize) {
        let at = |line: usize| self.lines.get(line).copied().unwrap_or(self.text.len());
        (at(line), at(line + 1))
    }

    /// The nearest place at or before a byte where a character begins.
    fn boundary(&self, at: usize) -> usize {
        (0..=at.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }

    /// What is underlined of a place: not more than can be taken in.
    fn underlined(&self, span: Span) -> Span {
        let start = self.boundary(span.start);
        let end = self.boundary(span.end.max(start));
        let (begin, next) = self.bounds(self.line(start));
        let many_lines = self.line(end.saturating_sub(1).max(start)) > self.line(start) + 3;
        let long = next - begin > LONGEST_LINE;
        let end = if many_lines { end.min(next.saturating_sub(1).max(start)) } else { end };
        Span::new(start, if long { end.min(self.boundary(start + AROUND)) } else { end })
    }
}

impl SourceCode for Page<'_> {
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
        let (first, last) = (self.line(start), self.line(end.saturating_sub(1).max(start)));
        let (top, bottom) = (first.saturating_sub(before), (last + after).min(self.lines.len() - 1));
        let (mut from, mut to, mut line) = (self.bounds(top).0, self.bounds(bottom).1, top);
        let (begin, next) = self.bounds(first);
        if next - begin > LONGEST_LINE {
            from = self.boundary(start.saturating_sub(AROUND)).max(begin);
            to = self.boundary(end + AROUND).min(self.bounds(last).1);
            line = first;
        } else {
            // neighbours that are too long are not shown
            while line < first && self.bounds(line).1 - self.bounds(line).0 > LONGEST_LINE {
                line += 1;
                from = self.bounds(line).0;
            }
            for below in last + 1..=bottom {
                if self.bounds(below).1 - self.bounds(below).0 > LONGEST_LINE {
                    to = self.bounds(below).0;
                    break;
                }
            }
        }
        let column = if before == 0 { self.text[begin..start].chars().count() } else { 0 };
        let line = if before == 0 { first } else { line };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.to_owned(),
            &self.text.as_bytes()[from..to],
            (from, to - from).into(),
            line,
            column,
            bottom - top + 1,
        )))
    }
}

struct Shown<'a> {
    problem: &'a Problem,
    page: &'a Page<'a>,
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.problem, f)
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.problem.code.name()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.problem.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.page)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.problem.labels.iter().enumerate().map(|(at, (span, text))| {
            let text = (!text.is_empty()).then(|| text.clone());
            let place = self.page.underlined(*span);
            let place = (place.start, place.end - place.start);
            // the place of the problem is the one that is named above the lines
            if at == 0 {
                LabeledSpan::new_primary_with_span(text, place)
            } else {
                LabeledSpan::new_with_span(text, place)
            }
        })))
    }
}

#[cfg(test)]
mod tests {
    use miette::NarratableReportHandler;

    use super::Page;
    use crate::problem::{Code, Problem};
    use crate::source::{Source, Span};

    #[test]
    fn a_diagnostic_shows_its_place_and_help() {
        let source = Source::new("game.mancala", "game \"Name\" {\n\tfoo\u{7}: 3\n}\n");
        let problem = Problem::new(Code::UnknownSetting, Span::new(15, 18), "`foo` is no setting").help("leave it out");
        let mut told = String::new();
        let page = Page::new(&source);
        NarratableReportHandler::new().render_report(&mut told, &page.diagnostic(&problem)).expect("told");
        for part in ["`foo` is no setting", "game.mancala", "line 2", "foo?: 3", "leave it out", "unknown-setting"] {
            assert!(told.contains(part), "{part} in {told}");
        }
    }
}
