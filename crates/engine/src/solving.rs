//! Exact values of all positions of small two-player games.
//!
//! [`Solver::new`] divides the positions of a game into layers by their seeds. [`Solver::solve`] computes the values of
//! a layer from those of the layers below it. [`Values`] keeps them, and [`Oracle`] looks them up and plays perfectly.
//! `docs/solving.md` explains the method.

pub use crate::solver::{
    Choice, Circling, Counts, Layer, Oracle, Refusal, Solved, Solver, Stretch, Trust, Values, Worth,
};
