//! What other moves would have led to.

use std::sync::{Arc, OnceLock};

use super::{Tried, Turn};
use crate::game::{Fault, Position, Sowing};
use crate::narrator::choosable::choosable_in;
use crate::narrator::legal::each_answered;
use crate::narrator::view::Facts;
use crate::rules::model::Rules;

/// A move, and how it stands before its `after turn`.
#[derive(Debug)]
pub struct Standing {
    play: Sowing,
    pub position: Position,
    pub facts: Facts,
}

/// The moves of a `move` section from one position. They are played when a rule first asks about them.
#[derive(Debug)]
pub struct Moves {
    before: Position,
    section: usize,
    standing: OnceLock<Result<Vec<Standing>, Fault>>,
}

impl Moves {
    pub fn new(before: &Position, section: usize) -> Arc<Self> {
        Arc::new(Moves { before: before.clone(), section, standing: OnceLock::new() })
    }

    fn standing(&self, rules: &Rules) -> Result<&[Standing], Fault> {
        let standing = self.standing.get_or_init(|| {
            let mut found = Vec::new();
            for play in choosable_in(rules, &self.before, self.section)? {
                let turn = Turn { stops: true, ..Turn::new(rules, &self.before, &play, false) };
                each_answered(turn, play, |play, came| {
                    if let Tried::Left(left) = came {
                        let (position, facts) = *left;
                        found.push(Standing { play, position, facts });
                    }
                })?;
            }
            Ok(found)
        });
        standing.as_deref().map_err(Clone::clone)
    }
}

/// The moves of a section, of which one was played.
#[derive(Clone, Debug)]
pub struct Others {
    moves: Arc<Moves>,
    played: Sowing,
}

impl Others {
    /// How every move except the one that was played stands before its `after turn`.
    pub fn standing(&self) -> impl Iterator<Item = &Standing> {
        let all = self.moves.standing.get().and_then(|standing| standing.as_deref().ok()).unwrap_or_default();
        all.iter().filter(|other| other.play != self.played)
    }
}

impl Turn<'_> {
    /// Takes what other moves would have led to from moves that turns from one position share.
    pub fn among(self, moves: &Arc<Moves>) -> Self {
        Turn { begun: self.begun.map(|(_, play)| (moves.clone(), play)), ..self }
    }

    /// The other moves of the section, all played; `None` if no rule asks.
    pub(super) fn others(&self) -> Result<Option<Others>, Fault> {
        let Some((moves, played)) = &self.begun else { return Ok(None) };
        moves.standing(self.rules)?;
        let answers = self.answers.iter().take(self.asked).cloned().collect();
        let played = Sowing { answers, ..played.clone() };
        Ok(Some(Others { moves: moves.clone(), played }))
    }
}
