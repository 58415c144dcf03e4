//! Seeds of holes and ends in the width that a board needs: a lap is one addition over all lanes.

use std::fmt::Debug;
use std::hash::Hash;

use wide::u8x16;

use crate::tables::{Mask, Slot};

/// Seeds of all holes and ends, a lane for each.
pub trait Lanes: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Sets of slots of such a board, stores beside it included.
    type Mask: Mask;
    /// How many lanes there are.
    const LANES: usize;
    /// The most seeds that one lane can hold.
    const MOST: i64;
    /// Whether a lane can fall below nothing.
    const SIGNED: bool;

    /// The seeds of a lane.
    fn get(&self, slot: Slot) -> i32;
    /// Puts so many seeds in place of those of a lane.
    fn put(&mut self, slot: Slot, seeds: i32);
    /// One seed more.
    fn drop_one(&mut self, slot: Slot);
    /// Takes all seeds of a lane.
    fn clear(&mut self, slot: Slot);
    /// Adds lane by lane.
    fn add(&mut self, gains: &Self);
    /// The lanes that hold something.
    fn occupied(&self) -> Self::Mask;
    /// The lanes that hold nothing; those beyond the board are among them.
    fn empty(&self) -> Self::Mask {
        !self.occupied()
    }

    /// Adds lane by lane so many times.
    fn add_times(&mut self, gains: &Self, times: i32) {
        for slot in 0..Self::LANES as Slot {
            self.put(slot, self.get(slot) + gains.get(slot) * times);
        }
    }
}

/// Eight lanes of a byte in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word(u64);

impl Word {
    #[inline(always)]
    fn shift(slot: Slot) -> u32 {
        u32::from(slot & 7) * 8
    }
}

impl Lanes for Word {
    type Mask = u32;
    const LANES: usize = 8;
    const MOST: i64 = u8::MAX as i64;
    const SIGNED: bool = false;

    #[inline(always)]
    fn get(&self, slot: Slot) -> i32 {
        (self.0 >> Self::shift(slot)) as u8 as i32
    }

    #[inline(always)]
    fn put(&mut self, slot: Slot, seeds: i32) {
        let shift = Self::shift(slot);
        self.0 = self.0 & !(0xff << shift) | u64::from(seeds as u8) << shift;
    }

    #[inline(always)]
    fn drop_one(&mut self, slot: Slot) {
        self.0 = self.0.wrapping_add(1 << Self::shift(slot));
    }

    #[inline(always)]
    fn clear(&mut self, slot: Slot) {
        self.0 &= !(0xff << Self::shift(slot));
    }

    #[inline(always)]
    fn add(&mut self, gains: &Self) {
        // no lane overflows: all seeds together fit one
        self.0 = self.0.wrapping_add(gains.0);
    }

    #[inline(always)]
    fn occupied(&self) -> u32 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let high = (((self.0 & LOW) + LOW) | self.0) & !LOW;
        // the highest bit of every byte, gathered into one byte
        ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }
}

/// `N` lanes of a byte; `N` is a multiple of 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(16))]
pub struct Bytes<const N: usize>([u8; N]);

impl<const N: usize> Default for Bytes<N> {
    fn default() -> Self {
        Bytes([0; N])
    }
}

macro_rules! bytes {
    ($lanes:literal, $mask:ty, $others:ident) => {
        // a single byte written would have to reach memory before all lanes can be read together
        static $others: [[u8; $lanes]; $lanes] = {
            let mut others = [[u8::MAX; $lanes]; $lanes];
            let mut lane = 0;
            while lane < $lanes {
                others[lane][lane] = 0;
                lane += 1;
            }
            others
        };

        impl Lanes for Bytes<$lanes> {
            type Mask = $mask;
            const LANES: usize = $lanes;
            const MOST: i64 = u8::MAX as i64;
            const SIGNED: bool = false;

            #[inline(always)]
            fn get(&self, slot: Slot) -> i32 {
                i32::from(self.0[usize::from(slot) % $lanes])
            }

            #[inline(always)]
            fn put(&mut self, slot: Slot, seeds: i32) {
                let others = &$others[usize::from(slot) % $lanes];
                let (lanes, others) = (self.0.as_chunks_mut::<16>().0, others.as_chunks::<16>().0);
                for (lanes, others) in lanes.iter_mut().zip(others) {
                    let others = u8x16::from(*others);
                    *lanes = (u8x16::from(*lanes) & others | u8x16::splat(seeds as u8) & !others).to_array();
                }
            }

            #[inline(always)]
            fn drop_one(&mut self, slot: Slot) {
                let seeds = &mut self.0[usize::from(slot) % $lanes];
                *seeds = seeds.wrapping_add(1);
            }

            #[inline(always)]
            fn clear(&mut self, slot: Slot) {
                let others = &$others[usize::from(slot) % $lanes];
                let (lanes, others) = (self.0.as_chunks_mut::<16>().0, others.as_chunks::<16>().0);
                for (lanes, others) in lanes.iter_mut().zip(others) {
                    *lanes = (u8x16::from(*lanes) & u8x16::from(*others)).to_array();
                }
            }

            #[inline(always)]
            fn add(&mut self, gains: &Self) {
                let (seeds, gains) = (self.0.as_chunks_mut::<16>().0, gains.0.as_chunks::<16>().0);
                for (seeds, gains) in seeds.iter_mut().zip(gains) {
                    *seeds = (u8x16::from(*seeds) + u8x16::from(*gains)).to_array();
                }
            }

            #[inline(always)]
            fn occupied(&self) -> $mask {
                let mut occupied = 0;
                for (part, lanes) in self.0.as_chunks::<16>().0.iter().enumerate() {
                    let empty = u8x16::from(*lanes).simd_eq(u8x16::ZERO).to_bitmask() as u16;
                    occupied |= <$mask>::from(!empty) << (16 * part);
                }
                occupied
            }
        }
    };
}

bytes!(16, u32, OTHERS_OF_16);
bytes!(32, u64, OTHERS_OF_32);
bytes!(64, u64, OTHERS_OF_64);

/// `N` lanes for numbers that do not fit a byte, or that fall below nothing.
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
            fn drop_one(&mut self, slot: Slot) {
                let seeds = &mut self.0[usize::from(slot) % $lanes];
                *seeds = seeds.wrapping_add(1);
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

            fn occupied(&self) -> $mask {
                self.0.iter().enumerate().fold(0, |mask, (lane, seeds)| mask | <$mask>::from(*seeds > 0) << lane)
            }

            fn empty(&self) -> $mask {
                self.0.iter().enumerate().fold(0, |mask, (lane, seeds)| mask | <$mask>::from(*seeds == 0) << lane)
            }
        }
    };
}

wide!(32, u64);
wide!(128, u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<L: Lanes>() {
        let mut lanes = L::default();
        for slot in (0..L::LANES as Slot).filter(|slot| slot % 3 != 1) {
            lanes.put(slot, i32::from(slot % 5) + 70 * i32::from(slot % 2));
        }
        lanes.drop_one(4);
        lanes.clear(3);
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
        }
    }

    #[test]
    fn all_widths_say_the_same() {
        agrees::<Word>();
        agrees::<Bytes<16>>();
        agrees::<Bytes<32>>();
        agrees::<Bytes<64>>();
        agrees::<Wide<32>>();
        agrees::<Wide<128>>();
    }
}
