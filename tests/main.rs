//! All tests of the project in one program.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where something is not as it must be"
)]

mod by_hand;
mod cli;
mod conformance;
mod docs;
mod editors;
mod errors;
mod format;
mod games;
mod generated;
mod generator;
mod language_server;
mod laws;
mod matches;
mod mutation;
mod perft;
mod play_screen;
mod players;
mod proof;
mod robustness;
mod solver;
mod telling;
#[cfg(unix)]
mod terminal;
mod witness;
