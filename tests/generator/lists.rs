//! Strategies for the lists of rules: most of what they offer goes on for a while, some of it goes wrong.

use mancala_rules::rules::model::{
    Across, Action, Amount, Condition, Effect, Fact, HoleSet, Moment, NumberSet, One, Outcome, Property, Relation, Who,
    Whose,
};
use proptest::prelude::*;

use super::conditions::{Sayable, all_of, at, not};
use super::effects::{done, effects, here, lift_and_sow, next, opposite, sow_after, sowing_at};
use super::holes::{holes_that_are, ones, opponents_holes, own_holes, plain_sets};
use super::numbers::moved;
use super::sketch::{Cases, Rule};

fn occupied(one: One) -> Condition {
    Condition::Is(one, Property::Occupied)
}

pub fn rule(condition: Condition, value: Action) -> Rule {
    Rule { condition, value }
}

/// No rules, or a few.
fn a_few(rules: BoxedStrategy<Rule>) -> BoxedStrategy<Vec<Rule>> {
    prop_oneof![3 => Just(Vec::new()), 2 => prop::collection::vec(rules, 0..=2)].boxed()
}

pub fn each_seed() -> BoxedStrategy<Vec<Rule>> {
    let sayable = at(Moment::EachSeed);
    let effects = prop::collection::vec(effects(Moment::EachSeed, &sayable), 1..=2);
    let rules = (sayable.conditions, effects)
        .prop_map(|(condition, effects)| rule(condition, Action { may: false, effects, outcome: None }));
    a_few(rules.boxed())
}

/// `last seed`, down to `otherwise`.
pub fn last_seed() -> BoxedStrategy<Cases<Action>> {
    let sayable = at(Moment::LastSeed);
    let rules = prop_oneof![4 => stops(&sayable), 3 => relays(&sayable), 2 => carries(&sayable), 1 => swaps(&sayable)];
    let otherwise = prop_oneof![
        30 => Just(done(Vec::new(), Outcome::EndTurn)),
        1 => Just(lift_and_sow(here(), One::Here)),
        2 => endings().prop_map(|outcome| done(Vec::new(), outcome)),
    ];
    (prop::collection::vec(rules, 0..=4), otherwise).prop_map(|(cases, otherwise)| Cases { cases, otherwise }).boxed()
}

/// Ways in which a turn ends.
fn endings() -> BoxedStrategy<Outcome> {
    let seldom = vec![Outcome::Illegal, Outcome::Draw, Outcome::MoverWins, Outcome::MoverLoses];
    prop_oneof![12 => Just(Outcome::EndTurn), 3 => Just(Outcome::MoveAgain), 1 => prop::sample::select(seldom)].boxed()
}

/// What decides a game does so when something has been won.
fn not_at_once(condition: Condition, outcome: Option<&Outcome>) -> Condition {
    if !matches!(outcome, Some(Outcome::Draw | Outcome::MoverWins | Outcome::MoverLoses)) {
        return condition;
    }
    all_of(vec![condition, own_store_holds(6)])
}

fn own_store_holds(at_least: u32) -> Condition {
    let number = NumberSet::AtLeast(Amount::Number(at_least));
    Condition::Count(Amount::SeedsIn(HoleSet::Store(Whose::Own)), number)
}

/// Something is captured or marked, and the turn ends.
fn stops(sayable: &Sayable) -> BoxedStrategy<Rule> {
    let effects = prop::collection::vec(effects(Moment::LastSeed, sayable), 0..=2);
    (sayable.conditions.clone(), prop::bool::weighted(0.15), effects, endings())
        .prop_map(|(condition, may, effects, outcome)| {
            rule(not_at_once(condition, Some(&outcome)), Action { may, effects, outcome: Some(outcome) })
        })
        .boxed()
}

/// It is sown on with what lies where the last seed fell, or next to it.
pub fn relays(sayable: &Sayable) -> BoxedStrategy<Rule> {
    let more = || prop::option::weighted(0.4, sayable.conditions.clone());
    let here_again = (prop::bool::weighted(0.5), more(), prop::bool::weighted(0.1), sowing_at(Just(One::Here)))
        .prop_map(|(certain, more, may, sowing)| {
            let mut conditions = vec![not(Condition::WasEmpty)];
            conditions.extend(certain.then(|| occupied(One::Here)));
            conditions.extend(more);
            rule(all_of(conditions), Action { may, ..done(vec![Effect::Lift(None, here())], sowing) })
        });
    let from_next = more().prop_map(|more| {
        let conditions = [vec![occupied(next())], Vec::from_iter(more)].concat();
        rule(all_of(conditions), lift_and_sow(HoleSet::One(next()), next()))
    });
    prop_oneof![5 => here_again, 1 => from_next].boxed()
}

/// Seeds of another hole are sown on.
fn carries(sayable: &Sayable) -> BoxedStrategy<Rule> {
    let near = prop::sample::select(vec![One::Here, One::Origin, next()]);
    let rear = One::Related(Relation::Across(Across::Rear), Box::new(opposite()));
    let lifted = vec![
        (opposite(), HoleSet::One(opposite())),
        (opposite(), HoleSet::Union(vec![here(), HoleSet::One(opposite())])),
        (opposite(), HoleSet::Union(vec![HoleSet::One(opposite()), HoleSet::One(rear)])),
    ];
    let across = (sayable.conditions.clone(), prop::sample::select(lifted), sowing_at(near.clone())).prop_map(
        |(condition, (asked, lifted), sowing)| {
            rule(all_of(vec![occupied(asked), condition]), done(vec![Effect::Lift(None, lifted)], sowing))
        },
    );
    let elsewhere = ones(Moment::LastSeed, false);
    let from_elsewhere =
        (sayable.conditions.clone(), elsewhere, prop::option::of(moved(2, &sayable.sets)), sowing_at(near.clone()))
            .prop_map(|(condition, one, count, sowing)| {
                let lifts = Effect::Lift(count, HoleSet::One(one.clone()));
                rule(all_of(vec![occupied(one), condition]), done(vec![lifts], sowing))
            });
    // nothing says that there is something to sow
    let wild =
        (sayable.conditions.clone(), sayable.sets.clone(), sayable.sets.clone()).prop_map(|(condition, lifted, at)| {
            let sowing = Outcome::Sow { turning: None, by: 1, into: false, at };
            rule(condition, done(vec![Effect::Lift(None, lifted)], sowing))
        });
    prop_oneof![6 => across, 4 => from_elsewhere, 1 => wild].boxed()
}

/// A seed or two are moved to other holes.
fn swaps(sayable: &Sayable) -> BoxedStrategy<Rule> {
    let elsewhere = ones(Moment::LastSeed, false);
    let tame = (sayable.conditions.clone(), elsewhere.clone(), elsewhere).prop_map(|(condition, from, into)| {
        let lifts = Effect::Lift(Some(Amount::Number(1)), HoleSet::One(from.clone()));
        let places = Effect::Place { count: Amount::Number(1), from_store: false, into: HoleSet::One(into) };
        rule(all_of(vec![occupied(from), condition]), done(vec![lifts, places], Outcome::EndTurn))
    });
    // perhaps more than is in the hand, or less
    let wild = (sayable.conditions.clone(), moved(3, &sayable.sets), sayable.sets.clone()).prop_map(
        |(condition, count, into)| {
            let effects =
                vec![Effect::Lift(None, here()), Effect::Place { count, from_store: false, into: into.clone() }];
            rule(condition, done(effects, sow_after(One::Here)))
        },
    );
    let all = (sayable.conditions.clone(), one_or_any()).prop_map(|(condition, into)| {
        rule(condition, done(vec![Effect::Lift(None, here()), Effect::PlaceAll(into)], Outcome::EndTurn))
    });
    prop_oneof![5 => tame, 2 => all, 1 => wild].boxed()
}

/// One hole, or one that the mover chooses.
fn one_or_any() -> BoxedStrategy<HoleSet> {
    let one = ones(Moment::LastSeed, false).prop_map(HoleSet::One);
    let among = plain_sets(Moment::LastSeed, false);
    let any = among.prop_map(|among| HoleSet::Any(1, Box::new(among)));
    prop_oneof![3 => one, 1 => any].boxed()
}

/// What is never true, as the file says.
pub fn claims() -> BoxedStrategy<Vec<Condition>> {
    prop::collection::vec(at(Moment::Claim).conditions, 0..=2).boxed()
}

pub fn after_turn() -> BoxedStrategy<Vec<Rule>> {
    let sayable = at(Moment::AfterTurn);
    let effects = prop::collection::vec(effects(Moment::AfterTurn, &sayable), 0..=2);
    let outcomes = vec![Outcome::Illegal, Outcome::Illegal, Outcome::MoverWins, Outcome::MoverLoses, Outcome::Draw];
    let outcome = prop::option::weighted(0.3, prop::sample::select(outcomes));
    let others = sayable.conditions.clone().prop_map(|condition| Condition::AnotherLeaves(Box::new(condition)));
    let others = prop_oneof![
        2 => others.clone(),
        1 => others.clone().prop_map(not),
        1 => (others, sayable.conditions.clone()).prop_map(|(other, condition)| all_of(vec![condition, other])),
    ];
    let conditions = prop_oneof![4 => sayable.conditions, 1 => others];
    let wild = (conditions, effects, outcome).prop_map(|(condition, effects, outcome)| {
        rule(not_at_once(condition, outcome.as_ref()), Action { may: false, effects, outcome })
    });
    // the opponent must be left something, if not by this move then by another
    let starved = Condition::All(opponents_holes(), Box::new(Condition::Is(One::Tested, Property::Empty)));
    let fed = Just(rule(starved.clone(), done(Vec::new(), Outcome::Illegal)));
    let feeding = Condition::AnotherLeaves(Box::new(not(starved.clone())));
    let fines = Just(rule(
        all_of(vec![starved, feeding]),
        Action { may: false, effects: vec![Effect::Capture(Who::Opponent, own_holes())], outcome: None },
    ));
    a_few(prop_oneof![2 => fed, 1 => fines, 6 => wild].boxed())
}

/// Conditions that come true late in a game.
fn late(sayable: &Sayable) -> BoxedStrategy<Condition> {
    let held = (8u32..=30).prop_map(own_store_holds);
    let few = (0u32..=6).prop_map(|seeds| {
        let number = NumberSet::AtMost(Amount::Number(seeds));
        Condition::Count(Amount::SeedsIn(HoleSet::Holes), number)
    });
    let empty = Just(Condition::All(own_holes(), Box::new(Condition::Is(One::Tested, Property::Empty))));
    let turn = (8u32..=30).prop_map(Condition::Turn);
    prop_oneof![
        3 => empty,
        3 => few,
        3 => held,
        1 => turn,
        2 => (sayable.conditions.clone(), 4u32..=9).prop_map(|(condition, holes)| {
            let empty = Amount::NumberOf(holes_that_are(Property::Empty));
            let many = NumberSet::AtLeast(Amount::Number(holes));
            all_of(vec![condition, Condition::Count(empty, many)])
        }),
        1 => sayable.conditions.clone(),
    ]
    .boxed()
}

/// `before turn`, down to `otherwise -> play`.
pub fn before_turn() -> BoxedStrategy<Cases<Action>> {
    let sayable = at(Moment::BeforeTurn);
    let effects = effects(Moment::BeforeTurn, &sayable);
    let counted = prop_oneof![
        2 => Just(Vec::new()),
        2 => Just(vec![Effect::Capture(Who::EachPlayer, own_holes())]),
        1 => prop::collection::vec(effects.clone(), 0..=2),
    ];
    let seldom = vec![Outcome::MoverWins, Outcome::MoverLoses, Outcome::Draw];
    let over = prop_oneof![4 => Just(Outcome::Over), 1 => prop::sample::select(seldom)];
    let ending = (counted, over).prop_map(|(effects, outcome)| done(effects, outcome)).boxed();
    let ends = (late(&sayable), ending.clone()).prop_map(|(condition, value)| rule(condition, value));
    let helped = (sayable.conditions.clone(), prop::collection::vec(effects.clone(), 1..=2))
        .prop_map(|(condition, effects)| rule(condition, done(effects, Outcome::Play)));
    let offers = offers(&sayable, effects.clone());
    let passes = (sayable.conditions, prop::collection::vec(effects, 0..=1))
        .prop_map(|(condition, effects)| rule(condition, done(effects, Outcome::Pass)));
    let stuck = prop_oneof![
        1 => ending.clone(),
        1 => Just(done(Vec::new(), Outcome::Pass)),
    ];
    let no_move = prop::option::weighted(0.98, stuck);
    let repeated = prop::option::weighted(0.5, ending);
    let first = prop::collection::vec(ends, 0..=2);
    let last = prop_oneof![
        3 => Just(Vec::new()),
        1 => prop::collection::vec(prop_oneof![1 => passes, 2 => helped], 0..=2),
    ];
    let offers = prop::collection::vec((offers, any::<prop::sample::Index>()), 0..=2);
    let offers = prop_oneof![2 => Just(Vec::new()), 1 => offers];
    (first, no_move, repeated, last, offers)
        .prop_map(|(first, no_move, repeated, last, offers)| {
            let mut cases = first;
            cases.extend(no_move.map(|action| rule(Condition::Fact(Fact::NoLegalMove), action)));
            cases.extend(repeated.map(|action| rule(Condition::Fact(Fact::Repeated), action)));
            cases.extend(last);
            for (offer, at) in offers {
                cases.insert(at.index(cases.len() + 1), offer);
            }
            Cases { cases, otherwise: done(Vec::new(), Outcome::Play) }
        })
        .boxed()
}

/// Rules that offer something in place of a turn.
fn offers(sayable: &Sayable, effects: BoxedStrategy<Effect>) -> BoxedStrategy<Rule> {
    let offer = |(condition, effects, outcome)| rule(condition, Action { may: true, effects, outcome: Some(outcome) });
    let goes_on = prop::sample::select(vec![Outcome::Pass, Outcome::SwapSides, Outcome::SwapSides]);
    let ends = prop::sample::select(vec![Outcome::Over, Outcome::MoverLoses, Outcome::MoverWins, Outcome::Draw]);
    let effects = || prop::collection::vec(effects.clone(), 0..=1);
    prop_oneof![
        3 => (sayable.conditions.clone(), effects(), goes_on).prop_map(offer),
        1 => (late(sayable), effects(), ends).prop_map(offer),
    ]
    .boxed()
}
