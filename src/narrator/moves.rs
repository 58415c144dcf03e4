//! A move, and what the mover answers in it.

use crate::notation::{cell_name, short_name};
use crate::rules::model::{Board, Cell, Way};

/// A move: a hole, a direction, and what the mover chooses in the turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The hole it starts from.
    pub hole: Cell,
    /// Where it is sown.
    pub way: Way,
    /// Whether moves of this game say their direction.
    pub says_way: bool,
    /// What he chooses, in the order in which he is asked.
    pub answers: Vec<Answer>,
    /// The `move` section in force, an index into `Rules::moves`.
    pub section: usize,
}

impl Move {
    /// The move as it is written: `c1`, `c1-`, `c1+yn`, `c1:b3:d4`.
    pub fn name(&self, board: &Board) -> String {
        let mut name = cell_name(board, self.hole);
        if self.says_way {
            name.push(if self.way == Way::Counterclockwise { '+' } else { '-' });
        }
        for answer in &self.answers {
            match answer {
                Answer::Yes => name.push('y'),
                Answer::No => name.push('n'),
                Answer::Holes(cells) => name.extend(cells.iter().map(|cell| format!(":{}", short_name(board, *cell)))),
            }
        }
        name
    }

    /// Moves are listed by column, row, direction, answers.
    pub(super) fn order(&self, board: &Board) -> impl Ord + use<> {
        let (row, column) = board.row_column(self.hole).unwrap_or_default();
        let answers: Vec<Vec<(usize, usize)>> = self
            .answers
            .iter()
            .map(|answer| match answer {
                Answer::Yes => vec![(0, 0)],
                Answer::No => vec![(1, 0)],
                Answer::Holes(cells) => cells.iter().map(|cell| listed(board, *cell)).collect(),
            })
            .collect();
        (column, row, self.way == Way::Clockwise, answers)
    }
}

/// What the mover chooses where the rules ask him.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The `may` rule applies.
    Yes,
    /// It does not.
    No,
    /// These holes, in the order in which holes are listed.
    Holes(Vec<Cell>),
}

/// Holes are listed by column and row, ends behind them.
pub(super) fn listed(board: &Board, cell: Cell) -> (usize, usize) {
    board.row_column(cell).map_or((usize::MAX, cell), |(row, column)| (column, row))
}
