//! What an observer is told of turns.

use crate::tables::{RuleId, Slot};

/// What is recorded of turns for an observer.
#[derive(Debug, Default)]
pub struct Notes {
    /// The rules that applied, in this turn and in earlier ones.
    pub told: Vec<RuleId>,
    /// Number of them that belong to earlier turns.
    before: usize,
    /// Whether a sowing was endless.
    pub endless: bool,
    /// The mover's choices, if they are wanted.
    pub chosen: Option<Vec<Chosen>>,
}

/// A choice of the mover within a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Whether a rule applies.
    Whether(bool),
    /// The slots chosen.
    Slots(Vec<Slot>),
}

impl Notes {
    /// Notes of the mover's choices, too.
    pub(super) fn of_answers() -> Self {
        Notes { chosen: Some(Vec::new()), ..Notes::default() }
    }

    /// The mover decides whether a rule applies.
    pub(super) fn says(&mut self, yes: bool) {
        if let Some(chosen) = &mut self.chosen {
            chosen.push(Chosen::Whether(yes));
        }
    }

    /// The mover chooses slots.
    pub(super) fn picks(&mut self, slots: &[Slot]) {
        if let Some(chosen) = &mut self.chosen {
            chosen.push(Chosen::Slots(slots.to_vec()));
        }
    }

    /// A turn begins, with all its answers.
    pub(super) fn begins(&mut self) {
        self.before = self.told.len();
    }

    /// The turn is played again: what was recorded of it is discarded.
    pub(super) fn again(&mut self) {
        self.told.truncate(self.before);
        if let Some(chosen) = &mut self.chosen {
            chosen.clear();
        }
    }
}
