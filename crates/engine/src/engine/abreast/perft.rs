//! Counts sequences of plies of positions side by side. Each game tries the turns of a position, one after the other. Positions
//! after them wait until a game has nothing to do; those from which one ply is counted are counted at once, if lanes know that
//! all choices are legal. What lanes do not tell is left to the referee.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};
use mancala_rules::rules::model::Way;

use super::acts::{NO_GAME, RELAY, RESTS};
use super::kernel::Kernel;
use super::lane::{Bits, GAMES, Given, Referee, Relay, each};
use super::sight::NO_SPOT;

/// Number of positions that are begun with at once, where more than so many plies are counted: much follows each.
const BEGUN: usize = 8;
const FEW_PLIES: u64 = 4;

impl<S: Simd> Kernel<'_, S> {
    /// The games in which more is counted than turns that are tried.
    #[inline(always)]
    pub fn counts_after(&self) -> Bits {
        if self.plan.counts { self.tries.games & !self.counts.last } else { 0 }
    }

    /// Counts legal turns that were tried; in those of `choosing` the mover is about to choose a place, or chose one. Returns
    /// the games in which the moves that follow are counted before the next turn is tried.
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
        let on = after & !self.tries.decided;
        let ahead = self.look_ahead(on, self.tries.next);
        self.shelve(on & !ahead, self.tries.next);
        ahead
    }

    /// Goes on to the positions after legal turns, if one ply is counted from there, and if lanes may know that all choices are
    /// legal; in those of `changes` the next player is to move. Returns these games.
    #[inline(always)]
    pub fn look_ahead(&mut self, legal: Bits, changes: Bits) -> Bits {
        if !self.plan.counts || self.plan.conduct.free == NO_GAME {
            return 0;
        }
        let ahead = legal & self.counts.late;
        self.turn.legal |= ahead;
        self.counts.ahead |= ahead;
        self.waits |= ahead;
        self.changes |= ahead & changes;
        ahead
    }

    /// The positions of some games wait; in those of `changes` the next player is to move.
    #[inline(always)]
    fn shelve(&mut self, games: Bits, changes: Bits) {
        let second = self.only(self.these(self.second), self.all(1));
        self.counts.known.mover = second | self.only(self.these(changes), self.all(2)) | self.closing << 2;
        self.counts.shelve(self.simd, games, &self.now);
    }

    /// Games that have nothing to do go on with positions that wait.
    #[inline(always)]
    pub fn take_up(&mut self, referee: &mut dyn Referee) {
        if !self.plan.counts {
            return;
        }
        let mut begun = 0;
        let most = if self.most_plies > FEW_PLIES { BEGUN } else { GAMES };
        while self.idle != 0 {
            let before = self.counts.known.game;
            let taken = self.counts.take(self.simd, self.idle, &mut self.now);
            if taken == 0 {
                self.counts.waits = begun < most && referee.begin(&mut self.apart);
                if !self.counts.waits {
                    return;
                }
                begun += 1;
                self.counts.shelve_one(&self.apart, self.most_plies - self.apart.plies);
                continue;
            }
            self.idle &= !taken;
            self.waits |= taken;
            let mover = self.counts.known.mover;
            let [second, changes] =
                [1, 2].map(|bit| (mover & self.all(bit)).simd_eq(self.all(bit)).to_bitmask() & taken);
            self.second = self.second & !taken | second;
            self.changes |= changes;
            for number in each(taken & self.counts.of_others(before)) {
                self.tell(number, referee);
                self.games[number] = self.counts.game(number);
            }
            let games = self.these(taken);
            self.closing = games.select(mover >> 2, self.closing);
            self.hand = games.select(self.all(0), self.hand);
            self.lift = games.select(self.all(NO_SPOT), self.lift);
        }
    }

    /// Counts what follows positions of which one ply is left, in games in which the mover has choices. Returns the games of
    /// which that is told.
    #[inline(always)]
    pub fn count_last(&mut self, turns: Bits) -> Bits {
        let told = turns & (self.counts.last | self.counts.ahead) & self.get_set(self.plan.conduct.free).to_bitmask();
        if told != 0 {
            let [one, other] = self.count_choices();
            let moves = self.only(self.these(told), one + other);
            self.counts.add(self.simd, moves, self.plan.conduct.choices.len() as u8);
            self.go_on(told);
        }
        told
    }

    /// Positions after turns that are tried wait, as their own turns have to be tried. Returns the other games.
    #[inline(always)]
    pub fn set_aside(&mut self, games: Bits) -> Bits {
        let ahead = games & self.counts.ahead;
        if ahead != 0 {
            self.shelve(ahead, 0);
            self.go_on(ahead);
        }
        games & !ahead
    }

    /// What follows the positions of some games was counted, or will be: they go on with the next turn that is tried, if
    /// there is one.
    #[inline(always)]
    pub fn go_on(&mut self, games: Bits) {
        let ahead = games & self.counts.ahead;
        self.counts.ahead &= !games;
        self.second = self.second & !ahead | self.turn.second & ahead;
        self.tries.ways = self.these(ahead).select(self.all(0), self.tries.ways);
        self.tries.over |= ahead;
        self.idle |= games & !ahead;
    }

    /// Lets the referee count what follows a turn that lanes do not tell, and that is as it was tried so far.
    #[inline(never)]
    pub fn count_turn(&mut self, number: usize, referee: &mut dyn Referee) {
        let (bit, plan) = (1 << number, self.plan);
        let known = self.turn.known.of(number);
        let given = Given { questions: known.count_ones(), answers: self.turn.answers.of(number) & known };
        let relay = self.relay(number).filter(|_| known == 0);
        let mover = (self.turn.second >> number & 1) as usize;
        let place = self.turn.choice[number];
        if place != RESTS {
            let choice = &plan.conduct.choices[usize::from(plan.conduct.listed.number_of(place, mover))];
            let played_on = relay.and_then(|relay| {
                self.take_out(number, false);
                referee.relay(&self.apart, *choice, relay)
            });
            let legal = played_on.unwrap_or_else(|| {
                self.take_out(number, true);
                referee.turn(&self.apart, *choice, given)
            });
            self.turn.legal |= Bits::from(legal) << number;
        }
        self.shelve_further(referee);
        self.tries.ways[number] = 0;
        self.tries.over |= bit;
    }

    /// The relay that a turn of many laps has come to.
    fn relay(&self, number: usize) -> Option<Relay> {
        let many = self.laps[number] >= self.plan.many_laps && self.taken[number] == 0;
        let way = Way::BOTH[usize::from(self.clockwise.to_bitmask() >> number & 1 != 0)];
        (many && self.what[number] == RELAY).then_some(Relay {
            laps: self.laps[number].into(),
            here: self.here[number],
            way,
        })
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
            self.shelve_further(referee);
        }
        self.go_on(games);
    }

    /// The positions that follow what was left to the referee wait.
    fn shelve_further(&mut self, referee: &mut dyn Referee) {
        while referee.further(&mut self.apart) {
            self.counts.shelve_one(&self.apart, self.most_plies - self.apart.plies);
        }
    }

    /// Tells the referee how many sequences were found in each game since he was told.
    #[inline(never)]
    pub fn tell_all(&mut self, referee: &mut dyn Referee) {
        if self.plan.counts {
            (0..GAMES).for_each(|number| self.tell(number, referee));
        }
    }

    /// As [`Self::tell_all`], in one game.
    fn tell(&mut self, number: usize, referee: &mut dyn Referee) {
        let sequences = self.counts.sum(number);
        if sequences > 0 {
            referee.counted(self.games[number], sequences);
        }
    }
}
