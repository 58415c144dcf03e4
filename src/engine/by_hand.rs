//! Laps that no table sows at once: seed by seed, or several seeds at a time.

use super::lanes::Lanes;
use super::trouble::Trouble;
use super::turn::{Flow, Turn};
use super::watch::Watch;
use crate::tables::{Kind, Mask, NOWHERE, Skip, Slot};

impl<L: Lanes, const P: usize, W: Watch> Turn<'_, L, P, W> {
    /// Sows the hand, the first seed into a slot or after it, where `each seed` may have to be read. Returns `false` if
    /// every slot is passed over.
    #[inline(never)]
    pub(super) fn sow_by_hand(&mut self, into: bool, at: Slot) -> Result<bool, Trouble> {
        self.off_track(at)?;
        self.lap += 1;
        self.origin = at;
        self.total_sown += i64::from(self.hand);
        self.sown_this_lap = L::Mask::NONE;
        let (mut into, mut at) = (into, at);
        if !self.noting && !self.rules.skip.passes_origin() {
            // what is between the slots where a rule may apply comes from a table
            while let Some((laps, stirred)) = self.laps.zip(self.rules.stirred.as_ref()) {
                let mut due = stirred.slots & self.position.marked_by(stirred.marked_by);
                for (low, high) in &stirred.seeds {
                    due |= stirred.slots & self.position.seeds.holding(low.saturating_sub(1), high.saturating_sub(1));
                }
                if std::mem::take(&mut into) {
                    self.position.seeds.drop_one(at);
                    (self.here, self.hand) = (at, self.hand - 1);
                } else {
                    let count = laps.until(at, self.hand, due);
                    self.position.seeds.raise(at, count);
                    (self.position.seeds, self.here) = laps.sown_from(self.position.seeds, at, count);
                    if self.here == NOWHERE {
                        return Ok(false);
                    }
                    (at, self.hand) = (self.here, self.hand - count);
                }
                self.last_seed = self.hand == 0;
                self.made = self.position.seeds.get(at);
                if due.has(at) && self.after_each_seed()? {
                    self.find_laps();
                }
                if self.last_seed {
                    return Ok(true);
                }
            }
        }
        self.sow_seed_by_seed::<false>(into, at)
    }

    /// Sows the hand in drops, the first into a slot or after it.
    #[cold]
    #[inline(never)]
    pub(super) fn sow_drops(&mut self, into: bool, at: Slot) -> Result<Flow, Trouble> {
        self.off_track(at)?;
        if self.hand <= 0 {
            return Err(Trouble::EmptyHand);
        }
        self.lap += 1;
        self.origin = at;
        self.total_sown += i64::from(self.hand);
        self.sown_this_lap = L::Mask::NONE;
        let sown = self.sow_seed_by_seed::<true>(into, at)?;
        Ok(if sown { Flow::Landed } else { Flow::Illegal })
    }

    /// Sows the rest of the hand, the first seed into a slot or after it. `DROPS` says that [`Turn::by`] seeds fall at
    /// a time, each drop in place of a seed.
    #[cold]
    fn sow_seed_by_seed<const DROPS: bool>(&mut self, into: bool, at: Slot) -> Result<bool, Trouble> {
        let rules = self.rules;
        let by = if DROPS { self.by } else { 1 };
        let (fixed, alone) = match rules.skip {
            Skip::Changing(_, alone) => (false, alone),
            Skip::Marked { .. } | Skip::Fixed(..) => (true, true),
        };
        let mut passed = self.passed_over();
        let mut passes_last = false;
        // the slots that were sown since `passed` was computed
        let mut fell = L::Mask::NONE;
        let mut slot = at;
        let mut stays = into;
        while self.hand > 0 {
            if !std::mem::take(&mut stays) {
                if let Some(last) = &rules.skip_last
                    && self.hand <= by
                {
                    (passed, fell) = (self.set(last, NOWHERE) | self.round.closed, L::Mask::NONE);
                    passes_last = true;
                }
                let mut next = self.machine.next(self.mover, slot, (self.way, false), passed);
                if !fixed && !passes_last && (!alone && !fell.is_none() || next == NOWHERE || fell.has(next)) {
                    (passed, fell) = (self.passed_over(), L::Mask::NONE);
                    next = self.machine.next(self.mover, slot, (self.way, false), passed);
                }
                slot = next;
                if slot == NOWHERE {
                    return Ok(false);
                }
            }
            fell |= L::Mask::of(slot);
            if DROPS {
                self.dropped = by.min(self.hand);
                self.hand -= self.dropped;
                self.position.seeds.raise(slot, self.dropped);
            } else {
                self.hand -= 1;
                self.position.seeds.drop_one(slot);
            }
            let made = self.position.seeds.get(slot);
            if self.position.locked.has(slot) && made >= self.machine.tables.layout.start[usize::from(slot)] as i32 {
                self.position.locked = self.position.locked & !L::Mask::of(slot);
            }
            self.sown |= L::Mask::of(slot);
            self.sown_this_lap |= L::Mask::of(slot);
            self.here = slot;
            self.made = made;
            self.last_seed = self.hand == 0;
            if !rules.each_seed.is_empty() && self.after_each_seed()? {
                (passed, fell) = (self.passed_over(), L::Mask::NONE);
            }
        }
        Ok(true)
    }

    /// Applies the list `each seed`. Returns whether a rule applied.
    fn after_each_seed(&mut self) -> Result<bool, Trouble> {
        let decisions = &self.rules.each_decisions;
        let entry = self.entry(decisions, (self.here, self.lap, self.made));
        Ok(entry.kind != Kind::Nothing && self.branch(&decisions.branches, entry.branches)?.is_some())
    }
}
