//! Draws the pages in front of the board: keys, rules, players.

use mancala_engine::players::Kind;
use mancala_rules::notation::capital;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::keys::example_hole;
use super::page::{About, MACHINES, Page};
use super::state::State;
use super::style::{BOLD, REVERSED};

impl Page {
    fn title(&self) -> &'static str {
        match self.about {
            About::Help => " Keys ",
            About::Rules(_) => " The rules ",
            About::Players(_) => " Who plays ",
            About::Review => " The game, ply by ply ",
        }
    }

    fn lines(&self, state: &State<'_>, width: usize) -> Vec<Line<'static>> {
        match &self.about {
            About::Help => help(state, width),
            About::Rules(text) => rules_text(text, width),
            About::Review => state.reviewed(width),
            About::Players(chosen) => {
                let mut lines =
                    vec![Line::raw("Arrow keys change the players; Esc returns to the game."), Line::raw("")];
                for (player, seat) in state.seats.iter().enumerate() {
                    let text = format!(" {:<10} ◂ {seat} ▸ ", capital(&state.name(player)));
                    let style = if player == *chosen { REVERSED } else { state.of_player(player) };
                    lines.push(Line::styled(text, style));
                }
                lines.push(Line::raw(""));
                lines.push(Line::raw("person        plays at this keyboard"));
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

/// Wraps a text and indents the continued lines. Headings are bold.
fn rules_text(text: &str, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    // Join each line that continues the one before.
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

/// What every key does, and how to read the board.
fn help(state: &State<'_>, width: usize) -> Vec<Line<'static>> {
    let rules = state.rules();
    let example = example_hole(&rules.board);
    let keys: [(&str, &str); 20] = [
        ("← → ↑ ↓", "go to another hole that may be chosen; Tab: the next one, a number: that column"),
        ("Enter", "play the hole in the heavy frame; a click on a hole does the same"),
        (":", "type a move by its name"),
        ("+ -", "choose the direction: counterclockwise, clockwise"),
        ("y n", "choose whether a rule applies"),
        ("Esc", "undo the last part of a choice"),
        ("Space", "skip to the end of a turn; make a machine move at once; continue"),
        ("u r", "take back, play again"),
        ("h", "a hint"),
        ("v", "look through the game: the value of every ply, and the moves that lost much"),
        ("n x", "when the game is over: play again, play again with the seats changed"),
        ("p", "choose the players: persons and machines"),
        ("i", "the rules in sentences, with their sources"),
        (
            "e",
            "set up a position: digits, + and - give seeds, m marks, t says whose turn it is; Enter plays from there",
        ),
        ("b", "turn the board round"),
        ("a", "set the speed of sowing: off, slow, normal, fast"),
        ("s o", "save in a file, and add every later ply; continue the game of a file"),
        ("PgUp PgDn", "scroll the events; m shows the moves instead if there is no room for both"),
        ("q", "quit; asks first if the game is not saved"),
        ("Ctrl-Z", "back to the shell, which continues the game with fg; Ctrl-L draws the screen again"),
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
    add("reversed", "where the last seed of the move under the cursor would fall");
    add("underlined", "the hole of the last move, and where its last seed fell");
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
