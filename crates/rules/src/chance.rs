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

/// The seed of the lots of one game or match of a series.
pub fn lots(seed: u64, game: u64) -> u64 {
    // not the numbers that the players draw
    generator(!seed, game).next_u64()
}

/// The player to whom the lot of a round falls. Rounds are counted from 1; every player is as likely.
pub fn lot(lots: u64, round: u32, players: usize) -> usize {
    choice(players, &mut generator(lots, u64::from(round)))
}

/// A generator of its own for part of what a generator decides.
pub fn forked(generator: &mut Generator) -> Generator {
    self::generator(generator.next_u64(), 0)
}

/// Draws an index below `choices`, all equally likely. Draws nothing if there are fewer than two choices.
pub fn choice(choices: usize, generator: &mut Generator) -> usize {
    if choices < 2 { 0 } else { generator.random_range(0..choices) }
}
