//! Branches in the form in which most games need them: one question about seeds, then a capture or a mark, and the turn
//! is over.

use super::code::{Action, Numbers, Op, Set, Spot, Test, Then, Winner};
use super::listed::Branches;
use super::slots::{Layout, Mask, Slot};
use crate::rules::model::{Change, Player};

/// Branches in quick form: the guarded one, and the one after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quick<M> {
    /// The prey that the guard asks about, or that is captured.
    pub prey: Prey<M>,
    /// The guard of the first branch.
    pub guard: Guard<M>,
    /// What the first branch does.
    pub first: Deed<M>,
    /// What is done if the guard does not hold.
    pub second: Deed<M>,
}

/// A question about seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard<M> {
    /// None: it always holds.
    Always,
    /// The seeds of a hole or an end lie between two numbers, both included.
    Seeds(Slot, i32, i32),
    /// All of these holes that hold something belong to the prey.
    AllPrey(M),
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed<M> {
    /// Whether the mover captures the prey.
    pub captures: bool,
    /// The slots that he marks.
    pub marks: M,
    /// Whether he is to move again.
    pub again: bool,
}

/// Slots, and a run from the last seed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prey<M> {
    /// These.
    pub slots: M,
    /// And those of a run: whether it goes against the sowing, and for each slot the numbers of seeds below 64 with which
    /// it goes on.
    pub run: Option<(bool, Box<[u64]>)>,
}

impl<M: Mask> Quick<M> {
    /// The quick form of branches; none if they say more.
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
            let mut deed = Deed { captures: false, marks: M::NONE, again: false };
            for op in &action.ops {
                match op {
                    Op::Capture(Winner::Player(winner), set) if *winner == mover && !deed.captures => {
                        same(set)?;
                        deed.captures = true;
                    }
                    Op::To(Change::Mark, Set::Slots(slots)) if deed.marks.is_none() => deed.marks = *slots,
                    _ => return None,
                }
            }
            match (action.may, &action.then) {
                (false, Then::EndTurn) => {}
                (false, Then::MoveAgain) => deed.again = true,
                _ => return None,
            }
            Some(deed)
        };
        let (guard, first, second) = match branches.as_slice() {
            [(None, action)] => (None, *action, *action),
            [(Some(test), first), (None, second)] => (Some(test), *first, *second),
            _ => return None,
        };
        let (first, second) = (deed(first)?, deed(second)?);
        let guard = match guard {
            None => Guard::Always,
            Some(Test::Seeds(Spot::Slot(slot), Numbers::Between(low, high))) if usize::from(*slot) < layout.lanes => {
                Guard::Seeds(*slot, *low, *high)
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
        // a run over which the store lies would capture what is captured already
        let clear = prey.run.is_none() || (store & M::first_slots(layout.lanes)).is_none();
        clear.then_some(Quick { prey, guard, first, second })
    }
}

impl<M: Mask> Prey<M> {
    fn of(set: &Set<M>) -> Option<Self> {
        match set {
            Set::Slots(slots) => Some(Prey { slots: *slots, run: None }),
            Set::Run { back, step: 1, table: Some(table), .. } => {
                Some(Prey { slots: M::NONE, run: Some((*back, table.clone())) })
            }
            Set::Either(parts) => match parts.as_slice() {
                [Set::Slots(slots), Set::Run { back, step: 1, table: Some(table), .. }] => {
                    Some(Prey { slots: *slots, run: Some((*back, table.clone())) })
                }
                _ => None,
            },
            _ => None,
        }
    }
}
