//! Between which numbers the seeds of lanes lie, asked of all lanes at once.

use wide::u8x16;

use super::Seen;

/// Numbers of seeds, for each lane from one to another; none for most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranges {
    /// What is added to each lane to see by its highest bit whether so many lie there, and whether more do.
    enough: u8x16,
    more: u8x16,
}

impl Ranges {
    /// No number of any lane.
    pub const NONE: Self = Ranges { enough: u8x16::ZERO, more: u8x16::ZERO };

    /// Adds a lane, with the first and the last of its numbers, fewer than 128.
    pub fn add(&mut self, lane: u8, (first, last): (u8, u8)) {
        let raised = |lanes: u8x16, by: u8| {
            let mut lanes = lanes.to_array();
            lanes[usize::from(lane) % lanes.len()] = by;
            u8x16::new(lanes)
        };
        self.enough = raised(self.enough, 128 - first);
        self.more = raised(self.more, 127 - last);
    }

    /// The lanes that hold such numbers of seeds, a bit for each.
    #[inline(always)]
    pub fn lanes(&self, seen: Seen) -> u32 {
        let both = u128::from(seen.others) << 64 | u128::from(seen.own);
        let lanes = u8x16::new(both.to_le_bytes());
        ((lanes + self.enough) & !(lanes + self.more)).to_bitmask()
    }
}
