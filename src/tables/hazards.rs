//! What can go wrong in a turn, and what has to be watched in it.

use super::code::{Set, Test, Then};
use super::listed::Listed;
use super::mover::MoverTables;
use super::section::Safe;
use super::slots::Mask;
use super::walk::Node;
use crate::rules::model::{Change, Condition, Effect, Endless, Happened, HoleSet, One, Outcome, Part, Rule, Rules};

/// What has to be watched in a turn because some rule asks it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched {
    /// What the mover chooses inside a turn.
    pub answers: bool,
    /// In which slots seeds fell.
    pub sown: bool,
    /// In which slots seeds fell in the last lap.
    pub sown_this_lap: bool,
    /// Which slots were raided.
    pub raided: bool,
    /// How the turn before went.
    pub last_turn: bool,
    /// States of a turn must be remembered from its first lap on, since it is not the state alone that decides how the
    /// turn goes on, or since it matters where exactly a state comes back.
    pub every_state: bool,
}

/// Whether a turn that lifts a hole and sows it may turn out not to be allowed, may ask the mover something, or may come
/// to a situation for which the rules give no answer.
///
/// What `after turn` forbids is left aside.
pub(super) fn may_fail(rules: &Rules) -> bool {
    let lists = [&rules.each_seed, &rules.last_seed];
    let forbidden = |rule: &Rule| rule.value.may || rule.value.outcome == Some(Outcome::Illegal);
    if lists.iter().any(|list| list.iter().any(forbidden)) {
        return true;
    }
    let relays = |rule: &Rule| {
        let here = HoleSet::One(One::Here);
        rule.value.effects == [Effect::Lift(None, here.clone())]
            && rule.value.outcome == Some(Outcome::Sow { turning: None, into: false, at: here })
    };
    let moves_the_hand = |rule: &Rule| {
        let effects = rule.value.effects.iter();
        effects.clone().any(|effect| {
            matches!(effect, Effect::Lift(..) | Effect::Place { from_store: false, .. } | Effect::PlaceAll(_))
        }) || matches!(rule.value.outcome, Some(Outcome::Sow { .. }))
    };
    let sows_on = rules.last_seed.iter().any(relays);
    let ends = rules.endless.as_ref().is_some_and(|endless| endless.value != Endless::Illegal);
    rules.last_seed.iter().any(|rule| moves_the_hand(rule) && !relays(rule))
        || sows_on && !(ends && rules.each_seed.is_empty())
        || rules.last_seed.last().is_none_or(|rule| rule.condition.is_some())
}

/// When `after turn` is sure to forbid nothing, if a turn that lifts one of the holes of `from` is otherwise allowed.
pub(super) fn safe<M: Mask>(mover: &MoverTables<M>, from: &Set<M>) -> Safe<M> {
    let forbids = |rule: &&Listed<M>| mover.actions[usize::from(rule.action)].then == Then::Illegal;
    let mut forbidding = mover.after_turn.iter().filter(forbids);
    let (Some(rule), None) = (forbidding.next(), forbidding.next()) else {
        return if mover.after_turn.iter().any(|rule| forbids(&rule)) { Safe::Never } else { Safe::Always };
    };
    let (Test::And(parts), Set::Slots(from)) = (&rule.test, from) else { return Safe::Never };
    let emptied = parts.iter().find_map(|part| match part {
        Test::Not(inner) => match **inner {
            Test::AnyOccupied(slots, 0) => Some(slots),
            _ => None,
        },
        _ => None,
    });
    let Some(emptied) = emptied.filter(|emptied| (*emptied & (!mover.abroad | *from)).is_none()) else {
        return Safe::Never;
    };
    // seeds leave those holes only by being taken, and that is a raid
    let unless_raided = parts.iter().any(|part| match part {
        Test::Not(inner) => match &**inner {
            Test::Some(Set::Happened(Happened::Raided)) => true,
            Test::Some(Set::Both(sets)) => match sets.as_slice() {
                [Set::Slots(slots), Set::Happened(Happened::Raided)] => (emptied & !*slots).is_none(),
                _ => false,
            },
            _ => false,
        },
        _ => false,
    });
    if unless_raided { Safe::IfOccupied { holes: emptied, asks_more: parts.len() > 2 } } else { Safe::Never }
}

/// What has to be watched because some rule asks it.
pub(super) fn watched<M: Mask>(rules: &Rules, movers: &[MoverTables<M>]) -> Watched {
    let asks = |wanted: &Set<M>| movers.iter().any(|mover| mentions(mover, wanted));
    let laps = |test: &Test<M>| test.any(&mut |node| matches!(node, Node::Test(Test::Lap(lap)) if *lap > 1));
    let begins = rules.moves.iter().map(|section| &section.begin);
    let answers = begins.chain([&rules.last_seed, &rules.after_turn]).flatten().any(Rule::asks);
    // where a lap follows, it matters how often the mover is asked before a state comes back
    let asks_on =
        |rule: &Rule| rule.value.may || rule.asks() && matches!(rule.value.outcome, Some(Outcome::Sow { .. }));
    let asks_on = rules.last_seed.iter().any(asks_on);
    let sows_on = rules.last_seed.iter().any(|rule| matches!(rule.value.outcome, Some(Outcome::Sow { .. })));
    let tells_laps = movers.iter().any(|mover| mover.last_seed.iter().any(|rule| laps(&rule.test)));
    Watched {
        answers,
        sown: asks(&Set::Happened(Happened::Sown)),
        sown_this_lap: asks(&Set::Happened(Happened::SownThisLap)),
        raided: asks(&Set::Happened(Happened::Raided)),
        last_turn: rules.remembers,
        every_state: sows_on && (asks_on || tells_laps || !rules.each_seed.is_empty()),
    }
}

/// Whether a set occurs anywhere in what a mover does.
fn mentions<M: Mask>(mover: &MoverTables<M>, wanted: &Set<M>) -> bool {
    let found = &mut |node: Node<'_, M>| matches!(node, Node::Set(set) if set == wanted);
    let lists = [&mover.each_seed, &mover.last_seed, &mover.after_turn, &mover.before_turn];
    lists.into_iter().flatten().any(|rule| rule.test.any(found))
        || mover.sections.iter().any(|section| section.begin.iter().any(|rule| rule.test.any(found)))
        || mover.actions.iter().any(|action| action.any(found))
        || match &mover.skip {
            super::Skip::Fixed(set, _) | super::Skip::Changing(set) => set.any(found),
            super::Skip::Marked { .. } => false,
        }
}

/// Whether seeds in stores beside the board never leave them and marks are never taken away: no rule takes from a store
/// or takes a mark away.
pub(super) fn gains_stay(rules: &Rules) -> bool {
    let begins = rules.moves.iter().map(|section| &section.begin);
    let lists = begins.chain([&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn]);
    let takes = |effect: &Effect| match effect {
        Effect::Capture(_, set) | Effect::Lift(_, set) => set.reaches_a_store(),
        Effect::Place { from_store, .. } => *from_store,
        // a mark is no more than put
        Effect::To(change, _) => *change != Change::Mark,
        Effect::PlaceAll(_) | Effect::Points(..) => false,
    };
    !lists.flatten().any(|rule| rule.value.effects.iter().any(takes))
}

/// Up to which of a player's turns some rule asks how many he has had; 0 if none does.
pub(super) fn turns_asked(rules: &Rules) -> u32 {
    let mut most = 0;
    rules.visit(&mut |part| {
        if let Part::Condition(Condition::Turn(turn)) = part {
            most = most.max(*turn);
        }
    });
    most
}
