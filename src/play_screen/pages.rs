//! Pages that stand in front of the board: the keys, the rules, who plays.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::keys::example_hole;
use super::state::{Seat, State};
use super::style::{BOLD, REVERSED};
use crate::notation::capital;
use crate::players::Kind;
use crate::rules::explain::Account;
use crate::rules::model::{Player, Rules};

/// Machines that can be put on a seat while a game goes on.
const MACHINES: [&str; 6] = ["random", "greedy", "search:500ms", "search:3s", "mcts:1000", "mcts:10000"];

/// What a page is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum About {
    Help,
    /// The rules in sentences.
    Rules(String),
    /// Who plays; the player pointed at.
    Players(Player),
}

/// A page in front of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    about: About,
    scroll: usize,
    players: usize,
}

impl Page {
    pub(super) fn help() -> Page {
        Page { about: About::Help, scroll: 0, players: 0 }
    }

    pub(super) fn rules(rules: &Rules) -> Page {
        let text = Account::new(rules, 0, |_| None).text();
        Page { about: About::Rules(text), scroll: 0, players: 0 }
    }

    pub(super) fn players(seats: &[Seat]) -> Page {
        Page { about: About::Players(0), scroll: 0, players: seats.len() }
    }

    /// Whether a page is about the same.
    pub(super) fn is_like(&self, other: &Page) -> bool {
        std::mem::discriminant(&self.about) == std::mem::discriminant(&other.about)
    }

    pub(super) fn is_players(&self) -> bool {
        matches!(self.about, About::Players(_))
    }

    pub(super) fn up(&mut self, lines: usize) {
        match &mut self.about {
            About::Players(player) => *player = player.saturating_sub(1),
            _ => self.scroll = self.scroll.saturating_sub(lines),
        }
    }

    pub(super) fn down(&mut self, lines: usize) {
        match &mut self.about {
            About::Players(player) => *player = (*player + 1).min(self.players.saturating_sub(1)),
            _ => self.scroll = self.scroll.saturating_add(lines),
        }
    }

    /// The seat that follows, or stands before, on the player pointed at.
    pub(super) fn change_seat(&self, forward: bool, seats: &[Seat]) -> Option<(Player, Seat)> {
        let About::Players(player) = self.about else { return None };
        let machines = MACHINES.iter().filter_map(|word| Kind::parse(word).ok()).map(Seat::Machine);
        let all: Vec<Seat> = std::iter::once(Seat::Person).chain(machines).collect();
        let here = seats.get(player)?;
        let at = all.iter().position(|seat| seat == here).unwrap_or(0);
        let step = if forward { 1 } else { all.len() - 1 };
        Some((player, *all.get((at + step) % all.len())?))
    }

    fn title(&self) -> &'static str {
        match self.about {
            About::Help => " Keys ",
            About::Rules(_) => " The rules ",
            About::Players(_) => " Who plays ",
        }
    }

    fn lines(&self, state: &State<'_>, width: usize) -> Vec<Line<'static>> {
        match &self.about {
            About::Help => help(state, width),
            About::Rules(text) => rules_text(text, width),
            About::Players(chosen) => {
                let mut lines =
                    vec![Line::raw("Arrow keys change who plays; Esc goes on with the game."), Line::raw("")];
                for (player, seat) in state.seats.iter().enumerate() {
                    let text = format!(" {:<10} ◂ {seat} ▸ ", capital(&state.name(player)));
                    let style = if player == *chosen { REVERSED } else { state.of_player(player) };
                    lines.push(Line::styled(text, style));
                }
                lines.push(Line::raw(""));
                lines.push(Line::raw("person        somebody at these keys"));
                for (word, about) in Kind::words().filter(|(word, _)| MACHINES.iter().any(|m| m.starts_with(word))) {
                    let options = textwrap::Options::new(width.max(20)).subsequent_indent("              ");
                    let text = format!("{word:<13} {about}");
                    lines.extend(textwrap::wrap(&text, options).into_iter().map(|line| Line::raw(line.into_owned())));
                }
                lines
            }
        }
    }
}

/// Lines of a text, those that are too long wrapped under their beginning; headings stand out.
fn rules_text(text: &str, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    // lines that belong together stand under one another
    let mut sentences: Vec<String> = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let before = sentences.last().map_or(0, |last| last.len() - last.trim_start().len());
        match sentences.last_mut() {
            Some(last) if !last.trim().is_empty() && indent > before && indent > 2 => {
                last.push(' ');
                last.push_str(line.trim_start());
            }
            _ => sentences.push(line.to_owned()),
        }
    }
    for sentence in sentences {
        let indent = sentence.len() - sentence.trim_start().len();
        let under = " ".repeat(indent + 2);
        let first = " ".repeat(indent);
        let options = textwrap::Options::new(width.max(20)).initial_indent(&first).subsequent_indent(&under);
        let heading = indent == 0 && !sentence.is_empty();
        for line in textwrap::wrap(sentence.trim_start(), options) {
            let line = line.into_owned();
            lines.push(if heading { Line::styled(line, BOLD) } else { Line::raw(line) });
        }
    }
    lines
}

/// What every key does, and how the board is read.
fn help(state: &State<'_>, width: usize) -> Vec<Line<'static>> {
    let rules = state.rules();
    let example = example_hole(&rules.board);
    let keys: [(&str, &str); 15] = [
        ("← → ↑ ↓", "to another hole that may be chosen; Tab to the next, a number to that column"),
        ("Enter", "plays the hole in the heavy frame; a click on a hole does the same"),
        (":", "types a move by its name"),
        ("+ -", "where the direction is chosen: counterclockwise, clockwise"),
        ("y n", "where it is chosen whether a rule applies"),
        ("Esc", "takes the last part of a choice back"),
        ("Space", "shows a turn at its end; lets a machine move at once; goes on"),
        ("u r", "take back, play again"),
        ("h", "a hint"),
        ("p", "who plays: persons and machines"),
        ("i", "the rules in sentences, with their sources"),
        ("a", "how fast sowing is shown: off, slow, normal, fast"),
        ("s o", "save into a file, and from then on every ply; go on with the game of a file"),
        ("PgUp PgDn", "scroll what happened; m shows the moves instead where there is no room for both"),
        ("q", "leaves; what is saved stays saved"),
    ];
    let mut lines = Vec::new();
    let mut add = |key: &str, text: &str| {
        let key = format!("{key:<10} ");
        let blank = " ".repeat(11);
        let options = textwrap::Options::new(width.max(24)).initial_indent(&key).subsequent_indent(&blank);
        lines.extend(textwrap::wrap(text, options).into_iter().map(|line| Line::raw(line.into_owned())));
    };
    for (key, text) in keys {
        add(key, text);
    }
    add("", "");
    add("[a1]", "may be chosen");
    add("»a1«", "the hint");
    add("4*S", "four seeds in a hole that is marked, here by South");
    add("░░░", "a closed hole");
    add("═ ║", "a side begins");
    add("", "");
    add(
        "Names",
        &format!(
            "columns are letters from South's left, rows are numbers from South: a1 to {example} is the row next to South"
        ),
    );
    lines
}

pub(super) fn draw_page(state: &State<'_>, page: &Page, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    let block = Block::bordered().border_type(BorderType::Rounded).title(page.title()).title_style(BOLD);
    let inside = block.inner(area);
    block.render(area, buffer);
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
    let lines = page.lines(state, usize::from(inside.width));
    let height = usize::from(inside.height);
    let from = page.scroll.min(lines.len().saturating_sub(height));
    for (y, line) in (inside.y..inside.bottom()).zip(lines.iter().skip(from)) {
        line.render(Rect { y, height: 1, ..inside }, buffer);
    }
    if from + height < lines.len() {
        let more = format!(" {} more lines: PgDn ", lines.len() - from - height);
        buffer.set_string(area.x + 2, area.bottom() - 1, more, Modifier::BOLD);
    }
}
