//! `mancala fit`: the readings under which records of a game are possible, and what would separate those that are left.

use std::time::Duration;

use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::drivers::fit::{Evidence, Fit, FitError, Search, Wanted, fit};
use mancala_tools::transcript::{Transcript, is_transcript};

use super::Failure;
use super::analyse::time;
use super::fitted::{Printer, record};
use super::game::{checked, setting, text_of_file};
use super::output::Output;
use super::saved;
use super::whole::whole;
use super::work::Work;

/// Arguments of `fit`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala fit krur beart-1955.txt
  mancala fit krur game-1.txt game-2.txt --json
  mancala fit oware diagrams.txt --set grand-slam=forbidden
  mancala fit my-game.mancala games.txt

A RECORD tells of games that were played: an `example` as in rule files, which may go on from move \
to move, with `unknown` for moves that are not told; a saved game; or a rule file, for its \
examples. docs/records.md describes it.

Exit codes: 0 some readings fit; 1 none does; 2 a record cannot be read.")]
pub(super) struct Arguments {
    /// The name of a ruleset (see `mancala list`), another name of a game, or the path of a rule file
    #[arg(add = super::candidates::game())]
    game: String,

    /// Files that tell of games: records, saved games or rule files
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<String>,

    /// Take a reading for granted, and try only the others; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,

    /// Most questions that are looked for; 0 for none
    #[arg(long, value_name = "N", default_value = "3", value_parser = whole(0, 100), allow_negative_numbers = true)]
    questions: u64,

    /// Random games in which questions are looked for
    #[arg(long, value_name = "N", default_value = "200", allow_negative_numbers = true)]
    #[arg(value_parser = whole(1, 1_000_000))]
    games: u64,

    /// Seed of these games
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,

    /// Most sets of readings that are tried
    #[arg(long, value_name = "N", default_value = "20000", allow_negative_numbers = true)]
    #[arg(value_parser = whole(1, 10_000_000))]
    sets: u64,

    /// Most ways to play moves that a record leaves open
    #[arg(long, value_name = "N", default_value = "20000", allow_negative_numbers = true)]
    #[arg(value_parser = whole(1, 10_000_000))]
    ways: u64,

    /// Stop after this time, such as `5s`, `500ms` or `2m`
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// Most plies of a random game in which questions are looked for.
const PLIES: u64 = 200;

/// Prints which readings fit.
pub(super) fn run(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let ruleset = checked(&arguments.game)?;
    let (mut texts, mut saved) = (Vec::new(), Vec::new());
    for name in &arguments.records {
        match record_in(name)? {
            Recorded::Text(text) => texts.push(text),
            Recorded::Saved(transcript) => saved.push((name.clone(), transcript)),
        }
    }
    let evidence = Evidence::read(&ruleset, texts, saved).map_err(Failure::Records)?;
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let wanted = Wanted {
        settings: arguments.set.clone(),
        most_sets: number(arguments.sets),
        most_ways: number(arguments.ways),
        search: Search {
            games: arguments.games,
            plies: PLIES,
            seed: arguments.seed,
            questions: number(arguments.questions),
        },
    };
    let work = Work::alone(arguments.time)?;
    let found = work.run("plies", |progress| fit(&ruleset, &evidence, &wanted, progress));
    let found = found.map_err(|error| failure(arguments, error))?;
    print(arguments, &ruleset, &found, out)?;
    match found.kinds.is_empty() {
        _ if work.is_stopped() => Err(Failure::Interrupted),
        true if !found.stopped => Err(Failure::Reported),
        _ => Ok(()),
    }
}

/// What a file tells.
enum Recorded {
    Text(Source),
    Saved(Transcript),
}

/// Reads a record or a saved game.
fn record_in(name: &str) -> Result<Recorded, Failure> {
    // a saved game may be much larger than a record
    if saved::begins(name, is_transcript) {
        saved::read(name).map(Recorded::Saved)
    } else {
        text_of_file(name).map(Recorded::Text)
    }
}

fn failure(arguments: &Arguments, error: FitError) -> Failure {
    match error {
        FitError::Setting(error) => Failure::wrong_use(error.message),
        FitError::File(error) => Failure::Problems(error),
        FitError::Record(error) => Failure::Records(error),
        FitError::TooMany(sets) => {
            let message =
                format!("{} has {sets} sets of readings; at most {} are tried", arguments.game, arguments.sets);
            let help = "choose some readings with `--set` (`mancala show GAME` lists them), or raise `--sets`";
            Failure::wrong_use(message).help(help)
        }
    }
}

fn print(arguments: &Arguments, ruleset: &Ruleset, found: &Fit, out: &mut Output) -> Result<(), Failure> {
    if arguments.json {
        return out.json(&record(ruleset, found));
    }
    Printer { ruleset, found, asks: arguments.questions > 0, out }.print()
}
