//! Evaluation of conditions and sets, in a turn or before it.

use mancala_rules::rules::model::{Fact, Happened, Keeper, Player, Steps, Stride, Way};

use super::lanes::Lanes;
use super::machine::Machine;
use super::position::{Position, Round};
use super::program::At;
use super::sowing::Laps;
use crate::tables::{Amount, Mask, MoverTables, NOWHERE, Numbers, Set, Skip, Slot, Spot, Test, mask, tells};

/// A slot as a set; empty for `NOWHERE`.
#[inline(always)]
pub(super) fn bit<M: Mask>(slot: Slot) -> M {
    if slot == NOWHERE { M::NONE } else { M::of(slot) }
}

/// A moment of a turn, as far as conditions and sets can ask about it.
pub(super) trait View<L: Lanes, const P: usize> {
    fn machine(&self) -> &Machine<L, P>;
    fn rules(&self) -> &MoverTables<L::Mask>;
    fn round(&self) -> &Round<L::Mask>;
    fn position(&self) -> &Position<L, P>;
    fn mover(&self) -> Player;
    /// Where the last seed fell, or the chosen hole.
    fn here(&self) -> Slot;
    /// The hole from which the lap started.
    fn origin(&self) -> Slot;
    fn way(&self) -> Way;
    fn lap(&self) -> u32;
    /// Number of seeds in `here` just after the last seed fell.
    fn made(&self) -> i32;
    /// Number of seeds that the last drop brought there.
    fn dropped(&self) -> i32;
    fn section(&self) -> usize;
    fn last_seed(&self) -> bool;
    fn chosen(&self) -> L::Mask;
    fn sown(&self) -> L::Mask;
    fn sown_this_lap(&self) -> L::Mask;
    fn raided(&self) -> L::Mask;
    fn no_legal_move(&self) -> bool;
    fn repeated(&self) -> bool;
    /// Sowing tables; `None` if seeds must be sown one by one.
    fn laps(&self) -> Option<&Laps<L>>;
    /// Whether a condition holds before the `after turn` of another move of the same section.
    fn another_leaves(&self, test: &Test<L::Mask>) -> bool;

    /// Whether a condition without `Tested` holds. The most common forms are evaluated inline.
    #[inline(always)]
    fn met(&self, test: &Test<L::Mask>) -> bool {
        match test {
            Test::Known(value) => *value,
            Test::AnyOccupied(slots, players) => self.any_occupied(*slots, *players),
            Test::Fact(Fact::Repeated) => self.repeated(),
            Test::Fact(Fact::NoLegalMove) => self.no_legal_move(),
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
    fn holds(&self, test: &Test<L::Mask>, tested: Slot) -> bool {
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
            Test::Lap(lap) => self.lap() == *lap,
            Test::Goes(way) => self.way() == *way,
            Test::TurnsBefore(turns) => self.position().turns[self.mover()] == *turns,
            Test::Starter(player) => self.round().starter == *player,
            Test::Lot(player) => self.round().lot == *player,
            Test::Went(Keeper::Mover, way) => self.position().last_went(self.mover(), *way),
            Test::Went(Keeper::Starter, way) => self.position().last_went(self.round().starter, *way),
            Test::Section(section) => self.section() == *section,
            Test::Fact(fact) => self.fact(*fact),
        }
    }

    /// Whether a fact about the turn or the game holds. Facts that depend on the mover alone, or that concern the time
    /// between rounds, never get here.
    fn fact(&self, fact: Fact) -> bool {
        match fact {
            Fact::NoLegalMove => self.no_legal_move(),
            Fact::Repeated => self.repeated(),
            Fact::LastSeed => self.last_seed(),
            Fact::Starter | Fact::Lot | Fact::WonRound | Fact::LostRound => false,
        }
    }

    /// The slots in which something happened.
    fn where_happened(&self, happened: Happened) -> L::Mask {
        match happened {
            Happened::Sown => self.sown(),
            Happened::SownThisLap => self.sown_this_lap(),
            Happened::Raided => self.raided(),
            Happened::Played => bit(self.position().played),
            Happened::Reached => bit(self.position().reached),
        }
    }

    /// The slots of a set.
    fn set(&self, set: &Set<L::Mask>, tested: Slot) -> L::Mask {
        self.set_in(set, tested, L::Mask::first_slots(L::Mask::SLOTS))
    }

    /// The slots of a set that are in `within`.
    fn set_in(&self, set: &Set<L::Mask>, tested: Slot, within: L::Mask) -> L::Mask {
        match set {
            Set::Slots(slots) => *slots & within,
            Set::Occupied => self.position().seeds.occupied() & within | self.stores_in(within, |seeds| seeds > 0),
            Set::Empty => {
                self.position().seeds.empty() & self.machine().on_board & within
                    | self.stores_in(within, |seeds| seeds == 0)
            }
            Set::Holding(numbers) => {
                self.lanes_holding(numbers, within & self.machine().on_board)
                    | self.stores_in(within, |seeds| numbers.contains(seeds))
            }
            Set::Marked(players) => self.position().marked_by(*players) & within,
            Set::Unmarked(slots, players) => *slots & within & !self.position().marked_by(*players),
            Set::Happened(happened) => self.where_happened(*happened) & within,
            Set::Chosen => self.chosen() & within,
            Set::Spot(spot) => bit::<L::Mask>(self.spot(spot, tested)) & within,
            Set::Across(relation, from) => {
                self.machine().tables.relations[*relation as usize].relatives(self.set(from, tested)) & within
            }
            Set::Whose(relation, of) => {
                self.machine().tables.relations[*relation as usize].whose(self.set(of, tested)) & within
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
    fn part(&self, set: &Set<L::Mask>, tested: Slot, within: L::Mask) -> L::Mask {
        match set {
            Set::Slots(slots) => *slots & within,
            Set::Marked(players) => self.position().marked_by(*players) & within,
            Set::Holding(Numbers::Between(low, high)) if (within & !self.machine().on_board).is_none() => {
                self.position().seeds.holding(*low, *high) & within
            }
            set => self.set_in(set, tested, within),
        }
    }

    #[inline(always)]
    fn any_occupied(&self, slots: L::Mask, players: u32) -> bool {
        let unmarked = if players == 0 { slots } else { slots & !self.position().marked_by(players) };
        !(self.position().seeds.occupied() & unmarked).is_none()
    }

    /// Those of some holes and ends whose number of seeds is in a set of numbers.
    #[inline(always)]
    fn lanes_holding(&self, numbers: &Numbers, lanes: L::Mask) -> L::Mask {
        let seeds = &self.position().seeds;
        match numbers.ranges() {
            Some(ranges) => ranges.fold(L::Mask::NONE, |found, (low, high)| found | seeds.holding(low, high)) & lanes,
            None => mask(lanes.slots().filter(|slot| numbers.contains(seeds.get(*slot)))),
        }
    }

    /// The stores beside the board, among some slots, whose number of seeds satisfies `wanted`.
    #[inline(always)]
    fn stores_in(&self, within: L::Mask, wanted: impl Fn(i32) -> bool) -> L::Mask {
        let beside = within & !self.machine().on_board;
        if beside.is_none() {
            return beside;
        }
        let stores = self.position().stores.iter().take(self.machine().tables.players).zip(self.machine().lanes..);
        let found = stores
            .fold(L::Mask::NONE, |found, (seeds, slot)| if wanted(*seeds) { found | L::Mask::of(slot) } else { found });
        found & beside
    }

    /// The run from `here` while a claim holds. It contains neither `here` nor a slot twice.
    fn run_of(&self, stride: Stride, table: Option<&[u64]>, claim: &Test<L::Mask>) -> L::Mask {
        let mut found = L::Mask::NONE;
        if self.here() == NOWHERE {
            return found;
        }
        let way = (self.way(), stride.back);
        let passed = self.passed_over();
        let mut at = self.here();
        let mut holes = 0;
        while !stride.ends_at(holes) {
            for _ in 0..stride.step {
                at = self.machine().next(self.mover(), at, way, passed);
            }
            if at == NOWHERE || at == self.here() || found.has(at) {
                return found;
            }
            let seeds = self.seeds(at);
            let holds = match table.and_then(|table| table.get(usize::from(at))) {
                Some(numbers) if seeds >= 0 => tells(*numbers, seeds as u64),
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
    fn spot(&self, spot: &Spot, tested: Slot) -> Slot {
        match spot {
            Spot::Slot(slot) => *slot,
            Spot::Nowhere => NOWHERE,
            Spot::Here => self.here(),
            Spot::Origin => self.origin(),
            Spot::Tested => tested,
            Spot::Across(relation, from) => self.machine().tables.layout.relative(*relation, self.spot(from, tested)),
            Spot::Along { back, steps, from } => self.along(self.spot(from, tested), *back, *steps),
        }
    }

    /// The slot a number of steps along the track, in the direction of the lap or (`back`) against it.
    fn along(&self, from: Slot, back: bool, steps: Steps) -> Slot {
        let steps = match steps {
            Steps::Number(number) => number,
            Steps::Held if from == NOWHERE => return NOWHERE,
            Steps::Held => self.seeds(from).max(0).unsigned_abs(),
        };
        if steps == 0 {
            return NOWHERE;
        }
        if let Some(laps) = self.laps()
            && !back
            && !self.rules().skip.passes_origin()
            && let Some(last) = laps.landing(from, steps)
        {
            return last;
        }
        let way = (self.way(), back);
        let passed = self.passed_over();
        let next = |at| self.machine().next(self.mover(), at, way, passed);
        let first = next(from);
        let (mut at, mut gone, mut left) = (first, 0, steps - 1);
        while left > 0 {
            (at, gone, left) = (next(at), gone + 1, left - 1);
            // a hole can hold so many that whole rounds would take seconds
            if at == first {
                left %= gone;
            }
        }
        at
    }

    /// The slots that sowing passes over in the current position.
    fn passed_over(&self) -> L::Mask {
        let passed = match &self.rules().skip {
            Skip::Marked { .. } | Skip::Fixed(..) => self.always_passed_over(),
            Skip::Changing(set, _) => self.set(set, NOWHERE) | self.round().closed,
        };
        if self.rules().skip.passes_origin() { passed | bit(self.origin()) } else { passed }
    }

    /// The slots that sowing passes over while no mark changes, without the hole from which the lap started.
    #[inline(always)]
    fn always_passed_over(&self) -> L::Mask {
        let passed = match &self.rules().skip {
            Skip::Marked { always, among, players, .. } => *always | *among & self.position().marked_by(*players),
            Skip::Fixed(set, _) => self.set(set, NOWHERE),
            Skip::Changing(..) => L::Mask::NONE,
        };
        passed | self.round().closed
    }

    /// A slot on the board that a program names; `NOWHERE` if there is none.
    fn found(&self, at: &At<L::Mask>) -> Slot {
        match at {
            At::Slot(slot) => *slot,
            At::EachWay(slots) => slots[self.way() as usize],
            At::Origin => self.origin(),
            At::Ahead { steps, from } => self.along(*from, false, Steps::Number(*steps)),
            At::Along { back, steps, from } => self.along(*from, *back, Steps::Number(*steps)),
            At::Only(set) => {
                let slots = self.set(set, NOWHERE);
                if slots.count() == 1 { slots.first() } else { NOWHERE }
            }
        }
    }

    /// The value of a number.
    fn amount(&self, amount: &Amount<L::Mask>, tested: Slot) -> i32 {
        match amount {
            Amount::Number(number) => *number,
            Amount::SeedsIn(set) => {
                let slots = self.set(set, tested);
                let lanes = self.machine().on_board;
                let beside = (slots & !lanes & L::Mask::first_slots(self.machine().tables.layout.slots)).slots();
                self.position().seeds.sum(slots & lanes) + beside.map(|slot| self.seeds(slot)).sum::<i32>()
            }
            Amount::NumberOf(set) => self.set(set, tested).count() as i32,
            Amount::StartOf(spot) => {
                let start = self.machine().tables.layout.start.get(usize::from(self.spot(spot, tested)));
                start.map_or(0, |seeds| *seeds as i32)
            }
            Amount::Made => self.made(),
            Amount::Dropped => self.dropped(),
            Amount::Half(whole) => self.amount(whole, tested).div_euclid(2),
        }
    }

    /// Number of seeds in a slot.
    #[inline(always)]
    fn seeds(&self, slot: Slot) -> i32 {
        self.position().held(slot, self.machine().lanes)
    }
}
