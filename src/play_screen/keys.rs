//! What keys and the mouse do.

use mancala_engine::game::Move;
use mancala_rules::notation::{column_letters, hole};
use mancala_rules::rules::model::{Board, Cell, Way};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position as Point, Rect};

use super::bar::bar;
use super::choice::{Ask, Choice, Part, letter_of};
use super::layout::Layout;
use super::page::Page;
use super::state::{State, Typed, Typing};
use super::wish::{Tone, Wish};

impl State<'_> {
    /// Handles a key press.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => self.wish(Wish::Quit),
            KeyCode::Char('l') if control => self.wish(Wish::Redraw),
            KeyCode::Char('z') if control => self.wish(Wish::Suspend),
            _ if control => {}
            code if self.page.is_some() => self.page_key(code),
            code if self.typing.is_some() => self.type_key(code),
            code if self.editing.is_some() => self.edit_key(code),
            code => self.game_key(code),
        }
        self.look_ahead();
    }

    fn game_key(&mut self, code: KeyCode) {
        let asked = std::mem::take(&mut self.leaving);
        if asked {
            self.message = None;
        }
        if let Some(page) = self.page_of(code) {
            if page.is_like(&Page::review()) && self.judged.is_empty() {
                self.forget();
                self.wish(Wish::Review);
            }
            return self.page = Some(page);
        }
        match code {
            KeyCode::Char('q') if asked || self.saved.is_some() || self.session.past().is_empty() => {
                return self.wish(Wish::Quit);
            }
            KeyCode::Char('q') => {
                self.leaving = true;
                return self.say(Tone::Wrong, "this game is not saved: q quits, s saves it, any other key goes on");
            }
            KeyCode::Esc if asked => return,
            KeyCode::Char('u') => return self.undo(),
            KeyCode::Char('r') => return self.redo(),
            KeyCode::Char('b') => return self.turned = !self.turned,
            KeyCode::Char('e') if !self.is_showing() => return self.set_up(),
            KeyCode::Char('m') => return self.moves_shown = !self.moves_shown,
            KeyCode::Char('a') => {
                self.pace = self.pace.next();
                return self.say(Tone::Note, format!("sowing is shown: {}", self.pace.name()));
            }
            KeyCode::Char(key @ ('n' | 'x')) if self.session.is_over() => {
                return self.wish(Wish::Again { swapped: key == 'x' });
            }
            KeyCode::Char('s') => return self.ask_where(Typed::Save),
            KeyCode::Char('o') => return self.ask_where(Typed::Open),
            KeyCode::PageUp => return self.scroll += 5,
            KeyCode::PageDown => return self.scroll = self.scroll.saturating_sub(5),
            _ => {}
        }
        if self.is_showing() {
            return self.skip();
        }
        if let Some(thinking) = self.thinking {
            return match code {
                KeyCode::Esc if thinking.hint => self.forget(),
                KeyCode::Char(' ') | KeyCode::Enter | KeyCode::Esc => self.wish(Wish::Hurry),
                _ => {}
            };
        }
        self.message = None;
        if self.session.is_between_rounds() {
            if matches!(code, KeyCode::Enter | KeyCode::Char(' ' | 'n')) {
                self.paused = false;
                self.next_round();
            }
            return;
        }
        if !self.person_chooses() {
            if matches!(code, KeyCode::Enter | KeyCode::Char(' ')) && self.mover().is_some() {
                self.paused = false;
                self.settle();
            }
            return;
        }
        match code {
            KeyCode::Char('h') => return self.ask_hint(),
            KeyCode::Char('f') if self.can_fill_rest() => return self.play(&Move::FillRest.to_string()),
            KeyCode::Char(letter) if letter.is_ascii_uppercase() => {
                let taken = self.offers().into_iter().find(|offer| letter_of(*offer).starts_with(letter));
                return taken.map_or((), |offer| self.play(&offer.to_string()));
            }
            KeyCode::Esc | KeyCode::Backspace => {
                self.unsay_part();
                return;
            }
            KeyCode::Char(':' | '/') => {
                return self.typing = Some(Typing { what: Typed::Move, text: String::new() });
            }
            _ => {}
        }
        match self.ask() {
            Ask::Hole(holes) | Ask::Pick(holes) => self.hole_key(code, &holes),
            Ask::Way(cell) => {
                if let Some(way) = self.way_of(code, cell) {
                    self.say_more(if way == '+' { Part::Plus } else { Part::Minus });
                }
            }
            Ask::Answer(_) => match code {
                KeyCode::Char('y') => self.say_more(Part::Yes),
                KeyCode::Char('n') => self.say_more(Part::No),
                _ => {}
            },
            Ask::Number(..) => match code {
                KeyCode::Char(digit) if digit.is_ascii_digit() => {
                    self.typing = Some(Typing { what: Typed::Number, text: digit.to_string() });
                }
                _ => {}
            },
            Ask::Pass if matches!(code, KeyCode::Enter | KeyCode::Char(' ')) => self.play("pass"),
            _ => {}
        }
    }

    fn hole_key(&mut self, code: KeyCode, holes: &[Cell]) {
        let board = &self.rules().board;
        let ahead = if self.turned { -1 } else { 1 };
        match code {
            KeyCode::Left => self.cursor = nearest(board, holes, self.cursor, (-ahead, 0)),
            KeyCode::Right => self.cursor = nearest(board, holes, self.cursor, (ahead, 0)),
            KeyCode::Up => self.cursor = nearest(board, holes, self.cursor, (0, ahead)),
            KeyCode::Down => self.cursor = nearest(board, holes, self.cursor, (0, -ahead)),
            KeyCode::Tab | KeyCode::BackTab => {
                let at = holes.iter().position(|hole| *hole == self.cursor).unwrap_or(0);
                let step = if code == KeyCode::Tab { 1 } else { holes.len().saturating_sub(1) };
                self.cursor = holes.get((at + step) % holes.len().max(1)).copied().unwrap_or(self.cursor);
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_hole(self.cursor),
            KeyCode::Char(digit) => {
                // The column, counted from the left.
                let column = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()).unwrap_or(0);
                let row = board.row_column(self.cursor).map_or(0, |(row, _)| row);
                let turned = self.turned;
                let seen = |at: usize| if turned { board.columns.value - at } else { at + 1 };
                let found = |hole: &&Cell| board.row_column(**hole).is_some_and(|(_, at)| seen(at) == column);
                let here = |hole: &&Cell| board.row_column(**hole).is_some_and(|(at, _)| at == row);
                let hole = holes.iter().filter(found).find(here).or_else(|| holes.iter().find(found));
                self.cursor = hole.copied().unwrap_or(self.cursor);
            }
            _ => {}
        }
    }

    /// Chooses a hole, or says that it cannot be chosen.
    fn choose_hole(&mut self, cell: Cell) {
        let ask = self.ask();
        let (Ask::Hole(holes) | Ask::Pick(holes)) = &ask else { return };
        if holes.contains(&cell) {
            self.cursor = cell;
            return match ask {
                Ask::Pick(_) => self.say_more(Part::Cell(cell)),
                _ => self.say_part(Choice { hole: Some(cell), parts: Vec::new() }),
            };
        }
        let name = mancala_engine::game::cell_name(&self.rules().board, cell);
        self.say(Tone::Wrong, format!("you cannot choose {name} now; choose a hole in [ ]"));
    }

    fn say_more(&mut self, part: Part) {
        let mut choice = self.choice.clone();
        // Parts that are chosen automatically come first.
        choice.ask(&self.session.legal_moves());
        choice.parts.push(part);
        self.say_part(choice);
    }

    /// The direction that a key stands for: a sign, or the arrow towards the first sown hole.
    fn way_of(&self, code: KeyCode, cell: Cell) -> Option<char> {
        let arrow = match code {
            KeyCode::Char(sign @ ('+' | '-')) => return Some(sign),
            KeyCode::Char('=') => return Some('+'),
            KeyCode::Left => '←',
            KeyCode::Right => '→',
            _ => return None,
        };
        ['+', '-'].into_iter().find(|sign| self.arrow(cell, *sign) == Some(arrow))
    }

    /// The arrow on the screen for sowing from a hole in a direction. `None` if it goes neither left nor right.
    pub(super) fn arrow(&self, cell: Cell, sign: char) -> Option<char> {
        let board = &self.rules().board;
        let mover = self.mover()?;
        let way = if sign == '+' { Way::Counterclockwise } else { Way::Clockwise };
        let track = board.track_of(mover, way);
        let at = track.iter().position(|here| *here == cell)?;
        let (row, from) = board.row_column(cell)?;
        let next = track[(at + 1) % track.len()];
        let towards = |right: bool| if right == self.turned { '←' } else { '→' };
        match board.row_column(next) {
            Some((to_row, to)) if to_row == row => Some(towards(to > from)),
            // Around a corner: the direction in which the track came along this row.
            _ => {
                let before = track[(at + track.len() - 1) % track.len()];
                let (_, before) = board.row_column(before).filter(|(there, _)| *there == row)?;
                Some(towards(before < from))
            }
        }
    }

    fn ask_where(&mut self, what: Typed) {
        let name = self.source.name.rsplit(['/', '\\']).next().unwrap_or("game");
        let name = name.strip_suffix(".mancala").unwrap_or(name);
        let text = self.saved.clone().unwrap_or_else(|| format!("{name}.game"));
        self.typing = Some(Typing { what, text });
    }

    fn type_key(&mut self, code: KeyCode) {
        let Some(typing) = &mut self.typing else { return };
        match code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Backspace => {
                typing.text.pop();
            }
            KeyCode::Char(letter) => typing.text.push(letter),
            KeyCode::Enter => {
                let Typing { what, text } = typing.clone();
                self.typing = None;
                self.typed(what, text.trim());
            }
            _ => {}
        }
    }

    /// Handles a text that was typed and confirmed.
    fn typed(&mut self, what: Typed, text: &str) {
        if text.is_empty() {
            return;
        }
        match what {
            Typed::Position => self.edit_text(text),
            Typed::Save => self.wish(Wish::Save(text.to_owned())),
            Typed::Open => self.wish(Wish::Open(text.to_owned())),
            Typed::Move => {
                let legal = self.session.legal_names();
                let board = &self.rules().board;
                match hole(board, text) {
                    _ if legal.contains(&self.session.spelled(text)) => self.play(&self.session.spelled(text)),
                    Some(cell) => self.choose_hole(cell),
                    None => {
                        self.say(Tone::Wrong, format!("`{text}` is not legal now; legal: {}", legal.join(" ")));
                    }
                }
            }
            Typed::Number => {
                if let Ask::Number(cell, numbers) = self.ask() {
                    match text.parse::<i64>() {
                        Ok(number) if numbers.contains(&number) => {
                            let name = mancala_engine::game::cell_name(&self.rules().board, cell);
                            self.play(&format!("{name}={number}"));
                        }
                        _ => self.say(Tone::Wrong, format!("`{text}` is not allowed here")),
                    }
                }
            }
        }
    }

    fn page_key(&mut self, code: KeyCode) {
        let other = self.page_of(code);
        let Some(page) = &mut self.page else { return };
        match code {
            _ if other.is_some() => match other.filter(|other| !other.is_like(page)) {
                Some(other) => self.page = Some(other),
                None => self.leave_page(),
            },
            KeyCode::Esc | KeyCode::Char('q') => self.leave_page(),
            KeyCode::Enter if page.is_players() => self.leave_page(),
            KeyCode::Left | KeyCode::Right if page.is_players() => {
                if let Some((player, seat)) = page.change_seat(code == KeyCode::Right, &self.seats) {
                    self.seat(player, seat);
                }
            }
            KeyCode::Up => page.up(1),
            KeyCode::Down => page.down(1),
            KeyCode::PageUp => page.up(10),
            KeyCode::PageDown | KeyCode::Char(' ') => page.down(10),
            KeyCode::Home => page.up(usize::MAX),
            KeyCode::End => page.down(usize::MAX / 2),
            _ => {}
        }
    }

    /// The page that a key opens.
    fn page_of(&self, code: KeyCode) -> Option<Page> {
        match code {
            KeyCode::Char('?') | KeyCode::F(1) => Some(Page::help()),
            KeyCode::Char('i') => Some(Page::rules(self.rules())),
            KeyCode::Char('p') => Some(Page::players(&self.seats)),
            KeyCode::Char('v') if !self.session.past().is_empty() => Some(Page::review()),
            _ => None,
        }
    }

    fn leave_page(&mut self) {
        self.page = None;
        self.settle();
    }

    /// Handles a mouse event on a screen that is drawn in `area`.
    pub fn mouse(&mut self, event: MouseEvent, area: Rect) {
        let point = Point::new(event.column, event.row);
        match event.kind {
            MouseEventKind::ScrollUp => match &mut self.page {
                Some(page) => page.up(3),
                None => self.scroll += 3,
            },
            MouseEventKind::ScrollDown => match &mut self.page {
                Some(page) => page.down(3),
                None => self.scroll = self.scroll.saturating_sub(3),
            },
            MouseEventKind::Down(MouseButton::Left) => self.click(point, area),
            _ => {}
        }
        self.look_ahead();
    }

    fn click(&mut self, point: Point, area: Rect) {
        let Some(layout) = Layout::new(self, area) else { return };
        let items = bar(self, layout.bar.width);
        if let Some(item) = items.iter().find(|item| item.area(layout.bar).contains(point)) {
            return self.key(KeyEvent::new(item.code, KeyModifiers::NONE));
        }
        if self.page.is_some() || self.typing.is_some() {
            return;
        }
        if let Some(editing) = &mut self.editing {
            let board = &self.session.rules().board;
            let cell = layout.board.cell_at(board, point).or_else(|| layout.board.end_at(board, point));
            if let Some(cell) = cell {
                editing.go(cell);
            }
            return;
        }
        if self.is_showing() {
            return self.skip();
        }
        if let Some(cell) = layout.board.cell_at(&self.rules().board, point) {
            self.message = None;
            if self.person_chooses() && !matches!(self.ask(), Ask::Hole(_) | Ask::Pick(_)) && self.choice.hole.is_some()
            {
                // The player means another hole.
                while self.unsay_part() {}
            }
            self.choose_hole(cell);
        }
    }
}

/// The nearest of the holes in a direction on the screen: columns to the right, rows upwards.
pub(super) fn nearest(board: &Board, holes: &[Cell], from: Cell, (right, up): (i64, i64)) -> Cell {
    let place = |cell: Cell| {
        let (row, column) = board.row_column(cell).unwrap_or_default();
        (i64::try_from(column).unwrap_or(0), i64::try_from(row).unwrap_or(0))
    };
    let (x, y) = place(from);
    let distance = |cell: &&Cell| {
        let (to_x, to_y) = place(**cell);
        let (along, aside) = if right != 0 { ((to_x - x) * right, to_y - y) } else { ((to_y - y) * up, to_x - x) };
        (along > 0).then_some((aside.abs() * 3 + along, **cell))
    };
    holes.iter().filter_map(|cell| distance(&cell)).min().map_or(from, |(_, cell)| cell)
}

/// Name of the last hole in South's near row, for the help page.
pub(super) fn example_hole(board: &Board) -> String {
    format!("{}1", column_letters(board.columns.value.saturating_sub(1)))
}
