//! Many games side by side, in arrays of NumPy that are written in place.

use mancala_engine::engine::{self, Led, Plan, Shown};
use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods};
use pyo3::prelude::*;

use crate::failing::{illegal, wrong};
use crate::position::Position;
use crate::rules::Rules;

/// Most games of a batch times actions or numbers of an observation: more would hardly fit into memory.
const LARGEST: usize = 1 << 30;

/// Games of the same rules that are played side by side. A game that is over begins again in the same step. Each array has
/// one row for each game; `reset` and `step` write into it.
#[pyclass(module = "mancala._mancala")]
pub struct Batch {
    batch: Box<dyn engine::Batch>,
    games: usize,
    begun: bool,
    #[pyo3(get)]
    observations: Py<PyArray2<i32>>,
    #[pyo3(get)]
    legal: Py<PyArray2<bool>>,
    #[pyo3(get)]
    to_move: Py<PyArray1<i32>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    scores: Py<PyArray2<i32>>,
    #[pyo3(get)]
    last_observations: Py<PyArray2<i32>>,
}

#[pymethods]
impl Batch {
    /// Games that begin in a position, or where the rules say. A game is cut off after `most_plies` plies.
    #[new]
    #[pyo3(signature = (rules, games, most_plies=10_000, position=None))]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        games: usize,
        most_plies: u32,
        position: Option<&Position>,
    ) -> PyResult<Self> {
        let start = position.map_or_else(|| mancala::Position::start(&rules.rules), |at| at.position.clone());
        if start.seeds.len() != rules.rules.board.cells() {
            return Err(wrong(py, &"the position is of another game"));
        }
        let actions = rules.actions.clone();
        let observation = std::sync::Arc::new(mancala_engine::game::Observation::new(&rules.rules, &start, &actions));
        let (count, length, players) = (actions.count(), observation.length(), rules.rules.players());
        if games == 0 || games.saturating_mul(count.max(length)) > LARGEST {
            return Err(wrong(py, &format!("a batch of {games} games is too small or too large")));
        }
        if most_plies == 0 {
            return Err(wrong(py, &"a game needs a ply"));
        }
        let plan = Plan { start, games, most_plies, actions, observation };
        let batch = <dyn engine::Batch>::new(&rules.rules, plan);
        Ok(Batch {
            batch,
            games,
            begun: false,
            observations: PyArray2::zeros(py, (games, length), false).unbind(),
            legal: PyArray2::zeros(py, (games, count), false).unbind(),
            to_move: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArray2::zeros(py, (games, players), false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            scores: PyArray2::zeros(py, (games, players), false).unbind(),
            last_observations: PyArray2::zeros(py, (games, length), false).unbind(),
        })
    }

    #[getter]
    fn games(&self) -> usize {
        self.games
    }

    /// Begins all games again.
    #[pyo3(signature = (seed=0))]
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut legal = self.legal.bind(py).try_readwrite()?;
        let mut to_move = self.to_move.bind(py).try_readwrite()?;
        let mut shown = Shown {
            observations: observations.as_slice_mut()?,
            legal: legal.as_slice_mut()?,
            to_move: to_move.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        py.detach(|| batch.reset(seed, &mut shown)).map_err(|error| wrong(py, &error))?;
        self.begun = true;
        Ok(())
    }

    /// Plays one action in each game.
    fn step(&mut self, py: Python<'_>, actions: PyArrayLike1<'_, i64, AllowTypeChange>) -> PyResult<()> {
        if !self.begun {
            return Err(wrong(py, &"the batch has to be reset first"));
        }
        let actions = actions.as_slice()?;
        if actions.len() != self.games {
            return Err(wrong(py, &format!("{} actions for {} games", actions.len(), self.games)));
        }
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut legal = self.legal.bind(py).try_readwrite()?;
        let mut to_move = self.to_move.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let mut scores = self.scores.bind(py).try_readwrite()?;
        let mut last = self.last_observations.bind(py).try_readwrite()?;
        let mut shown = Shown {
            observations: observations.as_slice_mut()?,
            legal: legal.as_slice_mut()?,
            to_move: to_move.as_slice_mut()?,
        };
        let mut led = Led {
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            scores: scores.as_slice_mut()?,
            last: last.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        match py.detach(|| batch.step(actions, &mut shown, &mut led)) {
            Ok(()) => Ok(()),
            Err(error @ engine::BatchError::Illegal { .. }) => Err(illegal(py, &error)),
            Err(error) => {
                self.begun = false;
                Err(wrong(py, &error))
            }
        }
    }
}
