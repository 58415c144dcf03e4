//! Problems drawn with their places, for a person.

use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};

use textwrap::WordSeparator;
use textwrap::core::Word;

use super::{Problem, RuleFileError};
use crate::source::{Source, Span};

/// Of a longer line only the part round the place is shown.
const LONGEST_LINE: usize = 400;
/// So much is shown before and behind a place in a long line.
const AROUND: usize = 60;

/// Problems drawn with their places, for a person. `width` is in columns.
pub fn render(problems: &[Problem], source: &Source, color: bool, width: usize) -> String {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .with_context_lines(1)
        .with_links(false)
        .with_word_separator(WordSeparator::Custom(unquoted_words));
    let page = shown(source);
    let mut out = String::new();
    for problem in problems {
        // writing into a String cannot fail
        let _ = handler.render_report(&mut out, &Shown { problem, page: &page });
        if let Some(drawing) = &problem.shown {
            out.extend(drawing.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n"));
        }
    }
    out
}

/// Words to wrap lines between: what stands in backticks stays together, as far as a line is long.
fn unquoted_words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut quoted = false;
    let parts = line.split_inclusive(move |c| {
        quoted ^= c == '`';
        c == ' ' && !quoted
    });
    Box::new(parts.map(Word::from))
}

/// A text as it is shown: byte for byte as long, without characters that a terminal would obey.
fn shown(source: &Source) -> Source {
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
    Source::new(&source.name, &text)
}

/// What is underlined of a place: not more than can be taken in.
fn underlined(page: &Source, span: Span) -> Span {
    let start = page.boundary(span.start);
    let end = page.boundary(span.end.max(start));
    let (begin, next) = page.line_bounds(page.line_at(start));
    let many_lines = page.line_at(end.saturating_sub(1).max(start)) > page.line_at(start) + 3;
    let long = next - begin > LONGEST_LINE;
    let end = if many_lines { end.min(next.saturating_sub(1).max(start)) } else { end };
    Span::new(start, if long { end.min(page.boundary(start + AROUND)) } else { end })
}

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
            // neighbours that are too long are not shown
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

struct Shown<'a> {
    problem: &'a Problem,
    page: &'a Source,
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.problem, f)
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.problem, f)
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.problem.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Diagnostic::help(self.problem)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.page)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(labels(self.problem, |span| underlined(self.page, span))))
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

/// The places of a problem, each as it is to be underlined.
fn labels(problem: &Problem, place: impl Fn(Span) -> Span) -> impl Iterator<Item = LabeledSpan> {
    problem.labels.iter().enumerate().map(move |(at, (span, text))| {
        let text = (!text.is_empty()).then(|| text.clone());
        let place = place(*span);
        let place = (place.start, place.end - place.start);
        // the place of the problem is the one that is named above the lines
        if at == 0 { LabeledSpan::new_primary_with_span(text, place) } else { LabeledSpan::new_with_span(text, place) }
    })
}
