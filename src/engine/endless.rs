//! Exact detection of endless sowing, at no cost to ordinary moves.

use foldhash::HashSet;

use super::lanes::{Lanes, mix};
use super::turn::{Stop, Turn};
use super::watch::Watch;
use crate::game::{MOST_LAPS, MOST_SOWN};
use crate::rules::model::Way;
use crate::tables::{Mask, Slot};

/// Number of laps before states of the turn are compared.
pub(super) const FREE_LAPS: u32 = 64;

/// The state of a turn after a lap.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State<L: Lanes, const P: usize> {
    seeds: L,
    stores: [i32; P],
    marks: [L::Mask; P],
    sown: L::Mask,
    sown_this_lap: L::Mask,
    raided: L::Mask,
    here: Slot,
    origin: Slot,
    way: Way,
    later: bool,
    /// Number of seeds of the last drop, which decides whether the hole was empty before.
    dropped: i32,
}

impl<L: Lanes, const P: usize> State<L, P> {
    /// Hash of the state.
    #[inline(always)]
    fn hashed(&self) -> u64 {
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

/// Number of states of a turn whose hashes need no memory of their own.
const FEW: usize = 8;

/// Hashes of states of a turn. Where a hash recurs, the turn is played again with the states themselves.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    few: [u64; FEW],
    count: u8,
    more: Option<Box<HashSet<u64>>>,
}

impl Seen {
    /// No states.
    pub const NONE: Seen = Seen { few: [0; FEW], count: 0, more: None };

    /// Adds the hash of a state. Returns whether it was there before.
    #[inline(always)]
    pub fn has(&mut self, hash: u64) -> bool {
        let count = usize::from(self.count);
        if self.few.iter().take(count).any(|before| *before == hash) {
            return true;
        }
        match self.few.get_mut(count) {
            Some(place) => {
                *place = hash;
                self.count += 1;
                false
            }
            None => !self.more.get_or_insert_default().insert(hash),
        }
    }
}

/// States of a turn that are remembered.
pub(super) enum Memory<L: Lanes, const P: usize> {
    /// One state, replaced each time the number of laps has doubled (Brent). In a cycle it recurs eventually.
    One { state: State<L, P>, until: u32 },
    /// All states.
    All(HashSet<State<L, P>>),
}

impl<L: Lanes, const P: usize> Memory<L, P> {
    pub fn every_state() -> Self {
        Memory::All(HashSet::default())
    }
}

impl<L: Lanes, const P: usize, W: Watch> Turn<'_, L, P, W> {
    fn state(&self) -> State<L, P> {
        // sown and raided slots matter only if a rule asks, or if it matters where exactly a state recurs
        State {
            seeds: self.position.seeds,
            stores: self.position.stores,
            marks: self.position.marks,
            sown: self.sown,
            sown_this_lap: match self.machine.tables.watched.sown_this_lap {
                true => self.sown_this_lap,
                false => L::Mask::NONE,
            },
            raided: self.raided,
            here: self.here,
            origin: self.origin,
            way: self.way,
            later: self.lap > 1,
            dropped: self.dropped,
        }
    }

    /// Hash of the state after this lap, if states are remembered where the mover is asked, and not in all laps. What is
    /// recorded only in part is left out: a state that recurs must not seem new.
    pub(super) fn hashed_if_asked(&self) -> Option<u64> {
        let watched = self.machine.tables.watched;
        (watched.asked_states && self.next_look > 0).then(|| {
            let mut state = self.state();
            if !watched.sown {
                state.sown = L::Mask::NONE;
            }
            if !watched.raided {
                state.raided = L::Mask::NONE;
            }
            state.hashed()
        })
    }

    /// Whether the state after this lap occurred before.
    #[inline(never)]
    pub(super) fn is_endless(&mut self) -> Result<bool, Stop> {
        if self.lap as usize > MOST_LAPS || self.total_sown > MOST_SOWN {
            return self.recurs();
        }
        let state = self.state();
        let lap = self.lap;
        if self.memory.is_none()
            && self.next_look == 0
            && let Some(seen) = &mut self.seen
        {
            return if seen.has(state.hashed()) { Err(Stop::Again) } else { Ok(false) };
        }
        match self.memory.as_deref_mut() {
            Some(Memory::All(seen)) => Ok(!seen.insert(state)),
            Some(Memory::One { state: kept, .. }) if *kept == state => self.recurs(),
            Some(Memory::One { state: kept, until }) => {
                if lap == *until {
                    *kept = state;
                    *until *= 2;
                }
                Ok(false)
            }
            None => {
                self.memory = Some(Box::new(Memory::One { state, until: lap * 2 }));
                Ok(false)
            }
        }
    }

    /// What follows from a state that recurred, or from the limits on laps and seeds sown. Where an endless sowing is
    /// illegal, it does not matter where a state first recurred.
    fn recurs(&self) -> Result<bool, Stop> {
        let exactly = matches!(self.memory.as_deref(), Some(Memory::All(_)));
        if exactly || self.machine.endless_is_illegal { Ok(true) } else { Err(Stop::Again) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use super::*;
    use crate::chance::{choice, generator};
    use crate::engine::lanes::Bytes;
    use crate::engine::machine::Machine;
    use crate::engine::watch::Unwatched;

    #[test]
    fn a_long_turn_ends_where_a_state_first_recurs() {
        let (machine, start, round) = Machine::<Bytes<1>, 2>::at_start("el-arnab");
        let (mut children, mut chance, mut endless) = (Vec::new(), generator(1, 1), 0);
        for _ in 0..20_000 {
            let mut position = start;
            for slot in 0..machine.lanes {
                position.seeds.put(slot, choice(4, &mut chance) as i32);
            }
            machine.children(&position, &round, &mut children).unwrap();
            for child in &children {
                let mut turn = Turn::between(&machine, &round, &position, Unwatched);
                turn.play(&position, &child.play).unwrap();
                let laps = turn.lap;
                endless += usize::from(laps > FREE_LAPS && matches!(turn.memory.as_deref(), Some(Memory::All(_))));
                // with all states remembered from the first lap on
                turn.play_again(&position, &child.play).unwrap();
                assert_eq!((turn.position, turn.lap), (child.position, laps));
            }
        }
        assert!(endless > 10, "{endless} endless turns");
    }
}
