//! Constructors of conditions and sets that simplify whatever is constant.

use mancala_rules::rules::model::Across;

use super::code::{Amount, Bound, Numbers, Set, Spot, Test};
use super::slots::{Layout, Mask, NOWHERE, Slot};

impl<M: Mask> Test<M> {
    /// Negation.
    pub fn negated(test: Test<M>) -> Test<M> {
        match test {
            Test::Known(value) => Test::Known(!value),
            Test::Not(inner) => *inner,
            other => Test::Not(Box::new(other)),
        }
    }

    /// Conjunction: all tests hold.
    pub fn and(tests: impl IntoIterator<Item = Test<M>>) -> Test<M> {
        let mut kept: Vec<Test<M>> = Vec::new();
        for test in tests {
            match test {
                Test::Known(true) => {}
                Test::Known(false) => return Test::Known(false),
                Test::And(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        if kept.len() > 1 { Test::And(kept) } else { kept.pop().unwrap_or(Test::Known(true)) }
    }

    /// Disjunction: at least one test holds.
    pub fn or(tests: impl IntoIterator<Item = Test<M>>) -> Test<M> {
        let mut kept: Vec<Test<M>> = Vec::new();
        for test in tests {
            match test {
                Test::Known(false) => {}
                Test::Known(true) => return Test::Known(true),
                Test::Or(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        if kept.len() > 1 { Test::Or(kept) } else { kept.pop().unwrap_or(Test::Known(false)) }
    }

    /// Test that a set is not empty.
    pub fn some(set: Set<M>) -> Test<M> {
        match set {
            Set::Slots(slots) => Test::Known(!slots.is_none()),
            Set::If(test) => *test,
            Set::Either(parts) => Test::or(parts.into_iter().map(Test::some)),
            other => Test::Some(other),
        }
    }

    /// Rewrites the test into the forms that are fastest to evaluate.
    pub(super) fn polished(self, layout: &Layout) -> Test<M> {
        let lanes = M::first_slots(layout.lanes);
        match self {
            Test::Not(inner) => Test::negated(inner.polished(layout)),
            Test::AnotherLeaves(inner) => Test::AnotherLeaves(Box::new(inner.polished(layout))),
            Test::And(parts) => Test::and(parts.into_iter().map(|part| part.polished(layout))),
            Test::Or(parts) => Test::or(parts.into_iter().map(|part| part.polished(layout))),
            Test::Some(Set::Both(parts)) => match parts.as_slice() {
                [Set::Slots(slots), rest @ ..] if rest.len() < 3 && (*slots & !lanes).is_none() => {
                    // only stores can hold a negative number of seeds
                    let holes = (*slots & !M::first_slots(layout.holes)).is_none();
                    let occupied = |set: &Set<M>| match set {
                        Set::Occupied => true,
                        Set::Not(inner) => **inner == Set::Empty && holes,
                        _ => false,
                    };
                    let marked = |set: &Set<M>| match set {
                        Set::Not(inner) => match **inner {
                            Set::Marked(players) => Some(players),
                            _ => None,
                        },
                        _ => None,
                    };
                    match rest {
                        [set] if occupied(set) => Test::AnyOccupied(*slots, 0),
                        [first, second] if occupied(first) || occupied(second) => {
                            match marked(first).or(marked(second)) {
                                Some(players) => Test::AnyOccupied(*slots, players),
                                None => Test::Some(Set::Both(parts)),
                            }
                        }
                        _ => Test::Some(Set::Both(parts)),
                    }
                }
                _ => Test::Some(Set::Both(parts)),
            },
            Test::Count(Amount::SeedsIn(Set::Slots(slots)), numbers) if slots.count() == 1 => {
                Test::Seeds(Spot::Slot(slots.first()), numbers)
            }
            other => other,
        }
    }

    /// Test that compares two numbers.
    pub fn compared(left: Amount<M>, bound: Bound, right: Amount<M>) -> Test<M> {
        match (left, right) {
            (Amount::Number(left), Amount::Number(right)) => Test::Known(bound.holds(left, right)),
            (left, right) => Test::Compare(left, bound, right),
        }
    }

    /// Test that a slot exists.
    pub fn exists(spot: Spot) -> Test<M> {
        match spot {
            Spot::Slot(_) | Spot::Tested => Test::Known(true),
            Spot::Nowhere => Test::Known(false),
            other => Test::Within(other, Set::Slots(M::first_slots(M::SLOTS))),
        }
    }

    /// Test that a slot exists and that its number of seeds is in `numbers`.
    pub fn seeds(spot: Spot, numbers: Numbers) -> Test<M> {
        if spot == Spot::Nowhere { Test::Known(false) } else { Test::Seeds(spot, numbers) }
    }

    /// Test that a slot exists and belongs to a set.
    pub fn within(spot: Spot, set: Set<M>) -> Test<M> {
        match (spot, set) {
            (Spot::Nowhere, _) => Test::Known(false),
            (Spot::Slot(slot), Set::Slots(slots)) => Test::Known(slots.has(slot)),
            (_, Set::Slots(slots)) if slots.is_none() => Test::Known(false),
            (spot, Set::Slots(slots)) if slots == M::first_slots(M::SLOTS) => Test::exists(spot),
            (spot, Set::Occupied) => Test::seeds(spot, Numbers::Between(1, i32::MAX)),
            (spot, Set::Empty) => Test::seeds(spot, Numbers::Bits(1)),
            (spot, Set::Holding(numbers)) => Test::seeds(spot, numbers),
            (spot, Set::If(test)) => Test::and([Test::exists(spot), *test]),
            (spot, Set::Not(set)) => Test::and([Test::exists(spot.clone()), Test::negated(Test::within(spot, *set))]),
            (spot, Set::Both(parts)) => Test::and(parts.into_iter().map(|part| Test::within(spot.clone(), part))),
            (spot, Set::Either(parts)) => Test::or(parts.into_iter().map(|part| Test::within(spot.clone(), part))),
            (spot, Set::Where(base, claim)) if spot == Spot::Tested => {
                // `Tested` means the same slot in the claim
                Test::and([Test::within(spot, *base), *claim])
            }
            (spot, set) => Test::Within(spot, set),
        }
    }

    /// Whether `Tested` occurs in the test.
    pub fn mentions_tested(&self) -> bool {
        match self {
            Test::Not(inner) => inner.mentions_tested(),
            Test::And(parts) | Test::Or(parts) => parts.iter().any(Test::mentions_tested),
            Test::Some(set) => set.mentions_tested(),
            Test::Seeds(spot, _) => spot.mentions_tested(),
            Test::Within(spot, set) => spot.mentions_tested() || set.mentions_tested(),
            Test::Count(amount, _) => amount.mentions_tested(),
            Test::Compare(left, _, right) => left.mentions_tested() || right.mentions_tested(),
            _ => false,
        }
    }

    /// The set of slots that pass the test when they stand for `Tested`; `None` if no set expresses it.
    fn uniform(self, layout: &Layout) -> Option<Set<M>> {
        Some(match self {
            Test::Not(inner) => Set::outside(inner.uniform(layout)?),
            Test::And(parts) => {
                Set::both(parts.into_iter().map(|part| part.uniform(layout)).collect::<Option<Vec<_>>>()?)
            }
            Test::Or(parts) => {
                Set::either(parts.into_iter().map(|part| part.uniform(layout)).collect::<Option<Vec<_>>>()?)
            }
            Test::Known(value) => Set::Slots(if value { M::first_slots(M::SLOTS) } else { M::NONE }),
            Test::Seeds(spot, numbers) if spot.is_seen_from_tested() => {
                let holding = match numbers {
                    Numbers::Between(1, i32::MAX) => Set::Occupied,
                    Numbers::Bits(1) => Set::Empty,
                    other => Set::Holding(other),
                };
                spot.seen_in(holding, layout)
            }
            Test::Within(spot, set) if spot.is_seen_from_tested() && !set.mentions_tested() => {
                spot.seen_in(set, layout)
            }
            other if !other.mentions_tested() => Set::If(Box::new(other)),
            _ => return None,
        })
    }
}

impl Spot {
    fn mentions_tested(&self) -> bool {
        match self {
            Spot::Tested => true,
            Spot::Across(_, from) | Spot::Along { from, .. } => from.mentions_tested(),
            _ => false,
        }
    }

    /// Whether the spot is `Tested` or a relative of it that depends on the board alone.
    fn is_seen_from_tested(&self) -> bool {
        match self {
            Spot::Tested => true,
            Spot::Across(_, from) => from.is_seen_from_tested(),
            _ => false,
        }
    }

    /// The slots for which this spot lies in `set` when they stand for `Tested`.
    fn seen_in<M: Mask>(self, set: Set<M>, layout: &Layout) -> Set<M> {
        match self {
            Spot::Across(relation, from) => from.seen_in(Set::whose(relation, set, layout), layout),
            _ => set,
        }
    }

    /// The relative of a spot: a slot where that is known.
    pub fn across(relation: Across, from: Spot, layout: &Layout) -> Spot {
        match from {
            Spot::Nowhere => Spot::Nowhere,
            Spot::Slot(slot) => match layout.relative(relation, slot) {
                NOWHERE => Spot::Nowhere,
                relative => Spot::Slot(relative),
            },
            other => Spot::Across(relation, Box::new(other)),
        }
    }
}

impl<M: Mask> Amount<M> {
    /// Half of a number, rounded down.
    pub fn half(whole: Amount<M>) -> Amount<M> {
        match whole {
            Amount::Number(number) => Amount::Number(number.div_euclid(2)),
            whole => Amount::Half(Box::new(whole)),
        }
    }

    /// Whether `Tested` occurs in the amount.
    pub fn mentions_tested(&self) -> bool {
        match self {
            Amount::SeedsIn(set) | Amount::NumberOf(set) => set.mentions_tested(),
            Amount::StartOf(spot) => spot.mentions_tested(),
            Amount::Half(whole) => whole.mentions_tested(),
            Amount::Number(_) | Amount::Made | Amount::Dropped => false,
        }
    }
}

impl<M: Mask> Set<M> {
    /// Rewrites the set into the form that is fastest to evaluate.
    pub(super) fn polished(self) -> Set<M> {
        match &self {
            Set::Both(parts) => match parts.as_slice() {
                [Set::Slots(slots), Set::Not(marked)] => match **marked {
                    Set::Marked(players) => Set::Unmarked(*slots, players),
                    _ => self,
                },
                _ => self,
            },
            _ => self,
        }
    }

    /// The set of the one slot of a spot, or the empty set.
    pub fn spot(spot: Spot) -> Set<M> {
        match spot {
            Spot::Slot(slot) => Set::Slots(M::of(slot)),
            Spot::Nowhere => Set::Slots(M::NONE),
            other => Set::Spot(other),
        }
    }

    /// Complement.
    pub fn outside(set: Set<M>) -> Set<M> {
        match set {
            Set::Slots(slots) => Set::Slots(!slots),
            Set::Not(inner) => *inner,
            Set::If(test) => Set::If(Box::new(Test::negated(*test))),
            other => Set::Not(Box::new(other)),
        }
    }

    /// Intersection.
    pub fn both(sets: impl IntoIterator<Item = Set<M>>) -> Set<M> {
        let (all, none) = (M::first_slots(M::SLOTS), M::NONE);
        let mut slots = all;
        let mut kept = Vec::new();
        for set in sets {
            match set {
                Set::Slots(more) => slots = slots & more,
                Set::Both(inner) => {
                    for part in inner {
                        match part {
                            Set::Slots(more) => slots = slots & more,
                            other => kept.push(other),
                        }
                    }
                }
                other => kept.push(other),
            }
        }
        if slots == none || kept.is_empty() {
            return Set::Slots(slots);
        }
        if slots != all {
            kept.insert(0, Set::Slots(slots));
        }
        if kept.len() > 1 { Set::Both(kept) } else { kept.pop().unwrap_or(Set::Slots(all)) }
    }

    /// Union.
    pub fn either(sets: impl IntoIterator<Item = Set<M>>) -> Set<M> {
        let mut slots = M::NONE;
        let mut kept = Vec::new();
        for set in sets {
            match set {
                Set::Slots(more) => slots |= more,
                Set::Either(inner) => {
                    for part in inner {
                        match part {
                            Set::Slots(more) => slots |= more,
                            other => kept.push(other),
                        }
                    }
                }
                other => kept.push(other),
            }
        }
        if kept.is_empty() || slots == M::first_slots(M::SLOTS) {
            return Set::Slots(slots);
        }
        if !slots.is_none() {
            kept.insert(0, Set::Slots(slots));
        }
        if kept.len() > 1 { Set::Either(kept) } else { kept.pop().unwrap_or(Set::Slots(slots)) }
    }

    /// The relatives of the slots of a set.
    pub fn across(relation: Across, set: Set<M>, layout: &Layout) -> Set<M> {
        match set {
            Set::Slots(slots) => Set::Slots(layout.relatives(relation, slots)),
            Set::Spot(spot) => Set::spot(Spot::across(relation, spot, layout)),
            other => Set::Across(relation, Box::new(other)),
        }
    }

    /// The slots whose relative is in a set.
    fn whose(relation: Across, set: Set<M>, layout: &Layout) -> Set<M> {
        match set {
            Set::Slots(slots) => Set::Slots(layout.whose(relation, slots)),
            other => Set::Whose(relation, Box::new(other)),
        }
    }

    /// The slots of `base` for which `claim` holds, with the slot as `Tested`.
    pub fn filtered(base: Set<M>, claim: Test<M>, layout: &Layout) -> Set<M> {
        if let Some(set) = claim.clone().uniform(layout) {
            return Set::both([base, set]);
        }
        // only what no set expresses is asked slot by slot
        match claim {
            Test::And(parts) => {
                let (mut sets, mut rest) = (vec![base], Vec::new());
                for part in parts {
                    match part.clone().uniform(layout) {
                        Some(set) => sets.push(set),
                        None => rest.push(part),
                    }
                }
                Set::Where(Box::new(Set::both(sets)), Box::new(Test::and(rest)))
            }
            Test::Not(inner) if matches!(*inner, Test::And(_)) => {
                let within = Set::filtered(base.clone(), *inner, layout);
                Set::both([base, Set::outside(within)])
            }
            claim => Set::Where(Box::new(base), Box::new(claim)),
        }
    }

    /// Whether `Tested` occurs. Inside a nested filter it means another slot and does not count.
    pub fn mentions_tested(&self) -> bool {
        match self {
            Set::Spot(spot) => spot.mentions_tested(),
            Set::Across(_, set) | Set::Whose(_, set) | Set::Not(set) => set.mentions_tested(),
            Set::Along { from, .. } => from.mentions_tested(),
            Set::Where(base, _) => base.mentions_tested(),
            Set::If(test) => test.mentions_tested(),
            Set::Both(parts) | Set::Either(parts) => parts.iter().any(Set::mentions_tested),
            _ => false,
        }
    }
}

impl Layout {
    /// The relative of a slot, or [`NOWHERE`].
    pub fn relative(&self, relation: Across, slot: Slot) -> Slot {
        self.across[relation as usize].get(usize::from(slot)).copied().unwrap_or(NOWHERE)
    }

    /// The relatives of the slots of a set.
    pub fn relatives<M: Mask>(&self, relation: Across, slots: M) -> M {
        super::slots::mask(
            slots.slots().map(|slot| self.relative(relation, slot)).filter(|relative| *relative != NOWHERE),
        )
    }

    /// The slots whose relative is in a set.
    pub fn whose<M: Mask>(&self, relation: Across, set: M) -> M {
        let all = 0..self.slots as Slot;
        super::slots::mask(all.filter(|slot| {
            let relative = self.relative(relation, *slot);
            relative != NOWHERE && set.has(relative)
        }))
    }
}
