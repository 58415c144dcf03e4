//! Watching which rules apply while games are played.

use crate::tables::RuleId;

/// Is told of every rule that applies.
pub trait Watch {
    /// Whether anything is done with what is told.
    const WATCHES: bool;
    /// A rule applies.
    fn applies(&mut self, rule: RuleId);
}

/// Nobody watches, and nothing is paid for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    const WATCHES: bool = false;

    #[inline(always)]
    fn applies(&mut self, _: RuleId) {}
}

/// Counts how often each rule applies, by number.
#[derive(Debug)]
pub struct Counting<'a>(pub &'a mut [u64]);

impl Watch for Counting<'_> {
    const WATCHES: bool = true;

    fn applies(&mut self, rule: RuleId) {
        if let Some(count) = self.0.get_mut(usize::from(rule)) {
            *count += 1;
        }
    }
}
