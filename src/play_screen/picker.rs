//! Chooses a game from a list that is searched by typing, and then who plays.

use mancala_engine::players::Kind;
use mancala_rules::notation::count;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::ascii::plain;
use super::seat::Seat;
use super::style::{BOLD, REVERSED};

/// Columns from which the sketch stands beside the list.
const WIDE: u16 = 72;

/// Machines of three strengths, each with its name. `docs/levels.md` says how strong they are.
pub const LEVELS: [(&str, &str); 3] = [("easy", "greedy"), ("medium", "search:d4"), ("hard", "search:2s")];

/// A game in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name of the ruleset.
    pub ruleset: String,
    /// Name of the game.
    pub title: String,
    /// Other names.
    pub also: Vec<String>,
    /// Regions where it is played.
    pub region: Vec<String>,
    /// Kinds of games that it belongs to.
    pub families: Vec<String>,
    /// Rows of the board, and holes in each.
    pub size: (usize, usize),
    /// Seeds on the board at the start.
    pub seeds: u64,
    /// Number of players.
    pub players: usize,
    /// What its games are like, a line each, once it is known.
    pub facts: Vec<String>,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// This ruleset, with these players.
    Game(String, Vec<Seat>),
    /// Nothing.
    Nothing,
}

/// The list of games, and after it the list of who may play.
pub struct Picker {
    entries: Vec<Entry>,
    typed: String,
    at: usize,
    /// Who plays, once the game is chosen: the place in the list.
    who: Option<usize>,
    ascii: bool,
}

impl Picker {
    /// A list of games. `ascii`: whether only signs of ASCII can be drawn.
    pub fn new(entries: Vec<Entry>, ascii: bool) -> Picker {
        Picker { entries, typed: String::new(), at: 0, who: None, ascii }
    }

    /// The games that fit all words typed; those that have just this name come first, then those whose title begins so.
    fn found(&self) -> Vec<&Entry> {
        let words: Vec<String> = self.typed.split_whitespace().map(folded).collect();
        let text = |entry: &Entry| {
            let names = [&entry.ruleset, &entry.title].into_iter().chain(&entry.also);
            let all = names.chain(&entry.region).chain(&entry.families).map(|name| folded(name));
            all.collect::<Vec<_>>().join(" ")
        };
        let fits = |entry: &&Entry| words.iter().all(|word| text(entry).contains(word.as_str()));
        let mut found: Vec<&Entry> = self.entries.iter().filter(fits).collect();
        let typed = folded(&self.typed);
        let named = |entry: &Entry| {
            let mut names = [&entry.title, &entry.ruleset].into_iter().chain(&entry.also);
            names.any(|name| folded(name) == typed)
        };
        found.sort_by_key(|entry| (!named(entry), !folded(&entry.title).starts_with(&typed)));
        found
    }

    /// The game that is pointed at, if nothing is known yet of what its games are like.
    pub fn wonders(&self) -> Option<&str> {
        self.chosen().filter(|entry| entry.facts.is_empty()).map(|entry| entry.ruleset.as_str())
    }

    /// Learns what the games of a ruleset are like.
    pub fn learn(&mut self, ruleset: &str, facts: Vec<String>) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.ruleset == ruleset) {
            entry.facts = facts;
        }
    }

    fn chosen(&self) -> Option<&Entry> {
        self.found().get(self.at).copied()
    }

    /// Who may play a game, in words and as seats.
    fn seatings(players: usize) -> Vec<(String, Vec<Seat>)> {
        let machine = |word: &str| Kind::parse(word).map_or(Seat::Person, Seat::Machine);
        let persons = match players {
            1 => "one person".to_owned(),
            many => format!("{many} persons at this keyboard"),
        };
        let mut all = vec![(persons, vec![Seat::Person; players])];
        for begins in [true, false] {
            for (level, word) in LEVELS.iter().filter(|_| players > 1) {
                let mut seats = vec![machine(word); players];
                seats[if begins { 0 } else { players - 1 }] = Seat::Person;
                let who = if begins { "you begin" } else { "you come last" };
                all.push((format!("{who}; machine: {level} ({word})"), seats));
            }
        }
        all.push(("machines alone (greedy)".to_owned(), vec![machine("greedy"); players]));
        all
    }

    /// Handles a key press. Gives what was chosen, once it is.
    pub fn key(&mut self, key: KeyEvent) -> Option<Picked> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let number = match self.who {
            None => self.found().len(),
            Some(_) => self.chosen().map_or(0, |entry| Picker::seatings(entry.players).len()),
        };
        let at = self.who.unwrap_or(self.at);
        let at = match key.code {
            KeyCode::Char('c' | 'd') if control => return Some(Picked::Nothing),
            _ if control => at,
            KeyCode::Up => at.saturating_sub(1),
            KeyCode::Down => (at + 1).min(number.saturating_sub(1)),
            KeyCode::PageUp => at.saturating_sub(10),
            KeyCode::PageDown => (at + 10).min(number.saturating_sub(1)),
            KeyCode::Home => 0,
            KeyCode::End => number.saturating_sub(1),
            KeyCode::Esc if self.who.is_some() => {
                self.who = None;
                return None;
            }
            KeyCode::Esc if self.typed.is_empty() => return Some(Picked::Nothing),
            KeyCode::Enter => return self.enter(),
            code if self.who.is_none() => {
                match code {
                    KeyCode::Esc => self.typed.clear(),
                    KeyCode::Backspace => {
                        self.typed.pop();
                    }
                    KeyCode::Char(letter) => self.typed.push(letter),
                    _ => return None,
                }
                0
            }
            _ => at,
        };
        match &mut self.who {
            Some(who) => *who = at,
            None => self.at = at,
        }
        None
    }

    fn enter(&mut self) -> Option<Picked> {
        let entry = self.chosen()?.clone();
        match self.who {
            None => {
                self.who = Some(0);
                None
            }
            Some(who) => {
                let (_, seats) = Picker::seatings(entry.players).into_iter().nth(who)?;
                Some(Picked::Game(entry.ruleset, seats))
            }
        }
    }

    /// Draws the list into a frame.
    pub fn view(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        Clear.render(area, buffer);
        let line = |y: u16| Rect { y: area.y + y, height: 1, ..area }.intersection(area);
        buffer.set_style(line(0), REVERSED);
        Line::styled(" mancala: choose a game ", REVERSED.patch(BOLD)).render(line(0), buffer);
        let found = self.found();
        let typed = format!(" Search: {}|", self.typed);
        Line::from(vec![Span::styled(typed, BOLD), Span::raw(format!("   {} of {}", found.len(), self.entries.len()))])
            .render(line(1), buffer);
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
        let (list, sketch) = if body.width >= WIDE {
            let list = body.width * 3 / 5;
            (Rect { width: list, ..body }, Rect { x: body.x + list, width: body.width - list, ..body })
        } else {
            let least = if body.height < 8 { 0 } else { 5 };
            let sketch = (body.height * 3 / 5).clamp(least, 11);
            let list = Rect { height: body.height - sketch, ..body };
            (list, Rect { y: list.bottom(), height: sketch, ..body })
        };
        let chosen = found.get(self.at).copied();
        match (self.who, chosen) {
            (Some(who), Some(entry)) => {
                let lines: Vec<String> = Picker::seatings(entry.players).into_iter().map(|(text, _)| text).collect();
                draw_list(&format!(" Who plays {}? ", entry.title), &lines, who, list, buffer);
            }
            _ => {
                let lines: Vec<String> = found.iter().map(|entry| entry.in_a_line()).collect();
                draw_list(" Games ", &lines, self.at, list, buffer);
            }
        }
        if let Some(entry) = chosen {
            entry.draw(sketch, buffer);
        }
        let keys = match self.who {
            None => " type to search   ↑↓ choose   Enter next   Esc quit",
            Some(_) => " ↑↓ choose   Enter play   Esc back",
        };
        Line::raw(keys).render(line(area.height.saturating_sub(1)), buffer);
        if self.ascii {
            plain(buffer);
        }
    }
}

impl Entry {
    /// `Krur (Western Sahara)`
    fn in_a_line(&self) -> String {
        if self.region.is_empty() { self.title.clone() } else { format!("{} ({})", self.title, self.region.join(", ")) }
    }

    /// Draws what is known of the game: its names, its size, and its board.
    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let block = Block::bordered().border_type(BorderType::Rounded).title(format!(" {} ", self.title));
        let inside = block.inner(area);
        block.render(area, buffer);
        let (rows, columns) = self.size;
        let board = format!("{} of {}, {} seeds", count(rows, "row"), count(columns, "hole"), self.seeds);
        let width = usize::from(inside.width).max(10);
        let wrap =
            |text: String| textwrap::wrap(&text, width).into_iter().map(|line| line.into_owned()).collect::<Vec<_>>();
        let mut lines = wrap(format!("{board}, {}", count(self.players, "player")));
        let holes = if usize::from(inside.width) >= columns * 4 { "( ) " } else { "()" };
        let facts: Vec<String> = self.facts.iter().cloned().flat_map(wrap).collect();
        let sketch = (0..rows).map(|_| holes.repeat(columns));
        // where not all of it has room, the board is cut
        if lines.len() + rows + facts.len() > usize::from(inside.height) {
            lines.extend(facts);
            lines.extend(sketch);
        } else {
            lines.extend(sketch);
            lines.extend(facts);
        }
        for (what, of) in [("also", &self.also), ("", &self.families)] {
            if !of.is_empty() {
                let text = if what.is_empty() { of.join(", ") } else { format!("{what}: {}", of.join(", ")) };
                lines.extend(wrap(text));
            }
        }
        for (y, line) in (inside.y..inside.bottom()).zip(lines) {
            Line::raw(line).render(Rect { y, height: 1, ..inside }, buffer);
        }
    }
}

/// Draws a list in a frame, around the line that is pointed at.
fn draw_list(title: &str, lines: &[String], at: usize, area: Rect, buffer: &mut Buffer) {
    let block = Block::bordered().border_type(BorderType::Rounded).title(title.to_owned());
    let inside = block.inner(area);
    block.render(area, buffer);
    let height = usize::from(inside.height);
    let from = at.saturating_sub(height / 2).min(lines.len().saturating_sub(height));
    for (y, (number, line)) in (inside.y..inside.bottom()).zip(lines.iter().enumerate().skip(from)) {
        let style = if number == at { REVERSED } else { Default::default() };
        let sign = if number == at { "▸" } else { " " };
        Line::styled(format!("{sign} {line}"), style).render(Rect { y, height: 1, ..inside }, buffer);
    }
    if lines.is_empty() {
        Line::raw("  no game fits; Backspace takes a letter back").render(Rect { height: 1, ..inside }, buffer);
    }
}

/// Letters and digits without case and accents.
fn folded(text: &str) -> String {
    let plain = deunicode::deunicode(text);
    plain.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}
