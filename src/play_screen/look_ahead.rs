//! Looks up what the move under the cursor would do.

use mancala_engine::game::{Move, Sowing};
use mancala_rules::rules::model::Cell;
use mancala_tools::session::{Foretold, foretold};

use super::choice::Ask;
use super::preview::Preview;
use super::state::State;

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
        let mut falls: Vec<Cell> = Vec::new();
        let tell = |play: &Sowing| {
            let Foretold { falls: last, told, .. } = foretold(rules, &position, play);
            falls.extend(last);
            told
        };
        let told: Vec<String> = ways.iter().take(MOST_WAYS).map(tell).collect();
        (falls, told.join("; "))
    }
}
