//! Cache of states that lead to endless sowing.

use std::cell::{Cell, OnceCell};

use super::Seen;

/// Cache of states known to lead to endless sowing; keeps 1 in 32, the signs.
#[derive(Debug, Default)]
pub(in crate::engine) struct Circling {
    /// Allocated when the first state is added.
    places: OnceCell<Box<[Cell<State>]>>,
}

/// The two sides, and the lane to sow from, combined with the number of the board.
type State = (u64, u64, u64);

const PLACES: usize = 16384;

/// One state in `1 << SIGN` is a sign.
const SIGN: u32 = 5;

impl Circling {
    /// Index at which a state is kept; `None` if it is not a sign.
    #[inline(always)]
    pub fn place(seen: Seen) -> Option<usize> {
        let mixed = seen.mixed();
        (mixed.leading_zeros() >= SIGN).then_some((mixed >> 44) as usize % PLACES)
    }

    /// Whether the state at an index, from [`Circling::place`], is known to lead to endless sowing. `lane` combines the
    /// lane and the number of the board.
    #[inline(always)]
    pub fn has(&self, place: usize, seen: Seen, lane: u64) -> bool {
        self.places.get().is_some_and(|places| places[place % PLACES].get() == (seen.own, seen.others, lane))
    }

    /// Adds a state that leads to endless sowing, if it is a sign.
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
        let circling = Circling::default();
        let boards = || (0..640_u64).map(|seeds| Seen { own: seeds << 8 | 3, others: 5 });
        let has = |seen, lane| Circling::place(seen).is_some_and(|place| circling.has(place, seen, lane));
        assert!(!boards().any(|seen| has(seen, 1)));
        boards().for_each(|seen| circling.add(seen, 1));
        let signs = boards().filter(|seen| has(*seen, 1)).count();
        assert!((10..160).contains(&signs), "{signs}");
        // another lane or board, other seeds
        assert!(!boards().any(|seen| has(seen, 2)));
        assert!(!boards().any(|seen| has(Seen { others: 6, ..seen }, 1)));
    }
}
