//! Strategies for scores and matches.

use mancala_rules::rules::model::{
    Action, Amount, Effect, EmptyHoles, Fill, HoleSet, LastHole, Marker, Moment, NextStarter, NobodyWon, NobodysHoles,
    Outcome, Property, Surplus, Whose, WonBy,
};
use mancala_rules::rules::model::{Condition, One};
use proptest::prelude::*;
use proptest::sample::select;

use super::conditions::at;
use super::effects::whose;
use super::holes::{holes_that_are, own_holes};
use super::lists::rule;
use super::numbers::counted;
use super::sketch::{Contest, Rule};

/// What each player has at the end.
pub fn scores() -> BoxedStrategy<Option<Amount>> {
    let store = HoleSet::Store(Whose::Own);
    let his = holes_that_are(Property::Marked(Marker::Him));
    let known = select(vec![
        Amount::SeedsIn(his.clone()),
        Amount::SeedsIn(HoleSet::Union(vec![store.clone(), own_holes()])),
        Amount::SeedsIn(HoleSet::Union(vec![store.clone(), his])),
    ]);
    let sets = at(Moment::Score).sets;
    let wild =
        (any::<bool>(), sets).prop_map(|(seeds, set)| if seeds { Amount::SeedsIn(set) } else { Amount::NumberOf(set) });
    prop_oneof![
        8 => Just(Some(Amount::SeedsIn(store))),
        1 => Just(None),
        2 => known.prop_map(Some),
        2 => wild.prop_map(Some),
    ]
    .boxed()
}

/// `each player after refilling`.
fn after_refilling() -> BoxedStrategy<Vec<Rule>> {
    let conditions = at(Moment::AfterRefilling).conditions;
    let sets = at(Moment::AfterRefilling).sets;
    let standings = select(super::words::in_match()).prop_map(Amount::InMatch);
    let count = prop_oneof![3 => (1u32..=3).prop_map(Amount::Number), 1 => standings, 1 => counted(&sets)];
    let points = (whose(), count).prop_map(|(who, count)| Effect::Points(who, count));
    let outcome = prop::option::weighted(0.25, select(vec![Outcome::LosesMatch, Outcome::WinsMatch]));
    let wild = (conditions, prop::collection::vec(points, 0..=2), outcome)
        .prop_map(|(condition, effects, outcome)| rule(condition, Action { may: false, effects, outcome }));
    let ruined = Condition::All(own_holes(), Box::new(Condition::Is(One::Tested, Property::Empty)));
    let loses = Action { may: false, effects: Vec::new(), outcome: Some(Outcome::LosesMatch) };
    prop::collection::vec(prop_oneof![1 => Just(rule(ruined, loses)), 3 => wild], 0..=3).boxed()
}

pub fn contests() -> BoxedStrategy<Contest> {
    let last_hole = prop_oneof![
        4 => select(vec![
            LastHole::FullOnly,
            LastHole::EvenNumber,
            LastHole::AnyNumber,
            LastHole::LockedUntilFull,
        ]),
        1 => (1u32..=4, any::<bool>()).prop_map(|(least, by_lot)| LastHole::Borrowed { least, by_lot }),
    ];
    let fill = select(vec![
        Fill::FromOwnLeft,
        Fill::FromOwnRight,
        Fill::AsEachPlayerChooses,
        Fill::AsLoserChooses,
        Fill::Anew,
    ]);
    let empty_holes = select(vec![
        EmptyHoles::Closed,
        EmptyHoles::ClosedForGood,
        EmptyHoles::ClosedOnBothSides,
        EmptyHoles::Open,
        EmptyHoles::FilledByOpponent,
    ]);
    let next_starter = select(vec![
        NextStarter::Alternate,
        NextStarter::Winner,
        NextStarter::Loser,
        NextStarter::Same,
        NextStarter::LastMover,
        NextStarter::ByLot,
    ]);
    let won_by = prop::option::weighted(0.7, select(vec![WonBy::LastPlayerLeft, WonBy::MostPoints, WonBy::Points(3)]));
    (
        select(vec![NobodyWon::ToOwner, NobodyWon::ToNobody, NobodyWon::ToPot]),
        fill,
        last_hole,
        select(vec![Surplus::Reserve, Surplus::Pot, Surplus::Store]),
        (empty_holes, select(vec![NobodysHoles::Empty, NobodysHoles::Keep])),
        next_starter,
        prop::option::weighted(0.5, 1u32..=6),
        won_by,
        after_refilling(),
    )
        .prop_map(
            |(
                nobody_won,
                fill,
                last_hole,
                surplus,
                (empty_holes, nobodys_holes),
                next_starter,
                most_rounds,
                won_by,
                after_refilling,
            )| Contest {
                nobody_won,
                fill,
                last_hole,
                surplus,
                empty_holes,
                nobodys_holes,
                next_starter,
                most_rounds,
                won_by,
                after_refilling,
            },
        )
        .boxed()
}
