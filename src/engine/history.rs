//! How often each position has stood in a game, exactly.

use std::hash::{Hash, Hasher};

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::Mask;

/// Kinds of positions that are told apart before they are compared in full.
const KINDS: usize = 512;

/// What tells positions apart: seeds of holes and ends, marks of them, the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key<L: Lanes, const P: usize> {
    seeds: L,
    marks: [L::Mask; P],
    to_move: u8,
}

/// How often each position has stood in a game. Emptying it for another game costs nothing.
#[derive(Clone, Debug)]
pub struct History<L: Lanes, const P: usize> {
    /// All positions since the last change that nothing takes back.
    keys: Vec<Key<L, P>>,
    /// The number of the first of them, counted on from game to game.
    first: u64,
    /// For each kind of position the number of the last of that kind plus one.
    last: Box<[u64; KINDS]>,
    on_board: L::Mask,
    /// Seeds beside the board and marks, if both only ever grow; positions before they grew cannot come back.
    grows: bool,
    grown: i64,
}

impl<L: Lanes, const P: usize> History<L, P> {
    /// Nothing has stood yet. `lanes` are the holes and ends of the board; `grows` tells that seeds beside the board
    /// and marks only ever grow in number.
    pub fn new(lanes: usize, grows: bool) -> Self {
        History {
            keys: Vec::new(),
            first: 0,
            last: Box::new([0; KINDS]),
            on_board: L::Mask::first_slots(lanes),
            grows,
            grown: -1,
        }
    }

    /// A new game begins.
    #[inline]
    pub fn clear(&mut self) {
        self.first += self.keys.len() as u64;
        self.keys.clear();
        self.grown = -1;
    }

    /// Counts a position; tells how often it has stood now.
    #[inline(always)]
    pub fn count(&mut self, position: &Position<L, P>) -> u32 {
        if self.grows {
            // a pot that is won changes no hole
            let stores: i64 = position.stores.iter().chain([&position.pot]).map(|seeds| i64::from(*seeds)).sum();
            let marks: u32 = position.marks.iter().map(|marks| (*marks & self.on_board).count()).sum();
            let grown = stores << 8 | i64::from(marks);
            if grown != self.grown {
                self.clear();
                self.grown = grown;
            }
        }
        let key = Key {
            seeds: position.seeds,
            marks: position.marks.map(|marks| marks & self.on_board),
            to_move: position.to_move,
        };
        let number = self.first + self.keys.len() as u64;
        let mut mixed = Mixed(0);
        position.seeds.hash(&mut mixed);
        mixed.write_u8(position.to_move);
        let before = std::mem::replace(&mut self.last[mixed.finish() as usize % KINDS], number + 1);
        let times = if before > self.first { self.compared(&key) } else { 0 };
        self.keys.push(key);
        times + 1
    }

    #[inline(never)]
    fn compared(&self, key: &Key<L, P>) -> u32 {
        self.keys.iter().map(|before| u32::from(before == key)).sum()
    }
}

/// Multiplies word by word: quick, and good enough where keys are compared in full.
struct Mixed(u64);

impl Mixed {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixed {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0 >> 40
    }

    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline(always)]
    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }

    #[inline(always)]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline(always)]
    fn write_usize(&mut self, _: usize) {
        // lengths are always the same
    }
}
