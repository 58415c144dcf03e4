//! A single game or a whole match, behind one type for code that plays both.

use mancala_rules::rules::model::{Player, Rules};

use super::Match;
use crate::game::{Event, Fault, IllegalMove, Move, Position};
use crate::play::{Game, Referee};

/// What to play.
#[derive(Clone, Debug)]
#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::large_enum_variant, reason = "made once for a game, and not kept")
)]
pub enum Start {
    /// One game, or one round, from a position.
    Game(Position),
    /// A whole match.
    Match {
        /// The match is cut off after this number of rounds.
        rounds: u32,
        /// The seed of its lots.
        lots: u64,
    },
}

impl Start {
    /// The same with other lots: one that `lots` draws for a single game, and that seed for a match.
    pub fn drawn(&self, rules: &Rules, lots: u64) -> Start {
        match self {
            Start::Game(position) => {
                Start::Game(Position { lot: Position::lot_of(rules, lots, 1), ..position.clone() })
            }
            Start::Match { rounds, .. } => Start::Match { rounds: *rounds, lots },
        }
    }
}

/// A single game or a match in play.
#[derive(Clone)]
pub enum GameOrMatch {
    /// A game, or a single round.
    Game(Box<Game>),
    /// A whole match.
    Match(Box<Match>),
}

impl GameOrMatch {
    /// Begins a game or a match. `None` if a match is wanted and the file describes a single game.
    ///
    /// # Errors
    ///
    /// The rules give no answer in the start position.
    pub fn begin(referee: Referee, start: &Start) -> Option<Result<Self, Fault>> {
        Some(match start {
            Start::Game(position) => referee.game(position.clone()).map(|game| GameOrMatch::Game(Box::new(game))),
            Start::Match { rounds, lots } => {
                Match::with_lots(referee, *rounds, *lots)?.map(|contest| GameOrMatch::Match(Box::new(contest)))
            }
        })
    }

    /// The game, or the current round of the match. `None` during a lay-out and after the match.
    pub fn game(&self) -> Option<&Game> {
        match self {
            GameOrMatch::Game(game) => Some(game),
            GameOrMatch::Match(contest) => contest.game(),
        }
    }

    /// The match; `None` for a single game.
    pub fn contest(&self) -> Option<&Match> {
        match self {
            GameOrMatch::Game(_) => None,
            GameOrMatch::Match(contest) => Some(contest),
        }
    }

    /// The round in play or being laid out, counted from 1; 1 for a single game.
    pub fn round(&self) -> u32 {
        self.contest().map_or(1, Match::round)
    }

    /// Whether the game or the match is over.
    pub fn is_over(&self) -> bool {
        match self {
            GameOrMatch::Game(game) => game.is_over(),
            GameOrMatch::Match(contest) => contest.ending().is_some(),
        }
    }

    /// Whether a round of the match is over and the next one has not begun.
    pub fn is_between_rounds(&self) -> bool {
        self.contest().is_some() && self.game().is_some_and(Game::is_over)
    }

    /// The player who moves or lays out next. `None` when the game or the match is over.
    pub fn to_move(&self) -> Option<Player> {
        match self {
            GameOrMatch::Game(game) => (!game.is_over()).then(|| game.to_move()),
            GameOrMatch::Match(contest) => contest.to_move(),
        }
    }

    /// All legal moves, or all choices of the lay-out.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self {
            GameOrMatch::Game(game) => game.legal_moves(),
            GameOrMatch::Match(contest) => contest.legal_moves(),
        }
    }

    /// The legal moves in notation.
    pub fn legal_names(&self) -> Vec<String> {
        self.legal_moves().iter().map(Move::to_string).collect()
    }

    /// Number of legal moves, or of choices of the lay-out.
    pub fn choices(&self) -> usize {
        match self {
            GameOrMatch::Game(game) => game.choices(),
            GameOrMatch::Match(contest) => contest.choices(),
        }
    }

    /// The position to show. `None` when a match is over.
    pub fn shown(&self) -> Option<Position> {
        match self {
            GameOrMatch::Game(game) => Some(game.position()),
            GameOrMatch::Match(contest) => contest.shown(),
        }
    }

    /// The events since the last call, or since the beginning. A game played from the tables has none.
    pub fn take_events(&mut self) -> Vec<Event> {
        match self {
            GameOrMatch::Game(game) => game.take_events(),
            GameOrMatch::Match(contest) => contest.take_events(),
        }
    }

    /// Continues after a finished round of a match; otherwise does nothing.
    ///
    /// # Errors
    ///
    /// The rules give no answer. The match is then unchanged.
    pub fn go_on(&mut self) -> Result<(), Fault> {
        match self {
            GameOrMatch::Game(_) => Ok(()),
            GameOrMatch::Match(contest) => contest.next_round(),
        }
    }

    /// Plays a move, or makes a choice of the lay-out, given in notation.
    ///
    /// # Errors
    ///
    /// The move is not legal, or the rules give no answer.
    pub fn play_named(&mut self, name: &str) -> Result<(), IllegalMove> {
        match self {
            GameOrMatch::Game(game) => game.play_named(name),
            GameOrMatch::Match(contest) => contest.play_named(name),
        }
    }

    /// Plays the legal move, or makes the choice, at this index (from 0) of [`GameOrMatch::legal_moves`].
    ///
    /// # Errors
    ///
    /// There is no such move, or the rules give no answer.
    pub fn play_nth(&mut self, index: usize) -> Result<(), IllegalMove> {
        match self {
            GameOrMatch::Game(game) => game.play_nth(index),
            GameOrMatch::Match(contest) => contest.play_nth(index),
        }
    }

    /// Takes back the last move, choice of a lay-out, or beginning of a round. Returns false at the start.
    pub fn undo(&mut self) -> bool {
        match self {
            GameOrMatch::Game(game) => game.undo().is_some(),
            GameOrMatch::Match(contest) => contest.undo(),
        }
    }
}
