//! The laps of a move that is drawn.

use crate::game::Event;
use crate::rules::model::Cell;

/// More laps than these are not drawn.
pub(super) const MOST_LAPS: usize = 12;

/// For more laps than these the rows part, so that the arrows have room.
pub(super) const FEW_LAPS: usize = 2;

/// The laps of a move: from where, to where.
pub(super) fn laps(told: &[Event]) -> Vec<(Cell, Cell)> {
    let laps = told.iter().filter_map(|event| match event {
        Event::Lap { from, last, .. } => Some((*from, *last)),
        _ => None,
    });
    laps.collect()
}
