//! Draws the board: holes with their counts and seeds, ends, and lines between the sides.

use mancala_engine::draw::initials;
use mancala_engine::game::cell_name;
use mancala_engine::game::{Move, Position};
use mancala_rules::notation::player_name;
use mancala_rules::rules::model::{Board, Cell, Player};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::merge::MergeStrategy;

use super::board::Plan;
use super::choice::Ask;
use super::state::State;
use super::style::{BOLD, REVERSED, UNDERLINED};

const SEED: char = '●';
/// A seed in a locked hole, which cannot be sown or captured until the hole is full.
const LOCKED_SEED: char = '○';
const CLOSED: &str = "░";

pub(super) fn draw_board(state: &State<'_>, plan: &Plan, buffer: &mut Buffer) {
    let drawing = Drawing::new(state, plan);
    drawing.lines(buffer);
    for cell in 0..drawing.board.holes() {
        drawing.hole(cell, buffer);
    }
    for side in 0..2 {
        drawing.end(side, buffer);
    }
    drawing.cursor(buffer);
    drawing.labels(buffer);
}

struct Drawing<'a, 'r> {
    state: &'a State<'r>,
    plan: &'a Plan,
    board: &'a Board,
    position: Position,
    /// The cell where something has just happened.
    at: Option<Cell>,
    /// Holes that may be chosen.
    legal: Vec<Cell>,
    /// The hole under the cursor.
    cursor: Option<Cell>,
    /// The hole of the last move, and the hole in which its last seed fell.
    last: Vec<Cell>,
    /// Where the last seed of the move under the cursor would fall.
    falls: Vec<Cell>,
}

impl<'a, 'r> Drawing<'a, 'r> {
    fn new(state: &'a State<'r>, plan: &'a Plan) -> Self {
        let (position, _, at) = state.board_now();
        let (legal, cursor) = match state.ask() {
            _ if state.editing.is_some() => (Vec::new(), state.editing.as_ref().map(|editing| editing.cell)),
            Ask::Hole(holes) | Ask::Pick(holes) => (holes, Some(state.cursor)),
            Ask::Way(cell) | Ask::Answer(cell) | Ask::Number(cell, _) => (Vec::new(), Some(cell)),
            _ => (Vec::new(), None),
        };
        let last = if state.is_showing() { Vec::new() } else { state.session().last_cells() };
        let falls = state.preview.iter().flat_map(|preview| preview.falls.iter().copied()).collect();
        Drawing { state, plan, board: &state.rules().board, position, at, legal, cursor, last, falls }
    }

    /// The owner of a hole in the position drawn.
    fn owner(&self, cell: Cell) -> Option<Player> {
        self.position.owner.get(cell).copied().flatten()
    }

    /// Frames all holes and ends, with double lines between the sides.
    fn lines(&self, buffer: &mut Buffer) {
        for cell in 0..self.board.holes() {
            if let Some(inside) = self.plan.hole(self.board, cell) {
                frame(buffer, inside, ["─", "│", "╶", "╴", "╷", "╵"], self.state.pale());
            }
        }
        for side in 0..2 {
            if let Some(inside) = self.plan.end(side) {
                frame(buffer, inside, ["─", "│", "╶", "╴", "╷", "╵"], self.state.pale());
            }
        }
        for cell in 0..self.board.holes() {
            let Some((row, column)) = self.board.row_column(cell) else { continue };
            let Some(inside) = self.plan.hole(self.board, cell) else { continue };
            let owner = self.board.owner[cell];
            let turned = self.plan.turned;
            if row > 0 && self.board.owner[self.board.hole(row - 1, column)] != owner {
                let y = if turned { inside.y - 1 } else { inside.bottom() };
                self.part(buffer, Rect::new(inside.x - 1, y, inside.width + 2, 1));
            }
            if column > 0 && self.board.owner[self.board.hole(row, column - 1)] != owner {
                let x = if turned { inside.right() } else { inside.x - 1 };
                self.part(buffer, Rect::new(x, inside.y - 1, 1, inside.height + 2));
            }
        }
        let Rect { x, y, .. } = self.plan.area;
        let (right, bottom) = (self.plan.area.right() - 1, self.plan.area.bottom() - 1);
        for (point, symbol) in [((x, y), "╭"), ((right, y), "╮"), ((x, bottom), "╰"), ((right, bottom), "╯")] {
            if let Some(here) = buffer.cell_mut(point) {
                here.set_symbol(symbol);
            }
        }
        // Arrows show where more of the board is.
        let (mut across, mut along) = (
            [self.plan.columns.start > 0, self.plan.columns.end < self.board.columns.value],
            [self.plan.rows.end < self.board.rows.value, self.plan.rows.start > 0],
        );
        if self.plan.turned {
            across.reverse();
            along.reverse();
        }
        let more = [
            (across[0], (x, y + 1), "◂"),
            (across[1], (right, y + 1), "▸"),
            (along[0], (x + 1, y), "▴"),
            (along[1], (x + 1, bottom), "▾"),
        ];
        for (_, point, symbol) in more.into_iter().filter(|(more, ..)| *more) {
            if let Some(here) = buffer.cell_mut(point) {
                here.set_symbol(symbol).set_style(BOLD);
            }
        }
    }

    /// Draws a double line between two sides.
    fn part(&self, buffer: &mut Buffer, line: Rect) {
        let flat = line.height == 1;
        let (along, first, last) = if flat { ("═", "╞", "╡") } else { ("║", "╥", "╨") };
        let edge = self.plan.area;
        for point in line.positions() {
            let at_first = if flat { point.x == edge.x } else { point.y == edge.y };
            let at_last = if flat { point.x + 1 == edge.right() } else { point.y + 1 == edge.bottom() };
            let symbol = if at_first {
                first
            } else if at_last {
                last
            } else {
                along
            };
            if let Some(here) = buffer.cell_mut(point) {
                here.merge_symbol(symbol, MergeStrategy::Fuzzy);
            }
        }
    }

    /// Draws a heavy frame around the hole under the cursor.
    fn cursor(&self, buffer: &mut Buffer) {
        let end = |cell: Cell| {
            self.board.end_cells()?.iter().position(|end| *end == cell).and_then(|side| self.plan.end(side))
        };
        if let Some(inside) = self.cursor.and_then(|cell| self.plan.hole(self.board, cell).or_else(|| end(cell))) {
            let style = self.state.mover().map_or(BOLD, |mover| self.state.of_player(mover).patch(BOLD));
            let around = Rect::new(inside.x - 1, inside.y - 1, inside.width + 2, inside.height + 2);
            for point in around.positions().filter(|point| !inside.contains(*point)) {
                let (left, top) = (point.x == around.x, point.y == around.y);
                let (right, bottom) = (point.x + 1 == around.right(), point.y + 1 == around.bottom());
                let symbol = match (left, right, top, bottom) {
                    (true, _, true, _) => "┏",
                    (_, true, true, _) => "┓",
                    (true, _, _, true) => "┗",
                    (_, true, _, true) => "┛",
                    (true, ..) | (_, true, ..) => "┃",
                    _ => "━",
                };
                if let Some(here) = buffer.cell_mut(point) {
                    here.set_symbol(symbol).set_style(Style::reset().patch(style));
                }
            }
        }
    }

    /// Writes the names of the holes into their upper lines, in brackets if the hole may be chosen.
    fn labels(&self, buffer: &mut Buffer) {
        for cell in 0..self.board.holes() {
            let Some(inside) = self.plan.hole(self.board, cell) else { continue };
            let name = cell_name(self.board, cell);
            let legal = self.legal.contains(&cell);
            let hinted = self.state.hint.as_ref().and_then(Move::hole).is_some_and(|hole| hole.cell() == cell);
            let roomy = name.len() + 2 <= usize::from(inside.width);
            let label = match (hinted, legal) {
                (true, _) if roomy => format!("»{name}«"),
                (true, _) => format!("»{name}"),
                (_, true) if roomy => format!("[{name}]"),
                (_, true) => format!("•{name}"),
                _ => name,
            };
            let color = self.owner(cell).map_or(Style::new(), |owner| self.state.of_player(owner));
            let style = match (hinted, legal) {
                (true, _) => color.patch(BOLD).patch(REVERSED),
                (_, true) => color.patch(BOLD),
                _ if self.position.closed[cell] => self.state.pale(),
                _ => color,
            };
            // the hole of the last move, and where its last seed fell; and where the last seed of the next would fall
            let style = if self.last.contains(&cell) { style.patch(UNDERLINED) } else { style };
            let style = if self.falls.contains(&cell) { style.patch(REVERSED) } else { style };
            let width = u16::try_from(label.chars().count()).unwrap_or(0);
            if width <= inside.width {
                let x = inside.x + (inside.width - width) / 2;
                buffer.set_string(x, inside.y - 1, &label, Style::reset().patch(style));
            }
        }
    }

    fn hole(&self, cell: Cell, buffer: &mut Buffer) {
        let Some(inside) = self.plan.hole(self.board, cell) else { return };
        if self.position.closed[cell] {
            for point in inside.positions() {
                if let Some(here) = buffer.cell_mut(point) {
                    here.set_symbol(CLOSED).set_style(self.state.pale());
                }
            }
            return;
        }
        self.contents(cell, inside, buffer);
    }

    /// Draws the count, and the seeds below it.
    fn contents(&self, cell: Cell, inside: Rect, buffer: &mut Buffer) {
        let seeds = self.position.seeds[cell];
        let marks = self.position.marks[cell];
        let marked = marks.each().next();
        let style = match marked {
            Some(player) => self.state.of_player(player).patch(BOLD),
            None if seeds == 0 => self.state.pale(),
            None => BOLD,
        };
        let room = usize::from(inside.width);
        let count = match marked.map(|_| initials(self.board, marks)) {
            Some(players) if seeds.to_string().len() + 1 + players.len() > room => format!("{seeds}{players}"),
            Some(players) => format!("{seeds}*{players}"),
            None => seeds.to_string(),
        };
        let line = if self.at == Some(cell) { style.patch(REVERSED) } else { style };
        let shown = if self.at == Some(cell) && count.len() + 2 <= room { format!(" {count} ") } else { count };
        centered(buffer, inside, 0, &shown, line);
        let dots = marked.map_or(Style::new(), |player| self.state.of_player(player));
        let letter = if self.position.locked[cell] { LOCKED_SEED } else { SEED };
        let room = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
        for (number, line) in (0..).zip(dotted(seeds, room.width, room.height, letter)) {
            centered(buffer, room, number, &line, dots);
        }
    }

    /// Draws an end of the board with the name of its owner and its contents.
    fn end(&self, side: usize, buffer: &mut Buffer) {
        let Some((inside, ends)) = self.plan.end(side).zip(self.board.end_cells()) else { return };
        let cell = ends[side];
        let owner = self.board.stores.iter().position(|store| *store == cell);
        let (name, style) = match owner {
            Some(player) => (player_name(self.board.players.value, player), self.state.of_player(player)),
            None => (["left", "right"][side].to_owned(), Style::new()),
        };
        let top = inside.y.saturating_sub(1);
        if name.len() <= usize::from(inside.width) {
            let width = u16::try_from(name.len()).unwrap_or(0);
            buffer.set_string(inside.x + (inside.width - width) / 2, top, &name, style);
        }
        // In the middle, with room for the seeds below the count.
        let lines = self.position.seeds[cell] / i64::from(inside.width.max(1)) + 2;
        let height = u16::try_from(lines).unwrap_or(5).max(5).min(inside.height);
        let middle = Rect { y: inside.y + (inside.height - height) / 2, height, ..inside };
        self.contents(cell, middle, buffer);
    }
}

/// Draws lines around a rectangle and joins them to existing lines.
fn frame(buffer: &mut Buffer, inside: Rect, [flat, upright, right, left, down, up]: [&str; 6], style: Style) {
    let around = Rect::new(inside.x - 1, inside.y - 1, inside.width + 2, inside.height + 2);
    for point in around.positions().filter(|point| !inside.contains(*point)) {
        let (at_left, at_top) = (point.x == around.x, point.y == around.y);
        let (at_right, at_bottom) = (point.x + 1 == around.right(), point.y + 1 == around.bottom());
        let symbols: &[&str] = match (at_left, at_right, at_top, at_bottom) {
            (true, _, true, _) => &[right, down],
            (_, true, true, _) => &[left, down],
            (true, _, _, true) => &[right, up],
            (_, true, _, true) => &[left, up],
            (true, ..) | (_, true, ..) => &[upright],
            _ => &[flat],
        };
        if let Some(here) = buffer.cell_mut(point) {
            for symbol in symbols {
                here.merge_symbol(symbol, MergeStrategy::Fuzzy);
            }
            here.set_style(style);
        }
    }
}

/// Writes a text in the middle of a line, if it fits.
fn centered(buffer: &mut Buffer, area: Rect, line: u16, text: &str, style: Style) {
    let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
    if line < area.height && width <= area.width {
        buffer.set_string(area.x + (area.width - width) / 2, area.y + line, text, style);
    }
}

/// Seeds as lines of dots, with blanks between them if there is room, and a `+` at the end if they do not all fit.
fn dotted(seeds: i64, width: u16, height: u16, letter: char) -> Vec<String> {
    let (width, height) = (usize::from(width), usize::from(height));
    let Ok(seeds) = usize::try_from(seeds) else { return Vec::new() };
    if width == 0 || height == 0 || seeds == 0 {
        return Vec::new();
    }
    let loose = width.div_ceil(2);
    let (in_line, gap) = if seeds <= loose * height { (loose, " ") } else { (width, "") };
    let shown = seeds.min(in_line * height);
    // A square of dots, if there is room.
    let square = (1..).find(|side| side * side >= shown).unwrap_or(1);
    let each = square.max(shown.div_ceil(height)).min(in_line);
    let mut rest = shown;
    let mut dots: Vec<String> = Vec::new();
    while rest > 0 {
        let now = rest.min(each);
        rest -= now;
        dots.push(vec![letter.to_string(); now].join(gap));
    }
    if seeds > shown
        && let Some(last) = dots.last_mut()
    {
        last.pop();
        last.push('+');
    }
    dots
}
