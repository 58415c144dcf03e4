//! `mancala show`: the board at the start, and the game in a few lines.

use std::path::PathBuf;

use mancala_engine::draw::draw;
use mancala_engine::game::Position;
use mancala_engine::outcome::result;
use mancala_engine::play::{Game, Referee};
use mancala_engine::position_text;
use mancala_rules::names::others;
use mancala_rules::notation::{capital, count};
use mancala_rules::rules::model::{Choice, Rules};
use mancala_tools::json::ply::{GameRecord, PlyRecord};
use serde::Serialize;

use super::Failure;
use super::game::{GameArguments, Loaded, quoted};
use super::output::Output;
use super::picture::{self, LookArguments};

/// Arguments of `show`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala show krur
  mancala show um-ed-dyar --set columns=4 --set seeds=4
  mancala show krur --from '0 2 4 1 / 4 4 0 1; to move North; marks c2 South'
  mancala show krur --svg krur.svg
  mancala show krur --svg move.svg --move d1,b2 --arrows --caption 'the second move'
  mancala show krur --svg moving.svg --move c1 --animate
  mancala show krur --svg krur.svg --theme dark --transparent")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Draw this position, written as `--position` prints one
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Print only the position, in the form that `--from` takes
    #[arg(long)]
    position: bool,

    /// Print a line of JSON
    #[arg(long, conflicts_with = "position")]
    json: bool,

    /// Write the position as a picture in SVG to this file; `-` prints it
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with_all = ["position", "json"])]
    svg: Option<PathBuf>,

    /// In the picture: play these moves (separated by commas), and draw the last as numbered arrows on the board before
    /// it
    #[arg(long = "move", value_name = "MOVES", value_delimiter = ',', requires = "svg", add = super::candidates::legal_move())]
    moves: Vec<String>,

    /// In the picture: show the last of these moves seed by seed, again and again. Readers whose system asks for no
    /// motion see the arrows
    #[arg(long, requires = "moves")]
    animate: bool,

    #[command(flatten)]
    look: LookArguments,
}

#[derive(Serialize)]
struct ShowRecord<'a> {
    #[serde(flatten)]
    game: GameRecord<'a>,
    position: String,
    start: PlyRecord,
}

/// Shows a game.
pub(super) fn show(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    let rules = &loaded.rules;
    let position = loaded.position(arguments.from.as_deref())?;
    if let Some(file) = &arguments.svg {
        return picture::show(&loaded, position, (&arguments.moves, arguments.animate), &arguments.look, file, out);
    }
    let text = position_text::format(&rules.board, &position);
    if arguments.position {
        return out.line(text);
    }
    // compiling tables does not pay for one position
    let game = loaded.game(&Referee::narrator(rules), position.clone())?;
    if arguments.json {
        let name = name(&loaded);
        let record =
            ShowRecord { game: GameRecord::new(&name, rules), position: text, start: PlyRecord::new(&game, 0, None) };
        return out.json(&record);
    }
    out.line(title(rules, out))?;
    if let Some(region) = &rules.about.region {
        out.line(format!("Played in {}", region.value.join(", ")))?;
    }
    out.line(size(rules))?;
    let name = name(&loaded);
    let others = others(&arguments.game.game, &name);
    // with another spelling the note was printed when the game was looked up
    if arguments.game.game == name && !others.is_empty() {
        let others: Vec<String> =
            others.iter().map(|game| format!("{} ({})", game.ruleset, game.title_and_region())).collect();
        out.line(format!("Other games called {}: {}", rules.about.name, others.join(", ")))?;
    }
    out.line("")?;
    board(&loaded, &game, &position, out)?;
    if !rules.options.is_empty() {
        out.line("")?;
        out.line("Options; * is in force, `--set NAME=VALUE` chooses another:")?;
        for option in &rules.options {
            readings(option, out)?;
        }
    }
    let first = if arguments.from.is_some() { first_move(&loaded) } else { game.legal_names().into_iter().next() };
    let first = first.unwrap_or_else(|| "a1".to_owned());
    let game = arguments.game.typed();
    let more = [
        (format!("explain {game}"), "the rules in sentences, with their sources"),
        (format!("run {game}"), "a random game"),
        (format!("replay {game} {first}"), "a move, and the position after it"),
    ];
    let width = more.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    out.line("")?;
    for (command, what) in more {
        out.line(format!("mancala {command:width$}  {what}"))?;
    }
    Ok(())
}

/// Draws the board, with the player to move or the result.
fn board(loaded: &Loaded, game: &Game, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let Some(ending) = game.outcome() else {
        return out.print(draw(&loaded.rules, position, Some(position.to_move), out.color));
    };
    out.print(draw(&loaded.rules, &game.position(), None, out.color))?;
    out.line(format!("{}: {}", capital(&result(&loaded.rules, &ending)), loaded.reason(&ending)))
}

/// The name of a ruleset: the name of its file without folder and extension.
fn name(loaded: &Loaded) -> String {
    let path = std::path::Path::new(&loaded.ruleset.source.name);
    path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

fn title(rules: &Rules, out: &Output) -> String {
    let name = out.bold(&rules.about.name);
    match &rules.about.also {
        Some(also) => format!("{name}, also called {}", also.value.join(", ")),
        None => name,
    }
}

/// `2 rows of 4 holes, 32 seeds, 2 players`
fn size(rules: &Rules) -> String {
    let board = &rules.board;
    let seeds: usize = board.start.iter().map(|seeds| *seeds as usize).sum();
    format!(
        "{} of {}, {}, {}",
        count(board.rows.value, "row"),
        count(board.columns.value, "hole"),
        count(seeds, "seed"),
        count(board.players.value, "player")
    )
}

/// Prints every reading of an option, in the form that `--set` takes.
fn readings(option: &Choice, out: &mut Output) -> Result<(), Failure> {
    let typed: Vec<(String, Vec<String>)> = option
        .readings
        .iter()
        .enumerate()
        .map(|(at, reading)| {
            let in_force = (at == option.chosen).then_some(&option.values);
            let mut notes: Vec<String> = Vec::new();
            let mut words: Vec<String> = Vec::new();
            for (index, (name, value)) in option.names.iter().zip(&reading.values).enumerate() {
                let name = as_typed(name);
                let value = if is_range(value) {
                    notes.push(format!("{name} from {value}"));
                    in_force.and_then(|values| values.get(index)).filter(|chosen| !is_range(chosen)).cloned()
                } else {
                    Some(as_typed(value))
                };
                words.push(quoted(&format!("{name}={}", value.as_deref().unwrap_or("N"))));
            }
            notes.extend(reading.note.clone());
            (words.join(" "), notes)
        })
        .collect();
    let width = typed.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    for (at, (text, notes)) in typed.iter().enumerate() {
        let sign = if at == option.chosen { "*" } else { " " };
        let line = format!("  {sign} {text:width$}  {}", notes.join("; "));
        let line = line.trim_end();
        out.line(if at == option.chosen { out.bold(line) } else { line.to_owned() })?;
    }
    Ok(())
}

/// A name or a value in a form that needs no quotes: blanks become hyphens.
fn as_typed(text: &str) -> String {
    text.replace(", ", ",").replace(' ', "-")
}

/// `2 to 6`
fn is_range(value: &str) -> bool {
    let number = |text: &str| text.parse::<u64>().is_ok();
    value.split_once(" to ").is_some_and(|(low, high)| number(low) && number(high))
}

/// A legal first move.
fn first_move(loaded: &Loaded) -> Option<String> {
    let game = loaded.position(None).and_then(|start| loaded.game(&Referee::narrator(&loaded.rules), start));
    game.ok().and_then(|game| game.legal_names().into_iter().next())
}
