//! The width of a page of text, and the layout of problems on it.

use terminal_size::{Height, Width};

use mancala_rules::problem::{Problem, render};
use mancala_rules::source::Source;

/// Columns of a page without a terminal.
const PAGE: usize = 100;

/// The fewest columns of a page, whatever the terminal says.
const NARROWEST: usize = 40;

/// Columns of a page on a terminal of this size, or without a terminal.
pub(super) fn columns(terminal: Option<(Width, Height)>) -> usize {
    terminal.map_or(PAGE, |(width, _)| usize::from(width.0).max(NARROWEST))
}

/// Renders problems with their places, separated by blank lines.
pub(super) fn drawn(problems: &[Problem], source: &Source, color: bool, width: usize) -> String {
    problems.chunks(1).map(|problem| render(problem, source, color, width)).collect::<Vec<_>>().join("\n")
}

/// Whether the locale has no signs beyond ASCII. A locale that is not set is taken to have them.
pub(super) fn is_ascii() -> bool {
    let of = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(of);
    locale.is_some_and(|locale| {
        let locale = locale.to_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    })
}
