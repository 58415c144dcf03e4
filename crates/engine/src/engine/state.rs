//! The state of a turn after a lap, by which endless sowing is noticed.

use hashbrown::HashTable;
use mancala_rules::rules::model::Way;

use super::lanes::{Lanes, mix};
use super::position::{Position, Round};
use super::program::Place;
use crate::tables::{Mask, Slot};

/// Number of laps before states of the turn are compared.
pub(super) const FREE_LAPS: u32 = 64;

/// The state of a turn after a lap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State<L: Lanes, const P: usize> {
    pub seeds: L,
    pub stores: [i32; P],
    pub marks: [L::Mask; P],
    pub sown: L::Mask,
    pub sown_this_lap: L::Mask,
    pub raided: L::Mask,
    pub here: Slot,
    pub origin: Slot,
    pub way: Way,
    pub later: bool,
    /// Where the rules go on and the seeds in the hand, if the mover is asked something.
    pub asked: (Place, i32),
    /// Number of seeds of the last drop, which decides whether the hole was empty before.
    pub dropped: i32,
}

impl<L: Lanes, const P: usize> State<L, P> {
    /// Hash of the state.
    #[inline(always)]
    pub fn hashed(&self) -> u64 {
        let [a, b, c, d] = self.dropped.to_le_bytes();
        let places = u64::from_le_bytes([self.here, self.origin, self.way as u8, u8::from(self.later), a, b, c, d]);
        let mut mixed = mix(self.seeds.mixed(), places);
        for set in [self.sown, self.sown_this_lap, self.raided] {
            mixed = mix(mixed, set.low_bits());
        }
        for (marks, store) in self.marks.iter().zip(&self.stores) {
            mixed = mix(mix(mixed, marks.low_bits()), *store as u64);
        }
        mixed
    }
}

/// The state of a straight turn after a lap, on which all that follows depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lapped<L: Lanes, const P: usize> {
    pub position: Position<L, P>,
    pub round: Round<L::Mask>,
    pub section: usize,
    pub sown: [L::Mask; 2],
    pub here: Slot,
    pub from: Slot,
    pub way: Way,
    pub hand: i32,
}

/// Number of states among which one is looked for one by one.
const FEW: usize = 16;

/// The states on the way to this one: of all laps, or those in which the mover was asked.
pub(super) struct States<L: Lanes, const P: usize> {
    /// The states with their hashes, in order.
    known: Vec<(u64, State<L, P>)>,
    /// Numbers of the first of these states, by hash: of all but the last ones once they are more than [`FEW`].
    listed: HashTable<usize>,
}

impl<L: Lanes, const P: usize> States<L, P> {
    /// No states.
    pub const fn new() -> Self {
        States { known: Vec::new(), listed: HashTable::new() }
    }

    /// Remembers a state. Returns whether it is new.
    pub fn insert(&mut self, state: State<L, P>) -> bool {
        let (hash, known, listed) = (state.hashed(), &mut self.known, &mut self.listed);
        let occurred = if known.len() <= FEW {
            known.iter().any(|(other, known)| *other == hash && *known == state)
        } else {
            for number in listed.len()..known.len() {
                listed.insert_unique(known[number].0, number, |&number| known[number].0);
            }
            listed.find(hash, |&number| known[number].1 == state).is_some()
        };
        if !occurred {
            known.push((hash, state));
        }
        !occurred
    }

    /// Forgets all but the first states.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        for number in (len..self.listed.len()).rev() {
            if let Ok(last) = self.listed.find_entry(self.known[number].0, |&other| other == number) {
                last.remove();
            }
        }
        self.known.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Bytes;
    use super::*;

    /// A state for each number.
    fn state(number: i32) -> State<Bytes<1>, 2> {
        State {
            seeds: Bytes::default(),
            stores: [number, 0],
            marks: [0; 2],
            sown: 0,
            sown_this_lap: 0,
            raided: 0,
            here: 0,
            origin: 0,
            way: Way::Counterclockwise,
            later: true,
            asked: (0, 0),
            dropped: 1,
        }
    }

    #[test]
    fn a_state_is_new_until_it_is_remembered_and_after_it_is_forgotten() {
        let mut states = States::new();
        for last in [5, 16, 17, 18, 200] {
            for number in 0..last {
                assert!(states.insert(state(number)), "{number} of {last}");
            }
            assert!((0..last).all(|number| !states.insert(state(number))), "{last}");
            states.truncate(last as usize / 2);
            assert!((0..last / 2).all(|number| !states.insert(state(number))), "{last}");
            assert!(states.insert(state(last - 1)), "{last}");
            states.truncate(0);
        }
    }
}
