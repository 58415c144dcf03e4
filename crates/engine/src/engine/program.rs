//! What the rules of a player do in a turn, as a flat sequence of operations. Conditions and effects that fixed lanes
//! express need no look at the rules; others are evaluated from their trees.

use std::sync::Arc;

use mancala_rules::rules::model::{Change, Fact, Happened};

use super::lanes::Lanes;
use super::moves::Decided;
use crate::tables::{self, Layout, Mask, Moving, Node, Numbers, RuleId, Set, Slot, Test, Turning};

/// Index of an operation of a program.
pub(super) type Place = u32;

/// An operation. Larger operands stand in the lists of the [`Program`] and are given by index. Operations with a place
/// `to` are conditions: they go on there unless they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// The chosen hole is lifted and sown as its section, given by index, says.
    Open(u32),
    /// The slot where the last seed fell is lifted and sown, beginning after it.
    Relay,
    /// A rule that fixed lanes express: if its condition holds, all that it does, else the next operation.
    Plain(u32),
    /// All of some lanes hold seeds, and all of others hold none.
    Look { lanes: u32, to: Place },
    /// Some of these lanes hold seeds.
    Hold { lanes: u32, to: Place },
    /// A slot holds certain numbers of seeds.
    Seeds { asked: u32, to: Place },
    /// The number of slots of a fixed set that hold seeds is one of certain numbers.
    Number { counted: u32, to: Place },
    /// Any other condition.
    Test { test: u32, to: Place },
    /// The mover may decline what follows; then the rules go on elsewhere.
    May { no: Place },
    /// The mover chooses slots.
    Choose(u32),
    /// Seeds are taken from lanes.
    Take(u32),
    /// Fixed slots are marked, or their marks are taken away.
    Mark(u32),
    /// Seeds are moved from a lane that holds as many, as the two effects that follow do: a straight turn passes over
    /// these.
    Move(u32),
    /// Any other effect.
    Effect(u32),
    /// All seeds of a slot are lifted and sown, beginning after it.
    Lift(u32),
    /// The hand is sown.
    Sow(u32),
    /// The turn ends, and the next player is to move; `after turn` may follow.
    Next,
    /// The turn ends, and the mover moves again.
    Again,
    /// The turn ends with a verdict.
    Verdict(u32),
    /// The move is illegal.
    Illegal,
    /// The rules go on elsewhere.
    Jump(Place),
    /// No rule of `last seed` applies.
    Undecided,
    /// `after turn` has been read.
    Finished,
}

/// A rule that fixed lanes express.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain<L: Lanes> {
    /// The rule applies if all of the first lanes hold seeds and all of the second are empty.
    pub full: L,
    pub bare: L,
    /// The slots whose seeds are taken, and their lanes.
    pub slots: L::Mask,
    pub prey: L,
    pub does: Does,
}

/// What a plain rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// A slot is lifted and sown, beginning after it: the one where the last seed fell, if none is given.
    Relay(Option<Slot>),
    /// Seeds are taken.
    Take(Takes),
}

/// What follows once seeds are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// They go to the mover's store, and the turn ends.
    Next,
    /// They go to the mover's store, and he moves again.
    Again,
    /// They go to the mover's store, and a slot is lifted and sown, beginning after it.
    Relay(Slot),
    /// They are sown, the first one into a slot or after it: the one where the lap before began, if none is
    /// given.
    Sow { into: bool, at: Option<Slot> },
}

/// Numbers of seeds: those below 64 as a bit set, and all.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    few: u64,
    all: Numbers,
}

impl Counts {
    pub fn of(numbers: &Numbers) -> Self {
        let few = (0..64).filter(|number| numbers.contains(*number)).fold(0, |few, number| few | 1 << number);
        Counts { few, all: numbers.clone() }
    }

    /// The numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.all
    }

    /// Whether a number is one of them.
    #[inline(always)]
    fn contain(&self, number: i32) -> bool {
        if (0..64).contains(&number) { self.few >> number & 1 != 0 } else { self.all.contains(number) }
    }
}

/// A question about a slot: whether it exists and holds certain numbers of seeds, or whether that is not so.
#[derive(Clone, Debug)]
pub(super) struct Asked<M> {
    pub at: At<M>,
    pub counts: Counts,
    pub wanted: bool,
}

impl<M> Asked<M> {
    /// Whether the answer is as wanted, given the number of seeds in the slot; `None` if there is no such slot.
    #[inline(always)]
    pub fn holds(&self, seeds: Option<i32>) -> bool {
        seeds.is_some_and(|seeds| self.counts.contain(seeds)) == self.wanted
    }
}

/// A slot on the board.
#[derive(Clone, Debug)]
pub(super) enum At<M> {
    /// This slot.
    Slot(Slot),
    /// The slot where the lap before began.
    Origin,
    /// The slot where the last of a number of seeds falls that are sown from another.
    Ahead { steps: u32, from: Slot },
    /// The slot a number of steps from another along the track, in the direction of sowing or against it.
    Along { back: bool, steps: u32, from: Slot },
    /// A slot for each direction of sowing.
    EachWay([Slot; 2]),
    /// The only slot of a set.
    Only(Set<M>),
}

/// How many slots of a set hold seeds.
#[derive(Clone, Debug)]
pub(super) struct Counted<M> {
    pub slots: M,
    pub counts: Counts,
}

impl<M> Counted<M> {
    /// Whether this number of slots is one of those asked for.
    #[inline(always)]
    pub fn holds(&self, number: u32) -> bool {
        self.counts.contain(number as i32)
    }
}

/// Seeds that are taken.
#[derive(Clone, Debug)]
pub(super) struct Taking<L: Lanes> {
    /// The fixed slots among those that are taken from, and their lanes.
    pub slots: L::Mask,
    pub lanes: L,
    /// The others.
    pub rest: Option<Set<L::Mask>>,
    /// The others, if they are a run that starts next to the last seed: whether it goes against the direction of sowing,
    /// and for each slot the numbers of seeds, as in [`tells`](crate::tables::tells), with which it continues.
    pub run: Option<(bool, Arc<[u64]>)>,
    /// Whether a straight turn tells which the others are.
    pub still: bool,
    /// The store that receives the seeds; `None` if they go to the hand.
    pub store: Option<Slot>,
    /// Index of the same effect in [`Program::effects`].
    pub effect: u32,
}

/// Where and how something is sown.
#[derive(Clone, Debug)]
pub(super) struct Sowing<M> {
    pub turning: Turning,
    /// Seeds in a drop; `None` in games in which all seeds fall one by one.
    pub by: Option<i32>,
    /// Whether the first seed falls into the slot itself.
    pub into: bool,
    pub at: At<M>,
    pub rule: RuleId,
}

/// Slots that the mover chooses.
#[derive(Clone, Debug)]
pub(super) struct Choice<M> {
    pub number: u32,
    pub among: Set<M>,
    /// Whether every answer is a turn, if the hand is empty.
    pub settles: bool,
}

/// The rules of a player as operations.
#[derive(Clone, Debug)]
pub(super) struct Program<L: Lanes> {
    pub ops: Box<[Op]>,
    /// For each operation, the rule whose action begins there.
    pub rules: Box<[Option<RuleId>]>,
    pub plain: Box<[Plain<L>]>,
    pub looks: Box<[[L; 2]]>,
    pub lanes: Box<[L]>,
    pub asked: Box<[Asked<L::Mask>]>,
    pub counted: Box<[Counted<L::Mask>]>,
    pub tests: Box<[Test<L::Mask>]>,
    /// For each test, whether a straight turn tells what it asks.
    pub still: Box<[bool]>,
    pub choices: Box<[Choice<L::Mask>]>,
    pub takings: Box<[Taking<L>]>,
    pub marks: Box<[(Change, L::Mask)]>,
    pub moves: Box<[Moving]>,
    pub effects: Box<[(tables::Op<L::Mask>, RuleId)]>,
    pub sowings: Box<[Sowing<L::Mask>]>,
    pub verdicts: Box<[Decided]>,
    /// For each section, where a turn begins: at [`Op::Open`] if it can, and where its list `begin` is read.
    pub begins: Box<[[Place; 2]]>,
    /// Where the list `after turn` begins; `None` if it is empty.
    pub after: Option<Place>,
    /// Where each of the branches after a lap begins, by index.
    pub branches: Box<[Place]>,
}

impl<L: Lanes> Program<L> {
    /// The slots from which lanes can be taken.
    pub fn takes_from(layout: &Layout) -> L::Mask {
        // what an end holds can be a debt, which is not taken
        L::Mask::first_slots(if L::SIGNED { layout.holes } else { layout.lanes })
    }

    /// For each operation, whether it or one that may follow before the next lap asks the mover something.
    pub fn asking(&self) -> Vec<bool> {
        let mut asks: Vec<bool> = self.ops.iter().map(|op| matches!(op, Op::May { .. } | Op::Choose(_))).collect();
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            // most operations lead to later ones
            for place in (0..self.ops.len()).rev() {
                let follow = self.following(place as Place).into_iter().flatten();
                if !asks[place] && follow.map(|next| next as usize).any(|next| asks.get(next) == Some(&true)) {
                    (asks[place], goes_on) = (true, true);
                }
            }
        }
        asks
    }

    /// The operations that may follow an operation before the next lap.
    fn following(&self, place: Place) -> [Option<Place>; 2] {
        match self.ops[place as usize] {
            Op::Look { to, .. }
            | Op::Hold { to, .. }
            | Op::Seeds { to, .. }
            | Op::Number { to, .. }
            | Op::Test { to, .. }
            | Op::May { no: to } => [Some(place + 1), Some(to)],
            Op::Move(_) | Op::Plain(_) | Op::Choose(_) | Op::Take(_) | Op::Mark(_) | Op::Effect(_) => {
                [Some(place + 1), None]
            }
            Op::Jump(to) => [Some(to), None],
            Op::Open(_) | Op::Relay | Op::Lift(_) | Op::Sow(_) => [None; 2],
            Op::Next | Op::Again | Op::Verdict(_) | Op::Illegal | Op::Undecided | Op::Finished => [None; 2],
        }
    }

    /// The operations that may follow from some places before the next lap.
    pub fn reached_from(&self, places: impl IntoIterator<Item = Place>) -> impl Iterator<Item = Op> {
        let (mut open, mut seen): (Vec<Place>, _) = (places.into_iter().collect(), vec![false; self.ops.len()]);
        std::iter::from_fn(move || {
            loop {
                let place = open.pop()?;
                // nothing follows a rule that always applies
                match seen.get_mut(place as usize) {
                    Some(seen) if !*seen => *seen = true,
                    _ => continue,
                }
                open.extend(self.following(place).into_iter().flatten());
                return Some(self.ops[place as usize]);
            }
        })
    }

    /// Whether a turn can be illegal because of what follows a hole that is chosen, or a lap.
    pub fn forbids(&self) -> bool {
        let all = self.begins.iter().flatten().chain(&self.branches).copied();
        self.reached_from(all).any(|op| op == Op::Illegal)
    }

    /// Whether the slot where the last seed fell may be lifted and sown after the rules at a place. `None` if the turn may
    /// be illegal, ask the mover something, or go on in another way.
    pub fn only_relays(&self, place: Place) -> Option<bool> {
        let (mut relays, mut places) = (false, false);
        for op in self.reached_from([place]) {
            match op {
                Op::Relay => relays = true,
                Op::Plain(plain) => match self.plain[plain as usize].does {
                    Does::Relay(None) => relays = true,
                    Does::Take(Takes::Next | Takes::Again) => {}
                    Does::Relay(Some(_)) | Does::Take(Takes::Relay(_) | Takes::Sow { .. }) => return None,
                },
                Op::Next | Op::Again | Op::Verdict(_) | Op::Jump(_) | Op::Take(_) => {}
                Op::Look { .. } | Op::Hold { .. } | Op::Seeds { .. } | Op::Number { .. } | Op::Test { .. } => {}
                Op::Mark(_) | Op::Move(_) | Op::Effect(_) => places = true,
                Op::Open(_) | Op::May { .. } | Op::Choose(_) | Op::Lift(_) | Op::Sow(_) => return None,
                Op::Illegal | Op::Undecided | Op::Finished => return None,
            }
        }
        // seeds that are placed, or marks, could make a turn go on forever
        (!(relays && places)).then_some(relays)
    }

    /// Whether straight turns know every operation that may follow from a place.
    pub fn is_straight_from(&self, place: Place) -> bool {
        self.reached_from([place]).all(|op| self.is_straight(op))
    }

    /// Whether straight turns know an operation.
    fn is_straight(&self, op: Op) -> bool {
        let is_known = |at: &At<L::Mask>| match at {
            At::Only(set) => !set.any(&mut is_beyond),
            _ => true,
        };
        match op {
            Op::Relay | Op::Next | Op::Again | Op::Verdict(_) | Op::Illegal | Op::Undecided | Op::Finished => true,
            Op::Move(_)
            | Op::Jump(_)
            | Op::Plain(_)
            | Op::Mark(_)
            | Op::Look { .. }
            | Op::Hold { .. }
            | Op::Number { .. } => true,
            Op::Seeds { asked, .. } => is_known(&self.asked[asked as usize].at),
            Op::Test { test, .. } => self.still[test as usize],
            Op::Take(taking) => {
                let taking = &self.takings[taking as usize];
                taking.rest.is_none() || taking.run.is_some() || taking.still
            }
            Op::Effect(effect) => !self.effects[effect as usize].0.any(&mut is_beyond),
            Op::Lift(sowing) => is_known(&self.sowings[sowing as usize].at),
            Op::Sow(sowing) => {
                let sowing = &self.sowings[sowing as usize];
                sowing.by.is_none() && is_known(&sowing.at)
            }
            Op::Open(_) | Op::May { .. } | Op::Choose(_) => false,
        }
    }
}

/// Whether a straight turn cannot tell what a part of a condition asks.
pub(super) fn is_beyond<M: Mask>(node: Node<'_, M>) -> bool {
    matches!(
        node,
        Node::Test(Test::AnotherLeaves(_) | Test::Fact(Fact::NoLegalMove | Fact::Repeated))
            | Node::Set(Set::Chosen | Set::Happened(Happened::Raided))
    )
}
