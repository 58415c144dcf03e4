//! The board at the start, and the owner of each hole.

use super::{Across, Cell, CountedFrom, Fixed, Forms, HoleSet, Player, Stated, Way};

/// The board at the start, and the owner of each hole.
#[derive(Clone, Debug)]
pub struct Board {
    /// Number of rows of holes.
    pub rows: Stated<usize>,
    /// Number of holes in a row.
    pub columns: Stated<usize>,
    /// Number of players.
    pub players: Stated<usize>,
    /// How the holes are divided among the players.
    pub side: Stated<Side>,
    /// The loop of holes that sowing follows.
    pub track: Stated<Track>,
    /// What clockwise sowing follows, if the file says so. Otherwise it follows the track backwards.
    pub clockwise_track: Option<Stated<ClockwiseTrack>>,
    /// What lies at the ends of the rows.
    pub ends: Stated<Ends>,
    /// This game's name for a marked hole, and who can mark a hole, if the file says so.
    pub mark: Option<Stated<Mark>>,
    /// Seeds in the holes, in the form that the file uses.
    pub seeds: Stated<Layout>,
    /// Seeds in each end at the start.
    pub seeds_in_ends: Option<Stated<u32>>,
    /// Seeds in each player's store at the start.
    pub seeds_in_stores: Option<Stated<u32>>,
    /// Holes that their owners have marked at the start.
    pub marked_at_start: Option<Stated<HoleSet>>,
    /// Seeds in every cell at the start, by cell.
    pub start: Vec<u32>,
    /// Owner of each cell, by cell; `None` for a hole or an end that is nobody's.
    pub owner: Vec<Option<Player>>,
    /// For each player and direction, the cells of his track in the order in which sowing in that direction goes. Both
    /// tracks of a player have the same cells.
    pub tracks: Vec<[Vec<Cell>; 2]>,
    /// For each player, the cell of his store: an end of the board, or a cell beside the board.
    pub stores: Vec<Cell>,
}

/// What a mark is called, and how many players can mark one hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The name of a marked hole.
    pub name: String,
    /// How a sentence says that a hole is marked, if the file says so.
    pub forms: Option<Forms>,
    /// Whether each player can mark a hole that others have marked, and their marks stay.
    pub by_each: bool,
}

impl Board {
    /// This game's name for a marked hole.
    pub fn mark_name(&self) -> &str {
        self.mark.as_ref().map_or("marked", |mark| &mark.value.name)
    }

    /// Whether a hole can bear a mark of every player at once. Otherwise a new mark replaces the one before.
    pub fn marks_by_each(&self) -> bool {
        self.mark.as_ref().is_some_and(|mark| mark.value.by_each)
    }

    /// Whether a hole or an end is nobody's.
    pub fn has_nobodys(&self) -> bool {
        self.owner.contains(&None)
    }

    /// Number of holes, without ends and stores.
    pub fn holes(&self) -> usize {
        self.rows.value * self.columns.value
    }

    /// The cells of a player's track, in the order in which sowing in a direction goes.
    pub fn track_of(&self, player: Player, way: Way) -> &[Cell] {
        self.tracks.get(player).map_or(&[], |ways| &ways[way as usize])
    }

    /// Whether a player's track includes a cell, in whichever direction he sows.
    pub fn is_on_track(&self, player: Player, cell: Cell) -> bool {
        self.track_of(player, Way::Counterclockwise).contains(&cell)
    }

    /// Whether sowing can come to a cell: some player's track includes it.
    pub fn is_on_a_track(&self, cell: Cell) -> bool {
        (0..self.tracks.len()).any(|player| self.is_on_track(player, cell))
    }

    /// Cells of the left and the right end; `None` if the board has no ends.
    pub fn end_cells(&self) -> Option<[Cell; 2]> {
        (self.ends.value != Ends::None).then(|| [self.holes(), self.holes() + 1])
    }

    /// Number of cells: holes, ends and stores.
    pub fn cells(&self) -> usize {
        self.start.len()
    }

    /// Row (from South's side) and column (from South's left) of a hole, both from 0; `None` for ends and stores.
    pub fn row_column(&self, cell: Cell) -> Option<(usize, usize)> {
        (cell < self.holes()).then(|| (cell / self.columns.value, cell % self.columns.value))
    }

    /// The hole at a row and a column, both counted from 0.
    pub fn hole(&self, row: usize, column: usize) -> Cell {
        row * self.columns.value + column
    }

    /// Whether whole rows are the sides of two players. Then a drawn board names them.
    pub fn rows_are_sides(&self) -> bool {
        self.players.value == 2 && matches!(self.side.value, Side::Rows(_))
    }

    /// The hole that has the given relation to `cell` across the board, if there is one.
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

    /// The cell that lies in the place of `cell` when two players exchange sides: the hole in that place on the board
    /// turned by half a turn, the other end, the other store.
    pub fn exchanged(&self, cell: Cell) -> Cell {
        if let Some(hole) = self.across(Across::SameNumber, cell) {
            return hole;
        }
        let mut pairs = self.end_cells().into_iter().chain([[self.stores[0], self.stores[self.players.value - 1]]]);
        pairs.find_map(|[one, other]| (cell == one).then_some(other).or((cell == other).then_some(one))).unwrap_or(cell)
    }

    /// The nearest hole of the other player in the same column, and whether it lies farther from South's side. `None`
    /// without exactly two players, for a hole that is nobody's, and if two such holes are equally near.
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

    /// The number of a hole, counted from 1; `None` if the hole has no such number, and for ends and stores.
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

    /// Whether a cell has a property that the board alone decides.
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

    /// Whether a hole is the one next to the border of the sides among its owner's holes in its column.
    pub fn is_inner(&self, cell: Cell) -> bool {
        self.place(CountedFrom::Border, cell) == Some(1)
    }

    /// Whether some player has one hole behind another.
    pub fn has_depth(&self) -> bool {
        (0..self.holes()).any(|cell| self.is_outer(cell))
    }

    /// Whether a hole has another hole of its owner in its column, nearer to the border of the sides.
    pub fn is_outer(&self, cell: Cell) -> bool {
        self.place(CountedFrom::Border, cell).is_some_and(|place| place > 1)
    }

    /// A player's holes in the order that `side` lists; `None` if `side` is not a list.
    pub fn listed(&self, player: Player) -> Option<&[Cell]> {
        match &self.side.value {
            Side::Listed(lists) => lists.get(player).map(Vec::as_slice),
            _ => None,
        }
    }

    /// The counterpart of a hole when both sides are treated alike: the hole in the same column, equally far from the
    /// middle. If `side` lists the holes, the hole at the same index in the other list.
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

/// Whether two lists, each followed by its beginning, are the same loop.
pub fn is_same_loop<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    let turned = |shift: usize| (0..one.len()).all(|at| one[(at + shift) % one.len()] == other[at]);
    one.len() == other.len() && (one.is_empty() || (0..one.len()).any(turned))
}

/// How the holes are divided among the players, counted counterclockwise from a1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// This number of rows for each player, South's first.
    Rows(usize),
    /// This number of columns for each player. The first player's are at South's left.
    Columns(usize),
    /// This number of consecutive holes of the loop for each player.
    Holes(usize),
    /// Each player's holes, in the order in which he plays through them. All other holes are nobody's.
    Listed(Vec<Vec<Cell>>),
}

/// The loop of holes that sowing follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// One loop over the whole board.
    Loop,
    /// A loop over each player's own side.
    OwnSide,
    /// One list of holes for all players, in the order of sowing.
    Listed,
    /// A list of holes for each player, in the order of sowing.
    ListedForEach,
}

/// The loop of holes that clockwise sowing follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockwiseTrack {
    /// The track backwards.
    Backwards,
    /// The track mirrored left to right: in place of each hole the one in the mirrored column of the same row.
    Mirrored,
    /// One list of holes for all players, in the order of sowing.
    Listed,
    /// A list of holes for each player, in the order of sowing.
    ListedForEach,
}

/// What lies at the ends of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Nothing.
    None,
    /// The players' stores.
    Stores,
    /// Holes that are nobody's.
    Nobodys,
}

/// Seeds in the holes at the start, in the form that the file uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// This number of seeds in every hole.
    Uniform(u32),
    /// One layout for all players: the rows of each from the inner one outwards, each from his left.
    EachPlayer(Vec<Vec<u32>>),
    /// As drawn: the far row first, each row from South's left.
    Drawn(Vec<Vec<u32>>),
}
