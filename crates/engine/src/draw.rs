//! Draws a board as text: South at the bottom, holes under their letters, with marks, stores and closed holes.
//!
//! ```text
//!              a    b    c    d
//!           ╭─────────────────────╮
//! ▸ North 2 │  0    2    4*S  1   │
//!   South 1 │  4    4    0    1   │
//!           ╰─────────────────────╯
//! c2 marked by South
//! North to move
//! ```

pub mod compact;

use mancala_rules::notation::{capital, column_letters, player_name};
use mancala_rules::rules::model::{Board, Cell, Change, Effect, Ends, Player, Players, Rules, Side};

use crate::game::{Position, cell_name};

/// Colour of each player, as terminals number them: cyan, yellow, green, magenta, blue, red.
const COLORS: [u8; 6] = [36, 33, 32, 35, 34, 31];
/// Terminal codes for faint and bold text.
const DIM: &str = "\x1b[2m";
const BOLD: &str = "\x1b[1m";
/// Terminal code that ends all styles.
const PLAIN: &str = "\x1b[0m";

/// Shown for a hole that is out of use.
const CLOSED: &str = "--";

/// Draws a position as text. Points to the player `to_move`, if given. `color` adds terminal colours.
pub fn draw(rules: &Rules, position: &Position, to_move: Option<Player>, color: bool) -> String {
    let drawing = Drawing::new(rules, position, to_move, color);
    let mut lines = drawing.frame();
    lines.extend(drawing.legend());
    lines.extend(drawing.end_of_page());
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Lines below the frame: marked holes and their players, holes that changed their owner, closed and locked holes, and
/// the pot.
pub fn legend(rules: &Rules, position: &Position) -> Vec<String> {
    Drawing::new(rules, position, None, false).legend()
}

/// Box-drawing character with lines in these directions.
fn corner(up: bool, down: bool, left: bool, right: bool) -> char {
    match (up, down, left, right) {
        (true, true, true, true) => '┼',
        (true, true, true, false) => '┤',
        (true, true, false, true) => '├',
        (true, true, false, false) => '│',
        (true, false, true, true) => '┴',
        (false, true, true, true) => '┬',
        (true, false, true, false) => '╯',
        (true, false, false, true) => '╰',
        (false, true, true, false) => '╮',
        (false, true, false, true) => '╭',
        (false, false, true, true) => '─',
        (true, false, false, false) | (false, true, false, false) => '│',
        (false, false, true, false) | (false, false, false, true) => '─',
        (false, false, false, false) => ' ',
    }
}

/// Whether to show stores beside the board: they hold seeds, or can receive some.
pub fn shows_stores(rules: &Rules, position: &Position) -> bool {
    let board = &rules.board;
    board.ends.value != Ends::Stores
        && (board.seeds_in_stores.is_some()
            || board.stores.iter().any(|store| position.seeds[*store] != 0)
            || rules.does(|effect| matches!(effect, Effect::Capture(..) | Effect::Place { from_store: true, .. })))
}

/// Columns of the marks after a number: a star, and a letter or a digit for each player who can have marked a hole. 0 if
/// no hole is ever marked.
pub fn mark_width(rules: &Rules, position: &Position) -> usize {
    let board = &rules.board;
    let marks = board.marked_at_start.is_some()
        || position.marks.iter().any(|marks| !marks.is_nobody())
        || rules.does(|effect| matches!(effect, Effect::To(Change::Mark, _)));
    match (marks, board.marks_by_each()) {
        (false, _) => 0,
        (true, false) => 2,
        (true, true) => 1 + board.players.value,
    }
}

/// The letter or digit by which a player's mark is drawn.
pub fn initial(board: &Board, player: Player) -> String {
    match board.players.value {
        2 => player_name(2, player).chars().take(1).collect(),
        _ => (player + 1).to_string(),
    }
}

/// The letters or digits of some players.
pub fn initials(board: &Board, players: Players) -> String {
    players.each().map(|player| initial(board, player)).collect()
}

struct Drawing<'a> {
    board: &'a Board,
    position: &'a Position,
    to_move: Option<Player>,
    color: bool,
    /// Word for a marked hole.
    mark: &'a str,
    /// Columns of a number of seeds.
    digits: usize,
    /// Columns of a mark after the number.
    tag: usize,
    /// Columns of an end hole, blanks included; `None` without end holes.
    end: Option<usize>,
    /// Whether to show stores beside the board.
    stores: bool,
}

impl<'a> Drawing<'a> {
    fn new(rules: &'a Rules, position: &'a Position, to_move: Option<Player>, color: bool) -> Self {
        let board = &rules.board;
        let width = |cell: Cell| position.seeds[cell].to_string().len();
        let tag = mark_width(rules, position);
        let stores = shows_stores(rules, position);
        Drawing {
            board,
            position,
            to_move,
            color,
            mark: board.mark_name(),
            digits: (0..board.holes()).map(width).max().unwrap_or(0).max(2),
            tag,
            // leave room for the names above, such as `North` and `right`
            end: board.end_cells().map(|ends| (ends.map(width).into_iter().max().unwrap_or(0) + tag).max(5) + 2),
            stores,
        }
    }

    fn paint(&self, style: &str, text: &str) -> String {
        if self.color { format!("{style}{text}{PLAIN}") } else { text.to_owned() }
    }

    fn dim(&self, text: &str) -> String {
        self.paint(DIM, text)
    }

    fn in_color(&self, player: Player, bold: bool, text: &str) -> String {
        let color = COLORS[player % COLORS.len()];
        self.paint(&format!("{}\x1b[{color}m", if bold { BOLD } else { "" }), text)
    }

    fn name(&self, player: Player) -> String {
        player_name(self.board.players.value, player)
    }

    fn columns(&self) -> usize {
        self.board.columns.value
    }

    /// Blanks before a hole.
    fn gap(&self) -> usize {
        if self.tag > 0 && self.by_rows() { 1 } else { 2 }
    }

    /// Columns of a hole, with the blanks before it.
    fn cell(&self) -> usize {
        self.gap() + self.digits + self.tag
    }

    /// Blanks after the last hole of a row.
    fn behind(&self) -> usize {
        if self.tag > 0 { 1 } else { 2 }
    }

    fn by_rows(&self) -> bool {
        matches!(self.board.side.value, Side::Rows(_))
    }

    /// Whether a line separates a column from the one before it, because another side begins there.
    fn parted(&self, column: usize) -> bool {
        let owner = |row: usize, column: usize| self.board.owner[self.board.hole(row, column)];
        column > 0
            && !self.by_rows()
            && (0..self.board.rows.value).any(|row| owner(row, column) != owner(row, column - 1))
    }

    /// Runs of columns between such lines: first column, and column after the last.
    fn runs(&self) -> Vec<(usize, usize)> {
        let mut starts: Vec<usize> =
            (0..self.columns()).filter(|column| *column == 0 || self.parted(*column)).collect();
        starts.push(self.columns());
        starts.windows(2).map(|run| (run[0], run[1])).collect()
    }

    /// Width of a run of columns inside the frame.
    fn run_width(&self, run: (usize, usize)) -> usize {
        (run.1 - run.0) * self.cell() + self.behind()
    }

    /// Text left of a row.
    fn label(&self, row: usize) -> String {
        let digit = row + 1;
        if !self.by_rows() {
            return format!("{digit} ");
        }
        let Some(player) = self.board.owner[self.board.hole(row, 0)] else { return format!("{digit} ") };
        let moves = self.to_move == Some(player);
        let text = format!("{} {} {digit} ", if moves { "▸" } else { " " }, self.name(player));
        self.in_color(player, moves, &text)
    }

    fn label_width(&self) -> usize {
        if self.by_rows() { self.name(0).chars().count() + 5 } else { 2 }
    }

    /// A number with its mark, padded to `digits` and the width of a mark.
    fn seeds(&self, cell: Cell, digits: usize) -> String {
        let seeds = self.position.seeds[cell];
        if self.position.closed[cell] {
            return self.dim(&format!("{CLOSED:>digits$}{:tag$}", "", tag = self.tag));
        }
        let marks = self.position.marks[cell];
        match marks.each().next() {
            Some(first) => {
                let text = format!("{seeds:>digits$}*{:<tag$}", initials(self.board, marks), tag = self.tag - 1);
                self.in_color(first, true, &text)
            }
            None => {
                let text = format!("{seeds:>digits$}{:tag$}", "", tag = self.tag);
                if seeds == 0 { self.dim(&text) } else { text }
            }
        }
    }

    fn frame(&self) -> Vec<String> {
        let rows = self.board.rows.value;
        let mut lines = vec![self.header(), self.border(['╭', '┬', '╮'], (rows > 1).then_some(rows - 1))];
        for row in (0..rows).rev() {
            lines.push(self.row(row));
            if row > 0 && self.board.end_cells().is_some() {
                lines.push(self.between_rows());
            } else if row > 0 && rows > 2 && self.side_begins(row) {
                lines.push(self.border(['├', '┼', '┤'], None));
            } else if row > 0 && self.has_lines_between() {
                lines.extend(self.line_between(row));
            }
        }
        lines.push(self.border(['╰', '┴', '╯'], Some(0)));
        lines
    }

    /// Whether lines separate adjacent rows with different owners.
    fn has_lines_between(&self) -> bool {
        !self.by_rows() && (self.board.rows.value > 2 || matches!(self.board.side.value, Side::Listed(_)))
    }

    /// Line between a row and the one below it; `None` if their owners are equal.
    fn line_between(&self, row: usize) -> Option<String> {
        let owner = |row: usize, column: usize| self.board.owner[self.board.hole(row, column)];
        let runs = self.runs();
        let parted: Vec<bool> = runs.iter().map(|run| owner(row, run.0) != owner(row - 1, run.0)).collect();
        if !parted.contains(&true) {
            return None;
        }
        let mut line = String::new();
        for (at, run) in runs.iter().enumerate() {
            let (left, right) = (at > 0 && parted[at - 1], parted[at]);
            let (up, down) = (at == 0 || self.bar_before(row, run.0), at == 0 || self.bar_before(row - 1, run.0));
            line.push(corner(up, down, left, right));
            line.push_str(&if right { "─" } else { " " }.repeat(self.run_width(*run)));
        }
        line.push(corner(true, true, parted.last() == Some(&true), false));
        Some(format!("{}{}", " ".repeat(self.label_width()), self.dim(&line)))
    }

    /// Whether a line is drawn before a column of a row.
    fn bar_before(&self, row: usize, column: usize) -> bool {
        let owner = |column: usize| self.board.owner[self.board.hole(row, column)];
        column == 0 || owner(column) != owner(column - 1)
    }

    /// Whether a row and the one below it belong to different players.
    fn side_begins(&self, row: usize) -> bool {
        self.by_rows() && self.board.owner[self.board.hole(row, 0)] != self.board.owner[self.board.hole(row - 1, 0)]
    }

    /// Header: the letters of the columns, and the names of the ends.
    fn header(&self) -> String {
        let mut line = " ".repeat(self.label_width() + 1);
        if let Some(width) = self.end {
            line.push_str(&format!("{:^width$} ", self.end_name(0)));
        }
        for (from, to) in self.runs() {
            for column in from..to {
                let (before, tag) = (self.gap() + self.digits, self.tag);
                line.push_str(&format!("{:>before$}{:tag$}", column_letters(column), ""));
            }
            line.push_str(&" ".repeat(self.behind() + 1));
        }
        if let Some(width) = self.end {
            line.push_str(&format!("{:^width$}", self.end_name(1)));
        }
        self.dim(line.trim_end())
    }

    /// Name of an end: `left` or `right`, or the owner of the store.
    fn end_name(&self, end: usize) -> String {
        let cell = self.board.end_cells().map(|ends| ends[end]);
        let owner = self.board.stores.iter().position(|store| Some(*store) == cell);
        match owner {
            Some(player) => self.name(player),
            None => ["left", "right"][end].to_owned(),
        }
    }

    /// A line of the frame. If sides are not whole rows, it names the owners of the holes in row `named`.
    fn border(&self, [left, middle, right]: [char; 3], named: Option<usize>) -> String {
        let mut line = format!("{}{}", " ".repeat(self.label_width()), self.dim(&left.to_string()));
        let between = self.dim(&middle.to_string());
        if let Some(width) = self.end {
            line.push_str(&format!("{}{between}", self.dim(&"─".repeat(width))));
        }
        let mut before = 0;
        let runs = self.runs();
        for (at, run) in runs.iter().enumerate() {
            // a side that spans several runs is named once, across all of them
            let goes_on = |row: usize| runs.get(at + 1).is_some_and(|next| !self.bar_before(row, next.0));
            before += self.run_width(*run);
            if named.filter(|_| !self.by_rows()).is_some_and(goes_on) {
                before += 1;
                continue;
            }
            let start = runs[..=at].iter().rev().find(|run| named.is_none_or(|row| self.bar_before(row, run.0)));
            let owner = named
                .filter(|_| !self.by_rows())
                .and_then(|row| self.board.owner[self.board.hole(row, start.map_or(0, |run| run.0))]);
            line.push_str(&match owner {
                Some(player) => self.named_border(player, before),
                None => self.dim(&"─".repeat(before)),
            });
            if at + 1 < runs.len() {
                line.push_str(&between);
            }
            before = 0;
        }
        if let Some(width) = self.end {
            line.push_str(&format!("{between}{}", self.dim(&"─".repeat(width))));
        }
        line + &self.dim(&right.to_string())
    }

    fn named_border(&self, player: Player, width: usize) -> String {
        let moves = self.to_move == Some(player);
        let name = if self.names_fit() { self.name(player) } else { (player + 1).to_string() };
        let text = format!("{} {name} ", if moves { "▸" } else { "─" });
        let rest = self.dim(&"─".repeat(width.saturating_sub(text.chars().count())));
        format!("{}{rest}", self.in_color(player, moves, &text))
    }

    /// Whether the players' names fit into the border above each run of columns.
    fn names_fit(&self) -> bool {
        let longest = (0..self.board.players.value).map(|player| self.name(player).chars().count()).max();
        let rows = [0, self.board.rows.value - 1];
        let is_owned =
            |run: &(usize, usize)| rows.iter().any(|row| self.board.owner[self.board.hole(*row, run.0)].is_some());
        self.runs().into_iter().filter(is_owned).all(|run| longest.unwrap_or(0) + 4 <= self.run_width(run))
    }

    fn row(&self, row: usize) -> String {
        let bar = self.dim("│");
        let mut line = format!("{}{bar}", self.label(row));
        if let (Some(width), Some([left, _])) = (self.end, self.board.end_cells()) {
            line.push_str(&if self.board.rows.value == 1 { self.end_cell(left, width) } else { " ".repeat(width) });
            line.push_str(&bar);
        }
        for (from, to) in self.runs() {
            for column in from..to {
                line.push_str(&" ".repeat(self.gap()));
                line.push_str(&self.seeds(self.board.hole(row, column), self.digits));
            }
            line.push_str(&" ".repeat(self.behind()));
            line.push_str(if to == self.columns() || self.bar_before(row, to) { &bar } else { " " });
        }
        if let (Some(width), Some([_, right])) = (self.end, self.board.end_cells()) {
            line.push_str(&if self.board.rows.value == 1 { self.end_cell(right, width) } else { " ".repeat(width) });
            line.push_str(&bar);
        }
        if let Some(player) = self.store_beside(row) {
            let store = format!("store {}", self.position.seeds[self.board.stores[player]]);
            line.push_str(&format!("  {}", self.in_color(player, false, &store)));
        }
        line
    }

    /// Player whose store is shown beside a row: the row is that player's farthest from the middle.
    fn store_beside(&self, row: usize) -> Option<Player> {
        let player = self.board.owner[self.board.hole(row, 0)].filter(|_| self.stores && self.by_rows())?;
        let outer = if player == 0 { row == 0 } else { row + 1 == self.board.rows.value };
        outer.then_some(player)
    }

    /// The line with the end holes, between the two rows.
    fn between_rows(&self) -> String {
        let bar = self.dim("│");
        let width = self.end.unwrap_or(0);
        let [left, right] = self.board.end_cells().unwrap_or_default();
        let inner: usize = self.runs().into_iter().map(|run| self.run_width(run) + 1).sum();
        format!(
            "{}{bar}{}{bar}{}{bar}{}{bar}",
            " ".repeat(self.label_width()),
            self.end_cell(left, width),
            " ".repeat(inner - 1),
            self.end_cell(right, width)
        )
    }

    fn end_cell(&self, cell: Cell, width: usize) -> String {
        // centre the number under the name above it
        let digits = self.position.seeds[cell].to_string().len();
        let left = (width - digits - self.tag).div_ceil(2);
        let right = width - digits - self.tag - left;
        format!("{}{}{}", " ".repeat(left), self.seeds(cell, digits), " ".repeat(right))
    }

    /// Lines below the frame: what the frame cannot show.
    fn legend(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let names = |cells: Vec<Cell>| -> String {
            cells.into_iter().map(|cell| cell_name(self.board, cell)).collect::<Vec<_>>().join(", ")
        };
        let cells = |wanted: &dyn Fn(Cell) -> bool| -> Vec<Cell> {
            (0..self.board.cells()).filter(|cell| wanted(*cell)).collect()
        };
        for player in 0..self.board.players.value {
            let marked = cells(&|cell| self.position.marks[cell].has(player));
            if !marked.is_empty() {
                let text = format!("{} {} by {}", names(marked), self.mark, self.name(player));
                lines.push(self.in_color(player, false, &text));
            }
        }
        for player in 0..self.board.players.value {
            let changed =
                cells(&|cell| self.position.owner[cell] == Some(player) && self.board.owner[cell] != Some(player));
            if !changed.is_empty() {
                let verb = if changed.len() == 1 { "belongs" } else { "belong" };
                lines.push(format!("{} {verb} to {} in this round", names(changed), self.name(player)));
            }
        }
        for (what, holes) in [("closed", &self.position.closed), ("locked until full", &self.position.locked)] {
            let found = cells(&|cell| holes[cell]);
            if !found.is_empty() {
                lines.push(format!("{} {what}", names(found)));
            }
        }
        if self.position.pot != 0 {
            lines.push(format!("{} in the pot, for the first who captures", self.position.pot));
        }
        lines
    }

    /// Last lines: stores that are not beside a row, and the player to move.
    fn end_of_page(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.stores && !self.by_rows() {
            let each = self.board.stores.iter().enumerate();
            let each = each.map(|(player, store)| format!("{} {}", self.name(player), self.position.seeds[*store]));
            lines.push(format!("stores: {}", each.collect::<Vec<_>>().join(", ")));
        }
        if let Some(player) = self.to_move {
            lines.push(self.in_color(player, true, &capital(&format!("{} to move", self.name(player)))));
        }
        lines
    }
}
