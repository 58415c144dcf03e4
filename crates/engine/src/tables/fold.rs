//! Partial evaluation of conditions when part of the state of a turn is known.

use std::sync::Arc;

use mancala_rules::rules::model::{Player, Way};

use super::code::{Action, Amount, Numbers, Op, Set, Spot, Test, Then};
use super::paces::Paces;
use super::slots::{Layout, Mask, NOWHERE, Slot};
use super::walk::Node;

/// What is known of the turn when a condition is evaluated. `None` means unknown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known<'t> {
    /// Where the last seed fell.
    pub here: Option<Slot>,
    /// Class of the number of seeds that the last seed made there.
    pub made: Option<Class>,
    /// Whether `here` still holds the number of seeds in `made`.
    pub holds: bool,
    /// The player who marked `here`; `Some(None)` if nobody did.
    pub mark: Option<Option<Player>>,
    /// Index of the `move` section.
    pub section: Option<usize>,
    /// Direction of the lap.
    pub way: Option<Way>,
    /// Steps along the track in the direction of the lap, if they are the same at all times.
    pub paces: Option<&'t Paces>,
    /// The lap, counted from 1, and the lap from which on all laps are treated alike.
    pub lap: Option<(u32, u32)>,
    /// The slot that stands for `Tested`, and its number of seeds.
    pub tested: Option<(Slot, i32)>,
}

/// A class of seed counts that conditions need not distinguish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// A member of the class.
    pub number: i32,
    /// Below this number each class has one member; from it on, there is one class for each parity.
    pub cap: i32,
}

impl Class {
    /// Whether the class lies within a set of numbers; `None` if the answer may differ within the class.
    pub fn is_in(self, numbers: &Numbers) -> Option<bool> {
        (self.number < self.cap || numbers.limit() <= self.cap).then(|| numbers.contains(self.number))
    }
}

impl Known<'_> {
    /// Simplifies a condition by what is known.
    pub fn test<M: Mask>(&self, test: &Test<M>, layout: &Layout) -> Test<M> {
        match test {
            Test::Not(inner) => Test::negated(self.test(inner, layout)),
            Test::And(parts) => Test::and(parts.iter().map(|part| self.test(part, layout))),
            Test::Or(parts) => Test::or(parts.iter().map(|part| self.test(part, layout))),
            Test::Some(set) => Test::some(self.set(set, layout)),
            Test::Seeds(spot, numbers) => {
                let spot = self.spot(spot, layout);
                match self.seeds_known(&spot, numbers) {
                    Some(value) => Test::Known(value),
                    None => Test::seeds(spot, numbers.clone()),
                }
            }
            Test::Within(spot, set) => {
                let spot = self.spot(spot, layout);
                match (Test::within(spot, self.set(set, layout)), self.here, self.mark) {
                    (Test::Within(Spot::Slot(slot), Set::Marked(players)), Some(here), Some(mark)) if slot == here => {
                        Test::Known(mark.is_some_and(|player| players >> player & 1 != 0))
                    }
                    (Test::Seeds(spot, numbers), ..) => match self.seeds_known(&spot, &numbers) {
                        Some(value) => Test::Known(value),
                        None => Test::Seeds(spot, numbers),
                    },
                    (other @ (Test::And(_) | Test::Or(_) | Test::Not(_)), ..) if &other != test => {
                        self.test(&other, layout)
                    }
                    (other, ..) => other,
                }
            }
            Test::Count(Amount::Made, numbers) => match self.made.and_then(|made| made.is_in(numbers)) {
                Some(value) => Test::Known(value),
                None => test.clone(),
            },
            Test::Count(amount, numbers) => match self.amount(amount, layout) {
                Amount::Number(number) => Test::Known(numbers.contains(number)),
                amount => Test::Count(amount, numbers.clone()),
            },
            Test::Compare(left, bound, right) => {
                Test::compared(self.amount(left, layout), *bound, self.amount(right, layout))
            }
            Test::Lap(lap) => match self.lap {
                Some((known, last)) if known < last || *lap < last => Test::Known(known == *lap),
                _ => test.clone(),
            },
            Test::Goes(way) => self.way.map_or(test.clone(), |known| Test::Known(known == *way)),
            Test::Section(section) => self.section.map_or(test.clone(), |known| Test::Known(known == *section)),
            other => other.clone(),
        }
    }

    /// Simplifies an action by what is known. Returns its index in `actions`, appending it if it is new.
    pub fn action<M: Mask>(&self, number: u16, actions: &mut Vec<Action<M>>, layout: &Layout) -> u16 {
        let action = &actions[usize::from(number)];
        // `Action::relays` recognizes a relay by its form, so that stays as it is
        if action.relays() {
            return number;
        }
        let set = |set: &Set<M>| self.set(set, layout);
        let amount = |amount: &Amount<M>| self.amount(amount, layout);
        let ops = action.ops.iter().map(|op| match op {
            Op::Capture(winner, slots) => Op::Capture(*winner, set(slots)),
            Op::CaptureEach(sets) => Op::CaptureEach(sets.iter().map(set).collect()),
            Op::Lift(most, slots) => Op::Lift(most.as_ref().map(amount), set(slots)),
            Op::Place(count, slots) => Op::Place(amount(count), set(slots)),
            Op::PlaceFromStore(count, slots) => Op::PlaceFromStore(amount(count), set(slots)),
            Op::PlaceAll(slots) => Op::PlaceAll(set(slots)),
            Op::To(change, slots) => Op::To(*change, set(slots)),
            Op::Choose(number, slots) => Op::Choose(*number, set(slots)),
        });
        let then = match &action.then {
            Then::Sow { turning, by, into, at } => {
                // by then, the direction has changed
                let way = self.way.map(|way| turning.after(way));
                let paces = self.paces.filter(|_| way == self.way);
                let at = Known { way, paces, ..*self }.set(at, layout);
                Then::Sow { turning: *turning, by: *by, into: *into, at }
            }
            other => other.clone(),
        };
        let known = Action { rule: action.rule, may: action.may, ops: ops.collect(), then };
        let found = actions.iter().position(|action| *action == known);
        let number = found.unwrap_or(actions.len());
        if found.is_none() {
            actions.push(known);
        }
        number as u16
    }

    fn seeds_known(&self, spot: &Spot, numbers: &Numbers) -> Option<bool> {
        match (spot, self.tested, self.here, self.made) {
            (Spot::Slot(slot), Some((tested, seeds)), ..) if *slot == tested => Some(numbers.contains(seeds)),
            (Spot::Slot(slot), _, Some(here), Some(made)) if *slot == here && self.holds => made.is_in(numbers),
            _ => None,
        }
    }

    fn spot(&self, spot: &Spot, layout: &Layout) -> Spot {
        match spot {
            Spot::Here => self.here.map_or(Spot::Here, Spot::Slot),
            Spot::Tested => self.tested.map_or(Spot::Tested, |(slot, _)| Spot::Slot(slot)),
            Spot::Across(relation, from) => Spot::across(*relation, self.spot(from, layout), layout),
            Spot::Along { back, steps, from } => {
                let from = self.spot(from, layout);
                match &from {
                    Spot::Slot(slot)
                        if let Some(slot) = self.paces.and_then(|paces| paces.walk(*slot, *back, *steps)) =>
                    {
                        if slot == NOWHERE { Spot::Nowhere } else { Spot::Slot(slot) }
                    }
                    _ => Spot::Along { back: *back, steps: *steps, from: Box::new(from) },
                }
            }
            other => other.clone(),
        }
    }

    fn set<M: Mask>(&self, set: &Set<M>, layout: &Layout) -> Set<M> {
        match set {
            Set::Spot(spot) => Set::spot(self.spot(spot, layout)),
            Set::Across(relation, from) => Set::across(*relation, self.set(from, layout), layout),
            Set::Whose(relation, from) => Set::Whose(*relation, Box::new(self.set(from, layout))),
            Set::Along { back, steps, from } => {
                let from = self.set(from, layout);
                match &from {
                    Set::Slots(slots)
                        if let Some(slots) = self.paces.and_then(|paces| paces.walk_all(*slots, *back, *steps)) =>
                    {
                        Set::Slots(slots)
                    }
                    _ => Set::Along { back: *back, steps: *steps, from: Box::new(from) },
                }
            }
            Set::Where(base, claim) => {
                // inside the filter, `Tested` is another slot
                let inside = Known { tested: None, ..*self };
                Set::filtered(self.set(base, layout), inside.test(claim, layout), layout)
            }
            Set::If(test) => match self.test(test, layout) {
                Test::Known(true) => Set::Slots(M::first_slots(M::SLOTS)),
                Test::Known(false) => Set::none(),
                test => Set::If(Box::new(test)),
            },
            Set::Both(parts) => Set::both(parts.iter().map(|part| self.set(part, layout))),
            Set::Either(parts) => Set::either(parts.iter().map(|part| self.set(part, layout))),
            Set::Not(inner) => Set::outside(self.set(inner, layout)),
            other => other.clone(),
        }
    }

    fn amount<M: Mask>(&self, amount: &Amount<M>, layout: &Layout) -> Amount<M> {
        match amount {
            Amount::SeedsIn(set) => Amount::SeedsIn(self.set(set, layout)),
            Amount::NumberOf(set) => match self.set(set, layout) {
                Set::Slots(slots) => Amount::Number(slots.count() as i32),
                set => Amount::NumberOf(set),
            },
            Amount::StartOf(spot) => match self.spot(spot, layout) {
                Spot::Slot(slot) => Amount::Number(layout.start[usize::from(slot)] as i32),
                Spot::Nowhere => Amount::Number(0),
                spot => Amount::StartOf(spot),
            },
            Amount::Half(whole) => Amount::half(self.amount(whole, layout)),
            other => other.clone(),
        }
    }
}

impl<M: Mask> Set<M> {
    /// The set during a lap in a direction.
    pub fn going(&self, way: Way, layout: &Layout) -> Set<M> {
        Known { way: Some(way), ..Known::default() }.set(self, layout)
    }
}

/// For each slot the numbers of seeds, as in [`tells`], for which a claim about `Tested` holds. `None` if the claim
/// depends on more than the number of seeds, or tells higher numbers apart.
pub(super) fn seeds_table<M: Mask>(claim: &Test<M>, layout: &Layout) -> Option<Arc<[u64]>> {
    // from here on only parity is told apart
    let mut limit = 0;
    claim.any(&mut |node| {
        if let Node::Test(Test::Seeds(_, numbers) | Test::Count(_, numbers)) | Node::Set(Set::Holding(numbers)) = node {
            limit = limit.max(numbers.limit());
        }
        false
    });
    if limit > 62 {
        return None;
    }
    (0..layout.slots as Slot)
        .map(|slot| {
            let holds = |seeds| match (Known { tested: Some((slot, seeds)), ..Known::default() }).test(claim, layout) {
                Test::Known(holds) => Some(u64::from(holds)),
                _ => None,
            };
            holds(-1)?;
            let low = (0..limit).try_fold(0, |bits, seeds| Some(bits | holds(seeds)? << seeds))?;
            let [next, other] = [holds(limit)?, holds(limit + 1)?];
            Some(
                (limit..64)
                    .fold(low, |bits, seeds| bits | if (seeds - limit) & 1 == 0 { next } else { other } << seeds),
            )
        })
        .collect()
}
