//! The rule language of `mancala`: from the text of a rule file to its rules, and what the rules say in sentences.
//!
//! | modules | what they hold |
//! | --- | --- |
//! | [`source`], [`problem`] | a text and places in it; what is wrong with it |
//! | [`syntax`] | the text as a tree, by the grammar `grammar/mancala.pest` |
//! | [`rules`] | what the text means: vocabulary, model, resolving, sentences |
//! | [`mod@format`] | how a rule file is laid out |
//! | [`shipped`], [`names`] | the rulesets inside the library, and their names |
//! | [`completed`], [`ruleset`] | the whole way from a text to rules |
//! | [`chance`], [`clock`], [`progress`], [`lines`] | random numbers, time, how far long work is, lines of text |
//!
//! Nothing here plays a game: that is the crate `mancala-engine`. Programs use the crate `mancala`, which promises what
//! it offers; this crate is a part of it and may change at any time.

pub mod chance;
pub mod clock;
pub mod completed;
pub mod format;
pub mod lines;
pub mod names;
pub mod problem;
pub mod progress;
pub mod rules;
pub mod ruleset;
pub mod shipped;
pub mod source;
pub mod syntax;

pub use rules::notation;
