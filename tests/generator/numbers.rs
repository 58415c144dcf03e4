//! Strategies for numbers and sets of numbers.

use mancala::rules::model::{Amount, NumberSet, One};
use proptest::prelude::*;

/// A number of seeds as rules name it.
fn seeds() -> BoxedStrategy<u32> {
    prop_oneof![6 => 1u32..=4, 1 => 0u32..=12].boxed()
}

fn bounded(bound: impl Strategy<Value = Amount> + 'static) -> BoxedStrategy<NumberSet> {
    let kinds: Vec<fn(Amount) -> NumberSet> =
        vec![NumberSet::AtLeast, NumberSet::AtMost, NumberSet::MoreThan, NumberSet::FewerThan];
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

/// A set of larger numbers, for seeds in many holes.
pub fn many() -> BoxedStrategy<NumberSet> {
    prop_oneof![2 => bounded((0u32..=30).prop_map(Amount::Number)), 1 => numbers()].boxed()
}
