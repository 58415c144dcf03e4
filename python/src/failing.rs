//! What goes wrong, as exceptions of the package.

use mancala::cli::Failure;
use mancala::{Fault, RuleFileError, RulesError};
use mancala_rules::problem::{ProblemRecord, render};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::json;

/// Columns of a text that shows problems.
const WIDTH: usize = 100;

/// An exception of `mancala._errors`.
fn raised(py: Python<'_>, class: &str, arguments: (String, String)) -> PyErr {
    let raised = || py.import("mancala._errors")?.getattr(class)?.call1(arguments.clone());
    raised().map_or_else(|error| error, PyErr::from_value)
}

/// A rule file has problems: shown as the program shows them, and each as JSON.
pub fn problems(py: Python<'_>, error: &RuleFileError) -> PyErr {
    let shown = error.problems.chunks(1).map(|problem| render(problem, &error.source, false, WIDTH));
    let shown = shown.collect::<Vec<_>>().join("\n");
    let records: Vec<_> = error.problems.iter().map(|problem| ProblemRecord::new(problem, &error.source)).collect();
    raised(py, "RuleFileError", (shown, json!(records).to_string()))
}

/// A game cannot be loaded.
pub fn failure(py: Python<'_>, failure: &Failure) -> PyErr {
    match failure.problems() {
        Some(error) => problems(py, error),
        None => raised(py, "MancalaError", (failure.text(), String::new())),
    }
}

/// Rules cannot be derived from a file.
pub fn rules(py: Python<'_>, error: &RulesError) -> PyErr {
    match error {
        RulesError::Problems(error) => problems(py, error),
        RulesError::Setting(error) => wrong(py, error),
    }
}

/// What was asked for cannot be done.
pub fn wrong(py: Python<'_>, error: &impl ToString) -> PyErr {
    raised(py, "MancalaError", (error.to_string(), String::new()))
}

/// A move or an action is not legal.
pub fn illegal(py: Python<'_>, error: &impl ToString) -> PyErr {
    raised(py, "IllegalMove", (error.to_string(), String::new()))
}

/// The rules give no answer.
pub fn fault(py: Python<'_>, fault: &Fault) -> PyErr {
    wrong(py, fault)
}

/// A defect of this package.
pub fn defect(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("{what}; this is a defect of mancala"))
}
