//! What is known of the turns of games side by side that are tried before one is played.

use fearless_simd::{Simd, SimdMask, prelude::*};

use super::lane::{Bits, GAMES};
use super::plan::Plan;
use super::stand::{Bytes, Mask, Stand};

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
    /// The place that the last lap began from.
    pub origin: Bytes<S>,
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
    /// For each choice, the games in which it can be chosen, unless it was drawn and turned out to be illegal.
    pub may: Vec<Mask<S>>,
    /// For each section, the games in which it has choices, and those in which a turn can ask the mover something.
    pub offered: Vec<Mask<S>>,
    pub asks: Vec<Mask<S>>,
    /// The section from which the mover chooses, by number.
    pub section: Bytes<S>,
    /// The choice that was drawn where turns are not tried, by number.
    pub drawn: Bytes<S>,
    /// The way that is tried: a choice by its place in the order in which choices are tried, and up to eight answers as bits,
    /// in which 1 stands for no.
    pub choice: Bytes<S>,
    pub answers: Bytes<S>,
    /// The questions that were answered so far in this turn, those of which the other answer is still to be tried, and the
    /// bit of the next question.
    pub known: Bytes<S>,
    pub open: Bytes<S>,
    pub bit: Bytes<S>,
    /// For how many ways to play a turn stands that was tried to its end.
    pub ways: Bytes<S>,
    /// Games in which a legal move was found.
    pub legal: Bits,
    /// Number of ways so far, or of sequences of plies.
    pub counted: [u64; GAMES],
    /// The turns that were tried last, if the opponent is to move, or if they ended the game.
    pub next: Bits,
    pub decided: Bits,
    /// The turns of which one is kept.
    pub kept: Kept<S>,
    /// The number of the place that the mover chooses when the turn is played.
    pub picked: Bytes<S>,
    /// What follows the choice of a place, by number.
    pub tail: Bytes<S>,
    /// Where sequences are counted, what is known of them.
    pub counts: Counts,
}

/// What is known of positions from which sequences of plies are counted.
pub(super) struct Counts {
    /// Positions from which one ply is counted, and those from which two are.
    pub one: Bits,
    pub two: Bits,
    /// The positions a ply later from which more is to be counted, as the referee takes them.
    pub later: [Vec<u8>; GAMES],
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
            ways: none,
        }
    }
}

impl<S: Simd> Tries<S> {
    #[inline(always)]
    pub fn new(simd: S, plan: &Plan) -> Self {
        let none = Bytes::splat(simd, 0);
        let sets = |number| vec![Mask::splat(simd, false); if plan.conduct.tried.is_some() { number } else { 0 }];
        let offers = plan.conduct.offers.len();
        Tries {
            games: 0,
            over: 0,
            choosing: 0,
            may: sets(plan.conduct.choices.len()),
            offered: sets(offers),
            asks: sets(offers),
            section: none,
            drawn: none,
            choice: none,
            answers: none,
            known: none,
            open: none,
            bit: none,
            ways: none,
            legal: 0,
            counted: [0; GAMES],
            next: 0,
            decided: 0,
            kept: Kept::new(simd, plan),
            picked: none,
            tail: none,
            counts: Counts { one: 0, two: 0, later: [const { Vec::new() }; GAMES] },
        }
    }

    /// Notes how turns ended that were tried.
    #[inline(always)]
    pub fn note(&mut self, over: Bits, next: Bits, decided: Bits) {
        self.next = self.next & !over | next & over;
        self.decided = self.decided & !over | decided & over;
    }
}
