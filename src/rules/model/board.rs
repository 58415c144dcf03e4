//! The board at the start, and which hole is whose.

use super::{Across, Cell, CountedFrom, Fixed, HoleSet, Player, Stated};

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
    /// The player on whose side a cell lies; none for a hole or an end that is nobody's.
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

    /// The hole that stands in a relation to another across the board, if there is one.
    pub fn across(&self, relation: Across, cell: Cell) -> Option<Cell> {
        match relation {
            Across::Opposite => self.facing(cell).map(|(opposite, _)| opposite),
            Across::SameNumber => {
                let (row, column) = self.row_column(cell)?;
                Some(self.hole(self.rows.value - 1 - row, self.columns.value - 1 - column))
            }
            Across::Rear => {
                let (row, column) = self.row_column(cell)?;
                let (_, up) = self.facing(cell)?;
                let rear = if up { row.checked_sub(1)? } else { row + 1 };
                let rear = (rear < self.rows.value).then(|| self.hole(rear, column))?;
                (self.owner[rear] == self.owner[cell]).then_some(rear)
            }
        }
    }

    /// The nearest hole of the other of two players in the same column, and whether it lies farther from South's side.
    /// None for a hole that is nobody's, and for one that lies between two as near.
    fn facing(&self, cell: Cell) -> Option<(Cell, bool)> {
        let (row, column) = self.row_column(cell)?;
        let owner = self.owner[cell].filter(|_| self.players.value == 2)?;
        let is_others = |row: &usize| self.owner[self.hole(*row, column)] == Some(1 - owner);
        let up = (row + 1..self.rows.value).find(is_others);
        let down = (0..row).rev().find(is_others);
        match (up, down) {
            (Some(up), Some(down)) if up - row == row - down => None,
            (Some(up), Some(down)) if row - down < up - row => Some((self.hole(down, column), false)),
            (Some(up), _) => Some((self.hole(up, column), true)),
            (None, Some(down)) => Some((self.hole(down, column), false)),
            (None, None) => None,
        }
    }

    /// The number of a hole as it is counted from somewhere; none where it has no such number, and for ends and stores.
    pub fn place(&self, from: CountedFrom, cell: Cell) -> Option<usize> {
        let (row, column) = self.row_column(cell)?;
        let (from_left, from_right) = match self.owner[cell]? {
            0 => (column + 1, self.columns.value - column),
            _ => (self.columns.value - column, column + 1),
        };
        match from {
            CountedFrom::OwnersLeft => Some(from_left),
            CountedFrom::OwnersRight => Some(from_right),
            CountedFrom::Border => {
                let (opposite, _) = self.facing(cell)?;
                let other = opposite / self.columns.value;
                let own = |row: &usize| self.owner[self.hole(*row, column)] == self.owner[cell];
                Some(1 + (row.min(other) + 1..row.max(other)).filter(own).count())
            }
        }
    }

    /// Whether a cell is what the board alone decides.
    pub fn has(&self, fixed: &Fixed, cell: Cell) -> bool {
        match fixed {
            Fixed::Inner => self.is_inner(cell),
            Fixed::Outer => self.is_outer(cell),
            Fixed::End => self.end_cells().is_some_and(|ends| ends.contains(&cell)),
            Fixed::Place(from, numbers) => {
                let place = self.place(*from, cell);
                place.is_some_and(|place| numbers.iter().any(|number| *number as usize == place))
            }
        }
    }

    /// Whether a hole is the one of its player's holes in its column that is next to the border of the sides.
    pub fn is_inner(&self, cell: Cell) -> bool {
        self.place(CountedFrom::Border, cell) == Some(1)
    }

    /// Whether a player has holes behind others.
    pub fn has_depth(&self) -> bool {
        (0..self.holes()).any(|cell| self.is_outer(cell))
    }

    /// Whether a hole lies farther from the border of the sides than another of its player's in its column.
    pub fn is_outer(&self, cell: Cell) -> bool {
        self.place(CountedFrom::Border, cell).is_some_and(|place| place > 1)
    }

    /// The holes of a player that stand in `side` as a list, in their order; none where sides are no lists.
    pub fn listed(&self, player: Player) -> Option<&[Cell]> {
        match &self.side.value {
            Side::Listed(lists) => lists.get(player).map(Vec::as_slice),
            _ => None,
        }
    }

    /// The hole that goes with another where both sides are treated alike: in the same column and as far from the middle;
    /// on sides that are lists the one of the same place in the other list.
    pub fn twin(&self, cell: Cell) -> Option<Cell> {
        match &self.side.value {
            Side::Listed(lists) => {
                let list = self.owner[cell]?;
                let place = lists.get(list)?.iter().position(|listed| *listed == cell)?;
                lists.get(1 - list.min(1))?.get(place).copied()
            }
            _ => self.row_column(cell).map(|(row, column)| self.hole(self.rows.value - 1 - row, column)),
        }
    }
}

/// Whose holes are whose, counted counterclockwise from a1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// So many rows for each player, South's first.
    Rows(usize),
    /// So many columns for each player, the first player's at South's left.
    Columns(usize),
    /// So many holes following one another on the loop for each player.
    Holes(usize),
    /// These holes for each player, in the order in which he goes through them; all others are nobody's.
    Listed(Vec<Vec<Cell>>),
}

/// What sowing goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// One loop over the whole board.
    Loop,
    /// Each player round his own side.
    OwnSide,
    /// The same holes for all, one by one as told.
    Listed,
    /// Other holes for each player, one by one as told.
    ListedForEach,
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
