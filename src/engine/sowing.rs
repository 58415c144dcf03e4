//! Sowing as a table: where from and how many, to what every lane gains and where the last seed falls. A table for
//! every set of slots that sowing passes over, made when it is first met.

use std::sync::OnceLock;

use super::lanes::Lanes;
use crate::rules::model::Way;
use crate::tables::{Layout, Mask, NOWHERE, Slot};

/// The tables of one player and one direction take at most so many bytes.
const MOST_BYTES: usize = 8 << 20;

/// One table is not larger.
const LARGEST_TABLE: usize = 1 << 20;

/// So many places are looked at for a table.
const PROBES: usize = 4;

/// Laps round one track in one direction, with one set of slots passed over.
#[derive(Clone, Debug)]
pub struct Laps<L: Lanes> {
    entries: Box<[Lap<L>]>,
    /// For every slot: how many slots a circuit from it sows.
    circuit: Box<[u8]>,
    /// For every slot: what a whole circuit from it changes.
    full: Box<[L]>,
    /// A slot has two to the power of this many entries.
    shift: u32,
    /// So many seeds at most stand in the table.
    most: i32,
}

/// What a lap does: what every lane gains, the one that it leaves from loses, and where the last seed falls.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Lap<L: Lanes> {
    gains: L,
    last: Slot,
}

impl<L: Lanes> Laps<L> {
    fn new(track: &[Slot], way: Way, passed: L::Mask, origin_passed: bool, shift: u32) -> Self {
        let size = L::LANES << shift;
        let mut laps = Laps {
            entries: vec![Lap { gains: L::default(), last: NOWHERE }; size].into(),
            circuit: vec![0; L::LANES].into(),
            full: vec![L::default(); L::LANES].into(),
            shift,
            most: 1 << shift,
        };
        for (at, from) in track.iter().enumerate() {
            let start = usize::from(*from);
            let mut gained = L::default();
            let circuit: Vec<Slot> =
                around(track, at, way).filter(|slot| !passed.has(*slot) && (!origin_passed || slot != from)).collect();
            laps.circuit[start] = circuit.len() as u8;
            circuit.iter().for_each(|slot| laps.full[start].drop_one(*slot));
            laps.full[start].raise(*from, -(circuit.len() as i32));
            for (before, slot) in circuit.iter().cycle().take(1 << shift).enumerate() {
                gained.drop_one(*slot);
                gained.raise(*from, -1);
                laps.entries[(start << shift) + before] = Lap { gains: gained, last: *slot };
            }
        }
        laps
    }

    /// Sows `count` seeds that lie in `from`, one at least, after it. Tells where the last one falls; nowhere if every
    /// slot is passed over.
    #[inline(always)]
    pub fn sow(&self, seeds: &mut L, from: Slot, count: i32) -> Slot {
        let (sown, last) = self.sown_from(*seeds, from, count);
        *seeds = sown;
        last
    }

    /// The same, told as values: what is pointed at does not stay in registers.
    #[inline(always)]
    pub fn sown_from(&self, seeds: L, from: Slot, count: i32) -> (L, Slot) {
        let (mut seeds, mut count) = (seeds, count);
        if count > self.most {
            (seeds, count) = self.whole_circuits(seeds, from, count);
        }
        match self.entries.get((usize::from(from) << self.shift) + count as usize - 1) {
            Some(lap) => {
                seeds.add(&lap.gains);
                (seeds, lap.last)
            }
            None => (seeds, NOWHERE),
        }
    }

    /// Sows so many whole circuits that the rest, one seed at least, stands in the table.
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

    /// The slots in which seeds fall.
    pub fn sown(&self, from: Slot, count: i32) -> L::Mask {
        let count = count.min(self.most);
        let mut gains = self.entries[(usize::from(from) << self.shift) + count as usize - 1].gains;
        gains.raise(from, count);
        gains.occupied()
    }
}

/// The tables of one player and one direction.
#[derive(Debug)]
pub struct Sower<L: Lanes> {
    track: Box<[Slot]>,
    way: Way,
    origin_passed: bool,
    shift: u32,
    made: Kept<L::Mask, Laps<L>>,
}

impl<L: Lanes> Sower<L> {
    /// Tables to be made. `sets` tells whether more than a few sets of slots can be passed over.
    pub fn new(layout: &Layout, track: &[Slot], way: Way, origin_passed: bool, many_sets: bool) -> Self {
        // a whole circuit must fit the table; twice that spares nearly every division
        let shift = (2 * track.len()).max(16).next_power_of_two().trailing_zeros();
        let shift = if L::LANES << shift > 1 << 11 { track.len().next_power_of_two().trailing_zeros() } else { shift };
        let bytes = (L::LANES << shift) * size_of::<Lap<L>>();
        let tables = match bytes {
            0..=LARGEST_TABLE if many_sets => (MOST_BYTES / bytes).clamp(16, 4096).next_power_of_two(),
            0..=LARGEST_TABLE => 16,
            _ => 0,
        };
        debug_assert!(layout.lanes <= L::LANES);
        Sower { track: track.into(), way, origin_passed, shift, made: Kept::new(tables) }
    }

    /// The table for a set of slots that is passed over; none where memory is used up.
    #[inline(always)]
    pub fn laps(&self, passed: L::Mask) -> Option<&Laps<L>> {
        self.made.get(passed, || Laps::new(&self.track, self.way, passed, self.origin_passed, self.shift))
    }
}

/// The slots of a track once round, from behind a place of it on.
pub(super) fn around(track: &[Slot], at: usize, way: Way) -> impl Iterator<Item = Slot> {
    (1..=track.len()).map(move |steps| match way {
        Way::Counterclockwise => track[(at + steps) % track.len()],
        Way::Clockwise => track[(at + track.len() - steps) % track.len()],
    })
}

/// What was made for sets of slots, each when it was first asked for. Places are not given up again.
#[derive(Debug)]
pub(super) struct Kept<M, T> {
    places: Box<[Place<M, T>]>,
}

/// A set, and what was made for it.
type Place<M, T> = OnceLock<Box<(M, T)>>;

impl<M: Mask, T> Kept<M, T> {
    /// So many places, a power of two or none.
    pub fn new(places: usize) -> Self {
        Kept { places: (0..places).map(|_| OnceLock::new()).collect() }
    }

    /// What was made for a set, or is made now; none where all places for it are taken.
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
        let mut make = Some(make);
        for probe in 0..PROBES {
            let place = self.places.get((mixed as usize + probe) & self.places.len().wrapping_sub(1))?;
            if place.get().is_none()
                && let Some(make) = make.take()
            {
                let _ = place.set(Box::new((set, make())));
            }
            match place.get() {
                Some(kept) if kept.0 == set => return Some(&kept.1),
                _ => {}
            }
        }
        None
    }
}
