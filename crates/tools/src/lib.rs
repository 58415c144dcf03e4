//! The tools of `mancala`: what a person, an editor or a page does with rules and games, without a terminal or files.
//!
//! | modules | what they hold |
//! | --- | --- |
//! | [`proof`], [`examples`], [`checks`] | what rules decide, whether examples hold, all that is checked of a ruleset |
//! | [`drivers`] | counts, statistics, tournaments, readings fitted to records |
//! | [`transcript`], [`record`], [`session`], [`protocol`] | saved games, records of a source, a game with its past, what programs ask each other |
//! | [`draft`] | a first rule file from a few answers |
//! | `picture`, `book`, `bibliography`, `catalogue` | pictures and pages (feature `svg`) |
//! | `language_server`, `lsp`, `json`, `questions` | what editors and pages are answered (feature `editors`) |
//!
//! Programs use the crate `mancala`, which promises what it offers; this crate is a part of it and may change at any
//! time.

pub mod bibliography;
#[cfg(feature = "svg")]
pub mod book;
pub mod catalogue;
pub mod checks;
pub mod draft;
pub mod drivers;
pub mod examples;
#[cfg(feature = "editors")]
pub mod json;
#[cfg(feature = "editors")]
pub mod language_server;
#[cfg(feature = "editors")]
pub mod lsp;
#[cfg(feature = "svg")]
pub mod picture;
pub mod proof;
pub mod protocol;
#[cfg(feature = "editors")]
pub mod questions;
pub mod record;
pub mod session;
pub mod transcript;
