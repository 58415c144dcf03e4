//! `mancala replay`: plays the moves given and shows every position.

use std::io::{IsTerminal, Read, stdin};

use super::Failure;
use super::game::{EngineArguments, Loaded, ReadingArguments, not_input};
use super::matches::{self, MatchPrinter};
use super::output::Output;
use super::plies::Printer;
use super::refusal::refusal;
use super::saved;
use crate::chance::lots;
use crate::game::{IllegalMove, Position, spelled};
use crate::notation::player_name;

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
}

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
        play_match(&loaded, (u32::MAX, lots(0, 1)), moves(&arguments.moves)?, arguments, out)
    } else {
        let position = loaded.position(arguments.from.as_deref())?;
        play_game(&loaded, position, &moves(&arguments.moves)?, arguments, out)
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
    if !arguments.json {
        let players = head.players.len();
        let seated = head.players.iter().enumerate().map(|(seat, who)| format!("{} {who}", player_name(players, seat)));
        out.line(format!("{}: {}", out.bold(&head.game), seated.collect::<Vec<_>>().join(", ")))?;
        out.line("")?;
    }
    match head.rounds {
        Some(rounds) => play_match(&loaded, (rounds, head.lots.unwrap_or(0)), moves, arguments, out),
        None => {
            let position = loaded.position(head.from.as_deref())?;
            play_game(&loaded, position, &moves, arguments, out)
        }
    }
}

fn play_match(
    loaded: &Loaded,
    (most_rounds, lots): (u32, u64),
    moves: Vec<String>,
    arguments: &Arguments,
    out: &mut Output,
) -> Result<(), Failure> {
    let referee = arguments.engine.referee(&loaded.rules, arguments.trace);
    let mut contest = matches::begin(loaded, &referee, most_rounds, lots)?;
    let mut rest = moves.into_iter();
    let mut printer = MatchPrinter::new(loaded, out, arguments.json, arguments.trace, None);
    printer.play(&mut contest, |contest| Ok(rest.next().map(|name| spelled(&contest.legal_names(), &name))))?;
    match rest.next() {
        Some(name) => Err(Failure::wrong_use(format!("`{name}` comes after the end of the match"))),
        None => Ok(()),
    }
}

fn play_game(
    loaded: &Loaded,
    position: Position,
    moves: &[String],
    arguments: &Arguments,
    out: &mut Output,
) -> Result<(), Failure> {
    let referee = arguments.engine.referee(&loaded.rules, arguments.trace);
    let mut game = loaded.game(&referee, position)?;
    let mut printer = Printer { loaded, out, json: arguments.json, trace: arguments.trace, number: None };
    printer.start(&mut game)?;
    for (ply, name) in (1..).zip(moves) {
        let name = &spelled(&game.legal_names(), name);
        let (by, before) = (game.to_move(), game.position());
        if let Err(refused) = game.play_named(name) {
            return Err(match refused {
                IllegalMove::Fault(fault) => loaded.fault(&fault, &before),
                _ => refusal(loaded, &game, ply, name),
            });
        }
        printer.ply(&mut game, ply, by, name.clone())?;
    }
    printer.outlook(&game)
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
    let parted = text.split(|c: char| c.is_whitespace() || c == ',');
    Ok(parted.filter(|name| !name.is_empty()).map(str::to_owned).collect())
}
