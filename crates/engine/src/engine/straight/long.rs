//! Straight turns of many laps: whether one is endless.

use super::super::circling::{Circling, Signs};
use super::super::lanes::{Lanes, mix};
use super::super::state::Lapped;
use crate::game::MOST_LAPS;
use crate::tables::{NOWHERE, Slot};

/// One state of a long turn in `1 << SIGN` is a sign, of those that may be one at a glance; see [`Circling`].
const SIGN: u32 = 2;

/// What a lap looks like that may have led to a sign.
const SIGN_SEEN: i32 = 0;

/// One of eight numbers, by where a lap ended and how many seeds are there.
#[inline(always)]
fn glance(here: Slot, made: i32) -> i32 {
    (i32::from(here) + made) & 7
}

/// What is kept of a sowing of many laps.
pub(super) struct Long<L: Lanes, const P: usize> {
    /// The state with which later ones are compared, and the lap at which another one takes its place.
    kept: Option<Lapped<L, P>>,
    until: u32,
    /// Where the lap of that state ended, and what laps look like that may have led to signs.
    here: Slot,
    seen: i32,
    signs: Signs<Lapped<L, P>>,
}

impl<L: Lanes, const P: usize> Long<L, P> {
    /// Keeps nothing before a number of laps.
    #[inline(always)]
    pub fn after(laps: u32) -> Self {
        Long { kept: None, until: laps, here: NOWHERE, seen: -1, signs: Signs::default() }
    }

    /// Whether a lap has to be looked at, given its number, where it ended and how many seeds are there.
    #[inline(always)]
    pub fn asks(&self, (here, made): (Slot, i32), lap: u32) -> bool {
        lap >= self.until || here == self.here || glance(here, made) == self.seen
    }

    /// Whether the sowing is endless: it comes by a sign that is known, or back to a state (Brent), or has too many laps. One
    /// state is kept, and replaced by a later one each time the number of laps has doubled. The state determines all later
    /// laps, since none of them depends on its number.
    pub fn recurs(&mut self, circling: &Circling<Lapped<L, P>>, state: Lapped<L, P>, lap: u32, made: i32) -> bool {
        if lap as usize > MOST_LAPS {
            circling.add(&self.signs, false);
            return true;
        }
        if self.kept == Some(state) {
            circling.add(&self.signs, true);
            return true;
        }
        let (here, hash) = (state.here, mix(0, state.position.seeds.mixed()));
        let is_sign = glance(here, made) == self.seen && Circling::<Lapped<L, P>>::is_sign(hash, SIGN);
        if is_sign && circling.knows(hash, state, lap, &mut self.signs) {
            return true;
        }
        if lap >= self.until {
            (self.kept, self.here) = (Some(state), here);
            self.until = (lap * 2).min(MOST_LAPS as u32 + 1);
            self.seen = SIGN_SEEN;
        }
        false
    }
}
