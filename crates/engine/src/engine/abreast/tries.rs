//! What is known of the turns of games side by side that are tried before one is played.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::lane::{Bits, GAMES};
use super::plan::Plan;
use super::stand::{Bytes, Mask, Stand};
use super::turns::{Answers, QUESTIONS};

/// Turns that were tried to their end, one of each game.
pub(super) struct Kept<S: Simd> {
    /// What they led to.
    pub stand: Stand<S>,
    /// Games in which the mover is about to choose a place, and what follows, by number.
    pub settled: Bits,
    pub tail: Bytes<S>,
    /// Those in which the opponent is to move, and those that are decided, with the verdicts.
    pub next: Bits,
    pub decided: Bits,
    pub verdict: Bytes<S>,
    /// Those in which seeds went beside the board.
    pub grew: Mask<S>,
    /// The place that the last lap began from, and what is done before the next turn begins.
    pub origin: Bytes<S>,
    pub closing: Bytes<S>,
    /// For how many ways to play each stands.
    pub ways: Bytes<S>,
}

/// What is known of the turns of games that are tried.
pub(super) struct Tries<S: Simd> {
    /// Games in which turns are tried; in others they are played.
    pub games: Bits,
    /// Games in which a turn was tried to its end.
    pub over: Bits,
    /// Those of `over` in which the mover is about to choose a place, in turns that are tried and in those that are played.
    pub choosing: Bits,
    /// The question that is asked next.
    pub question: Answers<S>,
    /// Games in which the mover was asked something in this lap.
    pub asked: Mask<S>,
    /// Number of laps of the turn in which he was asked, and the states there, as hashes; none if these do not matter.
    pub laps: Bytes<S>,
    states: Vec<[Bytes<S>; 2]>,
    /// For how many ways to play a turn stands that was tried to its end.
    pub ways: Bytes<S>,
    /// Number of ways so far.
    pub counted: [u64; GAMES],
    /// The turns that were tried last, if the opponent is to move, or if they ended the game.
    pub next: Bits,
    pub decided: Bits,
    /// The turns of which one is kept.
    pub kept: Kept<S>,
    /// What follows the choice of a place, by number.
    pub tail: Bytes<S>,
}

impl<S: Simd> Kept<S> {
    #[inline(always)]
    fn new(simd: S, plan: &Plan) -> Self {
        let none = Bytes::splat(simd, 0);
        Kept {
            stand: Stand::new(simd, plan),
            settled: 0,
            tail: none,
            next: 0,
            decided: 0,
            verdict: none,
            grew: Mask::splat(simd, false),
            origin: none,
            closing: none,
            ways: none,
        }
    }
}

impl<S: Simd> Tries<S> {
    #[inline(always)]
    pub fn new(simd: S, plan: &Plan) -> Self {
        let none = Bytes::splat(simd, 0);
        Tries {
            games: 0,
            over: 0,
            choosing: 0,
            question: Answers::none(simd),
            asked: Mask::splat(simd, false),
            laps: none,
            states: vec![[none; 2]; if plan.recurring { QUESTIONS } else { 0 }],
            ways: none,
            counted: [0; GAMES],
            next: 0,
            decided: 0,
            kept: Kept::new(simd, plan),
            tail: none,
        }
    }

    /// Notes the states, given by hashes, in games in which the mover was asked something. Returns those in which he was asked in
    /// such a state before in this turn.
    #[inline(always)]
    pub fn recurs(&mut self, simd: S, state: [Bytes<S>; 2]) -> Mask<S> {
        let (games, none) = (self.asked, Mask::splat(simd, false));
        self.asked = none;
        let mut met = none;
        for (known, number) in self.states.iter_mut().zip(0..) {
            let left = games & self.laps.simd_ge(Bytes::splat(simd, number));
            if !left.any_true() {
                break;
            }
            let now = left & self.laps.simd_eq(Bytes::splat(simd, number));
            met |= left & !now & known[0].simd_eq(state[0]) & known[1].simd_eq(state[1]);
            *known = [now.select(state[0], known[0]), now.select(state[1], known[1])];
        }
        self.laps += games.select(Bytes::splat(simd, 1), Bytes::splat(simd, 0));
        met
    }

    /// Notes how turns ended that were tried.
    #[inline(always)]
    pub fn note(&mut self, over: Bits, next: Bits, decided: Bits) {
        self.next = self.next & !over | next & over;
        self.decided = self.decided & !over | decided & over;
    }
}
