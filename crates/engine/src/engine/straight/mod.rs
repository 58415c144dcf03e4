//! Straight turns, which tables and lanes alone decide: a loop of their own keeps the seeds in registers.

pub(super) mod long;
pub(super) mod moment;
pub(super) mod moves;
pub(super) mod sieve;
pub(super) mod turn;
pub(super) mod ways;
