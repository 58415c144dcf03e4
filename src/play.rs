//! A game in play, whoever reads the rules: the tables, fast; or the narrator, who can tell what happens.

use crate::engine::{self, Engine, Walk};
use crate::narrator::{self, Ending, Event, Fault, NotLegal, Position};
use crate::rules::model::{Player, Rules};

/// Who reads the rules.
#[derive(Clone)]
pub enum Referee<'r> {
    /// The tables.
    Tables(Engine<'r>),
    /// The narrator, who tells what happens.
    Narrator(&'r Rules),
}

impl<'r> Referee<'r> {
    /// The tables.
    pub fn tables(rules: &'r Rules) -> Self {
        Referee::Tables(Engine::new(rules))
    }

    /// The rules.
    pub fn rules(&self) -> &'r Rules {
        match self {
            Referee::Tables(engine) => engine.rules(),
            Referee::Narrator(rules) => rules,
        }
    }

    /// A game from a position.
    pub fn game(&self, position: Position) -> Result<Game<'r>, Fault> {
        Ok(match self {
            Referee::Tables(engine) => Game::Tables(engine.game(&position, true)?),
            Referee::Narrator(rules) => Game::Narrator(Box::new(narrator::Game::from_position(rules, position)?)),
        })
    }
}

/// A game in play.
#[derive(Clone)]
pub enum Game<'r> {
    /// From the tables.
    Tables(engine::Game<'r>),
    /// By the narrator.
    Narrator(Box<narrator::Game<'r>>),
}

impl<'r> Game<'r> {
    /// The rules it is played by.
    pub fn rules(&self) -> &'r Rules {
        match self {
            Game::Tables(game) => game.rules(),
            Game::Narrator(game) => game.rules(),
        }
    }

    /// The position now.
    pub fn position(&self) -> Position {
        match self {
            Game::Tables(game) => game.position(),
            Game::Narrator(game) => game.position().clone(),
        }
    }

    /// The position as the last turn left it, before a rule of `before turn` moved seeds.
    pub fn left(&self) -> Position {
        match self {
            Game::Tables(game) => game.left(),
            Game::Narrator(game) => game.left().clone(),
        }
    }

    /// The position to show: the position now; when the game is over, as the last turn left it.
    pub fn shown(&self) -> Position {
        match self {
            Game::Tables(game) => game.shown(),
            Game::Narrator(game) => game.shown().clone(),
        }
    }

    /// A walk from here through what may follow, with what stood before; from the tables, whoever reads the rules.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn walk(&self) -> Result<Walk<'r>, Fault> {
        match self {
            Game::Tables(game) => Ok(game.walk()),
            Game::Narrator(game) => {
                let engine = Engine::for_position(game.rules(), game.left());
                Ok(engine.game_after(game.left(), &game.stood_before())?.walk())
            }
        }
    }

    /// Who is to move.
    pub fn to_move(&self) -> Player {
        match self {
            Game::Tables(game) => game.to_move(),
            Game::Narrator(game) => game.position().to_move,
        }
    }

    /// Whether the player to move must pass.
    pub fn must_pass(&self) -> bool {
        match self {
            Game::Tables(game) => game.must_pass(),
            Game::Narrator(game) => matches!(game.standing(), narrator::Standing::MustPass),
        }
    }

    /// How it ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        match self {
            Game::Tables(game) => game.ending(),
            Game::Narrator(game) => game.ending().cloned(),
        }
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        match self {
            Game::Tables(game) => game.is_over(),
            Game::Narrator(game) => game.ending().is_some(),
        }
    }

    /// How many legal moves there are, a forced pass included.
    pub fn choices(&self) -> usize {
        match self {
            Game::Tables(game) => game.choices(),
            Game::Narrator(game) => match game.standing() {
                narrator::Standing::ToMove(moves) => moves.len(),
                narrator::Standing::MustPass => 1,
                narrator::Standing::Over(_) => 0,
            },
        }
    }

    /// The names of all legal moves, `pass` included.
    pub fn legal(&self) -> Vec<String> {
        match self {
            Game::Tables(game) => game.legal(),
            Game::Narrator(game) => game.legal(),
        }
    }

    /// What each player has won so far, in the position shown.
    pub fn captured(&self) -> Vec<i64> {
        match self {
            Game::Tables(game) => game.captured(),
            Game::Narrator(game) => game.captured(),
        }
    }

    /// What happened since the last call, or since the game began; nothing from the tables.
    pub fn take_told(&mut self) -> Vec<Event> {
        match self {
            Game::Tables(_) => Vec::new(),
            Game::Narrator(game) => game.take_told(),
        }
    }

    /// Plays the move of a name.
    pub fn play(&mut self, name: &str) -> Result<(), NotLegal> {
        match self {
            Game::Tables(game) => game.play(name),
            Game::Narrator(game) => game.play(name),
        }
    }

    /// Plays the legal move of an index; a forced pass has index 0. Nothing happens beyond the last.
    pub fn play_nth(&mut self, index: usize) -> Result<(), Fault> {
        match self {
            Game::Tables(game) => game.play_nth(index),
            Game::Narrator(game) => game.play_nth(index),
        }
    }
}
