//! `mancala play`: a game on the screen, or at a plain prompt where there is no terminal.

mod arguments;
mod listener;
mod machines;
mod prompt;
mod screen;
mod table;

use std::io::{IsTerminal, stdin, stdout};
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) use self::arguments::Arguments;
use self::arguments::kind;
use self::screen::Leaving;
use self::table::Sitting;
use super::Failure;
use super::output::Output;
use crate::play_screen::Seat;

/// Plays a game.
pub(super) fn play(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let by_clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    let seed = arguments.seed.unwrap_or_else(by_clock);
    let mut sitting = match &arguments.load {
        Some(file) => Sitting::load(file, Some(arguments))?,
        None => Sitting::begin(arguments.game.as_deref().unwrap_or_default(), arguments, seed)?,
    };
    let hinter = arguments.hints.as_deref().map(kind).transpose()?;
    let machines = sitting.seats.iter().filter_map(|seat| match seat {
        Seat::Person => None,
        Seat::Machine(kind) => Some(*kind),
    });
    let hints = hinter.unwrap_or_else(|| screen::usual_hinter(&sitting.loaded.rules));
    sitting.book = arguments.book.book(&machines.chain([hints]).collect::<Vec<_>>(), &sitting.loaded)?;
    if arguments.plain || !stdin().is_terminal() || !stdout().is_terminal() {
        let typed = stdin().is_terminal();
        let left = prompt::play(sitting, hinter, seed, out);
        // a terminal that vanishes ends like a file of moves
        return if typed && listener::is_gone() { Err(Failure::Interrupted) } else { left };
    }
    let mut screen = screen::Screen::open().map_err(Failure::Output)?;
    let left = loop {
        match screen.play(&mut sitting, hinter, arguments.speed, seed, out.color) {
            Ok(Leaving::Quit) => break Ok(()),
            Ok(Leaving::For(other)) => sitting = *other,
            Err(failure) => break Err(failure),
        }
    };
    if screen.close() {
        sitting.farewell(out)?;
        left
    } else {
        // without a terminal there is nothing to print to; the game is in the file
        Err(Failure::Interrupted)
    }
}
