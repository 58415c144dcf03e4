//! How wide a page of text is, and how problems stand on it.

use terminal_size::{Height, Width};

use crate::problem::{Problem, render};
use crate::source::Source;

/// Columns of a page where there is no terminal.
const PAGE: usize = 100;

/// Narrower than this nothing is drawn, whatever the terminal says.
const NARROWEST: usize = 40;

/// Columns of a page on a terminal of this size, or where there is none.
pub(super) fn columns(terminal: Option<(Width, Height)>) -> usize {
    terminal.map_or(PAGE, |(width, _)| usize::from(width.0).max(NARROWEST))
}

/// Problems drawn with their places, a blank line between them.
pub(super) fn drawn(problems: &[Problem], source: &Source, color: bool, width: usize) -> String {
    problems.chunks(1).map(|problem| render(problem, source, color, width)).collect::<Vec<_>>().join("\n")
}
