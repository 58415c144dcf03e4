//! Problems drawn with their places, for a person.

use miette::{GraphicalReportHandler, GraphicalTheme};
use textwrap::WordSeparator;
use textwrap::core::Word;

use super::Problem;
use super::diagnostic::Page;
use crate::source::Source;

/// Problems drawn with their places, for a person. `width` is in columns.
pub fn render(problems: &[Problem], source: &Source, color: bool, width: usize) -> String {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .with_context_lines(1)
        .with_links(false)
        .with_word_separator(WordSeparator::Custom(unquoted_words));
    let page = Page::new(source);
    let mut out = String::new();
    for problem in problems {
        // writing into a String cannot fail
        let _ = handler.render_report(&mut out, &page.diagnostic(problem));
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
