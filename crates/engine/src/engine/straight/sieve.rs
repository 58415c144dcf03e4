//! Which of some holes may be chosen, in a form that is quick to ask.

use super::super::lanes::{Lanes, Range};
use super::super::position::Position;
use crate::tables::Set;

/// Which of some holes may be chosen, as long as no mark changes.
#[derive(Clone, Copy)]
pub(super) enum Sieve<'t, L: Lanes> {
    All,
    /// Those that hold as many seeds as a range tells, or (`false`) those that do not.
    Holding(Range<L>, bool),
    Other(&'t Set<L::Mask>),
}

impl<'t, L: Lanes> Sieve<'t, L> {
    /// The form of a set that is quick to ask. What marks alone decide is taken out of `holes`.
    pub fn of<const P: usize>(set: &'t Set<L::Mask>, position: &Position<L, P>, holes: &mut L::Mask) -> Self {
        match set {
            Set::Slots(slots) => *holes = *holes & *slots,
            Set::Marked(players) => *holes = *holes & position.marked_by(*players),
            Set::Unmarked(slots, players) => *holes = *holes & *slots & !position.marked_by(*players),
            Set::Holding(numbers) => {
                let mut ranges = numbers.ranges().into_iter().flatten();
                return match (ranges.next(), ranges.next()) {
                    (Some((low, high)), None) => {
                        Range::of(low, high).map_or(Sieve::Other(set), |range| Sieve::Holding(range, true))
                    }
                    _ => Sieve::Other(set),
                };
            }
            Set::Not(inner) => {
                let mut without = *holes;
                return match Sieve::of(inner, position, &mut without) {
                    Sieve::All => {
                        *holes = *holes & !without;
                        Sieve::All
                    }
                    Sieve::Holding(range, holding) if without == *holes => Sieve::Holding(range, !holding),
                    _ => Sieve::Other(set),
                };
            }
            Set::Both(parts) => {
                let (mut left, mut found) = (*holes, Sieve::All);
                for part in parts {
                    found = match (found, Sieve::of(part, position, &mut left)) {
                        (found, Sieve::All) => found,
                        (Sieve::All, found) => found,
                        _ => return Sieve::Other(set),
                    };
                }
                if !matches!(found, Sieve::Other(_)) {
                    *holes = left;
                    return found;
                }
                return Sieve::Other(set);
            }
            _ => return Sieve::Other(set),
        }
        Sieve::All
    }
}
