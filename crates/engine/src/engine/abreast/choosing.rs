//! Begins turns of games side by side: finds which holes may be chosen, draws one, and lifts it.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::super::random::draws::scaled;
use super::acts::{Ends, RESTS, Script, THESE};
use super::kernel::Kernel;
use super::lane::{Bits, Referee, each};
use super::sight::{Facing, NO_SPOT};
use super::stand::{Bytes, Mask};

impl<S: Simd> Kernel<'_, S> {
    /// Finds who may choose what: the games in which the mover chooses, and those in which he has choices.
    #[inline(always)]
    pub fn offer(&mut self, turns: Bits) -> (Bits, Bits) {
        let plan = self.plan;
        self.sets[usize::from(THESE)] = self.these(turns);
        self.act(&plan.conduct.start);
        let (quiet, movable) = (self.get_set(plan.conduct.quiet), self.get_set(plan.conduct.movable));
        (quiet.to_bitmask(), movable.to_bitmask())
    }

    /// Does what waits since the last turns of some games ended.
    #[inline(always)]
    pub fn close(&mut self, turns: Bits) {
        let Some(script) = &self.plan.conduct.closing else { return };
        let (games, none) = (self.these(turns), self.all(0));
        self.what = games.select(self.closing, none);
        self.closing = games.select(none, self.closing);
        self.act(script);
    }

    /// The number of choices for each direction.
    #[inline(always)]
    pub fn count_choices(&self) -> [Bytes<S>; 2] {
        let (mut counts, one) = ([self.all(0); 2], self.all(1));
        for choice in &self.plan.conduct.choices {
            counts[choice.way as usize] += self.only(self.get_set(choice.games), one);
        }
        counts
    }

    /// Begins turns with the holes that were drawn, by number among those that may be chosen. Returns the games in which
    /// lanes do not tell how.
    #[inline(always)]
    fn choose(&mut self, turns: Bits, drawn: Bytes<S>) -> Bits {
        let plan = self.plan;
        let games = self.these(turns);
        let (mut before, mut chosen, none, one) = (drawn, self.all(RESTS), self.all(0), self.all(1));
        for (choice, number) in plan.conduct.choices.iter().zip(0..) {
            let may = games & self.get_set(choice.games);
            chosen = (may & before.simd_eq(none)).select(self.all(number), chosen);
            before -= self.only(may, one);
        }
        self.start(games, chosen)
    }

    /// Begins turns with the choices of these numbers. Returns the games in which lanes do not tell how.
    #[inline(always)]
    pub fn start(&mut self, games: Mask<S>, number: Bytes<S>) -> Bits {
        let (plan, none) = (self.plan, self.all(0));
        let choices = &plan.conduct.listed;
        let spot = choices.spots.at(self.simd, number);
        let mut hand = none;
        for lifted in &choices.lifted {
            hand = spot.simd_eq(self.all(*lifted)).select(self.now.seeds[usize::from(*lifted)], hand);
        }
        if plan.conduct.used == [true; 2] {
            let clockwise = choices.clockwise.at(self.simd, number).simd_gt(none);
            self.clockwise = self.clockwise & !games | clockwise & games;
        }
        if plan.conduct.tables > 1 {
            self.table = games.select(choices.tables.at(self.simd, number), self.table);
        }
        let mut after = spot;
        if !plan.conduct.into.is_empty() {
            let mut into = self.these(0);
            for asks in &plan.conduct.into {
                into |= self.answer(hand, *asks);
            }
            after = into.select(self.before(spot), after);
        }
        self.hand = games.select(hand, self.hand);
        self.after = games.select(after, self.after);
        self.origin = games.select(spot, self.origin);
        self.lift = games.select(spot, self.lift);
        self.laps = games.select(none, self.laps);
        self.taken = games.select(none, self.taken);
        self.closing = games.select(none, self.closing);
        match &plan.conduct.lift {
            None => 0,
            Some(script) => {
                self.here = games.select(spot, self.here);
                self.lift_by(script, games, number)
            }
        }
    }

    /// Does what is done with the holes that were chosen, by the number of the choice. Returns the games in which that is
    /// not that something is sown.
    #[inline(always)]
    fn lift_by(&mut self, script: &Script, games: Mask<S>, number: Bytes<S>) -> Bits {
        self.what = number;
        self.made = self.hand + self.all(1);
        self.hand = games.select(self.all(0), self.hand);
        self.lift = games.select(self.all(NO_SPOT), self.lift);
        self.ends = [self.these(0); Ends::COUNT];
        self.act_and_ask(script);
        let mut ended = self.hand.simd_eq(self.all(0));
        for ends in self.ends {
            ended |= ends;
        }
        (games & ended).to_bitmask()
    }

    /// Draws a hole in some games.
    #[inline(always)]
    pub fn draw(&mut self, draws: Bits, referee: &mut dyn Referee) {
        let seen = self.draw_choice(draws, self.count_choices());
        for number in each(self.choose(draws, seen)) {
            self.play_saved(number, referee);
        }
    }

    /// Draws a number below a bound in some games.
    #[inline(always)]
    pub fn draw_index(&mut self, draws: Bits, bound: Bytes<S>) -> Bytes<S> {
        let drawn = self.chances.draw(self.simd, draws);
        let mut index = bound;
        for (index, drawn) in index.iter_mut().zip(&drawn) {
            *index = scaled(*drawn, u64::from(*index)) as u8;
        }
        index
    }

    /// Draws the number of a choice in some games, given how many there are for each direction.
    #[inline(always)]
    fn draw_choice(&mut self, draws: Bits, counts: [Bytes<S>; 2]) -> Bytes<S> {
        let all = counts[0] + counts[1];
        let index = self.draw_index(draws, all);
        if self.plan.sight.facing == Facing::Mirrored {
            return index;
        }
        // each player counts his holes from his end of the board
        let after = counts[0] + self.only(index.simd_ge(counts[0]), all);
        self.these(self.second).select(after - self.all(1) - index, index)
    }
}
