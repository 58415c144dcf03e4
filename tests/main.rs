//! All tests of the project in one program.

mod cli;
mod conformance;
mod laws;
mod matches;
mod perft;
