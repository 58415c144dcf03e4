//! Players that do not think.

use mancala_rules::chance::{Generator, choice};

use super::Strategy;
use crate::contest::Match;
use crate::engine::Progress;
use crate::game::FaultAt;
use crate::play::Game;

/// Plays a random legal move, all equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Strategy for Random {
    fn choose(&mut self, game: &Game, chance: &mut Generator, _: &Progress) -> Result<usize, FaultAt> {
        Ok(choice(game.choices(), chance))
    }

    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, _: &Progress) -> Result<usize, FaultAt> {
        Ok(choice(contest.choices(), chance))
    }
}

/// Plays the first legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl Strategy for First {
    fn choose(&mut self, _: &Game, _: &mut Generator, _: &Progress) -> Result<usize, FaultAt> {
        Ok(0)
    }
}
