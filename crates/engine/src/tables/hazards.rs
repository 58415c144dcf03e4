//! What can go wrong in a turn, and what the engine must record during it.

use mancala_rules::rules::model::{Change, Effect, Endless, Happened, HoleSet, One, Outcome, Rule, Rules};

use super::code::{Set, Test, Then};
use super::listed::Listed;
use super::mover::MoverTables;
use super::section::{Safe, Section};
use super::slots::Mask;
use super::walk::Node;

/// What the engine must record during a turn because some rule asks about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched {
    /// The mover's choices within a turn.
    pub answers: bool,
    /// The slots into which seeds fell in the turn.
    pub sown: bool,
    /// The slots into which seeds fell in the last lap.
    pub sown_this_lap: bool,
    /// The slots that were raided.
    pub raided: bool,
    /// How the previous turn went.
    pub last_turn: bool,
    /// In which direction each player's last turn began.
    pub last_ways: bool,
    /// The states of a turn in which the mover is asked something and more laps can follow.
    pub asked_states: bool,
    /// Rules ask what other moves would have led to.
    pub other_moves: bool,
    /// Rules ask to whom the lot of the round falls.
    pub lots: bool,
    /// The states of a turn from its first lap on: either the state alone does not determine how the turn continues, or
    /// it matters where exactly a state recurs.
    pub every_state: bool,
}

impl Watched {
    /// Whether the slots into which seeds fall must be recorded.
    pub fn seeds_fall(&self) -> bool {
        self.sown || self.sown_this_lap
    }
}

/// Whether a turn that lifts a hole and sows it can be illegal, can ask the mover for a choice, or can reach a
/// situation for which the rules give no answer.
///
/// Ignores what `after turn` forbids; see [`safe`].
pub(super) fn may_fail(rules: &Rules) -> bool {
    let lists = [&rules.each_seed, &rules.last_seed];
    let forbidden = |rule: &Rule| rule.value.may || rule.value.outcome == Some(Outcome::Illegal);
    if lists.iter().any(|list| list.iter().any(forbidden)) {
        return true;
    }
    let relays = |rule: &Rule| {
        let here = HoleSet::One(One::Here);
        rule.value.effects == [Effect::Lift(None, here.clone())]
            && rule.value.outcome == Some(Outcome::Sow { turning: None, by: 1, into: false, at: here })
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

/// When `after turn` certainly forbids nothing, for turns that lift a hole of `from` and are otherwise legal.
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
    // seeds leave those holes only by a raid
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

/// Whether `after turn` can do nothing but forbid a move.
fn only_forbids<M: Mask>(mover: &MoverTables<M>) -> bool {
    mover.after_turn.iter().all(|rule| {
        let action = &mover.actions[usize::from(rule.action)];
        !action.may && action.ops.is_empty() && action.then == Then::Illegal
    })
}

/// When `after turn` does nothing after any choice of a section.
pub(super) fn allowed<M: Mask>(mover: &MoverTables<M>, section: &Section<M>) -> Safe<M> {
    match (&section.offered, mover.after_turn.is_empty()) {
        (_, true) => Safe::Always,
        (Some(offered), false) if only_forbids(mover) => safe(mover, &Set::Slots(offered.fixed[0] | offered.fixed[1])),
        _ => Safe::Never,
    }
}

/// Computes what the engine must record.
pub(super) fn watched<M: Mask>(rules: &Rules, movers: &[MoverTables<M>]) -> Watched {
    let asks = |wanted: &Set<M>| movers.iter().any(|mover| mentions(mover, wanted));
    let laps = |test: &Test<M>| test.any(&mut |node| matches!(node, Node::Test(Test::Lap(lap)) if *lap > 1));
    let begins = rules.moves.iter().map(|section| &section.begin);
    let answers = begins.chain([&rules.last_seed, &rules.after_turn]).flatten().any(Rule::asks);
    // where a lap follows, it matters how often the mover is asked before a state recurs
    let asks_on =
        |rule: &Rule| rule.value.may || rule.asks() && matches!(rule.value.outcome, Some(Outcome::Sow { .. }));
    let asks_on = rules.last_seed.iter().any(asks_on);
    let illegal = rules.endless.as_ref().is_some_and(|endless| endless.value == Endless::Illegal);
    let sows_on = rules.last_seed.iter().any(|rule| matches!(rule.value.outcome, Some(Outcome::Sow { .. })));
    let told = |list: &[Listed<M>]| list.iter().any(|rule| laps(&rule.test));
    let tells_laps = movers.iter().any(|mover| told(&mover.last_seed) || told(&mover.each_seed));
    Watched {
        answers,
        sown: asks(&Set::Happened(Happened::Sown)),
        sown_this_lap: rules.asks_for_holes_of_a_lap(),
        raided: asks(&Set::Happened(Happened::Raided)),
        last_turn: rules.remembers,
        last_ways: rules.recalls_ways(),
        other_moves: movers
            .iter()
            .flat_map(|mover| &mover.after_turn)
            .any(|rule| rule.test.any(&mut |node: Node<'_, M>| matches!(node, Node::Test(Test::AnotherLeaves(_))))),
        lots: rules.asks_for_lots,
        asked_states: sows_on && asks_on,
        every_state: sows_on && (tells_laps || !illegal && (asks_on || !rules.each_seed.is_empty())),
    }
}

/// Whether a set occurs anywhere in the tables of a mover.
fn mentions<M: Mask>(mover: &MoverTables<M>, wanted: &Set<M>) -> bool {
    let found = &mut |node: Node<'_, M>| matches!(node, Node::Set(set) if set == wanted);
    let lists = [&mover.each_seed, &mover.last_seed, &mover.after_turn, &mover.before_turn];
    lists.into_iter().flatten().any(|rule| rule.test.any(found))
        || mover.sections.iter().any(|section| section.begin.iter().any(|rule| rule.test.any(found)))
        || mover.actions.iter().any(|action| action.any(found))
        || mover.skip_last.as_ref().is_some_and(|set| set.any(found))
        || match &mover.skip {
            super::Skip::Fixed(set, _) | super::Skip::Changing(set, _) => set.any(found),
            super::Skip::Marked { .. } => false,
        }
}

/// Whether no rule takes seeds from a store or removes a mark.
pub(super) fn gains_stay(rules: &Rules) -> bool {
    let begins = rules.moves.iter().map(|section| &section.begin);
    let lists = begins.chain([&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn]);
    let takes = |effect: &Effect| match effect {
        Effect::Capture(_, set) | Effect::Lift(_, set) => set.reaches_a_store(),
        Effect::Place { from_store, .. } => *from_store,
        // putting a mark is the only change that removes nothing
        Effect::To(change, _) => *change != Change::Mark,
        Effect::PlaceAll(_) | Effect::Points(..) => false,
    };
    !lists.flatten().any(|rule| rule.value.effects.iter().any(takes))
}
