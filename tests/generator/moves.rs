//! Strategies for what may be chosen, which way it is sown, and what is passed over.

use mancala_rules::rules::model::{
    Condition, Direction, HoleSet, Keeper, Marker, Moment, NumberSet, One, Property, Way,
};
use proptest::prelude::*;

use super::conditions::{all_of, at, not};
use super::effects::beginnings;
use super::holes::{holes_that_are, holes_where, own_holes};
use super::sketch::{Case, Cases, Move};

/// A value that mostly always holds.
fn cases<T: Clone + std::fmt::Debug + 'static>(
    conditions: BoxedStrategy<Condition>,
    values: BoxedStrategy<T>,
) -> BoxedStrategy<Cases<T>> {
    let case = (conditions, values.clone()).prop_map(|(condition, value)| Case { condition, value });
    let some =
        (prop::collection::vec(case, 0..=2), values.clone()).prop_map(|(cases, otherwise)| Cases { cases, otherwise });
    prop_oneof![4 => values.prop_map(Cases::always), 1 => some].boxed()
}

fn ways() -> BoxedStrategy<Way> {
    prop_oneof![3 => Just(Way::Counterclockwise), 1 => Just(Way::Clockwise)].boxed()
}

fn directions() -> BoxedStrategy<Direction> {
    prop_oneof![
        8 => ways().prop_map(Direction::One),
        1 => prop::collection::vec(ways(), 1..=6).prop_map(Direction::PerPlayer),
        2 => Just(Direction::Either),
        1 => prop_oneof![Just(Keeper::Mover), Just(Keeper::Starter)].prop_map(Direction::AsLast),
    ]
    .boxed()
}

/// A section, in which all own holes may be chosen so often against three times something else.
fn section(when: BoxedStrategy<Option<Condition>>, all_own: u32) -> BoxedStrategy<Move> {
    let choosing = at(Moment::Choosing);
    let own = Condition::Is(One::Tested, Property::Own);
    let some_own = choosing.tested.clone().prop_map(move |more| holes_where(all_of(vec![own.clone(), more])));
    let from = prop_oneof![all_own => Just(own_holes()), 2 => some_own, 1 => choosing.sets.clone()].boxed();
    let begin = at(Moment::Begin);
    let beginnings = cases(begin.conditions.clone(), beginnings(&begin));
    let beginnings = (beginnings, prop::bool::weighted(0.2)).prop_map(|(mut beginnings, may)| {
        beginnings.cases.iter_mut().take(1).for_each(|case| case.value.may = may);
        beginnings
    });
    (when, cases(choosing.conditions.clone(), from), cases(choosing.conditions, directions()), beginnings)
        .prop_map(|(when, from, direction, begin)| Move { when, from, direction, begin })
        .boxed()
}

/// The `move` sections; the last one is nearly always in force.
pub fn moves() -> BoxedStrategy<Vec<Move>> {
    let when = at(Moment::MoveWhen).conditions;
    let earlier = section(prop::option::weighted(0.8, when.clone()).boxed(), 3);
    let last = section(prop::option::weighted(0.03, when).boxed(), 20);
    let before = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(earlier, 0..=2)];
    (before, last)
        .prop_map(|(mut sections, last)| {
            sections.push(last);
            sections
        })
        .boxed()
}

/// What sowing passes over.
pub fn skips() -> BoxedStrategy<Option<HoleSet>> {
    let sowing = at(Moment::Sowing);
    let marked = |by| holes_that_are(Property::Marked(by));
    let full = Condition::Holds(One::Tested, NumberSet::List(vec![4]));
    let known = prop::sample::select(vec![
        HoleSet::One(One::Origin),
        marked(Marker::Opponent),
        HoleSet::Union(vec![HoleSet::One(One::Origin), marked(Marker::Anybody)]),
        HoleSet::Ends,
        holes_where(full.clone()),
        holes_where(not(full)),
    ]);
    let some = prop_oneof![2 => known, 1 => sowing.sets];
    prop::option::weighted(0.4, some).boxed()
}
