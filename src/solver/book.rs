//! A game with the values of its positions, to be looked up.

use super::Solver;
use super::oracle::Oracle;
use super::value::Worth;
use super::values::Values;
use crate::game;

/// A game laid out, and the values of its layers.
#[derive(Debug)]
pub struct Book {
    /// The game.
    pub solver: Solver,
    /// The values.
    pub values: Values,
}

impl Book {
    /// Tells what positions are worth.
    pub fn oracle(&self) -> Oracle<'_> {
        Oracle::new(&self.solver, &self.values)
    }

    /// What a position is worth to the player to move when the round is over, with what both have won so far; none if it
    /// has no place or is not solved.
    pub fn known(&self, position: &game::Position) -> Option<Known> {
        let place = self.solver.place_of(position)?;
        let worth = Worth::of(self.values.at(place.layer, place.index)?, place.gain);
        Some(Known { worth, settled: self.values.is_settled(place.layer) })
    }
}

/// A value that is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value.
    pub worth: Worth,
    /// Whether it is that of the rules on every path; else a convention on endless play may have a part in it.
    pub settled: bool,
}
