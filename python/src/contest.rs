//! A match in play.

use std::sync::Arc;

use mancala_engine::game::tell;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::failing::{fault, illegal, wrong};
use crate::position::Position;
use crate::rules::Rules;

/// A match in play: rounds, between which the board is refilled.
#[pyclass(module = "mancala._mancala")]
pub struct Match {
    rules: Arc<Py<Rules>>,
    contest: mancala::Match,
}

#[pymethods]
impl Match {
    /// A match that is cut off after a number of rounds. `lots` is the seed of the lots.
    #[new]
    #[pyo3(signature = (rules, rounds=100, lots=0, narrated=false))]
    fn new(py: Python<'_>, rules: Py<Rules>, rounds: u32, lots: u64, narrated: bool) -> PyResult<Self> {
        let begun = mancala::Match::with_lots(rules.get().referee(narrated), rounds, lots);
        let begun = begun.ok_or_else(|| wrong(py, &"the file describes a single game, no match"))?;
        let contest = begun.map_err(|error| fault(py, &error))?;
        Ok(Match { rules: Arc::new(rules), contest })
    }

    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    /// The board, also between rounds; nothing after the match.
    #[getter]
    fn position(&self) -> Option<Position> {
        let position = self.contest.shown()?;
        Some(Position { rules: self.rules.clone(), position })
    }

    /// The player to move or to fill the board, from 0.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.contest.to_move()
    }

    /// The round, counted from 1.
    #[getter]
    fn round(&self) -> u32 {
        self.contest.round()
    }

    /// Whether the round is over and the next one has to begin.
    #[getter]
    fn round_is_over(&self) -> bool {
        self.contest.game().is_some_and(mancala_engine::play::Game::is_over)
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.contest.ending().is_some()
    }

    /// Seeds that each player owned when the round began.
    #[getter]
    fn owned(&self) -> Vec<i64> {
        self.contest.owned().to_vec()
    }

    /// Seeds that have left the match, since nobody won them.
    #[getter]
    fn gone(&self) -> i64 {
        self.contest.gone()
    }

    /// Points of each player.
    #[getter]
    fn points(&self) -> Vec<i64> {
        self.contest.points().to_vec()
    }

    /// The legal moves, or ways to fill the board, by name.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.contest.legal_names()
    }

    /// How the match ended: reason, rounds, winners, points, owned, gone; nothing while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(ending) = self.contest.ending().cloned() else { return Ok(None) };
        let told = PyDict::new(py);
        told.set_item("reason", ending.reason)?;
        told.set_item("rounds", ending.rounds)?;
        told.set_item("winners", ending.winners)?;
        told.set_item("points", ending.points)?;
        told.set_item("owned", ending.owned)?;
        told.set_item("gone", ending.gone)?;
        Ok(Some(told))
    }

    /// Plays a move, or fills the board, by name.
    fn play(&mut self, py: Python<'_>, play: &str) -> PyResult<()> {
        self.contest.play_named(play).map_err(|error| illegal(py, &error))
    }

    /// Counts the round that is over and begins the next one, or ends the match.
    fn next_round(&mut self, py: Python<'_>) -> PyResult<()> {
        if !self.round_is_over() {
            return Err(wrong(py, &"the round is not over"));
        }
        self.contest.next_round().map_err(|error| fault(py, &error))
    }

    /// Takes the last step back. Returns `False` at the start.
    fn undo(&mut self) -> bool {
        self.contest.undo()
    }

    /// What happened since the last call, in sentences. Only a narrated match has them.
    fn take_events(&mut self) -> Vec<String> {
        let events = self.contest.take_events();
        tell(&events, self.contest.rules(), &self.rules.get().ruleset.source)
    }

    fn copy(&self) -> Match {
        Match { rules: self.rules.clone(), contest: self.contest.clone() }
    }

    fn __repr__(&self) -> String {
        format!("<Match of {} in round {}>", self.contest.rules().name(), self.contest.round())
    }

    fn _repr_svg_(&self) -> Option<String> {
        Some(self.position()?.svg_of(!self.round_is_over()))
    }
}
