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
//! use mancala::{Checks, Ruleset, Source};
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
//! | `serve` | its command `serve`, for the page that browsers show |
//! | `parquet` | tables as Parquet (`--out FILE.parquet`) |
//! | `mpi` | values solved by several machines; needs an MPI library |
//! | `svg` | pictures of boards; part of `cli` |
//! | `editors` | what editors and pages ask: the language server, and results as JSON; part of `cli` |
//! | `serde` | `Serialize` for what the program prints as JSON; part of `cli` |

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod play_screen;

pub use mancala_engine::contest::{Match, MatchEnding};
pub use mancala_engine::draw::draw as draw_board;
pub use mancala_engine::engine::Series;
pub use mancala_engine::game::{
    Achieved, Answer, Ending, Event, Fault, FaultAt, Gathering, Hole, IllegalMove, LastTurn, Move, Position, Sowing,
    Verdict, tell,
};
pub use mancala_engine::play::{Game, Referee};
pub use mancala_engine::position_text::{PositionError, format as format_position, parse as parse_position};
pub use mancala_engine::{players, solving};
pub use mancala_rules::chance::{Generator, choice, generator};
pub use mancala_rules::problem::{Code, Problem, RuleFileError};
pub use mancala_rules::progress::Progress;
pub use mancala_rules::rules::model::{Choice, Player, Players, Rules, Way};
pub use mancala_rules::rules::resolve::SettingError;
pub use mancala_rules::ruleset::{RulesError, Ruleset, shipped};
pub use mancala_rules::shipped::{ShippedError, shipped_names};
pub use mancala_rules::source::{Line, Source, Span};
pub use mancala_tools::checks::Checks;
pub use mancala_tools::drivers::fewest::{Fewest, fewest};
pub use mancala_tools::drivers::perft::perft;
#[cfg(feature = "svg")]
pub use mancala_tools::picture::svg as board_svg;
