//! Simplifies conditions and sets: evaluates constants, flattens lists and removes repetition.

use crate::rules::model::{Amount, Case, Condition, Fixed, HoleSet, NumberSet, One, Property, Way};

/// An equivalent condition in the shortest form. `lap` is the direction of sowing, if known.
pub(super) fn condition(given: &Condition, lap: Option<Way>) -> Condition {
    match given {
        Condition::Not(inner) => not(condition(inner, lap)),
        Condition::AnotherLeaves(inner) => Condition::AnotherLeaves(Box::new(condition(inner, None))),
        Condition::And(parts) => all(parts.iter().map(|part| condition(part, lap)).collect()),
        Condition::Or(parts) => any(parts.iter().map(|part| condition(part, lap)).collect()),
        Condition::Some(holes) => match set(holes, lap) {
            empty if is_nothing(&empty) => Condition::Constant(false),
            holes => Condition::Some(holes),
        },
        Condition::All(holes, claim) => match (set(holes, lap), condition(claim, lap)) {
            (_, Condition::Constant(true)) => Condition::Constant(true),
            (holes, _) if is_nothing(&holes) => Condition::Constant(true),
            (holes, Condition::Constant(false)) => not(Condition::Some(holes)),
            (holes, claim) => Condition::All(holes, Box::new(claim)),
        },
        Condition::Is(one, Property::In(holes)) => match set(holes, lap) {
            empty if is_nothing(&empty) => Condition::Constant(false),
            holes => Condition::Is(one.clone(), Property::In(Box::new(holes))),
        },
        Condition::Count(Amount::Number(number), numbers) => match contains(numbers, *number) {
            Some(settled) => Condition::Constant(settled),
            None => given.clone(),
        },
        Condition::Count(amount, numbers) => Condition::Count(counted(amount, lap), bounded(numbers, lap)),
        Condition::Holds(one, numbers) => Condition::Holds(one.clone(), bounded(numbers, lap)),
        Condition::Makes(numbers) => Condition::Makes(bounded(numbers, lap)),
        Condition::LapGoes(way) => match lap {
            Some(known) => Condition::Constant(known == *way),
            None => given.clone(),
        },
        _ => given.clone(),
    }
}

/// An equivalent set in the shortest form. `lap` is the direction of sowing, if known.
pub(super) fn set(given: &HoleSet, lap: Option<Way>) -> HoleSet {
    match given {
        HoleSet::Where(base, filter) => {
            let filter = condition(filter, lap);
            let (base, filter) = match set(base, lap) {
                HoleSet::Where(base, first) => (*base, all(vec![*first, filter])),
                base => (base, filter),
            };
            match filter {
                Condition::Constant(true) => base,
                Condition::Constant(false) => HoleSet::Union(Vec::new()),
                filter => HoleSet::Where(Box::new(base), Box::new(filter)),
            }
        }
        HoleSet::Related(relation, base) => match set(base, lap) {
            HoleSet::One(one) => HoleSet::One(One::Related(*relation, Box::new(one))),
            HoleSet::Union(parts) => {
                let related = |part| HoleSet::Related(*relation, Box::new(part));
                set(&HoleSet::Union(parts.into_iter().map(related).collect()), lap)
            }
            base => HoleSet::Related(*relation, Box::new(base)),
        },
        HoleSet::Run { stride, condition: going } => {
            let going = Box::new(condition(going, lap));
            HoleSet::Run { stride: *stride, condition: going }
        }
        HoleSet::Union(parts) => {
            let mut flat = Vec::new();
            for part in parts {
                match set(part, lap) {
                    HoleSet::Union(inner) => flat.extend(inner),
                    part => flat.push(part),
                }
            }
            match flat.len() {
                1 => flat.remove(0),
                _ => HoleSet::Union(flat),
            }
        }
        HoleSet::Any(number, among) => HoleSet::Any(*number, Box::new(set(among, lap))),
        _ => given.clone(),
    }
}

fn counted(given: &Amount, lap: Option<Way>) -> Amount {
    match given {
        Amount::SeedsIn(holes) => Amount::SeedsIn(set(holes, lap)),
        Amount::NumberOf(holes) => Amount::NumberOf(set(holes, lap)),
        Amount::Half(whole) => Amount::Half(Box::new(counted(whole, lap))),
        Amount::Number(_) | Amount::StartingSeeds(_) | Amount::InMatch(_) => given.clone(),
    }
}

fn bounded(given: &NumberSet, lap: Option<Way>) -> NumberSet {
    match given {
        NumberSet::Exactly(bound) => NumberSet::Exactly(counted(bound, lap)),
        NumberSet::AtLeast(bound) => NumberSet::AtLeast(counted(bound, lap)),
        NumberSet::AtMost(bound) => NumberSet::AtMost(counted(bound, lap)),
        NumberSet::MoreThan(bound) => NumberSet::MoreThan(counted(bound, lap)),
        NumberSet::FewerThan(bound) => NumberSet::FewerThan(counted(bound, lap)),
        NumberSet::Even | NumberSet::Odd | NumberSet::List(_) | NumberSet::Range(..) => given.clone(),
    }
}

/// Whether a simplified set is always empty.
pub(super) fn is_nothing(holes: &HoleSet) -> bool {
    matches!(holes, HoleSet::Union(parts) if parts.is_empty())
}

/// The parts of a conjunction; another condition is its own only part.
pub(super) fn conjuncts(given: &Condition) -> &[Condition] {
    match given {
        Condition::And(parts) => parts,
        _ => std::slice::from_ref(given),
    }
}

/// The cases that can apply, with simplified conditions. `None` stands for `otherwise` and for an unconditional case.
///
/// `settled` replaces what the readings settle. A case is dropped if its condition implies the condition of an earlier case whose value satisfies `applies`: one
/// that always applies when its condition holds.
pub(super) fn cases<T>(
    given: &[Case<T>],
    settled: impl Fn(&Condition) -> Condition,
    applies: impl Fn(&T) -> bool,
) -> Vec<(&Case<T>, Option<Condition>)> {
    let mut kept: Vec<(&Case<T>, Option<Condition>)> = Vec::new();
    for case in given {
        let asked = case.condition.as_ref().map(|asked| condition(&settled(asked), None));
        let asked = asked.filter(|asked| *asked != Condition::Constant(true));
        let asks = |part: &Condition| asked.as_ref().is_some_and(|asked| conjuncts(asked).contains(part));
        let granted = |part: &Condition| match part {
            Condition::Or(alternatives) => asks(part) || alternatives.iter().any(asks),
            part => asks(part),
        };
        let shadowed = kept.iter().any(|(earlier, condition)| {
            applies(&earlier.value) && condition.as_ref().is_none_or(|earlier| conjuncts(earlier).iter().all(granted))
        });
        if asked != Some(Condition::Constant(false)) && !shadowed {
            kept.push((case, asked));
        }
    }
    kept
}

/// The negation of a simplified condition, in the shortest form.
pub(super) fn not(given: Condition) -> Condition {
    match given {
        Condition::Constant(settled) => Condition::Constant(!settled),
        Condition::Not(inner) => *inner,
        Condition::Or(parts) => all(parts.into_iter().map(not).collect()),
        other => Condition::Not(Box::new(other)),
    }
}

fn all(parts: Vec<Condition>) -> Condition {
    let mut flat: Vec<Condition> = Vec::new();
    for part in parts {
        match part {
            Condition::Constant(true) => {}
            Condition::Constant(false) => return Condition::Constant(false),
            Condition::And(inner) => inner.into_iter().for_each(|part| add(&mut flat, part)),
            part => add(&mut flat, part),
        }
    }
    let flat = equal_bounds(flat);
    let mut short: Vec<Condition> = Vec::new();
    for (place, part) in flat.iter().enumerate() {
        let given = |asked: &Condition| flat.iter().enumerate().any(|(other, part)| other != place && part == asked);
        let part = match part {
            Condition::Or(inner) if inner.iter().any(given) => continue,
            Condition::Or(inner) => any(inner.iter().filter(|part| !given(&not((*part).clone()))).cloned().collect()),
            Condition::Not(inner) => match &**inner {
                Condition::And(inner) => not(all(inner.iter().filter(|part| !given(part)).cloned().collect())),
                _ => part.clone(),
            },
            part => part.clone(),
        };
        if part == Condition::Constant(false) || given(&not(part.clone())) {
            return Condition::Constant(false);
        }
        add(&mut short, part);
    }
    match short.len() {
        0 => Condition::Constant(true),
        1 => short.remove(0),
        _ => Condition::And(short),
    }
}

fn any(parts: Vec<Condition>) -> Condition {
    let mut flat: Vec<Condition> = Vec::new();
    for part in parts {
        match part {
            Condition::Constant(false) => {}
            Condition::Constant(true) => return Condition::Constant(true),
            Condition::Or(inner) => inner.into_iter().for_each(|part| add(&mut flat, part)),
            part => add(&mut flat, part),
        }
    }
    let flat = one_list(flat);
    let narrower = |part: &Condition| flat.iter().any(|wider| implies(part, wider) && !implies(wider, part));
    let mut short: Vec<Condition> = flat.iter().filter(|part| !narrower(part)).cloned().collect();
    match short.len() {
        0 => Condition::Constant(false),
        1 => short.remove(0),
        _ => Condition::Or(short),
    }
}

/// The numbers that a condition allows the seeds of a hole, and the hole; `None` in its place for what `here` makes.
fn numbers_of(part: &Condition) -> Option<(Option<&One>, &NumberSet)> {
    match part {
        Condition::Makes(numbers) => Some((None, numbers)),
        Condition::Holds(one, numbers) => Some((Some(one), numbers)),
        _ => None,
    }
}

/// The condition that allows a hole, as in [`numbers_of`], these numbers.
fn allowing(hole: Option<&One>, numbers: NumberSet) -> Condition {
    match hole {
        None => Condition::Makes(numbers),
        Some(one) => Condition::Holds(one.clone(), numbers),
    }
}

/// Alternatives in which numbers of seeds in one hole are one list, and so are the places of one hole in its row.
fn one_list(parts: Vec<Condition>) -> Vec<Condition> {
    let mut joined: Vec<Condition> = Vec::new();
    for part in parts {
        let known = joined.iter_mut().find_map(|known| same_row(known, &part).map(|both| (known, both)));
        if let Some((known, both)) = known {
            *known = both;
            continue;
        }
        let list = |part: &Condition| match numbers_of(part) {
            Some((hole, NumberSet::List(list))) => Some((hole.cloned(), list.clone())),
            _ => None,
        };
        let same = list(&part).and_then(|(hole, numbers)| {
            let known = joined.iter_mut().find(|known| list(known).is_some_and(|(other, _)| other == hole))?;
            let (_, mut all) = list(known)?;
            all.extend(numbers.into_iter().filter(|number| !all.contains(number)).collect::<Vec<_>>());
            *known = allowing(hole.as_ref(), NumberSet::List(all));
            Some(())
        });
        if same.is_none() {
            joined.push(part);
        }
    }
    joined
}

/// The condition that a hole has one of the places that two conditions allow it, counted alike.
fn same_row(one: &Condition, other: &Condition) -> Option<Condition> {
    let place = |part: &Condition| match part {
        Condition::Is(hole, Property::Fixed(Fixed::Place(from, places))) => Some((hole.clone(), *from, places.clone())),
        _ => None,
    };
    let ((hole, from, mut places), (same, likewise, more)) = (place(one)?, place(other)?);
    places.extend(more);
    (hole == same && from == likewise).then_some(Condition::Is(hole, Property::Fixed(Fixed::Place(from, places))))
}

/// Parts in which `at least` and `at most` the same number are that number.
fn equal_bounds(parts: Vec<Condition>) -> Vec<Condition> {
    let at_most = |part: &Condition| match part {
        Condition::Not(inner) => match numbers_of(inner)? {
            (hole, NumberSet::MoreThan(bound)) => Some(allowing(hole, NumberSet::AtMost(bound.clone()))),
            _ => None,
        },
        part => Some(part.clone()),
    };
    let mut left = parts;
    for place in 0..left.len() {
        let Some((hole, NumberSet::AtLeast(bound))) = left.get(place).and_then(numbers_of) else { continue };
        let (hole, bound) = (hole.cloned(), bound.clone());
        let upper = allowing(hole.as_ref(), NumberSet::AtMost(bound.clone()));
        if let Some(other) = left.iter().position(|part| at_most(part).as_ref() == Some(&upper)) {
            left[place] = allowing(hole.as_ref(), NumberSet::Exactly(bound));
            left.remove(other);
        }
    }
    left
}

/// Whether `one` limits what is counted to numbers that `other`, about the same, allows.
fn implies(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (Condition::Makes(few), Condition::Makes(wide)) => within(few, wide),
        (Condition::Holds(hole, few), Condition::Holds(same, wide)) => hole == same && within(few, wide),
        (Condition::Count(amount, few), Condition::Count(same, wide)) => amount == same && within(few, wide),
        (Condition::Holds(hole, few), Condition::Is(same, Property::Occupied)) => hole == same && excludes_zero(few),
        (Condition::Count(Amount::SeedsIn(HoleSet::One(hole)), few), Condition::Is(same, Property::Occupied)) => {
            hole == same && excludes_zero(few)
        }
        _ => false,
    }
}

/// Whether one set of numbers certainly lies within another.
fn within(few: &NumberSet, wide: &NumberSet) -> bool {
    let least = |numbers: &NumberSet| match numbers {
        NumberSet::AtLeast(Amount::Number(bound)) => Some(*bound),
        NumberSet::MoreThan(Amount::Number(bound)) => bound.checked_add(1),
        _ => None,
    };
    let most = |numbers: &NumberSet| match numbers {
        NumberSet::AtMost(Amount::Number(bound)) => Some(*bound),
        NumberSet::FewerThan(Amount::Number(bound)) => bound.checked_sub(1),
        _ => None,
    };
    match few {
        NumberSet::List(list) => list.iter().all(|number| contains(wide, *number) == Some(true)),
        few => {
            matches!((least(few), least(wide)), (Some(few), Some(wide)) if few >= wide)
                || matches!((most(few), most(wide)), (Some(few), Some(wide)) if few <= wide)
        }
    }
}

fn add(list: &mut Vec<Condition>, part: Condition) {
    if !list.contains(&part) {
        list.push(part);
    }
}

fn contains(numbers: &NumberSet, number: u32) -> Option<bool> {
    let plain = |amount: &Amount| match amount {
        Amount::Number(bound) => Some(*bound),
        _ => None,
    };
    match numbers {
        NumberSet::Even => Some(number > 0 && number.is_multiple_of(2)),
        NumberSet::Odd => Some(number % 2 == 1),
        NumberSet::List(list) => Some(list.contains(&number)),
        NumberSet::Range(from, to) => Some((*from..=*to).contains(&number)),
        NumberSet::Exactly(amount) => plain(amount).map(|bound| number == bound),
        NumberSet::AtLeast(amount) => plain(amount).map(|bound| number >= bound),
        NumberSet::AtMost(amount) => plain(amount).map(|bound| number <= bound),
        NumberSet::MoreThan(amount) => plain(amount).map(|bound| number > bound),
        NumberSet::FewerThan(amount) => plain(amount).map(|bound| number < bound),
    }
}

/// Whether a set of numbers certainly excludes 0.
pub(super) fn excludes_zero(numbers: &NumberSet) -> bool {
    contains(numbers, 0) == Some(false)
}

#[cfg(test)]
mod tests {
    use super::{cases, condition};
    use crate::rules::model::{Amount, Case, Condition, CountedFrom, Fact, Fixed, InMatch, NumberSet, One, Property};
    use crate::source::Span;

    fn case(condition: Condition) -> Case<()> {
        Case {
            condition: Some(condition),
            value: (),
            said: String::new(),
            told: None,
            span: Span::default(),
            basis: Vec::new(),
        }
    }

    #[test]
    fn constants_vanish() {
        let relayed = Condition::Or(vec![Condition::Fact(Fact::LastSeed), Condition::Constant(false)]);
        let given = Condition::And(vec![Condition::WasEmpty, relayed, Condition::Constant(true)]);
        assert_eq!(condition(&given, None), Condition::And(vec![Condition::WasEmpty, Condition::Fact(Fact::LastSeed)]));
        assert_eq!(condition(&Condition::Not(Box::new(Condition::Constant(false))), None), Condition::Constant(true));
    }

    #[test]
    fn what_is_given_is_not_asked_again() {
        let both = Condition::And(vec![Condition::WasEmpty, Condition::Fact(Fact::LastSeed)]);
        let given = Condition::And(vec![Condition::WasEmpty, Condition::Not(Box::new(both))]);
        let not_last = Condition::Not(Box::new(Condition::Fact(Fact::LastSeed)));
        assert_eq!(condition(&given, None), Condition::And(vec![Condition::WasEmpty, not_last]));
    }

    #[test]
    fn the_wider_of_two_alternatives_is_enough() {
        let owned =
            |bound| Condition::Count(Amount::InMatch(InMatch::Owned), NumberSet::FewerThan(Amount::Number(bound)));
        assert_eq!(condition(&Condition::Or(vec![owned(2), owned(4)]), None), owned(4));
        let held = Condition::Holds(One::Here, NumberSet::AtLeast(Amount::Number(2)));
        let occupied = Condition::Is(One::Here, Property::Occupied);
        assert_eq!(condition(&Condition::Or(vec![held.clone(), occupied.clone()]), None), occupied);
        let other = Condition::Is(One::Origin, Property::Occupied);
        let both = Condition::Or(vec![held, other]);
        assert_eq!(condition(&both, None), both);
    }

    #[test]
    fn places_of_one_hole_are_one_list() {
        let place = |places: &[u32]| {
            Condition::Is(One::Here, Property::Fixed(Fixed::Place(CountedFrom::OwnersLeft, places.to_vec())))
        };
        assert_eq!(condition(&Condition::Or(vec![place(&[1]), place(&[3])]), None), place(&[1, 3]));
    }

    #[test]
    fn a_case_that_no_situation_reaches_is_gone() {
        let both = Condition::And(vec![Condition::WasEmpty, Condition::Fact(Fact::LastSeed)]);
        let given = [case(Condition::WasEmpty), case(both), case(Condition::Fact(Fact::LastSeed))];
        assert_eq!(cases(&given, Clone::clone, |()| true).len(), 2);
        assert_eq!(cases(&given, Clone::clone, |()| false).len(), 3);
    }
}
