//! The state of a turn after a lap, by which endless sowing is noticed.

use super::lanes::{Lanes, mix};
use super::program::Place;
use crate::rules::model::Way;
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
