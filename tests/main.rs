//! All tests of the project in one program.

mod conformance;
mod laws;
mod perft;
