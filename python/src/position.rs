//! Positions.

use std::sync::Arc;

use mancala::{draw_board, format_position, parse_position};
use mancala_tools::picture::{Look, svg};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::failing::wrong;
use crate::rules::Rules;

/// All that the rules can ask about a position between turns, except its history.
#[pyclass(frozen, eq, hash, from_py_object, module = "mancala._mancala")]
#[derive(Clone)]
pub struct Position {
    pub rules: Arc<Py<Rules>>,
    pub position: mancala::Position,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl Position {
    pub fn model(&self) -> &Arc<mancala::Rules> {
        &self.rules.get().rules
    }

    /// The board as a picture, with the player to move if he is to be shown.
    pub fn svg_of(&self, shows_mover: bool) -> String {
        let to_move = shows_mover.then_some(self.position.to_move);
        svg(self.model(), &self.position, to_move, &[], &Look::default())
    }
}

#[pymethods]
impl Position {
    /// A position in the notation of `docs/positions.md`, or without a text the start of the game.
    #[new]
    #[pyo3(signature = (rules, text=None))]
    fn new(py: Python<'_>, rules: Py<Rules>, text: Option<&str>) -> PyResult<Self> {
        let known = &rules.get().rules;
        let position = match text {
            None => mancala::Position::start(known),
            Some(text) => parse_position(&known.board, text).map_err(|error| wrong(py, &error))?,
        };
        Ok(Position { rules: Arc::new(rules), position })
    }

    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Py<Rules>, String)) {
        (py.get_type::<Position>(), (self.rules(py), self.__str__()))
    }

    /// The notation.
    fn __str__(&self) -> String {
        format_position(&self.model().board, &self.position)
    }

    fn __repr__(&self) -> String {
        format!("<Position {} of {}>", self.__str__(), self.model().name())
    }

    /// Seeds of each cell, in the order of `Rules.cells`.
    #[getter]
    fn seeds(&self) -> Vec<i64> {
        self.position.seeds.clone()
    }

    /// For each cell the players who have marked it.
    #[getter]
    fn marks(&self) -> Vec<Vec<usize>> {
        self.position.marks.iter().map(|marks| marks.each().collect()).collect()
    }

    /// For each cell the player on whose side it lies.
    #[getter]
    fn owners(&self) -> Vec<Option<usize>> {
        self.position.owner.clone()
    }

    /// The player to move, from 0.
    #[getter]
    fn to_move(&self) -> usize {
        self.position.to_move
    }

    /// The board in letters.
    fn draw(&self) -> String {
        draw_board(self.model(), &self.position, Some(self.position.to_move), false)
    }

    /// The board as a picture in SVG.
    fn svg(&self) -> String {
        self.svg_of(true)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }
}
