//! Exact values of small games of two players, for every position.
//!
//! [`Solver::new`] lays the positions of a game out in layers by their seeds; [`Solver::solve`] computes the values of a
//! layer from those below it, [`Values`] keeps them, and [`Oracle`] looks them up and plays perfectly. `docs/solving.md`
//! says what is solved, and how.

pub use crate::solver::{
    Choice, Circling, Counts, Layer, Oracle, Refusal, Solved, Solver, Stretch, Trust, Values, Worth,
};
