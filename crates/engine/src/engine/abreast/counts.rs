//! What is known of positions side by side from which sequences of plies are counted.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::lane::{Apart, Bits, GAMES};
use super::plan::Plan;
use super::shelf::{Known, Shelf};
use super::stand::{Bytes, Mask, Stand};

/// Once so many positions wait, games go on with them and not with positions of which more plies are left.
const MANY: usize = 2 * GAMES;

/// What is known of positions from which sequences of plies are counted.
pub(super) struct Counts<S: Simd> {
    /// The positions that wait, by number of plies that are left.
    shelves: Vec<Shelf>,
    /// The number of plies that were left of the positions that were taken last.
    level: usize,
    /// Whether there may be positions that wait, or some to begin with.
    pub waits: bool,
    /// For each game what is known of the position that was taken, and how many plies are left there.
    pub known: Known<S>,
    pub left: Bytes<S>,
    /// Games in which one is left, and those in which two are.
    pub last: Bits,
    pub late: Bits,
    /// Games with a position after the turn that is tried, from which one ply is counted.
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
        let most = if plan.counts { most_plies } else { 0 };
        Counts {
            shelves: (0..=most).map(|_| Shelf::default()).collect(),
            level: 0,
            waits: false,
            known: Known { mover: none, game: [none; 2] },
            left: none,
            last: 0,
            late: 0,
            ahead: 0,
            sums: [0; GAMES],
            found: none,
            room: u8::MAX,
        }
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

    /// Positions of some games wait, after the turns that are tried.
    #[inline(always)]
    pub fn shelve(&mut self, simd: S, mut games: Bits, stand: &Stand<S>) {
        self.waits |= games != 0;
        while games != 0 {
            let left = self.left[games.trailing_zeros() as usize];
            let alike = games & self.left.simd_eq(Bytes::splat(simd, left)).to_bitmask();
            self.shelves[usize::from(left) - 1].put(Mask::from_bitmask(simd, alike), stand, &self.known);
            games &= !alike;
        }
    }

    /// A position that was played on its own waits, of which some plies are left.
    pub fn shelve_one(&mut self, apart: &Apart, left: u64) {
        self.waits = true;
        self.shelves[left as usize].put_one(apart);
    }

    /// Games of the set take positions that wait. Returns these games: none if no position waits.
    #[inline(always)]
    pub fn take(&mut self, simd: S, games: Bits, stand: &mut Stand<S>) -> Bits {
        let lowest = self.shelves.iter().position(|shelf| shelf.len() > 0).unwrap_or(0);
        if self.shelves[self.level].len() == 0 || self.shelves[lowest].len() >= MANY {
            self.level = lowest;
        }
        let shelf = &mut self.shelves[self.level];
        let mut taken = games;
        while taken.count_ones() as usize > shelf.len() {
            taken &= taken - 1;
        }
        if taken != 0 {
            let games = Mask::from_bitmask(simd, taken);
            shelf.take(simd, games, stand, &mut self.known);
            self.left = games.select(Bytes::splat(simd, self.level as u8), self.left);
            let is_left = |plies| self.left.simd_eq(Bytes::splat(simd, plies)).to_bitmask();
            (self.last, self.late) = (is_left(1), is_left(2));
        }
        taken
    }

    /// Games with positions of other games, given the bytes of the numbers of those before.
    #[inline(always)]
    pub fn of_others(&self, [low, high]: [Bytes<S>; 2]) -> Bits {
        let [low_now, high_now] = self.known.game;
        !(low.simd_eq(low_now) & high.simd_eq(high_now)).to_bitmask()
    }

    /// The number of the game to which a position belongs.
    pub fn game(&self, number: usize) -> u64 {
        let [low, high] = self.known.game;
        u16::from_le_bytes([low[number], high[number]]).into()
    }
}
