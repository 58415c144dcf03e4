//! Counts sequences of plies of positions side by side. Each game goes from a position through the turns that follow it, one
//! after the other, and back; what lanes do not tell is left to the referee.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::kernel::Kernel;
use super::lane::{Bits, Given, Referee, each};
use super::stand::Bytes;

impl<S: Simd> Kernel<'_, S> {
    /// The games in which more is counted than turns that are tried.
    #[inline(always)]
    pub fn counts_after(&self) -> Bits {
        if self.plan.counts { self.tries.games & !self.counts.last } else { 0 }
    }

    /// Counts legal turns that were tried; in those of `choosing` the mover is about to choose a place, or chose one. Returns
    /// the games that go on from the position after the turn.
    #[inline(always)]
    pub fn count(&mut self, legal: Bits, choosing: Bits) -> Bits {
        let (none, one) = (self.all(0), self.all(1));
        let last = legal & self.counts.last;
        for number in each(last) {
            self.counts.sums[number] += u64::from(self.tries.ways[number]);
        }
        let after = legal & !last;
        let picked = self.turn.picked + one;
        let more = self.these(choosing) & picked.simd_lt(self.tries.ways);
        self.turn.picked = self.these(after).select(more.select(picked, none), self.turn.picked);
        let mut on = after & !self.tries.decided;
        while on != 0 && self.idle != 0 {
            self.hand_over(on.trailing_zeros() as usize);
            on &= on - 1;
        }
        self.counts.go(self.simd, on, true);
        self.counts.ahead |= on;
        self.waits |= on;
        self.changes |= on & self.tries.next;
        on
    }

    /// A game that has nothing to do goes on from the position after a turn that was tried.
    fn hand_over(&mut self, from: usize) {
        let to = self.idle.trailing_zeros();
        self.take_out(from, false);
        self.apart.plies += 1;
        self.put(to as usize, true);
        self.changes |= (self.tries.next >> from & 1) << to;
    }

    /// Counts what follows positions of which one ply is left, in games in which the mover has choices, given their number in
    /// each direction. Returns the games of which that is told.
    #[inline(always)]
    pub fn count_last(&mut self, turns: Bits, choices: [Bytes<S>; 2], referee: &mut dyn Referee) -> Bits {
        let told = turns & self.counts.last & self.get_set(self.plan.conduct.free).to_bitmask();
        if told != 0 {
            let moves = self.only(self.these(told), choices[0] + choices[1]);
            self.counts.add(self.simd, moves, self.plan.conduct.choices.len() as u8);
            self.go_back(told, referee);
        }
        told
    }

    /// Turns are about to be tried from the positions of some games: those that led there are on the way.
    #[inline(always)]
    pub fn enter(&mut self, games: Bits) {
        let counts = &mut self.counts;
        let mut ahead = games & counts.ahead;
        counts.ahead &= !ahead;
        while ahead != 0 {
            let (alike, left) = counts.alike(self.simd, ahead);
            counts.way[left + 1].take_over(self.simd, alike, &self.turn);
            ahead &= !alike;
        }
    }

    /// What follows the positions of some games was counted: they go on with the next turn of the position before.
    #[inline(always)]
    pub fn go_back(&mut self, games: Bits, referee: &mut dyn Referee) {
        let counts = &mut self.counts;
        let mut deep = games & !counts.ahead;
        counts.ahead &= !games;
        let over = deep & counts.left.simd_eq(counts.begun).to_bitmask();
        deep &= !over;
        while deep != 0 {
            let (alike, left) = counts.alike(self.simd, deep);
            self.turn.take_over(self.simd, alike, &counts.way[left + 1]);
            deep &= !alike;
        }
        let back = games & !over;
        counts.go(self.simd, back, false);
        self.second = self.second & !back | self.turn.second & back;
        self.tries.ways = self.these(back).select(self.all(0), self.tries.ways);
        self.tries.over |= back;
        self.tries.games |= back;
        for number in each(over) {
            self.tell(number, referee);
            self.begin_next(number, referee);
        }
    }

    /// Lets the referee count what follows a turn that lanes do not tell, and that is as it was tried so far.
    #[inline(never)]
    pub fn count_turn(&mut self, number: usize, referee: &mut dyn Referee) {
        let (bit, plan) = (1 << number, self.plan);
        self.take_out(number, true);
        let known = self.turn.known.of(number);
        let given = Given { questions: known.count_ones(), answers: self.turn.answers.of(number) & known };
        let tried = plan.conduct.listed.tried.get(usize::from(self.turn.choice[number]));
        if let Some(choice) = tried.map(|numbers| &plan.conduct.choices[usize::from(numbers[self.apart.mover])])
            && referee.turn(&self.apart, *choice, given)
        {
            self.turn.legal |= bit;
        }
        self.tries.ways[number] = 0;
        self.tries.over |= bit;
    }

    /// Lets the referee count what follows positions that lanes do not tell, as they are or as they were when turns began.
    #[inline(always)]
    pub fn count_apart(&mut self, games: Bits, begun: bool, referee: &mut dyn Referee) {
        if games == 0 {
            return;
        }
        for number in each(games) {
            self.take_out(number, begun);
            referee.ply(&mut self.apart, false);
        }
        self.go_back(games, referee);
    }

    /// Tells the referee how many sequences were found in a game since he was told.
    pub fn tell(&mut self, number: usize, referee: &mut dyn Referee) {
        let sequences = self.counts.sum(number);
        if sequences > 0 {
            referee.counted(self.games[number], sequences);
        }
    }

    /// What follows the position from which a game began was counted: the next one begins.
    #[inline(never)]
    fn begin_next(&mut self, number: usize, referee: &mut dyn Referee) {
        let mut to = number;
        loop {
            let on = referee.begin(&mut self.apart);
            self.put(to, on);
            // there may be work for others again
            if !on || self.idle == 0 {
                return;
            }
            to = self.idle.trailing_zeros() as usize;
        }
    }
}
