//! Tries all turns of games side by side, where turns may ask the mover something: counts the ways to play and keeps one of
//! them, with what it led to. Each game tries one way after the other, each from the position before the turn.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::super::random::draws::scaled;
use super::acts::{Ends, Part, RESTS, Script, THESE, range};
use super::kernel::{Ended, Kernel};
use super::lane::{Bits, Referee, each};
use super::stand::{Bytes, Mask};
use super::turns::Answers;

/// So many places, with where the lap began and ended, tell most states of a turn apart.
const COMPARED: usize = 8;

impl<S: Simd> Kernel<'_, S> {
    /// Notes turns that were tried to their end.
    #[inline(always)]
    pub fn tried(&mut self, ended: &mut Ended) {
        let Ended { next, again, decided, illegal, settled, open } = ended;
        let games = self.tries.games & !*open;
        let ahead = self.look_ahead(games & (*next | *again), *next);
        // where a choice that was drawn is illegal, another one is drawn
        let over = games & (*next | *again | *decided) & !ahead | *illegal | *settled;
        let (one, none) = (self.all(1), self.all(0));
        let tries = &mut self.tries;
        tries.over |= over;
        tries.choosing |= *settled;
        let simd = self.simd;
        tries.note(over, *next, *decided);
        let single = Mask::from_bitmask(simd, games & over & !*settled);
        tries.ways = single.select(one, tries.ways);
        tries.ways = Mask::from_bitmask(simd, over & *illegal).select(none, tries.ways);
        for ends in [next, again, decided] {
            *ends &= !games;
        }
    }

    /// Counts turns that were tried, and goes on to the next ones.
    #[inline(always)]
    pub fn try_on(&mut self, referee: &mut dyn Referee) {
        let choosing = std::mem::take(&mut self.tries.choosing);
        if choosing != 0 {
            self.choose_places(choosing, referee);
        }
        let over = std::mem::take(&mut self.tries.over);
        let legal = over & self.tries.ways.simd_gt(self.all(0)).to_bitmask();
        let over = if self.plan.counts {
            over & !self.count(legal, choosing)
        } else {
            self.keep(legal, choosing);
            over
        };
        self.turn.legal |= legal;
        let games = self.these(over);
        self.now.take_over(games, &self.turn.stand);
        self.grew &= !games;
        let mut chosen = self.all(RESTS);
        let tries = over & self.tries.games;
        let tried = if tries != 0 { self.try_next(tries, &mut chosen) } else { 0 };
        let mut left = if tries != over { self.draw_again(over & !tries, &mut chosen) } else { 0 };
        let open = self.start(self.these(over & !(tried | left)), chosen);
        self.leave_open(open, referee);
        let legal = tried & self.turn.legal;
        left |= tried & !legal;
        if legal != 0 && self.plan.counts {
            self.go_on(legal);
        } else if legal != 0 {
            self.play_kept(legal, referee);
        }
        if left != 0 {
            let none = self.next_section(left);
            if self.plan.counts {
                self.count_apart(none, true, referee);
            } else {
                self.leave_open(none, referee);
            }
        }
    }

    /// Chooses the next ones in games in which turns are tried. Returns those in which all turns were tried.
    #[inline(always)]
    fn try_next(&mut self, turns: Bits, chosen: &mut Bytes<S>) -> Bits {
        let games = self.these(turns);
        let goes_on = games & !if self.plan.conduct.asks { self.answer_again(games) } else { self.these(0) };
        let next = self.turn.left.first(self.simd);
        let left = goes_on & !next.found;
        self.pick_choice(goes_on & next.found, &next);
        *chosen = (games & !left).select(self.number(self.turn.choice), *chosen);
        left.to_bitmask()
    }

    /// Answers the mover's questions in games in which turns are tried. Returns those in which the last choice is tried once
    /// more, with other answers.
    #[inline(always)]
    fn answer_again(&mut self, games: Mask<S>) -> Mask<S> {
        let (none, simd) = (self.all(0), self.simd);
        // the same turn once more, in which another place is chosen
        let more = if self.plan.counts { games & self.turn.picked.simd_gt(none) } else { self.these(0) };
        // the last question of which the other answer is left
        let open = self.turn.known.without(self.turn.answers);
        let (top, below) = open.last(simd);
        let (tries, turn) = (&mut self.tries, &mut self.turn);
        let (answers, known) = (turn.answers.and(below).or(top), below.or(top));
        let others = games & !more;
        turn.answers = Answers::select(others, answers, turn.answers);
        turn.known = Answers::select(others, known, turn.known);
        tries.question = Answers::select(games, Answers::first(simd), tries.question);
        tries.laps = games.select(none, tries.laps);
        more | games & open.any(simd)
    }

    /// Plays the turns that are kept, in games of which all turns are tried.
    #[inline(always)]
    fn play_kept(&mut self, turns: Bits, referee: &mut dyn Referee) {
        self.pick(turns);
        let (games, none) = (self.these(turns), self.all(0));
        let (kept, settled) = (&self.tries.kept, turns & self.tries.kept.settled);
        self.now.take_over(games, &kept.stand);
        self.grew |= games & kept.grew;
        self.verdict = games.select(kept.verdict, self.verdict);
        self.origin = games.select(kept.origin, self.origin);
        self.closing = games.select(kept.closing, self.closing);
        self.taken = games.select(none, self.taken);
        let (next, decided) = (turns & kept.next, turns & kept.decided);
        let again = turns & !(next | decided | settled);
        let tries = &mut self.tries;
        tries.tail = games.select(tries.kept.tail, tries.tail);
        tries.games &= !turns;
        tries.choosing |= settled;
        tries.over |= settled;
        self.end(&Ended { next, again, decided, illegal: 0, settled: 0, open: 0 }, referee);
    }

    /// Draws one of the places that the mover may choose after the turns that are kept.
    #[inline(always)]
    fn pick(&mut self, turns: Bits) {
        let draws = turns & self.tries.kept.ways.simd_gt(self.all(1)).to_bitmask();
        let drawn = self.chances.draw(self.simd, draws);
        for number in each(turns) {
            let ways = self.tries.kept.ways[number];
            // one way leaves nothing to draw
            let picked = scaled(drawn[number], u64::from(ways)) as u8;
            let second = self.second >> number & 1 != 0;
            self.turn.picked[number] = if second { ways - 1 - picked } else { picked };
        }
    }

    /// Counts legal turns, and keeps each with the probability that makes all ways to play equally likely; in those of
    /// `choosing` the mover is about to choose a place.
    #[inline(always)]
    fn keep(&mut self, legal: Bits, choosing: Bits) {
        let simd = self.simd;
        let ways = self.only(self.these(legal), self.tries.ways);
        let tries = &mut self.tries;
        for (counted, ways) in tries.counted.iter_mut().zip(&*ways) {
            *counted += u64::from(*ways);
        }
        // the first legal one is kept anyhow
        let (mut keeps, draws) = (legal & !self.turn.legal, legal & self.turn.legal);
        if draws != 0 {
            let drawn = self.chances.draw(simd, draws);
            for number in each(draws) {
                let below = scaled(drawn[number], tries.counted[number]);
                keeps |= Bits::from(below < u64::from(tries.ways[number])) << number;
            }
        }
        if keeps == 0 {
            return;
        }
        let games = Mask::from_bitmask(simd, keeps);
        let kept = &mut tries.kept;
        kept.stand.take_over(games, &self.now);
        kept.settled = kept.settled & !keeps | choosing & keeps;
        kept.next = kept.next & !keeps | tries.next & keeps;
        kept.decided = kept.decided & !keeps | tries.decided & keeps;
        kept.ways = games.select(tries.ways, kept.ways);
        kept.tail = games.select(tries.tail, kept.tail);
        kept.grew = games & self.grew | !games & kept.grew;
        kept.verdict = games.select(self.verdict, kept.verdict);
        kept.origin = games.select(self.origin, kept.origin);
        kept.closing = games.select(self.closing, kept.closing);
    }

    /// Carries out a script that may ask the mover something. Where he was asked in the same state before in this turn, or in one
    /// that looks alike, lanes do not tell: a turn that comes back to a question is illegal, whatever is answered then.
    #[inline(always)]
    pub fn act_and_ask(&mut self, script: &Script) {
        if !self.plan.recurring {
            return self.act(script);
        }
        // the state in which the lap ended: nothing changes before the mover is asked
        let [one, other, ..] = self.now.hashes(self.simd, self.plan.on_board.min(COMPARED));
        let state = [one + (self.here << 4) + self.here + self.origin, other + self.origin];
        self.act(script);
        self.ends[Ends::OPEN] |= self.tries.recurs(self.simd, state);
    }

    /// Asks the mover whether he does what follows. Returns the games in which he does.
    #[inline(always)]
    pub fn may(&mut self, games: Mask<S>) -> Mask<S> {
        let (simd, question) = (self.simd, self.tries.question);
        let (tries, turn) = (&mut self.tries, &mut self.turn);
        let no = turn.answers.and(question).any(simd);
        turn.known = Answers::select(games, turn.known.or(question), turn.known);
        tries.question = Answers::select(games, question.next(), question);
        tries.asked |= games;
        self.ends[Ends::OPEN] |= games & !question.any(simd);
        games & !no
    }

    /// Counts the places that the mover may choose, and plays what follows where the turn is not just tried.
    #[inline(always)]
    fn choose_places(&mut self, choosing: Bits, referee: &mut dyn Referee) {
        let plan = self.plan;
        self.ends = [self.these(0); Ends::COUNT];
        self.tries.ways = self.these(choosing).select(self.all(1), self.tries.ways);
        for (script, tail) in plan.conduct.tails.iter().zip(0..) {
            let games = self.these(choosing) & self.tries.tail.simd_eq(self.all(tail));
            if games.any_true() {
                self.sets[usize::from(THESE)] = games;
                self.act(script);
            }
        }
        let counts = self.counts_after();
        let played = choosing & (!self.tries.games | counts);
        self.tries.over &= !played;
        let [next, again, decided, ..] = self.ends;
        let [next, again, decided] = [next.to_bitmask(), again.to_bitmask(), decided.to_bitmask()];
        let open = played & !(next | again | decided) | self.ends[Ends::OPEN].to_bitmask();
        let over = played & !open;
        self.tries.over &= !open;
        self.tries.over |= over & counts;
        self.tries.note(over & counts, next, decided);
        let over = over & !counts;
        let (next, again, decided) = (next & over, again & over, decided & over);
        self.end(&Ended { next, again, decided, illegal: 0, settled: 0, open }, referee);
    }

    /// The mover chooses one of some places where his turn is not just tried.
    #[inline(always)]
    pub fn chosen(&mut self, script: &Script, among: Part) {
        let (none, one) = (self.all(0), self.all(1));
        let games = self.sets[usize::from(THESE)];
        let among = &script.groups[range(among)];
        let plays = games & (!self.these(self.tries.games) | self.these(self.counts_after()));
        let any_plays = plays.any_true();
        let (mut count, mut left, mut what) = (none, self.turn.picked, self.all(RESTS));
        for (group, number) in among.iter().zip(0..) {
            let may = self.group(script, group);
            let way = self.only(may, one);
            count += way;
            if any_plays {
                what = (may & left.simd_eq(none)).select(self.all(number), what);
                left -= way;
            }
        }
        what = count.simd_eq(none).select(self.all(among.len() as u8), what);
        self.what = plays.select(what, self.all(RESTS));
        self.tries.ways = games.select(count.max(one), self.tries.ways);
    }
}
