//! Repeatable randomness: one random number generator for each game of a series.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The random number generator of all random choices.
pub type Generator = Xoshiro256PlusPlus;

/// The generator of one game of a series. The same `seed` and `game` always give the same numbers, in any thread and
/// order.
pub fn generator(seed: u64, game: u64) -> Generator {
    let own = SplitMix64::seed_from_u64(seed).next_u64().wrapping_add(game);
    Generator::seed_from_u64(own)
}

/// Draws an index below `choices`, all equally likely. Draws nothing if there are fewer than two choices.
pub fn choice(choices: usize, generator: &mut Generator) -> usize {
    if choices < 2 { 0 } else { generator.random_range(0..choices) }
}
