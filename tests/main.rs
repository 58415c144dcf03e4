//! All tests of the project in one program.

mod cli;
mod conformance;
mod docs;
mod games;
mod laws;
mod matches;
mod perft;
