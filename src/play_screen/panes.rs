//! The panes of what happened and of the moves.

use mancala_engine::game::{Event, at_end, heard, tell};
use mancala_engine::outcome::{GATHERING, deed};
use mancala_rules::notation::capital;
use mancala_rules::rules::explain::brackets;
use mancala_rules::rules::model::Rules;
use mancala_rules::source::{Source, Span as Place};
use mancala_tools::session::Step;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Widget};

use super::state::State;
use super::style::BOLD;

/// The citations of a rule, as printed after the rule. `None` if the file gives none.
fn grounds(rules: &Rules, place: Place) -> Option<String> {
    let refilling = rules.contest.iter().flat_map(|contest| &contest.after_refilling);
    let rule = rules.rules_of_play().chain(refilling).find(|rule| rule.span == place)?;
    (!rule.basis.is_empty()).then(|| brackets(&rule.basis))
}

/// Events in words, one line for each. A rule comes with its line in the file and its citations.
pub fn story(rules: &Rules, source: &Source, events: &[Event]) -> Vec<String> {
    let events = heard(events, rules);
    let lines = tell(&events, rules, source);
    let grounded = |(event, line): (&Event, String)| match event {
        Event::Rule { span, .. } => match grounds(rules, *span) {
            Some(grounds) => format!("{line} {grounds}"),
            None => line,
        },
        _ => line,
    };
    events.iter().zip(lines).map(grounded).collect()
}

impl State<'_> {
    /// The heading of a step, and its style in the colour of the player.
    fn heading(&self, step: &Step) -> (String, Style) {
        match step {
            Step::Ply { number, by, play, laying_out, .. } => {
                let what = if *laying_out { format!("chooses {play}") } else { deed(self.rules(), play) };
                (format!("{number}. {} {what}", capital(&self.name(*by))), self.of_player(*by).patch(BOLD))
            }
            Step::Round(_) if self.ends_match(step) => ("The match is over".to_owned(), BOLD),
            Step::Round(_) => ("The next round".to_owned(), BOLD),
        }
    }

    /// The last lines of the story, at least `wanted` if the story has that many.
    fn story(&self, width: usize, wanted: usize) -> Vec<Line<'static>> {
        let mut blocks: Vec<Vec<Line<'static>>> = Vec::new();
        let mut count = 0;
        if !self.pending.is_empty() {
            let shown = self.events_so_far().unwrap_or(self.pending.len());
            let events = self.pending.get(..shown).unwrap_or(&self.pending);
            let (name, style) = self
                .mover()
                .map_or((String::new(), BOLD), |mover| (capital(&self.name(mover)), self.of_player(mover).patch(BOLD)));
            blocks.push(self.block(&format!("{name} plays {}..", self.pending_name), style, events, width));
            count += blocks.last().map_or(0, Vec::len);
        }
        let played = if self.pending.is_empty() { self.events_so_far() } else { None };
        let last = self.session.past().len().saturating_sub(1);
        for (number, step) in self.session.past().iter().enumerate().rev() {
            if count >= wanted {
                break;
            }
            let events = step.events();
            let shown = played.filter(|_| number == last).unwrap_or(events.len());
            let (heading, style) = self.heading(step);
            let events = events.get(..shown).unwrap_or(events);
            let block = match step {
                Step::Ply { gathered: Some(_), .. } => {
                    let turn = at_end(step.events()).0.len().min(shown);
                    let mut block = self.block(&heading, style, &events[..turn], width);
                    if events.len() > turn || step.events().len() == turn {
                        block.extend(self.block(GATHERING, BOLD, &events[turn..], width));
                    }
                    block
                }
                _ => self.block(&heading, style, events, width),
            };
            count += block.len();
            blocks.push(block);
        }
        blocks.into_iter().rev().flatten().collect()
    }

    fn block(&self, heading: &str, style: Style, events: &[Event], width: usize) -> Vec<Line<'static>> {
        let mut lines = vec![Line::styled(heading.to_owned(), style)];
        for text in story(self.rules(), self.source, events) {
            lines.extend(indented(&text, width));
        }
        lines
    }

    /// Whether a step is the end of the last round of a match.
    fn ends_match(&self, step: &Step) -> bool {
        self.session.is_over() && self.session.past().last().is_some_and(|last| std::ptr::eq(last, step))
    }

    /// The moves played, as many of the last ones as fit.
    fn moves(&self, width: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines: Vec<Vec<Span<'static>>> = Vec::new();
        let mut here: Vec<Span<'static>> = Vec::new();
        let mut used = 0;
        // Each move takes at least four characters.
        let most = width * height / 4 + 1;
        let past = self.session.past();
        for step in past.iter().skip(past.len().saturating_sub(most)) {
            let (text, style) = match step {
                Step::Ply { number, by, play, .. } => (format!("{number}.{play}"), self.of_player(*by)),
                Step::Round(_) if self.ends_match(step) => ("the end".to_owned(), BOLD),
                Step::Round(_) => (format!("round {}:", self.round_after(step)), BOLD),
            };
            let long = text.chars().count();
            if used + long + 1 > width && used > 0 || matches!(step, Step::Round(_)) {
                lines.push(std::mem::take(&mut here));
                used = 0;
            }
            here.push(Span::styled(text, style));
            here.push(Span::raw(" "));
            used += long + 1;
        }
        lines.push(here);
        let from = lines.len().saturating_sub(height);
        lines.into_iter().skip(from).map(Line::from).collect()
    }

    /// The number of the round that a step begins.
    fn round_after(&self, step: &Step) -> usize {
        let before = self.session.past().iter().take_while(|other| !std::ptr::eq(*other, step));
        before.filter(|step| matches!(step, Step::Round(_))).count() + 2
    }
}

/// A text in lines below a heading.
fn indented(text: &str, width: usize) -> Vec<Line<'static>> {
    let options = textwrap::Options::new(width.max(10)).initial_indent(" ").subsequent_indent("   ");
    textwrap::wrap(text.trim(), options).into_iter().map(|line| Line::raw(line.into_owned())).collect()
}

fn pane<'t>(state: &State<'_>, title: impl Into<Line<'t>>) -> Block<'t> {
    Block::bordered().border_type(BorderType::Rounded).border_style(state.pale()).title(title)
}

pub(super) fn draw_story(state: &State<'_>, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let block = pane(state, " What happened ");
    let inside = block.inner(area);
    block.render(area, buffer);
    let height = usize::from(inside.height);
    let lines = state.story(usize::from(inside.width), height + state.scroll);
    let scroll = state.scroll.min(lines.len().saturating_sub(height));
    let until = lines.len() - scroll;
    let from = until.saturating_sub(height);
    if lines.is_empty() {
        let text = format!("{} begins.", capital(&state.name(state.session.shown().to_move)));
        Line::styled(text, state.pale()).render(inside, buffer);
    }
    for (y, line) in (inside.y..).zip(&lines[from..until]) {
        line.render(Rect { y, height: 1, ..inside }, buffer);
    }
    if scroll > 0 {
        let note = format!(" {scroll} more below: PgDn ");
        let y = area.bottom() - 1;
        buffer.set_stringn(area.x + 2, y, note, usize::from(area.width.saturating_sub(4)), state.pale());
    }
}

pub(super) fn draw_moves(state: &State<'_>, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let block = pane(state, " Moves ");
    let inside = block.inner(area);
    block.render(area, buffer);
    let lines = state.moves(usize::from(inside.width), usize::from(inside.height));
    for (y, line) in (inside.y..inside.bottom()).zip(&lines) {
        line.render(Rect { y, height: 1, ..inside }, buffer);
    }
}
