//! Turns that never end, remembered by states on their way.

use std::cell::{Cell, OnceCell};

use super::Seen;

/// Some of the states from which turns go round for ever: of those that were met, every one that is a sign.
#[derive(Debug, Default)]
pub(in crate::engine) struct Rounds {
    /// Made when the first one is found.
    places: OnceCell<Box<[Cell<State>]>>,
}

/// What lies on the sides, and the lane that is sown from in which board.
type State = (u64, u64, u64);

const PLACES: usize = 16384;

/// One state of `1 << SIGN` is a sign.
const SIGN: u32 = 5;

impl Rounds {
    /// Where a state is kept; nowhere if it is no sign.
    #[inline(always)]
    pub fn place(seen: Seen) -> Option<usize> {
        let mixed = seen.mixed();
        (mixed.leading_zeros() >= SIGN).then_some((mixed >> 44) as usize % PLACES)
    }

    /// Whether a turn is known to go round for ever from a state that is kept at a place: `lane` tells the lane and the
    /// board.
    #[inline(always)]
    pub fn has(&self, place: usize, seen: Seen, lane: u64) -> bool {
        self.places.get().is_some_and(|places| places[place % PLACES].get() == (seen.own, seen.others, lane))
    }

    /// A turn goes round for ever from here.
    pub fn add(&self, seen: Seen, lane: u64) {
        if let Some(place) = Self::place(seen) {
            let places = self.places.get_or_init(|| vec![Cell::new((0, 0, 0)); PLACES].into());
            places[place].set((seen.own, seen.others, lane));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_known_by_its_signs_alone() {
        let rounds = Rounds::default();
        let boards = || (0..640_u64).map(|seeds| Seen { own: seeds << 8 | 3, others: 5 });
        let has = |seen, lane| Rounds::place(seen).is_some_and(|place| rounds.has(place, seen, lane));
        assert!(!boards().any(|seen| has(seen, 1)));
        boards().for_each(|seen| rounds.add(seen, 1));
        let signs = boards().filter(|seen| has(*seen, 1)).count();
        assert!((10..160).contains(&signs), "{signs}");
        // another lane or board, other seeds
        assert!(!boards().any(|seen| has(seen, 2)));
        assert!(!boards().any(|seen| has(Seen { others: 6, ..seen }, 1)));
    }
}
