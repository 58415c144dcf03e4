//! Evaluation of conditions and sets during a turn.

use super::lanes::Lanes;
use super::turn::Turn;
use crate::rules::model::{Fact, Happened, Keeper, Steps, Stride};
use crate::tables::{Amount, Mask, NOWHERE, Numbers, Set, Skip, Slot, Spot, Test, mask};

/// A slot as a set; empty for `NOWHERE`.
#[inline(always)]
pub(super) fn bit<M: Mask>(slot: Slot) -> M {
    if slot == NOWHERE { M::NONE } else { M::of(slot) }
}

impl<L: Lanes, const P: usize> Turn<'_, L, P> {
    /// Whether a condition without `Tested` holds. The most common forms are evaluated inline.
    #[inline(always)]
    pub(super) fn met(&self, test: &Test<L::Mask>) -> bool {
        match test {
            Test::Known(value) => *value,
            Test::AnyOccupied(slots, players) => self.any_occupied(*slots, *players),
            Test::Fact(Fact::Repeated) => self.repeated,
            Test::Fact(Fact::NoLegalMove) => self.no_legal_move,
            Test::Seeds(Spot::Slot(slot), numbers) => numbers.contains(self.seeds(*slot)),
            Test::Or(parts) if parts.len() == 2 => self.met_simply(&parts[0]) || self.met_simply(&parts[1]),
            Test::And(parts) if parts.len() == 2 => self.met_simply(&parts[0]) && self.met_simply(&parts[1]),
            other => self.met_simply(other),
        }
    }

    #[inline(always)]
    fn met_simply(&self, test: &Test<L::Mask>) -> bool {
        match test {
            Test::Not(inner) => match &**inner {
                Test::AnyOccupied(slots, players) => !self.any_occupied(*slots, *players),
                other => !self.holds(other, NOWHERE),
            },
            other => self.holds(other, NOWHERE),
        }
    }

    /// Whether a condition holds. `tested` is the value of `Tested`.
    pub(super) fn holds(&self, test: &Test<L::Mask>, tested: Slot) -> bool {
        match test {
            Test::AnyOccupied(slots, players) => self.any_occupied(*slots, *players),
            Test::Known(value) => *value,
            Test::Not(inner) => !self.holds(inner, tested),
            Test::AnotherLeaves(inner) => self.another_leaves(inner),
            Test::And(parts) => parts.iter().all(|part| self.holds(part, tested)),
            Test::Or(parts) => parts.iter().any(|part| self.holds(part, tested)),
            Test::Some(set) => !self.set(set, tested).is_none(),
            Test::Seeds(spot, numbers) => {
                let slot = self.spot(spot, tested);
                slot != NOWHERE && numbers.contains(self.seeds(slot))
            }
            Test::Within(spot, set) => {
                let slot = self.spot(spot, tested);
                slot != NOWHERE && self.set_in(set, tested, L::Mask::of(slot)).has(slot)
            }
            Test::Count(amount, numbers) => numbers.contains(self.amount(amount, tested)),
            Test::Compare(left, bound, right) => bound.holds(self.amount(left, tested), self.amount(right, tested)),
            Test::Lap(lap) => self.now.lap == *lap,
            Test::Goes(way) => self.now.way == *way,
            Test::TurnsBefore(turns) => self.now.position.turns[self.mover] == *turns,
            Test::Starter(player) => self.round.starter == *player,
            Test::Lot(player) => self.round.lot == *player,
            Test::Went(Keeper::Mover, way) => self.now.position.last_went(self.mover, *way),
            Test::Went(Keeper::Starter, way) => self.now.position.last_went(self.round.starter, *way),
            Test::Section(section) => self.now.section == *section,
            Test::Fact(fact) => self.fact(*fact),
        }
    }

    /// Whether a fact about the turn or the game holds. Facts that depend on the mover alone, or that concern the time
    /// between rounds, never get here.
    fn fact(&self, fact: Fact) -> bool {
        match fact {
            Fact::NoLegalMove => self.no_legal_move,
            Fact::Repeated => self.repeated,
            Fact::LastSeed => self.now.last_seed,
            Fact::Starter | Fact::Lot | Fact::WonRound | Fact::LostRound => false,
        }
    }

    /// The slots in which something happened.
    fn where_happened(&self, happened: Happened) -> L::Mask {
        match happened {
            Happened::Sown => self.now.sown,
            Happened::SownThisLap => self.now.sown_this_lap,
            Happened::Raided => self.now.raided,
            Happened::Played => bit(self.now.position.played),
            Happened::Reached => bit(self.now.position.reached),
        }
    }

    /// The slots of a set.
    pub(super) fn set(&self, set: &Set<L::Mask>, tested: Slot) -> L::Mask {
        self.set_in(set, tested, L::Mask::first_slots(L::Mask::SLOTS))
    }

    /// The slots of a set that are in `within`.
    pub(super) fn set_in(&self, set: &Set<L::Mask>, tested: Slot, within: L::Mask) -> L::Mask {
        match set {
            Set::Slots(slots) => *slots & within,
            Set::Occupied => self.now.position.seeds.occupied() & within | self.stores_in(within, |seeds| seeds > 0),
            Set::Empty => {
                self.now.position.seeds.empty() & self.machine.on_board & within
                    | self.stores_in(within, |seeds| seeds == 0)
            }
            Set::Holding(numbers) => {
                self.lanes_holding(numbers, within & self.machine.on_board)
                    | self.stores_in(within, |seeds| numbers.contains(seeds))
            }
            Set::Marked(players) => self.now.position.marked_by(*players) & within,
            Set::Unmarked(slots, players) => *slots & within & !self.now.position.marked_by(*players),
            Set::Happened(happened) => self.where_happened(*happened) & within,
            Set::Chosen => self.now.chosen & within,
            Set::Spot(spot) => bit::<L::Mask>(self.spot(spot, tested)) & within,
            Set::Across(relation, from) => {
                self.machine.tables.relations[*relation as usize].relatives(self.set(from, tested)) & within
            }
            Set::Whose(relation, of) => {
                self.machine.tables.relations[*relation as usize].whose(self.set(of, tested)) & within
            }
            Set::Along { back, steps, from } => {
                let from = self.set(from, tested).slots();
                from.fold(L::Mask::NONE, |found, slot| found | bit(self.along(slot, *back, *steps))) & within
            }
            Set::Run { stride, table, claim } => self.run_of(*stride, table.as_deref(), claim) & within,
            Set::Where(base, claim) => self
                .set_in(base, tested, within)
                .slots()
                .filter(|slot| self.holds(claim, *slot))
                .fold(L::Mask::NONE, |found, slot| found | L::Mask::of(slot)),
            Set::If(test) if within.is_none() || !self.holds(test, tested) => L::Mask::NONE,
            Set::If(_) => within,
            Set::Both(parts) => {
                let mut both = within;
                for part in parts {
                    both = self.part(part, tested, both);
                    if both.is_none() {
                        break;
                    }
                }
                both
            }
            Set::Either(parts) => {
                let mut left = within;
                for part in parts {
                    if left.is_none() {
                        break;
                    }
                    left = left & !self.part(part, tested, left);
                }
                within & !left
            }
            Set::Not(inner) => within & !self.part(inner, tested, within),
        }
    }

    /// The slots of a set that are in `within`. The most common forms are evaluated inline.
    #[inline(always)]
    pub(super) fn part(&self, set: &Set<L::Mask>, tested: Slot, within: L::Mask) -> L::Mask {
        match set {
            Set::Slots(slots) => *slots & within,
            Set::Marked(players) => self.now.position.marked_by(*players) & within,
            Set::Holding(Numbers::Between(low, high)) if (within & !self.machine.on_board).is_none() => {
                self.now.position.seeds.holding(*low, *high) & within
            }
            set => self.set_in(set, tested, within),
        }
    }

    #[inline(always)]
    fn any_occupied(&self, slots: L::Mask, players: u32) -> bool {
        let unmarked = if players == 0 { slots } else { slots & !self.now.position.marked_by(players) };
        !(self.now.position.seeds.occupied() & unmarked).is_none()
    }

    /// Those of some holes and ends whose number of seeds is in a set of numbers.
    #[inline(always)]
    fn lanes_holding(&self, numbers: &Numbers, lanes: L::Mask) -> L::Mask {
        let seeds = &self.now.position.seeds;
        match numbers.ranges() {
            Some(ranges) => ranges.fold(L::Mask::NONE, |found, (low, high)| found | seeds.holding(low, high)) & lanes,
            None => mask(lanes.slots().filter(|slot| numbers.contains(seeds.get(*slot)))),
        }
    }

    /// The stores beside the board, among some slots, whose number of seeds satisfies `wanted`.
    #[inline(always)]
    pub(super) fn stores_in(&self, within: L::Mask, wanted: impl Fn(i32) -> bool) -> L::Mask {
        let beside = within & !self.machine.on_board;
        if beside.is_none() {
            return beside;
        }
        let stores = self.now.position.stores.iter().take(self.machine.tables.players).zip(self.machine.lanes..);
        let found = stores
            .fold(L::Mask::NONE, |found, (seeds, slot)| if wanted(*seeds) { found | L::Mask::of(slot) } else { found });
        found & beside
    }

    /// The run from `here` while a claim holds. It contains neither `here` nor a slot twice.
    fn run_of(&self, stride: Stride, table: Option<&[u64]>, claim: &Test<L::Mask>) -> L::Mask {
        let mut found = L::Mask::NONE;
        if self.now.here == NOWHERE {
            return found;
        }
        let way = (self.now.way, stride.back);
        let passed = self.passed_over();
        let mut at = self.now.here;
        let mut holes = 0;
        while !stride.ends_at(holes) {
            for _ in 0..stride.step {
                at = self.machine.next(self.mover, at, way, passed);
            }
            if at == NOWHERE || at == self.now.here || found.has(at) {
                return found;
            }
            let seeds = self.seeds(at);
            let holds = match table.and_then(|table| table.get(usize::from(at))) {
                Some(bits) if (0..64).contains(&seeds) => bits >> seeds & 1 != 0,
                _ => self.holds(claim, at),
            };
            if !holds {
                return found;
            }
            found |= L::Mask::of(at);
            holes += 1;
        }
        found
    }

    /// The slot of a spot, or `NOWHERE`.
    pub(super) fn spot(&self, spot: &Spot, tested: Slot) -> Slot {
        match spot {
            Spot::Slot(slot) => *slot,
            Spot::Nowhere => NOWHERE,
            Spot::Here => self.now.here,
            Spot::Origin => self.now.origin,
            Spot::Tested => tested,
            Spot::Across(relation, from) => self.machine.tables.layout.relative(*relation, self.spot(from, tested)),
            Spot::Along { back, steps, from } => self.along(self.spot(from, tested), *back, *steps),
        }
    }

    /// The slot a number of steps along the track, in the direction of the lap or (`back`) against it.
    pub(super) fn along(&self, from: Slot, back: bool, steps: Steps) -> Slot {
        let steps = match steps {
            Steps::Number(number) => number,
            Steps::Held if from == NOWHERE => return NOWHERE,
            Steps::Held => self.seeds(from).max(0).unsigned_abs(),
        };
        if steps == 0 {
            return NOWHERE;
        }
        if let Some(laps) = self.laps
            && !back
            && !self.rules.skip.passes_origin()
            && let Some(last) = laps.landing(from, steps)
        {
            return last;
        }
        let way = (self.now.way, back);
        let passed = self.passed_over();
        let mut at = from;
        for _ in 0..steps {
            at = self.machine.next(self.mover, at, way, passed);
        }
        at
    }

    /// The slots that sowing passes over in the current position.
    pub(super) fn passed_over(&self) -> L::Mask {
        let passed = match &self.rules.skip {
            Skip::Marked { .. } | Skip::Fixed(..) => self.always_passed_over(),
            Skip::Changing(set, _) => self.set(set, NOWHERE) | self.round.closed,
        };
        if self.rules.skip.passes_origin() { passed | bit(self.now.origin) } else { passed }
    }

    /// The slots that sowing passes over while no mark changes, without the hole from which the lap started.
    #[inline(always)]
    pub(super) fn always_passed_over(&self) -> L::Mask {
        let passed = match &self.rules.skip {
            Skip::Marked { always, among, players, .. } => *always | *among & self.now.position.marked_by(*players),
            Skip::Fixed(set, _) => self.set(set, NOWHERE),
            Skip::Changing(..) => L::Mask::NONE,
        };
        passed | self.round.closed
    }

    /// The value of a number.
    pub(super) fn amount(&self, amount: &Amount<L::Mask>, tested: Slot) -> i32 {
        match amount {
            Amount::Number(number) => *number,
            Amount::SeedsIn(set) => {
                let slots = self.set(set, tested);
                let lanes = self.machine.on_board;
                let beside = (slots & !lanes & L::Mask::first_slots(self.machine.tables.layout.slots)).slots();
                self.now.position.seeds.sum(slots & lanes) + beside.map(|slot| self.seeds(slot)).sum::<i32>()
            }
            Amount::NumberOf(set) => self.set(set, tested).count() as i32,
            Amount::StartOf(spot) => {
                let start = self.machine.tables.layout.start.get(usize::from(self.spot(spot, tested)));
                start.map_or(0, |seeds| *seeds as i32)
            }
            Amount::Made => self.now.made,
            Amount::Dropped => self.now.dropped,
            Amount::Half(whole) => self.amount(whole, tested).div_euclid(2),
        }
    }

    /// Number of seeds in a slot.
    #[inline(always)]
    pub(super) fn seeds(&self, slot: Slot) -> i32 {
        self.now.position.held(slot, self.machine.lanes)
    }

    /// Sets the number of seeds in a slot.
    #[inline(always)]
    pub(super) fn put(&mut self, slot: Slot, seeds: i32) {
        if slot < self.machine.lanes {
            self.now.position.seeds.put(slot, seeds);
        } else if let Some(store) = self.now.position.stores.get_mut(usize::from(slot - self.machine.lanes)) {
            *store = seeds;
        }
    }
}
