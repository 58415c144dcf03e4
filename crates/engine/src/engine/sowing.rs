//! Sowing tables. Hole and number of seeds give the gain of each lane and where the last seed falls. There is one table
//! for each set of slots that sowing passes over, made when first needed.

use std::sync::OnceLock;

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Layout, Mask, NOWHERE, Slot, Stirred, around};

/// Limit in bytes on the tables of one player and one direction. It admits one table of the largest board.
const MOST_BYTES: usize = 16 << 20;

/// Number of places to probe for a table.
const PROBES: usize = 4;

/// A lap: where it started, how many seeds fell after that slot, and whether one fell into it first.
pub(super) type Sown = (Slot, i32, bool);

/// Laps along one track, with one set of slots passed over.
///
/// The tables are indexed by slot and number of seeds, from 1. They are apart, since only the first two are always read.
#[derive(Clone, Debug)]
pub struct Laps<L: Lanes> {
    /// What each lane gains: less than nothing for the one that a lap starts from.
    gains: Box<[L]>,
    /// Where the last seed falls.
    last: Box<[Slot]>,
    /// Where seeds fall.
    fell: Box<[L::Mask]>,
    /// For each slot, the number of slots that a whole circuit from it sows.
    circuit: Box<[u8]>,
    /// For each slot, the change by a whole circuit from it.
    full: Box<[L]>,
    /// The slots that are passed over.
    passed: L::Mask,
    /// Binary logarithm of the number of entries of a slot.
    shift: u32,
    /// Largest number of seeds in the table.
    most: i32,
}

impl<L: Lanes> Laps<L> {
    fn new(track: &[Slot], passed: L::Mask, origin_passed: bool, shift: u32) -> Self {
        let size = L::LANES << shift;
        let mut laps = Laps {
            gains: vec![L::default(); size].into(),
            last: vec![NOWHERE; size].into(),
            fell: vec![L::Mask::NONE; size].into(),
            circuit: vec![0; L::LANES].into(),
            full: vec![L::default(); L::LANES].into(),
            passed,
            shift,
            most: 1 << shift,
        };
        for (at, from) in track.iter().enumerate() {
            let start = usize::from(*from);
            let (mut gained, mut fell) = (L::default(), L::Mask::NONE);
            let circuit: Vec<Slot> = around(track, at, false)
                .filter(|slot| !passed.has(*slot) && (!origin_passed || slot != from))
                .collect();
            laps.circuit[start] = circuit.len() as u8;
            circuit.iter().for_each(|slot| laps.full[start].drop_one(*slot));
            laps.full[start].raise(*from, -(circuit.len() as i32));
            for (before, slot) in circuit.iter().cycle().take(1 << shift).enumerate() {
                gained.drop_one(*slot);
                gained.raise(*from, -1);
                fell |= L::Mask::of(*slot);
                let place = (start << shift) + before;
                (laps.gains[place], laps.last[place], laps.fell[place]) = (gained, *slot, fell);
            }
        }
        laps
    }

    /// The seeds after `count` of them, at least 1, are sown from `from`, beginning after it, and where the last one
    /// falls: [`NOWHERE`] if every slot is passed over.
    #[inline(always)]
    pub fn sown_from(&self, seeds: L, from: Slot, count: i32) -> (L, Slot) {
        let (mut seeds, mut count) = (seeds, count);
        if count > self.most {
            (seeds, count) = self.whole_circuits(seeds, from, count);
        }
        let place = (usize::from(from) << self.shift) + count as usize - 1;
        match (self.gains.get(place), self.last.get(place)) {
            (Some(gains), Some(last)) => {
                seeds.add(gains);
                (seeds, *last)
            }
            _ => (seeds, NOWHERE),
        }
    }

    /// The slots that are passed over.
    #[inline(always)]
    pub fn passed(&self) -> L::Mask {
        self.passed
    }

    /// Where the last of some seeds, at least 1, falls if they are sown from a slot; `None` if the table does not tell.
    #[inline(always)]
    pub fn landing(&self, from: Slot, count: u32) -> Option<Slot> {
        let known = usize::from(from) < L::LANES && i64::from(count) <= i64::from(self.most);
        known.then(|| self.last.get((usize::from(from) << self.shift) + count as usize - 1).copied())?
    }

    /// Sows whole circuits, until the number of seeds left, at least 1, is in the table.
    #[cold]
    #[inline(never)]
    fn whole_circuits(&self, seeds: L, from: Slot, count: i32) -> (L, i32) {
        let mut seeds = seeds;
        let from = usize::from(from);
        let circuit = i32::from(self.circuit[from]);
        if circuit == 0 {
            return (seeds, 1);
        }
        let rounds = (count - 1) / circuit;
        seeds.add_times(&self.full[from], rounds);
        (seeds, count - rounds * circuit)
    }

    /// Whether no slot gets more than one of this number of seeds, nor the slot from which they are sown any.
    #[inline(always)]
    pub fn falls_once(&self, from: Slot, count: i32) -> bool {
        count < i32::from(self.circuit[usize::from(from)])
    }

    /// Whether `each seed` may do something in a lap of `count` seeds from a slot, which fell into these slots and made
    /// these seeds.
    #[inline(always)]
    pub fn stirs<const P: usize>(
        &self,
        stirred: &Stirred<L::Mask>,
        position: &Position<L, P>,
        (at, count): (Slot, i32),
        fell: L::Mask,
        made: &L,
    ) -> bool {
        let fell = fell & stirred.slots;
        if stirred.marked_by != 0 && !(fell & position.marked_by(stirred.marked_by)).is_none() {
            return true;
        }
        if stirred.seeds.is_empty() || fell.is_none() {
            return false;
        }
        !self.falls_once(at, count)
            || stirred.seeds.iter().any(|(low, high)| !(made.holding(*low, *high) & fell).is_none())
    }

    /// Number of seeds, of `hand` and at most one for each slot, until one falls into a slot of a set.
    #[inline(always)]
    pub fn until(&self, from: Slot, hand: i32, set: L::Mask) -> i32 {
        let circuit = i32::from(self.circuit[usize::from(from)]).max(1);
        let most = hand.min(circuit).min(self.most);
        if (self.falls(from, most) & set).is_none() {
            return most;
        }
        let first = usize::from(from) << self.shift;
        let falls = self.last[first..first + most as usize].iter().position(|slot| set.has(*slot));
        falls.map_or(most, |before| before as i32 + 1)
    }

    /// The slots into which the seeds of a lap fall.
    #[inline(always)]
    pub fn fell(&self, (from, count, into): Sown) -> L::Mask {
        let first = if into { L::Mask::of(from) } else { L::Mask::NONE };
        if count > 0 { first | self.falls(from, count) } else { first }
    }

    #[inline(always)]
    fn falls(&self, from: Slot, count: i32) -> L::Mask {
        let place = (usize::from(from) << self.shift) + count.min(self.most) as usize - 1;
        self.fell.get(place).copied().unwrap_or(L::Mask::NONE)
    }
}

/// The tables of one player and one direction.
#[derive(Debug)]
pub struct Sower<L: Lanes> {
    /// His track, in the order of sowing.
    track: Box<[Slot]>,
    origin_passed: bool,
    shift: u32,
    made: Kept<L::Mask, Laps<L>>,
}

impl<L: Lanes> Sower<L> {
    /// Creates an empty collection of tables. `many_sets` says that more than a few sets of slots can be passed over.
    pub fn new(layout: &Layout, track: &[Slot], origin_passed: bool, many_sets: bool) -> Self {
        // a whole circuit must fit the table; twice that avoids nearly all divisions, but many tables have to stay small
        let most = if many_sets { track.len() } else { 2 * track.len() };
        let shift = most.max(16).next_power_of_two().trailing_zeros();
        let shift = if L::LANES << shift > 1 << 11 { track.len().next_power_of_two().trailing_zeros() } else { shift };
        let bytes = (L::LANES << shift) * (size_of::<L>() + size_of::<L::Mask>() + 1);
        let tables = (MOST_BYTES / bytes).min(if many_sets { 4096 } else { 16 });
        let tables = if tables == 0 { 0 } else { 1 << tables.ilog2() };
        debug_assert!(layout.lanes <= L::LANES);
        Sower { track: track.into(), origin_passed, shift, made: Kept::new(tables) }
    }

    /// The table for a set of slots that are passed over; `None` if there is no room for it.
    #[inline(always)]
    pub fn laps(&self, passed: L::Mask) -> Option<&Laps<L>> {
        self.made.get(passed, || Laps::new(&self.track, passed, self.origin_passed, self.shift))
    }
}

/// Cache of values by set of slots, each made when first needed and never evicted.
#[derive(Debug)]
pub(super) struct Kept<M, T> {
    places: Box<[Place<M, T>]>,
}

/// A set and its value.
type Place<M, T> = OnceLock<Box<(M, T)>>;

impl<M: Mask, T> Kept<M, T> {
    /// A cache of `places` places, which is a power of two or 0.
    pub fn new(places: usize) -> Self {
        Kept { places: (0..places).map(|_| OnceLock::new()).collect() }
    }

    /// The value of a set, made if necessary; `None` if all places for it are taken.
    #[inline(always)]
    pub fn get(&self, set: M, make: impl FnOnce() -> T) -> Option<&T> {
        let mixed = set.low_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let place = self.places.get(mixed as usize & self.places.len().wrapping_sub(1))?;
        match place.get() {
            Some(kept) if kept.0 == set => Some(&kept.1),
            _ => self.found_or_made(set, mixed, make),
        }
    }

    #[cold]
    fn found_or_made(&self, set: M, mixed: u64, make: impl FnOnce() -> T) -> Option<&T> {
        let (mut make, mut made) = (Some(make), None);
        for probe in 0..PROBES {
            let place = self.places.get((mixed as usize + probe) & self.places.len().wrapping_sub(1))?;
            if place.get().is_none() {
                made = made.or_else(|| make.take().map(|make| Box::new((set, make()))));
                // another thread may have been faster, with another set
                made = made.take().and_then(|value| place.set(value).err());
            }
            match place.get() {
                Some(kept) if kept.0 == set => return Some(&kept.1),
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use super::*;
    use crate::engine::lanes::Bytes;
    use crate::engine::machine::Machine;
    use mancala_rules::rules::model::Way;

    #[test]
    fn a_value_finds_another_place_where_its_own_was_taken_meanwhile() {
        for other in 1..20_u64 {
            let kept = Kept::new(4);
            let make = || {
                assert_eq!(kept.get(other, || 2), Some(&2));
                1
            };
            assert_eq!(kept.get(0, make), Some(&1), "{other}");
            assert_eq!((kept.get(0, || 3), kept.get(other, || 3)), (Some(&1), Some(&2)), "{other}");
        }
    }

    #[test]
    fn a_lap_can_be_sown_in_pieces() {
        let (machine, position, _) = Machine::<Bytes<1>, 2>::at_start("pallanguzhi");
        let laps = machine.sowers[0][Way::Counterclockwise as usize].laps(0).unwrap();
        let track = machine.tables().layout.track(0, Way::Counterclockwise);
        let slots: Vec<Slot> = around(track, 0, false).collect();
        let (from, set) = (track[0], 1 << slots[4] | 1 << slots[6]);
        assert_eq!(laps.landing(from, 5), Some(slots[4]));
        assert_eq!([3, 5, 9].map(|hand| laps.until(from, hand, set)), [3, 5, 5]);
        // at most one seed for each slot
        assert_eq!(laps.until(from, 40, 0) as usize, track.len());

        let mut whole = position.seeds;
        whole.raise(from, 9);
        let (whole, last) = laps.sown_from(whole, from, 9);
        let (mut pieces, mut at, mut hand) = (position.seeds, from, 9);
        while hand > 0 {
            let count = laps.until(at, hand, set);
            pieces.raise(at, count);
            (pieces, at) = laps.sown_from(pieces, at, count);
            hand -= count;
        }
        assert_eq!((pieces, at), (whole, last));
    }
}
