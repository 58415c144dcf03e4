//! `mancala solve`: the exact value of every position.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Instant;

use serde::Serialize;

use super::Failure;
use super::alone::{Bounds, print_fewest, refuse};
use super::database::{Database, title_in};
use super::exact::{MoveRecord, outcome, refused, rows};
use super::game::{GameArguments, Loaded, quoted};
use super::memory::{DEFAULT, bytes, size};
use super::output::Output;
use super::plies::Printer;
use super::provenance::Provenance;
use super::verify::verify;
use super::whole::whole;
use super::work::{ThreadArguments, Work, short};
use crate::engine::Progress;
use crate::game::Position;
use crate::notation::count;
use crate::play::Referee;
use crate::solver::database::{Title, checksum_of_all};
use crate::solver::{Circling, Counts, Layer, Oracle, Refusal, Solved, Solver, Trust, Values, Worth};

/// Arguments of `solve`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala solve um-el-tuweisat
  mancala solve um-ed-dyar --set columns=4 --set seeds=4 --db um-ed-dyar-4x4
  mancala solve oware --max-seeds 12 --db oware-12       an endgame database
  mancala solve um-el-tuweisat --verify 1000             1000 positions checked by the narrator
  mancala solve tchuka-ruma                              a puzzle in the fewest moves

A value is the lead in seeds of the player to move at the end, with best play on both sides. For \
endless play, and for what is proved, see docs/solving.md. Ctrl-C stops; with --db the same command \
continues. For a game of one player: his best result, and the fewest moves to it.")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// In a game of one player: begin with this position (`mancala show GAME --position` prints the one at the start)
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Keep the values in this folder, layer by layer, and continue from the layers that it holds
    #[arg(long, value_name = "FOLDER")]
    db: Option<PathBuf>,

    /// Solve positions with at most N seeds in play
    #[arg(long, value_name = "N", value_parser = whole(1, 255), allow_negative_numbers = true)]
    max_seeds: Option<u64>,

    #[command(flatten)]
    threads: ThreadArguments,

    /// Use at most SIZE bytes of memory; K, M and G are units
    #[arg(long, value_name = "SIZE", default_value = DEFAULT, value_parser = size)]
    memory: u64,

    /// Check the values of N random positions against the positions that follow them, played by the narrator
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX), allow_negative_numbers = true)]
    verify: Option<u64>,

    /// Print only the memory, disk space and time that solving would take
    #[arg(long)]
    plan: bool,

    /// Print a line of JSON for the plan, for each layer and for the result
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PlanRecord<'r> {
    kind: &'static str,
    game: &'r str,
    ruleset: &'r str,
    options: &'r [(String, String)],
    most_seeds: usize,
    layers: usize,
    positions: u64,
    memory: u64,
    disk: u64,
    seconds: f64,
    /// Whether positions of both players share a place.
    turned: bool,
    majority_left_aside: bool,
}

#[derive(Serialize)]
struct LayerRecord {
    kind: &'static str,
    seeds: usize,
    marked: u32,
    positions: u64,
    #[serde(flatten)]
    counts: Counts,
    endless: Circling,
    passes: u32,
    seconds: f64,
}

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
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<u64>,
}

/// Sums over all layers.
struct Sum {
    counts: Counts,
    circling: Circling,
    positions: u64,
    seconds: f64,
}

/// Solves a game.
pub(super) fn solve(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    if loaded.rules.board.players.value == 1 {
        return alone(arguments, &loaded, out);
    }
    if arguments.from.is_some() {
        let message = "`--from` belongs to games of one player; of other games, all positions are solved";
        return Err(Failure::wrong_use(message).help("`mancala analyse GAME --from POSITION --db FOLDER` shows one"));
    }
    loaded.tell_lot(&Position::start(&loaded.rules), out)?;
    let work = Work::new(&arguments.threads)?;
    let most = arguments.max_seeds.and_then(|most| usize::try_from(most).ok());
    let kept = match &arguments.db {
        Some(folder) => title_in(folder)?.map(|title| title.trust),
        None => None,
    };
    let mut trust = kept.unwrap_or(Trust::Games);
    loop {
        let solver = lay_out(&loaded, most, trust)?;
        let title = Title::new(&solver, &loaded.rules, loaded.ruleset.source.fingerprint());
        print_plan(arguments, &loaded, &solver, &title, &work, out)?;
        if arguments.plan {
            return Ok(());
        }
        let database = match &arguments.db {
            Some(folder) => Some(Database::begin(folder, title.clone())?),
            None => None,
        };
        match solve_layers(arguments, &loaded, &solver, database.as_ref(), &work, out)? {
            Some((values, sum)) => return finish(arguments, &loaded, &solver, &values, &sum, out),
            // a position occurred that random games did not show: solve again and leave nothing out
            None => {
                trust = Trust::Nothing;
                drop(database);
                if let Some(folder) = &arguments.db {
                    Database::clear(folder)?;
                }
                out.note(
                    "a position occurred of a kind that no random game had shown; \
                     solving again with every position that the rules allow",
                )?;
            }
        }
    }
}

/// Finds the fewest moves to the best result of a game of one player.
fn alone(arguments: &Arguments, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    refuse(
        &loaded.rules,
        &[
            ("--db", arguments.db.is_some()),
            ("--max-seeds", arguments.max_seeds.is_some()),
            ("--threads", arguments.threads.threads.is_some()),
            ("--verify", arguments.verify.is_some()),
            ("--plan", arguments.plan),
        ],
    )?;
    let from = loaded.position(arguments.from.as_deref())?;
    let found = print_fewest(loaded, &from, Bounds { memory: arguments.memory, time: None }, arguments.json, out);
    if !arguments.json && matches!(found, Ok(()) | Err(Failure::Interrupted)) {
        let from = arguments.from.as_ref().map_or_else(String::new, |from| format!(" --from {}", quoted(from)));
        out.line("")?;
        cite(loaded, &format!("{}{from}", arguments.game.typed()), out)?;
    }
    found
}

/// Prints what to cite: the command, and the text of the rule file.
fn cite(loaded: &Loaded, arguments: &str, out: &mut Output) -> Result<(), Failure> {
    out.line(out.bold("To cite"))?;
    out.line(format!("  mancala {} solve {arguments}", env!("CARGO_PKG_VERSION")))?;
    let source = &loaded.ruleset.source;
    out.line(format!("  {} with SHA-256 {}", quoted(&source.name), source.fingerprint()))
}

fn lay_out(loaded: &Loaded, most: Option<usize>, trust: Trust) -> Result<Solver, Failure> {
    Solver::new(&loaded.rules, most, trust).map_err(|refusal| refused(loaded, &refusal))
}

/// Prints what solving takes. Fails if it does not fit into memory.
fn print_plan(
    arguments: &Arguments,
    loaded: &Loaded,
    solver: &Solver,
    title: &Title,
    work: &Work,
    out: &mut Output,
) -> Result<(), Failure> {
    let needs = solver.needs(solver.most_seeds());
    let fitting = solver.fitting(arguments.memory, u64::MAX);
    let fits = fitting == Some(solver.most_seeds());
    let forecast = if fits { work.run("positions", |progress| solver.forecast(progress)) } else { None };
    let seconds = forecast.map_or(0.0, |it| needs.positions as f64 * it.seconds / work.threads() as f64);
    let lists = forecast.map_or(0, |it| it.lists.saturating_sub(needs.spare));
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
            format!(", about {} on {} threads", duration(seconds), work.threads())
        } else {
            String::new()
        };
        out.line(format!("It takes {} of memory and at most {} on disk{time}.", bytes(memory), bytes(needs.disk)))?;
        if solver.majority_aside() {
            out.line("The rule that ends the game at a majority is ignored: the winner is the same without it.")?;
        }
    }
    out.flush()?;
    if fits {
        return Ok(());
    }
    let failure = Failure::wrong_use(format!(
        "{} would take {} of memory, but the limit is {}",
        loaded.rules.about.name,
        bytes(needs.least_memory),
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

/// Solves all layers; `None` if a new plan is needed.
fn solve_layers(
    arguments: &Arguments,
    loaded: &Loaded,
    solver: &Solver,
    database: Option<&Database>,
    work: &Work,
    out: &mut Output,
) -> Result<Option<(Values, Sum)>, Failure> {
    let layers = solver.layers();
    let needs = solver.needs(solver.most_seeds());
    let room = arguments.memory.saturating_sub(needs.least_memory - needs.spare);
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    let mut sum =
        Sum { counts: Counts::default(), circling: Circling::Never, positions: needs.positions, seconds: 0.0 };
    if !arguments.json {
        let heads = ["seeds", "marked", "positions", "won", "even", "lost", "endless", "passes", "seconds"];
        out.line("")?;
        out.line(out.bold(&format!(
            "{:>5} {:>6} {:>12} {:>12} {:>12} {:>12} {:>11} {:>6} {:>8}",
            heads[0], heads[1], heads[2], heads[3], heads[4], heads[5], heads[6], heads[7], heads[8]
        )))?;
    }
    let began = Instant::now();
    let mut row: Option<Row> = None;
    let solve = |progress: &Progress, reports: &Sender<Row>| -> Result<Option<Values>, Failure> {
        let mut values = Values::new(layers.len());
        progress.begin(needs.positions);
        for (number, layer) in layers.iter().enumerate() {
            let started = Instant::now();
            let kept = match database {
                Some(database) => database.layer(number, layer)?,
                None => None,
            };
            let solved = match kept {
                Some(solved) => {
                    progress.add(layer.positions, layer.positions);
                    solved
                }
                None => {
                    let solved = match solver.solve(number, &values, room, progress) {
                        Ok(solved) => solved,
                        Err(Refusal::Open { .. }) if solver.trust() == Trust::Games => return Ok(None),
                        Err(refusal) => return Err(refused(loaded, &refusal)),
                    };
                    if let Some(database) = database {
                        database.write(number, layer, &solved)?;
                    }
                    solved
                }
            };
            // if the program is about to end, nothing receives it
            let _ = reports.send(Row::new(layer, &solved, started.elapsed().as_secs_f64()));
            values.put(number, solved);
        }
        Ok(Some(values))
    };
    let provenance = Provenance::of(loaded);
    let hear = |step: Row| {
        sum.add(&step);
        if arguments.json {
            return step.record(&provenance, out);
        }
        // layers of the same seeds and marks share a line
        match &mut row {
            Some(row) if row.is_like(&step) => row.add(&step),
            _ => {
                if let Some(row) = row.replace(step) {
                    row.print(out)?;
                }
            }
        }
        Ok(())
    };
    let Some(solved) = work.run_with_reports("positions", solve, hear)? else {
        return Err(Failure::wrong_use("a thread ended unexpectedly"));
    };
    let Some(values) = solved? else { return Ok(None) };
    if let Some(row) = row {
        row.print(out)?;
    }
    sum.seconds = began.elapsed().as_secs_f64();
    Ok(Some((values, sum)))
}

impl Sum {
    fn add(&mut self, step: &Row) {
        self.counts.add(&step.counts);
        self.circling = self.circling.max(step.circling);
    }
}

/// A line of the table of layers.
struct Row {
    seeds: usize,
    marked: u32,
    positions: u64,
    counts: Counts,
    circling: Circling,
    passes: u32,
    seconds: f64,
}

impl Row {
    fn new(layer: &Layer, solved: &Solved, seconds: f64) -> Self {
        let (counts, passes, circling) = (solved.counts, solved.passes, solved.circling);
        Row { seeds: layer.seeds, marked: layer.marked, positions: layer.positions, counts, circling, passes, seconds }
    }

    fn is_like(&self, other: &Row) -> bool {
        (self.seeds, self.marked) == (other.seeds, other.marked)
    }

    fn add(&mut self, other: &Row) {
        self.positions += other.positions;
        self.counts.add(&other.counts);
        self.passes = self.passes.max(other.passes);
        self.seconds += other.seconds;
    }

    fn record(&self, provenance: &Provenance, out: &mut Output) -> Result<(), Failure> {
        let record = LayerRecord {
            kind: "layer",
            seeds: self.seeds,
            marked: self.marked,
            positions: self.positions,
            counts: self.counts,
            endless: self.circling,
            passes: self.passes,
            seconds: (self.seconds * 1000.0).round() / 1000.0,
        };
        out.json(&provenance.told(record, None))?;
        out.flush()
    }

    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        let Counts { won, even, lost, cyclic } = self.counts;
        out.line(format!(
            "{:>5} {:>6} {:>12} {won:>12} {even:>12} {lost:>12} {cyclic:>11} {:>6} {:>8.2}",
            self.seeds, self.marked, self.positions, self.passes, self.seconds
        ))?;
        out.flush()
    }
}

/// The most plies of a line that are printed.
const MOST_PLIES: usize = 1000;

/// Prints the value of the start and of its moves, a line of best play, and all counts.
fn finish(
    arguments: &Arguments,
    loaded: &Loaded,
    solver: &Solver,
    values: &Values,
    sum: &Sum,
    out: &mut Output,
) -> Result<(), Failure> {
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
    let checksum = checksum_of_all((0..solver.layers().len()).map(|layer| values.of(layer)));
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
            crate::game::IllegalMove::Fault(fault) => loaded.fault(&fault, &before),
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
