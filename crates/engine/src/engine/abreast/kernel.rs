//! The loop that plays many games at once. Each step sows one lap of every game; where the lap ended the turn, the next
//! hole is drawn.

use fearless_simd::{Level, Select, Simd, SimdMask, prelude::*};
use mancala_rules::rules::model::Way;

use super::acts::{AGAIN, Ends, NEXT, OPEN, RELAY, RESTS};
use super::chances::Chances;
use super::counts::Counts;
use super::lane::{Apart, Bits, GAMES, Referee, each};
use super::met::Met;
use super::plan::Plan;
use super::sight::NO_SPOT;
use super::stand::{Bytes, Mask, Stand};
use super::tries::Tries;
use super::turns::Turns;

/// In so many games turns begin at once, since that takes longer than a lap.
const TURNS: u32 = 34;
/// Where a turn is one lap, so many games wait for each other before they go on with other positions: games that begin at one
/// time take the same steps.
const TOGETHER: u32 = 48;
/// Number of steps after which is asked whether to stop, and told how many sequences were counted.
const ASKED_EVERY: u64 = 1024;

/// How a lap ended the turn, if it did.
pub(super) struct Ended {
    pub next: Bits,
    pub again: Bits,
    pub decided: Bits,
    pub illegal: Bits,
    /// Up to the choice of a place.
    pub settled: Bits,
    pub open: Bits,
}

/// Many games at one time.
pub(super) struct Kernel<'p, S: Simd> {
    pub simd: S,
    pub plan: &'p Plan,
    /// The positions as they are, and the turns that were begun.
    pub now: Stand<S>,
    pub turn: Turns<S>,
    /// The random generators as they are, and as they were when the turns began.
    pub chances: Chances<S>,
    pub chances_before: Chances<S>,
    /// Games in which the second player is to move.
    pub second: Bits,
    /// For each game its number in the series, and its plies and passes so far.
    pub games: [u64; GAMES],
    pub plies: [u64; GAMES],
    pub passes: [u64; GAMES],
    /// The game that is played on its own.
    pub apart: Apart,
    /// Games in which a turn is about to begin, and those that are over for good.
    pub waits: Bits,
    pub idle: Bits,
    /// Games in which the last turn that was drawn may turn out to be illegal.
    pub unsure: Bits,
    /// Games in which all turns are tried before one is played.
    pub tries: Tries<S>,
    /// Where sequences are counted, what is known of them.
    pub counts: Counts<S>,
    /// Games that wait, and in which the opponent is to move.
    pub changes: Bits,
    /// Games of which the last ply was played on its own: it is not known whether seeds left the board.
    pub alone: Bits,
    /// Games that have just begun, and those of which some positions are not known that may recur.
    pub begun: Bits,
    pub late: Bits,
    pub met: Met<S>,
    /// Number of steps in which no game reaches its limit on plies.
    pub patience: u64,
    pub most_plies: u64,
    /// The sets of games that acts refer to.
    pub sets: Vec<Mask<S>>,
    /// The place that the last lap began from.
    pub origin: Bytes<S>,
    /// What the next lap sows, after which place it begins, and which place is lifted before.
    pub hand: Bytes<S>,
    pub after: Bytes<S>,
    pub lift: Bytes<S>,
    pub clockwise: Mask<S>,
    /// Seeds taken in hand in this turn and not sown yet.
    pub taken: Bytes<S>,
    /// The number of the table of codes for the first lap of the turn.
    pub table: Bytes<S>,
    /// Number of laps of the turn.
    pub laps: Bytes<S>,
    /// Where the last lap ended, with how many seeds there, and who marked the place.
    pub here: Bytes<S>,
    pub made: Bytes<S>,
    pub mark: Bytes<S>,
    /// What follows the lap, by number.
    pub what: Bytes<S>,
    /// How the turn ended.
    pub ends: [Mask<S>; Ends::COUNT],
    pub verdict: Bytes<S>,
    /// What is done before the next turn begins, by number from 1 up.
    pub closing: Bytes<S>,
    /// Games in which seeds went beside the board since the turn began.
    pub grew: Mask<S>,
    /// For each place of the track, how many seeds of a lap from the first place fall up to it.
    pub ranks: Vec<Bytes<S>>,
}

/// Goes on with the games of a referee until there are no more, with the widest instructions that the processor has; see
/// [`super::Abreast::is_possible`] for those that count.
pub(super) fn played(plan: &Plan, referee: &mut dyn Referee) {
    match Level::new() {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Avx512(simd) => play(simd, plan, referee),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Avx2(simd) => play(simd, plan, referee),
        #[cfg(target_arch = "aarch64")]
        Level::Neon(simd) => play(simd, plan, referee),
        #[allow(unreachable_patterns)]
        _ => unreachable!("no plan is made without wide vectors"),
    }
}

fn play<S: Simd>(simd: S, plan: &Plan, referee: &mut dyn Referee) {
    simd.vectorize(
        #[inline(always)]
        || Kernel::new(simd, plan, referee.most_plies()).play(referee),
    );
}

impl<'p, S: Simd> Kernel<'p, S> {
    #[inline(always)]
    fn new(simd: S, plan: &'p Plan, most_plies: u64) -> Self {
        let (none, no_game) = (Bytes::splat(simd, 0), Mask::splat(simd, false));
        let (now, chances) = (Stand::new(simd, plan), Chances::new(simd));
        let width = if plan.repeated.is_some() { plan.on_board + now.marks.len().min(plan.on_board) } else { 0 };
        Kernel {
            simd,
            plan,
            now,
            turn: Turns::new(simd, plan),
            chances_before: chances.clone(),
            chances,
            second: 0,
            games: [0; GAMES],
            plies: [0; GAMES],
            passes: [0; GAMES],
            apart: plan.apart(),
            waits: 0,
            idle: 0,
            unsure: 0,
            tries: Tries::new(simd, plan),
            counts: Counts::new(simd, plan, most_plies),
            changes: 0,
            alone: 0,
            begun: 0,
            late: 0,
            met: Met::new(simd, width),
            patience: most_plies,
            most_plies,
            sets: vec![no_game; plan.conduct.sets()],
            origin: none,
            hand: none,
            after: none,
            lift: Bytes::splat(simd, NO_SPOT),
            clockwise: Mask::splat(simd, !plan.conduct.used[Way::Counterclockwise as usize]),
            taken: none,
            table: none,
            laps: none,
            here: none,
            made: none,
            mark: none,
            what: none,
            ends: [no_game; Ends::COUNT],
            verdict: none,
            closing: none,
            grew: no_game,
            ranks: vec![none; plan.conduct.passed.len()],
        }
    }

    #[inline(always)]
    pub fn all(&self, number: u8) -> Bytes<S> {
        Bytes::splat(self.simd, number)
    }

    #[inline(always)]
    pub fn these(&self, games: Bits) -> Mask<S> {
        Mask::from_bitmask(self.simd, games)
    }

    /// Numbers in some games, and nothing in the others.
    #[inline(always)]
    pub fn only(&self, games: Mask<S>, numbers: Bytes<S>) -> Bytes<S> {
        games.select(numbers, self.all(0))
    }

    #[inline(always)]
    fn play(&mut self, referee: &mut dyn Referee) {
        self.idle = Bits::MAX;
        if !self.plan.counts {
            for number in 0..GAMES {
                let on = referee.begin(&mut self.apart);
                self.put(number, on);
            }
        }
        let together = if self.plan.conduct.single { TOGETHER } else { 1 };
        for step in 1_u64.. {
            if step.is_multiple_of(ASKED_EVERY) {
                if referee.is_stopped() {
                    return;
                }
                self.tell_all(referee);
            }
            if self.idle == Bits::MAX {
                self.take_up(referee);
                if self.idle == Bits::MAX {
                    return self.tell_all(referee);
                }
            }
            let free = if self.counts.waits && self.idle.count_ones() >= together { self.idle } else { 0 };
            let (tried, waits) = (self.tries.over.count_ones(), (self.waits | free).count_ones());
            let live = !(self.waits | self.idle | self.tries.over);
            if live != 0 && tried + waits < TURNS {
                self.played(live, referee);
            } else if tried > waits {
                self.try_on(referee);
            } else {
                if free != 0 {
                    self.take_up(referee);
                }
                self.begin(referee);
            }
        }
    }

    /// Plays a lap of some games.
    #[inline(always)]
    fn played(&mut self, live: Bits, referee: &mut dyn Referee) {
        let mut ended = self.lap(live);
        if self.plan.conduct.tries {
            self.tried(&mut ended);
        } else {
            ended.open |= ended.illegal;
        }
        self.end(&ended, referee);
    }

    /// Ends the turns of some games.
    #[inline(always)]
    pub fn end(&mut self, ended: &Ended, referee: &mut dyn Referee) {
        self.leave_open(ended.open | ended.decided & self.unsure, referee);
        for number in each(ended.decided & !self.unsure) {
            self.take_out(number, false);
            self.apart.plies += 1;
            let on = referee.decided(&mut self.apart, self.verdict[number]);
            self.put(number, on);
        }
        let over = ended.next | ended.again;
        if over != 0 {
            for (number, plies) in self.plies.iter_mut().enumerate() {
                *plies += over >> number & 1;
            }
        }
        self.waits |= over;
        self.changes |= ended.next;
    }

    /// Leaves turns that lanes do not tell to the referee.
    #[inline(always)]
    pub fn leave_open(&mut self, open: Bits, referee: &mut dyn Referee) {
        for number in each(open) {
            match self.plan.counts {
                true => self.count_turn(number, referee),
                false => self.play_saved(number, referee),
            }
        }
    }

    /// Plays a turn that lanes do not tell from its beginning.
    pub fn play_saved(&mut self, number: usize, referee: &mut dyn Referee) {
        self.tries.games &= !(1 << number);
        self.take_out(number, true);
        let on = referee.ply(&mut self.apart, false);
        self.put(number, on);
    }

    /// Begins turns: draws a hole where nothing else is to be done.
    #[inline(always)]
    fn begin(&mut self, referee: &mut dyn Referee) {
        let (plan, waits) = (self.plan, std::mem::take(&mut self.waits));
        let changes = std::mem::take(&mut self.changes);
        self.close(waits);
        let taken_back = self.take_back(waits, referee);
        let turns = waits & !taken_back;
        self.exchange(changes & !taken_back);
        let (quiet, movable) = self.offer(turns);
        let (repeated, unknown) = self.repeated(turns);
        let again = repeated | unknown;
        let goes_on = turns & quiet & !again & !self.at_limit();
        let told = if plan.counts { self.count_last(goes_on & movable) } else { 0 };
        let (turns, draws) = (turns & !told, goes_on & movable & !told);
        let passes = if plan.conduct.passes && !plan.counts { goes_on & !movable } else { 0 };
        if passes != 0 {
            self.exchange(passes);
            self.waits |= passes;
            for number in each(passes) {
                self.plies[number] += 1;
                self.passes[number] += 1;
            }
        }
        let others = turns & !draws & !passes;
        let draws = if plan.counts { self.set_aside(draws) } else { draws };
        if draws != 0 {
            self.unsure |= draws & self.unfed();
            let games = self.these(draws);
            self.turn.stand.take_over(games, &self.now);
            self.turn.second = self.turn.second & !draws | self.second & draws;
            if !plan.counts {
                self.chances_before.take_over(self.simd, draws, &self.chances);
            }
            match plan.conduct.tries {
                true => self.explore(draws),
                false => self.draw(draws, referee),
            }
        }
        if plan.counts {
            return self.count_apart(others, false, referee);
        }
        for number in each(others) {
            self.take_out(number, false);
            let on = match unknown >> number & 1 {
                0 => referee.ply(&mut self.apart, repeated >> number & 1 != 0),
                _ => referee.replay(&mut self.apart),
            };
            self.put(number, on);
        }
    }

    /// Notes positions. Returns the games in which they are repeated, and those in which that is not known.
    #[inline(always)]
    fn repeated(&mut self, turns: Bits) -> (Bits, Bits) {
        let Some(from) = self.plan.repeated else { return (0, 0) };
        let grew = self.grew.to_bitmask() & turns & !self.alone;
        let fresh = grew | self.begun & turns;
        self.grew &= !self.these(turns);
        self.late &= !grew;
        self.begun &= !turns;
        self.alone &= !turns;
        if fresh != 0 {
            self.met.forget(fresh);
        }
        let hashes = self.now.hashes(self.simd, self.plan.on_board);
        let (places, marks) = (self.now.seeds.iter().take(self.plan.on_board), &self.now.marks);
        let numbers = places.chain(marks.iter().take(self.plan.on_board));
        let (met, unknown) = self.met.recur((turns, self.second), numbers, hashes, (from, self.late));
        (met & !self.late, unknown | met & self.late)
    }

    /// Takes back turns that may be illegal, and plays them on their own. Returns their games.
    #[inline(always)]
    fn take_back(&mut self, turns: Bits, referee: &mut dyn Referee) -> Bits {
        let unsure = self.unsure & turns;
        self.unsure &= !turns;
        if unsure == 0 {
            return 0;
        }
        let illegal = unsure & self.unfed();
        for number in each(illegal) {
            self.plies[number] -= 1;
            self.play_saved(number, referee);
        }
        illegal
    }

    /// Games in which turns may be illegal before this position or after it.
    #[inline(always)]
    fn unfed(&self) -> Bits {
        let Some((first, others)) = self.plan.conduct.fed.split_first() else { return 0 };
        let mut any = self.now.seeds[usize::from(*first)];
        for spot in others {
            any |= self.now.seeds[usize::from(*spot)];
        }
        any.simd_eq(self.all(0)).to_bitmask()
    }

    /// The games that reached their limit on plies.
    #[inline(always)]
    fn at_limit(&mut self) -> Bits {
        self.patience = self.patience.saturating_sub(1);
        if self.patience > 0 || self.plan.counts {
            return 0;
        }
        let (mut reached, mut patience) = (0, u64::MAX);
        for (number, plies) in self.plies.iter().enumerate() {
            match self.most_plies.saturating_sub(*plies) {
                0 => reached |= 1 << number,
                left => patience = patience.min(left),
            }
        }
        // games that have reached it are looked at until they are gone
        self.patience = if reached & !self.idle == 0 { patience } else { 0 };
        reached
    }

    /// Takes a game out, as it is or as it was when the turn began, to be played on its own.
    pub fn take_out(&mut self, number: usize, begun: bool) {
        let (stand, chances, second) = match begun {
            true => (&self.turn.stand, &self.chances_before, self.turn.second),
            false => (&self.now, &self.chances, self.second),
        };
        let apart = &mut self.apart;
        stand.get(number, apart);
        apart.generator = chances.get(number);
        apart.game = self.games[number];
        apart.plies = match self.plan.counts {
            true => self.most_plies - u64::from(self.counts.left[number]) + (self.counts.ahead >> number & 1),
            false => self.plies[number],
        };
        apart.passes = self.passes[number];
        apart.mover = (second >> number & 1) as usize;
    }

    /// Puts a game that was played on its own back: a turn is about to begin, or (`on` is not set) there is none.
    #[inline(never)]
    pub fn put(&mut self, number: usize, on: bool) {
        let (bit, apart) = (1 << number, &mut self.apart);
        self.now.put(number, apart);
        self.chances.put(number, &apart.generator);
        self.alone |= bit;
        self.games[number] = apart.game;
        (self.plies[number], self.passes[number]) = (apart.plies, apart.passes);
        self.second = self.second & !bit | (apart.mover as Bits) << number;
        self.idle &= !bit;
        self.unsure &= !bit;
        if on {
            self.waits |= bit
        } else {
            self.idle |= bit
        }
        (self.hand[number], self.lift[number], self.closing[number]) = (0, NO_SPOT, 0);
        self.patience = self.patience.min(self.most_plies.saturating_sub(apart.plies));
        if std::mem::take(&mut apart.begun) {
            self.begun |= bit;
            self.late = self.late & !bit | Bits::from(apart.late) << number;
        }
    }

    /// The opponent is to move in some games.
    #[inline(always)]
    pub fn exchange(&mut self, next: Bits) {
        let games = self.these(next);
        self.second ^= next;
        for (one, other) in &self.plan.exchanged {
            let (one, other) = (usize::from(*one), usize::from(*other));
            let [first, second] = [self.now.seeds[one], self.now.seeds[other]];
            (self.now.seeds[one], self.now.seeds[other]) = (games.select(second, first), games.select(first, second));
            if !self.now.marks.is_empty() {
                let [first, second] = [self.now.marks[one], self.now.marks[other]];
                self.now.marks[one] = games.select(self.turned(second), first);
                self.now.marks[other] = games.select(self.turned(first), second);
            }
        }
    }

    /// Marks as the opponent sees them.
    #[inline(always)]
    fn turned(&self, marks: Bytes<S>) -> Bytes<S> {
        marks.simd_eq(self.all(0)).select(marks, self.all(3) - marks)
    }

    /// The place before another one on the track, in the direction in which each game sows.
    #[inline(always)]
    pub fn before(&self, spot: Bytes<S>) -> Bytes<S> {
        let track = self.plan.sight.track;
        let one = self.clockwise.select(self.all(1), self.all(track - 1));
        let before = spot + one;
        before.min(before - self.all(track))
    }

    /// Sows a lap of the games that are on, and what follows it. Tells how turns ended.
    #[inline(always)]
    fn lap(&mut self, live: Bits) -> Ended {
        let plan = self.plan;
        let (none, one, games) = (self.all(0), self.all(1), self.these(live));
        let (mut open, left) = self.sow();
        let sown = games & left.simd_eq(none);
        self.laps += self.only(sown, one);
        self.look_up(sown);
        let relays = self.what.simd_eq(self.all(RELAY));
        self.hand = relays.select(self.at_here(), left);
        self.lift = relays.select(self.here, self.all(NO_SPOT));
        self.after = (relays | !sown).select(self.here, self.after);
        self.ends = [
            self.what.simd_eq(self.all(NEXT)),
            self.what.simd_eq(self.all(AGAIN)),
            self.these(0),
            self.these(0),
            self.what.simd_eq(self.all(OPEN)),
            self.these(0),
        ];
        let origin = relays.select(self.here, self.origin);
        // acts see the place that the lap began from
        self.act_and_ask(&plan.conduct.follow);
        self.origin = relays.select(origin, self.origin);
        let [next, again, decided, illegal, left, settled] = self.ends;
        let over = next | again | decided;
        let closed = over | settled;
        let on = games & !(closed | illegal);
        open = open | left | on & (self.hand.simd_eq(none) | self.laps.simd_ge(self.all(plan.many_laps)));
        open = (open | closed & !self.taken.simd_eq(none)) & games;
        let open_bits = open.to_bitmask();
        let closed = live & !open_bits;
        Ended {
            next: next.to_bitmask() & closed,
            again: again.to_bitmask() & closed,
            decided: decided.to_bitmask() & closed,
            illegal: illegal.to_bitmask() & closed,
            settled: settled.to_bitmask() & closed,
            open: open_bits,
        }
    }

    /// Looks up what follows the lap.
    #[inline(always)]
    fn look_up(&mut self, games: Mask<S>) {
        let plan = self.plan;
        let mut row = self.here;
        if plan.conduct.marks > 1 {
            for mark in 1..plan.conduct.marks as u8 {
                let rows = self.all(mark * plan.sight.track);
                row += self.only(self.mark.simd_eq(self.all(mark)), rows);
            }
        }
        if plan.conduct.used == [true; 2] {
            let rows = self.all(plan.conduct.marks as u8 * plan.sight.track);
            row += self.only(self.clockwise, rows);
        }
        let table = match plan.conduct.tables {
            1 => self.all(0),
            _ => self.table + (self.laps.min(self.all(plan.conduct.laps)) - self.all(1)),
        };
        let what = plan.conduct.codes.find(self.simd, table, row, self.made);
        self.what = games.select(what, self.all(RESTS));
    }

    /// The seeds where the last lap ended, as long as nothing is taken there.
    #[inline(always)]
    pub fn at_here(&self) -> Bytes<S> {
        if self.plan.conduct.reapings.is_empty() {
            return self.made;
        }
        let mut held = self.all(0);
        for spot in 0..self.plan.sight.track {
            held = self.here.simd_eq(self.all(spot)).select(self.now.seeds[usize::from(spot)], held);
        }
        held
    }
}
