//! The engine of `mancala`: games, matches, players and exact values, from the rules of the crate `mancala-rules`.
//!
//! | modules | what they hold |
//! | --- | --- |
//! | [`game`] | the vocabulary of play: positions, moves, events, endings |
//! | [`narrator`] | plays by reading the rules directly, and tells what happens |
//! | [`tables`], [`engine`] | rules compiled for a board, and the fast play by them |
//! | [`play`], [`contest`], [`outcome`] | one game, a match, results in words |
//! | [`draw`], [`position_text`] | positions in letters, and as text |
//! | [`players`] | strategies that choose moves |
//! | [`solver`], [`solving`] | exact values, and their public face |
//!
//! Programs use the crate `mancala`, which promises what it offers; this crate is a part of it and may change at any
//! time.

pub mod contest;
pub mod draw;
pub mod engine;
pub mod game;
pub mod narrator;
pub mod outcome;
pub mod play;
pub mod players;
pub mod position_text;
pub mod solver;
pub mod solving;
pub mod tables;
