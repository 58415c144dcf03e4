//! Search in conditions, sets and actions.

use super::code::{Action, Amount, Op, Set, Spot, Test, Then};
use super::slots::Mask;

/// A part of a condition.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a, M> {
    /// A condition.
    Test(&'a Test<M>),
    /// A set.
    Set(&'a Set<M>),
    /// A spot.
    Spot(&'a Spot),
}

impl<M> Node<'_, M> {
    /// Whether it is a number of steps along the track.
    pub fn walks(&self) -> bool {
        matches!(self, Node::Set(Set::Along { .. }) | Node::Spot(Spot::Along { .. }))
    }
}

impl<M: Mask> Test<M> {
    /// Whether `wanted` accepts this condition or a part of it.
    pub fn any(&self, wanted: &mut dyn FnMut(Node<'_, M>) -> bool) -> bool {
        if wanted(Node::Test(self)) {
            return true;
        }
        match self {
            Test::Not(inner) | Test::AnotherLeaves(inner) => inner.any(wanted),
            Test::And(parts) | Test::Or(parts) => parts.iter().any(|part| part.any(wanted)),
            Test::Some(set) => set.any(wanted),
            Test::Seeds(spot, _) => any_spot(spot, wanted),
            Test::Within(spot, set) => any_spot(spot, wanted) || set.any(wanted),
            Test::Count(amount, _) => amount.any(wanted),
            Test::Compare(left, _, right) => left.any(wanted) || right.any(wanted),
            _ => false,
        }
    }
}

impl<M: Mask> Set<M> {
    /// Whether `wanted` accepts this set or a part of it.
    pub fn any(&self, wanted: &mut dyn FnMut(Node<'_, M>) -> bool) -> bool {
        if wanted(Node::Set(self)) {
            return true;
        }
        match self {
            Set::Spot(spot) => any_spot(spot, wanted),
            Set::Across(_, set) | Set::Whose(_, set) | Set::Not(set) => set.any(wanted),
            Set::Along { from, .. } => from.any(wanted),
            Set::Run { claim, .. } => claim.any(wanted),
            Set::Where(base, claim) => base.any(wanted) || claim.any(wanted),
            Set::If(test) => test.any(wanted),
            Set::Both(parts) | Set::Either(parts) => parts.iter().any(|part| part.any(wanted)),
            _ => false,
        }
    }
}

impl<M: Mask> Action<M> {
    /// Whether `wanted` accepts a part of the effects or the slot from which the action sows.
    pub fn any(&self, wanted: &mut dyn FnMut(Node<'_, M>) -> bool) -> bool {
        self.ops.iter().any(|op| op.any(wanted)) || matches!(&self.then, Then::Sow { at, .. } if at.any(wanted))
    }
}

impl<M: Mask> Op<M> {
    /// Whether `wanted` accepts a part of the effect.
    pub fn any(&self, wanted: &mut dyn FnMut(Node<'_, M>) -> bool) -> bool {
        match self {
            Op::CaptureEach(sets) => sets.iter().any(|set| set.any(wanted)),
            Op::Lift(Some(amount), set) | Op::Place(amount, set) | Op::PlaceFromStore(amount, set) => {
                amount.any(wanted) || set.any(wanted)
            }
            Op::Capture(_, set) | Op::Lift(None, set) | Op::PlaceAll(set) | Op::To(_, set) | Op::Choose(_, set) => {
                set.any(wanted)
            }
        }
    }
}

impl<M: Mask> Amount<M> {
    /// Whether `wanted` accepts a part of the amount.
    pub fn any(&self, wanted: &mut dyn FnMut(Node<'_, M>) -> bool) -> bool {
        match self {
            Amount::SeedsIn(set) | Amount::NumberOf(set) => set.any(wanted),
            Amount::StartOf(spot) => any_spot(spot, wanted),
            Amount::Half(whole) => whole.any(wanted),
            Amount::Number(_) | Amount::Made | Amount::Dropped => false,
        }
    }
}

fn any_spot<M: Mask>(spot: &Spot, wanted: &mut dyn FnMut(Node<'_, M>) -> bool) -> bool {
    wanted(Node::Spot(spot))
        || match spot {
            Spot::Across(_, from) | Spot::Along { from, .. } => any_spot(from, wanted),
            _ => false,
        }
}
