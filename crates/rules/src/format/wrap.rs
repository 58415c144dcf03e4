//! Where to break a long statement into lines.

use unicode_width::UnicodeWidthStr;

use crate::syntax::statements::Part;
use crate::syntax::tokens::{Kind, PLAYERS};

/// Column of the `@` of citations, from 0; the text of a statement ends before it.
pub(super) const CITATIONS: usize = 72;
/// The column where text ends at the latest, so that a blank fits between it and the citation.
const LAST: usize = CITATIONS - 1;

/// A line may be this long rather than be broken inside inner brackets; its citation then stands on the next line.
pub(super) const LONGEST: usize = 100;

/// The words with which a part of a long declaration of a source begins; each then begins a line.
const CLAUSES: [&str; 3] = ["describes", "read", "located"];

/// Whether no blank stands between a part and the one before it.
pub(super) fn joined(before: &Part<'_>, part: &Part<'_>) -> bool {
    let sign = |part: &Part<'_>, signs: &[&str]| part.token.kind == Kind::Sign && signs.contains(&part.token.text);
    sign(part, &[",", ":", ")"]) || sign(before, &["("])
}

/// Width of the parts on one line, in columns.
pub(super) fn width(parts: &[Part<'_>]) -> usize {
    let texts: usize = parts.iter().map(|part| part.token.text.width()).sum();
    texts + parts.windows(2).filter(|pair| !joined(&pair[0], &pair[1])).count()
}

/// Whether parts that begin at a column end before the citations.
pub(super) fn fits(column: usize, parts: &[Part<'_>]) -> bool {
    column + width(parts) <= LAST
}

/// Line breaks that keep the parts left of the citations as far as possible.
pub(super) struct Lines {
    /// Indices of the parts that begin a line, ascending.
    pub(super) begins: Vec<usize>,
    /// Whether every line ends before the citations.
    pub(super) fit: bool,
}

/// Divides parts into lines. The first line begins at column `start`, the others at `behind`. With `commas`, lines
/// break after commas where possible; otherwise, or if that is not enough, before `and` and `or`, outermost first.
pub(super) fn lines(parts: &[Part<'_>], start: usize, behind: usize, commas: bool) -> Lines {
    let mut depth = 0usize;
    let mut depths = Vec::with_capacity(parts.len());
    for part in parts {
        if part.token.kind == Kind::Sign && part.token.text == ")" {
            depth = depth.saturating_sub(1);
        }
        depths.push(depth);
        if part.token.kind == Kind::Sign && part.token.text == "(" {
            depth += 1;
        }
    }
    let deepest = depths.iter().max().copied().unwrap_or(0);
    let mut filling =
        Filling { parts, depths, deepest, behind, column: start, lines: Lines { begins: vec![], fit: true } };
    let level = if commas { Level::Commas } else { Level::Joints(0) };
    let mut from = 0;
    for row in (1..parts.len()).filter(|at| begins_row(parts, *at)) {
        filling.fill(from..row, level);
        // below the row before
        let above = (from..row).rfind(|at| PLAYERS.contains(&parts[*at].token.text)).unwrap_or(row);
        filling.column = filling.column.saturating_sub(width(&parts[above..row]) + 1);
        filling.lines.begins.push(row);
        from = row;
    }
    filling.fill(from..parts.len(), level);
    filling.lines
}

/// Whether a part begins a row of a drawn board that stands below another.
pub(super) fn begins_row(parts: &[Part<'_>], at: usize) -> bool {
    let part = &parts[at];
    let ends_a_row = |text: &str| text == ".." || text.starts_with(|c: char| c.is_ascii_digit());
    let behind_a_row = at > 0 && ends_a_row(parts[at - 1].token.text);
    behind_a_row && PLAYERS.contains(&part.token.text) && part.token.goes_on
}

/// Where lines may break.
#[derive(Clone, Copy)]
enum Level {
    /// After commas.
    Commas,
    /// Before `and` and `or` inside this number of brackets.
    Joints(usize),
}

struct Filling<'f, 't> {
    parts: &'f [Part<'t>],
    /// Number of brackets open at each part.
    depths: Vec<usize>,
    deepest: usize,
    behind: usize,
    /// Column at which the current line ends.
    column: usize,
    lines: Lines,
}

impl Filling<'_, '_> {
    fn fill(&mut self, range: std::ops::Range<usize>, level: Level) {
        let mut start = range.start;
        while start < range.end {
            let end = (start + 1..range.end).find(|at| self.may_begin(*at, level)).unwrap_or(range.end);
            self.place(start..end, start > range.start, level);
            start = end;
        }
    }

    /// Places parts on the current line if they fit, else on a new line if one may begin there.
    fn place(&mut self, range: std::ops::Range<usize>, may_begin: bool, level: Level) {
        let wide = width(&self.parts[range.clone()]);
        let blank = usize::from(range.start > 0 && !joined(&self.parts[range.start - 1], &self.parts[range.start]));
        if self.column + blank + wide <= LAST {
            self.column += blank + wide;
        } else if may_begin && self.behind + wide <= LAST {
            self.lines.begins.push(range.start);
            self.column = self.behind + wide;
        } else if may_begin && self.column + wide > LONGEST && CLAUSES.contains(&self.parts[range.start].token.text) {
            self.lines.begins.push(range.start);
            self.column = self.behind + wide;
            self.lines.fit = false;
        } else {
            let deeper = match level {
                Level::Commas => 0,
                Level::Joints(depth) => depth + 1,
            };
            let column = if may_begin { self.behind } else { self.column + blank };
            if deeper <= usize::from(column + wide > LONGEST) * self.deepest {
                self.fill(range, Level::Joints(deeper));
                return;
            }
            if may_begin {
                self.lines.begins.push(range.start);
            }
            self.column = column + wide;
            self.lines.fit = false;
        }
    }

    fn may_begin(&self, at: usize, level: Level) -> bool {
        let part = &self.parts[at];
        match level {
            Level::Commas => self.depths[at] == 0 && self.parts[at - 1].token.text == ",",
            Level::Joints(depth) => {
                self.depths[at] == depth && matches!(part.token.text, "and" | "or") && !self.lists_numbers(at)
            }
        }
    }

    /// Whether an `or` joins numbers, as in `2 or 4` and `1st or 2nd from`.
    fn lists_numbers(&self, at: usize) -> bool {
        let text = |at: usize| self.parts.get(at).map_or("", |part| part.token.text);
        let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let goes_on = |at: usize| {
            let more = self.parts.get(at).filter(|part| part.token.kind == Kind::Word);
            more.is_some_and(|part| !matches!(part.token.text, "and" | "or" | "from"))
        };
        text(at) == "or" && number(text(at - 1)) && number(text(at + 1)) && !goes_on(at + 2)
    }
}
