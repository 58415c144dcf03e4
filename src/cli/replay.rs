//! `mancala replay`: plays the moves given and shows every position.

use std::io::{IsTerminal, Read, stdin};
use std::path::PathBuf;

use mancala_engine::game::{IllegalMove, Position, spelled};
use mancala_engine::outcome::{match_result, result};
use mancala_engine::play::Game;
use mancala_rules::chance::lots;
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::Player;
use mancala_rules::source::without_mark;

use super::Failure;
use super::album::{Album, readings};
use super::game::{EngineArguments, Loaded, ReadingArguments, not_input};
use super::matches::{self, MatchPrinter};
use super::output::Output;
use super::picture::LookArguments;
use super::plies::Printer;
use super::refusal::refusal;
use super::saved;

/// The most bytes of moves that are read from standard input.
const MOST_INPUT: u64 = 4 * 1024 * 1024;

/// Arguments of `replay`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala replay krur d1 a2
  mancala replay krur d1 a2 --trace
  mancala replay kalah --json < moves.txt
  mancala replay --transcript my-game.txt
  mancala replay --transcript my-game.txt --html my-game.html

A move is the hole it starts from, such as `d1`. Add `+` (counterclockwise) or `-` (clockwise) if \
the player chooses the direction, and `y` or `n` if he chooses whether a rule applies. `pass` is a \
move.")]
pub(super) struct Arguments {
    /// The name of a ruleset (see `mancala list`), another name of a game, or the path of a rule file
    #[arg(required_unless_present = "transcript", add = super::candidates::game())]
    game: Option<String>,

    #[command(flatten)]
    readings: ReadingArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// The moves [default: read from standard input, separated by blanks or line breaks]
    #[arg(value_name = "MOVE", add = super::candidates::legal_move())]
    moves: Vec<String>,

    /// Replay a saved game or match; GAME can then be omitted
    #[arg(long, value_name = "FILE", add = super::candidates::file(), conflicts_with_all = ["moves", "from", "set", "whole_match"])]
    transcript: Option<String>,

    /// Replay a saved game although its rule file has changed
    #[arg(long, requires = "transcript")]
    changed: bool,

    /// Replay a whole match: the next round begins when a round is over
    #[arg(long = "match", conflicts_with = "from")]
    whole_match: bool,

    /// Begin with this position (`mancala show GAME --position` prints the one at the start)
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Show the events of each ply, and the rules that decided them
    #[arg(long)]
    trace: bool,

    /// Print a line of JSON for each position
    #[arg(long)]
    json: bool,

    /// Write the game or the match as a page into this file, to step through it in a browser: each ply with its picture,
    /// and the rules that decided it with their sources
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with_all = ["json", "trace"])]
    html: Option<PathBuf>,

    #[command(flatten)]
    look: LookArguments,
}

/// What a page says of a game: who played it, and by which readings.
type Facts = Vec<String>;

/// Plays moves and prints the positions.
pub(super) fn replay(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    if let Some(name) = &arguments.transcript {
        return saved(name, arguments, out);
    }
    let game = arguments.game.as_deref().unwrap_or_default();
    if arguments.moves.is_empty() {
        not_input(game, "the moves")?;
    }
    let loaded = Loaded::new(game, arguments.readings.settings())?;
    if arguments.whole_match {
        // as `run` draws them without a seed
        let facts = readings(arguments.readings.settings()).into_iter().collect();
        play_match(&loaded, (u32::MAX, lots(0, 1)), (moves(&arguments.moves)?, facts), arguments, out)
    } else {
        let position = loaded.position(arguments.from.as_deref())?;
        let facts = readings(arguments.readings.settings()).into_iter().collect();
        play_game(&loaded, position, (&moves(&arguments.moves)?, facts), arguments, out)
    }
}

/// Replays a saved game or match.
fn saved(name: &str, arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let transcript = saved::read(name)?;
    let head = &transcript.head;
    let loaded = Loaded::new(arguments.game.as_deref().unwrap_or(&head.rules), &head.settings)?;
    saved::check(name, &transcript, &loaded, arguments.changed)?;
    if let Some(line) = transcript.broken_line {
        out.note(&format!("note: line {line} of `{name}` is incomplete and is ignored"))?;
    }
    let moves = transcript.plies.iter().map(|ply| ply.play.clone()).collect();
    let players = head.players.len();
    let seated = head.players.iter().enumerate().map(|(seat, who)| format!("{} {who}", player_name(players, seat)));
    let seated = seated.collect::<Vec<_>>().join(", ");
    if !arguments.json {
        out.line(format!("{}: {seated}", out.bold(&head.game)))?;
        out.line("")?;
    }
    let facts: Facts = [seated].into_iter().chain(readings(&head.settings)).collect();
    match head.rounds {
        Some(rounds) => play_match(&loaded, (rounds, head.lots.unwrap_or(0)), (moves, facts), arguments, out),
        None => {
            let position = loaded.position(head.from.as_deref())?;
            play_game(&loaded, position, (&moves, facts), arguments, out)
        }
    }
}

fn play_match(
    loaded: &Loaded,
    (most_rounds, lots): (u32, u64),
    (moves, facts): (Vec<String>, Facts),
    arguments: &Arguments,
    out: &mut Output,
) -> Result<(), Failure> {
    let album = Album::begin(None, arguments.html.as_deref(), &arguments.look)?;
    let referee = arguments.engine.referee(&loaded.rules, arguments.trace || album.is_some());
    let mut contest = matches::begin(loaded, &referee, most_rounds, lots)?;
    let mut rest = moves.into_iter();
    let mut printer = MatchPrinter::new(loaded, out, arguments.json, arguments.trace, None);
    printer.album = album;
    printer.play(&mut contest, |contest| Ok(rest.next().map(|name| spelled(&contest.legal_names(), &name))))?;
    if let Some(album) = printer.album.take() {
        let ending = contest.ending().map(|ending| match_result(&loaded.rules, ending));
        let result = ending.unwrap_or_else(|| "The match is not over".to_owned());
        album.finish(loaded, facts, result)?.iter().try_for_each(|line| out.line(line))?;
    }
    match rest.next() {
        Some(name) => Err(Failure::wrong_use(format!("`{name}` comes after the end of the match"))),
        None => Ok(()),
    }
}

fn play_game(
    loaded: &Loaded,
    position: Position,
    (moves, facts): (&[String], Facts),
    arguments: &Arguments,
    out: &mut Output,
) -> Result<(), Failure> {
    if let Some(album) = Album::begin(None, arguments.html.as_deref(), &arguments.look)? {
        return draw_game(loaded, position, (moves, facts), (album, arguments), out);
    }
    let referee = arguments.engine.referee(&loaded.rules, arguments.trace);
    let mut game = loaded.game(&referee, position)?;
    let mut printer = Printer { loaded, out, json: arguments.json, trace: arguments.trace, number: None };
    printer.start(&mut game)?;
    each_ply(loaded, &mut game, moves, |game, ply| printer.ply(game, ply.0, ply.1, ply.2))?;
    printer.outlook(&game)
}

/// Writes a game as a page.
fn draw_game(
    loaded: &Loaded,
    position: Position,
    (moves, facts): (&[String], Facts),
    (mut album, arguments): (Album, &Arguments),
    out: &mut Output,
) -> Result<(), Failure> {
    let mut game = loaded.game(&arguments.engine.referee(&loaded.rules, true), position)?;
    album.ply(&mut game, None);
    each_ply(loaded, &mut game, moves, |game, ply| {
        album.ply(game, Some(ply));
        Ok(())
    })?;
    let result = match game.outcome() {
        Some(ending) => capital(&result(&loaded.rules, &ending)),
        None => "The game is not over".to_owned(),
    };
    album.last(&result);
    out.line(&result)?;
    album.finish(loaded, facts, result)?.iter().try_for_each(|line| out.line(line))
}

/// Plays moves, and calls `each` after every ply with its number, its player and its name.
fn each_ply(
    loaded: &Loaded,
    game: &mut Game,
    moves: &[String],
    mut each: impl FnMut(&mut Game, (u64, Player, String)) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for (ply, name) in (1..).zip(moves) {
        let name = &spelled(&game.legal_names(), name);
        let (by, before) = (game.to_move(), game.position());
        if let Err(refused) = game.play_named(name) {
            return Err(match refused {
                IllegalMove::Fault(fault) => loaded.fault(&fault, &before),
                _ => refusal(loaded, game, ply, name),
            });
        }
        each(game, (ply, by, name.clone()))?;
    }
    Ok(())
}

/// The given moves, or the moves on standard input.
fn moves(given: &[String]) -> Result<Vec<String>, Failure> {
    let mut text = given.join(" ");
    if given.is_empty() && !stdin().is_terminal() {
        let read = stdin().lock().take(MOST_INPUT + 1).read_to_string(&mut text);
        read.map_err(|error| Failure::wrong_use(format!("the moves cannot be read from standard input: {error}")))?;
        if text.len() as u64 > MOST_INPUT {
            return Err(Failure::wrong_use(format!("standard input holds more than {MOST_INPUT} bytes of moves")));
        }
    }
    let parted = without_mark(&text).split(|c: char| c.is_whitespace() || c == ',');
    Ok(parted.filter(|name| !name.is_empty()).map(str::to_owned).collect())
}
