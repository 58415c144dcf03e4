//! A game together with the values of its positions.

use super::Solver;
use super::oracle::Oracle;
use super::value::Worth;
use super::values::Values;
use crate::game;

/// The layers of a game, and their values.
#[derive(Debug)]
pub struct Book {
    /// The game and its layers.
    pub solver: Solver,
    /// The values of the layers.
    pub values: Values,
}

impl Book {
    /// An oracle that looks up what positions are worth.
    pub fn oracle(&self) -> Oracle<'_> {
        Oracle::new(&self.solver, &self.values)
    }

    /// Final worth of a position to the player to move, including what both have won so far; `None` if the position has
    /// no place or is not solved.
    pub fn known(&self, position: &game::Position) -> Option<Known> {
        let place = self.solver.place_of(position)?;
        // who searches goes on without a value that cannot be read
        let value = self.values.at(place.layer, place.index).ok().flatten()?;
        let worth = Worth::of(value, place.gain);
        Some(Known { worth, settled: self.values.is_settled(place.layer) })
    }
}

/// A value from the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Worth to the player to move.
    pub worth: Worth,
    /// Whether the value follows from the rules on every path; else a convention on endless play may have affected it.
    pub settled: bool,
}
