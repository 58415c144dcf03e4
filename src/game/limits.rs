//! Limits that keep every turn finite. The narrator and the tables apply the same limits.

/// Most laps of a turn. A longer turn counts as endless. On large boards a state can repeat only after millions of
/// laps, while the longest finite turn among half a million random ones on twelve holes had 322.
pub const MOST_LAPS: usize = 20_000;

/// Most seeds sown in a turn. A turn that sows more counts as endless. Matters for boards with thousands of seeds.
pub const MOST_SOWN: i64 = 5_000_000;

/// Most ways to choose within a turn, the product over its choices. A turn with more counts as endless.
pub const MOST_WAYS: u128 = 1 << 64;

/// Most ways to play one hole, over all choices that the mover makes in the turn.
pub const MOST_ANSWERS: usize = 4096;
