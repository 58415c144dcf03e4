//! Looks up what the move under the cursor would do.

use super::choice::Ask;
use super::preview::Preview;
use super::state::State;
use crate::game::{Event, Move, Sowing, cell_name};
use crate::narrator::rehearse;
use crate::rules::model::Cell;

/// Most ways to play a hole that are told.
const MOST_WAYS: usize = 2;

impl State<'_> {
    /// Looks up what the move under the cursor would do, if the cursor is on a hole that may be played.
    pub(super) fn look_ahead(&mut self) {
        let holes = match self.ask() {
            Ask::Hole(holes) if !self.session.is_laying_out() => holes,
            _ => Vec::new(),
        };
        let of = (self.session.past().len(), self.cursor);
        if !holes.contains(&self.cursor) {
            self.preview = None;
        } else if self.preview.as_ref().is_none_or(|known| known.of != of) {
            let (falls, text) = self.looked_up();
            self.preview = Some(Preview { of, falls, text });
        }
    }

    fn looked_up(&self) -> (Vec<Cell>, String) {
        let Some(game) = self.session.game() else { return Default::default() };
        let (rules, position) = (self.rules(), game.position());
        let mut ways: Vec<Sowing> = Vec::new();
        for play in self.session.legal_moves() {
            let Move::Sow(sowing) = play else { continue };
            if sowing.hole.cell() == self.cursor && !ways.iter().any(|known| known.way == sowing.way) {
                ways.push(Sowing { answers: Vec::new(), ..sowing });
            }
        }
        let mut falls = Vec::new();
        let tell = |play: &Sowing| {
            let (events, _) = rehearse(rules, &position, play);
            let mut parts = Vec::new();
            let laps = events.iter().filter(|event| matches!(event, Event::Lap { .. })).count();
            let last = events
                .iter()
                .rev()
                .find_map(|event| if let Event::Lap { last, .. } = event { Some(*last) } else { None });
            if let Some(last) = last {
                falls.push(last);
                let of = if laps > 1 { format!(" after {laps} laps") } else { String::new() };
                parts.push(format!("the last seed falls in {}{of}", cell_name(&rules.board, last)));
            }
            let captured: i64 =
                events.iter().map(|event| if let Event::Captured(_, _, seeds) = event { *seeds } else { 0 }).sum();
            if captured > 0 {
                parts.push(format!("{captured} captured"));
            }
            if events.iter().any(|event| matches!(event, Event::MovesAgain(_))) {
                parts.push("another turn".to_owned());
            }
            if events.last().is_some_and(|event| matches!(event, Event::Rule { .. })) {
                parts.push("then a choice".to_owned());
            }
            format!("{}: {}", if play.says_way { play.to_string() } else { play.hole.short() }, parts.join(", "))
        };
        let told: Vec<String> = ways.iter().take(MOST_WAYS).map(tell).collect();
        (falls, told.join("; "))
    }
}
