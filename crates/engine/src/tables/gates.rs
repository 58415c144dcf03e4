//! The list `before turn` as gates: tests in the form that is fastest to evaluate.

use mancala_rules::rules::model::Fact;

use super::code::{Action, Amount, Numbers, RuleId, Set, Spot, Test, Then};
use super::listed::Listed;
use super::slots::{Layout, Mask, Slot};
use super::walk::Node;

/// The condition of a rule of `before turn`, in the form that is fastest to evaluate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate<M> {
    /// Always holds.
    Always,
    /// Each of these holes is empty or marked by one of these players, given as a bit set.
    NoneOccupied(M, u32),
    /// Each of these holes and ends holds fewer seeds than a number.
    NoneHolding(M, i32),
    /// These holes and ends hold at most a number of seeds in all.
    FewIn(M, i32),
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
        /// Whether it can hold only if he has none.
        only_stuck: bool,
    },
}

impl<M: Mask> Gate<M> {
    /// The gates of a rule, which applies if one of them holds.
    pub(super) fn of(place: usize, rule: &Listed<M>, layout: &Layout) -> Vec<Self> {
        if rule.test == Test::Known(false) {
            return Vec::new();
        }
        let tests = if let Test::Or(parts) = &rule.test { parts } else { std::slice::from_ref(&rule.test) };
        let gates: Option<Vec<_>> = tests.iter().map(|test| Gate::fast(test, layout)).collect();
        let asks_for_moves = rule.asks_for_moves;
        let only_stuck = matches!(&rule.test, Test::And(parts) if parts.contains(&Test::Fact(Fact::NoLegalMove)));
        gates.unwrap_or_else(|| vec![Gate::Other { place, asks_for_moves, only_stuck }])
    }

    /// The fast form of a test, if it has one.
    fn fast(test: &Test<M>, layout: &Layout) -> Option<Self> {
        let on_board = |slots: M| (slots & !M::first_slots(layout.lanes)).is_none();
        Some(match test {
            Test::Known(true) => Gate::Always,
            Test::Count(Amount::SeedsIn(Set::Slots(slots)), Numbers::Between(i32::MIN, most)) => {
                on_board(*slots).then_some(Gate::FewIn(*slots, *most))?
            }
            Test::Fact(Fact::Repeated) => Gate::Repeated,
            Test::Fact(Fact::NoLegalMove) => Gate::NoLegalMove,
            Test::Seeds(Spot::Slot(slot), Numbers::Between(low, high)) => Gate::Seeds(*slot, *low, *high),
            Test::Not(inner) => match &**inner {
                Test::AnyOccupied(slots, players) => Gate::NoneOccupied(*slots, *players),
                Test::Some(Set::Both(parts)) => {
                    let [Set::Slots(slots), held] = parts.as_slice() else { return None };
                    let least = match held {
                        Set::Holding(numbers) => numbers.least_of_all()?,
                        Set::Not(few) => match &**few {
                            Set::Empty => 1,
                            Set::Holding(numbers) => numbers.least_beyond()?,
                            _ => return None,
                        },
                        _ => return None,
                    };
                    on_board(*slots).then_some(Gate::NoneHolding(*slots, least))?
                }
                _ => return None,
            },
            _ => return None,
        })
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
    /// The number of seeds in each of these slots must not lie between two numbers, both included.
    pub apart: [Option<(Slot, i32, i32)>; 2],
    /// One of these slots must hold this number of seeds.
    pub many: Option<(M, i32)>,
    /// These slots must hold more than a number of seeds in all.
    pub few: Option<(M, i32)>,
    /// Whether a mover without a legal move passes and no other effect takes place.
    pub passes: bool,
}

impl<M: Mask> Quiet<M> {
    /// `None` if a gate has no fast form, or if there are more gates of one kind than the fields hold.
    pub(super) fn of(gates: &[(Gate<M>, Outcome)]) -> Option<Self> {
        let (mut occupied, mut unmarked, mut apart) = (Vec::new(), Vec::new(), Vec::new());
        let (mut many, mut few) = (Vec::new(), Vec::new());
        let mut passes = None;
        for (gate, outcome) in gates {
            match gate {
                Gate::Always => {
                    let fits = occupied.len() <= 2
                        && apart.len() <= 2
                        && [unmarked.len(), many.len(), few.len()].iter().all(|gates| *gates < 2);
                    if !fits || !outcome.only_plays() {
                        return None;
                    }
                    // unused sets accept any seed: on an empty board there is no legal move anyway
                    occupied.resize(2, !M::NONE);
                    let occupied = [occupied[0], occupied[1]];
                    let passes = passes.unwrap_or(false);
                    return Some(Quiet {
                        occupied,
                        unmarked: unmarked.pop(),
                        apart: [apart.pop(), apart.pop()],
                        many: many.pop(),
                        few: few.pop(),
                        passes,
                    });
                }
                Gate::NoneOccupied(slots, 0) => occupied.push(*slots),
                Gate::NoneOccupied(slots, players) => unmarked.push((*slots, *players)),
                Gate::NoneHolding(slots, least) => many.push((*slots, *least)),
                Gate::FewIn(slots, most) => few.push((*slots, *most)),
                Gate::Seeds(slot, low, high) => apart.push((*slot, *low, *high)),
                Gate::Repeated => {}
                Gate::NoLegalMove => {
                    passes.get_or_insert(outcome.then == Entering::Passes && !outcome.acts);
                }
                Gate::Other { only_stuck: true, .. } => {
                    passes.get_or_insert(false);
                }
                Gate::Other { .. } => return None,
            }
        }
        None
    }
}
