//! Lists of the positions whose bounds differ, each with the positions that may still move its bounds.
//!
//! A list knows only slots: where in memory bounds lie. Whose positions they are, and where else they are kept, is no
//! matter here.

use super::bounds::{Bounds, seen};
use super::value::NOTHING;

/// For each position: its slot, the best value that is known of its moves, the number of its successors that may still
/// change it, and their slots, each with a bit that says whether the same player is to move.
pub(super) type List = Vec<u32>;

/// A successor in a list.
#[inline(always)]
pub(super) fn word(slot: u32, again: bool) -> u32 {
    slot << 1 | u32::from(again)
}

/// The word of a list with the number of successors and the best value that is known.
#[inline(always)]
pub(super) fn head(count: usize, best: i8) -> u32 {
    (count as u32) << 8 | u32::from(best as u8)
}

/// What the moves of a position come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weighed {
    /// The best value that is known.
    pub best: i8,
    /// Bounds of the value.
    pub low: i8,
    /// The upper one.
    pub high: i8,
}

/// Weighs the moves of a position. `fixed` is the value that rules give it or the best of its moves that end the round;
/// `known` has the bounds of each successor, as the player to move sees them.
#[inline(always)]
pub(super) fn weigh(fixed: Option<i8>, known: impl Iterator<Item = (i8, i8)>) -> Weighed {
    let mut best = fixed.unwrap_or(NOTHING);
    let (mut low, mut high) = (NOTHING, NOTHING);
    for (under, over) in known {
        if under == over {
            best = best.max(under);
        } else {
            low = low.max(under);
            high = high.max(over);
        }
    }
    Weighed { best, low: low.max(best), high: high.max(best) }
}

/// Whether a successor with these bounds can still change a position with this lower bound. A value that is known moves
/// `best`.
#[inline(always)]
pub(super) fn matters((under, over): (i8, i8), low: i8, best: &mut i8) -> bool {
    if under == over {
        *best = (*best).max(under);
        return false;
    }
    over > low
}

/// Updates the bounds of all positions of a list, and removes what cannot change any more. `changed` is told the slot of
/// each position whose bounds moved.
pub(super) fn sweep(list: &mut List, bounds: &Bounds, mut changed: impl FnMut(u32)) {
    let edge = |word: u32| seen(bounds.get(word >> 1), word & 1 != 0);
    let (mut read, mut write) = (0, 0);
    while let Some(&[slot, of]) = list.get(read..read + 2) {
        let steps = read + 2..read + 2 + (of >> 8) as usize;
        read = steps.end;
        let mut best = of as u8 as i8;
        let (mut low, mut high) = (best, best);
        for word in list.get(steps.clone()).unwrap_or_default() {
            let (under, over) = edge(*word);
            low = low.max(under);
            high = high.max(over);
        }
        let before = bounds.get(slot);
        let (low, high) = (before.0.max(low), before.1.min(high));
        if (low, high) != before {
            bounds.put(slot, low, high);
            changed(slot);
        }
        if low >= high {
            continue;
        }
        best = best.max(low);
        let at = write;
        list[at] = slot;
        write += 2;
        for place in steps {
            let word = list[place];
            if matters(edge(word), low, &mut best) {
                list[write] = word;
                write += 1;
            }
        }
        list[at + 1] = head(write - at - 2, best);
    }
    list.truncate(write);
}
