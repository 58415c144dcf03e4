//! The choices of a mover.

use std::ops::Range;

use fearless_simd::{Select, Simd, mask8x64, prelude::*, u8x64};
use mancala_rules::rules::model::Way;

use super::acts::{NO_GAME, RESTS};
use super::codes::List;
use super::question::Games;
use super::sight::{Sight, Spot};

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
    /// Their numbers.
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
    /// The sections, and by number of the section how its choices are numbered.
    pub sections: Vec<Ranked>,
    firsts: List,
    spans: List,
    /// For each player the number of a choice, by these numbers.
    numbers: [List; 2],
}

/// The choices of a section in the order in which its mover sees its holes, for both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ranked {
    /// For each direction and eight holes the games in which these may be chosen: if the first player is to move, and the
    /// second.
    pub eights: Vec<[[Games; 2]; 8]>,
}

impl Ranked {
    /// Number of eights of each direction.
    pub fn width(&self) -> usize {
        self.eights.len() / 2
    }
}

impl Listed {
    /// `None` if there are too many choices.
    pub fn of(choices: &[Choice], offers: &[Offer], sight: &Sight) -> Option<Self> {
        let mut lifted: Vec<Spot> = choices.iter().map(|choice| choice.spot).collect();
        lifted.sort_unstable();
        lifted.dedup();
        let (mut sections, mut firsts, mut spans, mut numbers) =
            (Vec::new(), Vec::new(), Vec::new(), [const { Vec::new() }; 2]);
        for offer in offers {
            let of_section = usize::from(offer.choices.start)..usize::from(offer.choices.end);
            let mut spots: Vec<Spot> = choices[of_section.clone()].iter().map(|choice| choice.spot).collect();
            spots.sort_unstable_by_key(|spot| sight.slot(0, *spot));
            spots.dedup();
            let width = spots.len().div_ceil(8);
            firsts.push(u8::try_from(numbers[0].len()).ok()?);
            spans.push(u8::try_from(8 * width).ok()?);
            let mut games = Vec::new();
            for (way, rank) in Way::BOTH.into_iter().flat_map(|way| (0..8 * width).map(move |rank| (way, rank))) {
                let seen = [spots.get(rank), spots.len().checked_sub(rank + 1).map(|rank| &spots[rank])];
                let number = |spot: Option<&Spot>| {
                    let spot = spot?;
                    of_section.clone().find(|number| (choices[*number].spot, choices[*number].way) == (*spot, way))
                };
                let found = seen.map(number);
                games.push(found.map(|number| number.map_or(NO_GAME, |number| choices[number].games)));
                for (numbers, number) in numbers.iter_mut().zip(found) {
                    numbers.push(u8::try_from(number.unwrap_or(0)).ok()?);
                }
            }
            let eights = games.chunks(8).map(|eight| std::array::from_fn(|place| eight[place]));
            sections.push(Ranked { eights: eights.collect() });
        }
        // the last number stands for none
        u8::try_from(numbers[0].len()).ok().filter(|numbers| *numbers < RESTS)?;
        Some(Listed {
            spots: List::of(choices.iter().map(|choice| choice.spot)),
            clockwise: List::of(choices.iter().map(|choice| u8::from(choice.way == Way::Clockwise))),
            tables: List::of(choices.iter().map(|choice| choice.table)),
            lifted,
            sections,
            firsts: List::of(firsts),
            spans: List::of(spans),
            numbers: numbers.map(List::of),
        })
    }

    /// Choices of sections, by the holes and directions in which these have them.
    #[inline(always)]
    pub fn place<S: Simd>(&self, simd: S, section: u8x64<S>, (rank, clockwise): (u8x64<S>, mask8x64<S>)) -> u8x64<S> {
        let (none, span) = (u8x64::splat(simd, 0), self.spans.at(simd, section));
        self.firsts.at(simd, section) + clockwise.select(span, none) + rank
    }

    /// The numbers of choices, in games in some of which the second player is to move.
    #[inline(always)]
    pub fn number<S: Simd>(&self, simd: S, place: u8x64<S>, second: mask8x64<S>) -> u8x64<S> {
        let [one, other] = &self.numbers;
        second.select(other.at(simd, place), one.at(simd, place))
    }

    /// The number of a choice of one game.
    pub fn number_of(&self, place: u8, mover: usize) -> u8 {
        self.numbers[mover].get(place)
    }
}
