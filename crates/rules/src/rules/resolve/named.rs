//! Resolves holes by their names: `a1`, `a1 to f1`.

use super::geometry::Size;
use super::resolver::Resolver;
use crate::problem::Code;
use crate::rules::model::{Cell, HoleSet, One};
use crate::rules::notation::{column_letters, hole_name, row_column};
use crate::source::Span;
use crate::syntax::ast::Word;

/// Names of holes as written: one, or the first and the last of a row or a column.
pub(super) struct Range<'w> {
    words: [&'w Word; 2],
    /// Rows and columns that the names stand for, on a board of any size.
    places: [(usize, usize); 2],
}

impl<'w> Range<'w> {
    /// Reads `a1` and `a1 to f1`; `None` if the words are no names of holes.
    pub fn of(words: &'w [Word]) -> Option<Self> {
        let words = match words {
            [only] => [only, only],
            [from, to, last] if to.text == "to" => [from, last],
            _ => return None,
        };
        Some(Range { words, places: [row_column(&words[0].text)?, row_column(&words[1].text)?] })
    }

    /// Where the names stand.
    pub fn span(&self) -> Span {
        self.words[0].span.to(self.words[1].span)
    }

    /// Whether this is the name of one hole.
    pub fn is_single(&self) -> bool {
        self.words[0].span == self.words[1].span
    }
}

impl Resolver<'_> {
    /// Resolves words that name holes as a set. Outer `None`: the words are no names of holes.
    #[expect(clippy::option_option, reason = "a set, no set, or names of holes that do not exist")]
    pub(super) fn named_set(&mut self, words: &[Word]) -> Option<Option<HoleSet>> {
        let range = Range::of(words)?;
        let cells = self.holes_named(&range, self.geometry.size);
        Some(cells.map(|cells| match cells.as_slice() {
            [cell] => HoleSet::One(One::Named(*cell)),
            _ => HoleSet::Named(cells),
        }))
    }

    /// The holes from one name to another, within a row or a column. `None` if a problem was reported, or if the size
    /// of the board is unknown.
    pub(super) fn holes_named(&mut self, range: &Range<'_>, size: Option<Size>) -> Option<Vec<Cell>> {
        let (rows, columns) = size?;
        let Range { words, places: [from, to] } = *range;
        for (place, word) in [(from, words[0]), (to, words[1])] {
            let last = column_letters(columns - 1);
            let extent = match (place.0 < rows, place.1 < columns) {
                (true, true) => continue,
                (_, false) if columns == 1 => "the board has only column a".to_owned(),
                (_, false) => format!("the columns go from a to {last}"),
                (false, true) if rows == 1 => "the board has only row 1".to_owned(),
                (false, true) => format!("the rows go from 1 to {rows}"),
            };
            let help = format!("the holes of this board are a1 to {}", hole_name(rows * columns - 1, columns));
            self.wrong(Code::WrongBoard, word.span, format!("there is no hole `{}`: {extent}", word.text), help);
            return None;
        }
        let cell = |row: usize, column: usize| row * columns + column;
        let between = |from: usize, to: usize| -> Vec<usize> {
            if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
        };
        if from.0 == to.0 {
            return Some(between(from.1, to.1).into_iter().map(|column| cell(from.0, column)).collect());
        }
        if from.1 == to.1 {
            return Some(between(from.0, to.0).into_iter().map(|row| cell(row, from.1)).collect());
        }
        let message = format!("`{}` and `{}` are neither in one row nor in one column", words[0].text, words[1].text);
        let help = "list them row by row, joined with `and`: `a1 to f1 and f2 to a2`";
        self.wrong(Code::WrongValue, range.span(), message, help);
        None
    }
}
