//! Laps that no table sows at once: seed by seed, or several seeds at a time.

use super::effects::Acting;
use super::kernel::Hand;
use super::lanes::Lanes;
use super::trouble::Trouble;
use super::turn::Turn;
use super::view::View;
use crate::tables::{Action, Decisions, Entry, Kind, Mask, NOWHERE, Skip, Slot, Test};

impl<L: Lanes, const P: usize> Turn<'_, L, P> {
    /// Sows a lap, whose seeds have been lifted, seed by seed, or by drops of several. Returns `false` if every slot is
    /// passed over.
    #[inline(never)]
    pub(super) fn sow_by_hand(&mut self, hand: Hand) -> Result<bool, Trouble> {
        let now = &mut self.now;
        (now.hand, now.origin, now.sown_this_lap) = (hand.seeds, hand.at, L::Mask::NONE);
        (now.lap, now.total_sown) = (now.lap + 1, now.total_sown + i64::from(hand.seeds));
        match hand.by {
            None => self.sow_between_rules(hand.into, hand.at),
            Some(by) => self.sow_drops::<true>(by, hand.into, hand.at),
        }
    }

    /// Sows the hand, the first seed into a slot or after it: from a table up to the next slot where `each seed` may do
    /// something.
    #[inline(always)]
    fn sow_between_rules(&mut self, into: bool, at: Slot) -> Result<bool, Trouble> {
        let (mut into, mut at) = (into, at);
        if !self.noting && !self.rules.skip.passes_origin() {
            while let Some((laps, stirred)) = self.laps.zip(self.rules.stirred.as_ref()) {
                let mut due = stirred.slots & self.now.position.marked_by(stirred.marked_by);
                for (low, high) in &stirred.seeds {
                    due |=
                        stirred.slots & self.now.position.seeds.holding(low.saturating_sub(1), high.saturating_sub(1));
                }
                if std::mem::take(&mut into) {
                    self.now.position.seeds.drop_one(at);
                    (self.now.here, self.now.hand) = (at, self.now.hand - 1);
                } else {
                    let count = laps.until(at, self.now.hand, due);
                    self.now.position.seeds.raise(at, count);
                    (self.now.position.seeds, self.now.here) = laps.sown_from(self.now.position.seeds, at, count);
                    if self.now.here == NOWHERE {
                        return Ok(false);
                    }
                    (at, self.now.hand) = (self.now.here, self.now.hand - count);
                }
                self.now.last_seed = self.now.hand == 0;
                self.now.made = self.now.position.seeds.get(at);
                if due.has(at) && self.after_each_seed()? {
                    self.find_laps();
                }
                if self.now.last_seed {
                    return Ok(true);
                }
            }
        }
        self.sow_drops::<false>(1, into, at)
    }

    /// Sows the rest of the hand, the first seed into a slot or after it. `DROPS` says that `by` seeds fall at a time,
    /// each drop in place of a seed, else one.
    #[cold]
    fn sow_drops<const DROPS: bool>(&mut self, by: i32, into: bool, at: Slot) -> Result<bool, Trouble> {
        let rules = self.rules;
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
        while self.now.hand > 0 {
            if !std::mem::take(&mut stays) {
                if let Some(last) = &rules.skip_last
                    && self.now.hand <= by
                {
                    (passed, fell) = (self.set(last, NOWHERE) | self.round.closed, L::Mask::NONE);
                    passes_last = true;
                }
                let mut next = self.machine.next(self.mover, slot, (self.now.way, false), passed);
                if !fixed && !passes_last && (!alone && !fell.is_none() || next == NOWHERE || fell.has(next)) {
                    (passed, fell) = (self.passed_over(), L::Mask::NONE);
                    next = self.machine.next(self.mover, slot, (self.now.way, false), passed);
                }
                slot = next;
                if slot == NOWHERE {
                    return Ok(false);
                }
            }
            fell |= L::Mask::of(slot);
            if DROPS {
                self.now.dropped = by.min(self.now.hand);
                self.now.hand -= self.now.dropped;
                self.now.position.seeds.raise(slot, self.now.dropped);
            } else {
                self.now.hand -= 1;
                self.now.position.seeds.drop_one(slot);
            }
            let made = self.now.position.seeds.get(slot);
            if self.now.position.locked.has(slot) && made >= self.machine.tables.layout.start[usize::from(slot)] as i32
            {
                self.now.position.locked = self.now.position.locked & !L::Mask::of(slot);
            }
            self.now.sown |= L::Mask::of(slot);
            self.now.sown_this_lap |= L::Mask::of(slot);
            self.now.here = slot;
            self.now.made = made;
            self.now.last_seed = self.now.hand == 0;
            if !rules.each_seed.is_empty() && self.after_each_seed()? {
                (passed, fell) = (self.passed_over(), L::Mask::NONE);
            }
        }
        Ok(true)
    }

    /// Applies the list `each seed`. Returns whether a rule applied.
    fn after_each_seed(&mut self) -> Result<bool, Trouble> {
        let rules = self.rules;
        let decisions = &rules.each_decisions;
        let entry = self.entry(decisions, (self.now.here, self.now.lap, self.now.made));
        let branches = decisions.branches.get(usize::from(entry.branches)).filter(|_| entry.kind != Kind::Nothing);
        let applies = |(test, _): &&(Option<Test<L::Mask>>, u16)| test.as_ref().is_none_or(|test| self.met(test));
        let Some((_, action)) = branches.and_then(|branches| branches.iter().find(applies)) else { return Ok(false) };
        self.carry_out(&rules.actions[usize::from(*action)])?;
        Ok(true)
    }

    /// Carries out the effects of an action that asks nothing.
    pub(super) fn carry_out(&mut self, action: &Action<L::Mask>) -> Result<(), Trouble> {
        self.observe(|notes| notes.told.push(action.rule));
        action.ops.iter().try_for_each(|op| self.op(op, action.rule))
    }

    /// The entry of a table for the slot where the last seed of a lap fell, the number of the lap, and the seeds made.
    #[inline(always)]
    pub(super) fn entry(&self, decisions: &Decisions<L::Mask>, (here, lap, made): (Slot, u32, i32)) -> Entry {
        let mark = if decisions.marks > 1 { self.now.position.mark_of(here) } else { 0 };
        let group = decisions.group(self.now.section, self.now.way, lap);
        decisions.at(group, here, mark, decisions.class(made))
    }
}
