//! The line of keys, and the question to the player.

use mancala_engine::draw::mark_width;
use mancala_engine::game::Event;
use mancala_engine::game::{Hole, cell_name};
use mancala_rules::notation::capital;
use mancala_rules::rules::explain::rule_told;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::choice::{Ask, letter_of};
use super::state::{State, Typed};
use super::style::BOLD;

/// A key, and what it does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub code: KeyCode,
    pub key: &'static str,
    pub does: &'static str,
    /// Column in the line, from 0.
    x: u16,
}

impl Item {
    fn width(&self) -> u16 {
        u16::try_from(self.key.width() + 1 + self.does.width()).unwrap_or(u16::MAX)
    }

    /// The area of the item on the screen.
    pub fn area(&self, bar: Rect) -> Rect {
        Rect::new(bar.x + self.x, bar.y, self.width(), 1).intersection(bar)
    }
}

/// Keys, their names, what they do, and how much they are needed. Those with the lowest number are left out first.
type Keys = Vec<(KeyCode, &'static str, &'static str, u8)>;

/// The keys that do something now, as far as they fit into the width.
pub(super) fn bar(state: &State<'_>, width: u16) -> Vec<Item> {
    let mut keys = keys(state);
    let needed = |keys: &Keys| keys.iter().map(|(_, key, does, _)| key.width() + does.width() + 3).sum::<usize>();
    while needed(&keys) > usize::from(width) + 1 && keys.len() > 1 {
        let Some(least) = keys.iter().enumerate().min_by_key(|(at, (.., need))| (*need, usize::MAX - at)) else {
            break;
        };
        let at = least.0;
        keys.remove(at);
    }
    let mut x = 1;
    keys.into_iter()
        .map(|(code, key, does, _)| {
            let item = Item { code, key, does, x };
            x += item.width() + 2;
            item
        })
        .collect()
}

fn keys(state: &State<'_>) -> Keys {
    use KeyCode::{Char, Enter, Esc, Tab};
    if let Some(page) = &state.page {
        let mut keys =
            vec![(Esc, "Esc", "back", 9), (KeyCode::PageDown, "PgDn", "more", 5), (KeyCode::PageUp, "PgUp", "", 4)];
        if page.is_players() {
            keys = vec![(KeyCode::Up, "↑↓", "player", 8), (KeyCode::Right, "←→", "change", 8), (Esc, "Esc", "back", 9)];
        }
        return keys;
    }
    if state.typing.is_some() {
        return vec![(Enter, "Enter", "done", 9), (Esc, "Esc", "cancel", 9)];
    }
    if state.editing.is_some() {
        let mut keys = vec![
            (Enter, "Enter", "play", 9),
            (Char('0'), "0-9", "seeds", 8),
            (Char('+'), "+ -", "", 4),
            (Tab, "Tab", "stores", 5),
            (Char('t'), "t", "turn", 8),
        ];
        if mark_width(state.rules(), &state.session.shown()) > 0 {
            keys.push((Char('m'), "m", "mark", 7));
        }
        if state.rules().has_match() {
            keys.push((Char('x'), "x", "close", 3));
        }
        keys.extend([(Char(':'), ":", "as text", 4), (Esc, "Esc", "back", 9)]);
        return keys;
    }
    let mut keys: Keys = Vec::new();
    if state.is_showing() {
        keys.push((Char(' '), "Space", "skip", 9));
    } else if let Some(thinking) = state.thinking {
        keys.push(if thinking.hint { (Esc, "Esc", "no hint", 9) } else { (Char(' '), "Space", "move now", 9) });
    } else if state.session.is_between_rounds() {
        keys.push((Enter, "Enter", "next round", 9));
    } else if state.mover().is_some() && !state.person_chooses() {
        keys.push((Enter, "Enter", "go on", 9));
    }
    match state.ask() {
        Ask::Hole(_) => keys.extend([(Tab, "←↑↓→", "hole", 8), (Enter, "Enter", "play", 9)]),
        Ask::Pick(_) => {
            keys.extend([(Tab, "←↑↓→", "hole", 8), (Enter, "Enter", "this one", 9), (Esc, "Esc", "back", 8)])
        }
        Ask::Way(_) => keys.extend([
            (Char('+'), "+", "counterclockwise", 9),
            (Char('-'), "-", "clockwise", 9),
            (Esc, "Esc", "other hole", 8),
        ]),
        Ask::Answer(_) => keys.extend([(Char('y'), "y", "yes", 9), (Char('n'), "n", "no", 9), (Esc, "Esc", "back", 8)]),
        Ask::Number(..) => keys.push((Char('0'), "0-9", "seeds", 9)),
        Ask::Pass => keys.push((Enter, "Enter", "pass", 9)),
        Ask::Said(_) | Ask::Nothing => {}
    }
    for offer in state.offers() {
        let key = letter_of(offer);
        // a second one of the same name is typed
        if let Some(code) = key.chars().next().map(Char)
            && !keys.iter().any(|(known, ..)| *known == code)
        {
            keys.push((code, key, offer.word(), 8));
        }
    }
    if state.can_fill_rest() {
        keys.push((Char('f'), "f", "fill the rest", 8));
    }
    if !state.session.past().is_empty() {
        keys.push((Char('u'), "u", "undo", 6));
    }
    if state.session.has_ahead() {
        keys.push((Char('r'), "r", "redo", 6));
    }
    if state.person_chooses() {
        keys.push((Char('h'), "h", "hint", 6));
    }
    if state.session.is_over() && !state.is_showing() {
        keys.extend([(Char('n'), "n", "again", 9), (Char('x'), "x", "swap seats", 8), (Char('v'), "v", "review", 8)]);
    }
    keys.extend([
        (Char('p'), "p", "players", 3),
        (Char('i'), "i", "rules", 5),
        (Char('s'), "s", "save", 2),
        (Char('a'), "a", "speed", 1),
        (Char('e'), "e", "set up", 1),
        (Char('b'), "b", "turn board", 0),
        (Char('?'), "?", "help", 9),
        (Char('q'), "q", "quit", 9),
    ]);
    keys
}

impl State<'_> {
    /// The question to the player, or what is happening, and its style.
    pub(super) fn question(&self) -> (Style, String) {
        if let Some(typing) = &self.typing {
            let what = match typing.what {
                Typed::Move => "Move, as `d1`",
                Typed::Save => "Save in the file",
                Typed::Open => "Continue the game in the file",
                Typed::Number => "Number of seeds",
                Typed::Position => "Position",
            };
            return (BOLD, format!("{what}: {}▏", typing.text));
        }
        if let Some((tone, message)) = &self.message {
            return (self.of_tone(*tone), capital(message));
        }
        if let Some(editing) = &self.editing {
            return (BOLD, self.edited(editing));
        }
        if self.is_showing() {
            let hand = match self.board_now().1 {
                0 => String::new(),
                1 => ", 1 seed in the hand".to_owned(),
                hand => format!(", {hand} seeds in the hand"),
            };
            let by = self.turn_of().map_or(String::new(), |player| capital(&self.name(player)));
            let style = self.turn_of().map_or(BOLD, |player| self.of_player(player));
            return (style, format!("{by} plays{hand}"));
        }
        let mover = self.mover().map(|mover| (mover, capital(&self.name(mover))));
        let Some((mover, name)) = mover else {
            let text = self.ending().unwrap_or_default();
            let more = if self.session.is_between_rounds() {
                ". Enter begins the next round."
            } else {
                ". n plays again, x with other seats, v reviews it, u takes back, q quits."
            };
            return (BOLD, text + more);
        };
        let style = self.of_player(mover).patch(BOLD);
        if let Some(thinking) = self.thinking {
            const SIGNS: [&str; 4] = ["·  ", "·· ", "···", " ··"];
            let beat = self.thought_for().unwrap_or_default().as_millis() / 300;
            let sign = SIGNS[usize::try_from(beat % 4).unwrap_or(0)];
            let who = if thinking.hint { "Looking for a hint".to_owned() } else { format!("{name} is thinking") };
            return (style, format!("{who} {sign}"));
        }
        let text = match self.ask() {
            Ask::Hole(_) if self.session.is_laying_out() => {
                format!("{name} lays out: which hole is filled next? f leaves the rest to the rule.")
            }
            Ask::Hole(_) => match &self.preview {
                Some(preview) if !preview.text.is_empty() => format!("{name} to move. {}.", preview.text),
                _ => format!("{name} to move: choose a hole in [ ] with the arrows and Enter, or click it."),
            },
            Ask::Way(cell) => self.which_way(cell),
            Ask::Answer(_) => format!("{name}, does this rule apply? y or n. {}", self.rule_met()),
            Ask::Pick(_) => {
                let cell = Hole::new(&self.rules().board, self.cursor).short();
                format!("{name} chooses a hole in [ ]; Enter takes {cell}. {}", self.rule_met())
            }
            Ask::Number(cell, numbers) => {
                let hole = cell_name(&self.rules().board, cell);
                let list = numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
                let list = match (numbers.first(), numbers.last()) {
                    (Some(first), Some(last)) if last - first > 2 && numbers.len() as i64 == last - first + 1 => {
                        format!("{first} to {last}")
                    }
                    _ => list,
                };
                format!(
                    "{name} lays out: how many seeds go into {hole}, {list}? Type the number; f leaves the rest to the rule."
                )
            }
            Ask::Pass => format!("{name} has no legal move and must pass: press Enter."),
            Ask::Said(_) | Ask::Nothing => format!("{name} waits: Enter lets the machine move."),
        };
        (style, text)
    }

    fn which_way(&self, cell: mancala_rules::rules::model::Cell) -> String {
        let hole = cell_name(&self.rules().board, cell);
        let arrow = |sign| self.arrow(cell, sign).map_or(String::new(), |arrow| format!(" or {arrow}"));
        format!("{hole}, which direction? +{} counterclockwise, -{} clockwise.", arrow('+'), arrow('-'))
    }

    /// The rule for which the turn waits for a choice, with its line in the file.
    fn rule_met(&self) -> String {
        let rule = self.pending.iter().rev().find_map(|event| match event {
            Event::Rule { span, .. } => Some(*span),
            _ => None,
        });
        rule.map_or(String::new(), |span| {
            let line = self.source.line(span.start).in_words();
            let said = rule_told(self.rules(), span).unwrap_or_else(|| self.source.said(span));
            // the line stands in front: what follows may be longer than the screen is wide
            format!("{}: {said}", capital(&line))
        })
    }
}
