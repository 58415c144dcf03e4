//! The width of a page of text, and the layout of problems on it.

use terminal_size::{Height, Width};

use crate::problem::{Problem, render};
use crate::source::Source;

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
