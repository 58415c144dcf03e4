//! Strategies for holes, sets of holes and their properties.

use mancala_rules::rules::model::{
    Condition, CountedFrom, Fixed, HoleSet, Marker, Moment, One, Property, Relation, Steps, Stride, Whose,
};
use proptest::prelude::*;

use super::words;

/// Holes where a condition holds.
pub fn holes_where(condition: Condition) -> HoleSet {
    HoleSet::Where(Box::new(HoleSet::Holes), Box::new(condition))
}

/// Holes that have a property.
pub fn holes_that_are(property: Property) -> HoleSet {
    holes_where(Condition::Is(One::Tested, property))
}

pub fn own_holes() -> HoleSet {
    holes_that_are(Property::Own)
}

pub fn opponents_holes() -> HoleSet {
    holes_that_are(Property::Opponents)
}

fn steps() -> impl Strategy<Value = Steps> {
    prop_oneof![(1u32..=5).prop_map(Steps::Number), Just(Steps::Held)]
}

/// A relation that may be said at a moment.
fn relations(moment: Moment) -> BoxedStrategy<Relation> {
    let known = prop::sample::select(words::relations(moment));
    if !moment.walks() {
        return known.boxed();
    }
    prop_oneof![
        3 => Just(Relation::Ahead(Steps::Number(1))),
        3 => known,
        1 => steps().prop_map(Relation::Ahead),
        1 => steps().prop_map(Relation::Back),
    ]
    .boxed()
}

/// Holes by their place among all, of which the board may have fewer.
fn cells() -> impl Strategy<Value = usize> {
    0usize..60
}

/// One hole.
pub fn ones(moment: Moment, testing: bool) -> BoxedStrategy<One> {
    let mut known = Vec::new();
    // the hole that is meant unsaid is the likeliest
    if testing {
        known.extend([One::Tested, One::Tested, One::Tested]);
    }
    if moment.has_here() {
        known.extend(if testing { vec![One::Here] } else { vec![One::Here; 4] });
        known.push(One::Origin);
    }
    let named = cells().prop_map(One::Named);
    let known = match known.is_empty() {
        true => named.boxed(),
        false => prop_oneof![9 => prop::sample::select(known), 1 => named].boxed(),
    };
    let related = prop::collection::vec(relations(moment), 1..=2);
    let ways = prop_oneof![3 => Just(Vec::new()), 2 => related];
    let ones = (known, ways).prop_map(|(known, relations)| {
        relations.into_iter().fold(known, |one, relation| One::Related(relation, Box::new(one)))
    });
    ones.boxed()
}

/// Properties that name no set, or one hole.
pub fn plain_properties(moment: Moment) -> BoxedStrategy<Property> {
    let mut often = vec![Property::Occupied, Property::Empty, Property::Own, Property::Opponents];
    let mut seldom = words::properties(moment);
    seldom.extend([
        Property::Fixed(Fixed::End),
        Property::Marked(Marker::Anybody),
        Property::Marked(Marker::Mover),
        Property::Marked(Marker::Opponent),
    ]);
    if moment.has_him() {
        seldom.push(Property::Marked(Marker::Him));
    }
    often.extend(often.clone());
    often.extend(seldom);
    let from = prop::sample::select(vec![CountedFrom::OwnersLeft, CountedFrom::OwnersRight, CountedFrom::Border]);
    let places = (from, prop::collection::vec(1u32..=12, 1..=3))
        .prop_map(|(from, places)| Property::Fixed(Fixed::Place(from, places)));
    let named = cells().prop_map(|cell| Property::In(Box::new(HoleSet::One(One::Named(cell)))));
    prop_oneof![16 => prop::sample::select(often), 2 => places, 1 => named].boxed()
}

/// Sets without conditions of their own.
pub fn plain_sets(moment: Moment, testing: bool) -> BoxedStrategy<HoleSet> {
    let sides = prop::sample::select(vec![
        HoleSet::Holes,
        own_holes(),
        opponents_holes(),
        holes_that_are(Property::Occupied),
        HoleSet::Ends,
        HoleSet::Store(Whose::Own),
        HoleSet::Store(Whose::Opponents),
    ]);
    let named = prop::collection::vec(cells(), 2).prop_map(HoleSet::Named);
    prop_oneof![6 => ones(moment, testing).prop_map(HoleSet::One), 6 => sides, 1 => named].boxed()
}

/// Sets made of other sets and of conditions about the hole tested.
pub fn sets(
    moment: Moment,
    plain: BoxedStrategy<HoleSet>,
    inner: BoxedStrategy<HoleSet>,
    tested: BoxedStrategy<Condition>,
) -> BoxedStrategy<HoleSet> {
    let filtered = (inner.clone(), tested.clone())
        .prop_map(|(base, condition)| HoleSet::Where(Box::new(base), Box::new(condition)));
    let related =
        (relations(moment), inner.clone()).prop_map(|(relation, from)| HoleSet::Related(relation, Box::new(from)));
    let union = prop::collection::vec(inner, 1..=3).prop_map(HoleSet::Union);
    if !moment.has_here() || !moment.walks() {
        return prop_oneof![4 => plain, 2 => filtered, 1 => union, 1 => related].boxed();
    }
    prop_oneof![6 => plain, 2 => filtered, 2 => runs(tested), 1 => union, 1 => related].boxed()
}

/// Runs, mostly from hole to hole.
pub fn runs(tested: BoxedStrategy<Condition>) -> BoxedStrategy<HoleSet> {
    let steps = prop_oneof![3 => Just(1u32), 1 => 1u32..=3];
    let most = prop::option::weighted(0.25, 1u32..=3);
    let stride = (any::<bool>(), steps, most).prop_map(|(back, step, most)| Stride { back, step, most });
    (stride, tested).prop_map(|(stride, condition)| HoleSet::Run { stride, condition: Box::new(condition) }).boxed()
}
