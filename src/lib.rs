//! A declarative rule language for mancala games, and a fast engine that plays them.
//!
//! A rule file describes a game as a field report does. Read one, or take one of those that ship inside, and play:
//!
//! ```
//! use mancala::Game;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = mancala::shipped("oware")?.rules()?;
//! let mut game = Game::new(&rules);
//! for m in game.legal_moves() {
//!     println!("{m}");
//! }
//! game.play_named("c1")?;
//! assert_eq!(game.undo().map(|m| m.to_string()).as_deref(), Some("c1"));
//! assert!(game.outcome().is_none());
//! assert_eq!(mancala::perft(&game, 6)?, 27332);
//! # Ok(())
//! # }
//! ```
//!
//! A file of your own, and what is wrong with it:
//!
//! ```
//! use mancala::{Ruleset, Source};
//!
//! let source = Source::new("mine.mancala", "game \"Mine\" {\n  regoin: \"Here\"\n}\n");
//! let error = Ruleset::read(source).unwrap_err();
//! assert!(error.problems.iter().any(|problem| problem.message.contains("regoin")));
//! ```
//!
//! Readings are chosen by name and value, matches are played round by round:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let krur = mancala::shipped("krur")?;
//! let rules = krur.rules_under(&[("no-move".to_owned(), "the-end".to_owned())])?;
//! let mut contest = mancala::Match::new(&rules, 100).ok_or("a single game")??;
//! while contest.ending().is_none() {
//!     match contest.game() {
//!         Some(game) if game.is_over() => contest.next_round()?,
//!         _ => contest.play_nth(0)?,
//!     }
//! }
//! println!("after {} rounds", contest.ending().map_or(0, |ending| ending.rounds));
//! # Ok(())
//! # }
//! ```
//!
//! [`players`] choose moves: at random, looking ahead, or by a [`Strategy`](players::Strategy) of your own. [`solving`]
//! computes exact values of small games. [`draw_board`] draws a position in letters, `board_svg` as a picture. The
//! library does no input or output.
//!
//! # Features
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `cli` (default) | the program `mancala`, with all that it needs for terminals and arguments |
//! | `serve` (default) | its command `serve`, for the page that browsers show |
//! | `parquet` | tables as Parquet (`--out FILE.parquet`) |
//! | `svg` | pictures of boards; part of `cli` |
//! | `tools` | what editors and pages ask: the language server, and results as JSON; part of `cli` |
//! | `serde` | `Serialize` for what the program prints as JSON; part of `cli` |
//! | `unstable` | all modules of this crate, for its own tests; they may change at any time |

#![cfg_attr(
    not(feature = "unstable"),
    allow(dead_code, unused_imports, reason = "tests, benches and other features use what this selection does not")
)]

#[cfg(all(feature = "unstable", feature = "cli"))]
pub mod bibliography;
#[cfg(all(not(feature = "unstable"), feature = "cli"))]
mod bibliography;
#[cfg(all(feature = "unstable", feature = "cli"))]
pub mod book;
#[cfg(all(not(feature = "unstable"), feature = "cli"))]
mod book;
#[cfg(all(feature = "unstable", feature = "cli"))]
pub mod catalogue;
#[cfg(all(not(feature = "unstable"), feature = "cli"))]
mod catalogue;
#[cfg(feature = "unstable")]
pub mod chance;
#[cfg(not(feature = "unstable"))]
mod chance;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(any(feature = "unstable", all(target_family = "wasm", target_os = "unknown")))]
pub mod clock;
#[cfg(not(any(feature = "unstable", all(target_family = "wasm", target_os = "unknown"))))]
mod clock;
mod completed;
#[cfg(feature = "unstable")]
pub mod contest;
#[cfg(not(feature = "unstable"))]
mod contest;
#[cfg(all(feature = "unstable", feature = "cli"))]
pub mod draft;
#[cfg(all(not(feature = "unstable"), feature = "cli"))]
mod draft;
#[cfg(feature = "unstable")]
pub mod draw;
#[cfg(not(feature = "unstable"))]
mod draw;
#[cfg(feature = "unstable")]
pub mod drivers;
#[cfg(not(feature = "unstable"))]
mod drivers;
#[cfg(feature = "unstable")]
pub mod engine;
#[cfg(not(feature = "unstable"))]
mod engine;
#[cfg(feature = "unstable")]
pub mod examples;
#[cfg(not(feature = "unstable"))]
mod examples;
#[cfg(feature = "unstable")]
pub mod format;
#[cfg(not(feature = "unstable"))]
mod format;
#[cfg(feature = "unstable")]
pub mod game;
#[cfg(not(feature = "unstable"))]
mod game;
#[cfg(all(feature = "unstable", feature = "tools"))]
pub mod json;
#[cfg(all(not(feature = "unstable"), feature = "tools"))]
mod json;
#[cfg(all(feature = "unstable", feature = "tools"))]
pub mod language_server;
#[cfg(all(not(feature = "unstable"), feature = "tools"))]
mod language_server;
mod lines;
#[cfg(all(feature = "unstable", feature = "tools"))]
pub mod lsp;
#[cfg(all(not(feature = "unstable"), feature = "tools"))]
mod lsp;
#[cfg(feature = "unstable")]
pub mod names;
#[cfg(not(feature = "unstable"))]
mod names;
#[cfg(feature = "unstable")]
pub mod narrator;
#[cfg(not(feature = "unstable"))]
mod narrator;
#[cfg(feature = "unstable")]
pub mod outcome;
#[cfg(not(feature = "unstable"))]
mod outcome;
#[cfg(all(feature = "unstable", feature = "svg"))]
pub mod picture;
#[cfg(all(not(feature = "unstable"), feature = "svg"))]
mod picture;
#[cfg(feature = "unstable")]
pub mod play;
#[cfg(not(feature = "unstable"))]
mod play;
#[cfg(all(feature = "unstable", feature = "cli"))]
pub mod play_screen;
#[cfg(all(not(feature = "unstable"), feature = "cli"))]
mod play_screen;
pub mod players;
#[cfg(feature = "unstable")]
pub mod position_text;
#[cfg(not(feature = "unstable"))]
mod position_text;
#[cfg(feature = "unstable")]
pub mod problem;
#[cfg(not(feature = "unstable"))]
mod problem;
mod progress;
#[cfg(feature = "unstable")]
pub mod proof;
#[cfg(not(feature = "unstable"))]
mod proof;
#[cfg(feature = "unstable")]
pub mod protocol;
#[cfg(not(feature = "unstable"))]
mod protocol;
#[cfg(all(feature = "unstable", feature = "tools"))]
pub mod questions;
#[cfg(all(not(feature = "unstable"), feature = "tools"))]
mod questions;
#[cfg(feature = "unstable")]
pub mod record;
#[cfg(not(feature = "unstable"))]
mod record;
#[cfg(feature = "unstable")]
pub mod rules;
#[cfg(not(feature = "unstable"))]
mod rules;
#[cfg(feature = "unstable")]
pub mod ruleset;
#[cfg(not(feature = "unstable"))]
mod ruleset;
#[cfg(feature = "unstable")]
pub mod session;
#[cfg(not(feature = "unstable"))]
mod session;
mod shipped;
#[cfg(feature = "unstable")]
pub mod solver;
#[cfg(not(feature = "unstable"))]
mod solver;
pub mod solving;
#[cfg(feature = "unstable")]
pub mod source;
#[cfg(not(feature = "unstable"))]
mod source;
#[cfg(feature = "unstable")]
pub mod syntax;
#[cfg(not(feature = "unstable"))]
mod syntax;
#[cfg(feature = "unstable")]
pub mod tables;
#[cfg(not(feature = "unstable"))]
mod tables;
#[cfg(feature = "unstable")]
pub mod transcript;
#[cfg(not(feature = "unstable"))]
mod transcript;

pub use chance::{Generator, choice, generator};
pub use contest::{Match, MatchEnding};
pub use draw::draw as draw_board;
pub use drivers::fewest::{Fewest, fewest};
pub use drivers::perft::perft;
pub use engine::{Progress, Series};
pub use game::{
    Achieved, Answer, Ending, Event, Fault, FaultAt, Gathering, Hole, IllegalMove, LastTurn, Move, Position, Sowing,
    Verdict, tell,
};
#[cfg(feature = "svg")]
pub use picture::svg as board_svg;
pub use play::{Game, Referee};
pub use position_text::{PositionError, format as format_position, parse as parse_position};
pub use problem::{Code, Problem, RuleFileError};
pub use rules::model::{Choice, Player, Players, Rules, Way};
pub use rules::resolve::SettingError;
pub use ruleset::{RulesError, Ruleset, ShippedError, shipped, shipped_names};
pub use source::{Line, Source, Span};

#[cfg(feature = "unstable")]
pub use rules::notation;
#[cfg(not(feature = "unstable"))]
use rules::notation;
