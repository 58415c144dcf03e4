//! Seeds of holes and ends at the width that a board needs. A lap is one addition over all lanes.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{BitOr, Shl};

use wide::u8x16;

use crate::tables::{Mask, Slot};

/// Numbers of seeds in all holes and ends: one lane for each, numbered like slots.
pub trait Lanes: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Sets of slots, stores beside the board included.
    type Mask: Mask;
    /// Number of lanes.
    const LANES: usize;
    /// Largest number of seeds that a lane can hold.
    const MOST: i64;
    /// Whether a lane can be negative.
    const SIGNED: bool;

    /// The seeds of a lane.
    fn get(&self, slot: Slot) -> i32;
    /// Sets the first lanes, leaving the others empty.
    fn of_bytes(bytes: &[u8]) -> Self {
        let mut lanes = Self::default();
        for (slot, seeds) in bytes.iter().enumerate().take(Self::LANES) {
            lanes.put(slot as Slot, i32::from(*seeds));
        }
        lanes
    }
    /// The seeds of the first 16 lanes, if each fits a byte.
    fn bytes(&self) -> [u8; 16] {
        std::array::from_fn(|lane| if lane < Self::LANES { self.get(lane as Slot) as u8 } else { 0 })
    }
    /// Sets the number of seeds in a lane.
    fn put(&mut self, slot: Slot, seeds: i32);
    /// Adds a number of seeds, perhaps negative, to a lane.
    fn raise(&mut self, slot: Slot, seeds: i32);
    /// Empties a lane.
    fn clear(&mut self, slot: Slot);
    /// Adds lane by lane.
    fn add(&mut self, gains: &Self);
    /// A mask of lanes, as [`Lanes::take`] and others expect it.
    fn all_of(slots: Self::Mask) -> Self;
    /// Empties some slots, given as by [`Lanes::all_of`]. Returns the number of seeds taken.
    fn take(&mut self, slots: &Self) -> i32;
    /// Adds a slot to a mask made by [`Lanes::all_of`].
    fn join(&mut self, slot: Slot);
    /// Whether some slots, given as by [`Lanes::all_of`], are empty.
    fn none_in(&self, slots: &Self) -> bool;
    /// Whether all of some slots hold seeds and all of others are empty, both given as by [`Lanes::all_of`].
    fn fits(&self, full: &Self, bare: &Self) -> bool;
    /// Hash of all lanes.
    fn mixed(&self) -> u64;
    /// A hash that is made faster, and of which only the highest bits are good.
    fn kind(&self) -> u64 {
        self.mixed()
    }
    /// The lanes that hold seeds.
    fn occupied(&self) -> Self::Mask;
    /// The lanes whose number of seeds lies between two numbers, both included.
    fn holding(&self, low: i32, high: i32) -> Self::Mask;
    /// The lanes whose number of seeds lies in a range.
    fn within(&self, range: &Range<Self>) -> Self::Mask;
    /// Number of seeds in the lanes of a set.
    fn sum(&self, slots: Self::Mask) -> i32;
    /// The lanes that hold no seeds, including those beyond the board.
    fn empty(&self) -> Self::Mask {
        !self.occupied()
    }

    /// Adds one seed to a lane.
    #[inline(always)]
    fn drop_one(&mut self, slot: Slot) {
        self.raise(slot, 1);
    }

    /// Adds lane by lane, `times` times.
    fn add_times(&mut self, gains: &Self, times: i32);
}

/// A range of numbers of seeds, in all lanes.
#[derive(Clone, Copy, Debug)]
pub struct Range<L> {
    /// The smallest number, and the difference between the largest and it.
    least: L,
    span: L,
}

impl<L: Lanes> Range<L> {
    /// The numbers between two, both included; `None` if no lane can hold any of them.
    pub fn of(low: i32, high: i32) -> Option<Self> {
        let (low, high) = (i64::from(low).max(0), i64::from(high).min(L::MOST));
        if low > high {
            return None;
        }
        let mut range = Range { least: L::default(), span: L::default() };
        for lane in 0..L::LANES as Slot {
            range.least.put(lane, low as i32);
            range.span.put(lane, (high - low) as i32);
        }
        Some(range)
    }
}

/// `16 N` lanes of one byte, in vectors: every operation reads and writes whole vectors or single lanes, since reading
/// a vector whose parts were just written one by one would stall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes<const N: usize>([u8x16; N]);

impl<const N: usize> Default for Bytes<N> {
    #[inline(always)]
    fn default() -> Self {
        Bytes([u8x16::ZERO; N])
    }
}

impl<const N: usize> Hash for Bytes<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|lanes| state.write_u128(whole(*lanes)));
    }
}

/// One in each of eight lanes.
const ONES: u64 = 0x0101_0101_0101_0101;

/// All bits of each of eight lanes that the bits of a byte name.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut lane = 0;
        while lane < 8 {
            if bits >> lane & 1 != 0 {
                spread[bits] |= 0xff << (8 * lane);
            }
            lane += 1;
        }
        bits += 1;
    }
    spread
};

/// For each of 64 lanes, all its bits.
const ALONE: [[u8; 64]; 64] = {
    let mut alone = [[0; 64]; 64];
    let mut lane = 0;
    while lane < 64 {
        alone[lane][lane] = 0xff;
        lane += 1;
    }
    alone
};

/// The lanes of a vector as one number.
#[inline(always)]
fn whole(lanes: u8x16) -> u128 {
    u128::from_le_bytes(lanes.to_array())
}

impl<const N: usize> Bytes<N> {
    /// A vector for each of the vectors, by index.
    #[inline(always)]
    fn each(&mut self, mut lanes: impl FnMut(usize, u8x16) -> u8x16) {
        self.0.iter_mut().enumerate().for_each(|(place, own)| *own = lanes(place, *own));
    }

    /// All bits of one lane, in the vector of this index.
    #[inline(always)]
    fn alone(slot: Slot, place: usize) -> u8x16 {
        let (parts, _) = ALONE[usize::from(slot) % 64].as_chunks::<16>();
        u8x16::new(parts[place])
    }

    /// The lanes of which a test by vectors gives all bits.
    #[inline(always)]
    fn lanes_where<M: From<u16> + Shl<usize, Output = M> + BitOr<Output = M>>(
        &self,
        test: impl Fn(u8x16) -> u8x16,
    ) -> M {
        let bits = self.0.iter().map(|lanes| M::from(test(*lanes).to_bitmask() as u16));
        bits.enumerate().fold(M::from(0), |found, (place, bits)| found | bits << (16 * place))
    }
}

/// A product with this number depends on all bits of the other one in its highest bits.
const SPREADING: u64 = 0x9e37_79b9_7f4a_7c15;

/// Adds a number to a hash. Fast, and good enough where values of equal hash are compared in full.
#[inline(always)]
pub(super) fn mix(mixed: u64, number: u64) -> u64 {
    (mixed.rotate_left(5) ^ number).wrapping_mul(SPREADING)
}

/// Both halves of the product of two numbers, which differ from those whose product is 0.
#[inline(always)]
fn folded(one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(other ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}

macro_rules! bytes {
    ($vectors:literal, $mask:ty) => {
        impl Lanes for Bytes<$vectors> {
            type Mask = $mask;
            const LANES: usize = 16 * $vectors;
            const MOST: i64 = u8::MAX as i64;
            const SIGNED: bool = false;

            #[inline(always)]
            fn of_bytes(bytes: &[u8]) -> Self {
                let mut lanes = [0; 16 * $vectors];
                lanes.iter_mut().zip(bytes).for_each(|(lane, seeds)| *lane = *seeds);
                Bytes(bytemuck::cast(lanes))
            }

            #[inline(always)]
            fn bytes(&self) -> [u8; 16] {
                self.0[0].to_array()
            }

            #[inline(always)]
            fn get(&self, slot: Slot) -> i32 {
                let lanes: &[u8; 16 * $vectors] = bytemuck::cast_ref(&self.0);
                i32::from(lanes[usize::from(slot) % (16 * $vectors)])
            }

            #[inline(always)]
            fn put(&mut self, slot: Slot, seeds: i32) {
                let seeds = u8x16::splat(seeds as u8);
                self.each(|place, own| own & !Self::alone(slot, place) | seeds & Self::alone(slot, place));
            }

            #[inline(always)]
            fn raise(&mut self, slot: Slot, seeds: i32) {
                let more = u8x16::splat(seeds as u8);
                self.each(|place, own| own + (more & Self::alone(slot, place)));
            }

            #[inline(always)]
            fn clear(&mut self, slot: Slot) {
                self.each(|place, own| own & !Self::alone(slot, place));
            }

            #[inline(always)]
            fn add(&mut self, gains: &Self) {
                // no lane overflows in the end, since it can hold all seeds of the board
                self.each(|place, own| own + gains.0[place]);
            }

            fn add_times(&mut self, gains: &Self, times: i32) {
                for (own, gains) in self.0.iter_mut().zip(&gains.0) {
                    for (own, gain) in own.as_mut_array().iter_mut().zip(gains.as_array()) {
                        *own = own.wrapping_add(gain.wrapping_mul(times as u8));
                    }
                }
            }

            #[inline(always)]
            fn all_of(slots: $mask) -> Self {
                let spread = |first: usize| u128::from(SPREAD[(slots >> first) as usize & 0xff]);
                Bytes(std::array::from_fn(|place| {
                    u8x16::new((spread(16 * place) | spread(16 * place + 8) << 64).to_le_bytes())
                }))
            }

            #[inline(always)]
            fn take(&mut self, slots: &Self) -> i32 {
                let mut taken = u8x16::ZERO;
                self.each(|place, own| {
                    taken += own & slots.0[place];
                    own & !slots.0[place]
                });
                // a lane can hold all seeds of the board, and so can their sum
                let taken = whole(taken);
                ((taken as u64).wrapping_add((taken >> 64) as u64).wrapping_mul(ONES) >> 56) as i32
            }

            #[inline(always)]
            fn join(&mut self, slot: Slot) {
                self.each(|place, own| own | Self::alone(slot, place));
            }

            #[inline(always)]
            fn none_in(&self, slots: &Self) -> bool {
                let both = self.0.iter().zip(&slots.0).fold(u8x16::ZERO, |found, (own, slots)| found | *own & *slots);
                both == u8x16::ZERO
            }

            #[inline(always)]
            fn fits(&self, full: &Self, bare: &Self) -> bool {
                let lanes = self.0.iter().zip(&full.0).zip(&bare.0);
                let against = lanes.fold(u8x16::ZERO, |found, ((own, full), bare)| {
                    found | own.simd_eq(u8x16::ZERO) & *full | *own & *bare
                });
                against == u8x16::ZERO
            }

            #[inline(always)]
            fn mixed(&self) -> u64 {
                self.0.iter().fold(0, |mixed, lanes| {
                    let lanes = whole(*lanes);
                    mixed.rotate_left(5) ^ folded(lanes as u64, (lanes >> 64) as u64)
                })
            }

            #[inline(always)]
            fn kind(&self) -> u64 {
                let folded = self.0.iter().fold(0_u64, |folded, lanes| {
                    let lanes = whole(*lanes);
                    folded.rotate_left(11) ^ lanes as u64 ^ ((lanes >> 64) as u64).rotate_left(29)
                });
                folded.wrapping_mul(SPREADING)
            }

            #[inline(always)]
            fn occupied(&self) -> $mask {
                <$mask>::first_slots(Self::LANES) & !self.lanes_where::<$mask>(|lanes| lanes.simd_eq(u8x16::ZERO))
            }

            #[inline(always)]
            fn holding(&self, low: i32, high: i32) -> $mask {
                let low = low.max(0);
                if low > high || low > i32::from(u8::MAX) {
                    return 0;
                }
                let (least, span) = (u8x16::splat(low as u8), u8x16::splat((high.min(i32::from(u8::MAX)) - low) as u8));
                self.lanes_where(|lanes| {
                    let above = lanes - least;
                    above.min(span).simd_eq(above)
                })
            }

            #[inline(always)]
            fn within(&self, range: &Range<Self>) -> $mask {
                let bits = self.0.iter().enumerate().map(|(place, lanes)| {
                    let above = *lanes - range.least.0[place];
                    let within = above.min(range.span.0[place]).simd_eq(above);
                    <$mask>::from(within.to_bitmask() as u16) << (16 * place)
                });
                bits.fold(0, |found, bits| found | bits)
            }

            #[inline(always)]
            fn sum(&self, slots: $mask) -> i32 {
                let mut left = *self;
                left.take(&Self::all_of(slots))
            }
        }
    };
}

bytes!(1, u64);
bytes!(2, u64);
bytes!(4, u128);

/// `N` lanes for numbers that do not fit a byte or can be negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide<const N: usize>([i32; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

macro_rules! wide {
    ($lanes:literal, $mask:ty) => {
        impl Lanes for Wide<$lanes> {
            type Mask = $mask;
            const LANES: usize = $lanes;
            const MOST: i64 = i32::MAX as i64;
            const SIGNED: bool = true;

            #[inline(always)]
            fn get(&self, slot: Slot) -> i32 {
                self.0[usize::from(slot) % $lanes]
            }

            #[inline(always)]
            fn put(&mut self, slot: Slot, seeds: i32) {
                self.0[usize::from(slot) % $lanes] = seeds;
            }

            #[inline(always)]
            fn raise(&mut self, slot: Slot, more: i32) {
                let seeds = &mut self.0[usize::from(slot) % $lanes];
                *seeds = seeds.wrapping_add(more);
            }

            #[inline(always)]
            fn clear(&mut self, slot: Slot) {
                self.0[usize::from(slot) % $lanes] = 0;
            }

            #[inline(always)]
            fn add(&mut self, gains: &Self) {
                for (seeds, gain) in self.0.iter_mut().zip(&gains.0) {
                    *seeds = seeds.wrapping_add(*gain);
                }
            }

            fn add_times(&mut self, gains: &Self, times: i32) {
                for (seeds, gain) in self.0.iter_mut().zip(&gains.0) {
                    *seeds = seeds.wrapping_add(gain.wrapping_mul(times));
                }
            }

            fn all_of(slots: $mask) -> Self {
                Wide(std::array::from_fn(|lane| if slots.has(lane as Slot) { -1 } else { 0 }))
            }

            fn take(&mut self, slots: &Self) -> i32 {
                let mut taken = 0_i32;
                for (seeds, all) in self.0.iter_mut().zip(&slots.0) {
                    taken = taken.wrapping_add(*seeds & all);
                    *seeds &= !all;
                }
                taken
            }

            fn join(&mut self, slot: Slot) {
                self.put(slot, -1);
            }

            fn none_in(&self, slots: &Self) -> bool {
                // a debt counts as empty
                self.0.iter().zip(&slots.0).fold(true, |none, (seeds, all)| none & (seeds & all <= 0))
            }

            fn fits(&self, full: &Self, bare: &Self) -> bool {
                let full = self.0.iter().zip(&full.0).fold(true, |fits, (seeds, all)| fits & (*all == 0 || *seeds > 0));
                full && self.none_in(bare)
            }

            fn mixed(&self) -> u64 {
                self.0.iter().fold(0, |mixed, seeds| mix(mixed, *seeds as u64))
            }

            fn occupied(&self) -> $mask {
                self.0.iter().enumerate().fold(0, |mask, (lane, seeds)| mask | <$mask>::from(*seeds > 0) << lane)
            }

            fn empty(&self) -> $mask {
                self.0.iter().enumerate().fold(0, |mask, (lane, seeds)| mask | <$mask>::from(*seeds == 0) << lane)
            }

            fn holding(&self, low: i32, high: i32) -> $mask {
                let within = |seeds: &i32| low <= *seeds && *seeds <= high;
                self.0.iter().enumerate().fold(0, |mask, (lane, seeds)| mask | <$mask>::from(within(seeds)) << lane)
            }

            fn within(&self, range: &Range<Self>) -> $mask {
                let (least, span) = (range.least.0[0], range.span.0[0]);
                self.holding(least, least.saturating_add(span))
            }

            fn sum(&self, slots: $mask) -> i32 {
                let lanes = slots & <$mask>::first_slots(Self::LANES);
                lanes.slots().map(|slot| self.get(slot)).sum()
            }
        }
    };
}

wide!(32, u64);
wide!(128, u128);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::mask;

    fn agrees<L: Lanes>() {
        let mut lanes = L::default();
        for slot in (0..L::LANES as Slot).filter(|slot| slot % 3 != 1) {
            lanes.put(slot, i32::from(slot % 5) + 70 * i32::from(slot % 2));
        }
        lanes.drop_one(4);
        lanes.clear(3);
        if L::LANES <= 16 {
            assert_eq!(L::of_bytes(&lanes.bytes()), lanes);
        }
        let mut twice = lanes;
        twice.add(&lanes);
        let mut thrice = lanes;
        thrice.add_times(&lanes, 2);
        for slot in 0..L::LANES as Slot {
            let seeds = match slot {
                3 => 0,
                4 => 1,
                _ if slot % 3 == 1 => 0,
                _ => i32::from(slot % 5) + 70 * i32::from(slot % 2),
            };
            assert_eq!(lanes.get(slot), seeds, "{slot}");
            assert_eq!((twice.get(slot), thrice.get(slot)), (2 * seeds, 3 * seeds), "{slot}");
            assert_eq!((lanes.occupied().has(slot), lanes.empty().has(slot)), (seeds > 0, seeds == 0), "{slot}");
            for (low, high) in [(-3, 1), (0, 0), (1, 2), (0, 300), (2, i32::MAX), (300, 400), (3, 2), (71, 72)] {
                assert_eq!(
                    lanes.holding(low, high).has(slot),
                    low <= seeds && seeds <= high,
                    "{slot}: {low} to {high}"
                );
            }
            assert_eq!(lanes.sum(L::Mask::of(slot)), seeds, "{slot}");
        }
        let even = mask((0..8).step_by(2));
        assert_eq!(lanes.sum(even), (0..8).step_by(2).map(|slot| lanes.get(slot)).sum::<i32>());
        let lanes_of = |slots: [Slot; 2]| L::all_of(mask(slots));
        let none = L::default();
        assert!(lanes.fits(&none, &none) && lanes.fits(&lanes_of([2, 5]), &lanes_of([3, 7])));
        assert!(!lanes.fits(&lanes_of([2, 3]), &none) && !lanes.fits(&none, &lanes_of([2, 3])));
        assert!(!lanes.none_in(&lanes_of([2, 3])));
        for (low, high) in [(0, 0), (1, 3), (70, 300), (2, i32::MAX)] {
            let range = Range::of(low, high).unwrap();
            assert_eq!(lanes.within(&range), lanes.holding(low, high), "{low} to {high}");
        }
        assert!(Range::<L>::of(3, 2).is_none());
        assert_eq!(lanes.holding(1, 1) & !L::Mask::first_slots(L::LANES), L::Mask::NONE);
    }

    #[test]
    fn all_widths_say_the_same() {
        agrees::<Bytes<1>>();
        agrees::<Bytes<2>>();
        agrees::<Bytes<4>>();
        agrees::<Wide<32>>();
        agrees::<Wide<128>>();
    }
}
