//! Effects of rules: capture, lift, place, mark, lock.

use mancala_rules::rules::model::{Change, Player};

use super::lanes::Lanes;
use super::position::Position;
use super::trouble::Trouble;
use super::view::View;
use crate::game::MOST_OWED;
use crate::tables::{Amount, Mask, NOWHERE, Op, RuleId, Set, Slot, Winner};

/// An amount for each slot of a set, in their order.
pub(super) enum Counted {
    /// The same for all.
    Same(i32),
    /// One for each.
    Each(Vec<i32>),
}

impl Counted {
    fn of(&self, nth: usize) -> i32 {
        match self {
            Counted::Same(count) => *count,
            Counted::Each(counts) => counts[nth],
        }
    }
}

/// A moment of a turn that effects change.
pub(super) trait Acting<L: Lanes, const P: usize>: View<L, P> {
    fn position_mut(&mut self) -> &mut Position<L, P>;
    /// Seeds lifted and not sown yet.
    fn hand(&mut self) -> &mut i32;
    /// Seeds were taken from slots.
    fn note_raid(&mut self, slots: L::Mask);
    /// Seeds were placed where the last seed fell, which makes this number.
    fn fell_here(&mut self, made: i32);
    fn marks_changed(&mut self);

    /// Carries out one effect. A set is evaluated in full before any of its seeds moves.
    fn op(&mut self, op: &Op<L::Mask>, rule: RuleId) -> Result<(), Trouble> {
        match op {
            Op::Capture(winner, set) => self.capture(*winner, set),
            Op::CaptureEach(sets) => {
                let players = self.machine().tables.players;
                for turn in 0..players {
                    let player = (self.round().starter + turn) % players;
                    self.capture(Winner::Player(player), &sets[player]);
                }
            }
            Op::Lift(most, set) => {
                let slots = self.set(set, NOWHERE) & !self.position().locked;
                let most = most.as_ref().map_or(Counted::Same(i32::MAX), |most| self.counted(most, slots));
                for (nth, slot) in slots.slots().enumerate() {
                    let lying = self.seeds(slot);
                    let taken = lying.min(most.of(nth));
                    if taken > 0 {
                        self.note_raid(L::Mask::of(slot));
                        self.put(slot, lying - taken);
                        *self.hand() += taken;
                    }
                }
            }
            Op::Place(count, set) => self.place_each(count, set, |turn, count| turn.take_from_hand(count, rule))?,
            Op::PlaceFromStore(count, set) => {
                self.place_each(count, set, |turn, count| turn.take_from_store(count, rule))?;
            }
            Op::PlaceAll(set) => {
                let slots = self.set(set, NOWHERE);
                let all = std::mem::take(self.hand());
                if all > 0 {
                    if slots.count() != 1 {
                        return Err(Trouble::NotOneHole(slots.count(), rule));
                    }
                    self.place(slots.first(), all);
                }
            }
            Op::To(change, set) => {
                let slots = self.set(set, NOWHERE);
                self.mark(*change, slots);
            }
            // handled where the list is read, since it may have to stop there
            Op::Choose(..) => {}
        }
        Ok(())
    }

    /// Marks slots for the mover, or takes their marks away.
    #[inline]
    fn mark(&mut self, change: Change, slots: L::Mask) {
        let (before, mover) = (self.position().marks, self.mover());
        let by_each = self.machine().tables.layout.marks_by_each;
        let position = self.position_mut();
        match change {
            Change::Mark if by_each => position.add_mark(mover, slots),
            Change::Mark => position.mark(mover, slots),
            Change::Unmark => position.unmark(slots),
        }
        if change == Change::Mark && !slots.is_none() {
            self.win_pot(mover);
        }
        if self.position().marks != before {
            self.marks_changed();
        }
    }

    /// Counts an amount for each slot of a set.
    fn counted(&self, amount: &Amount<L::Mask>, slots: L::Mask) -> Counted {
        let of = |slot| self.amount(amount, slot).max(0);
        match amount {
            Amount::Number(number) => Counted::Same(*number),
            amount if amount.mentions_tested() => Counted::Each(slots.slots().map(of).collect()),
            _ => Counted::Same(of(NOWHERE)),
        }
    }

    /// Places seeds in each slot of a set. `take` takes them from where they come.
    fn place_each(
        &mut self,
        count: &Amount<L::Mask>,
        set: &Set<L::Mask>,
        mut take: impl FnMut(&mut Self, i32) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let slots = self.set(set, NOWHERE);
        let counts = self.counted(count, slots);
        for (nth, slot) in slots.slots().enumerate() {
            let count = counts.of(nth);
            take(self, count)?;
            self.place(slot, count);
        }
        Ok(())
    }

    fn take_from_hand(&mut self, count: i32, rule: RuleId) -> Result<(), Trouble> {
        if *self.hand() < count {
            return Err(Trouble::PlacesTooMany(rule));
        }
        *self.hand() -= count;
        Ok(())
    }

    fn take_from_store(&mut self, count: i32, rule: RuleId) -> Result<(), Trouble> {
        let store = self.machine().tables.layout.stores[self.mover()];
        let left = self.seeds(store) - count;
        if left < -(MOST_OWED as i32) {
            return Err(Trouble::OwesTooMany(rule));
        }
        self.put(store, left);
        Ok(())
    }

    fn place(&mut self, slot: Slot, count: i32) {
        if count == 0 {
            return;
        }
        let seeds = self.seeds(slot);
        if self.here() == slot {
            self.fell_here(seeds + count);
        }
        self.put(slot, seeds + count);
    }

    /// Moves the seeds of a set to whoever wins them.
    fn capture(&mut self, winner: Winner, set: &Set<L::Mask>) {
        let (lanes, players) = (self.machine().on_board, self.machine().tables.players);
        let beside = self.stores_in(L::Mask::first_slots(self.machine().tables.layout.slots), |seeds| seeds > 0);
        let slots =
            self.set(set, NOWHERE) & (self.position().seeds.occupied() & lanes | beside) & !self.position().locked;
        if slots.is_none() {
            return;
        }
        // all seeds are taken before any reaches a store, which may itself belong to the set
        let (mut gains, mut won_by) = ([0; P], [L::Mask::NONE; P]);
        for player in 0..players {
            let won = match winner {
                Winner::Player(one) if one == player => slots,
                Winner::Owner => slots & self.machine().sides[player],
                Winner::MarkOwner => slots & self.position().marks[player],
                Winner::Starter if self.round().starter == player => slots,
                _ => continue,
            };
            let won = won & !L::Mask::of(self.machine().tables.layout.stores[player]);
            if won.is_none() {
                continue;
            }
            gains[player] = self.position_mut().seeds.take(&L::all_of(won & lanes));
            for store in (won & !lanes).slots() {
                gains[player] += self.seeds(store);
                self.put(store, 0);
            }
            won_by[player] = won;
        }
        let taken = won_by.iter().fold(L::Mask::NONE, |taken, won| taken | *won);
        self.note_raid(taken);
        for (player, gain) in gains.into_iter().enumerate().filter(|(_, gain)| *gain != 0) {
            let store = self.machine().tables.layout.stores[player];
            self.put(store, self.seeds(store) + gain);
        }
        if let Some(first) = won_by.iter().position(|won| won.has(taken.first())) {
            self.win_pot(first);
        }
    }

    /// The first player who captures or marks wins the pot.
    fn win_pot(&mut self, winner: Player) {
        let pot = std::mem::take(&mut self.position_mut().pot);
        if pot != 0 {
            let store = self.machine().tables.layout.stores[winner];
            self.put(store, self.seeds(store) + i32::from(pot));
        }
    }

    /// Sets the number of seeds in a slot.
    #[inline(always)]
    fn put(&mut self, slot: Slot, seeds: i32) {
        let lanes = self.machine().lanes;
        let position = self.position_mut();
        if slot < lanes {
            position.seeds.put(slot, seeds);
        } else if let Some(store) = position.stores.get_mut(usize::from(slot - lanes)) {
            *store = seeds;
        }
    }
}
