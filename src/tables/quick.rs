//! Quick form of branches, enough for most games: questions about seeds or marks, then a capture, a mark or seeds that are
//! moved, and the turn ends or goes on.

use std::sync::Arc;

use super::code::{Action, Amount, Numbers, Op, Set, Spot, Test, Then, Turning, Winner};
use super::listed::Branches;
use super::slots::{Layout, Mask, Slot};
use crate::rules::model::{Change, Player, Stride};

/// Branches in quick form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quick<M> {
    /// The slots that are captured, or that a guard asks about.
    pub prey: Prey<M>,
    /// The first branch whose guard holds counts. That of the last one always does.
    pub branches: Vec<(Guard<M>, Deed<M>)>,
}

/// A question before a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard<M> {
    /// Always holds.
    Always,
    /// The number of seeds in a hole or an end lies between two numbers, both included.
    Seeds(Slot, i32, i32),
    /// One of these players, given as a bit set, marked a hole or an end.
    Marked(Slot, u32),
    /// Every occupied one of these holes belongs to the prey.
    AllPrey(M),
}

/// What a branch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed<M> {
    /// Whether the mover captures the prey.
    pub captures: bool,
    /// Seeds that are moved, if any.
    pub moves: Option<Moving>,
    /// The slots that the mover marks.
    pub marks: M,
    /// What follows.
    pub then: Next,
}

/// A number of seeds that are moved from a hole or an end, which must hold as many, to another slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moving {
    /// Their number.
    pub seeds: i32,
    /// Where they lie.
    pub from: Slot,
    /// Where they go.
    pub to: Slot,
}

impl Moving {
    /// The form of two effects, if they lift seeds from one slot and place all of them in another.
    pub fn of<M: Mask>(lift: &Op<M>, place: &Op<M>) -> Option<Self> {
        match (lift, place) {
            (
                Op::Lift(Some(Amount::Number(lifted)), Set::Slots(from)),
                Op::Place(Amount::Number(placed), Set::Slots(to)),
            ) if lifted == placed && from.count() == 1 && to.count() == 1 => {
                Some(Moving { seeds: *lifted, from: from.first(), to: to.first() })
            }
            _ => None,
        }
    }
}

/// What follows a [`Deed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The other player is to move.
    Turn,
    /// The mover moves again.
    Again,
    /// A hole is lifted and sown, beginning after it: this slot, or the one where the last seed fell.
    Relay(Option<Slot>),
}

/// Fixed slots, and perhaps a run that starts next to the last seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prey<M> {
    /// The fixed slots.
    pub slots: M,
    /// A run: whether it goes against the direction of sowing, and for each slot the numbers of seeds, as in
    /// [`tells`](super::tells), with which the run continues.
    pub run: Option<(bool, Arc<[u64]>)>,
}

impl<M: Mask> Quick<M> {
    /// The quick form of branches; `None` if they have no such form.
    pub(super) fn of(branches: &Branches<M>, actions: &[Action<M>], layout: &Layout, mover: Player) -> Option<Self> {
        let action = |number: &u16| &actions[usize::from(*number)];
        let captures_at_most = |number: &u16, slot: Slot| {
            let Action { may, ops, then, .. } = action(number);
            let captures = matches!(ops.as_slice(), [Op::Capture(_, Set::Slots(slots))] if *slots == M::of(slot));
            !may && captures && *then == Then::EndTurn
        };
        let mut read = match branches.as_slice() {
            // an entry of its own kind
            [(None, only)] if action(only).relays() => return None,
            // whether there is something to capture need not be asked
            [first @ .., (Some(Test::Seeds(Spot::Slot(slot), numbers)), captures), (None, ends)]
                if *numbers == Numbers::Between(1, i32::MAX)
                    && captures_at_most(captures, *slot)
                    && action(ends).ends_turn() =>
            {
                [first, &[(None, *captures)]].concat()
            }
            all => all.to_vec(),
        };
        let (None, last) = read.pop()? else { return None };
        let mut reader = Reader { layout, mover, store: M::of(*layout.stores.get(mover)?), prey: None };
        let mut quick = Vec::new();
        for (test, number) in &read {
            quick.push((reader.guard(test.as_ref()?)?, reader.deed(action(number))?));
        }
        quick.push((Guard::Always, reader.deed(action(&last))?));
        let prey = reader.prey.unwrap_or(Prey { slots: M::NONE, run: None });
        // a run that reaches the mover's store would capture what is captured already
        let clear = prey.run.is_none() || (reader.store & M::first_slots(layout.lanes)).is_none();
        clear.then_some(Quick { prey, branches: quick })
    }

    /// The slots that branches lift and sow: `None` stands for the slot of the last seed.
    pub fn relays(&self) -> impl Iterator<Item = Option<Slot>> {
        self.branches.iter().filter_map(|(_, deed)| match deed.then {
            Next::Relay(from) => Some(from),
            Next::Turn | Next::Again => None,
        })
    }
}

/// Reads branches in quick form.
struct Reader<'t, M> {
    layout: &'t Layout,
    mover: Player,
    /// The mover's store.
    store: M,
    /// The prey of the branches read so far.
    prey: Option<Prey<M>>,
}

impl<M: Mask> Reader<'_, M> {
    /// Notes that a set is the prey; `None` if another one is.
    fn preys_on(&mut self, set: &Set<M>) -> Option<()> {
        let barred = self.store | !M::first_slots(self.layout.lanes);
        let found = Prey::of(set).filter(|found| (found.slots & barred).is_none())?;
        match &self.prey {
            Some(known) if *known != found => None,
            _ => {
                self.prey = Some(found);
                Some(())
            }
        }
    }

    fn deed(&mut self, action: &Action<M>) -> Option<Deed<M>> {
        let mut deed = Deed { captures: false, moves: None, marks: M::NONE, then: Next::Turn };
        let (lifted, mut ops) = match action.ops.as_slice() {
            [ops @ .., Op::Lift(None, lifted)] => (Some(lifted), ops),
            ops => (None, ops),
        };
        while let Some((op, rest)) = ops.split_first() {
            ops = rest;
            match (op, rest) {
                (Op::Capture(Winner::Player(winner), set), _) if *winner == self.mover => {
                    self.preys_on(set)?;
                    deed.captures = true;
                }
                (op, [next, rest @ ..])
                    if deed.moves.is_none()
                        && let Some(moving) = Moving::of(op, next) =>
                {
                    deed.moves = Some(moving);
                    ops = rest;
                }
                (Op::To(Change::Mark, Set::Slots(slots)), _) if !self.layout.marks_by_each => {
                    deed.marks |= *slots;
                }
                _ => return None,
            }
        }
        deed.then = match (&action.then, lifted) {
            (Then::EndTurn, None) => Next::Turn,
            (Then::MoveAgain, None) => Next::Again,
            (Then::Sow { turning: Turning::Same, by: None, into: false, at }, Some(lifted))
                if at == lifted && deed.marks.is_none() =>
            {
                Next::Relay(match at {
                    Set::Slots(slots) if slots.count() == 1 => Some(slots.first()),
                    Set::Spot(Spot::Here) => None,
                    _ => return None,
                })
            }
            _ => return None,
        };
        // the order of captures and moves is not kept
        let unordered = deed.captures && deed.moves.is_some();
        (!action.may && !unordered).then_some(deed)
    }

    fn guard(&mut self, test: &Test<M>) -> Option<Guard<M>> {
        let on_board = |slot: Slot| usize::from(slot) < self.layout.lanes;
        match test {
            Test::Seeds(Spot::Slot(slot), numbers) if on_board(*slot) => {
                let mut ranges = numbers.ranges()?;
                let (low, high) = ranges.next().filter(|_| ranges.next().is_none())?;
                Some(Guard::Seeds(*slot, low, high))
            }
            Test::Within(Spot::Slot(slot), Set::Marked(players)) if on_board(*slot) && !self.layout.marks_by_each => {
                Some(Guard::Marked(*slot, *players))
            }
            Test::Not(inner) => match &**inner {
                Test::Some(Set::Both(parts)) => match parts.as_slice() {
                    [Set::Slots(holes), Set::Occupied, Set::Not(set)]
                        if (*holes & !M::first_slots(self.layout.lanes)).is_none() =>
                    {
                        self.preys_on(set)?;
                        Some(Guard::AllPrey(*holes))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}

impl<M: Mask> Prey<M> {
    fn of(set: &Set<M>) -> Option<Self> {
        match set {
            Set::Slots(slots) => Some(Prey { slots: *slots, run: None }),
            Set::Run { stride: Stride { back, step: 1, most: None }, table: Some(table), .. } => {
                Some(Prey { slots: M::NONE, run: Some((*back, table.clone())) })
            }
            Set::Either(parts) => match parts.as_slice() {
                [
                    Set::Slots(slots),
                    Set::Run { stride: Stride { back, step: 1, most: None }, table: Some(table), .. },
                ] => Some(Prey { slots: *slots, run: Some((*back, table.clone())) }),
                _ => None,
            },
            _ => None,
        }
    }
}
