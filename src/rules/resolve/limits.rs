//! How much a file may ask for.

/// The most seeds of a game.
pub const MOST_SEEDS: u64 = 65_535;
/// Words of a file that stand for other words are written out at most so often.
pub(super) const MOST_EXPANSIONS: usize = 2_000;
/// What they stand for has at most so many conditions, all together.
pub(super) const MOST_WRITTEN_OUT: usize = 20_000;
