//! `mancala perft`: counts sequences of moves.

use std::time::Instant;

use mancala_engine::engine::Engine;
use mancala_engine::game::{Fault, Position};
use mancala_tools::drivers::perft::{beginnings, narrated};
use serde::Serialize;

use super::Failure;
use super::game::{EngineArguments, GameArguments, Loaded, Reader};
use super::output::Output;
use super::provenance::Provenance;
use super::shard::{Table, TableArguments};
use super::sheet::{Cell, Column, Kind};
use super::whole::whole;
use super::work::{ThreadArguments, Work};

/// Arguments of `perft`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala perft krur --depth 6
  mancala perft oware --depth 9 --divide --threads 2
  mancala perft krur --depth 6 --engine narrator
  mancala perft oware --depth 12 --split 3 --shard 1/50 --out oware-1.csv

A pass counts as a move, a finished game has no continuation, and rules on repeated positions are \
ignored. Ctrl-C prints the counts so far. A table (`--out`) has the sequences of N moves by how they begin: \
its rows add up to the count of N moves.")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Count sequences of 1, 2, ... up to N moves
    #[arg(long, value_name = "N", value_parser = whole(1, 50), allow_negative_numbers = true)]
    depth: u64,

    /// Show the number of longest sequences that begin with each move
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// Begin with this position (`mancala show GAME --position` prints the one at the start)
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Print a line of JSON for each depth
    #[arg(long, conflicts_with = "out")]
    json: bool,

    // the rows are the beginnings of the sequences of N moves
    #[command(flatten)]
    table: TableArguments,

    /// With `--out`: a row for each beginning of K moves, with the number of sequences that begin so
    #[arg(long, value_name = "K", default_value = "2", value_parser = whole(1, 8), requires = "out")]
    #[arg(allow_negative_numbers = true)]
    split: u64,
}

#[derive(Serialize)]
struct CountRecord {
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// With `--divide`, at the last depth: number of sequences by first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveRecord>>,
    /// Whether the user stopped it, so that the count is too low.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
}

#[derive(Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    play: String,
    nodes: u64,
}

/// Counts sequences of moves and prints a line for each depth as soon as it is known.
pub(super) fn perft(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    let position = loaded.position(arguments.from.as_deref())?;
    loaded.tell_lot(&position, out)?;
    let work = Work::new(&arguments.threads)?;
    let columns = ["number", "depth", "moves", "nodes", "seed", "game", "file", "readings", "fingerprint", "version"];
    let column = |name: &str| match name {
        "number" | "depth" | "nodes" | "seed" => Column::new(name, Kind::Count),
        _ => Column::new(name, Kind::Text),
    };
    if let Some(table) = arguments.table.begin(columns.map(column).to_vec())? {
        return tabulate(arguments, (&loaded, &position), table, &work, out);
    }
    let reader = arguments.engine.engine;
    let engine = (reader == Reader::Tables).then(|| Engine::new(&*loaded.rules, &position));
    if !arguments.json {
        out.line(out.bold("depth               nodes    seconds"))?;
    }
    let provenance = Provenance::of(&loaded);
    let deepest = u32::try_from(arguments.depth).unwrap_or(u32::MAX);
    for depth in 1..=deepest {
        out.flush()?;
        let began = Instant::now();
        let counted = work.run("sequences", |progress| match &engine {
            Some(engine) => engine.divide(&position, depth, progress),
            None => narrated(&loaded.rules, &position, depth, progress),
        });
        let moves = counted.map_err(|fault| loaded.fault(&fault, &position))?;
        let nodes = moves.iter().map(|(_, nodes)| nodes).sum();
        let seconds = (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        let stopped = work.is_stopped();
        let divided = arguments.divide && (stopped || depth == deepest);
        if arguments.json {
            let moves = divided.then(|| moves.into_iter().map(|(play, nodes)| MoveRecord { play, nodes }).collect());
            out.json(&provenance.told(CountRecord { depth, nodes, seconds, moves, stopped }, None))?;
        } else {
            let stopped = if stopped { "  stopped: counted so far" } else { "" };
            out.line(format!("{depth:>5}{nodes:>20}{seconds:>11.3}{stopped}"))?;
            if divided {
                out.line("")?;
                let width = moves.iter().map(|(play, _)| play.len()).max().unwrap_or(0).max(5);
                for (play, nodes) in &moves {
                    let digits = 25 - width;
                    out.line(format!("{play:>width$}{nodes:>digits$}"))?;
                }
            }
        }
        if stopped {
            return Err(Failure::Interrupted);
        }
    }
    Ok(())
}

/// Counts the sequences of the longest length by how they begin, and writes a table of them.
fn tabulate(
    arguments: &Arguments,
    (loaded, position): (&Loaded, &Position),
    mut table: Table,
    work: &Work,
    out: &mut Output,
) -> Result<(), Failure> {
    let depth = u32::try_from(arguments.depth).unwrap_or(u32::MAX);
    let plies = depth.min(u32::try_from(arguments.split).unwrap_or(u32::MAX));
    let fault = |fault: Fault, position: &Position| loaded.fault(&fault, position);
    let beginnings = beginnings(&loaded.rules, position, plies).map_err(|it| fault(it, position))?;
    let tables = arguments.engine.engine == Reader::Tables;
    let engine = tables.then(|| Engine::new(&*loaded.rules, position));
    let provenance = Provenance::of(loaded);
    for number in arguments.table.shard().range(beginnings.len() as u64) {
        let at = usize::try_from(number).ok().and_then(|number| beginnings.get(number));
        let Some((moves, position)) = at else { break };
        let counted = work.run("sequences", |progress| match (&engine, depth - plies) {
            (_, 0) => Ok(1),
            (Some(engine), rest) => engine.divide(position, rest, progress).map(sum),
            (None, rest) => narrated(&loaded.rules, position, rest, progress).map(sum),
        });
        let nodes = counted.map_err(|it| fault(it, position))?;
        if work.is_stopped() {
            return Err(Failure::Interrupted);
        }
        let mut cells = vec![Cell::Count(number + 1), Cell::Count(depth.into())];
        cells.extend([Cell::Text(moves.join(" ")), Cell::Count(nodes), Cell::Nothing]);
        cells.extend(provenance.columns().map(Cell::Text));
        table.row(cells)?;
    }
    out.line(table.finish()?)
}

fn sum(branches: Vec<(String, u64)>) -> u64 {
    branches.iter().map(|(_, sequences)| sequences).sum()
}
