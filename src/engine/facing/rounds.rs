//! Turns that never end, remembered by states in which they come round.

use std::cell::{Cell, OnceCell};

use super::Seen;

/// Some of the states in which turns go round for ever: of each round every state that is a sign.
#[derive(Debug, Default)]
pub(in crate::engine) struct Rounds {
    /// Made when the first one is found.
    places: OnceCell<Box<[Cell<State>; PLACES]>>,
}

/// What lies on the sides, and the lane that is sown from in which board.
type State = (u64, u64, u64);

const PLACES: usize = 2048;

/// One state of so many is a sign.
const SIGNS: u64 = 32;

impl Rounds {
    /// Where a state is kept; nowhere if it is no sign.
    #[inline(always)]
    fn place(seen: Seen) -> Option<usize> {
        let mixed = (seen.own.rotate_left(29) ^ seen.others).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32).is_multiple_of(SIGNS).then_some((mixed >> 40) as usize % PLACES)
    }

    /// Whether a turn is known to go round for ever from here: `lane` tells the lane and the board.
    #[inline(always)]
    pub fn has(&self, seen: Seen, lane: u64) -> bool {
        let Some(place) = Self::place(seen) else { return false };
        self.places.get().is_some_and(|places| places[place].get() == (seen.own, seen.others, lane))
    }

    /// A turn goes round for ever from here.
    pub fn add(&self, seen: Seen, lane: u64) {
        if let Some(place) = Self::place(seen) {
            let places = self.places.get_or_init(|| Box::new([const { Cell::new((0, 0, 0)) }; PLACES]));
            places[place].set((seen.own, seen.others, lane));
        }
    }
}
