//! The choices of a mover.

use std::ops::Range;

use super::codes::List;
use super::question::Games;
use super::sight::{Sight, Spot};
use crate::rules::model::Way;

/// A hole that may be chosen, in the games of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub section: u8,
    pub spot: Spot,
    pub way: Way,
    pub games: Games,
    /// The number of the table of codes for the first lap of its section.
    pub table: u8,
}

/// The choices of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// Their numbers, and their places in the order in which they are tried.
    pub choices: Range<u8>,
    /// The games in which a turn can ask the mover something.
    pub asks: Games,
}

/// The choices of a mover in lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Listed {
    /// By number of the choice: where it is, 1 if it is to sow clockwise, else 0, and the table of codes.
    pub spots: List,
    pub clockwise: List,
    pub tables: List,
    /// All places on the board that may be chosen.
    pub lifted: Vec<Spot>,
    /// The numbers of the choices in the order in which each player tries them: by section, as he sees his slots, and then by
    /// direction.
    pub tried: Vec<[u8; 2]>,
    /// The same for each player.
    pub numbers: [List; 2],
    /// The places in that order of the choices as each player counts them to draw one: by section, by direction, and then as
    /// he sees his slots.
    pub counted: Vec<[u8; 2]>,
}

impl Listed {
    pub fn of(choices: &[Choice], sight: &Sight) -> Self {
        let mut lifted: Vec<Spot> = choices.iter().map(|choice| choice.spot).collect();
        lifted.sort_unstable();
        lifted.dedup();
        let slot = |number: u8, second: bool| {
            let slot = i32::from(sight.slot(0, choices[usize::from(number)].spot));
            if second { -slot } else { slot }
        };
        let orders = [false, true].map(|second| {
            let mut tried: Vec<u8> = (0..choices.len() as u8).collect();
            tried.sort_by_key(|number| {
                let choice = &choices[usize::from(*number)];
                (choice.section, slot(*number, second), choice.way as usize)
            });
            let mut counted: Vec<u8> = (0..choices.len() as u8).collect();
            counted.sort_by_key(|place| {
                let choice = &choices[usize::from(tried[usize::from(*place)])];
                (choice.section, choice.way as usize, *place)
            });
            (tried, counted)
        });
        let [(tried, counted), (other_tried, other_counted)] = &orders;
        let pairs = |one: &[u8], other: &[u8]| one.iter().zip(other).map(|(one, other)| [*one, *other]).collect();
        Listed {
            spots: List::of(choices.iter().map(|choice| choice.spot)),
            clockwise: List::of(choices.iter().map(|choice| u8::from(choice.way == Way::Clockwise))),
            tables: List::of(choices.iter().map(|choice| choice.table)),
            lifted,
            tried: pairs(tried, other_tried),
            numbers: [tried, other_tried].map(|tried| List::of(tried.iter().copied())),
            counted: pairs(counted, other_counted),
        }
    }
}
