//! The program `mancala`: arguments, report of what went wrong, exit code.

use std::process::ExitCode;

use mancala::cli;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(failure.report()),
    }
}
