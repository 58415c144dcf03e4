//! Strategies for what rules do.

use mancala_rules::rules::model::{
    Across, Action, Amount, Change, Effect, HoleSet, Moment, One, Outcome, Relation, Steps, Turning, Way, Who,
};
use proptest::prelude::*;

use super::conditions::Sayable;
use super::holes::{opponents_holes, own_holes, runs};
use super::numbers::moved;
use super::words;

pub fn here() -> HoleSet {
    HoleSet::One(One::Here)
}

pub fn next() -> One {
    One::Related(Relation::Ahead(Steps::Number(1)), Box::new(One::Here))
}

pub fn opposite() -> One {
    One::Related(Relation::Across(Across::Opposite), Box::new(One::Here))
}

/// Effects and how it goes on, without a choice.
pub fn done(effects: Vec<Effect>, outcome: Outcome) -> Action {
    Action { may: false, effects, outcome: Some(outcome) }
}

/// `lift X, sow after Y`
pub fn lift_and_sow(lifted: HoleSet, at: One) -> Action {
    done(vec![Effect::Lift(None, lifted)], sow_after(at))
}

pub fn sow_after(at: One) -> Outcome {
    Outcome::Sow { turning: None, by: 1, into: false, at: HoleSet::One(at) }
}

/// How many seeds fall at a time: mostly one.
pub fn drops() -> BoxedStrategy<u32> {
    prop_oneof![6 => Just(1), 1 => 2u32..=4].boxed()
}

/// A sowing that begins at a hole, mostly behind it.
pub fn sowing_at(at: impl Strategy<Value = One> + 'static) -> BoxedStrategy<Outcome> {
    let turnings = vec![Turning::Reversed, Turning::To(Way::Clockwise), Turning::To(Way::Counterclockwise)];
    let turning = prop::option::weighted(0.2, prop::sample::select(turnings));
    (turning, drops(), prop::bool::weighted(0.15), at)
        .prop_map(|(turning, by, into, at)| Outcome::Sow { turning, by, into, at: HoleSet::One(at) })
        .boxed()
}

/// Sets that effects are about: mostly one hole or two.
fn targets(moment: Moment, sayable: &Sayable) -> BoxedStrategy<HoleSet> {
    let sets = sayable.sets.clone();
    if !moment.has_here() {
        return prop_oneof![2 => Just(own_holes()), 1 => Just(opponents_holes()), 2 => sets].boxed();
    }
    let both = HoleSet::Union(vec![here(), HoleSet::One(opposite())]);
    let near = prop::sample::select(vec![here(), HoleSet::One(opposite()), HoleSet::One(next()), both]);
    let run = runs(sayable.tested.clone()).prop_map(|run| HoleSet::Union(vec![here(), run]));
    if !moment.has_choices() {
        return prop_oneof![6 => near, 1 => run, 2 => sets].boxed();
    }
    let among = prop_oneof![3 => Just(opponents_holes()), 1 => Just(own_holes()), 2 => sets.clone()];
    let chosen = (1u32..=2, among).prop_map(|(number, among)| HoleSet::Any(number, Box::new(among)));
    prop_oneof![12 => near, 2 => run, 4 => sets, 1 => chosen].boxed()
}

/// Whose captures or points they are.
pub fn whose() -> BoxedStrategy<Who> {
    prop_oneof![1 => Just(Who::Mover), 1 => prop::sample::select(words::players())].boxed()
}

/// An effect after which nothing is in the hand that was not there.
pub fn effects(moment: Moment, sayable: &Sayable) -> BoxedStrategy<Effect> {
    let targets = targets(moment, sayable);
    let captures = (whose(), targets.clone()).prop_map(|(who, set)| Effect::Capture(who, set));
    let marks = targets.clone().prop_map(|set| Effect::To(Change::Mark, set));
    let changes = (prop::sample::select(words::changes()), targets.clone());
    let changes = changes.prop_map(|(change, set)| Effect::To(change, set));
    if matches!(moment, Moment::EachSeed | Moment::AfterTurn) {
        return prop_oneof![6 => captures, 2 => marks, 2 => changes].boxed();
    }
    let places =
        (moved(3, &sayable.sets), targets).prop_map(|(count, into)| Effect::Place { count, from_store: true, into });
    prop_oneof![6 => captures, 2 => marks, 2 => changes, 2 => places].boxed()
}

/// What is done with the chosen hole.
pub fn beginnings(sayable: &Sayable) -> BoxedStrategy<Action> {
    let from_store = || Effect::Place { count: Amount::Number(1), from_store: true, into: here() };
    let usual = || Just(lift_and_sow(here(), One::Here));
    let near = prop::sample::select(vec![One::Here, One::Here, next()]);
    let sown = sowing_at(near.clone()).prop_map(|sowing| done(vec![Effect::Lift(None, here())], sowing));
    let counted = (moved(3, &sayable.sets), sowing_at(near.clone()))
        .prop_map(|(count, sowing)| done(vec![Effect::Lift(Some(count), here())], sowing));
    let added = sowing_at(near).prop_map(move |sowing| done(vec![from_store(), Effect::Lift(None, here())], sowing));
    let without = prop::sample::select(vec![
        vec![from_store()],
        vec![
            Effect::Lift(Some(Amount::Number(1)), here()),
            Effect::Place { count: Amount::Number(1), from_store: false, into: HoleSet::One(next()) },
        ],
    ])
    .prop_map(|effects| Action { may: false, effects, outcome: None });
    let more = prop::collection::vec(effects(Moment::Begin, sayable), 1..=2);
    let with_more = more.clone().prop_map(|more| {
        let lifts = vec![Effect::Lift(None, here())];
        done([lifts, more].concat(), sow_after(One::Here))
    });
    // sometimes nothing is left to sow
    let wild = prop_oneof![
        2 => more.prop_map(|effects| Action { may: false, effects, outcome: None }),
        1 => (sayable.sets.clone(), sowing_at(Just(One::Here)))
            .prop_map(|(set, sowing)| done(vec![Effect::Lift(None, HoleSet::Union(vec![here(), set]))], sowing)),
    ];
    prop_oneof![
        24 => usual(),
        4 => sown,
        2 => counted,
        2 => added,
        1 => without,
        2 => with_more,
        1 => wild,
    ]
    .boxed()
}
