//! How often each position has stood in a game, exactly.

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Mask, Slot};

/// Kinds of positions that are told apart before they are compared in full.
const KINDS: usize = 512;

/// What tells positions apart: seeds of holes and ends, marks of them, the player to move, and the turn before where
/// rules ask about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key<L: Lanes, const P: usize> {
    seeds: L,
    marks: [L::Mask; P],
    to_move: u8,
    last_turn: [Slot; 2],
}

impl<L: Lanes, const P: usize> Key<L, P> {
    /// That of a position; `on_board` are the holes and ends.
    #[inline(always)]
    pub fn of(position: &Position<L, P>, on_board: L::Mask) -> Self {
        Key {
            seeds: position.seeds,
            marks: position.marks.map(|marks| marks & on_board),
            to_move: position.to_move,
            last_turn: [position.played, position.reached],
        }
    }

    /// Its seeds and the player to move mixed into one number.
    #[inline(always)]
    pub fn mixed(&self) -> u64 {
        self.seeds.mixed() ^ u64::from(self.to_move) << 40
    }
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
    /// The marks of the last position, and how many they are on the board.
    marks: [L::Mask; P],
    marked: u32,
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
            marks: [L::Mask::NONE; P],
            marked: 0,
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
        self.count_with(position, position.seeds)
    }

    /// The same, if these are the seeds: taken from registers, for those just written would have to reach memory first.
    #[inline(always)]
    pub fn count_with(&mut self, position: &Position<L, P>, seeds: L) -> u32 {
        if self.grows {
            // a pot that is won changes no hole
            let stores: i64 = position.stores.iter().chain([&position.pot]).map(|seeds| i64::from(*seeds)).sum();
            if position.marks != self.marks {
                // a mark that is put in place of another adds none
                self.marks = position.marks;
                self.marked = position.marks.iter().map(|marks| (*marks & self.on_board).count()).sum();
            }
            let grown = stores << 8 | i64::from(self.marked);
            if grown != self.grown {
                self.clear();
                self.grown = grown;
            }
        }
        let key = Key { seeds, ..Key::of(position, self.on_board) };
        let number = self.first + self.keys.len() as u64;
        let kind = (key.mixed() >> 40) as usize;
        let before = std::mem::replace(&mut self.last[kind % KINDS], number + 1);
        let times = if before > self.first { self.compared(key) } else { 0 };
        self.keys.push(key);
        times + 1
    }

    // told as a value: what is pointed at does not stay in registers
    #[inline(never)]
    fn compared(&self, key: Key<L, P>) -> u32 {
        self.keys.iter().map(|before| u32::from(*before == key)).sum()
    }
}
