//! Ranks that solve a layer together, and which of its positions each of them keeps.

use std::fmt::Debug;
use std::ops::Range;

use super::refusal::Refusal;

/// The ranks that solve together, as one of them sees them. All of them call the same methods in the same order.
///
/// The library does no input or output: how messages travel is the matter of whoever implements this.
pub trait Peers: Debug {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// Number of ranks.
    fn count(&self) -> usize;

    /// Sends each rank its message, and returns what each rank has sent to this one, by rank.
    ///
    /// # Errors
    ///
    /// A rank is gone.
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Refusal>;

    /// Tells all ranks a number, and returns the numbers of all, by rank.
    ///
    /// # Errors
    ///
    /// A rank is gone.
    fn gather(&mut self, number: u64) -> Result<Vec<u64>, Refusal>;

    /// Brings the bytes of all ranks to the first, which calls `each` with them, in the order of the ranks.
    ///
    /// # Errors
    ///
    /// A rank is gone.
    fn collect(&mut self, bytes: &[u8], each: &mut dyn FnMut(&[u8])) -> Result<(), Refusal>;
}

/// How the positions of a layer are divided: in the order of their numbers, the same number for each rank but the last
/// ones, which may have fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    positions: u64,
    each: u64,
}

impl Shares {
    /// Divides so many positions among so many ranks.
    pub fn new(positions: u64, ranks: usize) -> Shares {
        Shares { positions, each: positions.div_ceil(ranks.max(1) as u64).max(1) }
    }

    /// The positions of a rank.
    pub fn of(&self, rank: usize) -> Range<u64> {
        let from = |rank: usize| self.each.saturating_mul(rank as u64).min(self.positions);
        from(rank)..from(rank + 1)
    }

    /// The rank that keeps a position, and the slot of the position there.
    #[inline(always)]
    pub(super) fn owner(&self, index: u64) -> (usize, u32) {
        ((index / self.each) as usize, (index % self.each) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_one_owner() {
        for (positions, ranks) in [(0, 3), (1, 1), (1, 4), (7, 3), (9, 3), (10, 4), (1000, 7)] {
            let shares = Shares::new(positions, ranks);
            let mut next = 0;
            for rank in 0..ranks {
                let own = shares.of(rank);
                assert_eq!(own.start, next);
                for index in own.clone() {
                    assert_eq!(shares.owner(index), (rank, (index - own.start) as u32), "{positions} {ranks}");
                }
                next = own.end;
            }
            assert_eq!(next, positions);
        }
    }
}
