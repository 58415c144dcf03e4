//! What is known of the values of positions: a lower and an upper bound each.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

/// Bounds of positions, lower and upper packed into one number. Threads may change them at the same time: a bound only
/// moves towards its limit.
#[derive(Debug)]
pub(super) struct Bounds(Vec<AtomicU16>);

impl Bounds {
    /// The same bounds for so many positions.
    pub fn new(size: usize, low: i8, high: i8) -> Self {
        let one = |_| AtomicU16::new(packed(low, high));
        Bounds((0..size).into_par_iter().with_min_len(1 << 16).map(one).collect())
    }

    #[inline(always)]
    pub fn get(&self, slot: u32) -> (i8, i8) {
        // there are no positions beyond the last
        self.0.get(slot as usize).map_or((0, 0), |bounds| unpacked(bounds.load(Ordering::Relaxed)))
    }

    #[inline(always)]
    pub fn put(&self, slot: u32, low: i8, high: i8) {
        if let Some(bounds) = self.0.get(slot as usize) {
            bounds.store(packed(low, high), Ordering::Relaxed);
        }
    }

    /// Adds the same bounds for so many more positions.
    pub fn extend(&mut self, more: usize, low: i8, high: i8) {
        self.0.reserve_exact(more);
        self.0.extend((0..more).map(|_| AtomicU16::new(packed(low, high))));
    }

    /// Forgets all positions but the first ones.
    pub fn truncate(&mut self, size: usize) {
        self.0.truncate(size);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// A value for each position, from its number and bounds.
    pub fn into_values(self, value: impl Fn(usize, (i8, i8)) -> i8 + Sync) -> Vec<i8> {
        let all = self.0.into_par_iter().enumerate().with_min_len(1 << 16);
        all.map(|(slot, bounds)| value(slot, unpacked(bounds.into_inner()))).collect()
    }
}

#[inline(always)]
fn packed(low: i8, high: i8) -> u16 {
    u16::from_le_bytes([low as u8, high as u8])
}

#[inline(always)]
fn unpacked(bounds: u16) -> (i8, i8) {
    let [low, high] = bounds.to_le_bytes();
    (low as i8, high as i8)
}

/// Bounds as the other player sees them, unless the same player is to move again.
#[inline(always)]
pub(super) fn seen((under, over): (i8, i8), again: bool) -> (i8, i8) {
    if again { (under, over) } else { (-over, -under) }
}
