//! A single game or a whole match, for whoever plays both.

use super::Match;
use crate::game::{Event, Fault, IllegalMove, Move, Position};
use crate::play::{Game, Referee};
use crate::rules::model::Player;

/// What is played.
#[derive(Clone, Debug)]
pub enum Start {
    /// One game, or one round, from a position.
    Game(Position),
    /// A whole match, cut after so many rounds.
    Match(u32),
}

/// A game or a match in play.
#[derive(Clone)]
pub enum GameOrMatch {
    /// A game, or a single round.
    Game(Box<Game>),
    /// A whole match.
    Match(Box<Match>),
}

impl GameOrMatch {
    /// A game or a match that begins now; none if a match is wanted and the file tells a single game.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn begin(referee: Referee, start: &Start) -> Option<Result<Self, Fault>> {
        Some(match start {
            Start::Game(position) => referee.game(position.clone()).map(|game| GameOrMatch::Game(Box::new(game))),
            Start::Match(rounds) => Match::with(referee, *rounds)?.map(|contest| GameOrMatch::Match(Box::new(contest))),
        })
    }

    /// The game, or the round in play.
    pub fn game(&self) -> Option<&Game> {
        match self {
            GameOrMatch::Game(game) => Some(game),
            GameOrMatch::Match(contest) => contest.game(),
        }
    }

    /// The match, if it is one.
    pub fn contest(&self) -> Option<&Match> {
        match self {
            GameOrMatch::Game(_) => None,
            GameOrMatch::Match(contest) => Some(contest),
        }
    }

    /// The round that is played or laid out, counted from 1.
    pub fn round(&self) -> u32 {
        self.contest().map_or(1, Match::round)
    }

    /// Whether all is over.
    pub fn is_over(&self) -> bool {
        match self {
            GameOrMatch::Game(game) => game.is_over(),
            GameOrMatch::Match(contest) => contest.ending().is_some(),
        }
    }

    /// Whether a round of a match is over and the next one can begin.
    pub fn is_between_rounds(&self) -> bool {
        self.contest().is_some() && self.game().is_some_and(Game::is_over)
    }

    /// Who is to move or to lay out.
    pub fn to_move(&self) -> Option<Player> {
        match self {
            GameOrMatch::Game(game) => (!game.is_over()).then(|| game.to_move()),
            GameOrMatch::Match(contest) => contest.to_move(),
        }
    }

    /// All legal moves, or choices of the lay-out.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self {
            GameOrMatch::Game(game) => game.legal_moves(),
            GameOrMatch::Match(contest) => contest.legal_moves(),
        }
    }

    /// The legal moves as they are written.
    pub fn legal_names(&self) -> Vec<String> {
        self.legal_moves().iter().map(Move::to_string).collect()
    }

    /// How many legal moves, or choices of the lay-out, there are.
    pub fn choices(&self) -> usize {
        match self {
            GameOrMatch::Game(game) => game.choices(),
            GameOrMatch::Match(contest) => contest.choices(),
        }
    }

    /// The position to show; none when a match is over.
    pub fn shown(&self) -> Option<Position> {
        match self {
            GameOrMatch::Game(game) => Some(game.shown()),
            GameOrMatch::Match(contest) => contest.shown(),
        }
    }

    /// What happened since the last call, or since it began; of a game by the tables nothing.
    pub fn take_events(&mut self) -> Vec<Event> {
        match self {
            GameOrMatch::Game(game) => game.take_events(),
            GameOrMatch::Match(contest) => contest.take_events(),
        }
    }

    /// Goes on from a round of a match that is over; nothing happens otherwise.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn go_on(&mut self) -> Result<(), Fault> {
        match self {
            GameOrMatch::Game(_) => Ok(()),
            GameOrMatch::Match(contest) => contest.next_round(),
        }
    }

    /// Plays the move, or makes the choice, that is written so.
    ///
    /// # Errors
    ///
    /// It is not legal, or the rules give no answer.
    pub fn play_named(&mut self, name: &str) -> Result<(), IllegalMove> {
        match self {
            GameOrMatch::Game(game) => game.play_named(name),
            GameOrMatch::Match(contest) => contest.play_named(name),
        }
    }

    /// Plays the legal move, or makes the choice, of an index into [`GameOrMatch::legal_moves`].
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

    /// Takes back the last move, choice of a lay-out, or beginning of a round; false where it began.
    pub fn undo(&mut self) -> bool {
        match self {
            GameOrMatch::Game(game) => game.undo().is_some(),
            GameOrMatch::Match(contest) => contest.undo(),
        }
    }
}
