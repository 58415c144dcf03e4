//! `mancala simulate`: plays many games and prints statistics.

use std::time::{Duration, Instant};

use super::Failure;
use super::game::{GameArguments, Loaded};
use super::matches;
use super::output::Output;
use super::players::{BookArguments, kinds};
use super::series::SeriesArguments;
use super::statistics::{Games, Matches, Players, PlayersOfMatches, Run, Statistics, csv};
use super::whole::whole;
use super::work::{ThreadArguments, Work};
use crate::contest::Start;
use crate::drivers::simulate::{self, MatchSeries};
use crate::drivers::tournament::{Tournament, tournament};
use crate::engine::{Engine, Progress, Series};
use crate::game::Position;
use crate::play::Referee;

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
  mancala simulate kalah --players search:d6,greedy --games 200 --opening 4
  mancala simulate krur --match --players greedy,random

A seed always gives the same counts, whatever the number of threads. Up to 1000 games are those of `run`. \
In a longer series, legal moves and the rules that apply are counted in a part of the games: in at least \
250, and in at least one of 1024. \
Ctrl-C prints the counts so far.")]
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
    /// so on, see `mancala run --help`. They change seats after every game or match; statistics show the wins of each
    #[arg(long, value_name = "KINDS", value_delimiter = ',', add = super::candidates::machine())]
    players: Vec<String>,

    #[command(flatten)]
    book: BookArguments,

    /// Begin each game of players with N random plies, the same until all players have had every seat
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, requires = "players")]
    #[arg(value_parser = whole(0, 1_000_000))]
    opening: u64,

    /// Print one line of JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print a table for a spreadsheet
    #[arg(long)]
    csv: bool,
}

/// Plays many games or matches and prints statistics.
pub(super) fn simulate(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    let position = loaded.position(arguments.series.from.as_deref())?;
    if !arguments.players.is_empty() {
        count_players(arguments, &loaded, &position, out)
    } else if arguments.series.whole_match {
        count_matches(arguments, &loaded, out)
    } else {
        count_games(arguments, &loaded, &position, out)
    }
}

fn count_games(arguments: &Arguments, loaded: &Loaded, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let games = arguments.games.unwrap_or(GAMES);
    let engine = Engine::new(&*loaded.rules, position);
    let work = Work::new(&arguments.threads)?;
    arguments.begin(loaded, (games, "game"), out)?;
    let series = Series { games, seed: arguments.series.seed, most_plies: arguments.series.plies };
    let (counted, time) = timed(&work, |progress| engine.simulate(position, &series, progress));
    let tally = counted.map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))?;
    let run = Run::new(arguments.series.seed, games, tally.plies, time, work.is_stopped());
    arguments.print(&Games::new(loaded, &engine, run, &tally), &work, out)
}

fn count_players(arguments: &Arguments, loaded: &Loaded, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let games = arguments.games.unwrap_or(GAMES_OF_PLAYERS);
    let whole_match = arguments.series.whole_match;
    let kinds = kinds(&arguments.players, loaded.rules.board.players.value)?;
    let book = arguments.book.book(&kinds, loaded)?;
    let referee = Referee::tables(&loaded.rules);
    // fail before anything is printed
    let (start, most_plies) = if whole_match {
        matches::begin(loaded, &referee, 1, 0)?;
        (Start::Match { rounds: arguments.series.rounds.most(), lots: 0 }, u64::MAX)
    } else {
        loaded.game(&referee, position.clone())?;
        (Start::Game(position.clone()), arguments.series.plies)
    };
    let work = Work::new(&arguments.threads)?;
    arguments.begin(loaded, (games, if whole_match { "match" } else { "game" }), out)?;
    let (seed, opening) = (arguments.series.seed, arguments.opening);
    let series = Tournament { start, kinds, book, games, seed, opening, most_plies };
    let (counted, time) = timed(&work, |progress| tournament(&referee, &series, progress));
    let results = counted.transpose().map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))?.unwrap_or_default();
    let run = Run::new(seed, games, results.plies, time, work.is_stopped());
    if whole_match {
        return arguments.print(&PlayersOfMatches::new(&series.kinds, run, &results), &work, out);
    }
    let scored = loaded.rules.score.value.is_some();
    arguments.print(&Players::new(&series.kinds, scored, run, &results), &work, out)
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
    arguments.print(&Matches::new(loaded, run, &tally), &work, out)
}

/// Runs a task on all threads. Returns its result and the time that it took.
fn timed<T: Send>(work: &Work, task: impl FnOnce(&Progress) -> T + Send) -> (T, Duration) {
    work.run("plies", |progress| {
        let began = Instant::now();
        (task(progress), began.elapsed())
    })
}

impl Arguments {
    /// Prints a title that says what is going to be played, unless the output is for programs.
    fn begin(&self, loaded: &Loaded, (count, unit): (u64, &str), out: &mut Output) -> Result<(), Failure> {
        if self.json || self.csv {
            return Ok(());
        }
        let units = match (count, unit) {
            (1, unit) => unit.to_owned(),
            (_, "match") => "matches".to_owned(),
            (_, unit) => format!("{unit}s"),
        };
        let title = out.bold(&loaded.rules.about.name);
        let how =
            if self.players.is_empty() { "at random".to_owned() } else { format!("of {}", self.players.join(", ")) };
        let from = self.series.from.as_ref().map_or(String::new(), |from| format!(", from `{from}`"));
        out.line(format!("{title}: {count} {units} {how}, seed {}{from}", self.series.seed))?;
        out.flush()
    }

    fn print(&self, statistics: &impl Statistics, work: &Work, out: &mut Output) -> Result<(), Failure> {
        if self.json {
            out.json(statistics)?;
        } else if self.csv {
            out.print(csv(&statistics.rows())?)?;
        } else {
            statistics.print(out)?;
        }
        if work.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
