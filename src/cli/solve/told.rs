//! What solving has shown: the value of the start, a line of best play, and the counts of all positions.

use mancala_engine::game::Position;
use mancala_engine::play::Referee;
use mancala_engine::solver::{Circling, Counts, Oracle, Refusal, Solver, Values, Worth};
use serde::Serialize;

use super::rows::Sum;
use super::task::{Arguments, Task};
use crate::cli::Failure;
use crate::cli::exact::{MoveRecord, outcome, refused, rows};
use crate::cli::game::{Loaded, quoted};
use crate::cli::memory::bytes;
use crate::cli::output::Output;
use crate::cli::plies::Printer;
use crate::cli::provenance::Provenance;
use crate::cli::verify::verify;
use crate::cli::work::short;

#[derive(Serialize)]
struct ResultRecord {
    kind: &'static str,
    positions: u64,
    #[serde(flatten)]
    counts: Counts,
    endless: Circling,
    /// Value for the player to move at the start; `None` if the start has more seeds than were solved.
    value: Option<Worth>,
    moves: Vec<MoveRecord>,
    line: Vec<MoveRecord>,
    /// Whether the line goes on for ever.
    line_repeats: bool,
    checksum: String,
    /// Bytes that ranks sent each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    exchanged: Option<u64>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<u64>,
}

/// The most plies of a line that are printed.
const MOST_PLIES: usize = 1000;

/// Prints the value of the start and of its moves, a line of best play, and all counts.
pub(super) fn finish(task: &Task<'_>, values: &Values, sum: &Sum, out: &mut Output) -> Result<(), Failure> {
    let Task { arguments, loaded, solver, .. } = task;
    let rules = &loaded.rules;
    let oracle = Oracle::new(solver, values);
    let start = Position::start(rules);
    let failed = |refusal: Refusal| refused(loaded, &refusal);
    let value = oracle.worth(&start).map_err(failed)?;
    let choices = if value.is_some() { oracle.choices(&start).map_err(failed)? } else { Vec::new() };
    let (line, repeats) = match value {
        Some(_) => oracle.line(&start, MOST_PLIES).map_err(failed)?,
        None => (Vec::new(), false),
    };
    let plies: Vec<String> = line.iter().map(|ply| ply.play.to_string()).collect();
    let checksum = sum.checksum();
    let verified = match arguments.verify {
        Some(count) => Some(verify(loaded, solver, values, count)?),
        None => None,
    };
    if arguments.json {
        let record = ResultRecord {
            kind: "result",
            positions: sum.positions,
            counts: sum.counts,
            endless: sum.circling,
            value,
            moves: choices.iter().map(|choice| MoveRecord::new(&choice.play, choice.worth)).collect(),
            line: line.iter().map(|ply| MoveRecord::new(&ply.play, Some(ply.worth))).collect(),
            line_repeats: repeats,
            checksum: format!("{checksum:08x}"),
            exchanged: (sum.exchanged > 0).then_some(sum.exchanged),
            seconds: (sum.seconds * 1000.0).round() / 1000.0,
            verified,
        };
        return out.json(&Provenance::of(loaded).told(record, None));
    }
    out.line("")?;
    if let Some(value) = value {
        let start_text = outcome(rules, start.to_move, value, solver.counts());
        out.line(format!("{} {start_text}, with best play on both sides.", out.bold("The start:")))?;
        out.line("")?;
        out.line(out.bold("First moves"))?;
        rows(&choices, out)?;
        out.line("")?;
        let end = if repeats { ", and so on for ever" } else { "" };
        out.line(out.bold("A best line"))?;
        out.line(format!("{}{end}", plies.join(" ")))?;
        out.line("")?;
        narrate(loaded, &plies, out)?;
    } else {
        out.line(format!("The start has more than {} seeds in play, so its value is not known.", solver.most_seeds()))?;
    }
    tell_sum(loaded, solver, sum, checksum, arguments, out)?;
    if sum.exchanged > 0 {
        let each = sum.exchanged as f64 / sum.positions.max(1) as f64;
        out.line(format!("Ranks sent each other {}, {each:.1} bytes for each position.", bytes(sum.exchanged)))?;
    }
    if let Some(verified) = verified {
        out.line(format!("{verified} positions agree with the positions that follow them, played by the narrator."))?;
    }
    Ok(())
}

/// Prints the line with the events of every ply and every position drawn.
fn narrate(loaded: &Loaded, plies: &[String], out: &mut Output) -> Result<(), Failure> {
    let referee = Referee::narrator(&loaded.rules);
    let start = Position::start(&loaded.rules);
    let mut game = loaded.game(&referee, start)?;
    let mut printer = Printer { loaded, out, json: false, trace: true, number: None };
    printer.start(&mut game)?;
    for (ply, play) in (1..).zip(plies) {
        let (by, before) = (game.to_move(), game.position());
        // a rule that was ignored may end the game sooner
        if game.is_over() {
            break;
        }
        game.play_named(play).map_err(|error| match error {
            mancala_engine::game::IllegalMove::Fault(fault) => loaded.fault(&fault, &before),
            other => Failure::wrong_use(other.to_string()),
        })?;
        printer.ply(&mut game, ply, by, play.clone())?;
    }
    Ok(())
}

fn tell_sum(
    loaded: &Loaded,
    solver: &Solver,
    sum: &Sum,
    checksum: u32,
    arguments: &Arguments,
    out: &mut Output,
) -> Result<(), Failure> {
    let Counts { won, even, lost, cyclic } = sum.counts;
    out.line(out.bold("All positions, for the player to move from there on"))?;
    out.line(format!("  won {won}, even {even}, lost {lost}; endless play decides or bounds {cyclic} of them"))?;
    let endless = match sum.circling {
        Circling::Never => "No value depends on endless play.",
        Circling::Told => "Endless play has the value that the rules give it, the same on every path.",
        Circling::ByPath => {
            "When a position repeats, the rules share the seeds left by where they lie, which depends on the path: \
             here endless play gives the seeds left to nobody (docs/solving.md)."
        }
        Circling::Untold => {
            "The rules do not mention endless play: here it gives the seeds left to nobody (docs/solving.md)."
        }
    };
    out.line(format!("  {endless}"))?;
    out.line("")?;
    let most = arguments.max_seeds.map_or_else(String::new, |most| format!(" --max-seeds {most}"));
    cite(loaded, &format!("{}{most}", arguments.game.typed()), out)?;
    out.line(format!(
        "  {} positions in {} layers, checksum {checksum:08x}; {:.1} s, {} positions a second",
        sum.positions,
        solver.layers().len(),
        sum.seconds,
        short((sum.positions as f64 / sum.seconds.max(1e-9)) as u64)
    ))
}

/// Prints what to cite: the command, and the text of the rule file.
pub(super) fn cite(loaded: &Loaded, arguments: &str, out: &mut Output) -> Result<(), Failure> {
    out.line(out.bold("To cite"))?;
    out.line(format!("  mancala {} solve {arguments}", env!("CARGO_PKG_VERSION")))?;
    let source = &loaded.ruleset.source;
    out.line(format!("  {} with SHA-256 {}", quoted(&source.name), source.fingerprint()))
}
