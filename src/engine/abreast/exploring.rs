//! Tries all turns of games side by side, where turns may ask the mover something: counts the ways to play, keeps one of
//! them, and then plays it. Each game tries one way after the other, each from the position before the turn.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::acts::{Ends, Games, Part, RESTS, Script, THESE, range};
use super::form::Question;
use super::kernel::{Ended, Kernel, each};
use super::lane::{Bits, GAMES, Referee};
use super::plan::Plan;
use super::stand::{Bytes, Mask};
use crate::rules::model::Way;

/// The most questions of a turn: each has a bit.
const QUESTIONS: usize = 8;

/// A way to play: a choice by its place in the order in which choices are tried, and answers as bits, in which 1 stands
/// for no.
#[derive(Clone, Copy)]
struct Tried<S: Simd> {
    choice: Bytes<S>,
    answers: Bytes<S>,
}

/// What is known of the turns of games that are tried.
pub(super) struct Exploring<S: Simd> {
    /// Games in which turns are tried; in others they are played.
    pub games: Bits,
    /// Games in which a turn was tried to its end, and those of which a turn is about to be played.
    pub over: Bits,
    found: Bits,
    /// Those of `over` in which the mover is about to choose a place, in turns that are tried and in those that are played.
    choosing: Bits,
    /// For each choice, the games in which it can be chosen.
    may: Vec<Mask<S>>,
    /// The way that is tried or played.
    now: Tried<S>,
    /// The questions that were answered so far in this turn, those of which the other answer is still to be tried, and the
    /// bit of the next question.
    known: Bytes<S>,
    open: Bytes<S>,
    bit: Bytes<S>,
    /// For each question, two hashes of the state in which the mover was asked.
    asked: [[Bytes<S>; 2]; QUESTIONS],
    /// Those of the states as they are now.
    hashes: [Bytes<S>; 2],
    /// For how many ways to play a turn stands that was tried to its end.
    ways: Bytes<S>,
    /// Number of ways so far.
    counted: [u32; GAMES],
    /// The way that is kept, and for how many it stands.
    kept: Tried<S>,
    kept_ways: Bytes<S>,
    /// The number of the place that the mover chooses when the turn is played.
    picked: Bytes<S>,
    /// What follows the choice of a place, by number.
    pub tail: Bytes<S>,
}

impl<S: Simd> Exploring<S> {
    #[inline(always)]
    pub fn new(simd: S, plan: &Plan) -> Self {
        let none = Bytes::splat(simd, 0);
        let tried = Tried { choice: none, answers: none };
        let choices = if plan.conduct.tried.is_some() { plan.conduct.choices.len() } else { 0 };
        Exploring {
            games: 0,
            over: 0,
            found: 0,
            choosing: 0,
            may: vec![Mask::splat(simd, false); choices],
            now: tried,
            known: none,
            open: none,
            bit: none,
            asked: [[none; 2]; QUESTIONS],
            hashes: [none; 2],
            ways: none,
            counted: [0; GAMES],
            kept: tried,
            kept_ways: none,
            picked: none,
            tail: Bytes::splat(simd, RESTS),
        }
    }
}

impl<S: Simd> Kernel<'_, S> {
    /// Begins to try the turns of some games.
    #[inline(always)]
    pub fn explore(&mut self, turns: Bits) {
        let (games, none) = (self.these(turns), self.all(0));
        for (may, choice) in self.exploring.may.iter_mut().zip(&self.plan.conduct.choices) {
            *may = games & self.sets[usize::from(choice.games)] | !games & *may;
        }
        let exploring = &mut self.exploring;
        exploring.games |= turns;
        // as if a turn before the first one had been tried
        exploring.over |= turns;
        exploring.ways = games.select(none, exploring.ways);
        exploring.open = games.select(none, exploring.open);
        exploring.now.choice = games.select(none - 1, exploring.now.choice);
        each(turns).for_each(|number| exploring.counted[number] = 0);
    }

    /// Notes turns that were tried to their end; those that are played go on.
    #[inline(always)]
    pub fn tried(&mut self, ended: &mut Ended) {
        let Ended { next, again, decided, illegal, settled, open } = ended;
        let games = self.exploring.games & !*open;
        let over = games & (*next | *again | *decided | *illegal) | *settled;
        let (one, none) = (self.all(1), self.all(0));
        let exploring = &mut self.exploring;
        exploring.over |= over;
        exploring.choosing |= *settled;
        let simd = self.simd;
        let single = Mask::from_bitmask(simd, over & !*settled);
        exploring.ways = single.select(one, exploring.ways);
        exploring.ways = Mask::from_bitmask(simd, over & *illegal).select(none, exploring.ways);
        for ends in [next, again, decided] {
            *ends &= !games;
        }
    }

    /// Counts turns that were tried, and goes on to the next ones.
    #[inline(always)]
    pub fn try_on(&mut self, referee: &mut dyn Referee) {
        let choosing = std::mem::take(&mut self.exploring.choosing);
        if choosing != 0 {
            self.choose_places(choosing, referee);
        }
        let over = std::mem::take(&mut self.exploring.over);
        let found = std::mem::take(&mut self.exploring.found);
        let tried = over & !found;
        self.keep(tried);
        let (none, one, all) = (self.all(0), self.all(1), self.all(u8::MAX));
        let (games, played) = (self.these(over), self.these(found));
        // the last question of which an answer is left
        let open = self.exploring.open;
        let below = open >> 1;
        let below = below | below >> 1;
        let below = below | below >> 2;
        let below = below | below >> 4;
        let asks = games & !played & open.simd_gt(none);
        let top = self.only(asks, below + one);
        let below = self.only(asks, below);
        let exploring = &mut self.exploring;
        let answers = exploring.now.answers & below | top;
        exploring.now.answers = games.select(played.select(exploring.kept.answers, answers), exploring.now.answers);
        exploring.known = games.select(played.select(all, below | top), exploring.known);
        exploring.open = games.select(exploring.open & below, exploring.open);
        exploring.bit = games.select(one, exploring.bit);
        let least = exploring.now.choice + asks.select(none, one);
        let least = played.select(exploring.kept.choice, least);

        // the next choice
        self.now.take_positions(games, &self.turn);
        self.grew &= !games;
        let second = self.these(self.second);
        let (mut left, mut spot, mut hand) = (games, none, none);
        let (mut choice, mut number, mut clockwise) = (none, none, self.clockwise & !games);
        let choices = &self.plan.conduct.choices;
        if let Some([first_order, second_order]) = &self.plan.conduct.tried {
            for ((one, other), place) in first_order.iter().zip(second_order).zip(0..) {
                let may = |number: &u8| self.exploring.may[usize::from(*number)];
                let here = self.all(place);
                let hit = left & here.simd_ge(least) & (may(one) & !second | may(other) & second);
                left &= !hit;
                choice = hit.select(here, choice);
                for (index, hit) in [(one, hit & !second), (other, hit & second)] {
                    let choice = choices[usize::from(*index)];
                    number = hit.select(self.all(*index), number);
                    spot = hit.select(self.all(choice.spot), spot);
                    hand = hit.select(self.now.seeds[usize::from(choice.spot)], hand);
                    if choice.way == Way::Clockwise {
                        clockwise |= hit;
                    }
                }
            }
        }
        self.clockwise = clockwise;
        self.exploring.now.choice = games.select(choice, self.exploring.now.choice);
        let left = left.to_bitmask();
        let started = self.these(over & !left);
        for number in each(self.start(started, (spot, hand), number)) {
            self.play_saved(number, referee);
        }
        for number in each(left) {
            if self.exploring.counted[number] == 0 {
                self.play_saved(number, referee);
            } else {
                self.find(number);
            }
        }
    }

    /// All turns of a game were tried: the one that is kept is about to be played.
    #[inline(always)]
    fn find(&mut self, number: usize) {
        let bit = 1 << number;
        let mut picked = 0;
        let ways = self.exploring.kept_ways[number];
        if ways > 1 {
            let drawn = self.now.chances.draw(self.simd, bit)[number];
            picked = ((u64::from(drawn) * u64::from(ways)) >> 32) as u8;
        }
        if self.second & bit != 0 {
            picked = ways - 1 - picked;
        }
        self.exploring.picked[number] = picked;
        self.exploring.games &= !bit;
        self.exploring.over |= bit;
        self.exploring.found |= bit;
    }

    /// Counts turns, and keeps each with the probability that makes all ways to play equally likely.
    #[inline(always)]
    fn keep(&mut self, tried: Bits) {
        let simd = self.simd;
        let exploring = &mut self.exploring;
        let (mut draws, mut keeps) = (0, 0);
        for number in each(tried) {
            let (ways, counted) = (u32::from(exploring.ways[number]), &mut exploring.counted[number]);
            *counted += ways;
            draws |= Bits::from(ways > 0 && *counted != ways) << number;
            keeps |= Bits::from(ways > 0 && *counted == ways) << number;
        }
        if draws != 0 {
            let drawn = self.now.chances.draw(simd, draws);
            for number in each(draws) {
                let below = (u64::from(drawn[number]) * u64::from(exploring.counted[number])) >> 32;
                keeps |= Bits::from(below < u64::from(exploring.ways[number])) << number;
            }
        }
        let keeps = Mask::from_bitmask(simd, keeps);
        let (kept, now) = (&mut exploring.kept, exploring.now);
        kept.choice = keeps.select(now.choice, kept.choice);
        kept.answers = keeps.select(now.answers, kept.answers);
        exploring.kept_ways = keeps.select(exploring.ways, exploring.kept_ways);
    }

    /// Hashes the states in which the mover may be asked something. It is enough to tell some of them apart: what is taken for
    /// the same is played in another way.
    #[inline(always)]
    pub fn hash_states(&mut self) {
        let mut hashes = [self.here, self.here + self.here + self.origin];
        for seeds in &self.now.seeds[..usize::from(self.plan.sight.track)] {
            let [one, other] = hashes;
            let (twice, thrice) = (one + one, other + other + other);
            hashes = [twice + twice + one + *seeds, thrice + *seeds];
        }
        self.exploring.hashes = hashes;
    }

    /// Asks the mover whether he does what follows. Returns the games in which he does.
    #[inline(always)]
    pub fn may(&mut self, games: Mask<S>) -> Mask<S> {
        let none = self.all(0);
        let exploring = &mut self.exploring;
        let bit = exploring.bit;
        let mut open = bit.simd_eq(none);
        if self.plan.asked_again {
            let hashes = exploring.hashes;
            for (number, asked) in exploring.asked.iter_mut().enumerate() {
                let this = Bytes::splat(self.simd, 1 << number);
                if !(games & bit.simd_ge(this)).any_true() {
                    break;
                }
                let (before, now) = (bit.simd_gt(this), games & bit.simd_eq(this));
                open |= before & asked[0].simd_eq(hashes[0]) & asked[1].simd_eq(hashes[1]);
                for (known, hash) in asked.iter_mut().zip(hashes) {
                    *known = now.select(hash, *known);
                }
            }
        }
        let no = (exploring.now.answers & bit).simd_gt(none);
        let fresh = games & (exploring.known & bit).simd_eq(none);
        exploring.known = fresh.select(exploring.known | bit, exploring.known);
        exploring.open = fresh.select(exploring.open | bit, exploring.open);
        exploring.bit = games.select(bit << 1, bit);
        self.ends[Ends::OPEN] |= games & open;
        games & !no
    }

    /// Counts the places that the mover may choose, and plays what follows where the turn is not just tried.
    #[inline(always)]
    fn choose_places(&mut self, choosing: Bits, referee: &mut dyn Referee) {
        let plan = self.plan;
        self.ends = [self.these(0); Ends::COUNT];
        for (script, tail) in plan.conduct.tails.iter().zip(0..) {
            let games = self.these(choosing) & self.exploring.tail.simd_eq(self.all(tail));
            if games.any_true() {
                self.sets[usize::from(THESE)] = games;
                self.act(script);
            }
        }
        self.exploring.tail = self.these(choosing).select(self.all(RESTS), self.exploring.tail);
        let played = choosing & !self.exploring.games;
        self.exploring.over &= !played;
        let [next, again, decided, ..] = self.ends;
        let [next, again, decided] = [next.to_bitmask(), again.to_bitmask(), decided.to_bitmask()];
        let open = played & !(next | again | decided) | self.ends[Ends::OPEN].to_bitmask();
        let over = played & !open;
        let (next, again, decided) = (next & over, again & over, decided & over);
        self.exploring.over &= !open;
        self.end(&Ended { next, again, decided, illegal: 0, settled: 0, open }, referee);
    }

    /// The mover chooses one of some places where his turn is not just tried.
    #[inline(always)]
    pub fn chosen(&mut self, script: &Script, among: Part) {
        let (none, one) = (self.all(0), self.all(1));
        let games = self.sets[usize::from(THESE)];
        let among = &script.groups[range(among)];
        let mut count = none;
        for group in among {
            count += self.only(self.group(script, group), one);
        }
        let plays = games & !self.these(self.exploring.games);
        self.exploring.ways = games.select(count.max(one), self.exploring.ways);
        self.what = self.all(RESTS);
        if plays.any_true() {
            let (mut left, none_chosen) = (self.exploring.picked, plays & count.simd_eq(none));
            self.what = none_chosen.select(self.all(among.len() as u8), self.what);
            for (group, what) in among.iter().zip(0..) {
                let may = self.group(script, group) & plays;
                self.what = (may & left.simd_eq(none)).select(self.all(what), self.what);
                left -= self.only(may, one);
            }
        }
    }

    /// The games in which a place may be chosen.
    #[inline(always)]
    fn group(&self, script: &Script, (games, asks): &(Games, Option<Question>)) -> Mask<S> {
        let games = self.get_set(*games);
        // no closure: it would be compiled without wide instructions
        match asks {
            None => games,
            Some(asks) => games & self.ask(script, asks),
        }
    }
}
