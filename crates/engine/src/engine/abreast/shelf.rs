//! Positions that wait for games side by side to go on with them, where sequences of plies are counted.

use fearless_simd::{Simd, prelude::*};

use super::lane::{Apart, GAMES};
use super::stand::{Bytes, Mask, Stand};

/// Positions from which the same number of plies is counted. The last ones are taken first.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// For each place its seeds in each position, then its marks, and then what else is known; and room for a vector.
    rows: Vec<Vec<u8>>,
    len: usize,
}

/// Number of rows for what else is known.
const KNOWN: usize = 3;

/// What is known of a position in each game besides seeds and marks.
#[derive(Clone, Copy)]
pub(super) struct Known<S: Simd> {
    /// 1 if the second player is to move there, and 2 more if it is the other one, who sees the board from his side; the other
    /// bits tell what is done before.
    pub mover: Bytes<S>,
    /// The two bytes of the number of the game.
    pub game: [Bytes<S>; 2],
}

/// The number of games that may be told apart.
pub(super) const TOLD_APART: usize = 1 << 16;

impl<S: Simd> Known<S> {
    #[inline(always)]
    fn each(&self) -> [&Bytes<S>; KNOWN] {
        [&self.mover, &self.game[0], &self.game[1]]
    }

    #[inline(always)]
    fn each_mut(&mut self) -> [&mut Bytes<S>; KNOWN] {
        let [low, high] = &mut self.game;
        [&mut self.mover, low, high]
    }
}

impl Shelf {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds the positions of some games.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, games: Mask<S>, stand: &Stand<S>, known: &Known<S>) {
        let at = self.len;
        self.add(games.to_bitmask().count_ones() as usize, stand.seeds.len() + stand.marks.len() + KNOWN);
        let numbers = stand.seeds.iter().chain(&stand.marks).chain(known.each());
        for (row, numbers) in self.rows.iter_mut().zip(numbers) {
            row[at..at + GAMES].copy_from_slice(&*numbers.compress(games));
        }
    }

    /// Adds a position that was played on its own.
    pub fn put_one(&mut self, apart: &Apart) {
        let at = self.len;
        let [low, high, ..] = apart.game.to_le_bytes();
        let known = [apart.mover as u8, low, high];
        self.add(1, apart.seeds.len() + apart.marks.len() + known.len());
        for (row, number) in self.rows.iter_mut().zip(apart.seeds.iter().chain(&apart.marks).chain(&known)) {
            row[at] = *number;
        }
    }

    /// Some games, at most as many as there are positions, take the last ones.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, simd: S, games: Mask<S>, stand: &mut Stand<S>, known: &mut Known<S>) {
        self.len -= games.to_bitmask().count_ones() as usize;
        let numbers = stand.seeds.iter_mut().chain(&mut stand.marks).chain(known.each_mut());
        for (row, numbers) in self.rows.iter().zip(numbers) {
            *numbers = Bytes::from_slice(simd, &row[self.len..self.len + GAMES]).expand_merge(games, *numbers);
        }
    }

    /// Makes room for more positions, and for a vector behind them.
    #[inline(always)]
    fn add(&mut self, positions: usize, rows: usize) {
        self.len += positions;
        if self.rows.first().is_none_or(|row| row.len() < self.len + GAMES) {
            self.grow(rows);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, rows: usize) {
        self.rows.resize_with(rows, Vec::new);
        self.rows.iter_mut().for_each(|row| row.resize(2 * self.len + 2 * GAMES, 0));
    }
}
