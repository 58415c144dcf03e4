//! The positions of the games that are played side by side, at one time.

use fearless_simd::{Select, Simd, mask8x64, prelude::*, u8x64};

use super::lane::Apart;
use super::plan::Plan;

/// A number for each game, and a set of games.
pub(super) type Bytes<S> = u8x64<S>;
pub(super) type Mask<S> = mask8x64<S>;

/// Hashes of a position, which tell positions apart in most cases.
pub(super) type Hashes<S> = [Bytes<S>; 4];

#[inline(always)]
fn thrice<S: Simd>(number: Bytes<S>) -> Bytes<S> {
    number + number + number
}

/// Seeds and marks.
pub(super) struct Stand<S: Simd> {
    pub seeds: Vec<Bytes<S>>,
    pub marks: Vec<Bytes<S>>,
}

impl<S: Simd> Stand<S> {
    #[inline(always)]
    pub fn new(simd: S, plan: &Plan) -> Self {
        let (none, places) = (Bytes::splat(simd, 0), plan.sight.count());
        let marked = if plan.conduct.marked { places } else { 0 };
        Stand { seeds: vec![none; places], marks: vec![none; marked] }
    }

    /// Takes over the positions of some games.
    #[inline(always)]
    pub fn take_over(&mut self, games: Mask<S>, other: &Self) {
        for (mine, others) in self.seeds.iter_mut().zip(&other.seeds) {
            *mine = games.select(*others, *mine);
        }
        for (mine, others) in self.marks.iter_mut().zip(&other.marks) {
            *mine = games.select(*others, *mine);
        }
    }

    /// Hashes of the seeds of the first places. The first two take the least time.
    #[inline(always)]
    pub fn hashes(&self, simd: S, places: usize) -> Hashes<S> {
        let [mut one, mut other, mut third, mut fourth] = [Bytes::splat(simd, 0); 4];
        for seeds in &self.seeds[..places] {
            let twice = one + one;
            one = twice + twice + one + *seeds;
            other = thrice(other) + *seeds;
            third = thrice(third) + (one ^ other);
            fourth = thrice(fourth) + (other ^ third);
        }
        [one, other, third, fourth]
    }

    /// Copies a game to where it is played on its own.
    pub fn get(&self, number: usize, apart: &mut Apart) {
        for (one, all) in apart.seeds.iter_mut().zip(&self.seeds) {
            *one = all[number];
        }
        for (one, all) in apart.marks.iter_mut().zip(&self.marks) {
            *one = all[number];
        }
    }

    /// Puts a game back.
    pub fn put(&mut self, number: usize, apart: &Apart) {
        for (all, one) in self.seeds.iter_mut().zip(&apart.seeds) {
            all[number] = *one;
        }
        for (all, one) in self.marks.iter_mut().zip(&apart.marks) {
            all[number] = *one;
        }
    }
}
