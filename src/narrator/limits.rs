//! How long a turn may go on, and in how many ways it may be played.

/// A turn of more laps than this is taken to be endless. States of large boards come back only after millions of
/// laps, while the longest finite turn among half a million at random on twelve holes had 322.
pub const MOST_LAPS: usize = 20_000;

/// So is one in which more seeds than this are sown, for boards of thousands of seeds.
pub const MOST_SOWN: i64 = 5_000_000;

/// And one in which the mover can choose in more ways than this, one choice with the other.
pub(super) const MOST_WAYS: u128 = 1 << 64;

/// More ways than this to choose in the turn of one hole are not followed.
pub const MOST_ANSWERS: usize = 4096;
