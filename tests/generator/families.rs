//! Strategies for games of families that are played: sown and captured by number, relayed, marked, on four rows.

use mancala_rules::rules::model::{
    Across, Action, Amount, Change, Condition, Direction, Effect, Endless, Ends, Fact, Fixed, HoleSet, Marker, Moment,
    NumberSet, One, Outcome, Property, Relation, Steps, Stride, Way, Who, Whose,
};
use proptest::prelude::*;
use proptest::sample::select;

use super::board::plain_boards;
use super::conditions::{all_of, at, not};
use super::contest::contests;
use super::effects::{done, here, lift_and_sow, next, opposite};
use super::holes::{holes_that_are, holes_where, own_holes};
use super::lists::{claims, relays, rule};
use super::numbers::numbers;
use super::sketch::{Cases, Move, Rule, Shape, Sketch};

/// What makes a family.
struct Family {
    shape: Shape,
    ends: Ends,
    from: HoleSet,
    skip: Option<HoleSet>,
    last_seed: BoxedStrategy<Cases<Action>>,
    score: Amount,
}

fn is(one: One, property: Property) -> Condition {
    Condition::Is(one, property)
}

fn in_store() -> Amount {
    Amount::SeedsIn(HoleSet::Store(Whose::Own))
}

fn end_turn() -> Action {
    done(Vec::new(), Outcome::EndTurn)
}

fn capture(set: HoleSet) -> Action {
    done(vec![Effect::Capture(Who::Mover, set)], Outcome::EndTurn)
}

/// The last rules, and `otherwise`.
fn cases(rules: Vec<Rule>, otherwise: Action) -> Cases<Action> {
    Cases { cases: rules, otherwise }
}

/// A number made at the opponent's is captured, perhaps with those before it.
fn by_number() -> Family {
    let last_seed = (numbers(), any::<bool>()).prop_map(|(numbers, run)| {
        let made = all_of(vec![is(One::Here, Property::Opponents), Condition::Makes(numbers.clone())]);
        let prey = all_of(vec![is(One::Tested, Property::Opponents), Condition::Holds(One::Tested, numbers)]);
        let behind = HoleSet::Run { stride: Stride { back: true, step: 1, most: None }, condition: Box::new(prey) };
        let caught = if run { HoleSet::Union(vec![here(), behind]) } else { here() };
        cases(vec![rule(made, capture(caught))], end_turn())
    });
    plain(Shape::TwoRows, Ends::None, last_seed.boxed())
}

/// Sowing goes on in occupied holes, and what lies opposite an empty one of the mover's is captured.
fn by_crossing() -> Family {
    let sayable = at(Moment::LastSeed);
    let captured = select(vec![
        capture(HoleSet::One(opposite())),
        capture(HoleSet::Union(vec![here(), HoleSet::One(opposite())])),
        lift_and_sow(HoleSet::One(opposite()), One::Here),
    ]);
    let last_seed = (relays(&sayable), captured).prop_map(|(relay, captured)| {
        let across = all_of(vec![is(One::Here, Property::Own), is(opposite(), Property::Occupied)]);
        cases(vec![relay, rule(across, captured)], end_turn())
    });
    plain(Shape::TwoRows, Ends::None, last_seed.boxed())
}

/// Four at the opponent's are marked, and marked holes are passed over.
fn by_marking() -> Family {
    let last_seed = (numbers(), prop::bool::weighted(0.7)).prop_map(|(numbers, at_home)| {
        let mut made = vec![Condition::Makes(numbers)];
        made.extend((!at_home).then(|| is(One::Here, Property::Opponents)));
        let rules = vec![
            rule(is(One::Here, Property::Marked(Marker::Anybody)), end_turn()),
            rule(Condition::WasEmpty, end_turn()),
            rule(all_of(made), done(vec![Effect::To(Change::Mark, here())], Outcome::EndTurn)),
        ];
        cases(rules, lift_and_sow(here(), One::Here))
    });
    let unmarked = not(is(One::Tested, Property::Marked(Marker::Anybody)));
    Family {
        from: HoleSet::Where(Box::new(own_holes()), Box::new(unmarked)),
        skip: Some(holes_that_are(Property::Marked(Marker::Opponent))),
        score: Amount::SeedsIn(holes_that_are(Property::Marked(Marker::Him))),
        ..plain(Shape::TwoRows, Ends::None, last_seed.boxed())
    }
}

/// On four rows what is captured is sown on.
fn on_four_rows() -> Family {
    let rear = One::Related(Relation::Across(Across::Rear), Box::new(opposite()));
    let both = HoleSet::Union(vec![HoleSet::One(opposite()), HoleSet::One(rear)]);
    let lifted = select(vec![HoleSet::One(opposite()), both]);
    let last_seed = (lifted, select(vec![One::Here, One::Origin])).prop_map(|(lifted, at)| {
        let hit = all_of(vec![is(One::Here, Property::Fixed(Fixed::Inner)), is(opposite(), Property::Occupied)]);
        let rules = vec![rule(Condition::WasEmpty, end_turn()), rule(hit, lift_and_sow(lifted, at))];
        cases(rules, lift_and_sow(here(), One::Here))
    });
    let several = Condition::Holds(One::Tested, NumberSet::AtLeast(Amount::Number(2)));
    Family {
        from: holes_where(all_of(vec![is(One::Tested, Property::Own), several])),
        ..plain(Shape::FourRows, Ends::None, last_seed.boxed())
    }
}

/// Stores at the ends, and another turn for the seed that ends there.
fn into_stores() -> Family {
    let relay = relays(&at(Moment::LastSeed));
    let last_seed = prop::option::weighted(0.3, relay).prop_map(|relay| {
        let home = all_of(vec![is(One::Here, Property::Fixed(Fixed::End)), is(One::Here, Property::Own)]);
        let hit = vec![Condition::WasEmpty, is(One::Here, Property::Own), is(opposite(), Property::Occupied)];
        let both = HoleSet::Union(vec![here(), HoleSet::One(opposite())]);
        let mut rules = vec![rule(home, done(Vec::new(), Outcome::MoveAgain)), rule(all_of(hit), capture(both))];
        rules.extend(relay);
        cases(rules, end_turn())
    });
    plain(Shape::TwoRows, Ends::Stores, last_seed.boxed())
}

/// The hole behind the last seed is sown on, the one behind an empty hole captured.
fn over_gaps() -> Family {
    let ahead = One::Related(Relation::Ahead(Steps::Number(2)), Box::new(One::Here));
    let step = select(vec![1u32, 2]);
    let last_seed = (any::<bool>(), step).prop_map(move |(stops, step)| {
        let gap = all_of(vec![is(One::Tested, Property::Empty), not(is(One::Tested, Property::Fixed(Fixed::End)))]);
        let run = HoleSet::Run { stride: Stride { back: false, step, most: None }, condition: Box::new(gap) };
        let taken = HoleSet::Union(vec![
            HoleSet::One(ahead.clone()),
            HoleSet::Related(Relation::Ahead(Steps::Number(2)), Box::new(run)),
        ]);
        let mut rules = Vec::new();
        if stops {
            rules.push(rule(is(next(), Property::Fixed(Fixed::End)), end_turn()));
        }
        rules.push(rule(is(next(), Property::Occupied), lift_and_sow(HoleSet::One(next()), next())));
        rules.push(rule(is(ahead.clone(), Property::Occupied), capture(taken)));
        cases(rules, end_turn())
    });
    plain(Shape::TwoRows, Ends::Nobodys, last_seed.boxed())
}

fn plain(shape: Shape, ends: Ends, last_seed: BoxedStrategy<Cases<Action>>) -> Family {
    Family { shape, ends, from: own_holes(), skip: None, last_seed, score: in_store() }
}

fn before_turn() -> BoxedStrategy<Cases<Action>> {
    let rest = vec![Effect::Capture(Who::EachPlayer, own_holes())];
    let over = select(vec![done(rest, Outcome::Over), done(Vec::new(), Outcome::Over)]);
    let stuck = prop_oneof![2 => over.clone(), 1 => Just(done(Vec::new(), Outcome::Pass))];
    (stuck, over)
        .prop_map(|(stuck, over)| {
            let empty = Condition::All(HoleSet::Holes, Box::new(is(One::Tested, Property::Empty)));
            let rules = vec![
                rule(empty, done(Vec::new(), Outcome::Over)),
                rule(Condition::Fact(Fact::Repeated), over),
                rule(Condition::Fact(Fact::NoLegalMove), stuck),
            ];
            cases(rules, done(Vec::new(), Outcome::Play))
        })
        .boxed()
}

fn sketch(family: Family) -> BoxedStrategy<Sketch> {
    let Family { shape, ends, from, skip, last_seed, score } = family;
    let begin = select(vec![
        lift_and_sow(here(), One::Here),
        done(vec![Effect::Lift(None, here())], Outcome::Sow { turning: None, by: 1, into: true, at: here() }),
    ]);
    let direction = select(vec![
        Direction::One(Way::Counterclockwise),
        Direction::One(Way::Clockwise),
        Direction::Either,
        Direction::PerPlayer(vec![Way::Clockwise, Way::Counterclockwise]),
    ]);
    (
        plain_boards(shape, ends),
        (begin, direction),
        last_seed,
        before_turn(),
        prop_oneof![3 => Just(Endless::Illegal), 1 => Just(Endless::EndTurn)],
        (prop::option::weighted(0.3, contests()), claims()),
    )
        .prop_map(move |(board, (begin, direction), last_seed, before_turn, endless, (contest, claims))| Sketch {
            board,
            moves: vec![Move {
                when: None,
                from: Cases::always(from.clone()),
                direction: Cases::always(direction),
                begin: Cases::always(begin),
            }],
            skip: skip.clone(),
            endless,
            each_seed: Vec::new(),
            last_seed,
            after_turn: Vec::new(),
            before_turn,
            repeated: 3,
            score: Some(score.clone()),
            contest,
            claims,
        })
        .boxed()
}

/// A game of one of the families. What they have in common falls away, piece by piece, only when they shrink.
pub fn families() -> BoxedStrategy<Sketch> {
    let families = prop_oneof![
        sketch(by_number()),
        sketch(by_crossing()),
        sketch(by_marking()),
        sketch(on_four_rows()),
        sketch(into_stores()),
        sketch(over_gaps()),
    ];
    let kept = || prop::bool::weighted(1.0);
    let rules = || prop::collection::vec(kept(), 5);
    (families, rules(), rules(), (kept(), kept(), kept(), kept()))
        .prop_map(|(mut sketch, last_seed, before_turn, (from, skip, otherwise, score))| {
            keep(&mut sketch.last_seed.cases, &last_seed);
            keep(&mut sketch.before_turn.cases, &before_turn);
            sketch.skip = sketch.skip.filter(|_| skip);
            if !from {
                sketch.moves.iter_mut().for_each(|section| section.from = Cases::always(own_holes()));
            }
            if !otherwise {
                sketch.last_seed.otherwise = end_turn();
            }
            if !score {
                sketch.score = Some(in_store());
            }
            sketch
        })
        .boxed()
}

/// Keeps the rules that are to be kept, and all for which it is not said.
fn keep(rules: &mut Vec<Rule>, kept: &[bool]) {
    let mut kept = kept.iter();
    rules.retain(|_| kept.next().copied().unwrap_or(true));
}
