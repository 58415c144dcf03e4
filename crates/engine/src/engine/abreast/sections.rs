//! Sections of games side by side in which turns are tried: which one the mover chooses from, and draws from those in which
//! no turn asks him anything.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::acts::RESTS;
use super::kernel::Kernel;
use super::lane::{Bits, each};
use super::left::Picked;
use super::stand::{Bytes, Mask};
use super::turns::Answers;

impl<S: Simd> Kernel<'_, S> {
    /// Begins to choose in some games.
    #[inline(always)]
    pub fn explore(&mut self, turns: Bits) {
        let (plan, games) = (self.plan, self.these(turns));
        let second = self.these(self.second);
        for (section, (offer, ranked)) in plan.conduct.offers.iter().zip(&plan.conduct.listed.sections).enumerate() {
            let mut offered = self.all(0);
            for (may, eight) in self.turn.may[section].iter_mut().zip(&ranked.eights) {
                let mut bits = Bytes::splat(self.simd, 0);
                for ([one, other], bit) in eight.iter().zip(0..) {
                    let (one, other) = (self.sets[usize::from(*one)], self.sets[usize::from(*other)]);
                    let offered = one & !second | other & second;
                    bits |= offered.select(Bytes::splat(self.simd, 1 << bit), Bytes::splat(self.simd, 0));
                }
                *may = games.select(bits, *may);
                offered |= *may;
            }
            let offered = offered.simd_gt(self.all(0));
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
        for (number, section) in turn.may.iter().enumerate() {
            let here = games & next.simd_eq(Bytes::splat(self.simd, number as u8));
            turn.left.take_over(self.simd, here, section);
        }
        turn.legal &= !turns;
        tries.games = tries.games & !turns | asks.to_bitmask();
        // as if a turn before the first one had been tried
        tries.over |= found.to_bitmask();
        tries.ways = games.select(none, tries.ways);
        if !self.plan.counts {
            each(turns).for_each(|number| tries.counted[number] = 0);
        }
        turns & !found.to_bitmask()
    }

    /// The numbers of choices, given by their places in lists.
    #[inline(always)]
    pub fn number(&self, place: Bytes<S>) -> Bytes<S> {
        self.plan.conduct.listed.number(self.simd, place, self.these(self.second))
    }

    /// Takes a choice of those that are left in some games.
    #[inline(always)]
    pub fn pick_choice(&mut self, games: Mask<S>, picked: &Picked<S>) {
        let place = self.plan.conduct.listed.place(self.simd, self.turn.section, (picked.rank, picked.clockwise));
        self.turn.choice = games.select(place, self.turn.choice);
        self.turn.left.drop(self.simd, games, picked);
    }

    /// Draws a choice in games in which turns are not tried; the one that was drawn before is illegal. Returns those in which
    /// none is left.
    #[inline(always)]
    pub fn draw_again(&mut self, turns: Bits, chosen: &mut Bytes<S>) -> Bits {
        let (simd, count) = (self.simd, self.turn.left.count(self.simd));
        let draws = turns & count.simd_gt(self.all(0)).to_bitmask();
        let drawn = self.draw_index(draws, count);
        let (games, picked) = (self.these(draws), self.turn.left.nth(simd, drawn));
        self.pick_choice(games, &picked);
        *chosen = games.select(self.number(self.turn.choice), *chosen);
        turns & !draws
    }
}
