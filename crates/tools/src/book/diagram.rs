//! Small boards for examples: SVG that takes its looks from the style sheet of the book.

use std::fmt::Write;

use mancala_engine::draw::{initials, shows_stores};
use mancala_engine::game::Position;
use mancala_engine::position_text;
use mancala_rules::notation::{column_letters, hole};
use mancala_rules::rules::model::{Board, Cell, Rules};

use crate::examples::Shown;

/// Distance between the centres of neighbouring holes, and the radius of a hole.
const STEP: usize = 26;
const HOLE: usize = 10;
/// Width of an end or a store, with the space beside it.
const PIT: usize = 26;
/// Space at the left for the numbers of the rows.
const LEFT: usize = 14;
/// Space below for the letters of the columns.
const BELOW: usize = 14;

/// The widest board that stands beside another.
const MOST_BESIDE: usize = 200;

/// Whether the boards of an example stand one below the other.
pub(super) fn is_wide(rules: &Rules, shown: &Shown) -> bool {
    let board = &rules.board;
    let stored = |it: &Position| shows_stores(rules, it) && board.stores.iter().any(|store| it.seeds[*store] != 0);
    let pits = board.end_cells().is_some() || shown.before.iter().chain(&shown.after).any(stored);
    LEFT + board.columns.value * STEP + if pits { 2 * PIT } else { 0 } > MOST_BESIDE
}

/// Draws a position. `played` is the name of the move that is played from it; `before` is the position with which it is
/// compared.
pub(super) fn diagram(rules: &Rules, position: &Position, played: Option<&str>, before: Option<&Position>) -> String {
    let board = &rules.board;
    // a move is called by the hole that is played, and perhaps by signs behind it
    let played = played.and_then(|name| hole(board, name.split(|c: char| !c.is_ascii_alphanumeric()).next()?));
    let stored = |it: &Position| board.stores.iter().any(|store| it.seeds[*store] != 0);
    let stores = shows_stores(rules, position) && (stored(position) || before.is_some_and(stored));
    let beside = stores && board.players.value == 2;
    let mut diagram = Diagram { board, position, played, before, beside, text: String::new() };
    diagram.draw(stores && !beside);
    diagram.text
}

struct Diagram<'d> {
    board: &'d Board,
    position: &'d Position,
    played: Option<Cell>,
    before: Option<&'d Position>,
    /// Whether the stores of two players stand beside the board.
    beside: bool,
    text: String,
}

impl Diagram<'_> {
    fn draw(&mut self, stores_below: bool) {
        let (rows, columns) = (self.board.rows.value, self.board.columns.value);
        let (from, wide, high) = (self.from(), columns * STEP, rows * STEP);
        let pits = if self.has_pits() { PIT } else { 0 };
        let height = high + BELOW + if stores_below { BELOW } else { 0 };
        let width = LEFT + wide + 2 * pits + 2;
        let told = position_text::format(self.board, self.position);
        self.push(format_args!(
            "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
             aria-label=\"{told}\">"
        ));
        self.push(format_args!("<rect x=\"{from}\" y=\"1\" width=\"{wide}\" height=\"{}\" rx=\"6\"/>", high - 2));
        self.borders();
        for row in 0..rows {
            let y = self.center(self.board.hole(row, 0)).1 + 3;
            self.push(format_args!("<text class=\"e\" x=\"5\" y=\"{y}\">{}</text>", row + 1));
        }
        for column in 0..columns {
            let x = from + column * STEP + STEP / 2;
            let letters = column_letters(column);
            self.push(format_args!("<text class=\"e\" x=\"{x}\" y=\"{}\">{letters}</text>", high + 10));
        }
        (0..self.board.holes()).for_each(|cell| self.hole(cell));
        self.pits();
        if stores_below {
            let stores = self.board.stores.iter().map(|store| self.position.seeds[*store].to_string());
            let stores = stores.collect::<Vec<_>>().join(", ");
            let (x, y) = (from + wide / 2, high + BELOW + 9);
            self.push(format_args!("<text class=\"e\" x=\"{x}\" y=\"{y}\">stores: {stores}</text>"));
        }
        self.text.push_str("</svg>");
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // writing to a string never fails
        let _ = self.text.write_fmt(text);
    }

    /// The left edge of the board.
    fn from(&self) -> usize {
        LEFT + if self.has_pits() { PIT } else { 0 }
    }

    fn has_pits(&self) -> bool {
        self.beside || self.board.end_cells().is_some()
    }

    fn center(&self, hole: Cell) -> (usize, usize) {
        let (row, column) = self.board.row_column(hole).unwrap_or_default();
        let from_above = self.board.rows.value - 1 - row;
        (self.from() + column * STEP + STEP / 2, from_above * STEP + STEP / 2)
    }

    /// Lines between the sides of different players.
    fn borders(&mut self) {
        let (rows, columns) = (self.board.rows.value, self.board.columns.value);
        let half = STEP / 2;
        for row in 0..rows {
            for column in 0..columns {
                let cell = self.board.hole(row, column);
                let (x, y) = self.center(cell);
                let owner = |other: Cell| self.board.owner[other];
                let above = (row + 1 < rows).then(|| self.board.hole(row + 1, column));
                let right = (column + 1 < columns).then(|| self.board.hole(row, column + 1));
                let (above, right) = (
                    above.is_some_and(|other| owner(other) != owner(cell)),
                    right.is_some_and(|other| owner(other) != owner(cell)),
                );
                if above {
                    self.push(format_args!("<path d=\"M{} {}h{STEP}\"/>", x - half, y - half));
                }
                if right {
                    self.push(format_args!("<path d=\"M{} {}v{STEP}\"/>", x + half, y - half));
                }
            }
        }
    }

    fn hole(&mut self, cell: Cell) {
        let (x, y) = self.center(cell);
        let marks = self.position.marks[cell];
        let mut class = String::new();
        for (holds, name) in [
            (self.played == Some(cell), " p"),
            (self.is_changed(cell), " c"),
            (!marks.is_nobody(), " m"),
            (self.position.closed[cell], " x"),
            (self.position.locked[cell], " l"),
        ] {
            class.push_str(if holds { name } else { "" });
        }
        self.push(format_args!("<circle class=\"h{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{HOLE}\"/>"));
        if self.position.closed[cell] {
            return;
        }
        let seeds = self.position.seeds[cell];
        if seeds != 0 || !marks.is_nobody() {
            let class = if self.played == Some(cell) { "n w" } else { "n" };
            self.push(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{}\">{seeds}</text>", y + 4));
        }
        if !marks.is_nobody() {
            let who = initials(self.board, marks);
            self.push(format_args!("<text class=\"k\" x=\"{}\" y=\"{}\">{who}</text>", x + 10, y - 6));
        }
    }

    fn is_changed(&self, cell: Cell) -> bool {
        self.before.is_some_and(|before| before.seeds[cell] != self.position.seeds[cell])
    }

    /// The ends, or the stores of two players beside the board: North's at the left, South's at the right.
    fn pits(&mut self) {
        let pits = match self.board.end_cells() {
            Some(ends) => ends,
            None if self.beside => [self.board.stores[1], self.board.stores[0]],
            None => return,
        };
        let (high, right) = (self.board.rows.value * STEP, self.from() + self.board.columns.value * STEP);
        for (cell, x) in pits.into_iter().zip([LEFT - 1, right + 3]) {
            let class = if self.is_changed(cell) { "h c" } else { "h" };
            let (wide, tall) = (PIT - 2, high - 4);
            self.push(format_args!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"2\" width=\"{wide}\" height=\"{tall}\" rx=\"9\"/>"
            ));
            let seeds = self.position.seeds[cell];
            let (middle, y) = (x + wide / 2, high / 2 + 4);
            self.push(format_args!("<text class=\"n\" x=\"{middle}\" y=\"{y}\">{seeds}</text>"));
        }
    }
}
