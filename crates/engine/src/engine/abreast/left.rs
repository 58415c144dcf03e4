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

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};

    use super::*;

    /// Holes that may be chosen, of twelve: those sown in the first direction, then those sown in the second.
    const CHOICES: [&[u8]; 2] = [&[0, 3, 7, 8, 11], &[3, 9]];

    /// The choices that are left in all games, as they are taken one after the other until none is left: the first one or
    /// (`drawn` is set) the last one by number. One game takes none.
    #[inline(always)]
    fn taken<S: Simd>(simd: S, drawn: bool) -> Vec<(u8, bool)> {
        let mut left = Left::new(simd, 2);
        let eights = CHOICES.map(|holes| {
            [0, 8].map(|first| {
                let bits =
                    holes.iter().filter(|hole| (first..first + 8).contains(*hole)).map(|hole| 1 << (hole - first));
                Bytes::splat(simd, bits.sum())
            })
        });
        left.take_over(simd, Mask::splat(simd, true), &eights.concat());
        let (all, mut taken) = (Mask::from_bitmask(simd, !(1 << 5)), Vec::new());
        loop {
            let count = left.count(simd);
            assert_eq!((count[0], count[5]), (7 - taken.len() as u8, 7));
            let last = count - Bytes::splat(simd, 1);
            let picked = if drawn { left.nth(simd, last) } else { left.first(simd) };
            if !picked.found.test(0) {
                assert!(picked.found.test(5));
                return taken;
            }
            taken.push((picked.rank[0], picked.clockwise.test(0)));
            left.drop(simd, all, &picked);
        }
    }

    #[test]
    fn each_choice_is_taken_once_and_in_order() {
        let by_holes = [0, 3, 3, 7, 8, 9, 11].into_iter().zip([false, false, true, false, false, true, false]);
        let first = dispatch!(Level::new(), simd => taken(simd, false));
        assert_eq!(first, by_holes.collect::<Vec<_>>());
        let by_ways =
            CHOICES.iter().zip([false, true]).flat_map(|(holes, way)| holes.iter().map(move |hole| (*hole, way)));
        let mut by_number = dispatch!(Level::new(), simd => taken(simd, true));
        by_number.reverse();
        assert_eq!(by_number, by_ways.collect::<Vec<_>>());
    }
}
