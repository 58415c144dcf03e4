//! Follows recorded games and matches ply by ply, and tells where a rule file differs from them.

use std::fmt::Debug;
use std::sync::Arc;

use mancala_engine::contest::Match;
use mancala_engine::game::{Position, cell_name};
use mancala_engine::narrator::Narrator;
use mancala_rules::rules::model::{Player, Rules};
use mancala_rules::ruleset::Ruleset;
use serde_json::{Value, json};

/// What the recorded matches call the options, and what the rule files call them.
const OPTIONS: &[(&str, &str)] =
    &[("empty", "empty-holes"), ("leftover", "surplus"), ("columns", "columns"), ("seeds", "seeds")];

/// The readings under which all records of a game were played.
const ALWAYS: &[(&str, &str, &str)] = &[
    ("krur", "surplus", "to reserve"),
    ("krur", "remaining", "nobody's"),
    ("buqruru", "surplus", "to reserve"),
    ("buqruru", "fill", "from own left"),
];

/// The readings of a record. What it does not name was played as `ALWAYS` says, where the game has that option.
fn settings(ruleset: &Ruleset, record: &Value) -> Vec<(String, String)> {
    let set = record["set"].as_object().expect("options");
    let given = set
        .iter()
        .map(|(name, value)| {
            let ours = OPTIONS.iter().find(|(theirs, _)| theirs == name).map_or(name.as_str(), |(_, ours)| ours);
            let value = match value.as_str() {
                Some("pot") => "to pot".to_owned(),
                Some(text) => text.to_owned(),
                None => value.to_string(),
            };
            (ours.to_owned(), value)
        })
        .collect::<Vec<_>>();
    let has = |game: &str, name: &str| {
        let known = ruleset.options().iter().any(|option| option.names.iter().any(|known| known == name));
        ruleset.source.stem() == game && known && !given.iter().any(|(given, _)| given == name)
    };
    let always = ALWAYS.iter().filter(|(game, name, _)| has(game, name));
    let always = always.map(|(_, name, value)| ((*name).to_owned(), (*value).to_owned()));
    always.chain(given.iter().cloned()).collect()
}

/// A position's cells by rows as drawn: the far row first.
fn rows<T: Clone>(rules: &Rules, cells: &[T]) -> Vec<Vec<T>> {
    cells[..rules.board.holes()].chunks(rules.board.columns.value).rev().map(<[T]>::to_vec).collect()
}

fn integers(value: &Value) -> Vec<i64> {
    serde_json::from_value(value.clone()).expect("numbers")
}

fn same<T: PartialEq + Debug>(place: &str, what: &str, found: T, told: T) -> Result<(), String> {
    if found == told { Ok(()) } else { Err(format!("{place}: {what}: {found:?}, recorded is {told:?}")) }
}

/// The rules of each record, resolved once for records of the same readings.
fn each_record(
    ruleset: &Ruleset,
    text: &str,
    mut follow: impl FnMut(&Arc<Rules>, &Value, &str) -> Result<usize, String>,
) -> Result<usize, String> {
    type Known = (Vec<(String, String)>, Arc<Rules>);
    let mut known: Option<Known> = None;
    let mut sum = 0;
    for (number, line) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let settings = settings(ruleset, &record);
        let rules = match known.take().filter(|(before, _)| *before == settings) {
            Some((_, rules)) => rules,
            None => ruleset.rules_under(&settings).map_err(|error| error.to_string())?,
        };
        sum += follow(&rules, &record, &format!("{}, {}", ruleset.source.name, number + 1))?;
        known = Some((settings, rules));
    }
    Ok(sum)
}

/// Follows recorded games, one in a line; how many there are.
pub fn games(ruleset: &Ruleset, text: &str) -> Result<usize, String> {
    each_record(ruleset, text, |rules, record, place| game(rules, record, place).map(|()| 1))
}

/// The player who marked each cell: the records are of games in which a hole has one mark.
fn first_marks(position: &Position) -> Vec<Option<Player>> {
    position.marks.iter().map(|marks| marks.each().next()).collect()
}

/// Follows a recorded game. The records draw a board as its last turn left it.
fn game(rules: &Rules, record: &Value, place: &str) -> Result<(), String> {
    let mut game = Narrator::new(rules).map_err(|fault| fault.message)?;
    same(place, "start", json!(rows(rules, &game.left().seeds)), record["start"].clone())?;
    for (ply, told) in record["plies"].as_array().expect("plies").iter().enumerate() {
        let place = &format!("{place}, ply {}", ply + 1);
        same(place, "who moves", json!(game.position().to_move), told["by"].clone())?;
        let played = told["move"].as_str().expect("a move");
        let legal = if played == "pass" { json!(["pass"]) } else { told["legal"].clone() };
        same(place, "legal moves", json!(game.legal()), legal)?;
        game.play(played).map_err(|error| format!("{place}: {error}"))?;
        same(place, "board", json!(rows(rules, &game.left().seeds)), told["rows"].clone())?;
        if let Some(marks) = told.get("marks") {
            same(place, "marks", json!(rows(rules, &first_marks(game.left()))), marks.clone())?;
        }
        same(place, "captured", game.captured_left(), integers(&told["captured"]))?;
    }
    let result = &record["result"];
    let ending = game.ending().ok_or_else(|| format!("{place}: not over"))?;
    let repeated = ending.reason.contains("repeated position");
    same(place, "ended by repetition", repeated, result["reason"] == "repetition")?;
    let total = result.get("total").unwrap_or(&result["captured"]);
    same(place, "scores", ending.scores.clone(), integers(total))?;
    match (result.get("winners"), result.get("winner")) {
        (Some(winners), _) => same(place, "winners", json!(ending.winners), winners.clone()),
        (None, Some(Value::Null)) => same(place, "winners of a draw", ending.winners.len(), 2),
        (None, winner) => same(place, "winner", Some(&json!(ending.winners[0])), winner),
    }
}

/// Follows recorded matches, one in a line; how many rounds there are.
pub fn matches(ruleset: &Ruleset, text: &str) -> Result<usize, String> {
    each_record(ruleset, text, whole_match)
}

fn whole_match(rules: &Arc<Rules>, record: &Value, place: &str) -> Result<usize, String> {
    let contest = Match::new(rules, 100_000).ok_or_else(|| format!("{place}: no match"))?;
    let mut contest = contest.map_err(|fault| fault.message)?;
    let rounds = record["rounds"].as_array().expect("rounds");
    for (index, told) in rounds.iter().enumerate() {
        let place = &format!("{place}, round {}", index + 1);
        same(place, "rounds", contest.round() as usize, index + 1)?;
        round(&mut contest, told, place)?;
    }
    let ending = contest.ending().ok_or_else(|| format!("{place}: not over"))?;
    let result = &record["result"];
    same(place, "winners", json!(ending.winners), json!([result["winner"]]))?;
    same(place, "owned", json!(ending.owned), result["owned"].clone())?;
    same(place, "rounds", json!(ending.rounds), result["rounds"].clone())?;
    if let Some(ases) = result.get("ases") {
        same(place, "points", json!(ending.points), ases.clone())?;
    }
    Ok(rounds.len())
}

fn round(contest: &mut Match, told: &Value, place: &str) -> Result<(), String> {
    let rules = &contest.rules().clone();
    let game = contest.game().ok_or_else(|| format!("{place}: no game, {:?}", contest.ending()))?;
    let shown = game.position();
    same(place, "start", json!(rows(rules, &shown.seeds)), told["start"].clone())?;
    let closed = (0..rules.board.holes()).filter(|cell| shown.closed[*cell]);
    let closed: Vec<String> = closed.map(|cell| cell_name(&rules.board, cell)).collect();
    let mut wanted: Vec<String> = serde_json::from_value(told["closed"].clone()).expect("holes");
    wanted.sort_by_key(|name| closed.iter().position(|closed| closed == name));
    same(place, "closed", closed, wanted)?;
    same(place, "who begins", json!(game.position().to_move), told["first"].clone())?;
    same(place, "owned before", json!(contest.owned()), told["owned_before"].clone())?;
    if let Some(reserve) = told.get("reserve") {
        same(place, "reserve", json!(contest.reserve()), reserve.clone())?;
    }
    if let Some(pot) = told.get("pot") {
        same(place, "pot", json!(contest.pot()), pot.clone())?;
    }
    for (ply, played) in told["moves"].as_array().expect("moves").iter().enumerate() {
        let place = &format!("{place}, ply {}", ply + 1);
        same(place, "who moves", json!(contest.to_move()), played[0].clone())?;
        contest.play_named(played[1].as_str().expect("a move")).map_err(|error| format!("{place}: {error}"))?;
    }
    let game = contest.game().ok_or_else(|| format!("{place}: no game"))?;
    let ending = game.outcome().ok_or_else(|| format!("{place}: not over"))?;
    let repeated = ending.reason.contains("repeated position");
    same(place, "ended by repetition", repeated, told["reason"] == "repetition")?;
    same(place, "closing board", json!(rows(rules, &game.left().seeds)), told["final"].clone())?;
    same(
        place,
        "captured",
        json!(game.gathering().map_or_else(|| game.captured(), |last| last.won_before)),
        told["captured"].clone(),
    )?;
    contest.next_round().map_err(|fault| fault.message)?;
    same(place, "owned after", json!(contest.owned()), told["owned_after"].clone())
}
