//! Counts sequences of plies of positions side by side. All turns of a position are tried; what one ply later is only
//! counted is counted at once, and the other positions go to the referee.

use fearless_simd::{Simd, SimdMask, prelude::*};

use super::kernel::Kernel;
use super::lane::{Bits, Referee, each};

impl<S: Simd> Kernel<'_, S> {
    /// Begins to count from some positions.
    #[inline(always)]
    pub fn count_from(&mut self, turns: Bits) {
        let counts = &mut self.tries.counts;
        (counts.one, counts.two) = (counts.one & !turns, counts.two & !turns);
        for number in each(turns) {
            counts.later[number].clear();
            match self.most_plies - self.plies[number] {
                1 => counts.one |= 1 << number,
                2 => counts.two |= 1 << number,
                _ => {}
            }
        }
    }

    /// The games in which more is counted than turns that are tried.
    #[inline(always)]
    pub fn counts_after(&self) -> Bits {
        if self.plan.counts { self.tries.games & !self.tries.counts.one } else { 0 }
    }

    /// Counts what follows turns that were tried, and of which some are legal. Returns the games in which the mover may choose another place after
    /// the same turn; `choosing` are those in which he chose one.
    #[inline(always)]
    pub fn count(&mut self, (tried, legal): (Bits, Bits), choosing: Bits) -> Bits {
        let (none, one) = (self.all(0), self.all(1));
        let tries = &mut self.tries;
        for number in each(legal & tries.counts.one) {
            tries.counted[number] += u64::from(tries.ways[number]);
        }
        let after = legal & !tries.counts.one;
        let another = (tries.picked + one).simd_lt(tries.ways);
        let more = after & choosing & another.to_bitmask();
        let (others, again) = (self.these(tried & !more), self.these(more));
        let tries = &mut self.tries;
        tries.picked = others.select(none, again.select(tries.picked + one, tries.picked));
        let after = after & !tries.decided;
        if after != 0 {
            self.count_after(after);
        }
        more
    }

    /// Counts what follows positions after turns that were tried.
    #[inline(always)]
    fn count_after(&mut self, after: Bits) {
        let next = after & self.tries.next;
        self.exchange(next);
        let two = after & self.tries.counts.two;
        let mut left = after;
        if two != 0 {
            let (quiet, counts, _) = self.offer(two);
            let moves = counts[0] + counts[1];
            let told = self.get_set(self.plan.conduct.free).to_bitmask() & moves.simd_gt(self.all(0)).to_bitmask();
            let told = told & quiet & two;
            left &= !told;
            for number in each(told) {
                self.tries.counted[number] += u64::from(moves[number]);
            }
        }
        for number in each(left) {
            let later = &mut self.tries.counts.later[number];
            later.extend(self.now.seeds.iter().map(|all| all[number]));
            later.extend(self.now.marks.iter().map(|all| all[number]));
            later.push((self.second >> number & 1) as u8);
        }
        self.second ^= next;
    }

    /// Lets the referee count what follows turns that lanes do not tell. Returns those of which a part was counted: they
    /// asked the mover something.
    #[inline(always)]
    pub fn count_open(&mut self, open: Bits, referee: &mut dyn Referee) -> Bits {
        let asked = self.tries.known.simd_gt(self.all(0)).to_bitmask();
        for number in each(open & !asked) {
            self.count_turn(number, referee);
        }
        open & asked
    }

    #[inline(never)]
    fn count_turn(&mut self, number: usize, referee: &mut dyn Referee) {
        let (bit, plan) = (1 << number, self.plan);
        self.take_out(number, true);
        let place = usize::from(self.tries.choice[number]);
        let order = plan.conduct.tried.as_ref().and_then(|orders| orders[self.apart.mover].get(place));
        if let Some(choice) = order.map(|index| &plan.conduct.choices[usize::from(*index)]) {
            let later = &mut self.tries.counts.later[number];
            if let Some(sequences) = referee.turn(&self.apart, *choice, later) {
                self.tries.legal |= bit;
                self.tries.counted[number] += sequences;
            }
        }
        self.tries.ways[number] = 0;
        self.tries.over |= bit;
    }

    /// All turns of a position were tried.
    #[inline(always)]
    pub fn counted(&mut self, number: usize, referee: &mut dyn Referee) {
        self.tries.games &= !(1 << number);
        (self.apart.game, self.apart.plies) = (self.games[number], self.plies[number]);
        let sequences = self.tries.counted[number];
        let mut on = referee.counted(&mut self.apart, sequences, &self.tries.counts.later[number]);
        self.put(number, on);
        // there may be work for others again
        while on && self.idle != 0 {
            on = referee.begin(&mut self.apart);
            if on {
                self.put(self.idle.trailing_zeros() as usize, true);
            }
        }
    }
}
