//! What other moves would have led to.

use super::{Tried, Turn};
use crate::game::{MOST_ANSWERS, Position, Sowing};
use crate::narrator::choosable::choosable_in;
use crate::narrator::view::Facts;

impl Turn<'_> {
    /// How every other move of the section, played from the same position, stands before its `after turn`. Empty if no
    /// rule asks.
    pub(super) fn others(&self) -> Vec<(Position, Facts)> {
        let Some((before, played)) = self.begun.as_deref() else { return Vec::new() };
        let answers = self.answers.iter().take(self.asked).cloned().collect();
        let played = Sowing { answers, ..played.clone() };
        // what goes wrong in other moves goes wrong when legal moves are found
        let choices = choosable_in(self.rules, before, played.section).unwrap_or_default();
        let mut found = Vec::new();
        for play in choices {
            let (mut open, mut tried) = (vec![play], 0);
            while let Some(play) = open.pop() {
                tried += 1;
                if tried > MOST_ANSWERS {
                    break;
                }
                let mut turn = Turn { stops: true, ..Turn::new(self.rules, before, &play, false) };
                match turn.play() {
                    Ok(Tried::Asks(answers)) => open.extend(answers.into_iter().map(|answer| {
                        let answers = [play.answers.as_slice(), &[answer]].concat();
                        Sowing { answers, ..play.clone() }
                    })),
                    Ok(Tried::Left(left)) if play != played => found.push(*left),
                    _ => {}
                }
            }
        }
        found
    }
}
