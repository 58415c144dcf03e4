//! What is known of positions side by side from which sequences of plies are counted.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::lane::{Bits, GAMES};
use super::plan::Plan;
use super::stand::{Bytes, Mask};
use super::turns::Turns;

/// What is known of positions from which sequences of plies are counted.
pub(super) struct Counts<S: Simd> {
    /// The turns on the way to each position, by number of plies that are left before them.
    pub way: Vec<Turns<S>>,
    /// For each game, how many plies are left, and how many were when it began.
    pub left: Bytes<S>,
    pub begun: Bytes<S>,
    /// Games in which one is left.
    pub last: Bits,
    /// Games with a position after the turn that is tried: that turn is not on the way yet.
    pub ahead: Bits,
    /// Number of sequences in each game of which the referee was not told, those found since this sum was made, and how
    /// many more of these may be found.
    pub sums: [u64; GAMES],
    found: Bytes<S>,
    room: u8,
}

impl<S: Simd> Counts<S> {
    #[inline(always)]
    pub fn new(simd: S, plan: &Plan, most_plies: u64) -> Self {
        let none = Bytes::splat(simd, 0);
        let plies = if plan.counts { most_plies + 1 } else { 0 };
        Counts {
            way: (0..plies).map(|_| Turns::new(simd, plan)).collect(),
            left: none,
            begun: none,
            last: 0,
            ahead: 0,
            sums: [0; GAMES],
            found: none,
            room: u8::MAX,
        }
    }

    /// A game begins.
    pub fn begin(&mut self, number: usize, left: u64) {
        let bit = 1 << number;
        (self.left[number], self.begun[number]) = (left as u8, left as u8);
        self.last = self.last & !bit | Bits::from(left == 1) << number;
        self.ahead &= !bit;
    }

    /// Adds a number of sequences, at most `most` each.
    #[inline(always)]
    pub fn add(&mut self, simd: S, sequences: Bytes<S>, most: u8) {
        if self.room < most {
            for (sum, found) in self.sums.iter_mut().zip(&*self.found) {
                *sum += u64::from(*found);
            }
            (self.found, self.room) = (Bytes::splat(simd, 0), u8::MAX);
        }
        self.room -= most;
        self.found += sequences;
    }

    /// Number of sequences in a game since this was asked last.
    pub fn sum(&mut self, number: usize) -> u64 {
        std::mem::take(&mut self.sums[number]) + u64::from(std::mem::take(&mut self.found[number]))
    }

    /// For some games, those of which as many plies are left as for the first of them.
    #[inline(always)]
    pub fn alike(&self, simd: S, games: Bits) -> (Bits, usize) {
        let left = self.left[games.trailing_zeros() as usize];
        (games & self.left.simd_eq(Bytes::splat(simd, left)).to_bitmask(), usize::from(left))
    }

    /// Games go a ply back or (`on` is set) on.
    #[inline(always)]
    pub fn go(&mut self, simd: S, games: Bits, on: bool) {
        let one = Bytes::splat(simd, 1);
        let left = if on { self.left - one } else { self.left + one };
        self.left = Mask::from_bitmask(simd, games).select(left, self.left);
        self.last = self.left.simd_eq(one).to_bitmask();
    }
}
