//! What follows a lap, as steps over whole boards: conditions and effects that need no look at the rules. A step that has
//! no such form names the rule that is to be read.

use super::lanes::Lanes;
use crate::tables::{
    Action, Branches, Layout, Mask, MoverTables, Numbers, Op, RuleId, Set, Slot, Spot, Test, Then, Turning, Winner,
};

/// A rule that may follow a lap.
#[derive(Clone, Debug)]
pub(super) struct Step<L: Lanes> {
    /// When the rule applies, unless an earlier step does.
    pub guard: Guard<L>,
    /// What the rule does; `None` if the action must be read.
    pub deed: Option<Deed<L>>,
    /// Index of the action.
    pub action: u16,
    /// Number of the rule.
    pub rule: RuleId,
}

/// A condition about the seeds on the board.
#[derive(Clone, Debug)]
pub(super) enum Guard<L> {
    Always,
    /// Each of two sets of lanes has seeds.
    Hold([L; 2]),
    /// These lanes are empty.
    Empty(L),
    /// The number of seeds in a lane is in a set of numbers.
    Seeds(Slot, Numbers),
    /// A condition that must be evaluated: that of the branch with this index.
    Test(u16),
}

/// What a step does: it takes seeds, if any, and goes on.
#[derive(Clone, Debug)]
pub(super) struct Deed<L: Lanes> {
    pub taking: Option<Taking<L>>,
    pub next: Next,
}

/// Seeds that are taken.
#[derive(Clone, Debug)]
pub(super) struct Taking<L: Lanes> {
    /// The fixed slots among those that are taken from, and their lanes.
    pub slots: L::Mask,
    pub lanes: L,
    /// The others.
    pub rest: Option<Set<L::Mask>>,
    /// The store that receives the seeds; `None` if they go to the hand.
    pub store: Option<Slot>,
}

/// What comes after a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    /// The turn ends.
    End,
    /// The mover moves again.
    Again,
    /// The move is illegal.
    Illegal,
    /// The hand is sown in the same direction, from a slot, or from where the lap before began.
    Sow { into: bool, at: Option<Slot> },
    /// The slot where the last seed fell is lifted and sown, beginning after it.
    Relay,
}

/// The steps of one entry of a table, in order.
pub(super) type Steps<L> = Box<[Step<L>]>;

impl<L: Lanes> Step<L> {
    /// The steps of all branches of a mover's list `last seed`, by index.
    pub fn all(layout: &Layout, mover: &MoverTables<L::Mask>, store: Slot) -> Box<[Steps<L>]> {
        let step = |place: usize, test: Option<&Test<L::Mask>>, action: u16| {
            let does = &mover.actions[usize::from(action)];
            let (guard, deed) = (Guard::of(test, place as u16, layout), Deed::of(does, layout, store));
            Step { guard, deed, action, rule: does.rule }
        };
        let steps = |branches: &Branches<L::Mask>| {
            let branches = branches.iter().enumerate();
            branches.map(|(place, (test, action))| step(place, test.as_ref(), *action)).collect()
        };
        mover.last_decisions.branches.iter().map(steps).collect()
    }
}

impl<L: Lanes> Guard<L> {
    fn of(test: Option<&Test<L::Mask>>, place: u16, layout: &Layout) -> Self {
        let lanes = L::Mask::first_slots(layout.lanes);
        let occupied = |test: &Test<L::Mask>| match test {
            Test::AnyOccupied(slots, 0) => Some(*slots),
            Test::Seeds(Spot::Slot(slot), Numbers::Between(1, i32::MAX)) => Some(L::Mask::of(*slot)),
            _ => None,
        };
        let on_board = |slots: &L::Mask| (*slots & !lanes).is_none();
        let occupied = |test: &Test<L::Mask>| occupied(test).filter(on_board).map(L::all_of);
        let Some(test) = test else { return Guard::Always };
        let guard = match test {
            Test::Known(true) => Some(Guard::Always),
            Test::Not(inner) => occupied(inner).map(Guard::Empty),
            Test::And(parts) => match parts.as_slice() {
                [one, other] => occupied(one).zip(occupied(other)).map(|(one, other)| Guard::Hold([one, other])),
                _ => None,
            },
            test => occupied(test).map(|lanes| Guard::Hold([lanes; 2])).or_else(|| match test {
                Test::Seeds(Spot::Slot(slot), numbers) if usize::from(*slot) < layout.lanes => {
                    Some(Guard::Seeds(*slot, numbers.clone()))
                }
                _ => None,
            }),
        };
        guard.unwrap_or(Guard::Test(place))
    }
}

impl<L: Lanes> Deed<L> {
    /// `None` if the action has no such form. `store` is the mover's.
    fn of(action: &Action<L::Mask>, layout: &Layout, store: Slot) -> Option<Self> {
        if action.relays() {
            return Some(Deed { taking: None, next: Next::Relay });
        }
        let (set, store) = match action.ops.as_slice() {
            _ if action.may => return None,
            [] => (None, None),
            [Op::Lift(None, set)] => (Some(set), None),
            [Op::Capture(Winner::Player(winner), set)] if layout.stores[*winner] == store => (Some(set), Some(store)),
            _ => return None,
        };
        let next = match &action.then {
            Then::EndTurn => Next::End,
            Then::MoveAgain => Next::Again,
            Then::Illegal => Next::Illegal,
            Then::Sow { turning: Turning::Same, into, at: Set::Slots(slots) } if slots.count() == 1 => {
                Next::Sow { into: *into, at: Some(slots.first()) }
            }
            Then::Sow { turning: Turning::Same, into, at: Set::Spot(Spot::Origin) } => {
                Next::Sow { into: *into, at: None }
            }
            _ => return None,
        };
        // seeds in the hand are sown, and those at the end of a turn are a fault of the rules
        if (set.is_some() && store.is_none()) != matches!(next, Next::Sow { .. }) {
            return None;
        }
        let taking = set.map(|set| {
            let (slots, rest) = match set {
                Set::Slots(slots) => (*slots, None),
                Set::Either(parts) => match parts.as_slice() {
                    [Set::Slots(slots), rest] => (*slots, Some(rest.clone())),
                    _ => (L::Mask::NONE, Some(set.clone())),
                },
                set => (L::Mask::NONE, Some(set.clone())),
            };
            let slots = store.map_or(slots, |store| slots & !L::Mask::of(store));
            Taking { slots, lanes: L::all_of(slots), rest, store }
        });
        // stores beside the board have no lane
        let on_board = |taking: &Taking<L>| (taking.slots & !Self::takes_from(layout)).is_none();
        taking.as_ref().is_none_or(on_board).then_some(Deed { taking, next })
    }

    /// The slots from which a step can take.
    pub fn takes_from(layout: &Layout) -> L::Mask {
        // what an end holds can be a debt, which is not taken
        L::Mask::first_slots(if L::SIGNED { layout.holes } else { layout.lanes })
    }
}
