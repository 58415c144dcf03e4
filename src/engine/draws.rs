//! Random holes and directions, each equally likely.

use rand::Rng;

use super::moves::WAYS;
use crate::chance::Generator;
use crate::rules::model::Way;
use crate::tables::{Mask, Slot};

/// Draws a hole and a direction, each equally likely. `None` if there is none.
#[inline(always)]
pub(super) fn drawn<M: Mask>(left: [M; 2], generator: &mut Generator) -> Option<(Slot, Way)> {
    // counting takes long on old processors
    let [one, other] = left.map(|holes| if holes.is_none() { 0 } else { holes.count() });
    if one + other == 0 {
        return None;
    }
    let drawn = below(one + other, generator);
    Some(match drawn.checked_sub(one as usize) {
        None => (nth(left[0], drawn), WAYS[0]),
        Some(drawn) => (nth(left[1], drawn), WAYS[1]),
    })
}

/// Draws a slot of a set that is not empty.
#[inline(always)]
pub(super) fn one_of<M: Mask>(slots: M, generator: &mut Generator) -> Slot {
    nth(slots, below(slots.count(), generator))
}

/// The slot at index `before` of a set.
#[inline(always)]
fn nth<M: Mask>(slots: M, before: usize) -> Slot {
    let mut left = slots;
    // avoids an unpredictable branch
    for passed in 0..5 {
        left = if passed < before { left.without_first() } else { left };
    }
    for _ in 5..before {
        left = left.without_first();
    }
    left.first()
}

/// A random number below `bound`, uniform up to the resolution of 32 bits.
#[inline(always)]
pub(super) fn below(bound: u32, generator: &mut Generator) -> usize {
    ((u64::from(generator.next_u32()) * u64::from(bound)) >> 32) as usize
}
