//! How often each position has stood in a game, exactly.

use std::hash::{BuildHasher, Hash, Hasher};

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::Mask;

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
    /// Numbers of entries, counted on from game to game; those below `base` are of earlier games.
    places: Vec<u32>,
    base: u32,
    entries: Vec<(Key<L, P>, u32)>,
    on_board: L::Mask,
}

impl<L: Lanes, const P: usize> History<L, P> {
    /// Nothing has stood yet. `lanes` are the holes and ends of the board.
    pub fn new(lanes: usize) -> Self {
        History { places: vec![0; 256], base: 1, entries: Vec::new(), on_board: L::Mask::first_slots(lanes) }
    }

    /// A new game begins.
    pub fn clear(&mut self) {
        match self.base.checked_add(self.entries.len() as u32 + 1) {
            Some(base) => self.base = base,
            None => {
                self.places.fill(0);
                self.base = 1;
            }
        }
        self.entries.clear();
    }

    /// Counts a position; tells how often it has stood now.
    #[inline]
    pub fn count(&mut self, position: &Position<L, P>) -> u32 {
        if self.entries.len() * 2 >= self.places.len() {
            self.grow();
        }
        let key = Key {
            seeds: position.seeds,
            marks: position.marks.map(|marks| marks & self.on_board),
            to_move: position.to_move,
        };
        let wrap = self.places.len() - 1;
        let mut place = Self::hash(&key) as usize & wrap;
        loop {
            let number = self.places[place];
            let Some(entry) = number.checked_sub(self.base).and_then(|entry| self.entries.get_mut(entry as usize))
            else {
                self.places[place] = self.base + self.entries.len() as u32;
                self.entries.push((key, 1));
                return 1;
            };
            if entry.0 == key {
                entry.1 += 1;
                return entry.1;
            }
            place = (place + 1) & wrap;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.places.len() * 2;
        self.places = vec![0; size];
        self.base = 1;
        for (number, (key, _)) in self.entries.iter().enumerate() {
            let mut place = Self::hash(key) as usize & (size - 1);
            while self.places[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = 1 + number as u32;
        }
    }

    #[inline]
    fn hash(key: &Key<L, P>) -> u64 {
        let mut mixed = Mixing.build_hasher();
        key.hash(&mut mixed);
        mixed.finish()
    }
}

/// Multiplies word by word: quick, and good enough where keys are compared in full.
struct Mixing;

impl BuildHasher for Mixing {
    type Hasher = Mixed;

    fn build_hasher(&self) -> Mixed {
        Mixed(0)
    }
}

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
        self.0 ^ self.0 >> 32
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
    fn write_u32(&mut self, number: u32) {
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
