//! Where the holes and ends of a board are on the screen.

use std::ops::Range;

use ratatui::layout::{Position as Point, Rect};

use mancala_rules::rules::model::{Board, Cell};

/// Greatest width and height of a hole, in terminal cells.
const WIDEST: u16 = 11;
const HIGHEST: u16 = 5;

/// The place of a board on the screen. Lines one terminal cell wide separate the holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The whole board, with its ends and outer lines.
    pub area: Rect,
    /// Width of a hole in terminal cells, without lines.
    pub width: u16,
    /// Height of a hole in terminal cells, without lines.
    pub height: u16,
    /// Width of an end in terminal cells, without lines. `None` if the board has no ends.
    pub end: Option<u16>,
    /// Columns of the board that are visible.
    pub columns: Range<usize>,
    /// Rows of the board that are visible, counted from South's side.
    pub rows: Range<usize>,
    /// Whether the board is seen from the other side.
    pub turned: bool,
}

fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

impl Plan {
    /// The largest plan that fits into the area, centred. A hole is at least `least` terminal cells wide. If the area
    /// is too small for the board, the part around the cursor is visible.
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
        Plan {
            area,
            width,
            height,
            end,
            columns: around(column, seen, columns),
            rows: around(row, high, rows),
            turned: false,
        }
    }

    /// The same board, seen from the other side.
    pub fn turned(self, turned: bool) -> Plan {
        Plan { turned, ..self }
    }

    /// Columns and rows of the screen that the board needs if its holes have this width and height.
    pub fn needs(board: &Board, width: u16, height: u16) -> (u16, u16) {
        let ends = board.end_cells().map_or(0, |_| 2 * (width.max(3) + 3));
        (short(board.columns.value) * (width + 1) + 1 + ends, short(board.rows.value) * (height + 1) + 1)
    }

    /// The inside of a hole, without lines. `None` if the hole is not visible.
    pub fn hole(&self, board: &Board, cell: Cell) -> Option<Rect> {
        let (row, column) = board.row_column(cell)?;
        if !self.rows.contains(&row) || !self.columns.contains(&column) {
            return None;
        }
        let (right, down) = match self.turned {
            false => (column - self.columns.start, self.rows.end - 1 - row),
            true => (self.columns.end - 1 - column, row - self.rows.start),
        };
        let x = self.area.x + self.end.map_or(0, |end| end + 1) + short(right) * (self.width + 1);
        let y = self.area.y + short(down) * (self.height + 1);
        Some(Rect::new(x + 1, y + 1, self.width, self.height))
    }

    /// The inside of the left end (`side` 0) or the right end (1). `None` if the board has no ends.
    pub fn end(&self, side: usize) -> Option<Rect> {
        let width = self.end?;
        let x = if (side == 0) != self.turned { self.area.x + 1 } else { self.area.right().saturating_sub(width + 1) };
        Some(Rect::new(x, self.area.y + 1, width, self.area.height.saturating_sub(2)))
    }

    /// The end at a point of the screen.
    pub fn end_at(&self, board: &Board, point: Point) -> Option<Cell> {
        let ends = board.end_cells()?;
        (0..2).find(|side| self.end(*side).is_some_and(|end| end.contains(point))).map(|side| ends[side])
    }

    /// The hole at a point of the screen.
    pub fn cell_at(&self, board: &Board, point: Point) -> Option<Cell> {
        (0..board.holes()).find(|cell| {
            // The upper and the left line belong to the hole.
            let around = |hole: Rect| Rect::new(hole.x - 1, hole.y - 1, hole.width + 1, hole.height + 1);
            self.hole(board, *cell).is_some_and(|hole| around(hole).contains(point))
        })
    }
}
