//! Sections of games side by side in which turns are tried: which one the mover chooses from, and draws from those in which
//! no turn asks him anything.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::acts::RESTS;
use super::kernel::Kernel;
use super::lane::{Bits, each};
use super::stand::{Bytes, Mask};
use super::turns::Answers;

impl<S: Simd> Kernel<'_, S> {
    /// Begins to choose in some games.
    #[inline(always)]
    pub fn explore(&mut self, turns: Bits) {
        let (plan, games) = (self.plan, self.these(turns));
        let (second, choices) = (self.these(self.second), &plan.conduct.choices);
        for (may, [one, other]) in self.turn.may.iter_mut().zip(&plan.conduct.listed.tried) {
            let [one, other] = [one, other].map(|number| choices[usize::from(*number)].games);
            let offered = self.sets[usize::from(one)] & !second | self.sets[usize::from(other)] & second;
            *may = games & offered | !games & *may;
        }
        for (section, offer) in plan.conduct.offers.iter().enumerate() {
            let mut offered = Mask::splat(self.simd, false);
            for place in offer.choices.clone() {
                offered |= self.turn.may[usize::from(place)];
            }
            self.turn.offered[section] = offered;
            self.turn.asks[section] = games & self.get_set(offer.asks) | !games & self.turn.asks[section];
        }
        self.turn.section = games.select(self.all(RESTS), self.turn.section);
        self.turn.picked = games.select(self.all(0), self.turn.picked);
        self.next_section(turns);
    }

    /// Goes on to the next section that has choices. Returns the games in which there is none.
    #[inline(always)]
    pub fn next_section(&mut self, turns: Bits) -> Bits {
        let (none, rests, games) = (self.all(0), self.all(RESTS), self.these(turns));
        // before the first section comes the last number
        let least = self.turn.section + self.all(1);
        let (mut next, mut asks) = (rests, self.these(0));
        for number in (0..self.plan.conduct.offers.len()).rev() {
            let section = self.all(number as u8);
            let hit = games & self.turn.offered[number] & section.simd_ge(least);
            next = hit.select(section, next);
            asks = hit & self.turn.asks[number] | !hit & asks;
        }
        let found = games & !next.simd_eq(rests);
        let (tries, turn) = (&mut self.tries, &mut self.turn);
        turn.section = games.select(next, turn.section);
        turn.known = Answers::select(games, Answers::none(self.simd), turn.known);
        turn.choice = games.select(rests, turn.choice);
        turn.legal &= !turns;
        tries.games = tries.games & !turns | asks.to_bitmask();
        // as if a turn before the first one had been tried
        tries.over |= found.to_bitmask();
        tries.ways = games.select(none, tries.ways);
        tries.drawn = games.select(rests, tries.drawn);
        each(turns).for_each(|number| tries.counted[number] = 0);
        turns & !found.to_bitmask()
    }

    /// The numbers of choices, given by their places in the order in which each mover tries them.
    #[inline(always)]
    pub fn number(&self, place: Bytes<S>) -> Bytes<S> {
        let [one, other] = &self.plan.conduct.listed.numbers;
        self.these(self.second).select(other.at(self.simd, place), one.at(self.simd, place))
    }

    /// Draws a choice in games in which turns are not tried; the one that was drawn before is illegal. Returns those in which
    /// none is left.
    #[inline(always)]
    pub fn draw_again(&mut self, turns: Bits, chosen: &mut Bytes<S>) -> Bits {
        let (plan, games) = (self.plan, self.these(turns));
        let (none, one) = (self.all(0), self.all(1));
        let mut count = none;
        for (section, offer) in plan.conduct.offers.iter().enumerate() {
            let here = games & self.turn.section.simd_eq(self.all(section as u8));
            if !here.any_true() {
                continue;
            }
            for place in offer.choices.clone() {
                let illegal = here & self.tries.drawn.simd_eq(self.all(place));
                let may = self.turn.may[usize::from(place)] & !illegal;
                self.turn.may[usize::from(place)] = may;
                count += self.only(may & here, one);
            }
        }
        let draws = turns & count.simd_gt(none).to_bitmask();
        let mut before = self.draw_index(draws, count);
        let (games, second) = (self.these(draws), self.these(self.second));
        let mut drawn = self.all(RESTS);
        for (section, offer) in plan.conduct.offers.iter().enumerate() {
            let here = games & self.turn.section.simd_eq(self.all(section as u8));
            if !here.any_true() {
                continue;
            }
            let counted = usize::from(offer.choices.start)..usize::from(offer.choices.end);
            for [place, other] in &plan.conduct.listed.counted[counted] {
                let may = &self.turn.may;
                let may = here & (may[usize::from(*place)] & !second | may[usize::from(*other)] & second);
                let found = may & before.simd_eq(none);
                before -= self.only(may, one);
                drawn = found.select(second.select(self.all(*other), self.all(*place)), drawn);
            }
        }
        self.tries.drawn = games.select(drawn, self.tries.drawn);
        *chosen = games.select(self.number(drawn), *chosen);
        turns & !draws
    }
}
