//! The choices of a section that are left to try, as bits: for each direction a bit for each hole, in the order in which the
//! mover sees them.

use fearless_simd::{Select, Simd, prelude::*};

use super::stand::{Bytes, Mask};

/// Choices of which a section has some left, in each game.
pub(super) struct Left<S: Simd> {
    /// Eight holes each: those of the first direction, then those of the second.
    eights: Vec<Bytes<S>>,
}

/// One choice of each game.
pub(super) struct Picked<S: Simd> {
    /// The games that have it.
    pub found: Mask<S>,
    /// The hole, by number.
    pub rank: Bytes<S>,
    pub clockwise: Mask<S>,
    /// The bit of the hole among eight.
    bit: Bytes<S>,
}

impl<S: Simd> Left<S> {
    #[inline(always)]
    pub fn new(simd: S, width: usize) -> Self {
        Left { eights: vec![Bytes::splat(simd, 0); 2 * width] }
    }

    /// Takes over the choices of a section in some games, given by eights as they are here.
    #[inline(always)]
    pub fn take_over(&mut self, simd: S, games: Mask<S>, section: &[Bytes<S>]) {
        let (width, all) = (section.len() / 2, self.eights.len() / 2);
        for (number, mine) in self.eights.iter_mut().enumerate() {
            let (way, place) = (number / all, number % all);
            let theirs = if place < width { section[way * width + place] } else { Bytes::splat(simd, 0) };
            *mine = games.select(theirs, *mine);
        }
    }

    /// How many choices each game has.
    #[inline(always)]
    pub fn count(&self, simd: S) -> Bytes<S> {
        let mut count = Bytes::splat(simd, 0);
        for eight in &self.eights {
            count += ones(simd, *eight);
        }
        count
    }

    /// The first choice, by holes and then by directions.
    #[inline(always)]
    pub fn first(&self, simd: S) -> Picked<S> {
        let none = Bytes::splat(simd, 0);
        let (one_way, other_way) = self.eights.split_at(self.eights.len() / 2);
        let (mut all, mut of_first, mut rank) = (none, none, none);
        for (number, (one, other)) in one_way.iter().zip(other_way).enumerate().rev() {
            let either = *one | *other;
            let some = either.simd_gt(none);
            all = some.select(either, all);
            of_first = some.select(*one, of_first);
            rank = some.select(Bytes::splat(simd, 8 * number as u8), rank);
        }
        let bit = all & (none - all);
        for (bits, more) in [(0b1010_1010, 1), (0b1100_1100, 2), (0b1111_0000, 4)] {
            let is_set = (bit & Bytes::splat(simd, bits)).simd_gt(none);
            rank += is_set.select(Bytes::splat(simd, more), none);
        }
        Picked { found: all.simd_gt(none), rank, clockwise: (of_first & bit).simd_eq(none), bit }
    }

    /// The choice of a number, by directions and then by holes.
    #[inline(always)]
    pub fn nth(&self, simd: S, mut number: Bytes<S>) -> Picked<S> {
        let (none, one) = (Bytes::splat(simd, 0), Bytes::splat(simd, 1));
        let (mut found, mut clockwise) = (Mask::splat(simd, false), Mask::splat(simd, false));
        let (mut bits, mut rank, mut bit) = (none, none, one);
        let all = self.eights.len() / 2;
        for (place, eight) in self.eights.iter().enumerate() {
            let count = ones(simd, *eight);
            let here = !found & number.simd_lt(count);
            found |= here;
            bits = here.select(*eight, bits);
            rank = here.select(Bytes::splat(simd, 8 * (place % all) as u8), rank);
            if place >= all {
                clockwise |= here;
            }
            number = found.select(number, number - count);
        }
        for half in [4, 2, 1] {
            let below = bits & Bytes::splat(simd, (1 << half) - 1);
            let count = ones(simd, below);
            let upper = number.simd_ge(count);
            number = upper.select(number - count, number);
            bits = upper.select(bits >> half, below);
            rank += upper.select(Bytes::splat(simd, half as u8), none);
            bit = upper.select(bit << half, bit);
        }
        Picked { found, rank, clockwise, bit }
    }

    /// Drops choices in some games.
    #[inline(always)]
    pub fn drop(&mut self, simd: S, games: Mask<S>, picked: &Picked<S>) {
        let all = self.eights.len() / 2;
        let block = picked.rank >> 3;
        let bit = games.select(picked.bit, Bytes::splat(simd, 0));
        for (number, eight) in self.eights.iter_mut().enumerate() {
            let way = if number < all { !picked.clockwise } else { picked.clockwise };
            let here = way & block.simd_eq(Bytes::splat(simd, (number % all) as u8));
            *eight = here.select(*eight & !bit, *eight);
        }
    }
}

/// Number of bits that are set.
#[inline(always)]
fn ones<S: Simd>(simd: S, bits: Bytes<S>) -> Bytes<S> {
    // no closure: it would be compiled without wide instructions
    let (twos, fours) = (Bytes::splat(simd, 0x55), Bytes::splat(simd, 0x33));
    let bits = bits - (bits >> 1 & twos);
    let bits = (bits & fours) + (bits >> 2 & fours);
    (bits + (bits >> 4)) & Bytes::splat(simd, 0x0f)
}
