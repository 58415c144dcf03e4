//! The list `before turn` as gates: tests in the form that is fastest to evaluate.

use super::code::{Action, Numbers, RuleId, Set, Spot, Test, Then};
use super::listed::Listed;
use super::slots::{Mask, Slot};
use super::walk::Node;
use crate::rules::model::Fact;

/// The condition of a rule of `before turn`, in the form that is fastest to evaluate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate<M> {
    /// Always holds.
    Always,
    /// Each of these holes is empty or marked by one of these players, given as a bit set.
    NoneOccupied(M, u32),
    /// All holes of the first set are empty, or all of the second.
    EitherEmpty(M, M),
    /// The number of seeds in a slot lies between two numbers, both included.
    Seeds(Slot, i32, i32),
    /// The position counts as repeated.
    Repeated,
    /// The mover has no legal move.
    NoLegalMove,
    /// A condition without a fast form.
    Other {
        /// Index of the rule in the list.
        place: usize,
        /// Whether it asks if the mover has a legal move.
        asks_for_moves: bool,
    },
}

impl<M: Mask> Gate<M> {
    /// The gate of a rule.
    pub(super) fn of(place: usize, rule: &Listed<M>) -> Self {
        let other = Gate::Other { place, asks_for_moves: rule.asks_for_moves };
        let none = |test: &Test<M>| match test {
            Test::Not(inner) => match **inner {
                Test::AnyOccupied(slots, players) => Some((slots, players)),
                _ => None,
            },
            _ => None,
        };
        match &rule.test {
            Test::Known(true) => Gate::Always,
            Test::Fact(Fact::Repeated) => Gate::Repeated,
            Test::Fact(Fact::NoLegalMove) => Gate::NoLegalMove,
            Test::Seeds(Spot::Slot(slot), Numbers::Between(low, high)) => Gate::Seeds(*slot, *low, *high),
            Test::Or(parts) => match parts.as_slice() {
                [first, second] => match (none(first), none(second)) {
                    (Some((first, 0)), Some((second, 0))) => Gate::EitherEmpty(first, second),
                    _ => other,
                },
                _ => other,
            },
            test => none(test).map_or(other, |(slots, players)| Gate::NoneOccupied(slots, players)),
        }
    }
}

/// The effect of a rule of `before turn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What happens next.
    pub then: Entering,
    /// Whether the rule has effects that are carried out first.
    pub acts: bool,
    /// Whether the effects depend on whether the mover has a legal move.
    pub asks_for_moves: bool,
    /// Index of the action in [`MoverTables::actions`](super::MoverTables::actions).
    pub action: u16,
    /// Number of the rule.
    pub rule: RuleId,
}

/// What happens after `before turn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entering {
    /// The mover moves.
    Plays,
    /// The mover passes.
    Passes,
    /// The game is over; scores are compared.
    Over,
    /// The mover wins.
    Wins,
    /// The mover loses.
    Loses,
    /// A draw.
    Draw,
}

impl Outcome {
    /// Whether the mover moves and no effect comes first.
    #[inline(always)]
    pub fn only_plays(&self) -> bool {
        self.then == Entering::Plays && !self.acts
    }

    /// The effect of an action; `number` is its index.
    pub(super) fn of<M: Mask>(number: u16, action: &Action<M>) -> Self {
        let then = match action.then {
            Then::Pass => Entering::Passes,
            Then::Over => Entering::Over,
            Then::MoverWins => Entering::Wins,
            Then::MoverLoses => Entering::Loses,
            Then::Draw => Entering::Draw,
            _ => Entering::Plays,
        };
        let asks_for_moves = action.any(&mut |node| matches!(node, Node::Test(Test::Fact(Fact::NoLegalMove))));
        Outcome { then, acts: !action.ops.is_empty(), asks_for_moves, action: number, rule: action.rule }
    }
}

/// Drops the gates that can never be the first to hold: those after `Always`, and repetitions.
pub(super) fn reached<M: Mask>(gates: impl Iterator<Item = (Gate<M>, Outcome)>) -> Vec<(Gate<M>, Outcome)> {
    let mut kept: Vec<(Gate<M>, Outcome)> = Vec::new();
    for (gate, outcome) in gates {
        let read = matches!(gate, Gate::Other { .. });
        if read || !kept.iter().any(|(known, _)| *known == gate || *known == Gate::Always) {
            kept.push((gate, outcome));
        }
    }
    kept
}

/// A test on the seeds alone that `before turn` lets the mover move. It assumes that the position is not a repetition
/// and that the mover has a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet<M> {
    /// Each of these sets must have an occupied hole.
    pub occupied: [M; 2],
    /// This set must have an occupied hole that none of these players, given as a bit set, has marked.
    pub unmarked: Option<(M, u32)>,
    /// The number of seeds in this slot must not lie between these numbers, both included.
    pub apart: Option<(Slot, i32, i32)>,
    /// Whether a mover without a legal move passes and no other effect takes place.
    pub passes: bool,
}

impl<M: Mask> Quiet<M> {
    /// `None` if a gate has no fast form, or if there are more gates of one kind than the fields hold.
    pub(super) fn of(gates: &[(Gate<M>, Outcome)]) -> Option<Self> {
        let (mut occupied, mut unmarked, mut apart) = (Vec::new(), Vec::new(), Vec::new());
        let mut passes = None;
        for (gate, outcome) in gates {
            match gate {
                Gate::Always
                    if outcome.only_plays() && occupied.len() <= 2 && unmarked.len() < 2 && apart.len() < 2 =>
                {
                    // unused sets accept any seed: on an empty board there is no legal move anyway
                    occupied.resize(2, !M::NONE);
                    let occupied = [occupied[0], occupied[1]];
                    let passes = passes.unwrap_or(false);
                    return Some(Quiet { occupied, unmarked: unmarked.pop(), apart: apart.pop(), passes });
                }
                Gate::NoneOccupied(slots, 0) => occupied.push(*slots),
                Gate::NoneOccupied(slots, players) => unmarked.push((*slots, *players)),
                Gate::EitherEmpty(first, second) => occupied.extend([*first, *second]),
                Gate::Seeds(slot, low, high) => apart.push((*slot, *low, *high)),
                Gate::Repeated => {}
                Gate::NoLegalMove => {
                    passes.get_or_insert(outcome.then == Entering::Passes && !outcome.acts);
                }
                Gate::Always | Gate::Other { .. } => return None,
            }
        }
        None
    }
}

/// A set as fixed slots without those marked by some players (a bit set); `None` if it has another form.
pub(super) fn plain_holes<M: Mask>(set: &Set<M>) -> Option<(M, u32)> {
    match set {
        Set::Slots(slots) => Some((*slots, 0)),
        Set::Unmarked(slots, players) => Some((*slots, *players)),
        _ => None,
    }
}
