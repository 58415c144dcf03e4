//! Sections of games side by side in which turns are tried: which one the mover chooses from, and draws from those in which
//! no turn asks him anything.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::acts::RESTS;
use super::choosing::Chosen;
use super::kernel::Kernel;
use super::lane::{Bits, each};
use super::stand::Mask;
use super::turns::Answers;

impl<S: Simd> Kernel<'_, S> {
    /// Begins to choose in some games.
    #[inline(always)]
    pub fn explore(&mut self, turns: Bits) {
        let (plan, games) = (self.plan, self.these(turns));
        for (may, choice) in self.turn.may.iter_mut().zip(&plan.conduct.choices) {
            *may = games & self.sets[usize::from(choice.games)] | !games & *may;
        }
        for (section, offer) in plan.conduct.offers.iter().enumerate() {
            let mut offered = Mask::splat(self.simd, false);
            for number in offer.choices.clone() {
                offered |= self.turn.may[usize::from(number)];
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

    /// Draws a choice in games in which turns are not tried; the one that was drawn before is illegal. Returns those in which
    /// none is left.
    #[inline(always)]
    pub fn draw_again(&mut self, turns: Bits, chosen: &mut Chosen<S>) -> Bits {
        let (plan, games) = (self.plan, self.these(turns));
        let (none, one) = (self.all(0), self.all(1));
        let mut counts = [none; 2];
        for (section, offer) in plan.conduct.offers.iter().enumerate() {
            let here = games & self.turn.section.simd_eq(self.all(section as u8));
            if !here.any_true() {
                continue;
            }
            for number in offer.choices.clone() {
                let illegal = here & self.tries.drawn.simd_eq(self.all(number));
                let may = self.turn.may[usize::from(number)] & !illegal;
                self.turn.may[usize::from(number)] = may;
                counts[plan.conduct.choices[usize::from(number)].way as usize] += self.only(may & here, one);
            }
        }
        let draws = turns & (counts[0] + counts[1]).simd_gt(none).to_bitmask();
        let mut before = self.draw_choice(draws, counts);
        let games = self.these(draws);
        for (section, offer) in plan.conduct.offers.iter().enumerate() {
            let here = games & self.turn.section.simd_eq(self.all(section as u8));
            if !here.any_true() {
                continue;
            }
            for number in offer.choices.clone() {
                let may = self.turn.may[usize::from(number)] & here;
                let choice = &plan.conduct.choices[usize::from(number)];
                before = self.find_choice(chosen, (may, before), (choice, number));
            }
        }
        self.tries.drawn = games.select(chosen.number, self.tries.drawn);
        turns & !draws
    }
}
