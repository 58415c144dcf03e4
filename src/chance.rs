//! Chance that can be repeated: a generator of random numbers for every game of a series.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// What a random player chooses with.
pub type Generator = Xoshiro256PlusPlus;

/// The generator of one game of a series. The same seed and number give the same game, whoever plays it when.
pub fn generator(seed: u64, game: u64) -> Generator {
    let own = SplitMix64::seed_from_u64(seed).next_u64().wrapping_add(game);
    Generator::seed_from_u64(own)
}

/// One of so many choices by index, each as likely as the others. Where there is nothing to choose, no chance is used up.
pub fn choice(choices: usize, generator: &mut Generator) -> usize {
    if choices < 2 { 0 } else { generator.random_range(0..choices) }
}
