//! Quick form of branches, enough for most games: one question about seeds, then a capture or a mark, and the turn
//! ends or goes on.

use super::code::{Action, Numbers, Op, Set, Spot, Test, Then, Turning, Winner};
use super::listed::Branches;
use super::slots::{Layout, Mask, Slot};
use crate::rules::model::{Change, Player, Stride};

/// At most two branches in quick form: one with a guard, and one for the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quick<M> {
    /// The slots that the guard asks about or that are captured.
    pub prey: Prey<M>,
    /// The guard of the first branch.
    pub guard: Guard<M>,
    /// What the first branch does.
    pub first: Deed<M>,
    /// What the second branch does, if the guard does not hold.
    pub second: Deed<M>,
}

/// A question about seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard<M> {
    /// Always holds.
    Always,
    /// The number of seeds in a hole or an end lies between two numbers, both included.
    Seeds(Slot, i32, i32),
    /// Every occupied one of these holes belongs to the prey.
    AllPrey(M),
}

/// What a branch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed<M> {
    /// Whether the mover captures the prey.
    pub captures: bool,
    /// The slots that the mover marks.
    pub marks: M,
    /// What follows.
    pub then: Next,
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
    /// A run: whether it goes against the direction of sowing, and for each slot a bit set of the numbers of seeds
    /// below 64 with which the run continues.
    pub run: Option<(bool, Box<[u64]>)>,
}

impl<M: Mask> Quick<M> {
    /// The quick form of branches; `None` if they have no such form.
    pub(super) fn of(branches: &Branches<M>, actions: &[Action<M>], layout: &Layout, mover: Player) -> Option<Self> {
        let store = M::of(*layout.stores.get(mover)?);
        let beside = !M::first_slots(layout.lanes);
        let mut prey: Option<Prey<M>> = None;
        let mut same = |set: &Set<M>| {
            let found = Prey::of(set).filter(|found| (found.slots & (store | beside)).is_none())?;
            match &prey {
                Some(known) if *known != found => None,
                _ => {
                    prey = Some(found);
                    Some(())
                }
            }
        };
        let mut deed = |number: u16| {
            let action = &actions[usize::from(number)];
            let mut deed = Deed { captures: false, marks: M::NONE, then: Next::Turn };
            let (lifted, ops) = match action.ops.as_slice() {
                [ops @ .., Op::Lift(None, lifted)] => (Some(lifted), ops),
                ops => (None, ops),
            };
            for op in ops {
                match op {
                    Op::Capture(Winner::Player(winner), set) if *winner == mover && !deed.captures => {
                        same(set)?;
                        deed.captures = true;
                    }
                    Op::To(Change::Mark, Set::Slots(slots)) if deed.marks.is_none() && !layout.marks_by_each => {
                        deed.marks = *slots;
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
            (!action.may).then_some(deed)
        };
        let bare = |number: u16| {
            let Action { may, ops, then, .. } = &actions[usize::from(number)];
            !may && ops.is_empty() && *then == Then::EndTurn
        };
        let takes = |number: u16, slot: Slot| {
            let Action { may, ops, then, .. } = &actions[usize::from(number)];
            let takes = matches!(ops.as_slice(), [Op::Capture(_, Set::Slots(slots))] if *slots == M::of(slot));
            !may && takes && *then == Then::EndTurn
        };
        let some = Numbers::Between(1, i32::MAX);
        let (guard, first, second) = match branches.as_slice() {
            // an entry of its own kind
            [(None, action)] if actions[usize::from(*action)].relays() => return None,
            [(None, action)] => (None, *action, *action),
            [(Some(test), first), (None, second)] => (Some(test), *first, *second),
            // whether there is something to capture need not be asked
            [(Some(test), first), (Some(Test::Seeds(Spot::Slot(slot), numbers)), second), (None, third)]
                if *numbers == some && takes(*second, *slot) && bare(*third) =>
            {
                (Some(test), *first, *second)
            }
            _ => return None,
        };
        let (first, second) = (deed(first)?, deed(second)?);
        let guard = match guard {
            None => Guard::Always,
            Some(Test::Seeds(Spot::Slot(slot), numbers)) if usize::from(*slot) < layout.lanes => {
                let mut ranges = numbers.ranges()?;
                let (low, high) = ranges.next().filter(|_| ranges.next().is_none())?;
                Guard::Seeds(*slot, low, high)
            }
            Some(Test::Not(inner)) => match &**inner {
                Test::Some(Set::Both(parts)) => match parts.as_slice() {
                    [Set::Slots(holes), Set::Occupied, Set::Not(set)] if (*holes & beside).is_none() => {
                        same(set)?;
                        Guard::AllPrey(*holes)
                    }
                    _ => return None,
                },
                _ => return None,
            },
            Some(_) => return None,
        };
        let prey = prey.unwrap_or(Prey { slots: M::NONE, run: None });
        // a run that reaches the mover's store would capture what is captured already
        let clear = prey.run.is_none() || (store & M::first_slots(layout.lanes)).is_none();
        clear.then_some(Quick { prey, guard, first, second })
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
