//! Random holes and directions, each equally likely.

use std::hint::select_unpredictable;

use mancala_rules::chance::Generator;
use mancala_rules::rules::model::Way;
use rand::Rng;

use super::super::lanes::Lanes;
use crate::tables::{Mask, Slot};

/// Draws a hole on the board and a direction, each equally likely. `None` if there is none.
#[inline(always)]
pub(in super::super) fn drawn<L: Lanes>(left: [L::Mask; 2], generator: &mut Generator) -> Option<(Slot, Way)> {
    match L::LANES {
        ..=16 => drawn_as::<L::Mask, Few>(left, generator),
        17..=32 => drawn_as::<L::Mask, Several>(left, generator),
        _ => drawn_as::<L::Mask, Ranked>(left, generator),
    }
}

#[inline(always)]
fn drawn_as<M: Mask, S: Counted>(left: [M; 2], generator: &mut Generator) -> Option<(Slot, Way)> {
    let one = S::of(left[0]);
    if left[1].is_none() {
        if left[0].is_none() {
            return None;
        }
        return Some((one.nth(below(one.count(), generator)), Way::BOTH[0]));
    }
    let other = S::of(left[1]);
    let drawn = below(one.count() + other.count(), generator);
    // no branch: a guess would often be wrong
    let second = drawn >= one.count() as usize;
    let before = drawn - select_unpredictable(second, one.count() as usize, 0);
    Some((one.or(other, second).nth(before), Way::BOTH[usize::from(second)]))
}

/// A set whose slots are counted.
// no branch and no instruction that old processors lack
trait Counted: Copy {
    fn of<M: Mask>(slots: M) -> Self;

    /// This set, or another one.
    fn or(self, other: Self, another: bool) -> Self;

    /// Number of slots.
    fn count(self) -> u32;

    /// The slot at index `before`.
    fn nth(self, before: usize) -> Slot;
}

/// One in each of eight bytes.
const ONES: u64 = 0x0101_0101_0101_0101;

/// For each byte and number, the place of the bit with that number among those that are set.
const PLACES: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut number) = (0, 0);
        while place < 8 {
            if byte >> place & 1 != 0 {
                places[number][byte] = place as u8;
                number += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// For each byte, the number of bits that are set.
const COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        counts[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    counts
};

/// A set of slots below 16, in two bytes, and the number of those in the first.
#[derive(Clone, Copy)]
struct Few {
    bytes: u32,
    first: u32,
    all: u32,
}

impl Few {
    /// The set of the lowest 16 bits.
    #[inline(always)]
    fn of_bits(bits: u64) -> Self {
        let bytes = bits as u32 & 0xffff;
        let first = u32::from(COUNTS[bytes as usize & 0xff]);
        Few { bytes, first, all: first + u32::from(COUNTS[bytes as usize >> 8]) }
    }
}

impl Counted for Few {
    #[inline(always)]
    fn of<M: Mask>(slots: M) -> Self {
        Few::of_bits(slots.low_bits())
    }

    #[inline(always)]
    fn or(self, other: Self, another: bool) -> Self {
        let either = |one, other| select_unpredictable(another, other, one);
        Few {
            bytes: either(self.bytes, other.bytes),
            first: either(self.first, other.first),
            all: either(self.all, other.all),
        }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.all
    }

    #[inline(always)]
    fn nth(self, before: usize) -> Slot {
        let second = before >= self.first as usize;
        let byte = select_unpredictable(second, self.bytes >> 8, self.bytes & 0xff);
        let before = before - select_unpredictable(second, self.first as usize, 0);
        PLACES[before & 7][byte as usize & 0xff] + 8 * Slot::from(second)
    }
}

/// A set of slots below 32: those below 16, and the others.
#[derive(Clone, Copy)]
struct Several([Few; 2]);

impl Counted for Several {
    #[inline(always)]
    fn of<M: Mask>(slots: M) -> Self {
        Several([0, 16].map(|first| Few::of_bits(slots.low_bits() >> first)))
    }

    #[inline(always)]
    fn or(self, other: Self, another: bool) -> Self {
        Several([0, 1].map(|half: usize| self.0[half].or(other.0[half], another)))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0[0].all + self.0[1].all
    }

    #[inline(always)]
    fn nth(self, before: usize) -> Slot {
        let [low, high] = self.0;
        let second = before >= low.all as usize;
        let before = before - select_unpredictable(second, low.all as usize, 0);
        low.or(high, second).nth(before) + 16 * Slot::from(second)
    }
}

/// A set in two halves: slots 0 to 63, and the others.
#[derive(Clone, Copy)]
struct Ranked([Half; 2]);

impl Counted for Ranked {
    #[inline(always)]
    fn of<M: Mask>(slots: M) -> Self {
        Ranked([Half::of(slots.low_bits()), Half::of(slots.high_bits())])
    }

    #[inline(always)]
    fn or(self, other: Self, another: bool) -> Self {
        let either = |half: usize| Half {
            bits: select_unpredictable(another, other.0[half].bits, self.0[half].bits),
            sums: select_unpredictable(another, other.0[half].sums, self.0[half].sums),
        };
        Ranked([either(0), either(1)])
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0[0].count() + self.0[1].count()
    }

    #[inline(always)]
    fn nth(self, before: usize) -> Slot {
        let [low, high] = self.0;
        match high.bits {
            0 => low.nth(before),
            _ => match before.checked_sub(low.count() as usize) {
                None => low.nth(before),
                Some(before) => 64 + high.nth(before),
            },
        }
    }
}

/// The highest bit of each of eight bytes.
const HIGHEST: u64 = ONES << 7;

/// A set of up to 64 slots. Each byte of `sums` is 128 less the number of slots in that byte of the set and those below it.
#[derive(Clone, Copy)]
struct Half {
    bits: u64,
    sums: u64,
}

impl Half {
    #[inline(always)]
    fn of(bits: u64) -> Self {
        let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let counts = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        // without the subtraction, compilers see that bits are counted, and count them once more
        Half { bits, sums: HIGHEST.wrapping_sub(counts.wrapping_mul(ONES)) }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        128 - (self.sums >> 56) as u32
    }

    /// The slot at index `before`.
    #[inline(always)]
    fn nth(self, before: usize) -> Slot {
        // one in each byte up to which there are no more slots than `before`
        let passed = (before as u64).wrapping_mul(ONES).wrapping_add(self.sums) >> 7 & ONES;
        let first = (passed.wrapping_mul(ONES) >> 56) * 8;
        let below = (self.sums << 8).wrapping_shr(first as u32) as usize;
        let byte = self.bits.wrapping_shr(first as u32) as usize & 0xff;
        first as Slot + PLACES[before.wrapping_add(below) & 7][byte]
    }
}

/// A random number below `bound`, uniform up to the resolution of 32 bits.
#[inline(always)]
pub(in super::super) fn below(bound: u32, generator: &mut Generator) -> usize {
    below_many(u64::from(bound), generator) as usize
}

/// As [`below`], for a bound of up to 32 bits.
#[inline(always)]
pub(super) fn below_many(bound: u64, generator: &mut Generator) -> u64 {
    scaled(generator.next_u32(), bound)
}

/// The number below `bound` that a random word stands for.
#[inline(always)]
pub(in super::super) fn scaled(word: u32, bound: u64) -> u64 {
    (u64::from(word) * bound) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slots of a set in order, as they are counted.
    fn counted<S: Counted, M: Mask>(slots: M) -> Vec<Slot> {
        let counted = S::of(slots);
        (0..counted.count() as usize).map(|before| counted.nth(before)).collect()
    }

    #[test]
    fn slots_are_counted_and_found_by_number() {
        let sets = [0b1, 0b1011_0000_0001, 1 << 63 | 0xff00_00f0 | 1, u64::MAX, 0x8080_8080_8080_8080];
        for (low, high) in sets.iter().flat_map(|low| [0].iter().chain(&sets).map(move |high| (*low, *high))) {
            let set = u128::from(high) << 64 | u128::from(low);
            assert_eq!(counted::<Ranked, _>(set), set.slots().collect::<Vec<_>>(), "{set:x}");
        }
        for set in 0..1_u64 << 16 {
            assert_eq!(counted::<Few, _>(set), set.slots().collect::<Vec<_>>(), "{set:x}");
            let set = set.wrapping_mul(0x9e37_79b9) & u64::from(u32::MAX);
            assert_eq!(counted::<Several, _>(set), set.slots().collect::<Vec<_>>(), "{set:x}");
        }
        assert_eq!(Ranked::of(0_u64).count(), 0);
    }
}
