//! The list `before turn` as gates that are asked of a position alone.

use super::code::{Action, Numbers, RuleId, Set, Spot, Test, Then};
use super::listed::Listed;
use super::slots::{Mask, Slot};
use super::walk::Node;
use crate::rules::model::Fact;

/// A rule of `before turn`, in the form that is quickest to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate<M> {
    /// It applies.
    Always,
    /// None of these holes holds something that these players, a bit for each, have not marked.
    NoneOccupied(M, u32),
    /// None of the first holes holds something, or none of the second.
    EitherEmpty(M, M),
    /// The seeds of a slot lie between two numbers, both included.
    Seeds(Slot, i32, i32),
    /// The position has come back often enough.
    Repeated,
    /// The mover has no legal move.
    NoLegalMove,
    /// The condition has to be read.
    Other {
        /// Its place in the list.
        place: usize,
        /// Whether it asks for a legal move.
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

/// What a rule of `before turn` comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it goes on.
    pub then: Entering,
    /// Whether something is done first.
    pub acts: bool,
    /// Whether what is done depends on whether there is a legal move.
    pub asks_for_moves: bool,
    /// What the rule does, an index into the mover's actions.
    pub action: u16,
    /// Which rule it is.
    pub rule: RuleId,
}

/// How it goes on when a player is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entering {
    /// He moves.
    Plays,
    /// He passes.
    Passes,
    /// Over; scores are compared.
    Over,
    /// Decided for him.
    Wins,
    /// Decided against him.
    Loses,
    /// Decided for nobody.
    Draw,
}

impl Outcome {
    /// Whether the mover moves, and nothing is done first.
    #[inline(always)]
    pub fn only_plays(&self) -> bool {
        self.then == Entering::Plays && !self.acts
    }

    /// What a rule comes to.
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

/// The gates up to the first that always applies, without those that can never be the first to apply.
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

/// When no rule of `before turn` applies but the one that lets the mover move, told from a position alone: as long as it
/// does not come back and he has a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet<M> {
    /// In each of these sets some hole is occupied.
    pub occupied: [M; 2],
    /// In this one some hole that these players, a bit for each, have not marked.
    pub unmarked: Option<(M, u32)>,
    /// The seeds of this slot do not lie between these numbers, both included.
    pub apart: Option<(Slot, i32, i32)>,
    /// Whether he passes, and nothing else is done, if he has no legal move.
    pub passes: bool,
}

impl<M: Mask> Quiet<M> {
    /// None if a condition has to be read, or if there are more of a kind.
    pub(super) fn of(gates: &[(Gate<M>, Outcome)]) -> Option<Self> {
        let (mut occupied, mut unmarked, mut apart) = (Vec::new(), Vec::new(), Vec::new());
        let mut passes = None;
        for (gate, outcome) in gates {
            match gate {
                Gate::Always
                    if outcome.only_plays() && occupied.len() <= 2 && unmarked.len() < 2 && apart.len() < 2 =>
                {
                    // a board on which nothing lies is not quiet for another reason: there is no legal move
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

/// A set of holes that can be told from a position alone: these, but for those that some players marked.
pub(super) fn plain_holes<M: Mask>(set: &Set<M>) -> Option<(M, u32)> {
    match set {
        Set::Slots(slots) => Some((*slots, 0)),
        Set::Unmarked(slots, players) => Some((*slots, *players)),
        _ => None,
    }
}
