//! Strategies for numbers and sets of numbers.

use mancala_rules::rules::model::{Amount, HoleSet, NumberSet, One};
use proptest::prelude::*;

/// A number of seeds as rules name it.
fn seeds() -> BoxedStrategy<u32> {
    prop_oneof![6 => 1u32..=4, 1 => 0u32..=12].boxed()
}

fn bounded(bound: impl Strategy<Value = Amount> + 'static) -> BoxedStrategy<NumberSet> {
    let kinds: Vec<fn(Amount) -> NumberSet> =
        vec![NumberSet::Exactly, NumberSet::AtLeast, NumberSet::AtMost, NumberSet::MoreThan, NumberSet::FewerThan];
    (prop::sample::select(kinds), bound).prop_map(|(kind, bound)| kind(bound)).boxed()
}

/// A set of numbers.
pub fn numbers() -> BoxedStrategy<NumberSet> {
    prop_oneof![
        5 => prop::collection::vec(seeds(), 1..=3).prop_map(NumberSet::List),
        4 => bounded(seeds().prop_map(Amount::Number)),
        2 => prop::sample::select(vec![NumberSet::Even, NumberSet::Odd]),
        1 => (seeds(), seeds()).prop_map(|(low, high)| NumberSet::Range(low.min(high), low.max(high))),
    ]
    .boxed()
}

/// A set of numbers of seeds in one hole, perhaps told by what it held at the start.
pub fn numbers_of_one() -> BoxedStrategy<NumberSet> {
    prop_oneof![
        9 => numbers(),
        // the hole itself is put in where the file is resolved
        1 => bounded(Just(Amount::StartingSeeds(One::Here))),
    ]
    .boxed()
}

/// Numbers that are counted on the board.
pub fn counted(sets: &BoxedStrategy<HoleSet>) -> BoxedStrategy<Amount> {
    let whole = prop_oneof![
        3 => sets.clone().prop_map(Amount::SeedsIn),
        1 => sets.clone().prop_map(Amount::NumberOf),
    ];
    (whole, prop_oneof![3 => Just(0), 1 => Just(1), 1 => Just(2)])
        .prop_map(|(whole, halved)| (0..halved).fold(whole, |whole, _| Amount::Half(Box::new(whole))))
        .boxed()
}

/// Sets of numbers, some of them told by what is counted on the board.
pub fn or_counted(numbers: BoxedStrategy<NumberSet>, sets: &BoxedStrategy<HoleSet>) -> BoxedStrategy<NumberSet> {
    prop_oneof![5 => numbers, 1 => bounded(counted(sets))].boxed()
}

/// A set of larger numbers, for seeds in many holes.
pub fn many() -> BoxedStrategy<NumberSet> {
    prop_oneof![2 => bounded((0u32..=30).prop_map(Amount::Number)), 1 => numbers()].boxed()
}

/// A number of seeds that an effect moves: mostly a small one.
pub fn moved(most: u32, sets: &BoxedStrategy<HoleSet>) -> BoxedStrategy<Amount> {
    let half = Amount::Half(Box::new(Amount::SeedsIn(HoleSet::One(One::Tested))));
    prop_oneof![
        6 => (1..=most).prop_map(Amount::Number),
        1 => Just(half),
        1 => Just(Amount::StartingSeeds(One::Tested)),
        2 => counted(sets),
    ]
    .boxed()
}
