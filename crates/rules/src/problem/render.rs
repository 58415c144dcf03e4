//! Draws problems, with the lines they refer to, for a person.

use std::fmt;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use textwrap::core::Word;
use textwrap::{WordSeparator, WordSplitter};

use super::Problem;
use super::diagnostic::{AROUND, LONGEST_LINE, labels};
use crate::source::{Source, Span};

/// Draws problems with the lines they refer to. `width` is in terminal columns.
pub fn render(problems: &[Problem], source: &Source, color: bool, width: usize) -> String {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .with_context_lines(1)
        .with_links(false)
        .with_word_separator(WordSeparator::Custom(unquoted_words))
        // names of files and readings have hyphens that belong to them
        .with_word_splitter(WordSplitter::NoHyphenation);
    let page = shown(source);
    let mut out = String::new();
    for problem in problems {
        // Writing into a String cannot fail.
        let _ = handler.render_report(&mut out, &Shown { problem, page: &page });
        if let Some(drawing) = &problem.shown {
            out.extend(drawing.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n"));
        }
    }
    out
}

/// Splits a line into units for wrapping: text in backticks stays together if it fits on a line.
fn unquoted_words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut quoted = false;
    let parts = line.split_inclusive(move |c| {
        quoted ^= c == '`';
        c == ' ' && !quoted
    });
    Box::new(parts.map(Word::from))
}

/// The text as it is shown: the same length in bytes, without characters that a terminal would interpret.
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

/// The part of a span to underline, which is cut if it is long.
fn underlined(page: &Source, span: Span) -> Span {
    let start = page.boundary(span.start);
    let end = page.boundary(span.end.max(start));
    let (begin, next) = page.line_bounds(page.line_at(start));
    let many_lines = page.line_at(end.saturating_sub(1).max(start)) > page.line_at(start) + 3;
    let long = next - begin > LONGEST_LINE;
    let end = if many_lines { end.min(next.saturating_sub(1).max(start)) } else { end };
    Span::new(start, if long { end.min(page.boundary(start + AROUND)) } else { end })
}

/// A problem together with the text to show.
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
