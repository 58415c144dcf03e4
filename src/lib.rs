//! A declarative rule language for mancala games, and a program that checks, explains and plays them.
//!
//! The stages, each knowing only those before it:
//!
//! | stage | module |
//! | --- | --- |
//! | text | [`source`] |
//! | syntax tree with places | [`syntax`] |
//! | Rules: resolved, options applied, nothing left optional | [`rules`] |
//! | narrator: plays by reading Rules, and tells | [`narrator`] |
//! | matches: refilling between rounds | [`contest`] |
//! | a game on a screen: its state, keys, how it is drawn | `play_screen` (feature `cli`) |
//! | who chooses moves: at random, looking ahead, or a player of one's own | [`players`] |
//! | what a person runs: examples, counts, tournaments | [`drivers`] |
//!
//! [`format`](mod@format) writes a rule file in its one form.
//! `language_server` (feature `cli`) answers what an editor asks.
//! [`draw`] draws a board in letters and `picture` as SVG (feature `svg`), [`position_text`] and [`notation`] write
//! positions and moves, [`transcript`] saved games.
//! [`names`] finds a shipped ruleset by what its game is called.
//! [`ruleset`] goes from a text, or the name of a shipped ruleset, to Rules; [`problem`] holds what is wrong on the way.
//! The library does no input or output; the command line (`src/main.rs`, `cli`) does.

#[cfg(feature = "cli")]
pub mod catalogue;
pub mod chance;
#[cfg(feature = "cli")]
pub mod cli;
pub mod contest;
#[cfg(feature = "cli")]
pub mod draft;
pub mod draw;
pub mod drivers;
pub mod engine;
pub mod format;
pub mod game;
#[cfg(feature = "cli")]
pub mod language_server;
mod lines;
pub mod names;
pub mod narrator;
pub mod outcome;
#[cfg(feature = "svg")]
pub mod picture;
pub mod play;
#[cfg(feature = "cli")]
pub mod play_screen;
pub mod players;
pub mod position_text;
pub mod problem;
pub mod proof;
pub mod rules;
pub mod ruleset;
pub mod solver;
pub mod source;
pub mod syntax;
pub mod tables;
pub mod transcript;

pub use rules::notation;
