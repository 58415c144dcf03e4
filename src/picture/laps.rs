//! The laps of a move, for drawing.

use crate::game::Event;
use crate::rules::model::Cell;

/// Most laps that are drawn.
pub(super) const MOST_LAPS: usize = 12;

/// With more laps than this, the rows stand farther apart to make room for the arrows.
pub(super) const FEW_LAPS: usize = 2;

/// The first and the last cell of each lap of a move.
pub(super) fn laps(events: &[Event]) -> Vec<(Cell, Cell)> {
    let laps = events.iter().filter_map(|event| match event {
        Event::Lap { from, last, .. } => Some((*from, *last)),
        _ => None,
    });
    laps.collect()
}
