//! A game in play.

use std::sync::Arc;

use mancala::{Event, draw_board};
use mancala_engine::engine::Progress;
use mancala_engine::game::{Action, Observation, tell};
use mancala_tools::drivers::acting::Acting;
use mancala_tools::drivers::perft::perft_until;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::asking::work;
use crate::failing::{fault, illegal, wrong};
use crate::position::Position;
use crate::rules::Rules;

/// What a game is made of again: rules, start, whether it is narrated, moves, actions of an unfinished move.
type Replayed = (Py<Rules>, Position, bool, Vec<String>, Vec<Action>);

/// A game in play: moves by their names, or actions by their numbers.
#[pyclass(module = "mancala._mancala")]
pub struct Game {
    rules: Arc<Py<Rules>>,
    acting: Acting,
    observation: Arc<Observation>,
    events: Vec<Event>,
    narrated: bool,
}

impl Game {
    fn model(&self) -> &Arc<mancala::Rules> {
        self.acting.game().rules()
    }

    fn at(&self, position: mancala::Position) -> Position {
        Position { rules: self.rules.clone(), position }
    }
}

#[pymethods]
impl Game {
    /// A game from its start, or from a position. The narrator plays it if its events are wanted.
    #[new]
    #[pyo3(signature = (rules, position=None, narrated=false))]
    fn new(py: Python<'_>, rules: Py<Rules>, position: Option<&Position>, narrated: bool) -> PyResult<Self> {
        let known = rules.get();
        let start = position.map_or_else(|| mancala::Position::start(&known.rules), |at| at.position.clone());
        if start.seeds.len() != known.rules.board.cells() {
            return Err(wrong(py, &"the position is of another game"));
        }
        let game = known.referee(narrated).game(start).map_err(|error| fault(py, &error))?;
        let (acting, observation) = (Acting::new(game, known.actions.clone()), known.observation.clone());
        let mut game = Game { acting, observation, events: Vec::new(), narrated, rules: Arc::new(rules) };
        game.hear();
        Ok(game)
    }

    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    /// The current position; once the game is over, with the seeds that are gathered at the end.
    #[getter]
    fn position(&self) -> Position {
        self.at(self.acting.game().position())
    }

    /// The position in which the game began.
    #[getter]
    fn start(&self) -> Position {
        self.at(self.acting.game().start().clone())
    }

    /// The player to move, from 0.
    #[getter]
    fn to_move(&self) -> usize {
        self.acting.game().to_move()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.acting.game().is_over()
    }

    /// Seeds that each player has won.
    #[getter]
    fn captured(&self) -> Vec<i64> {
        self.acting.game().captured()
    }

    /// Moves since the game began.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.acting.game().history().iter().map(ToString::to_string).collect()
    }

    /// The legal moves by name; `pass` alone if it is forced.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.acting.game().legal_names()
    }

    /// How the game ended: reason, scores and winners; nothing while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(ending) = self.acting.game().outcome() else { return Ok(None) };
        let told = PyDict::new(py);
        told.set_item("reason", ending.reason)?;
        told.set_item("scores", ending.scores)?;
        told.set_item("winners", ending.winners)?;
        Ok(Some(told))
    }

    /// What each player gets at the end: the winners share 1, and the others lose it in equal parts.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        self.acting.rewards()
    }

    /// Plays a move by its name.
    fn play(&mut self, py: Python<'_>, play: &str) -> PyResult<()> {
        self.acting.play_named(play).map_err(|error| illegal(py, &error))?;
        self.hear();
        Ok(())
    }

    /// Takes the last move back and returns it.
    fn undo(&mut self) -> Option<String> {
        while !self.acting.chosen().is_empty() {
            self.acting.back();
        }
        let last = self.acting.game().history().last().map(ToString::to_string)?;
        // a move is its last action and those before it
        self.acting.back();
        while !self.acting.chosen().is_empty() {
            self.acting.back();
        }
        self.events.clear();
        Some(last)
    }

    /// What happened in the last move, in sentences. Only a narrated game has them.
    #[getter]
    fn events(&self) -> Vec<String> {
        tell(&self.events, self.model(), &self.rules.get().ruleset.source)
    }

    /// The legal actions, in order.
    fn legal_actions(&self) -> Vec<Action> {
        self.acting.legal()
    }

    /// The actions of an unfinished move.
    #[getter]
    fn chosen(&self) -> Vec<Action> {
        self.acting.chosen().to_vec()
    }

    /// Takes an action. Returns whether a move was finished by it.
    fn act(&mut self, py: Python<'_>, action: Action) -> PyResult<bool> {
        let finished = self.acting.act(action).map_err(|error| illegal(py, &error))?;
        if finished {
            self.hear();
        }
        Ok(finished)
    }

    /// Takes the last action back. Returns `False` at the start.
    fn take_back(&mut self) -> bool {
        self.acting.back()
    }

    /// What a program that learns sees.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let numbers = PyArray1::zeros(py, self.observation.length(), false);
        self.acting.observe(&self.observation, numbers.try_readwrite()?.as_slice_mut()?);
        Ok(numbers)
    }

    /// Number of sequences of `depth` plies from here.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let (game, progress) = (self.acting.game(), Progress::default());
        let counted = work(py, || perft_until(game, depth, &progress), || progress.stop(), |_| Ok(()))?;
        counted.map_err(|error| fault(py, &error))
    }

    /// A copy that is played on alone.
    fn copy(&self) -> Game {
        Game {
            rules: self.rules.clone(),
            acting: self.acting.clone(),
            observation: self.observation.clone(),
            events: self.events.clone(),
            narrated: self.narrated,
        }
    }

    #[getter]
    fn narrated(&self) -> bool {
        self.narrated
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Replayed)> {
        let begun = (self.rules(py), self.start(), self.narrated, self.history(), self.chosen());
        Ok((py.import("mancala._rules")?.getattr("_replayed")?, begun))
    }

    fn __str__(&self) -> String {
        let game = self.acting.game();
        let to_move = (!game.is_over()).then(|| game.to_move());
        draw_board(game.rules(), &game.position(), to_move, false)
    }

    fn __repr__(&self) -> String {
        format!("<Game of {} after {} moves>", self.model().name(), self.acting.game().history().len())
    }

    fn _repr_svg_(&self) -> String {
        self.position().svg_of(!self.acting.game().is_over())
    }
}

impl Game {
    /// Takes the events of the last move.
    fn hear(&mut self) {
        self.events = self.acting.take_events();
    }
}
