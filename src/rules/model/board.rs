//! The board at the start, and which hole is whose.

use super::{Cell, HoleSet, Player, Relation, Stated};

/// The board at the start, and which hole is whose.
#[derive(Clone, Debug)]
pub struct Board {
    /// Rows of holes.
    pub rows: Stated<usize>,
    /// Holes in a row.
    pub columns: Stated<usize>,
    /// How many play.
    pub players: Stated<usize>,
    /// Whose holes are whose.
    pub side: Stated<Side>,
    /// What sowing goes round.
    pub track: Stated<Track>,
    /// What lies at the ends of the rows.
    pub ends: Stated<Ends>,
    /// What a marked hole is called.
    pub mark: Option<Stated<String>>,
    /// Seeds of the holes as the file gives them.
    pub seeds: Stated<Layout>,
    /// Seeds in each end at the start.
    pub seeds_in_ends: Option<Stated<u32>>,
    /// Seeds in each player's store at the start.
    pub seeds_in_stores: Option<Stated<u32>>,
    /// Holes marked by their owners at the start.
    pub marked_at_start: Option<Stated<HoleSet>>,
    /// Seeds of every cell at the start.
    pub start: Vec<u32>,
    /// The player on whose side a cell lies; none for an end that is nobody's.
    pub owner: Vec<Option<Player>>,
    /// For each player the cells that he sows round, counterclockwise.
    pub tracks: Vec<Vec<Cell>>,
    /// For each player the cell that is his store: an end of the board or a cell beside it.
    pub stores: Vec<Cell>,
}

impl Board {
    /// Number of holes; ends and stores not counted.
    pub fn holes(&self) -> usize {
        self.rows.value * self.columns.value
    }

    /// The cells of the left and the right end, if there are ends.
    pub fn end_cells(&self) -> Option<[Cell; 2]> {
        (self.ends.value != Ends::None).then(|| [self.holes(), self.holes() + 1])
    }

    /// Number of cells of all kinds.
    pub fn cells(&self) -> usize {
        self.start.len()
    }

    /// Row (from South's side) and column (from South's left) of a hole; none for ends and stores.
    pub fn row_column(&self, cell: Cell) -> Option<(usize, usize)> {
        (cell < self.holes()).then(|| (cell / self.columns.value, cell % self.columns.value))
    }

    /// The hole of a row and a column, counted from 0.
    pub fn hole(&self, row: usize, column: usize) -> Cell {
        row * self.columns.value + column
    }

    /// The hole that stands in a relation to another across the board; none where there is none, and for relations along
    /// the track, which are not the board's.
    pub fn across(&self, relation: Relation, cell: Cell) -> Option<Cell> {
        let (row, column) = self.row_column(cell)?;
        let (rows, columns) = (self.rows.value, self.columns.value);
        let border = rows / 2;
        match relation {
            Relation::Opposite if border == 0 => None,
            Relation::Opposite => Some(self.hole(if row < border { border } else { border - 1 }, column)),
            Relation::SameNumber => Some(self.hole(rows - 1 - row, columns - 1 - column)),
            Relation::Rear if !self.is_inner(row) => None,
            Relation::Rear => {
                let rear = if row < border { row.checked_sub(1)? } else { row + 1 };
                (rear < rows).then(|| self.hole(rear, column))
            }
            Relation::Ahead(_) | Relation::Back(_) => None,
        }
    }

    /// The number of a hole in its row, counted from its owner's left; none for ends and stores.
    pub fn place_from_left(&self, cell: Cell) -> Option<usize> {
        let (row, column) = self.row_column(cell)?;
        Some(if row < self.rows.value / 2 { column + 1 } else { self.columns.value - column })
    }

    /// Whether a row lies next to the border between two sides of whole rows.
    pub fn is_inner(&self, row: usize) -> bool {
        row == self.rows.value / 2 || row + 1 == self.rows.value / 2
    }
}

/// Whose holes are whose, counted counterclockwise from a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// So many rows for each player, South's first.
    Rows(usize),
    /// So many holes following one another on the loop for each player.
    Holes(usize),
}

/// What sowing goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// One loop over the whole board.
    Loop,
    /// Each player round his own side.
    OwnSide,
}

/// What lies at the ends of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Nothing.
    None,
    /// The players' stores.
    Stores,
    /// A hole that is nobody's.
    Nobodys,
}

/// Seeds of the holes as the file gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The same number in every hole.
    Uniform(u32),
    /// For every player the same, his rows from the inner one, each from his left.
    EachPlayer(Vec<Vec<u32>>),
    /// As drawn: the far row first, from South's left.
    Drawn(Vec<Vec<u32>>),
}
