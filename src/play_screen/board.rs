//! Where the holes and ends of a board stand on the screen.

use std::ops::Range;

use ratatui::layout::{Position as Point, Rect};

use crate::rules::model::{Board, Cell};

/// No hole is drawn wider or higher than this.
const WIDEST: u16 = 11;
const HIGHEST: u16 = 5;

/// Where a board stands. Lines part the holes, each a column or a row of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// All of it, the ends and the outer lines included.
    pub area: Rect,
    /// Letters that a hole is wide, without lines.
    pub width: u16,
    /// Letters that a hole is high, without lines.
    pub height: u16,
    /// Letters that an end is wide, without lines; none without ends.
    pub end: Option<u16>,
    /// Columns of the board that are seen.
    pub columns: Range<usize>,
    /// Rows of the board that are seen, from South's side.
    pub rows: Range<usize>,
}

fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

impl Plan {
    /// The largest that fits into an area, in its middle. `least` letters of a hole are needed; where the area is too
    /// small for the board, the part around the cursor is seen.
    pub fn new(board: &Board, least: u16, area: Rect, cursor: Cell) -> Plan {
        let (rows, columns) = (board.rows.value, board.columns.value);
        let end = board.end_cells().map(|_| least.max(3) + 2);
        let ends = end.map_or(0, |end| 2 * (end + 1));
        let room = area.width.saturating_sub(1 + ends);
        let width = (room / short(columns)).saturating_sub(1).min(WIDEST);
        let (width, seen) =
            if width >= least { (width, columns) } else { (least, usize::from(room / (least + 1)).clamp(1, columns)) };
        let room = area.height.saturating_sub(1);
        let height = (room / short(rows)).saturating_sub(1).min(HIGHEST).min((width / 2 + 1).max(4));
        let (height, high) = if height >= 1 { (height, rows) } else { (1, usize::from(room / 2).clamp(1, rows)) };
        let (row, column) = board.row_column(cursor).unwrap_or_default();
        let around = |at: usize, seen: usize, of: usize| {
            let from = at.saturating_sub(seen / 2).min(of - seen);
            from..from + seen
        };
        let wide = (short(seen) * (width + 1) + 1 + ends).min(area.width);
        let tall = (short(high) * (height + 1) + 1).min(area.height);
        let area = Rect::new(area.x + (area.width - wide) / 2, area.y + (area.height - tall) / 2, wide, tall);
        Plan { area, width, height, end, columns: around(column, seen, columns), rows: around(row, high, rows) }
    }

    /// The rows and columns that the board needs at the least: the width of holes, and their height.
    pub fn needs(board: &Board, width: u16, height: u16) -> (u16, u16) {
        let ends = board.end_cells().map_or(0, |_| 2 * (width.max(3) + 3));
        (short(board.columns.value) * (width + 1) + 1 + ends, short(board.rows.value) * (height + 1) + 1)
    }

    /// The inside of a hole, without lines; none if it is not seen.
    pub fn hole(&self, board: &Board, cell: Cell) -> Option<Rect> {
        let (row, column) = board.row_column(cell)?;
        if !self.rows.contains(&row) || !self.columns.contains(&column) {
            return None;
        }
        let x = self.area.x + self.end.map_or(0, |end| end + 1) + short(column - self.columns.start) * (self.width + 1);
        let y = self.area.y + short(self.rows.end - 1 - row) * (self.height + 1);
        Some(Rect::new(x + 1, y + 1, self.width, self.height))
    }

    /// The inside of the left end, 0, or the right end, 1; none without ends.
    pub fn end(&self, side: usize) -> Option<Rect> {
        let width = self.end?;
        let x = if side == 0 { self.area.x + 1 } else { self.area.right().saturating_sub(width + 1) };
        Some(Rect::new(x, self.area.y + 1, width, self.area.height.saturating_sub(2)))
    }

    /// The hole at a point.
    pub fn cell_at(&self, board: &Board, point: Point) -> Option<Cell> {
        (0..board.holes()).find(|cell| {
            // its upper and its left line belong to it
            let around = |hole: Rect| Rect::new(hole.x - 1, hole.y - 1, hole.width + 1, hole.height + 1);
            self.hole(board, *cell).is_some_and(|hole| around(hole).contains(point))
        })
    }
}
