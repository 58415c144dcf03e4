//! `mancala new`: a first rule file, from questions or flags.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use dialoguer::Input;

use super::Failure;
use super::game::quoted;
use super::output::Output;
use super::whole::whole;
use crate::draft::{COLUMNS, Capture, Direction, Draft, DraftError, Laps, ROWS, SEEDS, Stores};
use crate::notation::capital;

/// How the names of rule files end.
const ENDING: &str = ".mancala";

/// Arguments of `new`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala new 'Four holes'                              asks, and writes four-holes.mancala
  mancala new games/mine.mancala --yes                  asks nothing
  mancala new Relay --columns 5 --laps relay --capture fours
  mancala new Hus --rows 4 --columns 8 --seeds 2 --laps relay

On a terminal what is not given is asked for, elsewhere the defaults are taken. The file that is written has notes, no
problems, and an example that is true; a file that is there already is never written over.

Exit codes: 0 the file is written; 2 it is not.")]
pub(super) struct Arguments {
    /// What the game is called, or the path of the file, which ends in `.mancala`
    name: String,

    /// Where the file is written; else its name is made from that of the game
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,

    /// How many rows: 2, or 4, which are two for each player [default: 2]
    #[arg(long, value_name = "N", value_parser = rows)]
    rows: Option<u64>,

    /// How many holes in a row [default: 6]
    #[arg(long, value_name = "N", value_parser = whole(COLUMNS.0, COLUMNS.1))]
    columns: Option<u64>,

    /// How many seeds in each hole at the start [default: 4]
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

    /// Which way is sown [default: counterclockwise]
    #[arg(long)]
    direction: Option<Direction>,

    /// Pass over the hole that was emptied
    #[arg(long)]
    skip_origin: bool,

    /// Rounds follow one another, and the holes are filled with what was won
    #[arg(long)]
    rounds: bool,

    /// Ask nothing: what is not given is as by default
    #[arg(long, short)]
    yes: bool,
}

/// Writes a first rule file.
pub(super) fn new(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let (name, path) = name_and_path(arguments)?;
    // before anybody answers questions in vain
    if path.symlink_metadata().is_ok() {
        return Err(there_already(&path));
    }
    let ask = !arguments.yes && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    let draft = draft(arguments, name, ask)?;
    let text = draft.text().map_err(|error| match error {
        DraftError::Apart { message, help } => Failure::wrong_use(message).help(help),
        DraftError::Problems(error) => error.into(),
    })?;
    write(&path, &text)?;
    let shown = path.display().to_string();
    let file = quoted(&shown);
    out.line(format!("{shown}: {}", out.good("written")))?;
    out.line(format!("\nmancala show {file}    the board\nmancala explain {file} the rules in sentences"))?;
    out.line(format!("mancala run {file}     a game played at random\nmancala check {file}   after every change"))
}

/// The name of the game, and where its file is written.
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
            let failure = Failure::wrong_use(format!("no file can be named after `{given}`"));
            Err(failure.help("give a name with letters, or say `--file my-game.mancala`"))
        }
        None => Ok((given.to_owned(), PathBuf::from(words.join("-") + ENDING))),
    }
}

/// What was given, asked, or is so by default; what cannot be otherwise is not asked.
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
    let either = arguments.direction == Some(Direction::Either);
    let stores: &[Stores] = if rows == 2 && !either { &[Stores::Beside, Stores::OnBoard] } else { &[Stores::Beside] };
    let stores = choice(arguments.stores, ask, "Where do captured seeds go?", stores)?;
    let ways: &[Direction] = match stores {
        Stores::Beside => &[Direction::Counterclockwise, Direction::Clockwise, Direction::Either],
        Stores::OnBoard => &[Direction::Counterclockwise, Direction::Clockwise],
    };
    let direction = choice(arguments.direction, ask, "Which way is sown?", ways)?;
    let skip_origin = arguments.skip_origin || ask && yes("Is the hole that was emptied passed over (y, n)?")?;
    let rounds = arguments.rounds || ask && yes("Do rounds follow one another, filled with what was won (y, n)?")?;
    Ok(Draft { name, rows, columns, seeds, laps, capture, stores, direction, skip_origin, rounds })
}

/// Rows of a draft.
fn rows(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|rows| ROWS.contains(rows)).ok_or_else(|| "2 or 4 is wanted".to_owned())
}

/// Asks for a number.
fn number(question: &str, default: u64, read: impl Fn(&str) -> Result<u64, String>) -> Result<u64, Failure> {
    let answer = asked(question, &default.to_string(), |text| read(text).map(drop))?;
    Ok(read(answer.trim()).unwrap_or(default))
}

/// What was given, or one of the choices; the first is the default.
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
            Err(format!("one of {} is wanted", names.join(", ")))
        }
    })?;
    Ok(names.iter().position(|name| name == answer.trim()).and_then(|at| choices.get(at)).unwrap_or(first).clone())
}

fn yes(question: &str) -> Result<bool, Failure> {
    let answer = asked(question, "n", |text| match text {
        "y" | "yes" | "n" | "no" => Ok(()),
        _ => Err("y or n is wanted".to_owned()),
    })?;
    Ok(answer.trim().starts_with('y'))
}

/// Asks until the answer is one.
fn asked(question: &str, default: &str, fits: impl Fn(&str) -> Result<(), String>) -> Result<String, Failure> {
    Input::<String>::new()
        .with_prompt(question)
        .default(default.to_owned())
        .validate_with(|text: &String| fits(text.trim()))
        .interact_text()
        .map_err(|error| Failure::wrong_use(format!("no answer, so no file is written: {error}")))
}

/// Writes all of a new file, or nothing.
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

/// What others may do with a new file; that is what they may do with rule files, too: read it.
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
    let failure = Failure::wrong_use(format!("`{}` is there already, and is not written over", path.display()));
    failure.help("take another name, or say `--file other.mancala`")
}
