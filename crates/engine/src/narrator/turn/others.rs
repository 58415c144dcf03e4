//! What other moves would have led to.

use std::sync::Arc;

use super::{Tried, Turn};
use crate::game::{Fault, Sowing};
use crate::narrator::choosable::choosable_in;
use crate::narrator::view::{Moves, Others, Standing};

impl Turn<'_> {
    /// Takes what other moves would have led to from moves that turns from one position share.
    pub fn among(self, moves: &Arc<Moves>) -> Self {
        Turn { begun: self.begun.map(|(_, play)| (moves.clone(), play)), ..self }
    }

    /// The other moves of the section, all played; `None` if no rule asks.
    pub(super) fn others(&self) -> Result<Option<Others>, Fault> {
        let Some((moves, played)) = &self.begun else { return Ok(None) };
        moves.standing.get_or_init(|| self.standing(moves)).as_ref().map_err(Clone::clone)?;
        let answers = self.answers.iter().take(self.asked).cloned().collect();
        let played = Sowing { answers, ..played.clone() };
        Ok(Some(Others { moves: moves.clone(), played }))
    }

    /// How all moves stand before their `after turn`.
    fn standing(&self, moves: &Moves) -> Result<Vec<Standing>, Fault> {
        let mut found = Vec::new();
        for play in choosable_in(self.rules, &moves.before, moves.section)? {
            let turn = Turn { stops: true, ..Turn::new(self.rules, &moves.before, &play, false) };
            turn.each_answered(play, |play, came| {
                if let Tried::Left(left) = came {
                    let (position, facts) = *left;
                    found.push(Standing { play, position, facts });
                }
            })?;
        }
        Ok(found)
    }
}
