//! `mancala new`: a first rule file, from questions or flags.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use dialoguer::Input;
use mancala_rules::notation::capital;
use mancala_rules::source::Source;
use mancala_tools::draft::{self, COLUMNS, Capture, Direction, Draft, DraftError, Laps, ROWS, SEEDS, Stores};

use super::Failure;
use super::game::{beside, quoted};
use super::output::Output;
use super::whole::whole;

/// The extension of rule files.
const ENDING: &str = ".mancala";

/// Arguments of `new`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala new 'Four holes'                              asks, and writes four-holes.mancala
  mancala new games/mine.mancala --yes                  asks nothing
  mancala new Relay --columns 5 --laps relay --capture fours
  mancala new 'Long Krur' --like krur                   says only what differs from Krur
  mancala new Hus --rows 4 --columns 8 --seeds 2 --laps relay

On a terminal the program asks for what is not given; otherwise it takes the defaults. The new file \
has notes, no problems, and an example that holds. An existing file is never overwritten.

Exit codes: 0 the file is written; 2 it is not.")]
pub(super) struct Arguments {
    /// Name of the game, or path of the file, which ends in `.mancala`
    name: String,

    /// Path of the new file [default: made from the name of the game]
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,

    /// The game that the new one is like: a ruleset, or a rule file beside the new one, without `.mancala`. The file then
    /// says only what is different
    #[arg(long, value_name = "GAME", add = super::candidates::game(), conflicts_with_all =
        ["rows", "columns", "seeds", "laps", "capture", "stores", "direction", "skip_origin", "swap", "rounds"])]
    like: Option<String>,

    /// Number of rows: 2, or 4, which gives each player two [default: 2]
    #[arg(long, value_name = "N", value_parser = rows)]
    rows: Option<u64>,

    /// Number of holes in a row [default: 6]
    #[arg(long, value_name = "N", value_parser = whole(COLUMNS.0, COLUMNS.1))]
    columns: Option<u64>,

    /// Number of seeds in each hole at the start [default: 4]
    #[arg(long, value_name = "N", value_parser = whole(SEEDS.0, SEEDS.1))]
    seeds: Option<u64>,

    /// What a last seed in an occupied hole does [default: single]
    #[arg(long)]
    laps: Option<Laps>,

    /// What the last seed captures [default: opposite]
    #[arg(long)]
    capture: Option<Capture>,

    /// Where captured seeds go [default: beside]
    #[arg(long)]
    stores: Option<Stores>,

    /// Direction of sowing [default: counterclockwise]
    #[arg(long)]
    direction: Option<Direction>,

    /// Sowing passes over the hole that was emptied
    #[arg(long)]
    skip_origin: bool,

    /// The second player may exchange sides in his first turn: the pie rule
    #[arg(long)]
    swap: bool,

    /// The game has several rounds; the holes are refilled with the seeds won
    #[arg(long)]
    rounds: bool,

    /// Ask nothing; take the default for what is not given
    #[arg(long, short)]
    yes: bool,
}

/// Writes a first rule file.
pub(super) fn new(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let (name, path) = name_and_path(arguments)?;
    // fail before the user answers questions in vain
    if path.symlink_metadata().is_ok() {
        return Err(there_already(&path));
    }
    let text = match &arguments.like {
        Some(like) => variant(&name, like, &path),
        None => {
            let ask = !arguments.yes && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
            draft(arguments, name, ask)?.text()
        }
    };
    let text = text.map_err(|error| match error {
        DraftError::Apart { message, help } => Failure::wrong_use(message).help(help),
        DraftError::Problems(error) => error.into(),
    })?;
    write(&path, &text)?;
    let shown = path.display().to_string();
    let file = quoted(&shown);
    out.line(format!("{shown}: {}", out.good("written")))?;
    out.line(format!("\nmancala show {file}    the board\nmancala explain {file} the rules in sentences"))?;
    out.line(format!("mancala run {file}     a random game\nmancala check {file}   after every change"))
}

/// The name of the game, and the path of its file.
fn name_and_path(arguments: &Arguments) -> Result<(String, PathBuf), Failure> {
    let given = arguments.name.trim();
    if let Some(stem) = given.strip_suffix(ENDING) {
        let stem = Path::new(stem).file_name().map(|stem| stem.to_string_lossy().replace(['-', '_'], " "));
        let name = stem.filter(|stem| !stem.trim().is_empty());
        let path = arguments.file.clone().unwrap_or_else(|| PathBuf::from(given));
        return match name {
            Some(name) => Ok((capital(&name), path)),
            None => Err(Failure::wrong_use(format!("`{given}` has no name before `{ENDING}`"))),
        };
    }
    let words: Vec<String> =
        given.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    match &arguments.file {
        Some(path) => Ok((given.to_owned(), path.clone())),
        None if words.is_empty() => {
            let failure = Failure::wrong_use(format!("no file name can be made from `{given}`"));
            Err(failure.help("give a name with letters, or add `--file my-game.mancala`"))
        }
        None => Ok((given.to_owned(), PathBuf::from(words.join("-") + ENDING))),
    }
}

/// The text of a file that says only how a game differs from another.
fn variant(name: &str, like: &str, path: &Path) -> Result<String, DraftError> {
    draft::variant(name, like, |text| beside(Source::new(path.display().to_string(), text), path))
}

/// A draft from what was given, asked for, or is the default. Questions with only one possible answer are not asked.
fn draft(arguments: &Arguments, name: String, ask: bool) -> Result<Draft, Failure> {
    let rows = match arguments.rows {
        Some(rows) => rows,
        None if ask => number("How many rows: 2, or 4 (two for each player)?", 2, rows)?,
        None => 2,
    };
    let columns = match arguments.columns {
        Some(columns) => columns,
        None if ask => number("How many holes in a row?", 6, whole(COLUMNS.0, COLUMNS.1))?,
        None => 6,
    };
    let seeds = match arguments.seeds {
        Some(seeds) => seeds,
        None if ask => number("How many seeds in each hole at the start?", 4, whole(SEEDS.0, SEEDS.1))?,
        None => 4,
    };
    let laps =
        choice(arguments.laps, ask, "What does a last seed in an occupied hole do?", &[Laps::Single, Laps::Relay])?;
    let captures: &[Capture] = match rows {
        2 => &[Capture::Opposite, Capture::TwosAndThrees, Capture::Even, Capture::Fours, Capture::None],
        _ => &[Capture::Opposite, Capture::None],
    };
    let capture = choice(arguments.capture, ask, "What does the last seed capture?", captures)?;
    let stores: &[Stores] = if rows == 2 { &[Stores::Beside, Stores::OnBoard] } else { &[Stores::Beside] };
    let stores = choice(arguments.stores, ask, "Where do captured seeds go?", stores)?;
    let ways = Direction::value_variants();
    let direction = choice(arguments.direction, ask, "In which direction do players sow?", ways)?;
    let skip_origin = arguments.skip_origin || ask && yes("Does sowing pass over the hole that was emptied (y, n)?")?;
    let swap = arguments.swap || ask && yes("May the second player exchange sides in his first turn (y, n)?")?;
    let rounds =
        arguments.rounds || ask && !swap && yes("Are there several rounds, refilled with the seeds won (y, n)?")?;
    Ok(Draft { name, rows, columns, seeds, laps, capture, stores, direction, skip_origin, swap, rounds })
}

/// Parses the number of rows.
fn rows(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|rows| ROWS.contains(rows)).ok_or_else(|| "expected 2 or 4".to_owned())
}

/// Asks for a number.
fn number(question: &str, default: u64, read: impl Fn(&str) -> Result<u64, String>) -> Result<u64, Failure> {
    let answer = asked(question, &default.to_string(), |text| read(text).map(drop))?;
    Ok(read(answer.trim()).unwrap_or(default))
}

/// The value that was given, or one of the choices; the first choice is the default.
fn choice<T: ValueEnum>(given: Option<T>, ask: bool, question: &str, choices: &[T]) -> Result<T, Failure> {
    let Some(first) = choices.first() else { return Err(Failure::wrong_use("there is nothing to choose")) };
    if let Some(given) = given {
        return Ok(given);
    }
    if !ask || choices.len() == 1 {
        return Ok(first.clone());
    }
    eprintln!("{question}");
    let mut names = Vec::new();
    for possible in choices.iter().filter_map(ValueEnum::to_possible_value) {
        let help = possible.get_help().map(ToString::to_string).unwrap_or_default();
        eprintln!("  {:16} {help}", possible.get_name());
        names.push(possible.get_name().to_owned());
    }
    let default = names.first().cloned().unwrap_or_default();
    let answer = asked("Which", &default, |text| {
        if names.iter().any(|name| name == text) {
            Ok(())
        } else {
            Err(format!("expected one of {}", names.join(", ")))
        }
    })?;
    Ok(names.iter().position(|name| name == answer.trim()).and_then(|at| choices.get(at)).unwrap_or(first).clone())
}

fn yes(question: &str) -> Result<bool, Failure> {
    let answer = asked(question, "n", |text| match text {
        "y" | "yes" | "n" | "no" => Ok(()),
        _ => Err("expected y or n".to_owned()),
    })?;
    Ok(answer.trim().starts_with('y'))
}

/// Asks until the answer fits.
fn asked(question: &str, default: &str, fits: impl Fn(&str) -> Result<(), String>) -> Result<String, Failure> {
    Input::<String>::new()
        .with_prompt(question)
        .default(default.to_owned())
        .validate_with(|text: &String| fits(text.trim()))
        .interact_text()
        .map_err(|error| Failure::wrong_use(format!("no answer, so no file is written: {error}")))
}

/// Writes a new file, either whole or not at all.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let shown = path.display();
    let failed = |error: std::io::Error| Failure::wrong_use(format!("`{shown}` cannot be written: {error}"));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::wrong_use(format!("there is no folder `{}`", folder.display())));
    }
    let mut file = tempfile::Builder::new().prefix(".mancala-").tempfile_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    readable(file.as_file()).map_err(failed)?;
    file.persist_noclobber(path).map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => there_already(path),
        _ => failed(error.error),
    })?;
    Ok(())
}

/// The permissions of a new file: others may read it.
#[cfg(unix)]
fn readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

fn there_already(path: &Path) -> Failure {
    let failure = Failure::wrong_use(format!("`{}` already exists and is not overwritten", path.display()));
    failure.help("choose another name, or add `--file other.mancala`")
}
