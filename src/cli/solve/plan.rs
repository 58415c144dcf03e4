//! What solving takes: positions, memory, disk space and time.

use mancala_rules::notation::count;
use serde::Serialize;

use super::task::Task;
use crate::cli::Failure;
use crate::cli::memory::bytes;
use crate::cli::output::Output;
use crate::cli::provenance::Provenance;

#[derive(Serialize)]
struct PlanRecord<'r> {
    kind: &'static str,
    game: &'r str,
    ruleset: &'r str,
    options: &'r [(String, String)],
    most_seeds: usize,
    layers: usize,
    positions: u64,
    /// Number of processes that share each layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<usize>,
    /// Memory of each of them.
    memory: u64,
    disk: u64,
    seconds: f64,
    /// Whether positions of both players share a place.
    turned: bool,
    majority_left_aside: bool,
}

/// Prints what solving takes, for each of `ranks` processes. Fails if it does not fit into memory.
pub(super) fn print_plan(task: &Task<'_>, ranks: usize, out: &mut Output) -> Result<(), Failure> {
    let Task { arguments, loaded, solver, title, work } = task;
    let needs = solver.needs(solver.most_seeds(), ranks);
    let fitting = solver.fitting(arguments.memory, u64::MAX, ranks);
    let fits = fitting == Some(solver.most_seeds());
    let forecast =
        if fits && !out.is_silent() { work.run("positions", |progress| solver.forecast(progress)) } else { None };
    let workers = ranks * work.threads();
    let seconds = forecast.map_or(0.0, |it| needs.positions as f64 * it.seconds / workers as f64);
    let lists = forecast.map_or(0, |it| (it.lists / ranks as u64).saturating_sub(needs.spare));
    let memory = (needs.least_memory + lists).min(arguments.memory.max(needs.least_memory));
    if arguments.json {
        let record = PlanRecord {
            kind: "plan",
            game: &title.game,
            ruleset: &title.ruleset,
            options: &title.options,
            most_seeds: solver.most_seeds(),
            layers: solver.layers().len(),
            positions: needs.positions,
            ranks: (ranks > 1).then_some(ranks),
            memory,
            disk: needs.disk,
            seconds: (seconds * 10.0).round() / 10.0,
            turned: solver.turned(),
            majority_left_aside: solver.majority_aside(),
        };
        out.json(&Provenance::of(loaded).without_game().told(record, None))?;
    } else {
        let rules = &loaded.rules;
        out.line(format!(
            "{}, {} of {}: {} in {}, at most {} in play",
            rules.about.name,
            count(rules.board.rows.value as u64, "row"),
            count(rules.board.columns.value as u64, "hole"),
            count(needs.positions, "position"),
            count(solver.layers().len() as u64, "layer"),
            count(solver.most_seeds() as u64, "seed")
        ))?;
        let turned = if solver.turned() {
            "Positions of both players share their values: the rules are the same when the board is turned."
        } else {
            "Each position has one value per player to move: the rules are not proved to be the same for both."
        };
        out.line(turned)?;
        let time = if forecast.is_some() {
            let on = if ranks > 1 { format!("{ranks} ranks") } else { format!("{workers} threads") };
            format!(", about {} on {on}", duration(seconds))
        } else {
            String::new()
        };
        let each = if ranks > 1 { " in each rank" } else { "" };
        let (memory, disk) = (bytes(memory), bytes(needs.disk));
        out.line(format!("It takes {memory} of memory{each} and at most {disk} on disk{time}."))?;
        if solver.majority_aside() {
            out.line("The rule that ends the game at a majority is ignored: the winner is the same without it.")?;
        }
    }
    out.flush()?;
    if fits {
        return Ok(());
    }
    let failure = Failure::wrong_use(format!(
        "{} would take {} of memory{}, but the limit is {}",
        loaded.rules.about.name,
        bytes(needs.least_memory),
        if ranks > 1 { " in each rank" } else { "" },
        bytes(arguments.memory)
    ));
    Err(match fitting {
        Some(most) => failure.help(format!("`--max-seeds {most}` fits; `--memory SIZE` allows more")),
        None => failure.help("`--memory SIZE` allows more"),
    })
}

/// A time as text for a person.
fn duration(seconds: f64) -> String {
    match seconds {
        ..1.5 => "a second".to_owned(),
        ..120.0 => format!("{seconds:.0} seconds"),
        ..7200.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{:.0} hours", seconds / 3600.0),
    }
}
