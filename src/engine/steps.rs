//! What follows a lap, as steps over whole boards: conditions and effects that need no look at the rules. A rule that
//! has no such form is read.

use super::lanes::Lanes;
use crate::rules::model;
use crate::tables::{
    Action, Branches, Layout, Mask, MoverTables, Numbers, Op, RuleId, Set, Slot, Spot, Test, Then, Turning, Winner,
};

/// A rule that may follow a lap.
#[derive(Clone, Debug)]
pub(super) struct Step<L: Lanes> {
    /// The rule applies if all of the first lanes hold seeds, all of the second are empty, and all guards hold, unless an
    /// earlier step does.
    pub full: L,
    pub bare: L,
    /// Whether there are such lanes.
    pub looks: bool,
    pub guards: Box<[Guard<L>]>,
    /// What the rule does; `None` if the action must be read.
    pub deed: Option<Deed<L>>,
    /// Whether it may ask the mover something.
    pub asks: bool,
    /// Index of the action.
    pub action: u16,
    /// Number of the rule.
    pub rule: RuleId,
}

/// The steps of one entry of a table, in order.
pub(super) type Steps<L> = Box<[Step<L>]>;

/// A step that lanes alone express: it has no other guards, takes from fixed slots, and goes on at a fixed one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain<L: Lanes> {
    pub full: L,
    pub bare: L,
    /// The slots whose seeds are taken, and their lanes.
    pub slots: L::Mask,
    pub prey: L,
    pub does: Does,
}

/// What follows a plain step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// What was taken goes to the mover's store, and the turn ends.
    End,
    /// What was taken goes to the mover's store, and he moves again.
    Again,
    /// The slot where the last seed fell is lifted and sown, beginning after it.
    RelayHere,
    /// Another slot is.
    Relay(Slot),
    /// What was taken is sown, the first seed into a slot or after it.
    Sow { into: bool, at: Slot },
}

/// A condition about the seeds on the board.
#[derive(Clone, Debug)]
pub(super) enum Guard<L: Lanes> {
    /// Some of these lanes have seeds.
    Hold(L),
    /// A slot exists, and its number of seeds is in a set of numbers; or not (`false`).
    Seeds(At<L::Mask>, Counts, bool),
    /// A condition that must be evaluated: that of the branch with this index.
    Test(u16),
}

/// Numbers of seeds: those below 64 as a bit set, and all.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    few: u64,
    all: Numbers,
}

impl Counts {
    fn of(numbers: &Numbers) -> Self {
        let few = (0..64).filter(|number| numbers.contains(*number)).fold(0, |few, number| few | 1 << number);
        Counts { few, all: numbers.clone() }
    }

    /// Whether a number is one of them.
    #[inline(always)]
    pub fn contain(&self, number: i32) -> bool {
        if (0..64).contains(&number) { self.few >> number & 1 != 0 } else { self.all.contains(number) }
    }
}

/// A slot on the board.
#[derive(Clone, Debug)]
pub(super) enum At<M> {
    /// This slot.
    Slot(Slot),
    /// The slot where the lap before began.
    Origin,
    /// The slot a number of steps from another along the track, in the direction of sowing or against it.
    Along { back: bool, steps: u32, from: Slot },
    /// The only slot of a set.
    Only(Set<M>),
}

/// What a step does: it takes seeds, if any, and goes on.
#[derive(Clone, Debug)]
pub(super) struct Deed<L: Lanes> {
    pub takings: Box<[Taking<L>]>,
    pub next: Next<L::Mask>,
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
#[derive(Clone, Debug)]
pub(super) enum Next<M> {
    /// The turn ends.
    End,
    /// The mover moves again.
    Again,
    /// The move is illegal.
    Illegal,
    /// The hand is sown.
    Sow { turning: Turning, into: bool, at: At<M> },
    /// A slot, or the one where the last seed fell (`None`), is lifted and sown, beginning after it.
    Relay(Option<At<M>>),
}

impl<L: Lanes> Step<L> {
    /// The steps of all branches of a mover's list `last seed`, by index.
    pub fn all(layout: &Layout, mover: &MoverTables<L::Mask>, store: Slot) -> Box<[Steps<L>]> {
        let step = |place: usize, test: Option<&Test<L::Mask>>, action: u16| {
            let does = &mover.actions[usize::from(action)];
            let unread = || Asked { full: L::Mask::NONE, bare: L::Mask::NONE, guards: vec![Guard::Test(place as u16)] };
            let Asked { full, bare, guards } = Asked::of(test, layout).unwrap_or_else(unread);
            Step {
                full: L::all_of(full),
                bare: L::all_of(bare),
                looks: !(full | bare).is_none(),
                guards: guards.into(),
                deed: Deed::of(does, layout, store, mover.stirred.is_some()),
                asks: does.asks(),
                action,
                rule: does.rule,
            }
        };
        let steps = |branches: &Branches<L::Mask>| {
            let branches = branches.iter().enumerate();
            branches.map(|(place, (test, action))| step(place, test.as_ref(), *action)).collect()
        };
        mover.last_decisions.branches.iter().map(steps).collect()
    }

    /// The step as lanes; `None` if they do not express it.
    pub fn plain(&self, on_track: L::Mask) -> Option<Plain<L>> {
        let deed = self.deed.as_ref().filter(|_| self.guards.is_empty())?;
        let taking = match &*deed.takings {
            [] => None,
            [taking] if taking.rest.is_none() => Some(taking),
            _ => return None,
        };
        let lifts = taking.is_some_and(|taking| taking.store.is_none());
        let (does, at) = match deed.next {
            Next::End if !lifts => (Does::End, None),
            Next::Again if !lifts => (Does::Again, None),
            Next::Relay(None) if taking.is_none() => (Does::RelayHere, None),
            Next::Relay(Some(At::Slot(slot))) if taking.is_none() => (Does::Relay(slot), Some(slot)),
            Next::Sow { turning: Turning::Same, into, at: At::Slot(slot) } if lifts => {
                (Does::Sow { into, at: slot }, Some(slot))
            }
            _ => return None,
        };
        let (slots, prey) = taking.map_or((L::Mask::NONE, L::default()), |taking| (taking.slots, taking.lanes));
        let Step { full, bare, .. } = *self;
        at.is_none_or(|slot| on_track.has(slot)).then_some(Plain { full, bare, slots, prey, does })
    }
}

/// What a test asks.
struct Asked<L: Lanes> {
    /// The slots that must hold seeds.
    full: L::Mask,
    /// Those that must be empty.
    bare: L::Mask,
    guards: Vec<Guard<L>>,
}

impl<L: Lanes> Asked<L> {
    /// `None` if a part of the test has no such form.
    fn of(test: Option<&Test<L::Mask>>, layout: &Layout) -> Option<Self> {
        let parts = match test {
            None | Some(Test::Known(true)) => &[],
            Some(Test::And(parts)) => parts.as_slice(),
            Some(test) => std::slice::from_ref(test),
        };
        let mut asked = Asked { full: L::Mask::NONE, bare: L::Mask::NONE, guards: Vec::new() };
        for part in parts {
            if let Test::Not(inner) = part
                && let Test::AnyOccupied(slots, 0) = **inner
                && on_board(slots, layout)
            {
                asked.bare |= slots;
                continue;
            }
            match Guard::of(part, layout)? {
                Guard::Seeds(At::Slot(slot), counts, wanted) if counts.all == Numbers::Between(1, i32::MAX) => {
                    *(if wanted { &mut asked.full } else { &mut asked.bare }) |= L::Mask::of(slot);
                }
                guard => asked.guards.push(guard),
            }
        }
        Some(asked)
    }
}

/// Whether slots have lanes: stores beside the board have none.
fn on_board<M: Mask>(slots: M, layout: &Layout) -> bool {
    (slots & !M::first_slots(layout.lanes)).is_none()
}

impl<L: Lanes> Guard<L> {
    fn of(test: &Test<L::Mask>, layout: &Layout) -> Option<Self> {
        match test {
            Test::AnyOccupied(slots, 0) if on_board(*slots, layout) => Some(Guard::Hold(L::all_of(*slots))),
            Test::Seeds(spot, numbers) => Some(Guard::Seeds(At::of(spot, layout)?, Counts::of(numbers), true)),
            Test::Not(inner) => match Self::of(inner, layout)? {
                Guard::Seeds(at, numbers, wanted) => Some(Guard::Seeds(at, numbers, !wanted)),
                Guard::Hold(_) | Guard::Test(_) => None,
            },
            _ => None,
        }
    }
}

impl<M: Mask> At<M> {
    /// `None` if the slot may be beside the board, or has no such form.
    fn of(spot: &Spot, layout: &Layout) -> Option<Self> {
        match spot {
            Spot::Slot(slot) if usize::from(*slot) < layout.lanes => Some(At::Slot(*slot)),
            Spot::Origin => Some(At::Origin),
            Spot::Along { back, steps: model::Steps::Number(steps), from } => match **from {
                Spot::Slot(from) => Some(At::Along { back: *back, steps: *steps, from }),
                _ => None,
            },
            _ => None,
        }
    }

    fn only(set: &Set<M>, layout: &Layout) -> Self {
        let at = match set {
            Set::Slots(slots) if slots.count() == 1 => At::of(&Spot::Slot(slots.first()), layout),
            Set::Spot(spot) => At::of(spot, layout),
            _ => None,
        };
        at.unwrap_or_else(|| At::Only(set.clone()))
    }
}

impl<L: Lanes> Deed<L> {
    /// `None` if the action has no such form. `store` is the mover's. `fixed` says that what sowing passes over does not
    /// depend on seeds.
    fn of(action: &Action<L::Mask>, layout: &Layout, store: Slot, fixed: bool) -> Option<Self> {
        if action.relays() {
            return Some(Deed { takings: Box::default(), next: Next::Relay(None) });
        }
        if action.may {
            return None;
        }
        // a hole that is lifted and sown need not leave the board
        if let (
            [Op::Lift(None, Set::Spot(lifted))],
            Then::Sow { turning: Turning::Same, by: None, into: false, at: Set::Spot(at) },
        ) = (action.ops.as_slice(), &action.then)
            && lifted == at
        {
            // once the hole is empty, a step along the track may lead elsewhere
            let at = At::of(at, layout).filter(|at| fixed || !matches!(at, At::Along { .. }))?;
            return Some(Deed { takings: Box::default(), next: Next::Relay(Some(at)) });
        }
        let taking = |op: &Op<L::Mask>| match op {
            Op::Lift(None, set) => Taking::of(set, None, layout),
            Op::Capture(Winner::Player(winner), set) if layout.stores[*winner] == store => {
                Taking::of(set, Some(store), layout)
            }
            _ => None,
        };
        let takings: Box<[Taking<L>]> = action.ops.iter().map(taking).collect::<Option<_>>()?;
        let next = match &action.then {
            Then::EndTurn => Next::End,
            Then::MoveAgain => Next::Again,
            Then::Illegal => Next::Illegal,
            Then::Sow { turning, by: None, into, at } => {
                Next::Sow { turning: *turning, into: *into, at: At::only(at, layout) }
            }
            _ => return None,
        };
        // what is taken first can change the others
        if takings.len() > 1 && takings.iter().any(|taking| taking.rest.is_some()) {
            return None;
        }
        // seeds in the hand are sown, and those at the end of a turn are a fault of the rules
        let lifts = takings.iter().any(|taking| taking.store.is_none());
        (lifts == matches!(next, Next::Sow { .. })).then_some(Deed { takings, next })
    }
}

impl<L: Lanes> Taking<L> {
    fn of(set: &Set<L::Mask>, store: Option<Slot>, layout: &Layout) -> Option<Self> {
        let (slots, rest) = match set {
            Set::Slots(slots) => (*slots, None),
            Set::Either(parts) => match parts.as_slice() {
                [Set::Slots(slots), rest] => (*slots, Some(rest.clone())),
                _ => (L::Mask::NONE, Some(set.clone())),
            },
            set => (L::Mask::NONE, Some(set.clone())),
        };
        let slots = store.map_or(slots, |store| slots & !L::Mask::of(store));
        // stores beside the board have no lane
        let on_board = (slots & !Self::from(layout)).is_none();
        on_board.then(|| Taking { slots, lanes: L::all_of(slots), rest, store })
    }

    /// The slots from which a step can take.
    pub fn from(layout: &Layout) -> L::Mask {
        // what an end holds can be a debt, which is not taken
        L::Mask::first_slots(if L::SIGNED { layout.holes } else { layout.lanes })
    }
}
