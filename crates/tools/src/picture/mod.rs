//! Draws a position as a picture: SVG for print or web pages, on a light or a dark ground.
//!
//! Holes are circles in the rows of the board, with South's row at the bottom. Seeds are dots, or a number if there are
//! many. The SVG also describes the position in words, for readers who do not see the picture.

mod cells;
mod chart;
pub mod histogram;
mod laps;
mod layout;
mod letters;
mod moving;
mod numbers;
mod page;
mod path;
mod route;
mod seeds;
mod shapes;
mod theme;

use mancala_engine::draw::{legend, shows_stores};
use mancala_engine::game::{Event, Position, cell_name};
use mancala_engine::narrator::cells_for;
use mancala_engine::outcome::{deed, each};
use mancala_engine::position_text;
use mancala_rules::notation::{capital, column_letters, player_name};
use mancala_rules::rules::model::{Board, Cell, Direction, Player, Rules, Way};
use svg::Document;
use svg::node::element::{Description, Group, Polygon, Style, Title};

pub use self::chart::flow_chart;
pub use self::page::{Page, PageStep, Told};
pub use self::theme::Theme;

use self::laps::{Lap, MOST_LAPS, laps};
use self::layout::Layout;
use self::letters::wrapped;
use self::route::{MOST_EASE, Routes};
use self::shapes::{Point, chevron, label, line, lines, listed, n, rectangle};
use self::theme::{BOARD, INK, PALE, PAPER, colored, style};

/// The most seeds that can be drawn as dots.
pub const MOST_DOTS: u32 = seeds::MOST;

/// Fonts with letters no wider than [`letters`] says.
const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

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
    /// The ground that the picture is drawn for.
    pub theme: Theme,
    /// Whether the ground is drawn; otherwise what lies behind the picture shows.
    pub ground: bool,
}

impl Default for Look {
    fn default() -> Self {
        Look { dots: 12, names: Names::Edges, arrows: false, caption: None, theme: Theme::Auto, ground: true }
    }
}

/// What a picture shows: a position, and perhaps what happens in it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The position: before the move, if one is shown.
    pub position: &'a Position,
    /// The player to point out as the one to move.
    pub to_move: Option<Player>,
    /// The name of the move that is shown, if any.
    pub play: Option<&'a str>,
    /// The narrator's events of the move: its laps become numbered arrows, and captured and placed seeds are written
    /// beside the holes.
    pub events: &'a [Event],
}

/// Room that pictures need, so that those of one game can all have the same size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    stores: bool,
    gaps: Vec<f64>,
    lines: usize,
}

impl Room {
    /// Room that is enough for both.
    #[must_use]
    pub fn and(self, other: Room) -> Room {
        let (long, short) =
            if self.gaps.len() < other.gaps.len() { (other.gaps, self.gaps) } else { (self.gaps, other.gaps) };
        let gaps = long.iter().enumerate().map(|(at, gap)| short.get(at).map_or(*gap, |other| gap.max(*other)));
        Room { stores: self.stores || other.stores, gaps: gaps.collect(), lines: self.lines.max(other.lines) }
    }
}

/// Draws a position as SVG. If `to_move` is given, that player is pointed out. `events` holds the narrator's events of
/// a move from this position: its laps become numbered arrows, and captured and placed seeds are written beside the
/// holes.
pub fn svg(rules: &Rules, position: &Position, to_move: Option<Player>, events: &[Event], look: &Look) -> String {
    Scene { rules, position, to_move, play: None, events }.svg(look)
}

impl<'a> Scene<'a> {
    /// Draws the scene as SVG.
    pub fn svg(&self, look: &Look) -> String {
        self.svg_in(look, &Room::default())
    }

    /// Draws the scene as SVG, with at least this room.
    pub fn svg_in(&self, look: &Look, room: &Room) -> String {
        let document = self.picture(look, room).document();
        colored(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n"), look.theme)
    }

    /// The room that the scene needs.
    pub fn room(&self, look: &Look) -> Room {
        let picture = self.picture(look, &Room::default());
        let stores = stores(self.rules, self.position);
        Room { stores, gaps: picture.routes.gaps(), lines: picture.noted(picture.layout.width()).len() }
    }

    fn picture<'p>(&'p self, look: &'p Look, room: &Room) -> Picture<'p> {
        let Scene { rules, position, to_move, play, events } = *self;
        let edges = look.names == Names::Edges;
        let stores = room.stores || stores(rules, position);
        // the heights of channels do not matter for the ways of laps
        let layout = Layout::new(&rules.board, stores, edges, &[]);
        let (routes, numbers, lines) = (Routes::none(), Vec::new(), room.lines);
        let mut picture = Picture { rules, position, to_move, play, events, look, layout, routes, numbers, lines };
        let shown: Vec<Lap> = laps(events).into_iter().take(MOST_LAPS).collect();
        picture.routes = Routes::new(&picture.layout, &shown, |cell| picture.corners(cell));
        // more room, step by step, where a number would hide something
        for ease in 0..=MOST_EASE {
            picture.routes.ease(ease);
            let needed = Room { gaps: picture.routes.gaps(), ..Room::default() }.and(room.clone());
            picture.layout = Layout::new(&rules.board, stores, edges, &needed.gaps);
            let (numbers, hidden) = picture.number_places();
            picture.numbers = numbers;
            if !hidden {
                break;
            }
        }
        picture
    }
}

/// Whether a store for each of two players is drawn beside the board.
fn stores(rules: &Rules, position: &Position) -> bool {
    rules.board.players.value == 2 && shows_stores(rules, position)
}

/// The margin on each side of the lines below the board, and the size of their letters.
const MARGIN: f64 = 8.0;
const NOTE: f64 = 13.0;

struct Picture<'a> {
    rules: &'a Rules,
    position: &'a Position,
    to_move: Option<Player>,
    play: Option<&'a str>,
    events: &'a [Event],
    look: &'a Look,
    layout: Layout<'a>,
    routes: Routes,
    /// Where the numbers of the laps stand.
    numbers: Vec<Point>,
    /// Lines of text for which there is room below the board.
    lines: usize,
}

impl Picture<'_> {
    /// Width and height of the picture.
    fn size(&self) -> (f64, f64) {
        let (width, height) = (self.layout.width(), self.layout.height());
        let lines = self.lines.max(self.noted(width).len());
        (width, height + lines as f64 * 17.0 + if lines == 0 { 4.0 } else { 14.0 })
    }

    /// The lines below the board, wrapped.
    fn noted(&self, width: f64) -> Vec<String> {
        self.notes().iter().flat_map(|note| wrapped(note, NOTE, width - 2.0 * MARGIN)).collect()
    }

    fn document(&self) -> Document {
        let mut document = self.empty();
        document = document.add(self.cells());
        if let Some(path) = self.path() {
            document = document.add(path);
        }
        document = document.add(self.badges());
        document.add(lines(&self.noted(self.layout.width()), self.layout.width() / 2.0, self.layout.height() + 16.0))
    }

    /// The picture without what the holes hold.
    fn empty(&self) -> Document {
        let (width, height) = self.size();
        let mut document = Document::new()
            .set("width", n(width))
            .set("height", n(height))
            .set("viewBox", format!("0 0 {} {}", n(width), n(height)))
            .set("role", "img")
            .set("font-family", FONTS)
            .set("text-anchor", "middle")
            .set("fill", INK)
            .add(Title::new(self.title()))
            .add(Description::new().add(svg::node::Text::new(self.description())));
        if let Some(style) = style(self.look.theme) {
            document = document.add(Style::new(style));
        }
        if self.look.ground {
            document = document.add(rectangle(0.0, 0.0, width, height, 0.0).set("fill", PAPER));
        }
        document = document.add(self.board()).add(self.names());
        if self.look.arrows { document.add(self.arrows()) } else { document }
    }

    fn name(&self, player: Player) -> String {
        player_name(self.board_rules().players.value, player)
    }

    fn board_rules(&self) -> &Board {
        &self.rules.board
    }

    /// The title, such as `Krur, South to move`, `Krur, South plays c1` or `Krur: South wins, 20 to 12`.
    fn title(&self) -> String {
        let name = &self.rules.about.name;
        match (self.to_move, self.played()) {
            (_, Some(played)) => format!("{name}, {played}"),
            (Some(player), None) => format!("{name}, {} to move", self.name(player)),
            // the end of a game, or what is gathered there
            (None, None) => self.look.caption.as_ref().map_or(name.clone(), |caption| format!("{name}: {caption}")),
        }
    }

    /// What the player does, such as `South plays c1`.
    fn played(&self) -> Option<String> {
        Some(format!("{} {}", self.name(self.to_move?), deed(self.rules, self.play?)))
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
        if let Some(played) = self.played() {
            said.push_str(&format!(" {}.", capital(&played)));
        }
        if !laps.is_empty() {
            let lap = |lap: &Lap| format!("from {} to {}", cell_name(board, lap.from), cell_name(board, lap.last));
            let sown: Vec<String> = laps.iter().take(MOST_LAPS).map(lap).collect();
            let more = if laps.len() > MOST_LAPS {
                format!(", and {} laps more", laps.len() - MOST_LAPS)
            } else {
                String::new()
            };
            said.push_str(&format!(" The move sows {}{more}.", sown.join(", then ")));
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
        let half = layout::COLUMN / 2.0;
        let mut segments = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let cell = board.hole(row, column);
                let (x, _) = layout.center(cell);
                let (below, above) = (layout.border(row), layout.border(row + 1));
                if column + 1 < columns && border(cell, board.hole(row, column + 1)) {
                    segments.push((x + half, above, x + half, below));
                }
                if row + 1 < rows && border(cell, board.hole(row + 1, column)) {
                    segments.push((x - half, above, x + half, above));
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
        let points = listed(&[(left - 8.0, y - 10.0), (left - 8.0, y), (left, y - 5.0)]);
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
            Direction::Either | Direction::AsLast(_) => Way::BOTH.to_vec(),
        };
        ways.extend(some);
    }
    ways.sort_by_key(|way| *way == Way::Clockwise);
    ways.dedup();
    ways
}
