//! Exact repetition counts of positions in a game.

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Mask, Slot};

/// Number of kinds, into which positions are hashed before they are compared in full.
const KINDS: usize = 4096;

/// What distinguishes positions for repetition: seeds and marks of holes and ends, the player to move, and the previous
/// turn and the directions of last turns if rules ask about them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key<L: Lanes, const P: usize> {
    seeds: L,
    marks: [L::Mask; P],
    to_move: u8,
    last_turn: [Slot; 2],
    last_ways: u16,
}

impl<L: Lanes, const P: usize> Key<L, P> {
    /// The key of a position. `on_board` is the set of holes and ends.
    #[inline(always)]
    pub fn of(position: &Position<L, P>, on_board: L::Mask) -> Self {
        Key {
            seeds: position.seeds,
            marks: position.marks.map(|marks| marks & on_board),
            to_move: position.to_move,
            last_turn: [position.played, position.reached],
            last_ways: position.last_ways,
        }
    }

    /// Hash of the seeds and the player to move.
    #[inline(always)]
    pub fn mixed(&self) -> u64 {
        self.seeds.mixed() ^ u64::from(self.to_move) << 40
    }
}

/// The positions of a game, in order, with their hashes. Looks them through one after the other, and so can forget the last
/// ones.
#[derive(Clone, Debug)]
pub(super) struct Past<L: Lanes, const P: usize> {
    mixed: Vec<u64>,
    keys: Vec<Key<L, P>>,
}

impl<L: Lanes, const P: usize> Past<L, P> {
    /// No positions.
    pub fn new() -> Self {
        Past { mixed: Vec::new(), keys: Vec::new() }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Forgets all positions but the first ones.
    pub fn truncate(&mut self, known: usize) {
        self.mixed.truncate(known);
        self.keys.truncate(known);
    }

    /// Adds a position. Returns how often it occurred before, from the position with the number `since` on.
    #[inline]
    pub fn count(&mut self, position: &Position<L, P>, on_board: L::Mask, since: usize) -> u32 {
        let key = Key::of(position, on_board);
        let mixed = key.mixed();
        let known = self.mixed[since..].iter().zip(&self.keys[since..]);
        let times = known.filter(|(other, before)| **other == mixed && **before == key).count() as u32;
        self.mixed.push(mixed);
        self.keys.push(key);
        times
    }
}

/// Counts how often each position occurred in a game. Clearing it for another game costs nothing.
#[derive(Clone, Debug)]
pub struct History<L: Lanes, const P: usize> {
    /// All positions since the last irreversible change, each with a part of its hash, and the index, plus one, of the last
    /// one of its kind before it.
    keys: Vec<(Key<L, P>, [u32; 2])>,
    /// Number of the first of the `keys`. Numbers continue from game to game.
    first: u64,
    /// For each kind, the number of the last position of that kind, plus one.
    last: Box<[u64; KINDS]>,
    on_board: L::Mask,
    /// Whether seeds beside the board and marks only ever grow in number. Positions from before they grew cannot recur.
    grows: bool,
    /// The seeds beside the board in the last position; `None` before the first.
    beside: Option<i64>,
    /// The marks of the last position, and their number on the board.
    marks: [L::Mask; P],
    marked: u32,
}

impl<L: Lanes, const P: usize> History<L, P> {
    /// An empty history. `lanes` is the number of holes and ends; `grows` says that seeds beside the board and marks
    /// only ever grow in number.
    pub fn new(lanes: usize, grows: bool) -> Self {
        History {
            keys: Vec::new(),
            first: 0,
            last: Box::new([0; KINDS]),
            on_board: L::Mask::first_slots(lanes),
            grows,
            beside: None,
            marks: [L::Mask::NONE; P],
            marked: 0,
        }
    }

    /// Forgets all positions, for a new game.
    #[inline]
    pub fn clear(&mut self) {
        self.first += self.keys.len() as u64;
        self.keys.clear();
        self.beside = None;
    }

    /// Adds a position. Returns the number of its occurrences so far, this one included.
    #[inline(always)]
    pub fn count(&mut self, position: &Position<L, P>) -> u32 {
        self.count_with(position, position.seeds)
    }

    /// Adds a position with its seeds passed separately, in registers: reading seeds just written to memory would
    /// stall. Returns the number of its occurrences so far, this one included.
    #[inline(always)]
    pub fn count_with(&mut self, position: &Position<L, P>, seeds: L) -> u32 {
        if self.grows {
            // the pot counts too: winning it changes no hole
            let stores = position.stores.iter().map(|seeds| i64::from(*seeds)).sum::<i64>();
            let beside = stores + i64::from(position.pot);
            if Some(beside) != self.beside || position.marks != self.marks {
                self.note_growth(position, beside);
            }
        }
        let key = Key { seeds, ..Key::of(position, self.on_board) };
        let number = self.first + self.keys.len() as u64;
        let mixed = key.mixed();
        let before = std::mem::replace(&mut self.last[(mixed >> 40) as usize % KINDS], number + 1);
        let before = before.saturating_sub(self.first) as u32;
        let times = if before > 0 { self.compared(key, mixed as u32, before) } else { 0 };
        self.keys.push((key, [mixed as u32, before]));
        times + 1
    }

    /// Forgets all positions if there are more seeds beside the board than before, or more marks on it.
    #[inline(never)]
    fn note_growth(&mut self, position: &Position<L, P>, beside: i64) {
        // a mark that replaces another adds none
        let marked = position.marks.iter().map(|marks| (*marks & self.on_board).count()).sum();
        if (Some(beside), marked) != (self.beside, self.marked) {
            self.clear();
        }
        (self.beside, self.marks, self.marked) = (Some(beside), position.marks, marked);
    }

    // the key is passed by value: values behind a reference do not stay in registers
    #[inline(never)]
    fn compared(&self, key: Key<L, P>, mixed: u32, before: u32) -> u32 {
        let (mut times, mut before) = (0, before);
        while let Some((other, [other_mixed, earlier])) =
            before.checked_sub(1).and_then(|index| self.keys.get(index as usize))
        {
            times += u32::from(*other_mixed == mixed && *other == key);
            before = *earlier;
        }
        times
    }
}
