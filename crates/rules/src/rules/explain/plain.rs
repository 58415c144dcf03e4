//! Brings conditions and sets into the form in which they are told: what the readings settle is gone, and what the file
//! has a phrase for stands together.

use super::simplify::{self, conjuncts, not};
use crate::rules::model::{
    Amount, Case, Condition, Fixed, Forms, HoleSet, Meant, NumberSet, One, Property, Rules, Way,
};

/// A condition in the form in which it is told. `lap` is the direction of sowing, if known.
pub(super) fn condition(rules: &Rules, given: &Condition, lap: Option<Way>) -> Condition {
    let phrases = Phrases::new(rules, lap);
    phrases.told(&simplify::condition(&settled(rules, given), lap))
}

/// A set in the form in which it is told. `lap` is the direction of sowing, if known.
pub(super) fn set(rules: &Rules, given: &HoleSet, lap: Option<Way>) -> HoleSet {
    let phrases = Phrases::new(rules, lap);
    phrases.told_set(&simplify::set(&settled_set(rules, given), lap))
}

/// The cases that can apply, with conditions as they are told. See [`simplify::cases`].
pub(super) fn cases<'c, T>(
    rules: &Rules,
    given: &'c [Case<T>],
    applies: impl Fn(&T) -> bool,
) -> Vec<(&'c Case<T>, Option<Condition>)> {
    let phrases = Phrases::new(rules, None);
    let cases = simplify::cases(given, |asked| settled(rules, asked), applies);
    cases.into_iter().map(|(case, asked)| (case, asked.map(|asked| phrases.told(&asked)))).collect()
}

/// The phrase of the file for a condition as it is told.
pub(super) fn called<'r>(rules: &'r Rules, given: &Condition) -> Option<&'r Forms> {
    let means = |saying: &&crate::rules::model::Saying| match &saying.meaning {
        Meant::Condition(meaning) => plain(rules, meaning, None) == *given,
        Meant::Holes(_) => false,
    };
    rules.sayings.iter().find(means).map(|saying| &saying.forms)
}

/// The phrase of the file for a set as it is told.
pub(super) fn called_set<'r>(rules: &'r Rules, given: &HoleSet) -> Option<&'r Forms> {
    let means = |saying: &&crate::rules::model::Saying| match &saying.meaning {
        Meant::Holes(meaning) => plain_set(rules, meaning, None) == *given,
        Meant::Condition(_) => false,
    };
    rules.sayings.iter().find(means).map(|saying| &saying.forms)
}

/// Whether a `move` section can ever be in force under the readings chosen.
pub(super) fn is_possible(rules: &Rules, section: usize) -> bool {
    let when = rules.moves.get(section).and_then(|section| section.when.as_ref());
    when.is_none_or(|when| simplify::condition(when, None) != Condition::Constant(false))
}

fn plain(rules: &Rules, given: &Condition, lap: Option<Way>) -> Condition {
    simplify::condition(&settled(rules, given), lap)
}

fn plain_set(rules: &Rules, given: &HoleSet, lap: Option<Way>) -> HoleSet {
    simplify::set(&settled_set(rules, given), lap)
}

/// A condition without tests that the readings settle: whether the move is one that is never in force.
fn settled(rules: &Rules, given: &Condition) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| settled(rules, part)).collect();
    match given {
        Condition::MoveIs(section) => match is_possible(rules, *section) {
            false => Condition::Constant(false),
            true if (0..rules.moves.len()).filter(|section| is_possible(rules, *section)).count() == 1 => {
                Condition::Constant(true)
            }
            true => given.clone(),
        },
        Condition::Not(inner) => Condition::Not(Box::new(settled(rules, inner))),
        Condition::AnotherLeaves(inner) => Condition::AnotherLeaves(Box::new(settled(rules, inner))),
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Some(set) => Condition::Some(settled_set(rules, set)),
        Condition::All(set, claim) => Condition::All(settled_set(rules, set), Box::new(settled(rules, claim))),
        Condition::Is(one, Property::In(set)) => {
            Condition::Is(one.clone(), Property::In(Box::new(settled_set(rules, set))))
        }
        Condition::Count(Amount::NumberOf(set), numbers) => {
            Condition::Count(Amount::NumberOf(settled_set(rules, set)), numbers.clone())
        }
        Condition::Count(Amount::SeedsIn(set), numbers) => {
            Condition::Count(Amount::SeedsIn(settled_set(rules, set)), numbers.clone())
        }
        other => other.clone(),
    }
}

fn settled_set(rules: &Rules, given: &HoleSet) -> HoleSet {
    let boxed = |set: &HoleSet| Box::new(settled_set(rules, set));
    match given {
        HoleSet::Where(base, filter) => HoleSet::Where(boxed(base), Box::new(settled(rules, filter))),
        HoleSet::Related(relation, base) => HoleSet::Related(*relation, boxed(base)),
        HoleSet::Run { stride, condition } => {
            HoleSet::Run { stride: *stride, condition: Box::new(settled(rules, condition)) }
        }
        HoleSet::Union(parts) => HoleSet::Union(parts.iter().map(|part| settled_set(rules, part)).collect()),
        HoleSet::Any(number, among) => HoleSet::Any(*number, boxed(among)),
        other => other.clone(),
    }
}

/// The meanings for which the file has a phrase, in their shortest form, the longest first.
struct Phrases {
    conditions: Vec<Condition>,
    sets: Vec<HoleSet>,
}

impl Phrases {
    fn new(rules: &Rules, lap: Option<Way>) -> Phrases {
        let mut phrases = Phrases { conditions: Vec::new(), sets: Vec::new() };
        for saying in &rules.sayings {
            match &saying.meaning {
                Meant::Condition(meaning) => match plain(rules, meaning, lap) {
                    Condition::Constant(_) => {}
                    meaning => phrases.conditions.push(meaning),
                },
                Meant::Holes(meaning) => phrases.sets.push(plain_set(rules, meaning, lap)),
            }
        }
        phrases.conditions.sort_by_key(|meaning| std::cmp::Reverse(parts(meaning).len()));
        phrases.sets.sort_by_key(|meaning| match meaning {
            HoleSet::Where(_, filter) => std::cmp::Reverse(conjuncts(filter).len()),
            _ => std::cmp::Reverse(0),
        });
        phrases
    }

    /// A simplified condition in which the parts that a phrase says stand together.
    fn told(&self, given: &Condition) -> Condition {
        if self.conditions.contains(given) {
            return given.clone();
        }
        match given {
            Condition::Not(inner) => Condition::Not(Box::new(self.told(inner))),
            Condition::AnotherLeaves(inner) => Condition::AnotherLeaves(Box::new(self.told(inner))),
            Condition::And(parts) => self.together(parts.clone(), true),
            Condition::Or(parts) => self.together(parts.clone(), false),
            Condition::Some(set) => Condition::Some(self.told_set(set)),
            Condition::All(set, claim) => Condition::All(self.told_set(set), Box::new(self.told(claim))),
            Condition::Is(one, Property::In(set)) => {
                Condition::Is(one.clone(), Property::In(Box::new(self.told_set(set))))
            }
            Condition::Holds(one, numbers) => Condition::Holds(one.clone(), self.told_numbers(numbers)),
            Condition::Makes(numbers) => Condition::Makes(self.told_numbers(numbers)),
            Condition::Count(amount, numbers) => Condition::Count(self.told_amount(amount), self.told_numbers(numbers)),
            other => other.clone(),
        }
    }

    /// The parts of a conjunction, or of a disjunction, with those that a phrase says put together.
    fn together(&self, mut left: Vec<Condition>, all: bool) -> Condition {
        for meaning in &self.conditions {
            // that several things do not hold is said of all of them, or of one at least
            for positive in [true, false] {
                let joined = matches!(meaning, Condition::And(_)) == (all == positive);
                let wanted: Vec<Condition> = match (parts(meaning), positive) {
                    ([_], _) => continue,
                    (_, _) if !joined => continue,
                    (parts, true) => parts.to_vec(),
                    (parts, false) => parts.iter().cloned().map(not).collect(),
                };
                if !wanted.iter().all(|part| left.contains(part)) {
                    continue;
                }
                let place = left.iter().position(|part| wanted.contains(part)).unwrap_or(0);
                let stays = |part: &Condition| !wanted.contains(part) || (all && positive && is_place(part));
                let place = left.iter().take(place + 1).filter(|part| stays(part)).count();
                left.retain(stays);
                let said = if positive { meaning.clone() } else { Condition::Not(Box::new(meaning.clone())) };
                left.insert(place.min(left.len()), said);
            }
        }
        // what is given beside a denied phrase was left out of it
        for place in 0..left.len() {
            let Condition::Not(inner) = &left[place] else { continue };
            if self.conditions.contains(inner) {
                continue;
            }
            let inner = match &**inner {
                Condition::Or(_) => continue,
                inner => conjuncts(inner),
            };
            let known = |part: &Condition| inner.contains(part) || (all && left.contains(part));
            let fits = |meaning: &&Condition| matches!(meaning, Condition::And(parts) if parts.iter().all(known) && inner.iter().all(|part| parts.contains(part)));
            if let Some(meaning) = self.conditions.iter().find(fits) {
                left[place] = Condition::Not(Box::new(meaning.clone()));
            }
        }
        let mut parts: Vec<Condition> = left.iter().map(|part| self.told(part)).collect();
        match (parts.len(), all) {
            (1, _) => parts.remove(0),
            (_, true) => Condition::And(parts),
            (_, false) => Condition::Or(parts),
        }
    }

    fn told_set(&self, given: &HoleSet) -> HoleSet {
        if self.sets.contains(given) {
            return given.clone();
        }
        match given {
            HoleSet::Where(base, filter) => {
                let asked = conjuncts(filter);
                let named = self.sets.iter().find_map(|meaning| match meaning {
                    HoleSet::Where(of, filter) if of == base => {
                        let known = conjuncts(filter);
                        known.iter().all(|part| asked.contains(part)).then_some((meaning, known))
                    }
                    _ => None,
                });
                if let Some((meaning, known)) = named {
                    let rest = asked.iter().filter(|part| !known.contains(part)).cloned().collect();
                    return HoleSet::Where(Box::new(meaning.clone()), Box::new(self.together(rest, true)));
                }
                HoleSet::Where(Box::new(self.told_set(base)), Box::new(self.told(filter)))
            }
            HoleSet::Related(relation, base) => HoleSet::Related(*relation, Box::new(self.told_set(base))),
            HoleSet::Run { stride, condition } => {
                HoleSet::Run { stride: *stride, condition: Box::new(self.told(condition)) }
            }
            HoleSet::Union(parts) => HoleSet::Union(parts.iter().map(|part| self.told_set(part)).collect()),
            HoleSet::Any(number, among) => HoleSet::Any(*number, Box::new(self.told_set(among))),
            other => other.clone(),
        }
    }

    fn told_amount(&self, given: &Amount) -> Amount {
        match given {
            Amount::SeedsIn(set) => Amount::SeedsIn(self.told_set(set)),
            Amount::NumberOf(set) => Amount::NumberOf(self.told_set(set)),
            Amount::Half(whole) => Amount::Half(Box::new(self.told_amount(whole))),
            other => other.clone(),
        }
    }

    fn told_numbers(&self, given: &NumberSet) -> NumberSet {
        match given {
            NumberSet::Exactly(amount) => NumberSet::Exactly(self.told_amount(amount)),
            NumberSet::AtLeast(amount) => NumberSet::AtLeast(self.told_amount(amount)),
            NumberSet::AtMost(amount) => NumberSet::AtMost(self.told_amount(amount)),
            NumberSet::MoreThan(amount) => NumberSet::MoreThan(self.told_amount(amount)),
            NumberSet::FewerThan(amount) => NumberSet::FewerThan(self.told_amount(amount)),
            other => other.clone(),
        }
    }
}

/// The parts of a conjunction or disjunction; another condition is its own only part.
fn parts(given: &Condition) -> &[Condition] {
    match given {
        Condition::And(parts) | Condition::Or(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

/// Whether a condition says on whose side, or in which row, the hole tested lies. A noun phrase says that beside a name.
fn is_place(part: &Condition) -> bool {
    matches!(
        part,
        Condition::Is(One::Tested, Property::Own | Property::Opponents | Property::Fixed(Fixed::Inner | Fixed::Outer))
    )
}
