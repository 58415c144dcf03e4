//! Exact values for printing: of a position and of its moves, from a database, or why there are none.

use mancala_engine::game::{Move, Position};
use mancala_engine::position_text;
use mancala_engine::solver::{Book, Choice, Refusal, Worth};
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::Rules;
use serde::Serialize;

use super::Failure;
use super::game::Loaded;
use super::output::Output;
use super::provenance::Provenance;

/// A move and its value for the player who makes it.
#[derive(Serialize)]
pub(super) struct MoveRecord {
    #[serde(rename = "move")]
    play: String,
    value: Option<Worth>,
}

#[derive(Serialize)]
struct ExactRecord {
    value: Option<Worth>,
    moves: Vec<MoveRecord>,
    line: Vec<MoveRecord>,
    line_repeats: bool,
}

/// A line of play is printed up to this number of plies.
const MOST_PLIES: usize = 100;

impl MoveRecord {
    pub(super) fn new(play: &Move, value: Option<Worth>) -> Self {
        MoveRecord { play: play.to_string(), value }
    }
}

/// A player's result in words: `South wins by 4`.
pub(super) fn outcome(rules: &Rules, player: usize, worth: Worth, counts: bool) -> String {
    let name = |player: usize| capital(&player_name(rules.board.players.value, player));
    match worth {
        Worth::Won => format!("{} wins", name(player)),
        Worth::Lost => format!("{} wins", name(1 - player)),
        Worth::By(0) => "a draw".to_owned(),
        Worth::By(by) if !counts => format!("{} wins", name(if by > 0 { player } else { 1 - player })),
        Worth::By(by) if by > 0 => format!("{} wins by {by}", name(player)),
        Worth::By(by) => format!("{} wins by {}", name(1 - player), -by),
    }
}

/// A value as the text of a column.
pub(super) fn text(worth: Worth) -> String {
    match worth {
        Worth::Won => "wins".to_owned(),
        Worth::Lost => "loses".to_owned(),
        Worth::By(0) => "0".to_owned(),
        Worth::By(by) => format!("{by:+}"),
    }
}

/// Prints moves with their values, one per line.
pub(super) fn rows(choices: &[Choice], out: &mut Output) -> Result<(), Failure> {
    let names: Vec<String> = choices.iter().map(|choice| choice.play.to_string()).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    for (name, choice) in names.iter().zip(choices) {
        let worth = choice.worth.map_or_else(|| "?".to_owned(), text);
        out.line(format!("  {name:width$}  {worth}"))?;
    }
    Ok(())
}

/// Prints the value of a position and of its moves from a database, and a line of best play. Returns false and prints
/// nothing if the database lacks the position.
pub(super) fn print(
    loaded: &Loaded,
    book: &Book,
    position: &Position,
    json: bool,
    out: &mut Output,
) -> Result<bool, Failure> {
    let rules = &loaded.rules;
    let oracle = book.oracle();
    let failed = |refusal| refused(loaded, &refusal);
    let value = oracle.worth(position).map_err(failed)?;
    let choices = oracle.choices(position).map_err(failed)?;
    let Some(value) =
        value.or_else(|| choices.iter().map(|choice| choice.worth).collect::<Option<Vec<_>>>()?.into_iter().max())
    else {
        return Ok(false);
    };
    let (line, line_repeats) = oracle.line(position, MOST_PLIES).map_err(failed)?;
    if json {
        let record = ExactRecord {
            value: Some(value),
            moves: choices.iter().map(|choice| MoveRecord::new(&choice.play, choice.worth)).collect(),
            line: line.iter().map(|ply| MoveRecord::new(&ply.play, Some(ply.worth))).collect(),
            line_repeats,
        };
        return out.json(&Provenance::of(loaded).told(record, None)).map(|()| true);
    }
    out.line(capital(&outcome(rules, position.to_move, value, book.solver.counts())))?;
    rows(&choices, out)?;
    let plies: Vec<String> = line.iter().map(|ply| ply.play.to_string()).collect();
    let end = if line_repeats { ", and so on for ever" } else { "" };
    if !plies.is_empty() {
        out.line(format!("{}{end}", plies.join(" ")))?;
    }
    Ok(true)
}

/// The failure for a game that cannot be solved.
pub(super) fn refused(loaded: &Loaded, refusal: &Refusal) -> Failure {
    let board = &loaded.rules.board;
    match refusal {
        Refusal::Rules { message, help } => {
            Failure::wrong_use(format!("{} cannot be solved: {message}", loaded.rules.about.name)).help(help.clone())
        }
        Refusal::Open { message, position } => {
            Failure::wrong_use(format!("{} cannot be solved: {message}", loaded.rules.about.name))
                .help(format!("it happens from the position `{}`", position_text::format(board, position)))
        }
        Refusal::Fault(fault, position) => loaded.fault(fault, position),
        Refusal::Elsewhere { .. } => Failure::Elsewhere,
        Refusal::Stopped => Failure::Interrupted,
    }
}
