//! Seeds of holes and ends at the width that a board needs. A lap is one addition over all lanes.

use std::fmt::Debug;
use std::hash::Hash;

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
    fn of_bytes(bytes: &[u8; 16]) -> Self {
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
    /// Hash of all lanes.
    fn mixed(&self) -> u64;
    /// The lanes that hold seeds.
    fn occupied(&self) -> Self::Mask;
    /// The lanes whose number of seeds lies between two numbers, both included.
    fn holding(&self, low: i32, high: i32) -> Self::Mask;
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

/// `8 W` lanes of one byte, in words of eight, so that computations can stay in registers. Whole words are added and
/// subtracted; if one lane borrows from the next, the later addition undoes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bytes<const W: usize>([u64; W]);

impl<const W: usize> Default for Bytes<W> {
    fn default() -> Self {
        Bytes([0; W])
    }
}

/// One in each of eight lanes.
const ONES: u64 = 0x0101_0101_0101_0101;
/// Mask of all bits but the highest of each of eight lanes.
const LOWER: u64 = 0x7f * ONES;

impl<const W: usize> Bytes<W> {
    /// The word of a lane. With two words it is selected without indexing, which would take them through memory.
    #[inline(always)]
    fn word(&self, slot: Slot) -> u64 {
        match W {
            1 => self.0[0],
            2 if slot & 8 == 0 => self.0[0],
            2 => self.0[1],
            _ => self.0[usize::from(slot) / 8 % W],
        }
    }

    /// For each lane, a mask of its bits.
    const ALONE: [[u64; W]; 64] = {
        let mut alone = [[0; W]; 64];
        let mut lane = 0;
        while lane < 8 * W && lane < 64 {
            alone[lane][lane / 8] = 0xff << (8 * (lane % 8));
            lane += 1;
        }
        alone
    };

    /// A number below 256 in one lane, and 0 in the others.
    #[inline(always)]
    fn one(slot: Slot, number: u64) -> [u64; W] {
        let mut words = [0; W];
        if W > 2 {
            // all words at a time: reading all after writing one to memory would stall
            let alone = &Self::ALONE[usize::from(slot) % 64];
            words.iter_mut().zip(alone).for_each(|(word, alone)| *word = number.wrapping_mul(ONES) & alone);
        } else {
            let number = number << (8 * (slot & 7));
            for (place, word) in words.iter_mut().enumerate() {
                *word = if W == 1 || usize::from(slot) / 8 == place { number } else { 0 };
            }
        }
        words
    }

    #[inline(always)]
    fn each(&mut self, other: &[u64; W], word: impl Fn(u64, u64) -> u64) {
        for (own, other) in self.0.iter_mut().zip(other) {
            *own = word(*own, *other);
        }
    }
}

/// Adds a number to a hash. Fast, and good enough where values of equal hash are compared in full.
#[inline(always)]
pub(super) fn mix(mixed: u64, number: u64) -> u64 {
    (mixed.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The occupied lanes of a word as a bit set.
#[inline(always)]
fn occupied(word: u64) -> u64 {
    let highest = (((word & LOWER) + LOWER) | word) & !LOWER;
    (highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The occupied lanes of two words as a bit set.
#[inline(always)]
fn occupied_of_two(low: u64, high: u64) -> u64 {
    u64::from(!both(low, high).simd_eq(u8x16::ZERO).to_bitmask() as u16)
}

/// The bytes of two words.
#[inline(always)]
fn both(low: u64, high: u64) -> u8x16 {
    let mut lanes = [0; 16];
    lanes[..8].copy_from_slice(&low.to_le_bytes());
    lanes[8..].copy_from_slice(&high.to_le_bytes());
    u8x16::from(lanes)
}

/// All bits of the lanes of a word that the lowest 8 bits of a set name.
#[inline(always)]
fn spread(slots: u64) -> u64 {
    let named = (slots & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let highest = (((named & LOWER) + LOWER) | named) & !LOWER;
    (highest >> 7) * 0xff
}

macro_rules! bytes {
    ($words:literal, $mask:ty) => {
        impl Lanes for Bytes<$words> {
            type Mask = $mask;
            const LANES: usize = 8 * $words;
            const MOST: i64 = u8::MAX as i64;
            const SIGNED: bool = false;

            #[inline(always)]
            fn of_bytes(bytes: &[u8; 16]) -> Self {
                let mut words = [0; $words];
                words.iter_mut().zip(bytes.as_chunks().0).for_each(|(word, bytes)| *word = u64::from_le_bytes(*bytes));
                Bytes(words)
            }

            #[inline(always)]
            fn bytes(&self) -> [u8; 16] {
                let mut bytes = [0; 16];
                bytes.as_chunks_mut().0.iter_mut().zip(&self.0).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
                bytes
            }

            #[inline(always)]
            fn get(&self, slot: Slot) -> i32 {
                (self.word(slot) >> (8 * (slot & 7))) as u8 as i32
            }

            #[inline(always)]
            fn put(&mut self, slot: Slot, seeds: i32) {
                self.clear(slot);
                self.each(&Self::one(slot, u64::from(seeds as u8)), |own, seeds| own | seeds);
            }

            #[inline(always)]
            fn raise(&mut self, slot: Slot, seeds: i32) {
                let more = Self::one(slot, u64::from(seeds.unsigned_abs()));
                if seeds < 0 {
                    self.each(&more, u64::wrapping_sub);
                } else {
                    self.each(&more, u64::wrapping_add);
                }
            }

            #[inline(always)]
            fn clear(&mut self, slot: Slot) {
                self.each(&Self::one(slot, 0xff), |own, lane| own & !lane);
            }

            #[inline(always)]
            fn add(&mut self, gains: &Self) {
                // no lane overflows in the end, since it can hold all seeds of the board
                self.each(&gains.0, u64::wrapping_add);
            }

            fn add_times(&mut self, gains: &Self, times: i32) {
                self.each(&gains.0, |own, gains| own.wrapping_add(gains.wrapping_mul(times as u64)));
            }

            #[inline(always)]
            fn all_of(slots: $mask) -> Self {
                Bytes(std::array::from_fn(|word| spread((slots >> (8 * word)) as u64)))
            }

            #[inline(always)]
            fn take(&mut self, slots: &Self) -> i32 {
                let mut taken = 0;
                for (own, slots) in self.0.iter_mut().zip(&slots.0) {
                    taken += ((*own & slots).wrapping_mul(ONES) >> 56) as i32;
                    *own &= !slots;
                }
                taken
            }

            #[inline(always)]
            fn join(&mut self, slot: Slot) {
                self.each(&Self::one(slot, 0xff), |own, lane| own | lane);
            }

            #[inline(always)]
            fn none_in(&self, slots: &Self) -> bool {
                self.0.iter().zip(&slots.0).fold(0, |found, (own, slots)| found | own & slots) == 0
            }

            #[inline(always)]
            fn mixed(&self) -> u64 {
                self.0.iter().fold(0, |mixed, word| mix(mixed, *word))
            }

            #[inline(always)]
            fn occupied(&self) -> $mask {
                let mut found = 0;
                let (pairs, rest) = self.0.as_chunks::<2>();
                for (place, [low, high]) in pairs.iter().enumerate() {
                    found |= (occupied_of_two(*low, *high) as $mask) << (16 * place);
                }
                rest.iter().fold(found, |_, word| occupied(*word) as $mask)
            }

            #[inline(always)]
            fn holding(&self, low: i32, high: i32) -> $mask {
                let low = low.max(0);
                if low > high || low > i32::from(u8::MAX) {
                    return 0;
                }
                let (least, span) = (u8x16::splat(low as u8), u8x16::splat((high.min(i32::from(u8::MAX)) - low) as u8));
                let mut found = 0;
                for (place, words) in self.0.chunks(2).enumerate() {
                    let above = both(words[0], words.get(1).copied().unwrap_or(0)) - least;
                    found |= <$mask>::from(above.min(span).simd_eq(above).to_bitmask() as u16) << (16 * place);
                }
                found & <$mask>::first_slots(Self::LANES)
            }

            #[inline(always)]
            fn sum(&self, slots: $mask) -> i32 {
                let mut left = *self;
                left.take(&Self::all_of(slots))
            }
        }
    };
}

bytes!(1, u32);
bytes!(2, u32);
bytes!(4, u64);
bytes!(8, u128);

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
                self.0.iter().zip(&slots.0).all(|(seeds, all)| seeds & all <= 0)
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
        assert_eq!(lanes.holding(1, 1) & !L::Mask::first_slots(L::LANES), L::Mask::NONE);
    }

    #[test]
    fn all_widths_say_the_same() {
        agrees::<Bytes<1>>();
        agrees::<Bytes<2>>();
        agrees::<Bytes<4>>();
        agrees::<Bytes<8>>();
        agrees::<Wide<32>>();
        agrees::<Wide<128>>();
    }
}
