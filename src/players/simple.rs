//! Players that look at nothing.

use super::{Player, Stuck};
use crate::chance::{Generator, choice};
use crate::contest::Match;
use crate::engine::Progress;
use crate::play::Game;

/// Any legal move, each as likely as the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Player for Random {
    fn choose(&mut self, game: &Game<'_>, chance: &mut Generator, _: &Progress) -> Result<usize, Stuck> {
        Ok(choice(game.choices(), chance))
    }

    fn lay_out(&mut self, contest: &Match<'_>, chance: &mut Generator, _: &Progress) -> Result<usize, Stuck> {
        Ok(choice(contest.choices(), chance))
    }
}

/// The first legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl Player for First {
    fn choose(&mut self, _: &Game<'_>, _: &mut Generator, _: &Progress) -> Result<usize, Stuck> {
        Ok(0)
    }
}
