//! `mancala protocol`: answers the requests of another program.

use std::io::{BufRead, Read, stdin};
use std::time::Duration;

use mancala_engine::engine::Progress;
use mancala_engine::players::{Kind, Limit, Strategy};
use mancala_rules::chance::generator;
use mancala_tools::protocol::{Answer, Desk, Reply};

use super::Failure;
use super::game::{Loaded, ReadingArguments, not_input};
use super::output::Output;
use super::players::{BookArguments, usual};

/// The longest request, in bytes.
const LONGEST_LINE: u64 = 1024 * 1024;

/// Arguments of `protocol`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala protocol krur
  mancala protocol --player mcts:2000
  printf 'play d1\\nlegal\\ngo time 500\\n' | mancala protocol krur
  mancala run krur --players program:./my-bot,greedy
  mancala run kalah --players 'program:mancala protocol --player search:d6,random'

Another program writes requests, one in a line, and reads one line for each, which is written at once: `mancala 1` \
is answered by `ready`, `game krur`, `position start moves d1 a2` and `play d1` by `ok`, `legal`, `board` and \
`result` by what they ask for, `go time 2000` by `move` and a move, and what is wrong by `error`. `quit` ends it.

A program that answers the same requests can take a seat: `--players program:./my-bot`. docs/protocol.md describes \
all requests.")]
pub(super) struct Arguments {
    /// The name of a ruleset (see `mancala list`), another name of a game, or the path of a rule file; `game` in a
    /// request chooses another
    #[arg(add = super::candidates::game())]
    game: Option<String>,

    #[command(flatten)]
    readings: ReadingArguments,

    /// The machine that chooses a move where a request sets no time [default: `search:50000`; `mcts:2000` for three or
    /// more players]
    #[arg(long, value_name = "KIND", add = super::candidates::machine())]
    player: Option<String>,

    #[command(flatten)]
    book: BookArguments,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true)]
    #[arg(value_parser = super::whole::whole(0, u64::MAX))]
    seed: u64,
}

/// Answers requests until `quit` or the end of the input.
pub(super) fn protocol(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let chosen = match &arguments.player {
        Some(word) => Some(Kind::parse(word).map_err(|error| Failure::wrong_use(error.message).help(error.help))?),
        None => None,
    };
    let load = |name: &str, settings: &[(String, String)]| {
        Loaded::new(name, settings).map(|loaded| loaded.rules).map_err(|failure| failure.text())
    };
    let mut desk = Desk::new(concat!("mancala ", env!("CARGO_PKG_VERSION")), load);
    let mut book = None;
    if let Some(game) = &arguments.game {
        not_input(game, "the requests")?;
        let loaded = Loaded::new(game, arguments.readings.settings())?;
        book = arguments.book.book(&chosen.into_iter().collect::<Vec<_>>(), &loaded)?;
        desk.open_with(game, arguments.readings.settings(), &loaded.rules).map_err(Failure::wrong_use)?;
    }
    let mut machine: Option<(Kind, Box<dyn Strategy>)> = None;
    let mut asked = 0;
    loop {
        out.flush()?;
        let mut line = Vec::new();
        let read = stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line);
        match read {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(Failure::wrong_use(format!("standard input cannot be read: {error}"))),
        }
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        let answer = match desk.answer(&line) {
            Reply::Quit => return Ok(()),
            Reply::Said(answer) => answer,
            Reply::Think(time) => {
                let Some(table) = desk.table() else { continue };
                let players = desk.players();
                let kind = chosen.unwrap_or_else(|| match time {
                    // some of the time is left for the way of the answer
                    Some(time) if players == 2 => {
                        Kind::Search(Limit::Time((time * 4 / 5).max(Duration::from_millis(1))))
                    }
                    _ => usual(players),
                });
                if machine.as_ref().is_none_or(|(known, _)| *known != kind) {
                    machine = Some((kind, kind.player_with(book.as_ref())));
                }
                let Some((_, player)) = &mut machine else { continue };
                asked += 1;
                match player.choose_at(table, &mut generator(arguments.seed, asked), &Progress::default()) {
                    Ok(index) => desk.chosen(index),
                    Err(stuck) => Answer::Error(stuck.fault.message),
                }
            }
        };
        out.line(answer)?;
    }
}
