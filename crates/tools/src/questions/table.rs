//! A game or a match in play: how it stands, what the last step did, and what a move would do.

use std::cell::RefCell;

use mancala_engine::contest::Start;
use mancala_engine::game::Answer;
use mancala_engine::game::Position;
use mancala_engine::game::{Event, Hole, Move, Sowing, tell};
use mancala_engine::narrator::{Frame, gathering_frames};
use mancala_engine::outcome::{gathered, match_result, result};
use mancala_engine::position_text::parse as parse_position;
use mancala_rules::rules::explain::{Sentence, sentences};
use mancala_rules::rules::model::Rules;
use mancala_rules::rules::model::Way;
use mancala_rules::rules::notation::capital;

use crate::session::{Foretold, Session, Step, foretold};
use serde_json::{Value, json};

use super::board::{board, position};
use super::loaded::{Loaded, Refused};
use super::request::{NEXT, Table};

/// A match is cut off after this number of rounds, as `mancala play --match` does.
const MOST_ROUNDS: u32 = 1000;

thread_local! {
    /// The game that was asked about last, with its steps: mostly the next question is about the same one.
    static LAST: RefCell<Option<(Table, Session)>> = const { RefCell::new(None) };
}

/// How a table begins.
fn start(table: &Table, rules: &Rules) -> Result<Start, Refused> {
    match (&table.from, table.whole_match) {
        (Some(_), true) => Err(Refused::because("a match begins with its own position")),
        (None, true) => Ok(Start::Match { rounds: MOST_ROUNDS, lots: table.lots }),
        (None, false) => Ok(Start::Game(Position::drawn(rules, table.lots))),
        (Some(from), false) => parse_position(&rules.board, from).map(Start::Game).map_err(Refused::because),
    }
}

/// The steps of a session, as a table names them.
fn steps(session: &Session) -> Vec<String> {
    let name = |step: &Step| match step {
        Step::Ply { play, .. } => play.clone(),
        Step::Round(_) => NEXT.to_owned(),
    };
    session.past().iter().map(name).collect()
}

/// Plays a step.
fn step(session: &mut Session, name: &str) -> Result<(), Refused> {
    if name == NEXT {
        session.next_round().map_err(Refused::because)
    } else {
        session.play(name).map_err(Refused::because)
    }
}

/// The session of a table after `count` of its steps.
pub fn at(table: &Table, count: usize) -> Result<(Loaded, Session), Refused> {
    let loaded = Loaded::new(&table.game)?;
    let wanted = table.steps.get(..count).unwrap_or(&table.steps);
    let begun = |table: &Table| Table { steps: Vec::new(), ..table.clone() };
    let known = LAST.with_borrow_mut(|last| last.take_if(|(known, _)| *known == begun(table)));
    let mut session = match known {
        Some((_, session)) => session,
        None => {
            let begun = Session::begin(&loaded.rules, start(table, &loaded.rules)?);
            begun.ok_or_else(|| Refused::because("this game has no match"))?.map_err(Refused::because)?
        }
    };
    let played = steps(&session);
    let same = played.iter().zip(wanted).take_while(|(one, other)| one == other).count();
    for _ in same..played.len() {
        session.undo();
    }
    for name in wanted.get(same..).unwrap_or_default() {
        step(&mut session, name)?;
    }
    LAST.set(Some((begun(table), session.clone())));
    Ok((loaded, session))
}

/// How a table stands; with `frames`, also the last step from moment to moment.
pub fn shown(table: &Table, frames: bool) -> Result<Value, Refused> {
    let count = table.steps.len();
    let moments = match table.steps.last().filter(|_| frames) {
        Some(last) if last != NEXT => {
            let (_, before) = at(table, count - 1)?;
            before.legal_moves().into_iter().find_map(|play| match play {
                Move::Sow(sowing) if sowing.to_string() == *last => Some(before.rehearse(&sowing)),
                _ => None,
            })
        }
        _ => None,
    };
    let (loaded, session) = at(table, count)?;
    let rules = &loaded.rules;
    let mut view = stands(rules, &session);
    if let Some(last) = session.past().last() {
        view["told"] = json!(told(&loaded, last.events()));
        let mut all = moments.unwrap_or_default();
        if let (true, Some((gathering, events))) = (frames, session.gathered()) {
            all.extend(gathering_frames(rules, gathering, events, &session.shown()));
        }
        view["frames"] = changes(&all);
    }
    Ok(view)
}

/// How a game or a match stands.
fn stands(rules: &Rules, session: &Session) -> Value {
    let contest = session.contest();
    let players = rules.board.players.value;
    let ending = session.game().and_then(|game| game.outcome());
    let over = contest.and_then(|contest| contest.ending());
    let said = match (&ending, over) {
        (_, Some(ending)) => Some(match_result(rules, ending)),
        (Some(ending), None) => Some(capital(&result(rules, ending))),
        (None, None) => None,
    };
    let reason = over.map(|ending| ending.reason.clone()).or_else(|| ending.as_ref().map(|it| it.reason.clone()));
    let winners = over.map(|ending| ending.winners.clone()).or_else(|| ending.map(|ending| ending.winners));
    let past = session.past().iter().map(|step| match step {
        Step::Ply { round, number, by, play, laying_out, gathered: after, .. } => json!({
            "round": round, "number": number, "by": by, "move": play, "layingOut": laying_out,
            "gathered": after.as_ref().map(|after| gathered(rules, after)),
        }),
        Step::Round(_) => json!({ "next": true }),
    });
    json!({
        "board": board(rules),
        "position": position(rules, &session.shown()),
        "toMove": session.to_move(),
        "moves": session.legal_moves().iter().map(play).collect::<Vec<_>>(),
        "mustPass": session.must_pass(),
        "layingOut": session.is_laying_out(),
        "betweenRounds": session.is_between_rounds(),
        "over": session.is_over(),
        "result": said,
        "reason": reason,
        "winners": winners,
        "round": session.round(),
        "captured": session.captured(),
        "past": past.collect::<Vec<_>>(),
        "lastCells": session.last_cells(),
        "match": contest.map(|contest| json!({
            "owned": contest.owned(), "reserve": contest.reserve(), "pot": contest.pot(), "gone": contest.gone(),
            "points": contest.points(),
        })),
        "players": players,
    })
}

/// A move, with the choices of which it is made.
fn play(play: &Move) -> Value {
    let names = |holes: &[Hole]| holes.iter().map(Hole::to_string).collect::<Vec<_>>();
    let mut parts: Vec<Value> = Vec::new();
    if let Some(sowing) = play.sowing() {
        if sowing.says_way {
            parts.push(json!({ "way": if sowing.way == Way::Counterclockwise { "+" } else { "-" } }));
        }
        parts.extend(sowing.answers.iter().map(|answer| match answer {
            Answer::Yes => json!({ "yes": true }),
            Answer::No => json!({ "yes": false }),
            Answer::Holes(holes) => {
                json!({ "holes": names(holes), "cells": holes.iter().map(|hole| hole.cell()).collect::<Vec<_>>() })
            }
        }));
    }
    if let Move::Put(_, seeds) = play {
        parts.push(json!({ "seeds": seeds }));
    }
    json!({ "name": play.to_string(), "cell": play.hole().map(|hole| hole.cell()), "parts": parts })
}

/// Events in sentences; those of rules with what they rest on.
fn told(loaded: &Loaded, events: &[Event]) -> Vec<Value> {
    let rules: Vec<Sentence> = sentences(&loaded.rules);
    let line = |(line, event): (String, &Event)| {
        let sentence = match event {
            Event::Rule { span, .. } | Event::Offers { span, .. } => {
                rules.iter().find(|sentence| sentence.at == Some(*span))
            }
            _ => None,
        };
        let sources = sentence.map(|sentence| crate::json::explain::sources(&sentence.basis));
        json!({
            "text": capital(line.trim()),
            "rule": matches!(event, Event::Rule { .. } | Event::Offers { .. }),
            "sources": sources,
            "assumed": sentence.and_then(Sentence::assumed),
        })
    };
    tell(events, &loaded.rules, &loaded.ruleset.source).into_iter().zip(events).map(line).collect()
}

/// Moments, each as what it changes of the one before.
fn changes(frames: &[Frame]) -> Value {
    let mut before: Option<&Frame> = None;
    let mut all = Vec::with_capacity(frames.len());
    for frame in frames {
        let now = &frame.position;
        let changed = |cell: &usize| {
            before.is_none_or(|before| {
                let then = &before.position;
                (then.seeds[*cell], then.marks[*cell]) != (now.seeds[*cell], now.marks[*cell])
            })
        };
        let cells = (0..now.seeds.len()).filter(changed);
        let cell = |cell: usize| json!([cell, now.seeds[cell], now.marks[cell].each().collect::<Vec<_>>()]);
        all.push(json!({
            "cells": cells.map(cell).collect::<Vec<_>>(),
            "hand": frame.hand,
            "at": frame.at,
            "told": frame.told,
            "rest": frame.rest,
        }));
        before = Some(frame);
    }
    json!(all)
}

/// What a move would do. The name may lack answers: then what happens up to the first one, and the rule that asks.
pub fn preview(table: &Table, name: &str) -> Result<Value, Refused> {
    let (loaded, session) = at(table, table.steps.len())?;
    let Some(game) = session.game() else { return Ok(json!({ "told": "" })) };
    let moves = session.legal_moves();
    let sowings = moves.iter().filter_map(Move::sowing);
    let mut begun = sowings.flat_map(|sowing| {
        (0..=sowing.answers.len()).map(|count| {
            let answers = sowing.answers.iter().take(count).cloned().collect();
            Sowing { answers, ..sowing.clone() }
        })
    });
    let found = begun.find(|sowing| sowing.to_string() == name);
    let Some(sowing) = found else { return Ok(json!({ "told": "" })) };
    let Foretold { falls, told: said, events } = foretold(&loaded.rules, &game.position(), &sowing);
    let asks = events.last().filter(|event| matches!(event, Event::Rule { .. })).cloned();
    let question = asks.map(|event| json!(told(&loaded, &[event])));
    Ok(json!({ "told": said, "falls": falls, "question": question }))
}
