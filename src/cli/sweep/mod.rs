//! `mancala sweep`: random games under all readings, of one game or of many.

mod compare;
mod entries;
mod row;
mod told;

use mancala_engine::engine::{Engine, Series};
use mancala_engine::game::{FaultAt, Position};
use mancala_engine::play::Referee;
use mancala_rules::notation::count;
use mancala_tools::drivers::apart::{Watch, Watched, watched};
use mancala_tools::drivers::sweep::Scope;

use self::entries::{Entry, entries};
use self::row::{Both, Swept, columns};
use super::Failure;
use super::game::{Loaded, ReadingArguments};
use super::output::Output;
use super::shard::TableArguments;
use super::sheet::{Form, printed};
use super::whole::whole;
use super::work::{ThreadArguments, Work};

/// Arguments of `sweep`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala sweep krur
  mancala sweep krur --readings all --games 2000
  mancala sweep oware kalah krur --readings usual
  mancala sweep my-games --csv > my-games.csv
  mancala sweep --games 100000 --shard 3/100 --out sweep-3.csv

A row of the table is a set of readings of a game: who wins, how long games are, how they end, and which rules never \
apply, with 95 % confidence intervals (of shares those of Wilson, of means twice the standard error). Some games are also \
watched: how many of them are impossible under the usual readings, so that they show which reading is in force.

A row depends on the game, its readings and the seed alone, so any shard can be computed anywhere, in any order, again.")]
pub(super) struct Arguments {
    /// The names of rulesets (see `mancala list`), other names of games, paths of rule files, or folders with rule files
    /// [default: all rulesets inside the program]
    #[arg(value_name = "GAME", add = super::candidates::game())]
    games_swept: Vec<String>,

    #[command(flatten)]
    settings: ReadingArguments,

    /// Which readings: `each` other reading of every option, alone; `all` combinations of readings; or the `usual` ones
    #[arg(long, value_name = "WHICH", default_value = "each", hide_possible_values = true)]
    readings: Which,

    /// Number of random games under each set of readings
    #[arg(long, value_name = "N", default_value = "10000", value_parser = whole(1, 1_000_000_000))]
    #[arg(allow_negative_numbers = true)]
    games: u64,

    /// Number of games under each set of readings that are compared with the usual readings, ply by ply
    #[arg(long, value_name = "N", default_value = "200", value_parser = whole(0, 1_000_000_000))]
    #[arg(allow_negative_numbers = true)]
    watch: u64,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole(0, u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    seed: u64,

    /// Play with K seeds, from `--seed` on: a row for each
    #[arg(long, value_name = "K", default_value = "1", value_parser = whole(1, 1_000_000))]
    #[arg(allow_negative_numbers = true)]
    seeds: u64,

    /// Stop a game after N plies
    #[arg(long, value_name = "N", default_value = "10000", value_parser = whole(1, 1_000_000_000))]
    #[arg(allow_negative_numbers = true)]
    plies: u64,

    #[command(flatten)]
    threads: ThreadArguments,

    /// Print a line of JSON for each row
    #[arg(long, conflicts_with_all = ["csv", "out"])]
    json: bool,

    /// Print the table for a spreadsheet
    #[arg(long, conflicts_with = "out")]
    csv: bool,

    #[command(flatten)]
    table: TableArguments,
}

/// Which readings are swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// Each other reading of every option, alone
    Each,
    /// All combinations of readings
    All,
    /// The usual readings
    Usual,
}

impl From<Which> for Scope {
    fn from(which: Which) -> Scope {
        match which {
            Which::Each => Scope::Each,
            Which::All => Scope::All,
            Which::Usual => Scope::Usual,
        }
    }
}

/// Plays random games under sets of readings and prints or writes what they show.
pub(super) fn sweep(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let entries = entries(&arguments.games_swept, arguments.settings.settings(), arguments.readings.into())?;
    let work = Work::new(&arguments.threads)?;
    let mut table = arguments.table.begin(columns())?;
    let sets: u64 = entries.iter().map(|entry| entry.sets.len() as u64).sum();
    if !arguments.json && !arguments.csv {
        out.line(arguments.title(&entries, sets, out))?;
        out.flush()?;
    }
    let mut rows = Vec::new();
    let mut prepared: Option<Prepared> = None;
    for number in arguments.table.shard().range(sets.saturating_mul(arguments.seeds)) {
        let seed = arguments.seed.wrapping_add(number % arguments.seeds);
        let Some((entry, set)) = place(&entries, number / arguments.seeds) else { break };
        let ready = match prepared.take_if(|ready| ready.set == number / arguments.seeds) {
            Some(ready) => ready,
            None => Prepared::new(number / arguments.seeds, &entries[entry], set)?,
        };
        let row = arguments.row((number + 1, seed), &ready, &entries[entry], &work)?;
        prepared = Some(ready);
        if work.is_stopped() {
            break;
        }
        match &mut table {
            Some(table) => table.row(row.cells())?,
            None => rows.push(row),
        }
    }
    if let Some(table) = table {
        // a table that is there is whole
        return if work.is_stopped() { Err(Failure::Interrupted) } else { out.line(table.finish()?) };
    }
    let form = |form| printed(form, columns(), rows.iter().map(Swept::cells));
    match (arguments.json, arguments.csv) {
        (true, _) => out.print(form(Form::Lines)?)?,
        (_, true) => out.print(form(Form::Csv)?)?,
        _ => told::print(&rows, out)?,
    }
    if work.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The entry and the set of readings of this number among all.
fn place(entries: &[Entry], mut number: u64) -> Option<(usize, usize)> {
    for (at, entry) in entries.iter().enumerate() {
        match number.checked_sub(entry.sets.len() as u64) {
            Some(rest) => number = rest,
            None => return Some((at, usize::try_from(number).ok()?)),
        }
    }
    None
}

/// A set of readings, ready to be played.
struct Prepared {
    /// The number of the set among all.
    set: u64,
    loaded: Loaded,
    is_usual: bool,
}

impl Prepared {
    fn new(set: u64, entry: &Entry, nth: usize) -> Result<Self, Failure> {
        let is_usual = nth == 0;
        let loaded = if is_usual { entry.usual.clone() } else { entry.usual.under(&entry.sets[nth])? };
        Ok(Prepared { set, loaded, is_usual })
    }
}

impl Arguments {
    /// What is going to be played.
    fn title(&self, entries: &[Entry], sets: u64, out: &Output) -> String {
        let sets = if sets == 1 { "its readings".to_owned() } else { format!("each of {sets} sets of readings") };
        let seeds = match self.seeds {
            1 => format!("seed {}", self.seed),
            seeds => format!("seeds {} to {}", self.seed, self.seed.saturating_add(seeds - 1)),
        };
        let what = match entries {
            [only] => out.bold(&only.usual.rules.about.name),
            all => out.bold(&count(all.len(), "game")),
        };
        format!("{what}: {} games at random under {sets}, {seeds}", self.games)
    }

    /// Plays the games of a row.
    fn row(&self, (number, seed): (u64, u64), ready: &Prepared, entry: &Entry, work: &Work) -> Result<Swept, Failure> {
        let loaded = &ready.loaded;
        let start = Position::start(&loaded.rules);
        let engine = Engine::new(&*loaded.rules, &start);
        let series = Series { games: self.games, seed, most_plies: self.plies };
        let counted = work.run("plies", |progress| engine.simulate(&start, &series, progress));
        let fault = |stuck: FaultAt| loaded.fault(&stuck.fault, &stuck.position);
        let tally = counted.map_err(fault)?;
        let mut both: Both = [Watched::default(); 2];
        if !ready.is_usual && self.watch > 0 {
            let watch = Watch { games: self.watch, seed, most_plies: self.plies };
            let [these, usual] = [&loaded.rules, &entry.usual.rules].map(Referee::tables);
            let counted = work.run("plies", |progress| {
                Ok([watched(&these, &usual, &watch, progress)?, watched(&usual, &these, &watch, progress)?])
            });
            both = counted.map_err(fault)?;
        }
        Ok(Swept::new((number, seed), (loaded, &entry.usual.rules), &engine, &tally, both))
    }
}
