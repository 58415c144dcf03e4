//! The positions of a layer one after the other, part by part.

use std::ops::Range;

use super::field::Field;
use super::refusal::Refusal;
use super::space::step;
use crate::engine::{Lanes, Position};

/// Positions of one room that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub room: usize,
    /// Number of the first position in its room.
    pub first: u64,
    pub count: u32,
    /// Slot of the first position: its place among all positions that are gone through.
    pub slot: u32,
}

/// Divides a range of a layer's positions into parts of at most `most` positions.
pub(super) fn parts<L: Lanes>(field: &Field<L>, number: usize, range: &Range<u64>, most: u64) -> Vec<Part> {
    let mut parts = Vec::new();
    for (room, begin, end) in field.stretches(number) {
        let mut first = begin.max(range.start);
        while first < end.min(range.end) {
            let count = most.min(end.min(range.end) - first);
            let slot = (first - range.start) as u32;
            parts.push(Part { room, first: first - begin, count: count as u32, slot });
            first += count;
        }
    }
    parts
}

/// Calls back for each wanted position of a part, with its slot and its door.
#[inline(always)]
pub(super) fn each<L: Lanes>(
    field: &Field<L>,
    number: usize,
    part: &Part,
    wanted: impl Fn(u32) -> bool,
    mut look: impl FnMut(u32, &Position<L, 2>, usize) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let layer = &field.layers[number];
    let door = field.rooms[part.room].door;
    let slots = &field.doors[door].slots;
    let mut position = field.bare(part.room);
    let mut laid = field.numbers[slots.len()].distribution(part.first, layer.seeds, slots.len());
    for (slot, seeds) in slots.iter().zip(&laid) {
        position.seeds.put(*slot, i32::from(*seeds));
    }
    for slot in part.slot..part.slot + part.count {
        if wanted(slot) {
            look(slot, &position, door)?;
        }
        if let Some(last) = step(&mut laid) {
            for at in [0, last - 1, last] {
                position.seeds.put(slots[at], i32::from(laid[at]));
            }
        }
    }
    Ok(())
}
