//! Draws the screen.

use mancala_engine::game::cell_name;
use mancala_rules::notation::capital;
use mancala_rules::rules::model::{Ends, Player, Side};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::ascii::plain;
use super::bar::bar;
use super::board_view::draw_board;
use super::layout::{Layout, SMALLEST};
use super::pages::draw_page;
use super::panes::{draw_moves, draw_story};
use super::seat::Seat;
use super::state::State;
use super::style::{BOLD, REVERSED};

/// Draws the screen into a frame.
pub fn view(state: &State<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let Some(layout) = Layout::new(state, area) else {
        let text = format!(
            "The window is too small: {} x {}. At least {} x {} are needed. q quits.",
            area.width, area.height, SMALLEST.0, SMALLEST.1
        );
        return Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
    };
    title(state, layout.title, buffer);
    match &state.page {
        Some(page) => draw_page(state, page, layout.body, buffer),
        None => {
            draw_board(state, &layout.board, buffer);
            for (player, line) in &layout.players {
                seat(state, *player, Rect { x: layout.board.area.x, ..*line }.intersection(*line), buffer);
            }
            for (line, text) in &layout.legend {
                let line = Rect { x: layout.board.area.x + 2, ..*line }.intersection(*line);
                Line::styled(text.clone(), state.pale()).render(line, buffer);
            }
            match layout.moves {
                Some(area) => {
                    draw_moves(state, area, buffer);
                    draw_story(state, layout.story, buffer);
                }
                None if state.moves_shown => draw_moves(state, layout.story, buffer),
                None => draw_story(state, layout.story, buffer),
            }
        }
    }
    let (style, text) = if state.page.is_some() { Default::default() } else { state.question() };
    let lines = textwrap::wrap(&text, usize::from(layout.prompt.width.saturating_sub(2)).max(10));
    for (number, line) in (0..layout.prompt.height).zip(&lines) {
        let at = Rect { x: layout.prompt.x + 1, y: layout.prompt.y + number, height: 1, ..layout.prompt };
        Line::styled(line.as_ref(), style).render(at.intersection(layout.prompt), buffer);
    }
    for item in bar(state, layout.bar.width) {
        let line =
            Line::from(vec![Span::styled(item.key, BOLD), Span::styled(format!(" {}", item.does), state.pale())]);
        line.render(item.area(layout.bar), buffer);
    }
    if state.ascii {
        plain(buffer);
    }
}

/// Draws the title: the game, how far it is, and whether it is saved.
fn title(state: &State<'_>, area: Rect, buffer: &mut Buffer) {
    let session = state.session();
    let rules = session.rules();
    let mut parts = vec![rules.about.name.clone()];
    if session.contest().is_some() {
        let laying = if session.is_laying_out() { ", laying out" } else { "" };
        parts.push(format!("match, round {}{laying}", session.round()));
    }
    parts.push(format!("ply {}", session.plies()));
    if state.editing.is_some() {
        parts.push("setting up".to_owned());
    } else if state.paused {
        parts.push("paused".to_owned());
    }
    if let Some(file) = &state.saved {
        parts.push(format!("saved in {}", file.rsplit(['/', '\\']).next().unwrap_or(file)));
    }
    buffer.set_style(area, REVERSED);
    let text = format!(" {} ", parts.join(" · "));
    buffer.set_stringn(area.x, area.y, text, usize::from(area.width), REVERSED.patch(BOLD));
}

/// Draws the line of a player: name, seat and seeds.
fn seat(state: &State<'_>, player: Player, area: Rect, buffer: &mut Buffer) {
    let session = state.session();
    let rules = session.rules();
    let board = &rules.board;
    let moves = state.turn_of() == Some(player);
    let style = if moves { state.of_player(player).patch(BOLD) } else { state.of_player(player) };
    let mut text = format!("{} {}", if moves { "▸" } else { " " }, capital(&state.name(player)));
    let seat = state.seats.get(player);
    if seat != Some(&Seat::Person) || state.seats.iter().any(|other| other != &Seat::Person) {
        text.push_str(&format!(" ({})", seat.map_or(String::new(), Seat::to_string)));
    }
    let position = state.board_now().0;
    if board.players.value > 1 && matches!(board.side.value, Side::Holes(_)) {
        // On the board, only colour shows whose hole it is, so name the holes here.
        let own = (0..board.holes()).filter(|cell| position.owner[*cell] == Some(player));
        let own: Vec<String> = own.map(|cell| cell_name(board, cell)).collect();
        text.push_str(&format!("  {}", own.join(" ")));
    }
    let store = board.stores.get(player).map(|store| position.seeds[*store]);
    let won = Some(state.won(player)).filter(|_| rules.score.value.is_some());
    let beside = board.ends.value != Ends::Stores;
    if let Some(store) = store.filter(|store| beside && (*store != 0 || board.seeds_in_stores.is_some())) {
        text.push_str(&format!("  store {store}"));
    }
    if let Some(won) = won.filter(|won| !(session.is_laying_out() || beside && store == Some(*won) && *won != 0)) {
        text.push_str(&format!("  won {won}"));
    }
    if let Some(contest) = session.contest() {
        let of = |values: &[i64]| values.get(player).copied().unwrap_or(0);
        match contest.laying_out() {
            Some(laid_out) => text.push_str(&format!("  in hand {}", of(&laid_out.reserve))),
            None if of(contest.reserve()) != 0 => text.push_str(&format!("  reserve {}", of(contest.reserve()))),
            None => {}
        }
        text.push_str(&format!("  owned {}", of(contest.owned())));
        if contest.points().iter().any(|points| *points != 0) {
            text.push_str(&format!("  points {}", of(contest.points())));
        }
    }
    Line::styled(text, style).render(area, buffer);
}
