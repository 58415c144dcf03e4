//! A single game or a whole match, for whoever plays both.

use super::Match;
use crate::narrator::{Event, Fault, NotLegal, Position};
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
pub enum Table<'r> {
    /// A game, or a single round.
    Game(Box<Game<'r>>),
    /// A whole match.
    Match(Box<Match<'r>>),
}

impl<'r> Table<'r> {
    /// A game or a match that begins now; none if a match is wanted and the file tells a single game.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn begin(referee: Referee<'r>, start: &Start) -> Option<Result<Self, Fault>> {
        Some(match start {
            Start::Game(position) => referee.game(position.clone()).map(|game| Table::Game(Box::new(game))),
            Start::Match(rounds) => Match::with(referee, *rounds)?.map(|contest| Table::Match(Box::new(contest))),
        })
    }

    /// The game, or the round in play.
    pub fn game(&self) -> Option<&Game<'r>> {
        match self {
            Table::Game(game) => Some(game),
            Table::Match(contest) => contest.game(),
        }
    }

    /// The match, if it is one.
    pub fn contest(&self) -> Option<&Match<'r>> {
        match self {
            Table::Game(_) => None,
            Table::Match(contest) => Some(contest),
        }
    }

    /// The round that is played or laid out, counted from 1.
    pub fn round(&self) -> u32 {
        self.contest().map_or(1, Match::round)
    }

    /// Whether all is over.
    pub fn is_over(&self) -> bool {
        match self {
            Table::Game(game) => game.is_over(),
            Table::Match(contest) => contest.ending().is_some(),
        }
    }

    /// Whether a round of a match is over and the next one can begin.
    pub fn is_between_rounds(&self) -> bool {
        self.contest().is_some() && self.game().is_some_and(Game::is_over)
    }

    /// Who is to move or to lay out.
    pub fn to_move(&self) -> Option<Player> {
        match self {
            Table::Game(game) => (!game.is_over()).then(|| game.to_move()),
            Table::Match(contest) => contest.to_move(),
        }
    }

    /// The names of all legal moves, or choices of the lay-out.
    pub fn legal(&self) -> Vec<String> {
        match self {
            Table::Game(game) => game.legal(),
            Table::Match(contest) => contest.legal(),
        }
    }

    /// How many legal moves, or choices of the lay-out, there are.
    pub fn choices(&self) -> usize {
        match self {
            Table::Game(game) => game.choices(),
            Table::Match(contest) => contest.choices(),
        }
    }

    /// The position to show; none when a match is over.
    pub fn shown(&self) -> Option<Position> {
        match self {
            Table::Game(game) => Some(game.shown()),
            Table::Match(contest) => contest.shown(),
        }
    }

    /// What happened since the last call, or since it began; of a game by the tables nothing.
    pub fn take_told(&mut self) -> Vec<Event> {
        match self {
            Table::Game(game) => game.take_told(),
            Table::Match(contest) => contest.take_told(),
        }
    }

    /// Goes on from a round of a match that is over; nothing happens otherwise.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn go_on(&mut self) -> Result<(), Fault> {
        match self {
            Table::Game(_) => Ok(()),
            Table::Match(contest) => contest.next_round(),
        }
    }

    /// Plays the move, or makes the choice, of a name.
    ///
    /// # Errors
    ///
    /// It is not legal, or the rules give no answer.
    pub fn play(&mut self, name: &str) -> Result<(), NotLegal> {
        match self {
            Table::Game(game) => game.play(name),
            Table::Match(contest) => contest.play(name),
        }
    }

    /// Plays the legal move, or makes the choice, of an index.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn play_nth(&mut self, index: usize) -> Result<(), Fault> {
        match self {
            Table::Game(game) => game.play_nth(index),
            Table::Match(contest) => contest.play_nth(index),
        }
    }
}
