//! Limits on what a file may ask for.

/// Most seeds of a game.
pub const MOST_SEEDS: u64 = 65_535;
/// Most expansions of words that a file defines.
pub(super) const MOST_EXPANSIONS: usize = 2_000;
/// Most conditions and sets, in total, read while expanding such words.
pub(super) const MOST_WRITTEN_OUT: usize = 20_000;
