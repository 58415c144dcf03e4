//! What positions a game can reach, and what is found in them.

pub(super) mod graph;
pub(super) mod looking;
pub(super) mod numbered;
pub(super) mod reach;
pub(super) mod survey;
