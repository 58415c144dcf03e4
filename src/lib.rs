//! A declarative rule language for mancala games.
pub mod narrator;
pub mod notation;
pub mod problem;
pub mod rules;
pub mod source;
pub mod syntax;
