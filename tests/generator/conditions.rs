//! Strategies for conditions: level upon level, because sets ask conditions and conditions name sets.

use mancala_rules::rules::model::{Amount, Condition, Fact, HoleSet, Moment, Property, Way};
use proptest::prelude::*;

use super::holes::{ones, plain_properties, plain_sets, sets};
use super::numbers::{counted, many, numbers, numbers_of_one, or_counted};
use super::words;

/// How often sets and conditions go into each other.
const LEVELS: usize = 3;

/// What may be said at a moment of a game.
#[derive(Clone)]
pub struct Sayable {
    pub conditions: BoxedStrategy<Condition>,
    pub sets: BoxedStrategy<HoleSet>,
    /// Conditions about the hole tested.
    pub tested: BoxedStrategy<Condition>,
    /// Sets as they are named where a hole is tested.
    tested_sets: BoxedStrategy<HoleSet>,
}

/// What may be said at a moment.
pub fn at(moment: Moment) -> Sayable {
    let plain = plain_sets(moment, false);
    let tested_plain = plain_sets(moment, true);
    let mut level = Sayable {
        conditions: facts(moment),
        sets: plain.clone(),
        tested: tests(moment, true, &tested_plain),
        tested_sets: tested_plain.clone(),
    };
    for _ in 0..LEVELS {
        level = Sayable {
            conditions: conditions(moment, false, &level.sets, &level.tested),
            sets: sets(moment, plain.clone(), level.sets.clone(), level.tested.clone()),
            tested: conditions(moment, true, &level.tested_sets, &level.tested),
            tested_sets: sets(moment, tested_plain.clone(), level.tested_sets.clone(), level.tested.clone()),
        };
    }
    level
}

/// Not.
pub fn not(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

/// All of some conditions; one alone stays itself.
pub fn all_of(mut conditions: Vec<Condition>) -> Condition {
    if conditions.len() == 1 { conditions.remove(0) } else { Condition::And(conditions) }
}

fn any_of(mut conditions: Vec<Condition>) -> Condition {
    if conditions.len() == 1 { conditions.remove(0) } else { Condition::Or(conditions) }
}

/// Facts about the turn and the game.
fn facts(moment: Moment) -> BoxedStrategy<Condition> {
    let mut known: Vec<Condition> = words::facts(moment).into_iter().map(Condition::Fact).collect();
    if moment.has_here() {
        known.extend([Condition::LapGoes(Way::Counterclockwise), Condition::LapGoes(Way::Clockwise)]);
    }
    if moment.has_fallen() {
        known.extend(vec![not(Condition::WasEmpty); 3]);
        known.extend(vec![Condition::WasEmpty; 3]);
    }
    if moment == Moment::EachSeed {
        known.extend(vec![Condition::Fact(Fact::LastSeed); 2]);
    }
    let fixed = prop::sample::select(known);
    // what is repeated until every hole has a number; the board at the start if there is nothing
    let drawn = prop::collection::vec(0u32..=4, 0..=3).prop_map(Condition::Drawn);
    let turns = prop_oneof![
        3 => (0usize..6).prop_map(Condition::MoverIs),
        3 => (1u32..=4).prop_map(Condition::Turn),
        1 => drawn,
    ];
    let custom = any::<bool>().prop_map(Condition::Constant);
    if moment.has_here() {
        let laps = prop_oneof![(1u32..=3).prop_map(Condition::Lap), (0usize..3).prop_map(Condition::MoveIs)];
        prop_oneof![8 => fixed, 2 => turns, 3 => laps, 1 => custom].boxed()
    } else {
        prop_oneof![5 => fixed, 4 => turns, 1 => custom].boxed()
    }
}

/// Tests of one hole.
fn tests(moment: Moment, testing: bool, sets: &BoxedStrategy<HoleSet>) -> BoxedStrategy<Condition> {
    let ones = ones(moment, testing);
    let inside = sets.clone().prop_map(|set| Property::In(Box::new(set)));
    let properties = prop_oneof![6 => plain_properties(moment), 1 => inside];
    let is = (any::<bool>(), ones.clone(), properties).prop_map(|(denied, one, property)| {
        let is = Condition::Is(one, property);
        if denied { not(is) } else { is }
    });
    let holds = (ones, or_counted(numbers_of_one(), sets)).prop_map(|(one, numbers)| Condition::Holds(one, numbers));
    prop_oneof![5 => is, 4 => holds].boxed()
}

/// Conditions about whole sets.
fn quantified(
    moment: Moment,
    sets: &BoxedStrategy<HoleSet>,
    tested: &BoxedStrategy<Condition>,
) -> BoxedStrategy<Condition> {
    let some = (any::<bool>(), sets.clone()).prop_map(|(some, set)| {
        let condition = Condition::Some(set);
        if some { condition } else { not(condition) }
    });
    let all = (sets.clone(), tested.clone()).prop_map(|(set, claim)| Condition::All(set, Box::new(claim)));
    let seeds =
        (sets.clone(), or_counted(many(), sets)).prop_map(|(set, many)| Condition::Count(Amount::SeedsIn(set), many));
    let number = (sets.clone(), or_counted(numbers(), sets))
        .prop_map(|(set, numbers)| Condition::Count(Amount::NumberOf(set), numbers));
    let any = (counted(sets), or_counted(many(), sets)).prop_map(|(amount, many)| Condition::Count(amount, many));
    let plain = prop_oneof![6 => some, 6 => all, 3 => seeds, 3 => number, 1 => any];
    if moment != Moment::AfterRefilling {
        return plain.boxed();
    }
    let standings = prop::sample::select(words::in_match()).prop_map(Amount::InMatch);
    let counts = (standings, many()).prop_map(|(amount, many)| Condition::Count(amount, many));
    prop_oneof![1 => counts, 1 => plain].boxed()
}

fn conditions(
    moment: Moment,
    testing: bool,
    sets: &BoxedStrategy<HoleSet>,
    tested: &BoxedStrategy<Condition>,
) -> BoxedStrategy<Condition> {
    let quantified = quantified(moment, sets, tested);
    let tests = tests(moment, testing, sets);
    let mut single = if testing {
        prop_oneof![8 => tests, 1 => facts(moment), 1 => quantified].boxed()
    } else if moment.has_here() {
        prop_oneof![4 => facts(moment), 4 => tests, 2 => quantified].boxed()
    } else {
        prop_oneof![4 => facts(moment), 2 => tests, 7 => quantified].boxed()
    };
    if moment.has_fallen() && !testing {
        single = prop_oneof![3 => or_counted(numbers_of_one(), sets).prop_map(Condition::Makes), 7 => single].boxed();
    }
    let several = prop::collection::vec(single.clone(), 1..=3);
    let joined = (any::<bool>(), several).prop_map(|(or, parts)| if or { any_of(parts) } else { all_of(parts) });
    let nested = prop::collection::vec(joined.clone(), 1..=2).prop_map(all_of);
    let denied = joined.clone().prop_map(not);
    prop_oneof![10 => single, 4 => joined, 1 => nested, 1 => denied].boxed()
}
