//! Begins turns of games side by side: finds which holes may be chosen, draws one, and lifts it.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::super::draws::scaled;
use super::acts::{Ends, RESTS, Script, THESE};
use super::kernel::Kernel;
use super::lane::{Bits, Referee, each};
use super::plan::Choice;
use super::sight::NO_SPOT;
use super::stand::{Bytes, Mask};
use crate::rules::model::Way;

/// The holes that were chosen.
#[derive(Clone, Copy)]
pub(super) struct Chosen<S: Simd> {
    /// The numbers of the choices.
    pub number: Bytes<S>,
    pub spot: Bytes<S>,
    /// The seeds that lie there.
    pub hand: Bytes<S>,
    /// The direction in which each game sows.
    pub clockwise: Mask<S>,
}

impl<S: Simd> Kernel<'_, S> {
    /// Finds who may choose what: the games in which the mover chooses, the number of holes for each direction, and two
    /// hashes of the position.
    #[inline(always)]
    pub fn offer(&mut self, turns: Bits) -> (Bits, [Bytes<S>; 2], [Bytes<S>; 2]) {
        let plan = self.plan;
        self.sets[usize::from(THESE)] = self.these(turns);
        self.act(&plan.conduct.start);
        let (mut counts, one) = ([self.all(0); 2], self.all(1));
        for choice in &plan.conduct.choices {
            let way = choice.way as usize;
            counts[way] += self.only(self.sets[usize::from(choice.games)], one);
        }
        let hashes = match plan.repeated {
            Some(_) => self.now.hashes(self.simd, plan.on_board),
            None => [self.all(0); 2],
        };
        (self.sets[usize::from(plan.conduct.quiet)].to_bitmask(), counts, hashes)
    }

    /// Begins turns with the holes that were drawn, by number among those that may be chosen. Returns the games in which
    /// lanes do not tell how.
    #[inline(always)]
    fn choose(&mut self, turns: Bits, drawn: Bytes<S>) -> Bits {
        let plan = self.plan;
        let games = self.these(turns);
        let (mut before, mut chosen) = (drawn, self.none_chosen(games));
        for (choice, number) in plan.conduct.choices.iter().zip(0..) {
            let may = games & self.get_set(choice.games);
            before = self.find_choice(&mut chosen, (may, before), (choice, number));
        }
        self.start(games, chosen)
    }

    /// Notes a choice, given with its number, in those games that may choose it and choose none before it. Returns how many
    /// come before the one that was drawn, from the next choice on.
    #[inline(always)]
    pub fn find_choice(
        &mut self,
        chosen: &mut Chosen<S>,
        (may, before): (Mask<S>, Bytes<S>),
        choice: (&Choice, u8),
    ) -> Bytes<S> {
        self.note_choice(chosen, may & before.simd_eq(self.all(0)), choice);
        before - self.only(may, self.all(1))
    }

    /// Nothing is chosen in some games.
    #[inline(always)]
    pub fn none_chosen(&self, games: Mask<S>) -> Chosen<S> {
        let none = self.all(0);
        Chosen { number: self.all(RESTS), spot: none, hand: none, clockwise: self.clockwise & !games }
    }

    /// Notes a choice, given with its number, in some games.
    #[inline(always)]
    pub fn note_choice(&mut self, chosen: &mut Chosen<S>, games: Mask<S>, (choice, number): (&Choice, u8)) {
        chosen.number = games.select(self.all(number), chosen.number);
        chosen.spot = games.select(self.all(choice.spot), chosen.spot);
        chosen.hand = games.select(self.now.seeds[usize::from(choice.spot)], chosen.hand);
        if choice.way == Way::Clockwise {
            chosen.clockwise |= games;
        }
        if self.plan.conduct.tables > 1 {
            self.table = games.select(self.all(choice.table), self.table);
        }
    }

    /// Begins turns with what was chosen. Returns the games in which lanes do not tell how.
    #[inline(always)]
    pub fn start(&mut self, games: Mask<S>, chosen: Chosen<S>) -> Bits {
        let Chosen { number, spot, hand, clockwise } = chosen;
        self.clockwise = clockwise;
        let (plan, none, mut after) = (self.plan, self.all(0), spot);
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

    /// Draws a hole in some games, given how many there are for each direction.
    #[inline(always)]
    pub fn draw(&mut self, draws: Bits, counts: [Bytes<S>; 2], referee: &mut dyn Referee) {
        let seen = self.draw_choice(draws, counts);
        for number in each(self.choose(draws, seen)) {
            self.play_saved(number, referee);
        }
    }

    /// Draws the number of a choice in some games, given how many there are for each direction.
    #[inline(always)]
    pub fn draw_choice(&mut self, draws: Bits, counts: [Bytes<S>; 2]) -> Bytes<S> {
        let drawn = self.chances.draw(self.simd, draws);
        let all = counts[0] + counts[1];
        let mut index = all;
        for (index, drawn) in index.iter_mut().zip(&drawn) {
            *index = scaled(*drawn, u64::from(*index)) as u8;
        }
        // each player counts his holes from his end of the board
        let after = counts[0] + self.only(index.simd_ge(counts[0]), all);
        self.these(self.second).select(after - self.all(1) - index, index)
    }
}
