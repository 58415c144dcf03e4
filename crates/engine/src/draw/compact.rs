//! Draws a board in as few letters as tell it: a line for the letters of the columns, and one for each row.
//!
//! ```text
//!   a   b   c   d
//! 2 .   .   4*S 1
//! 1 3   .   .   2    store 4
//! ```

use mancala_rules::notation::column_letters;
use mancala_rules::rules::model::{Board, Cell, Rules};

use super::{initials, mark_width, shows_stores};
use crate::game::Position;

/// Shown for an empty hole.
const EMPTY: &str = ".";
/// Shown for a hole that is out of use.
const CLOSED: &str = "-";

/// Draws positions of one game as they stand side by side: columns have the same width in all of them. Returns the lines
/// of each.
pub fn compact(rules: &Rules, positions: &[&Position]) -> Vec<Vec<String>> {
    let drawing = Compact::new(rules, positions);
    positions.iter().map(|position| drawing.lines(position)).collect()
}

/// How the cells of several positions are drawn.
struct Compact<'a> {
    board: &'a Board,
    /// Columns of a number of seeds.
    digits: usize,
    /// Columns of a mark after it; 0 if no position has a mark.
    tag: usize,
    /// Columns of an end, with the blanks after it; 0 without ends.
    end: usize,
    /// Whether a position has seeds in a store beside the board.
    stores: bool,
}

impl<'a> Compact<'a> {
    fn new(rules: &'a Rules, positions: &[&Position]) -> Self {
        let board = &rules.board;
        let width = |cell: Cell| positions.iter().map(|it| it.seeds[cell].to_string().len()).max().unwrap_or(1);
        let marked = |it: &&&Position| it.marks.iter().any(|marks| !marks.is_nobody());
        let tag = positions.iter().find(marked).map_or(0, |position| mark_width(rules, position));
        let stored = |it: &&Position| board.stores.iter().any(|store| it.seeds[*store] != 0);
        Compact {
            board,
            digits: (0..board.holes()).map(width).max().unwrap_or(1),
            tag,
            end: board.end_cells().map_or(0, |ends| ends.map(width).into_iter().max().unwrap_or(1) + tag + 2),
            stores: positions.iter().any(|it| shows_stores(rules, it)) && positions.iter().any(stored),
        }
    }

    fn lines(&self, position: &Position) -> Vec<String> {
        let (rows, columns) = (self.board.rows.value, self.board.columns.value);
        let letters: Vec<String> = (0..columns).map(|column| self.padded(&column_letters(column), "")).collect();
        let mut lines = vec![format!("  {:end$}{}", "", letters.join(" "), end = self.end)];
        for row in (0..rows).rev() {
            lines.push(self.row(position, row));
            // the ends lie between the two middle rows
            if row > 0 && row == rows / 2 {
                lines.extend(self.between(position));
            }
        }
        if self.stores && !self.board.rows_are_sides() {
            let stores = self.board.stores.iter().map(|store| position.seeds[*store].to_string());
            lines.push(format!("  stores {}", stores.collect::<Vec<_>>().join(", ")));
        }
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }

    fn row(&self, position: &Position, row: usize) -> String {
        let holes = (0..self.board.columns.value).map(|column| self.cell(position, self.board.hole(row, column)));
        let holes = holes.collect::<Vec<_>>().join(" ");
        let [left, right] = match self.board.end_cells().filter(|_| self.board.rows.value == 1) {
            Some(ends) => ends.map(|end| self.cell(position, end)),
            None => [String::new(), String::new()],
        };
        let store = match self.store_beside(row) {
            Some(store) => format!("  store {}", position.seeds[store]),
            None => String::new(),
        };
        let right = if right.is_empty() { right } else { format!("  {right}") };
        format!("{} {left:<end$}{holes}{right}{store}", row + 1, end = self.end)
    }

    /// The line with the ends; none without ends.
    fn between(&self, position: &Position) -> Option<String> {
        let [left, right] = self.board.end_cells()?.map(|end| self.cell(position, end));
        let wide = self.board.columns.value * (self.digits + self.tag + 1) - 1;
        Some(format!("  {left:<end$}{:wide$}  {right}", "", end = self.end))
    }

    /// The store of the player whose side ends with a row, if stores are shown and rows are sides.
    fn store_beside(&self, row: usize) -> Option<Cell> {
        let owner = self.board.owner[self.board.hole(row, 0)].filter(|_| self.stores && self.board.rows_are_sides())?;
        let outer = if owner == 0 { row == 0 } else { row + 1 == self.board.rows.value };
        outer.then(|| self.board.stores.get(owner).copied()).flatten()
    }

    fn cell(&self, position: &Position, cell: Cell) -> String {
        if position.closed[cell] {
            return self.padded(CLOSED, "");
        }
        let seeds = position.seeds[cell];
        let marks = position.marks[cell];
        let mark = if marks.is_nobody() { String::new() } else { format!("*{}", initials(self.board, marks)) };
        self.padded(&if seeds == 0 && mark.is_empty() { EMPTY.to_owned() } else { seeds.to_string() }, &mark)
    }

    fn padded(&self, number: &str, mark: &str) -> String {
        format!("{number:>digits$}{mark:<tag$}", digits = self.digits, tag = self.tag)
    }
}
