//! A position that is set up on the screen: seeds, marks, closed holes, and whose turn it is.

use mancala_engine::draw::mark_width;
use mancala_engine::game::cell_name;
use mancala_engine::position_text;
use mancala_rules::notation::{capital, count};
use mancala_rules::rules::model::{Board, Cell, Players};
use ratatui::crossterm::event::KeyCode;

use super::edited::Editing;
use super::keys::nearest;
use super::state::{State, Typed, Typing};
use super::wish::{Tone, Wish};

/// Most digits of a number of seeds.
const DIGITS: usize = 5;

impl State<'_> {
    /// Begins to set a position up: at first the one that is shown.
    pub(super) fn set_up(&mut self) {
        self.forget();
        self.message = None;
        self.choice = Default::default();
        let position = self.session.shown();
        self.editing = Some(Editing::new(position, self.cursor));
    }

    /// Returns to the game.
    fn give_up_editing(&mut self) {
        self.editing = None;
        self.settle();
    }

    /// The position as `--from` takes it.
    pub(super) fn edited_text(&self) -> String {
        let board = &self.rules().board;
        self.editing.as_ref().map_or(String::new(), |editing| position_text::format(board, &editing.position))
    }

    /// Takes a position that was typed.
    pub(super) fn edit_text(&mut self, text: &str) {
        match position_text::parse(&self.rules().board, text) {
            Ok(position) => {
                if let Some(editing) = &mut self.editing {
                    editing.position = position;
                }
            }
            Err(error) => self.say(Tone::Wrong, format!("{}; {}", error.message, error.help)),
        }
    }

    /// Handles a key while a position is set up.
    pub(super) fn edit_key(&mut self, code: KeyCode) {
        self.message = None;
        match code {
            KeyCode::Esc | KeyCode::Char('q') => return self.give_up_editing(),
            KeyCode::Enter => return self.play_edited(),
            KeyCode::Char(':' | '/') => {
                return self.typing = Some(Typing { what: Typed::Position, text: self.edited_text() });
            }
            KeyCode::Char('b') => return self.turned = !self.turned,
            _ => {}
        }
        let board = self.rules().board.clone();
        let marks = mark_width(self.rules(), &self.session.shown()) > 0;
        let closes = self.rules().has_match();
        let turned = self.turned;
        let Some(editing) = &mut self.editing else { return };
        let holes: Vec<Cell> = (0..board.holes()).collect();
        let towards = match code {
            KeyCode::Left => Some((-1, 0)),
            KeyCode::Right => Some((1, 0)),
            KeyCode::Up => Some((0, 1)),
            KeyCode::Down => Some((0, -1)),
            _ => None,
        };
        if let Some((right, up)) = towards {
            let sign = if turned { -1 } else { 1 };
            // from an end or a store back to the holes
            let cell = match editing.cell < board.holes() {
                true => nearest(&board, &holes, editing.cell, (right * sign, up * sign)),
                false => self.cursor,
            };
            editing.go(cell);
            // on a small screen the part around the cursor is visible
            self.cursor = cell;
            return;
        }
        match code {
            KeyCode::Tab | KeyCode::BackTab => {
                let step = if code == KeyCode::Tab { 1 } else { board.cells() - 1 };
                editing.go((editing.cell + step) % board.cells());
                if editing.cell < board.holes() {
                    self.cursor = editing.cell;
                }
                return;
            }
            KeyCode::Char('t') => {
                editing.position.to_move = (editing.position.to_move + 1) % board.players.value;
            }
            KeyCode::Char('m') if marks && editing.cell < board.holes() => {
                editing.position.marks[editing.cell] = next_mark(&board, editing.position.marks[editing.cell]);
            }
            KeyCode::Char('x') if closes && editing.cell < board.holes() => {
                let closed = !editing.position.closed[editing.cell];
                editing.position.closed[editing.cell] = closed;
                if closed {
                    editing.position.seeds[editing.cell] = 0;
                }
            }
            _ => {
                let seeds = editing.position.seeds[editing.cell];
                let now = match code {
                    KeyCode::Char(digit) if digit.is_ascii_digit() => {
                        if editing.digits.len() < DIGITS {
                            editing.digits.push(digit);
                        }
                        editing.digits.parse().unwrap_or(seeds)
                    }
                    KeyCode::Backspace => {
                        editing.digits = seeds.to_string();
                        editing.digits.pop();
                        editing.digits.parse().unwrap_or(0)
                    }
                    KeyCode::Char('+' | '=') => seeds + 1,
                    KeyCode::Char('-') => (seeds - 1).max(0),
                    _ => return,
                };
                editing.position.seeds[editing.cell] = now;
            }
        }
        // nothing was played that led here
        editing.position.last = None;
        editing.position.last_ways.fill(None);
        editing.warned = false;
    }

    /// Plays from the position, once more asked if that leaves a game that is not saved.
    fn play_edited(&mut self) {
        let unsaved = self.saved.is_none() && !self.session.past().is_empty() && !self.session.is_over();
        if let Some(editing) = &mut self.editing
            && unsaved
            && !editing.warned
        {
            editing.warned = true;
            let text = "the game before is not saved: Enter leaves it and plays from here, Esc goes back to it";
            return self.say(Tone::Wrong, text);
        }
        let text = self.edited_text();
        self.wish(Wish::Begin(text));
    }

    /// What is set up now.
    pub(super) fn edited(&self, editing: &Editing) -> String {
        let board = &self.rules().board;
        let Editing { position, cell, .. } = editing;
        let mut text = format!("{}: {}", capital(&cell_name(board, *cell)), count(position.seeds[*cell], "seed"));
        let marks: Vec<String> = position.marks[*cell].each().map(|player| self.name(player)).collect();
        if !marks.is_empty() {
            text.push_str(&format!(", {} by {}", board.mark_name(), marks.join(" and ")));
        }
        if position.closed[*cell] {
            text.push_str(", closed");
        }
        let all: i64 = position.seeds.iter().sum();
        let start: i64 = board.start.iter().map(|seeds| i64::from(*seeds)).sum();
        let in_all = if all == start { format!("{all} in all") } else { format!("{all} in all, {start} at the start") };
        format!("{text} ({in_all}). {} to move. Enter plays from here.", capital(&self.name(position.to_move)))
    }
}

/// The next players who could have marked a hole.
fn next_mark(board: &Board, marks: Players) -> Players {
    let players = u32::try_from(board.players.value).unwrap_or(2);
    if board.marks_by_each() {
        return Players::numbered((marks.number() + 1) % (1 << players));
    }
    match marks.each().next() {
        None => Players::one(0),
        Some(last) if last + 1 < board.players.value => Players::one(last + 1),
        Some(_) => Players::NOBODY,
    }
}
