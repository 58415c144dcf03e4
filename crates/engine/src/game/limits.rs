//! Limits that keep every turn finite. The narrator and the tables apply the same limits.

/// Most laps of a turn. A longer turn counts as endless: nobody sows it by hand, and on large boards a state can repeat
/// only after millions of laps. The longest finite turns in some 100,000 random ones had 1517 laps in Hus, and 185 in
/// other games of four rows.
pub const MOST_LAPS: usize = 2_000;

/// Most seeds sown in a turn. A turn that sows more counts as endless. Matters for boards with thousands of seeds.
pub const MOST_SOWN: i64 = 5_000_000;

/// Most ways to choose within a turn, the product over its choices. A turn with more counts as endless.
pub const MOST_WAYS: u128 = 1 << 64;

/// Most ways to play one hole, over all choices that the mover makes in the turn.
pub const MOST_ANSWERS: usize = 4096;

/// Most seeds that a store can owe. A rule that takes more has no answer: one that places as many seeds as lie on the board
/// could double them turn by turn.
pub const MOST_OWED: i64 = 1_000_000;
