//! The laps of a move, for drawing.

use mancala_engine::game::Event;
use mancala_rules::rules::model::Cell;

/// Most laps that are drawn.
pub(super) const MOST_LAPS: usize = 12;

/// The first and the last cell of a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lap {
    pub(super) from: Cell,
    pub(super) last: Cell,
}

/// The laps of a move.
pub(super) fn laps(events: &[Event]) -> Vec<Lap> {
    let laps = events.iter().filter_map(|event| match event {
        Event::Lap { from, last, .. } => Some(Lap { from: *from, last: *last }),
        _ => None,
    });
    laps.collect()
}
