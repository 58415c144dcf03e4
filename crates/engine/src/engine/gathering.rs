//! Captures and sums over constant sets of slots, all lanes at once.

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Amount, Layout, Mask, Op, Set, Slot, Spot, Winner};

/// An action that only moves the seeds of constant sets to stores.
#[derive(Debug)]
pub(super) struct Gathering<L> {
    /// Disjoint sets of lanes, each with the store that receives their seeds.
    takings: Box<[(L, Slot)]>,
}

impl<L: Lanes> Gathering<L> {
    /// Compiles effects; `None` if they do anything else.
    pub fn of(layout: &Layout, ops: &[Op<L::Mask>]) -> Option<Self> {
        let stores = layout.stores.iter().fold(L::Mask::NONE, |stores, store| stores | L::Mask::of(*store));
        let (mut takings, mut taken) = (Vec::new(), L::Mask::NONE);
        let mut take = |player: usize, slots: L::Mask| {
            let store = *layout.stores.get(player)?;
            let prey = slots & !L::Mask::of(store);
            // the contents of stores and of lanes taken before have changed by now
            let lanes = L::Mask::first_slots(layout.lanes) & !stores & !taken;
            taken |= prey;
            (prey & !lanes).is_none().then(|| takings.push((L::all_of(prey), store)))
        };
        for op in ops {
            match op {
                Op::Capture(Winner::Player(player), Set::Slots(slots)) => take(*player, *slots)?,
                Op::Capture(Winner::Owner, Set::Slots(slots)) => {
                    for player in 0..layout.stores.len() {
                        let owned = slots.slots().filter(|slot| layout.owner[usize::from(*slot)] == Some(player));
                        take(player, owned.fold(L::Mask::NONE, |owned, slot| owned | L::Mask::of(slot)))?;
                    }
                }
                Op::CaptureEach(sets) => {
                    for (player, set) in sets.iter().enumerate() {
                        let Set::Slots(slots) = set else { return None };
                        take(player, *slots)?;
                    }
                }
                _ => return None,
            }
        }
        // debts are not taken
        (!L::SIGNED).then(|| Gathering { takings: takings.into() })
    }

    /// Moves the seeds to their stores. `lanes` is the first slot beside the board. Requires that nothing is locked and
    /// that there is no pot.
    pub fn gather<const P: usize>(&self, position: &mut Position<L, P>, lanes: Slot) {
        for (prey, store) in &self.takings {
            let taken = position.seeds.take(prey);
            match store.checked_sub(lanes) {
                None => position.seeds.raise(*store, taken),
                Some(beside) => position.stores[usize::from(beside)] += taken,
            }
        }
    }
}

/// The number of seeds in a constant set of slots, and in those of another one that some players marked.
#[derive(Debug)]
pub(super) struct Sum<M> {
    slots: M,
    /// The other slots, and the players who must have marked them, as a bit set.
    marked: (M, u32),
}

impl<M: Mask> Sum<M> {
    /// Compiles an amount; `None` if it is not such a sum.
    pub fn of(layout: &Layout, amount: &Amount<M>) -> Option<Self> {
        let Amount::SeedsIn(set) = amount else { return None };
        let either = if let Set::Either(parts) = set { parts.as_slice() } else { std::slice::from_ref(set) };
        let mut sum = Sum { slots: M::NONE, marked: (M::NONE, 0) };
        for part in either {
            match Sum::part(layout, part)? {
                (slots, 0) => sum.slots |= slots,
                marked if sum.marked.1 == 0 => sum.marked = marked,
                _ => return None,
            }
        }
        Some(sum)
    }

    /// The slots of a set, and the players who must have marked them, as a bit set: 0 if marks do not matter.
    fn part(layout: &Layout, set: &Set<M>) -> Option<(M, u32)> {
        let both = if let Set::Both(parts) = set { parts.as_slice() } else { std::slice::from_ref(set) };
        let (mut slots, mut marked) = (M::first_slots(layout.slots), 0);
        for part in both {
            match part {
                Set::Slots(of) => slots = slots & *of,
                Set::Spot(Spot::Slot(slot)) => slots = slots & M::of(*slot),
                Set::Marked(players) if marked == 0 => marked = *players,
                _ => return None,
            }
        }
        Some((slots, marked))
    }

    /// The slots that count, given the marks of a position.
    pub fn slots<L: Lanes<Mask = M>, const P: usize>(&self, position: &Position<L, P>) -> M {
        let (slots, players) = self.marked;
        if players == 0 { self.slots } else { self.slots | slots & position.marked_by(players) }
    }

    /// The sum in a position. `lanes` is the first slot beside the board.
    pub fn count<L: Lanes<Mask = M>, const P: usize>(&self, position: &Position<L, P>, lanes: Slot) -> i32 {
        let slots = self.slots(position);
        let beside = position.stores.iter().zip(lanes..).filter(|(_, slot)| slots.has(*slot));
        position.seeds.sum(slots & M::first_slots(lanes.into())) + beside.map(|(held, _)| *held).sum::<i32>()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::*;
    use crate::engine::lanes::Bytes;
    use crate::engine::machine::Machine;
    use mancala_rules::rules::model::Change;

    #[test]
    fn what_is_taken_is_taken_once() {
        let (machine, mut position, _) = Machine::<Bytes<1>, 2>::at_start("kalah");
        let layout = &machine.tables().layout;
        let [south, north] = [layout.stores[0], layout.stores[1]];
        let side = |player| {
            let slots = (0..layout.holes as Slot).filter(|slot| layout.owner[usize::from(*slot)] == Some(player));
            slots.fold(0, |side, slot| side | u64::of(slot))
        };
        let take = |player, slots| Op::Capture(Winner::Player(player), Set::Slots(slots));
        let of = |ops: &[Op<u64>]| Gathering::<Bytes<1>>::of(layout, ops);

        // a set may include the store that receives its seeds
        let gathering = of(&[take(0, side(0) | u64::of(south)), take(1, side(1))]).unwrap();
        position.seeds.put(south, 2);
        gathering.gather(&mut position, layout.lanes as Slot);
        assert_eq!([south, north].map(|store| position.seeds.get(store)), [26, 24]);
        assert_eq!(position.seeds.occupied(), u64::of(south) | u64::of(north));

        // sets must be disjoint, and must not include a store that changed before
        assert!(of(&[take(0, side(0)), take(1, side(0) | side(1))]).is_none());
        assert!(of(&[take(0, side(0)), take(1, u64::of(south))]).is_none());
        assert!(of(&[take(0, side(0)), Op::To(Change::Mark, Set::Slots(side(0)))]).is_none());
    }
}
