//! Bounds that keep every turn finite. Narrator and tables obey the same ones.

/// A turn of more laps than this counts as endless. States of large boards come back only after millions of laps, while
/// the longest finite turn among half a million at random on twelve holes had 322.
pub const MOST_LAPS: usize = 20_000;

/// A turn in which more seeds than this are sown counts as endless, for boards of thousands of seeds.
pub const MOST_SOWN: i64 = 5_000_000;

/// A turn in which the mover can choose in more ways than this, all choices multiplied, counts as endless.
pub const MOST_WAYS: u128 = 1 << 64;

/// One hole may be played in this many ways at most, counted over the choices that the mover makes in the turn.
pub const MOST_ANSWERS: usize = 4096;
