//! What endless play is worth in a layer whose bounds have reached their limits, and the values that follow.

use std::ops::Range;

use rayon::prelude::*;

use super::bounds::Bounds;
use super::field::{Desk, Field};
use super::parts::{Part, each};
use super::refusal::Refusal;
use super::solved::{Circling, Counts};
use super::values::Values;
use crate::engine::Lanes;

/// What the rules say of the positions whose bounds still differ, if they count as repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Endless {
    /// Number of such positions.
    pub count: u64,
    said: Said,
}

/// What they are worth to South then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Said {
    /// There is none.
    #[default]
    Nothing,
    /// All the same; `None` if the rules are silent.
    One(Option<i8>),
    /// Not all the same.
    Several,
}

impl Said {
    fn and(self, other: Said) -> Said {
        match (self, other) {
            (Said::Nothing, other) | (other, Said::Nothing) => other,
            (one, other) if one == other => one,
            _ => Said::Several,
        }
    }
}

/// Number of bits of a number for `Said`.
const SAID_BITS: u32 = 10;

impl Endless {
    /// Looks at the positions of some parts.
    pub fn among<L: Lanes>(
        field: &Field<L>,
        number: usize,
        parts: &[Part],
        bounds: &Bounds,
    ) -> Result<Endless, Refusal> {
        let checked = parts.par_iter().map(|part| {
            let mut desk = Desk::default();
            let mut found = Endless::default();
            each(
                field,
                number,
                part,
                |slot| {
                    let (low, high) = bounds.get(slot);
                    low < high
                },
                |_, position, _| {
                    found.count += 1;
                    if found.said != Said::Several {
                        let worth = field.repeated(position, &mut desk);
                        // convert to South's side
                        let worth = worth.map(|worth| if position.to_move == 0 { worth } else { -worth });
                        found.said = found.said.and(Said::One(worth));
                    }
                    Ok(())
                },
            )?;
            Ok(found)
        });
        checked.try_reduce(Endless::default, |one, other| Ok(one.and(other)))
    }

    /// Both together.
    pub fn and(self, other: Endless) -> Endless {
        Endless { count: self.count + other.count, said: self.said.and(other.said) }
    }

    /// As a number, for another rank.
    pub fn number(self) -> u64 {
        let said = match self.said {
            Said::Nothing => 0,
            Said::Several => 1,
            Said::One(None) => 2,
            Said::One(Some(worth)) => 0x100 | u64::from(worth as u8),
        };
        self.count << SAID_BITS | said
    }

    /// From such a number.
    pub fn of(number: u64) -> Endless {
        let said = match number & ((1 << SAID_BITS) - 1) {
            0 => Said::Nothing,
            1 => Said::Several,
            2 => Said::One(None),
            worth => Said::One(Some(worth as u8 as i8)),
        };
        Endless { count: number >> SAID_BITS, said }
    }

    /// What endless play is worth, and how much that is to South.
    pub fn circling<L: Lanes>(self, field: &Field<L>, number: usize) -> (Circling, i8) {
        match self.said {
            Said::Nothing => (Circling::Never, 0),
            Said::One(None) => (Circling::Untold, 0),
            // turned positions show North's side as South's
            Said::One(Some(0)) => (Circling::Told, 0),
            Said::One(Some(worth)) if both_movers(field, number) => (Circling::Told, worth),
            _ => (Circling::ByPath, 0),
        }
    }
}

/// Whether no value of a layer, or of one that it leads to, depends on a convention about endless play, if endless play
/// is worth this in the layer.
pub(super) fn settles<L: Lanes>(field: &Field<L>, number: usize, circling: Circling, values: &Values) -> bool {
    let open = |before: &usize| !values.is_settled(*before) && field.leads_to(number, *before);
    circling.is_settled() && (0..number).find(open).is_none()
}

/// Whether a layer stores positions of both movers without turning them.
fn both_movers<L: Lanes>(field: &Field<L>, number: usize) -> bool {
    let mut movers = field.layers[number].rooms.iter().map(|room| field.rooms[*room].mover);
    let first = movers.next();
    movers.any(|mover| Some(mover) != first)
}

/// All values of a range of positions, and their counts. `worth` is what endless play is worth to South.
pub(super) fn finished<L: Lanes>(
    field: &Field<L>,
    number: usize,
    range: &Range<u64>,
    bounds: Bounds,
    worth: i8,
) -> (Vec<i8>, Counts) {
    let of_north = field.stretches(number).filter(|(room, ..)| field.rooms[*room].mover == 1);
    let of_north: Vec<(u64, u64)> = of_north.map(|(_, begin, end)| (begin, end)).collect();
    let north = |index: u64| of_north.iter().any(|(from, to)| (*from..*to).contains(&index));
    let values = bounds.into_values(|slot, (low, high)| {
        let worth = if worth != 0 && north(range.start + slot as u64) { -worth } else { worth };
        if low >= high { low } else { worth.clamp(low, high) }
    });
    let counts = count(&values);
    (values, counts)
}

/// Counts the values above, equal to and below 0.
fn count(values: &[i8]) -> Counts {
    let of = |values: &[i8]| {
        let won = values.iter().filter(|value| **value > 0).count() as u64;
        let lost = values.iter().filter(|value| **value < 0).count() as u64;
        (won, lost)
    };
    let (won, lost) =
        values.par_chunks(1 << 16).map(of).reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
    Counts { won, even: values.len() as u64 - won - lost, lost, cyclic: 0 }
}

impl Counts {
    /// Adds the counts of other positions.
    pub fn add(&mut self, other: &Counts) {
        self.won += other.won;
        self.even += other.even;
        self.lost += other.lost;
        self.cyclic += other.cyclic;
    }
}
