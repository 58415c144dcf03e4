//! Exact repetition counts of positions in a game.

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Mask, Slot};

/// Number of kinds, into which positions are hashed before they are compared in full.
const KINDS: usize = 4096;

/// What distinguishes positions for repetition: seeds and marks of holes and ends, the player to move, and the previous
/// turn and the directions of last turns if rules ask about them.
#[derive(Clone, Copy, Debug)]
// in the order of a position, so that several fields can be copied as one
#[repr(C)]
pub(super) struct Key<L: Lanes, const P: usize> {
    seeds: L,
    /// The marks of all slots: those beside the board are left out only where keys are compared.
    marks: [L::Mask; P],
    last_turn: [Slot; 2],
    last_ways: u16,
    to_move: u8,
}

impl<L: Lanes, const P: usize> Key<L, P> {
    /// The key of a position.
    #[inline(always)]
    pub fn of(position: &Position<L, P>) -> Self {
        Key {
            seeds: position.seeds,
            marks: position.marks,
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

    /// Whether it is the same position. `on_board` is the set of holes and ends.
    #[inline(always)]
    pub fn is(&self, other: &Self, on_board: L::Mask) -> bool {
        let mut marks = self.marks.iter().zip(&other.marks);
        self.seeds == other.seeds
            && (self.to_move, self.last_turn, self.last_ways) == (other.to_move, other.last_turn, other.last_ways)
            && marks.all(|(one, other)| *one & on_board == *other & on_board)
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
        let key = Key::of(position);
        let mixed = key.mixed();
        let known = self.mixed[since..].iter().zip(&self.keys[since..]);
        let times = known.filter(|(other, before)| **other == mixed && before.is(&key, on_board)).count() as u32;
        self.mixed.push(mixed);
        self.keys.push(key);
        times
    }
}

/// Counts how often each position occurred in a game. Clearing it for another game costs nothing.
#[derive(Clone, Debug)]
pub struct History<L: Lanes, const P: usize> {
    /// All positions since the last irreversible change, each with the number of the last one of its kind before it, plus
    /// one.
    keys: Vec<(Key<L, P>, u32)>,
    /// Number of the first of the `keys`. Numbers continue from game to game.
    first: u32,
    /// For each kind, the number of the last position of that kind, plus one.
    last: Box<[u32; KINDS]>,
    on_board: L::Mask,
    /// Whether seeds beside the board and marks only ever grow in number. Positions from before they grew cannot recur.
    grows: bool,
    /// The seeds beside the board in the last position; [`NO_SEEDS`] before the first.
    beside: i64,
    /// The marks of the last position, and their number on the board.
    marks: [L::Mask; P],
    marked: u32,
}

/// Differs from the number of seeds beside any board.
const NO_SEEDS: i64 = i64::MIN;

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
            beside: NO_SEEDS,
            marks: [L::Mask::NONE; P],
            marked: 0,
        }
    }

    /// Forgets all positions, for a new game.
    #[inline]
    pub fn clear(&mut self) {
        self.first += self.keys.len() as u32;
        if self.first > u32::MAX / 2 {
            self.first = 0;
            self.last.fill(0);
        }
        self.keys.clear();
        self.beside = NO_SEEDS;
    }

    /// Adds a position. Returns the number of its occurrences so far, this one included.
    #[inline(never)]
    pub fn count(&mut self, position: &Position<L, P>) -> u32 {
        if self.grows {
            // the pot counts too: winning it changes no hole
            let stores = position.stores.iter().map(|seeds| i64::from(*seeds)).sum::<i64>();
            let beside = stores + i64::from(position.pot);
            if beside != self.beside || position.marks != self.marks {
                self.note_growth(position, beside);
            }
        }
        let key = Key::of(position);
        let kind = (key.seeds.kind() >> (u64::BITS - KINDS.ilog2())) as usize ^ usize::from(key.to_move);
        let number = self.first + self.keys.len() as u32;
        let before = std::mem::replace(&mut self.last[kind % KINDS], number + 1);
        self.keys.push((key, before));
        1 + if before > self.first { self.compared(before) } else { 0 }
    }

    /// Forgets all positions if there are more seeds beside the board than before, or more marks on it.
    #[inline(never)]
    fn note_growth(&mut self, position: &Position<L, P>, beside: i64) {
        // a mark that replaces another adds none
        let marked = position.marks.iter().map(|marks| (*marks & self.on_board).count()).sum();
        if (beside, marked) != (self.beside, self.marked) {
            self.clear();
        }
        (self.beside, self.marks, self.marked) = (beside, position.marks, marked);
    }

    /// Number of occurrences of the last position before it. `before` is the number of the last one of its kind, plus one.
    #[inline(never)]
    fn compared(&self, before: u32) -> u32 {
        let (mut times, mut before) = (0, before);
        if let Some((key, _)) = self.keys.last() {
            while before > self.first
                && let Some((other, earlier)) = self.keys.get((before - self.first) as usize - 1)
            {
                times += u32::from(other.is(key, self.on_board));
                before = *earlier;
            }
        }
        times
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Bytes;
    use super::super::machine::Machine;
    use super::*;

    #[test]
    fn positions_are_counted_when_numbers_begin_again() {
        let (machine, position, _) = Machine::<Bytes<1>, 2>::at_start("krur");
        let mut history = machine.history();
        let other = Position { to_move: 1, ..position };
        assert_eq!([&position, &other, &position].map(|position| history.count(position)), [1, 1, 2]);
        history.first = u32::MAX / 2;
        history.clear();
        assert_eq!(history.first, 0);
        assert_eq!([&other, &position, &other, &other].map(|position| history.count(position)), [1, 1, 2, 3]);
    }
}
