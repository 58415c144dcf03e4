//! Machine players, hints, and the value of what was played.

use std::sync::Arc;

use mancala_engine::contest::GameOrMatch;
use mancala_engine::game::Position;
use mancala_engine::play::Game;
use mancala_engine::players::{Certainty, Depth, Kind, Limits, Search, judged};
use mancala_engine::solver::{Book, Worth};
use mancala_rules::chance::generator;
use serde_json::{Value, json};

use super::asking::Asking;
use super::file::time;
use super::loaded::{Loaded, Refused};
use super::request::Table;
use super::table::at;

/// Positions looked at to value a step of the past.
const POSITIONS: u64 = 20_000;
/// Seconds that this takes at most.
const LONGEST_JUDGED: f64 = 60.0;
/// Most plies of a line that are told.
const MOST_PLIES: usize = 6;

/// The database of a game, if there is one. One that cannot be used is reported with the game.
fn book(loaded: &Loaded, asking: &Asking) -> Option<Arc<Book>> {
    asking.book(&loaded.ruleset, &loaded.rules).ok().flatten()
}

/// The move of a machine, given in the notation of `--players`.
pub fn think(table: &Table, player: &str, seed: u64, asking: &Asking) -> Result<Value, Refused> {
    let (loaded, session) = at(table, table.steps.len())?;
    let kind = Kind::parse(player).map_err(Refused::because)?;
    let progress = asking.begin(time(asking.longest()));
    let mut chance = generator(seed, table.steps.len() as u64 + 1);
    let mut machine = kind.player_with(book(&loaded, asking).as_ref());
    let index = machine.choose_at(session.playing(), &mut chance, &progress).map_err(Refused::because)?;
    let play = session.legal_names().into_iter().nth(index);
    Ok(json!({ "move": play }))
}

/// The value of every legal move, the best first: exact from a database, or as far as a search comes in a time. What
/// each depth of the search shows is told before the answer.
pub fn hint(table: &Table, seconds: f64, seed: u64, asking: &Asking) -> Result<Value, Refused> {
    let (loaded, session) = at(table, table.steps.len())?;
    let game = match session.playing() {
        GameOrMatch::Game(game) => Some(&**game),
        GameOrMatch::Match(contest) => contest.game(),
    };
    let Some(game) = game.filter(|game| game.choices() > 0) else { return Ok(json!({ "moves": [] })) };
    let book = book(&loaded, asking);
    if let Some(exact) = book.as_ref().and_then(|book| exact(book, game)) {
        return Ok(exact);
    }
    let seconds = seconds.min(asking.longest());
    let mut search = Search::new(Limits { time: Some(time(seconds)), ..Limits::default() }).with_book(book);
    let mut chance = generator(seed, 0);
    let progress = asking.begin(time(seconds));
    let found = search.analyse(game, game.choices(), &mut chance, &progress, |depth| asking.tell(valued(depth)));
    let found = found.map_err(Refused::because)?;
    Ok(found.map_or_else(|| json!({ "moves": [] }), |depth| valued(&depth)))
}

/// What a search shows at a depth.
fn valued(depth: &Depth) -> Value {
    let lines = depth.lines.iter().map(|line| {
        let name = line.moves.first();
        let after = line.moves.iter().take(MOST_PLIES).cloned().collect::<Vec<_>>().join(" ");
        json!({ "move": name, "value": depth.certainty.outlook(line.value).to_string(), "line": after })
    });
    let certainty = match depth.certainty {
        Certainty::Guess => "guess",
        Certainty::UnlessItCircles => "unless it circles",
        Certainty::Solved => "solved",
    };
    json!({
        "moves": lines.collect::<Vec<_>>(), "depth": depth.depth, "positions": depth.positions, "certainty": certainty,
    })
}

/// The values of all moves from a database; `None` if it lacks one.
fn exact(book: &Book, game: &Game) -> Option<Value> {
    let oracle = book.oracle();
    let mut choices = oracle.choices(&game.left()).ok()?;
    let legal = game.legal_names();
    choices.retain(|choice| legal.contains(&choice.play.to_string()));
    if choices.len() != legal.len() || choices.iter().any(|choice| choice.worth.is_none()) {
        return None;
    }
    choices.sort_by_key(|choice| std::cmp::Reverse(choice.worth));
    let line = |play: String, after: Option<&Position>| {
        let rest = after.and_then(|after| oracle.line(after, MOST_PLIES - 1).ok()).unwrap_or_default().0;
        let rest = rest.into_iter().map(|ply| ply.play.to_string());
        std::iter::once(play).chain(rest).collect::<Vec<_>>().join(" ")
    };
    let counts = book.solver.counts();
    let moves = choices.iter().filter_map(|choice| {
        let play = choice.play.to_string();
        let line = line(play.clone(), choice.after.as_ref());
        Some(json!({ "move": play, "value": said(choice.worth?, counts), "line": line }))
    });
    Some(json!({ "moves": moves.collect::<Vec<_>>(), "certainty": "database" }))
}

/// A value as a search says it.
fn said(worth: Worth, counts: bool) -> String {
    match worth {
        Worth::By(0) => "draw".to_owned(),
        Worth::By(by) if counts && by > 0 => format!("wins by {by}"),
        Worth::By(by) if counts => format!("loses by {}", by.unsigned_abs()),
        Worth::By(by) if by > 0 => "wins".to_owned(),
        Worth::Won => "wins".to_owned(),
        Worth::By(_) | Worth::Lost => "loses".to_owned(),
    }
}

/// The value of a step of the past, the best move, and how much was lost.
pub fn judge(table: &Table, step: usize, asking: &Asking) -> Result<Value, Refused> {
    let name = table.steps.get(step).ok_or_else(|| Refused::because("there is no such step"))?;
    let (loaded, before) = at(table, step)?;
    let limits = Limits { positions: Some(POSITIONS), ..Limits::default() };
    let mut search = Search::new(limits).with_book(book(&loaded, asking));
    let progress = asking.begin(time(LONGEST_JUDGED));
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
