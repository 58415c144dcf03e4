//! The turns of games side by side: the positions before them, and what is left to try of each.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::choices::Ranked;
use super::lane::Bits;
use super::left::Left;
use super::plan::Plan;
use super::stand::{Bytes, Mask, Stand};

/// A bit for each of up to sixteen questions that a turn asks the mover, the first one lowest.
#[derive(Clone, Copy)]
pub(super) struct Answers<S: Simd> {
    low: Bytes<S>,
    high: Bytes<S>,
}

/// Number of questions.
pub(super) const QUESTIONS: usize = 16;

impl<S: Simd> Answers<S> {
    #[inline(always)]
    pub fn none(simd: S) -> Self {
        Answers { low: Bytes::splat(simd, 0), high: Bytes::splat(simd, 0) }
    }

    /// The first question.
    #[inline(always)]
    pub fn first(simd: S) -> Self {
        Answers { low: Bytes::splat(simd, 1), high: Bytes::splat(simd, 0) }
    }

    /// Those of the first in some games, and those of the second in the others.
    #[inline(always)]
    pub fn select(games: Mask<S>, first: Self, second: Self) -> Self {
        Answers { low: games.select(first.low, second.low), high: games.select(first.high, second.high) }
    }

    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        Answers { low: self.low & other.low, high: self.high & other.high }
    }

    #[inline(always)]
    pub fn or(self, other: Self) -> Self {
        Answers { low: self.low | other.low, high: self.high | other.high }
    }

    /// Those that are set in the first and not in the second.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        Answers { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// The games in which one is set.
    #[inline(always)]
    pub fn any(self, simd: S) -> Mask<S> {
        (self.low | self.high).simd_gt(Bytes::splat(simd, 0))
    }

    /// The next question, or none after the last one.
    #[inline(always)]
    pub fn next(self) -> Self {
        Answers { low: self.low << 1, high: self.high << 1 | self.low >> 7 }
    }

    /// The last question that is set, and those before it.
    #[inline(always)]
    pub fn last(self, simd: S) -> (Self, Self) {
        let (none, one, all) = (Bytes::splat(simd, 0), Bytes::splat(simd, 1), Bytes::splat(simd, u8::MAX));
        let in_high = self.high.simd_gt(none);
        let is_set = self.low.simd_gt(none);
        let (low, high) = (below(self.low), below(self.high));
        let last = Answers {
            low: in_high.select(none, is_set.select(low + one, none)),
            high: in_high.select(high + one, none),
        };
        (last, Answers { low: in_high.select(all, low), high })
    }

    /// Those of a game, as bits.
    pub fn of(&self, number: usize) -> u16 {
        u16::from_le_bytes([self.low[number], self.high[number]])
    }
}

/// The bits below the highest one that is set.
#[inline(always)]
fn below<S: Simd>(bits: Bytes<S>) -> Bytes<S> {
    let below = bits >> 1;
    let below = below | below >> 1;
    let below = below | below >> 2;
    below | below >> 4
}

/// A turn of each game.
pub(super) struct Turns<S: Simd> {
    /// The positions before the turns, and the games in which the second player is to move there.
    pub stand: Stand<S>,
    pub second: Bits,
    /// The choices of each section, and those that are left in the one from which the mover chooses.
    pub may: Vec<Vec<Bytes<S>>>,
    pub left: Left<S>,
    /// For each section, the games in which it has choices, and those in which a turn can ask the mover something.
    pub offered: Vec<Mask<S>>,
    pub asks: Vec<Mask<S>>,
    /// The section from which the mover chooses, by number.
    pub section: Bytes<S>,
    /// The way that is tried: a choice by its place in lists, and the answers, in which 1 stands for no.
    pub choice: Bytes<S>,
    pub answers: Answers<S>,
    /// The questions that were answered so far.
    pub known: Answers<S>,
    /// The number of the place that the mover chooses when the turn is played.
    pub picked: Bytes<S>,
    /// Games in which a legal move was found.
    pub legal: Bits,
}

impl<S: Simd> Turns<S> {
    #[inline(always)]
    pub fn new(simd: S, plan: &Plan) -> Self {
        let none = Bytes::splat(simd, 0);
        let sets = |number| vec![Mask::splat(simd, false); if plan.conduct.tries { number } else { 0 }];
        let offers = plan.conduct.offers.len();
        let ranked = if plan.conduct.tries { &plan.conduct.listed.sections[..] } else { &[] };
        Turns {
            stand: Stand::new(simd, plan),
            second: 0,
            may: ranked.iter().map(|section| vec![none; section.eights.len()]).collect(),
            left: Left::new(simd, ranked.iter().map(Ranked::width).max().unwrap_or(0)),
            offered: sets(offers),
            asks: sets(offers),
            section: none,
            choice: none,
            answers: Answers::none(simd),
            known: Answers::none(simd),
            picked: none,
            legal: 0,
        }
    }
}
