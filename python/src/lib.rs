//! The native part of the package `mancala` for Python. `mancala/__init__.py` is what users see of it.

mod asking;
mod batch;
mod contest;
mod failing;
mod game;
mod position;
mod rules;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The names of the rulesets inside the package.
#[pyfunction]
fn ruleset_names() -> Vec<&'static str> {
    mancala::shipped_names().collect()
}

/// Runs the program with its arguments and returns its exit code.
#[pyfunction]
fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| mancala::cli::exit_code(arguments))
}

#[pymodule]
mod _mancala {
    #[pymodule_export]
    use super::asking::{Databases, answer};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::contest::Match;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::rules::Rules;
    #[pymodule_export]
    use super::{ruleset_names, run_program};
}
