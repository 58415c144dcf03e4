//! `mancala perft`: counts sequences of moves.

use std::time::Instant;

use serde::Serialize;

use super::Failure;
use super::game::GameArguments;
use super::output::Output;
use super::whole;
use crate::drivers::perft::perft as count;

/// Arguments of `perft`.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  mancala perft krur --depth 6

A pass counts as a move, a finished game has no continuation, and the repetition of positions is not looked at.")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Count sequences of 1, 2 .. up to N moves
    #[arg(long, value_name = "N", value_parser = whole(1, 50), allow_negative_numbers = true)]
    depth: u64,

    /// Begin with this position (`mancala show GAME --position` prints the one at the start)
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Print a line of JSON for each depth
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CountRecord {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// Counts sequences of moves, a line for each depth as soon as it is known.
pub(super) fn perft(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    let position = loaded.position(arguments.from.as_deref())?;
    if !arguments.json {
        out.line(out.bold("depth               nodes    seconds"))?;
    }
    for depth in 1..=u32::try_from(arguments.depth).unwrap_or(u32::MAX) {
        let began = Instant::now();
        let nodes = count(&loaded.rules, position.clone(), depth).map_err(|fault| loaded.fault(&fault, &position))?;
        let seconds = (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        if arguments.json {
            out.json(&CountRecord { depth, nodes, seconds })?;
        } else {
            out.line(format!("{depth:>5}{nodes:>20}{seconds:>11.3}"))?;
        }
        out.flush()?;
    }
    Ok(())
}
