//! Observers of the rules that apply while games are played.

use crate::tables::{RuleId, Slot};

/// An observer of the rules that apply.
pub trait Watch {
    /// Whether the observer uses what it is given.
    const WATCHES: bool;
    /// A rule applies.
    fn applies(&mut self, rule: RuleId);
    /// The mover decides whether a rule applies.
    #[inline(always)]
    fn says(&mut self, _yes: bool) {}
    /// The mover chooses slots.
    #[inline(always)]
    fn picks(&mut self, _slots: &[Slot]) {}
    /// The turn is played again: discard what was recorded of it.
    fn again(&mut self);
    /// A turn begins, perhaps the previous one with other answers.
    #[inline(always)]
    fn begins(&mut self) {}
    /// The sowing is endless.
    #[inline(always)]
    fn endless(&mut self) {}
}

/// What is recorded besides the rules that apply.
#[derive(Debug, Default)]
pub struct Notes {
    /// Whether a sowing is endless.
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

/// Records which rules apply, and what else is wanted.
#[derive(Debug)]
pub struct Noting<'n> {
    /// The rules that applied so far, in this turn and in earlier ones.
    told: &'n mut Vec<RuleId>,
    /// Number of entries that belong to earlier turns.
    before: usize,
    notes: &'n mut Notes,
}

impl<'n> Noting<'n> {
    /// Appends to `told`.
    pub fn new(told: &'n mut Vec<RuleId>, notes: &'n mut Notes) -> Self {
        Noting { before: told.len(), told, notes }
    }

    /// Whether a sowing was endless.
    pub fn is_endless(&self) -> bool {
        self.notes.endless
    }
}

impl Watch for Noting<'_> {
    const WATCHES: bool = true;
    fn applies(&mut self, rule: RuleId) {
        self.told.push(rule);
    }

    fn says(&mut self, yes: bool) {
        if let Some(chosen) = &mut self.notes.chosen {
            chosen.push(Chosen::Whether(yes));
        }
    }

    fn picks(&mut self, slots: &[Slot]) {
        if let Some(chosen) = &mut self.notes.chosen {
            chosen.push(Chosen::Slots(slots.to_vec()));
        }
    }

    fn again(&mut self) {
        self.told.truncate(self.before);
        if let Some(chosen) = &mut self.notes.chosen {
            chosen.clear();
        }
    }

    fn begins(&mut self) {
        self.before = self.told.len();
    }

    fn endless(&mut self) {
        self.notes.endless = true;
    }
}

/// Observes nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    const WATCHES: bool = false;
    #[inline(always)]
    fn applies(&mut self, _: RuleId) {}

    #[inline(always)]
    fn again(&mut self) {}
}
