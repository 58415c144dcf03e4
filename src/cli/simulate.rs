//! `mancala simulate`: plays many games and prints statistics.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use mancala_engine::contest::Start;
use mancala_engine::engine::{Engine, Progress, Series};
use mancala_engine::game::Position;
use mancala_engine::play::Referee;
use mancala_tools::drivers::games::{GameRow, RandomGames, random_games};
use mancala_tools::drivers::simulate::{self, MatchSeries};
use mancala_tools::drivers::tournament::{Tournament, tournament};

use super::Failure;
use super::entrants::Seated;
use super::game::{GameArguments, Loaded};
use super::histogram::Histograms;
use super::matches;
use super::output::Output;
use super::players::{BookArguments, Stuck, machines, movers};
use super::program::ProgramArguments;
use super::provenance::Provenance;
use super::series::SeriesArguments;
use super::shard::{Table, TableArguments};
use super::statistics::{GameRows, Games, Matches, Players, PlayersOfMatches, Run, Statistics, csv};
use super::whole::whole;
use super::work::{ThreadArguments, Work};
use crate::play_screen::Seat;

/// Number of random games by default.
const GAMES: u64 = 10_000;

/// Number of games or matches of named players by default.
const GAMES_OF_PLAYERS: u64 = 100;

/// Number of random matches by default.
const MATCHES: u64 = 1_000;

/// Arguments of `simulate`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala simulate krur
  mancala simulate krur --games 1000000 --seed 7 --threads 2
  mancala simulate krur --match
  mancala simulate oware --set grand-slam=forbidden --json
  mancala simulate kalah --csv > kalah.csv
  mancala simulate kalah --per-game --csv > games.csv
  mancala simulate kalah --histogram kalah.svg
  mancala simulate oware --games 1000000 --shard 3/100 --out oware-3.csv
  mancala simulate kalah --players search:d6,greedy --games 200 --opening 4
  mancala simulate krur --match --players greedy,random
  mancala simulate kalah --players program:./my-bot,greedy

A seed always gives the same counts, whatever the number of threads. Up to 1000 games are those of `run`. \
In a longer series, legal moves and the rules that apply are counted in a part of the games: in at least \
100, and in at least one of 1024. \
Ctrl-C prints the counts so far.

Intervals are 95 % confidence intervals: of shares those of Wilson, of means twice the standard error about \
the mean. `mancala sweep` compares readings, and games. \
Other programs as players (`program:COMMAND`) play one game after the other unless --threads is given, and \
are started anew for every game.")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Number of games [default: 10000 random games, 1000 random matches, or 100 games or matches of players]
    #[arg(long, value_name = "N", value_parser = whole(1, 1_000_000_000), allow_negative_numbers = true)]
    games: Option<u64>,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    series: SeriesArguments,

    /// The players, separated by commas, one for each seat: `random`, `first`, `greedy`, `search:2s`, `mcts:10000` and
    /// so on, see `mancala run --help`. They change seats after every game or match; statistics show the wins of each,
    /// and of two players how much stronger one is
    #[arg(long, value_name = "KINDS", value_delimiter = ',', add = super::candidates::machine())]
    players: Vec<String>,

    #[command(flatten)]
    programs: ProgramArguments,

    #[command(flatten)]
    book: BookArguments,

    /// Begin each game of players with N random plies, the same until all players have had every seat
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, requires = "players")]
    #[arg(value_parser = whole(0, 1_000_000))]
    opening: u64,

    /// Print every game, or every match, on its own: with --json a line for each, with --csv a row
    #[arg(long, conflicts_with_all = ["histogram", "out"])]
    per_game: bool,

    /// Draw the lengths of the games, and their scores, into this file, in SVG; `-` prints the picture alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "out"])]
    histogram: Option<PathBuf>,

    /// Print one line of JSON
    #[arg(long, conflicts_with_all = ["csv", "out"])]
    json: bool,

    /// Print a table for a spreadsheet
    #[arg(long, conflicts_with = "out")]
    csv: bool,

    // every game, or every match, is a row of the table, as `--per-game` prints it
    #[command(flatten)]
    table: TableArguments,
}

/// Plays many games or matches and prints statistics.
pub(super) fn simulate(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    if arguments.per_game && !arguments.json && !arguments.csv {
        return Err(Failure::wrong_use("`--per-game` prints a table or JSON").help("add `--csv` or `--json`"));
    }
    let prints_picture = arguments.histogram.as_ref().is_some_and(|file| file.as_os_str() == "-");
    if prints_picture && (arguments.json || arguments.csv) {
        return Err(Failure::wrong_use("`--histogram -` prints the picture, so nothing else can be printed")
            .help("name a file for the picture, or omit `--json` and `--csv`"));
    }
    let loaded = arguments.game.load()?;
    let position = loaded.position(arguments.series.from.as_deref())?;
    if !arguments.players.is_empty() {
        count_players(arguments, &loaded, &position, out)
    } else if arguments.per_game || arguments.table.out.is_some() {
        tell_random(arguments, &loaded, &position, out)
    } else if arguments.series.whole_match {
        count_matches(arguments, &loaded, out)
    } else {
        count_games(arguments, &loaded, &position, out)
    }
}

fn count_games(arguments: &Arguments, loaded: &Loaded, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let games = arguments.games.unwrap_or(GAMES);
    let work = Work::new(&arguments.threads)?;
    arguments.begin(loaded, (games, "game"), out)?;
    let engine = Engine::new(&*loaded.rules, position);
    let series = Series { games, seed: arguments.series.seed, most_plies: arguments.series.plies };
    let (counted, time) = timed(&work, |progress| engine.simulate(position, &series, progress));
    let tally = counted.map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))?;
    let run = Run::new(arguments.series.seed, games, tally.plies, time, work.is_stopped());
    let scores = if loaded.rules.score.value.is_some() { tally.by_score.as_slice() } else { &[] };
    arguments.draw(loaded, (tally.games, "game"), &tally.lengths, scores, out)?;
    arguments.print(&Games::new(loaded, &engine, run, &tally), &work, out)
}

fn count_players(arguments: &Arguments, loaded: &Loaded, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let games = arguments.games.unwrap_or(GAMES_OF_PLAYERS);
    let whole_match = arguments.series.whole_match;
    let seats = movers(&arguments.players, loaded.rules.board.players.value, out)?;
    let book = arguments.book.book(&machines(&seats), loaded)?;
    let referee = Referee::tables(&loaded.rules);
    let (start, most_plies) = arguments.start(loaded, &referee, position)?;
    let has_program = seats.iter().any(|seat| matches!(seat, Seat::Program(_)));
    // programs share the cores with this one, and their time is limited
    let work = if has_program { Work::usually_alone(&arguments.threads) } else { Work::new(&arguments.threads) }?;
    arguments.begin(loaded, (games, if whole_match { "match" } else { "game" }), out)?;
    let (seed, opening) = (arguments.series.seed, arguments.opening);
    let entrants = Seated {
        loaded,
        seats: &seats,
        book,
        game: &arguments.game.game,
        settings: arguments.game.readings.settings(),
        limit: arguments.programs.program_time,
    };
    let mut told = Told::begin(arguments, loaded, &seats)?;
    let series = Tournament { start, games: arguments.part(games), seed, opening, most_plies };
    let (counted, time) =
        timed(&work, |progress| tournament(&referee, &series, &entrants, progress, |rows| told.add(rows, progress)));
    let results = match counted.transpose() {
        Ok(results) => results.unwrap_or_default(),
        // a program that is asked to stop has not failed
        Err(Stuck::Program(Failure::Interrupted)) => Default::default(),
        Err(stuck) => return Err(stuck.failure(loaded)),
    };
    if told.is_wanted() {
        return told.finish(&work, out);
    }
    let run = Run::new(seed, games, results.plies, time, work.is_stopped());
    if whole_match {
        return arguments.print(&PlayersOfMatches::new(loaded, &seats, run, &results), &work, out);
    }
    arguments.print(&Players::new(loaded, &seats, run, &results), &work, out)
}

/// Plays random games or matches and prints each.
fn tell_random(arguments: &Arguments, loaded: &Loaded, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let whole_match = arguments.series.whole_match;
    let games = arguments.games.unwrap_or(if whole_match { MATCHES } else { GAMES });
    let referee = Referee::tables(&loaded.rules);
    let (start, most_plies) = arguments.start(loaded, &referee, position)?;
    let work = Work::new(&arguments.threads)?;
    let series = RandomGames { start, games: arguments.part(games), seed: arguments.series.seed, most_plies };
    let mut told = Told::begin(arguments, loaded, &[])?;
    let (played, _) =
        timed(&work, |progress| random_games(&referee, &series, progress, |rows| told.add(rows, progress)));
    played.transpose().map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))?;
    told.finish(&work, out)
}

fn count_matches(arguments: &Arguments, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let matches = arguments.games.unwrap_or(MATCHES);
    let referee = Referee::tables(&loaded.rules);
    // fail before anything is printed
    matches::begin(loaded, &referee, 1, 0)?;
    let work = Work::new(&arguments.threads)?;
    arguments.begin(loaded, (matches, "match"), out)?;
    let series = MatchSeries { matches, seed: arguments.series.seed, most_rounds: arguments.series.rounds.most() };
    let (counted, time) = timed(&work, |progress| simulate::matches(&referee, &series, progress));
    let tally = counted.transpose().map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))?.unwrap_or_default();
    let run = Run::new(arguments.series.seed, matches, tally.plies, time, work.is_stopped());
    arguments.draw(loaded, (tally.matches, "match"), &tally.rounds, &[], out)?;
    arguments.print(&Matches::new(loaded, run, &tally), &work, out)
}

/// Games or matches that are told one by one: printed, or written into a table.
struct Told<'a> {
    arguments: &'a Arguments,
    games: GameRows<'a>,
    provenance: Provenance,
    table: Option<Table>,
    rows: Vec<GameRow>,
    failed: Option<Failure>,
}

impl<'a> Told<'a> {
    fn begin(arguments: &'a Arguments, loaded: &'a Loaded, seats: &'a [Seat]) -> Result<Self, Failure> {
        let whole_match = arguments.series.whole_match;
        let games = GameRows { loaded, seed: arguments.series.seed, seats, whole_match };
        let table = arguments.table.begin(games.columns())?;
        Ok(Told { arguments, games, provenance: Provenance::of(loaded), table, rows: Vec::new(), failed: None })
    }

    /// Whether games are told one by one.
    fn is_wanted(&self) -> bool {
        self.table.is_some() || self.arguments.per_game
    }

    /// Adds games. Rows of a table are written at once, so that a table of any length needs little memory.
    fn add(&mut self, rows: Vec<GameRow>, progress: &Progress) {
        if let Some(table) = &mut self.table {
            let written = rows.iter().try_for_each(|row| table.row(self.games.cells(row, &self.provenance)));
            if let Err(failure) = written {
                self.failed.get_or_insert(failure);
                progress.stop();
            }
        } else if self.arguments.per_game {
            self.rows.extend(rows);
        }
    }

    /// Prints the games, or completes the table. A table that was stopped is not written.
    fn finish(self, work: &Work, out: &mut Output) -> Result<(), Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        match self.table {
            Some(_) if work.is_stopped() => {}
            Some(table) => out.line(table.finish()?)?,
            None if self.arguments.json => self.games.json(&self.rows, out)?,
            None => self.games.csv(&self.rows, out)?,
        }
        if work.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// Runs a task on all threads. Returns its result and the time that it took.
fn timed<T: Send>(work: &Work, task: impl FnOnce(&Progress) -> T + Send) -> (T, Duration) {
    work.run("plies", |progress| {
        let began = Instant::now();
        (task(progress), began.elapsed())
    })
}

impl Arguments {
    /// How games or matches begin, and the most plies of each. Fails before anything is printed if they cannot.
    fn start(&self, loaded: &Loaded, referee: &Referee, position: &Position) -> Result<(Start, u64), Failure> {
        if self.series.whole_match {
            matches::begin(loaded, referee, 1, 0)?;
            return Ok((Start::Match { rounds: self.series.rounds.most(), lots: 0 }, u64::MAX));
        }
        loaded.game(referee, position.clone())?;
        Ok((Start::Game(position.clone()), self.series.plies))
    }

    /// Prints a title that says what is going to be played, unless the output is for programs.
    fn begin(&self, loaded: &Loaded, (count, unit): (u64, &str), out: &mut Output) -> Result<(), Failure> {
        if self.json || self.csv || self.prints_picture() {
            return Ok(());
        }
        let title = out.bold(&loaded.rules.about.name);
        out.line(format!("{title}: {}", self.how(count, unit)))?;
        out.flush()
    }

    /// How many games are played, and how: `100 games at random, seed 0`.
    fn how(&self, count: u64, unit: &str) -> String {
        let units = match (count, unit) {
            (1, unit) => unit.to_owned(),
            (_, "match") => "matches".to_owned(),
            (_, unit) => format!("{unit}s"),
        };
        let how =
            if self.players.is_empty() { "at random".to_owned() } else { format!("of {}", self.players.join(", ")) };
        let from = self.series.from.as_ref().map_or(String::new(), |from| format!(", from `{from}`"));
        format!("{count} {units} {how}, seed {}{from}", self.series.seed)
    }

    /// Whether the picture of a histogram is all that is printed.
    fn prints_picture(&self) -> bool {
        self.histogram.as_ref().is_some_and(|file| file.as_os_str() == "-")
    }

    /// Draws histograms, if that is asked for.
    fn draw(
        &self,
        loaded: &Loaded,
        (count, unit): (u64, &str),
        lengths: &BTreeMap<u64, u64>,
        scores: &[BTreeMap<i64, u64>],
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Some(file) = &self.histogram else { return Ok(()) };
        let what = if unit == "match" { "rounds of a match" } else { "plies of a game" };
        let how = self.how(count, unit);
        Histograms { loaded, how, what, lengths, scores }.draw(file, out)
    }

    /// Which games are played, counted from 0.
    fn part(&self, games: u64) -> Range<u64> {
        self.table.shard().range(games)
    }

    fn print(&self, statistics: &impl Statistics, work: &Work, out: &mut Output) -> Result<(), Failure> {
        if self.json {
            out.json(statistics)?;
        } else if self.csv {
            out.print(csv(&statistics.rows())?)?;
        } else if !self.prints_picture() {
            statistics.print(out)?;
        }
        if work.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
