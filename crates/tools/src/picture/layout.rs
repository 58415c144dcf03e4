//! Where things are in a picture, in SVG units from the upper left corner.

use mancala_rules::rules::model::{Board, Cell, Player};

/// Distance between the centres of neighbouring holes in a row.
pub(super) const COLUMN: f64 = 68.0;
/// Distance between the rims of neighbouring rows, and between the frame and the outer rows, if no arrows need more.
const GAP: f64 = 28.0;
const OUTER: f64 = 22.0;
/// The radius of a hole.
pub(super) const HOLE: f64 = 25.0;
/// Width of an end or a store.
pub(super) const PIT: f64 = 46.0;

/// Distance between the frame and the columns.
const PADDING: f64 = 8.0;
/// Space beside the frame, for the numbers of the rows.
const BESIDE: f64 = 24.0;
/// Space above the frame, for names.
const ABOVE: f64 = 32.0;
/// Space above the frame if no name is there.
const MARGIN: f64 = 10.0;
/// Space below the frame, for the letters of the columns and for the names of players.
const LETTERS: f64 = 16.0;
const BELOW: f64 = 28.0;
/// Width that a store beside the board adds on its side.
const STORE: f64 = PIT + 16.0;

/// A rectangle, by its upper left corner and its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Box {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Box {
    pub(super) fn middle(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// The layout of a board: where its cells, frame and names are.
#[derive(Clone)]
pub(super) struct Layout<'a> {
    pub(super) board: &'a Board,
    /// Whether the stores of two players are drawn beside the board.
    stores: bool,
    /// Whether columns and rows are named at the edges.
    edges: bool,
    /// Heights of the channels: below the first row, between neighbouring rows, and above the last.
    gaps: Vec<f64>,
}

impl<'a> Layout<'a> {
    /// `gaps` are the least heights of the channels.
    pub(super) fn new(board: &'a Board, stores: bool, edges: bool, gaps: &[f64]) -> Self {
        let rows = board.rows.value;
        let least = |channel: usize| if channel == 0 || channel == rows { OUTER } else { GAP };
        let gap = |channel: usize| gaps.get(channel).map_or(least(channel), |gap| gap.max(least(channel)));
        Layout { board, stores, edges, gaps: (0..=rows).map(gap).collect() }
    }

    /// The upper edge and the height of a channel: 0 lies below the first row, 1 above it.
    pub(super) fn channel(&self, channel: usize) -> (f64, f64) {
        let above: f64 = self.gaps.iter().skip(channel + 1).map(|gap| gap + 2.0 * HOLE).sum();
        (self.frame().y + above, self.gaps[channel])
    }

    /// The middle of a channel; the edge of the frame for the outer ones.
    pub(super) fn border(&self, channel: usize) -> f64 {
        let (top, high) = self.channel(channel);
        match channel {
            0 => top + high,
            _ if channel == self.board.rows.value => top,
            _ => top + high / 2.0,
        }
    }

    pub(super) fn width(&self) -> f64 {
        2.0 * self.left() + self.frame().width
    }

    pub(super) fn height(&self) -> f64 {
        self.above() + self.frame().height + BELOW + if self.edges { LETTERS } else { 0.0 }
    }

    /// Space above the frame.
    fn above(&self) -> f64 {
        let named = (0..self.board.players.value).any(|player| self.named_above(player));
        if named || self.stores { ABOVE } else { MARGIN }
    }

    /// Space to the left of the frame, and also to its right.
    fn left(&self) -> f64 {
        BESIDE + if self.stores { STORE } else { 0.0 }
    }

    /// Width of an end inside the frame; 0 without ends.
    fn end(&self) -> f64 {
        if self.board.end_cells().is_some() { COLUMN } else { 0.0 }
    }

    /// The frame of the board.
    pub(super) fn frame(&self) -> Box {
        let width = self.board.columns.value as f64 * COLUMN + 2.0 * (self.end() + PADDING);
        let height = self.board.rows.value as f64 * 2.0 * HOLE + self.gaps.iter().sum::<f64>();
        Box { x: self.left(), y: self.above(), width, height }
    }

    /// The centre of a hole, an end or a drawn store; the centre of the frame for any other cell.
    pub(super) fn center(&self, cell: Cell) -> (f64, f64) {
        let frame = self.frame();
        match (self.board.row_column(cell), self.pit(cell)) {
            (Some((row, column)), _) => {
                let (top, _) = self.channel(row);
                (frame.x + PADDING + self.end() + (column as f64 + 0.5) * COLUMN, top - HOLE)
            }
            (None, Some(pit)) => pit.middle(),
            (None, None) => frame.middle(),
        }
    }

    /// The pit of an end or of a drawn store. North's store is on the left, South's on the right.
    pub(super) fn pit(&self, cell: Cell) -> Option<Box> {
        let frame = self.frame();
        // An end is as high as the board, so that arrows come to it in a straight line.
        let high = frame.height - 36.0;
        let height =
            if self.board.end_cells().is_some_and(|ends| ends.contains(&cell)) { high } else { high.min(160.0) };
        let y = frame.middle().1 - height / 2.0;
        let at = |x: f64| Some(Box { x, y, width: PIT, height });
        if let Some([left, right]) = self.board.end_cells() {
            let inside = PADDING + (COLUMN - PIT) / 2.0;
            if cell == left {
                return at(frame.x + inside);
            }
            if cell == right {
                return at(frame.x + frame.width - inside - PIT);
            }
        }
        let owner = self.board.stores.iter().position(|store| *store == cell).filter(|_| self.stores)?;
        if owner == 0 { at(frame.x + frame.width + BESIDE) } else { at(frame.x - BESIDE - PIT) }
    }

    /// Where the side of a pit is that faces a point; the centre of any other cell.
    pub(super) fn side(&self, cell: Cell, x: f64) -> f64 {
        let middle = self.center(cell).0;
        let half = if self.pit(cell).is_some() { PIT / 2.0 + 1.5 } else { 0.0 };
        if x < middle { middle - half } else { middle + half }
    }

    /// The point of a cell where a small arrow to or from another point ends: the centre of a hole; in a pit, level with
    /// the other point.
    pub(super) fn beside(&self, cell: Cell, (_, y): (f64, f64)) -> (f64, f64) {
        let (x, middle) = self.center(cell);
        match self.pit(cell) {
            Some(pit) => (x, y.clamp(pit.y, pit.y + pit.height)),
            None => (x, middle),
        }
    }

    /// Where a player's name stands: centred on the player's holes, below the near row or above the far one.
    pub(super) fn name_place(&self, player: Player) -> (f64, f64) {
        let (frame, above) = (self.frame(), self.named_above(player));
        let row = if above { self.board.rows.value - 1 } else { 0 };
        let own = self.own_columns(player, row).map(|column| self.center(self.board.hole(row, column)).0);
        let own: Vec<f64> = own.collect();
        let x = match (own.first(), own.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => frame.middle().0,
        };
        let below = frame.y + frame.height + 20.0 + if self.edges { LETTERS } else { 0.0 };
        (x, if above { frame.y - 9.0 } else { below })
    }

    /// Whether a player's name stands above the board: the player has holes in the far row, and is not the first player
    /// with holes in the near one.
    fn named_above(&self, player: Player) -> bool {
        let has = |row: usize| self.own_columns(player, row).next().is_some();
        let far = self.board.rows.value - 1;
        if player == 0 { !has(0) && has(far) } else { far > 0 && (has(far) || !has(0)) }
    }

    /// Columns of a row in which a player has holes.
    fn own_columns(&self, player: Player, row: usize) -> impl Iterator<Item = usize> {
        let columns = 0..self.board.columns.value;
        columns.filter(move |column| self.board.owner[self.board.hole(row, *column)] == Some(player))
    }
}
