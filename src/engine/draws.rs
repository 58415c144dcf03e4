//! Random holes and directions, each equally likely.

use std::hint::select_unpredictable;

use rand::Rng;

use crate::chance::Generator;
use crate::rules::model::Way;
use crate::tables::{Mask, Slot};

/// Draws a hole and a direction, each equally likely. `None` if there is none.
#[inline(always)]
pub(super) fn drawn<M: Mask>(left: [M; 2], generator: &mut Generator) -> Option<(Slot, Way)> {
    let one = Ranked::of(left[0]);
    if left[1].is_none() {
        if left[0].is_none() {
            return None;
        }
        return Some((one.nth(below(one.count(), generator)), Way::BOTH[0]));
    }
    let other = Ranked::of(left[1]);
    let drawn = below(one.count() + other.count(), generator);
    // no branch: a guess would often be wrong
    let second = drawn >= one.count() as usize;
    let before = drawn - select_unpredictable(second, one.count() as usize, 0);
    Some((one.or(other, second).nth(before), Way::BOTH[usize::from(second)]))
}

/// Draws a slot of a set that is not empty.
#[inline(always)]
pub(super) fn one_of<M: Mask>(slots: M, generator: &mut Generator) -> Slot {
    let slots = Ranked::of(slots);
    slots.nth(below(slots.count(), generator))
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

/// A set whose slots are counted: slots 0 to 63, and the others.
// no branch and no instruction that old processors lack
#[derive(Clone, Copy)]
struct Ranked([Half; 2]);

impl Ranked {
    #[inline(always)]
    fn of<M: Mask>(slots: M) -> Self {
        Ranked([Half::of(slots.low_bits()), Half::of(slots.high_bits())])
    }

    /// This set, or another one.
    #[inline(always)]
    fn or(self, other: Self, another: bool) -> Self {
        let either = |half: usize| Half {
            bits: select_unpredictable(another, other.0[half].bits, self.0[half].bits),
            sums: select_unpredictable(another, other.0[half].sums, self.0[half].sums),
        };
        Ranked([either(0), either(1)])
    }

    /// Number of slots.
    #[inline(always)]
    fn count(self) -> u32 {
        self.0[0].count() + self.0[1].count()
    }

    /// The slot at index `before`.
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
pub(super) fn below(bound: u32, generator: &mut Generator) -> usize {
    ((u64::from(generator.next_u32()) * u64::from(bound)) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_counted_and_found_by_number() {
        let sets = [0b1, 0b1011_0000_0001, 1 << 63 | 0xff00_00f0 | 1, u64::MAX, 0x8080_8080_8080_8080];
        for (low, high) in sets.iter().flat_map(|low| [0].iter().chain(&sets).map(move |high| (*low, *high))) {
            let set = u128::from(high) << 64 | u128::from(low);
            let ranked = Ranked::of(set);
            assert_eq!(ranked.count(), set.count());
            for (before, slot) in set.slots().enumerate() {
                assert_eq!(ranked.nth(before), slot, "{before} of {set:x}");
            }
        }
        assert_eq!(Ranked::of(0_u32).count(), 0);
    }
}
