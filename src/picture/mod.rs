//! Draws a position as a picture: SVG for print or web pages, in black on white.
//!
//! Holes are circles in the rows of the board, with South's row at the bottom. Seeds are dots, or a number if there are
//! many. The SVG also describes the position in words, for readers who do not see the picture.

mod cells;
pub mod histogram;
mod laps;
mod layout;
mod path;
mod seeds;
mod shapes;

use svg::Document;
use svg::node::element::{Description, Group, Polygon, Title};

use self::laps::{FEW_LAPS, MOST_LAPS, laps};
use self::layout::Layout;
use self::shapes::{BOARD, INK, PALE, chevron, label, line, lines, n, rectangle};
use crate::draw::{legend, shows_stores};
use crate::game::{Event, Position, cell_name};
use crate::lines::wrapped;
use crate::narrator::cells_for;
use crate::notation::{capital, column_letters, player_name};
use crate::outcome::each;
use crate::position_text;
use crate::rules::model::{Board, Cell, Direction, Player, Rules, Way};

/// The most seeds that can be drawn as dots.
pub const MOST_DOTS: u32 = seeds::MOST;

/// Where the names of holes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Letters below the columns and numbers beside the rows.
    Edges,
    /// A name at every hole.
    Holes,
    /// No names.
    None,
}

/// Options for the look of a picture.
#[derive(Clone, Debug)]
pub struct Look {
    /// Most seeds in a hole that are drawn as dots, up to [`MOST_DOTS`]; more are a number.
    pub dots: u32,
    /// Where the names of holes stand.
    pub names: Names,
    /// Whether small arrows between the holes show in which direction the player to move sows.
    pub arrows: bool,
    /// Text below the picture.
    pub caption: Option<String>,
}

impl Default for Look {
    fn default() -> Self {
        Look { dots: 12, names: Names::Edges, arrows: false, caption: None }
    }
}

/// Draws a position as SVG. If `to_move` is given, that player is pointed out. `events` holds the narrator's events of
/// a move from this position: its laps become numbered arrows, and captured and placed seeds are written beside the
/// holes.
pub fn svg(rules: &Rules, position: &Position, to_move: Option<Player>, events: &[Event], look: &Look) -> String {
    let many = laps(events).len() > FEW_LAPS;
    let layout = Layout::new(&rules.board, stores(rules, position), look.names == Names::Edges, many);
    Picture { rules, position, to_move, events, look, layout }.text()
}

/// Whether a store for each of two players is drawn beside the board.
fn stores(rules: &Rules, position: &Position) -> bool {
    rules.board.players.value == 2 && shows_stores(rules, position)
}

/// Width of a wide letter in the lines below the board, and the margin on each side of them.
const LETTER: f64 = 7.3;
const MARGIN: f64 = 8.0;

struct Picture<'a> {
    rules: &'a Rules,
    position: &'a Position,
    to_move: Option<Player>,
    events: &'a [Event],
    look: &'a Look,
    layout: Layout<'a>,
}

impl Picture<'_> {
    fn text(&self) -> String {
        let (width, height) = (self.layout.width(), self.layout.height());
        // Letters differ in width; counting wide ones keeps these lines inside the picture.
        let most = ((width - 2.0 * MARGIN) / LETTER).max(10.0) as usize;
        let notes: Vec<String> = self.notes().iter().flat_map(|note| wrapped(note, most)).collect();
        let below = notes.len() as f64 * 17.0 + if notes.is_empty() { 4.0 } else { 14.0 };
        let mut document = Document::new()
            .set("width", n(width))
            .set("height", n(height + below))
            .set("viewBox", format!("0 0 {} {}", n(width), n(height + below)))
            .set("role", "img")
            .set("font-family", "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif")
            .set("text-anchor", "middle")
            .set("fill", INK)
            .add(Title::new(self.title()))
            .add(Description::new().add(svg::node::Text::new(self.description())))
            .add(rectangle(0.0, 0.0, width, height + below, 0.0).set("fill", "#ffffff"))
            .add(self.board())
            .add(self.names());
        if self.look.arrows {
            document = document.add(self.arrows());
        }
        document = document.add(self.cells());
        if let Some(path) = self.path() {
            document = document.add(path);
        }
        document = document.add(lines(&notes, width / 2.0, height + 16.0));
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n")
    }

    fn name(&self, player: Player) -> String {
        player_name(self.board_rules().players.value, player)
    }

    fn board_rules(&self) -> &Board {
        &self.rules.board
    }

    /// The title, such as `Krur, South to move`.
    fn title(&self) -> String {
        let name = &self.rules.about.name;
        match self.to_move {
            Some(player) => format!("{name}, {} to move", self.name(player)),
            None => name.clone(),
        }
    }

    /// The position in words, row by row, then the move.
    fn description(&self) -> String {
        let board = self.board_rules();
        let row = |row: usize| {
            let seeds = (0..board.columns.value).map(|column| board.hole(row, column));
            let seeds: Vec<String> = seeds.map(|cell| self.position.seeds[cell].to_string()).collect();
            format!("row {}: {}", row + 1, seeds.join(" "))
        };
        let rows: Vec<String> = (0..board.rows.value).rev().map(row).collect();
        let text = position_text::format(board, self.position);
        let mut said = format!("Seeds in the holes from the left, far row first. {}.", capital(&rows.join("; ")));
        // nobody is to move in a picture of the end
        let told = |part: &&str| self.to_move.is_some() || !part.starts_with("to move ");
        let more: Vec<&str> = text.split("; ").skip(1).filter(told).collect();
        if !more.is_empty() {
            said.push_str(&format!(" {}.", capital(&more.join("; "))));
        }
        let laps = laps(self.events);
        if !laps.is_empty() {
            let lap = |lap: &(Cell, Cell)| format!("from {} to {}", cell_name(board, lap.0), cell_name(board, lap.1));
            let sown: Vec<String> = laps.iter().take(MOST_LAPS).map(lap).collect();
            said.push_str(&format!(" The move sows {}.", sown.join(", then ")));
        }
        said
    }

    /// The lines below the board: what the holes cannot show, then the caption.
    fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = legend(self.rules, self.position);
        let players = self.board_rules().players.value;
        if players != 2 && shows_stores(self.rules, self.position) {
            let stores: Vec<i64> = self.board_rules().stores.iter().map(|store| self.position.seeds[*store]).collect();
            notes.push(format!("stores: {}", each(self.rules, &stores)));
        }
        let laps = laps(self.events).len();
        if laps > MOST_LAPS {
            notes.push(format!("laps 1 to {} of {laps}", MOST_LAPS));
        }
        notes.extend(self.look.caption.clone());
        notes
    }

    /// The frame of the board, and lines between the sides of different players.
    fn board(&self) -> Group {
        let (board, layout) = (self.board_rules(), &self.layout);
        let frame = layout.frame();
        let mut group = Group::new().set("stroke", INK).set("stroke-width", 1.5).set("fill", BOARD);
        group = group.add(rectangle(frame.x, frame.y, frame.width, frame.height, 18.0));
        let border = |from: Cell, to: Cell| board.owner[from] != board.owner[to];
        let (rows, columns) = (board.rows.value, board.columns.value);
        let (half_x, half_y) = (layout::COLUMN / 2.0, layout.row / 2.0);
        let mut segments = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let cell = board.hole(row, column);
                let (x, y) = layout.center(cell);
                if column + 1 < columns && border(cell, board.hole(row, column + 1)) {
                    segments.push((x + half_x, y - half_y, x + half_x, y + half_y));
                }
                if row + 1 < rows && border(cell, board.hole(row + 1, column)) {
                    segments.push((x - half_x, y - half_y, x + half_x, y - half_y));
                }
            }
        }
        for (x1, y1, x2, y2) in segments {
            group = group.add(line(x1, y1, x2, y2).set("stroke-width", 1.0));
        }
        group
    }

    /// Letters, numbers and players' names around the board.
    fn names(&self) -> Group {
        let (board, layout) = (self.board_rules(), &self.layout);
        let mut group = Group::new();
        let frame = layout.frame();
        if self.look.names == Names::Edges {
            let mut edges = Group::new().set("font-size", 12).set("fill", PALE);
            for column in 0..board.columns.value {
                let (x, _) = layout.center(board.hole(0, column));
                edges = edges.add(label(column_letters(column), x, frame.y + frame.height + 15.0));
            }
            for row in 0..board.rows.value {
                let (_, y) = layout.center(board.hole(row, 0));
                edges = edges.add(label((row + 1).to_string(), frame.x - 9.0, y + 4.0));
            }
            group = group.add(edges);
        }
        for player in 0..board.players.value {
            let (x, y) = layout.name_place(player);
            group = group.add(self.player(player, x, y));
        }
        group
    }

    /// A player's name, with a pointer if the player is to move.
    fn player(&self, player: Player, x: f64, y: f64) -> Group {
        let name = capital(&self.name(player));
        let text = label(&name, x, y).set("font-size", 14);
        if self.to_move != Some(player) {
            return Group::new().add(text);
        }
        // Half the width of the name, about; the pointer stands before it.
        let left = x - name.chars().count() as f64 * 4.2 - 6.0;
        let points = format!("{},{} {},{} {},{}", n(left - 8.0), n(y - 10.0), n(left - 8.0), n(y), n(left), n(y - 5.0));
        Group::new().add(text.set("font-weight", "bold")).add(Polygon::new().set("points", points))
    }

    /// Arrows between the holes that show in which direction the player to move sows.
    fn arrows(&self) -> Group {
        let (board, player) = (self.board_rules(), self.position.to_move);
        let ways = ways(self.rules, player);
        let skipped = self
            .rules
            .skip
            .as_ref()
            .map_or(Vec::new(), |skip| cells_for(self.rules, self.position, player, &skip.value));
        // Ends where the player never sows are left out. Whether a hole is skipped can depend on the move.
        let sown = |cell: &&Cell| **cell < board.holes() || !skipped.contains(cell);
        let mut group = Group::new();
        for way in &ways {
            let track: Vec<Cell> = board.track_of(player, *way).iter().filter(sown).copied().collect();
            for (from, to) in track.iter().zip(track.iter().cycle().skip(1)) {
                let (from, to) = (
                    self.layout.beside(*from, self.layout.center(*to)),
                    self.layout.beside(*to, self.layout.center(*from)),
                );
                group = group.add(chevron(from, to, if ways.len() > 1 { 4.0 } else { 0.0 }));
            }
        }
        group
    }
}

/// Directions in which a player may sow in some situation.
fn ways(rules: &Rules, player: Player) -> Vec<Way> {
    let mut ways = Vec::new();
    for case in rules.moves.iter().flat_map(|section| &section.direction) {
        let some = match &case.value {
            Direction::One(way) => vec![*way],
            Direction::PerPlayer(ways) => ways.get(player).copied().into_iter().collect(),
            Direction::Either | Direction::AsLast(_) => vec![Way::Counterclockwise, Way::Clockwise],
        };
        ways.extend(some);
    }
    ways.sort_by_key(|way| *way == Way::Clockwise);
    ways.dedup();
    ways
}
