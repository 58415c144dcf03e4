//! `mancala play`: a game on the screen, or at a plain prompt where there is no terminal.

mod advice;
mod arguments;
mod listener;
mod machines;
mod prompt;
mod screen;
mod table;
mod typed;

use std::io::{IsTerminal, stdin, stdout};
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) use self::arguments::Arguments;
use self::arguments::kind;
use self::screen::{Leaving, Screen};
use self::table::Sitting;
use super::Failure;
use super::game::not_input;
use super::output::Output;
use super::players::{machines, tell_few};
use crate::play_screen::Theme;
use crate::play_screen::picker::Picked;

/// Plays a game.
pub(super) fn play(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let by_clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    let seed = arguments.seed.unwrap_or_else(by_clock);
    not_input(arguments.game.as_deref().unwrap_or_default(), "the moves")?;
    // a terminal that cannot place its letters gets the prompt
    let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    let on_screen = !(arguments.plain || dumb) && stdin().is_terminal() && stdout().is_terminal();
    let mut screen = None;
    let mut sitting = match (&arguments.load, &arguments.game) {
        (Some(file), _) => Sitting::load(file, Some(arguments))?,
        (None, Some(game)) => Sitting::begin(game, arguments, None, seed)?,
        (None, None) if on_screen => {
            let open = screen.insert(Screen::open().map_err(Failure::Output)?);
            match open.pick()? {
                Picked::Game(ruleset, seats) => Sitting::begin(&ruleset, arguments, Some(seats), seed)?,
                Picked::Nothing => return leave(screen, None, out),
            }
        }
        (None, None) => {
            let help = "`mancala list` lists the games; on a terminal, `mancala play` shows a list to choose from";
            return Err(Failure::wrong_use("no game is named").help(help));
        }
    };
    let hinter = arguments.hints.as_deref().map(kind).transpose()?;
    tell_few(&sitting.seats, out)?;
    let machines = machines(&sitting.seats).into_iter();
    let hints = hinter.unwrap_or_else(|| screen::usual_hinter(&sitting.loaded.rules));
    sitting.book = arguments.book.book(&machines.chain([hints]).collect::<Vec<_>>(), &sitting.loaded)?;
    if !on_screen {
        let typed = stdin().is_terminal();
        let left = prompt::play(sitting, hinter, seed, out);
        // a terminal that vanishes ends like a file of moves
        return if typed && listener::is_gone() { Err(Failure::Interrupted) } else { left };
    }
    let ground = || std::env::var("COLORFGBG").map_or(Theme::Any, |colors| Theme::of_terminal(&colors));
    let theme = arguments.theme.unwrap_or_else(ground);
    let mut screen = match screen {
        Some(screen) => screen,
        None => Screen::open().map_err(Failure::Output)?,
    };
    let left = loop {
        match screen.play(&mut sitting, hinter, arguments.speed, seed, (out.color, theme)) {
            Ok(Leaving::Quit) => break Ok(()),
            Ok(Leaving::For(other)) => sitting = *other,
            Err(failure) => break Err(failure),
        }
    };
    leave(Some(screen), Some(&sitting), out).and(left)
}

/// Restores the terminal and says how to go on.
fn leave(screen: Option<Screen>, sitting: Option<&Sitting>, out: &mut Output) -> Result<(), Failure> {
    if screen.is_none_or(Screen::close) {
        return sitting.map_or(Ok(()), |sitting| sitting.farewell(out));
    }
    // without a terminal there is nothing to print to; the game is in the file
    Err(Failure::Interrupted)
}
