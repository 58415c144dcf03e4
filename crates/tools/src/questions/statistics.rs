//! Statistics of random games.

use std::collections::BTreeMap;

use mancala_engine::engine::{Engine, Series};
use mancala_engine::game::Position;

use crate::drivers::measure::{Sample, Share};
use crate::drivers::simulate::Spread;
use serde_json::{Value, json};

use super::asking::Asking;
use super::file::time;
use super::loaded::{Loaded, Refused};
use super::request::Spec;

/// A game is stopped after this number of plies, as `simulate` does.
const MOST_PLIES: u64 = 10_000;

/// Plays random games, as `mancala simulate` does with the same seed, until the time is up.
pub fn simulate(game: &Spec, games: u64, seed: u64, seconds: f64, asking: &Asking) -> Result<Value, Refused> {
    let loaded = Loaded::new(game)?;
    let rules = &loaded.rules;
    let start = Position::start(rules);
    let engine = Engine::new(&**rules, &start);
    let series = Series { games, seed, most_plies: MOST_PLIES };
    let progress = asking.begin(time(seconds));
    let tally = engine.simulate(&start, &series, &progress).map_err(Refused::because)?;
    let line = |start: usize| loaded.ruleset.source.line(start);
    let share = |part: u64| {
        let share = Share::of(part, tally.games);
        json!({ "number": part, "share": share.share() })
    };
    let mut endings: Vec<(u64, Value)> = tally
        .endings
        .iter()
        .map(|(number, games)| {
            let rule = number.and_then(|number| engine.rule(usize::from(number)));
            let told = rule.map_or_else(|| "endless".to_owned(), |rule| rule.said.clone());
            (*games, json!({ "reason": told, "line": rule.map(|rule| line(rule.span.start)), "games": games }))
        })
        .collect();
    endings.sort_by(|(one, _), (other, _)| other.cmp(one));
    let rule = |number: usize| {
        let rule = engine.rule(number)?;
        let count = tally.applied.get(number).copied().unwrap_or(0);
        Some(json!({ "line": line(rule.span.start), "condition": rule.said, "count": count }))
    };
    let scored = rules.score.value.is_some();
    Ok(json!({
        "games": tally.games,
        "plies": tally.plies,
        "passes": tally.passes,
        "stopped": tally.stopped,
        "wins": tally.won.iter().map(|won| share(*won)).collect::<Vec<_>>(),
        "draws": share(tally.shared),
        "length": spread(&tally.lengths),
        "lengths": pairs(&tally.lengths),
        "scores": scored.then(|| tally.by_score.iter().map(pairs).collect::<Vec<_>>()),
        "branching": Sample::of_sums(tally.choices, tally.moves.into(), tally.moves_squared.into())
            .map(|sample| json!({ "mean": sample.mean, "max": tally.most_moves })),
        "endings": endings.into_iter().map(|(_, ending)| ending).collect::<Vec<_>>(),
        "rules": (0..engine.rules_in_all()).filter_map(rule).collect::<Vec<_>>(),
    }))
}

fn spread(counts: &BTreeMap<u64, u64>) -> Option<Value> {
    let Spread { min, median, mean, max } = Spread::of(counts)?;
    Some(json!({ "min": min, "median": median, "mean": mean, "max": max }))
}

/// Numbers, each with how often it was counted.
fn pairs<N: Copy + serde::Serialize>(counts: &BTreeMap<N, u64>) -> Vec<(N, u64)> {
    counts.iter().map(|(number, times)| (*number, *times)).collect()
}
