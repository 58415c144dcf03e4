//! The games inside the module.

use mancala_rules::names::{Called, called};
use mancala_rules::rules::family::Family;
use serde_json::{Value, json};

/// Values that were computed, as the project publishes them.
const VALUES: &str = include_str!(env!("VALUES"));

/// All games, and the families that they belong to.
pub fn library() -> Value {
    let game = |game: &Called| {
        json!({
            "name": game.ruleset,
            "title": game.title,
            "also": game.also,
            "region": game.region,
            "rows": game.rows,
            "columns": game.columns,
            "seeds": game.seeds,
            "players": game.players,
            "families": game.families.iter().map(|family| family.name()).collect::<Vec<_>>(),
        })
    };
    let family = |family: Family| json!({ "name": family.name(), "about": family.about() });
    json!({
        "games": called().iter().map(game).collect::<Vec<_>>(),
        "families": Family::ALL.map(family),
        "version": env!("CARGO_PKG_VERSION"),
    })
}

/// The values that are known of a game: with which readings, who wins from the start, and the values of first moves.
pub fn values(name: &str) -> Value {
    let rows = VALUES.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [readings, start, moves, positions, ..] = cells.as_slice() else { return None };
        let readings = readings.trim_matches('`');
        let (game, set) = readings.split_once(' ').unwrap_or((readings, ""));
        (game == name).then(|| json!({ "readings": set, "start": start, "moves": moves, "positions": positions }))
    });
    json!({ "values": rows.collect::<Vec<_>>() })
}
