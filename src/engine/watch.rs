//! Watching which rules apply while games are played.

use crate::tables::{RuleId, Slot};

/// Is told of every rule that applies.
pub trait Watch {
    /// Whether anything is done with what is told.
    const WATCHES: bool;
    /// What watches on behalf of this for a while.
    type Lent<'a>: Watch
    where
        Self: 'a;
    /// Lets another watch for a while. What watches is of few kinds, since turns are compiled once for each.
    fn lend(&mut self) -> Self::Lent<'_>;
    /// A rule applies.
    fn applies(&mut self, rule: RuleId);
    /// The mover says whether a rule applies.
    #[inline(always)]
    fn says(&mut self, _yes: bool) {}
    /// The mover chooses slots.
    #[inline(always)]
    fn picks(&mut self, _slots: &[Slot]) {}
    /// What was told of this turn does not count: it is played once more.
    fn again(&mut self);
    /// Another turn begins, or the same with other answers.
    #[inline(always)]
    fn begins(&mut self) {}
    /// The sowing would never end.
    #[inline(always)]
    fn endless(&mut self) {}
}

/// What is noted besides the rules that apply.
#[derive(Debug, Default)]
pub struct Notes {
    /// A sowing would never end.
    pub endless: bool,
    /// What the mover chose, if it is wanted.
    pub chosen: Option<Vec<Chosen>>,
}

/// What a mover chooses in the midst of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Whether a rule applies.
    Whether(bool),
    /// Slots.
    Slots(Vec<Slot>),
}

/// Notes which rules apply, and what else is wanted.
#[derive(Debug)]
pub struct Noting<'n> {
    /// What applied so far, in this turn and in others before it.
    told: &'n mut Vec<RuleId>,
    /// So much of it is of others.
    before: usize,
    notes: &'n mut Notes,
}

impl<'n> Noting<'n> {
    /// Adds to what was told before.
    pub fn new(told: &'n mut Vec<RuleId>, notes: &'n mut Notes) -> Self {
        Noting { before: told.len(), told, notes }
    }
}

impl Watch for Noting<'_> {
    const WATCHES: bool = true;
    type Lent<'a>
        = Noting<'a>
    where
        Self: 'a;

    fn lend(&mut self) -> Noting<'_> {
        Noting { told: self.told, before: self.before, notes: self.notes }
    }

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

/// Nobody watches, and nothing is paid for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    const WATCHES: bool = false;
    type Lent<'a> = Unwatched;

    #[inline(always)]
    fn lend(&mut self) -> Unwatched {
        Unwatched
    }

    #[inline(always)]
    fn applies(&mut self, _: RuleId) {}

    #[inline(always)]
    fn again(&mut self) {}
}
