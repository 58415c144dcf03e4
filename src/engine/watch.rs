//! Watching which rules apply while games are played.

use crate::tables::{RuleId, Slot};

/// Is told of every rule that applies.
pub trait Watch {
    /// Whether anything is done with what is told.
    const WATCHES: bool;
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

impl<W: Watch> Watch for &mut W {
    const WATCHES: bool = W::WATCHES;

    #[inline(always)]
    fn applies(&mut self, rule: RuleId) {
        (**self).applies(rule);
    }

    #[inline(always)]
    fn says(&mut self, yes: bool) {
        (**self).says(yes);
    }

    #[inline(always)]
    fn picks(&mut self, slots: &[Slot]) {
        (**self).picks(slots);
    }

    #[inline(always)]
    fn again(&mut self) {
        (**self).again();
    }

    #[inline(always)]
    fn endless(&mut self) {
        (**self).endless();
    }
}

/// Notes which rules apply, and whether a sowing would never end.
#[derive(Debug)]
pub struct Noting<'a> {
    /// What applied so far, in this turn and in others before it.
    told: &'a mut Vec<RuleId>,
    /// So much of it is of others.
    before: usize,
    endless: &'a mut bool,
}

impl<'a> Noting<'a> {
    /// Adds to what was told before.
    pub fn new(told: &'a mut Vec<RuleId>, endless: &'a mut bool) -> Self {
        Noting { before: told.len(), told, endless }
    }
}

impl Watch for Noting<'_> {
    const WATCHES: bool = true;

    fn applies(&mut self, rule: RuleId) {
        self.told.push(rule);
    }

    fn again(&mut self) {
        self.told.truncate(self.before);
    }

    fn begins(&mut self) {
        self.before = self.told.len();
    }

    fn endless(&mut self) {
        *self.endless = true;
    }
}

/// Nobody watches, and nothing is paid for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    const WATCHES: bool = false;

    #[inline(always)]
    fn applies(&mut self, _: RuleId) {}

    #[inline(always)]
    fn again(&mut self) {}
}

/// Counts how often each rule applies, by number, when what is watched is over.
#[derive(Debug)]
pub struct Counting<'a> {
    counts: &'a mut [u64],
    /// What applied so far.
    told: &'a mut Vec<RuleId>,
}

impl<'a> Counting<'a> {
    /// Counts into numbers for each rule; what `told` held is gone.
    pub fn new(counts: &'a mut [u64], told: &'a mut Vec<RuleId>) -> Self {
        told.clear();
        Counting { counts, told }
    }
}

impl Watch for Counting<'_> {
    const WATCHES: bool = true;

    fn applies(&mut self, rule: RuleId) {
        self.told.push(rule);
    }

    fn again(&mut self) {
        self.told.clear();
    }
}

impl Drop for Counting<'_> {
    fn drop(&mut self) {
        for rule in self.told.iter() {
            if let Some(count) = self.counts.get_mut(usize::from(*rule)) {
                *count += 1;
            }
        }
    }
}
