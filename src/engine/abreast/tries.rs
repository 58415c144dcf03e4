//! What is known of the turns of games side by side that are tried before one is played.

use fearless_simd::{Simd, SimdMask, prelude::*};

use super::acts::RESTS;
use super::lane::{Bits, GAMES};
use super::plan::Plan;
use super::stand::{Bytes, Mask};

/// A way to play: a choice by its place in the order in which choices are tried, and up to eight answers as bits, in which
/// 1 stands for no.
#[derive(Clone, Copy)]
pub(super) struct Tried<S: Simd> {
    pub choice: Bytes<S>,
    pub answers: Bytes<S>,
}

/// What is known of the turns of games that are tried.
pub(super) struct Tries<S: Simd> {
    /// Games in which turns are tried; in others they are played.
    pub games: Bits,
    /// Games in which a turn was tried to its end, and those of which a turn is about to be played.
    pub over: Bits,
    pub found: Bits,
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
    /// The way that is tried or played.
    pub now: Tried<S>,
    /// The questions that were answered so far in this turn, those of which the other answer is still to be tried, and the
    /// bit of the next question.
    pub known: Bytes<S>,
    pub open: Bytes<S>,
    pub bit: Bytes<S>,
    /// For how many ways to play a turn stands that was tried to its end.
    pub ways: Bytes<S>,
    /// Number of ways so far, or of sequences of plies.
    pub counted: [u64; GAMES],
    /// The way that is kept, and for how many it stands.
    pub kept: Tried<S>,
    pub kept_ways: Bytes<S>,
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
    /// Those in which a legal move was found.
    pub legal: Bits,
    /// The turns that were tried last, if the opponent is to move, or if they ended the game.
    pub next: Bits,
    pub ended: Bits,
    /// The positions a ply later from which more is to be counted, as the referee takes them.
    pub later: [Vec<u8>; GAMES],
}

impl<S: Simd> Tries<S> {
    #[inline(always)]
    pub fn new(simd: S, plan: &Plan) -> Self {
        let none = Bytes::splat(simd, 0);
        let tried = Tried { choice: none, answers: none };
        let sets = |number| vec![Mask::splat(simd, false); if plan.conduct.tried.is_some() { number } else { 0 }];
        let offers = plan.conduct.offers.len();
        Tries {
            games: 0,
            over: 0,
            found: 0,
            choosing: 0,
            may: sets(plan.conduct.choices.len()),
            offered: sets(offers),
            asks: sets(offers),
            section: none,
            drawn: none,
            now: tried,
            known: none,
            open: none,
            bit: none,
            ways: none,
            counted: [0; GAMES],
            kept: tried,
            kept_ways: none,
            picked: none,
            tail: Bytes::splat(simd, RESTS),
            counts: Counts { one: 0, two: 0, legal: 0, next: 0, ended: 0, later: [const { Vec::new() }; GAMES] },
        }
    }
}
