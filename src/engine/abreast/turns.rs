//! The turns of games side by side: the positions before them, and what is left to try of each.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::lane::Bits;
use super::plan::Plan;
use super::stand::{Bytes, Mask, Stand};

/// A turn of each game.
pub(super) struct Turns<S: Simd> {
    /// The positions before the turns, and the games in which the second player is to move there.
    pub stand: Stand<S>,
    pub second: Bits,
    /// For each choice, the games in which it can be chosen, unless it was drawn and turned out to be illegal.
    pub may: Vec<Mask<S>>,
    /// For each section, the games in which it has choices, and those in which a turn can ask the mover something.
    pub offered: Vec<Mask<S>>,
    pub asks: Vec<Mask<S>>,
    /// The section from which the mover chooses, by number.
    pub section: Bytes<S>,
    /// The way that is tried: a choice by its place in the order in which choices are tried, and up to eight answers as bits,
    /// in which 1 stands for no.
    pub choice: Bytes<S>,
    pub answers: Bytes<S>,
    /// The questions of which the other answer is still to be tried.
    pub open: Bytes<S>,
    /// The number of the place that the mover chooses when the turn is played.
    pub picked: Bytes<S>,
    /// Games in which a legal move was found.
    pub legal: Bits,
}

impl<S: Simd> Turns<S> {
    #[inline(always)]
    pub fn new(simd: S, plan: &Plan) -> Self {
        let none = Bytes::splat(simd, 0);
        let sets = |number| vec![Mask::splat(simd, false); if plan.conduct.tried.is_some() { number } else { 0 }];
        let offers = plan.conduct.offers.len();
        Turns {
            stand: Stand::new(simd, plan),
            second: 0,
            may: sets(plan.conduct.choices.len()),
            offered: sets(offers),
            asks: sets(offers),
            section: none,
            choice: none,
            answers: none,
            open: none,
            picked: none,
            legal: 0,
        }
    }

    /// Takes over the turns of some games.
    #[inline(always)]
    pub fn take_over(&mut self, simd: S, taken: Bits, other: &Self) {
        let games = Mask::from_bitmask(simd, taken);
        self.stand.take_over(games, &other.stand);
        // one after the other, each in a loop that takes several at once
        for (mine, others) in [&mut self.may, &mut self.offered, &mut self.asks].into_iter().zip([
            &other.may,
            &other.offered,
            &other.asks,
        ]) {
            for (mine, others) in mine.iter_mut().zip(others) {
                *mine = games & *others | !games & *mine;
            }
        }
        self.section = games.select(other.section, self.section);
        self.choice = games.select(other.choice, self.choice);
        self.answers = games.select(other.answers, self.answers);
        self.open = games.select(other.open, self.open);
        self.picked = games.select(other.picked, self.picked);
        self.second = self.second & !taken | other.second & taken;
        self.legal = self.legal & !taken | other.legal & taken;
    }
}
