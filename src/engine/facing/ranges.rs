//! Checks for all lanes at once whether their seeds lie in given ranges.

use wide::u8x16;

use super::Seen;

/// A range of seed counts for each lane; empty for most lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranges {
    /// Added to each lane, these set its highest bit if it holds at least the first number (`enough`), or more than the
    /// last (`more`).
    enough: u8x16,
    more: u8x16,
}

impl Ranges {
    /// Empty ranges.
    pub const NONE: Self = Ranges { enough: u8x16::ZERO, more: u8x16::ZERO };

    /// Sets the range of a lane: its first and last number, both below 128.
    pub fn add(&mut self, lane: u8, (first, last): (u8, u8)) {
        let raised = |lanes: u8x16, by: u8| {
            let mut lanes = lanes.to_array();
            lanes[usize::from(lane) % lanes.len()] = by;
            u8x16::new(lanes)
        };
        self.enough = raised(self.enough, 128 - first);
        self.more = raised(self.more, 127 - last);
    }

    /// The lanes whose seeds lie in their ranges, as a bit set.
    #[inline(always)]
    pub fn lanes(&self, seen: Seen) -> u32 {
        let both = u128::from(seen.others) << 64 | u128::from(seen.own);
        let lanes = u8x16::new(both.to_le_bytes());
        ((lanes + self.enough) & !(lanes + self.more)).to_bitmask()
    }
}
