//! Machine players, hints, and the value of what was played.

use mancala::clock::Instant;
use mancala::contest::GameOrMatch;
use mancala::engine::Progress;
use mancala::generator;
use mancala::players::{Certainty, Kind, Limits, Search, judged};
use serde_json::{Value, json};

use crate::file::time;
use crate::loaded::Refused;
use crate::request::Table;
use crate::table::at;

/// Positions looked at to value a step of the past.
const POSITIONS: u64 = 20_000;
/// No machine thinks longer.
const LONGEST: f64 = 60.0;
/// Most plies of a line that are told.
const MOST_PLIES: usize = 6;

/// The move of a machine, given in the notation of `--players`.
pub fn think(table: &Table, player: &str, seed: u64) -> Result<Value, Refused> {
    let (_, session) = at(table, table.steps.len())?;
    let kind = Kind::parse(player).map_err(Refused::because)?;
    let progress = Progress::until(Instant::now() + time(LONGEST));
    let mut chance = generator(seed, table.steps.len() as u64 + 1);
    let mut machine = kind.player();
    let index = machine.choose_at(session.playing(), &mut chance, &progress).map_err(Refused::because)?;
    let play = session.legal_names().into_iter().nth(index);
    Ok(json!({ "move": play }))
}

/// The value of every legal move, as far as a search comes in a time; the best first.
pub fn hint(table: &Table, seconds: f64, seed: u64) -> Result<Value, Refused> {
    let (_, session) = at(table, table.steps.len())?;
    let game = match session.playing() {
        GameOrMatch::Game(game) => Some(&**game),
        GameOrMatch::Match(contest) => contest.game(),
    };
    let Some(game) = game.filter(|game| game.choices() > 0) else { return Ok(json!({ "moves": [] })) };
    let mut search = Search::new(Limits { time: Some(time(seconds)), ..Limits::default() });
    let mut chance = generator(seed, 0);
    let found = search.analyse(game, game.choices(), &mut chance, &Progress::default(), |_| {});
    let Some(depth) = found.map_err(Refused::because)? else { return Ok(json!({ "moves": [] })) };
    let lines = depth.lines.iter().map(|line| {
        let name = line.moves.first();
        let after = line.moves.iter().take(MOST_PLIES).cloned().collect::<Vec<_>>().join(" ");
        json!({ "move": name, "value": line.value.to_string(), "line": after })
    });
    let certainty = match depth.certainty {
        Certainty::Guess => "guess",
        Certainty::UnlessItCircles => "unless it circles",
        Certainty::Solved => "solved",
    };
    Ok(json!({
        "moves": lines.collect::<Vec<_>>(), "depth": depth.depth, "positions": depth.positions, "certainty": certainty,
    }))
}

/// The value of a step of the past, the best move, and how much was lost.
pub fn judge(table: &Table, step: usize) -> Result<Value, Refused> {
    let name = table.steps.get(step).ok_or_else(|| Refused::because("there is no such step"))?;
    let (_, before) = at(table, step)?;
    let mut search = Search::new(Limits { positions: Some(POSITIONS), ..Limits::default() });
    let progress = Progress::default();
    let found = judged(before.playing(), name, &mut search, &mut generator(0, 0), &progress);
    Ok(found.map_or(Value::Null, |it| {
        json!({
            "value": it.value.to_string(),
            "best": it.best,
            "played": it.played.map(|value| value.to_string()),
            "lost": it.lost(),
            "mark": it.mark(),
        })
    }))
}
