//! The random generators of many games at once.

use fearless_simd::{Select, Simd, SimdMask, mask64x8, prelude::*, u64x8};
use mancala_rules::chance::Generator;
use rand::SeedableRng;

use super::lane::{Bits, GAMES};

/// Number of generators in a vector.
const GROUP: usize = 8;
const GROUPS: usize = GAMES / GROUP;

/// The states of generators: four words each.
#[derive(Clone)]
pub(super) struct Chances<S: Simd> {
    states: [[u64x8<S>; 4]; GROUPS],
}

/// The bits of a group.
#[inline(always)]
fn of_group(games: Bits, group: usize) -> u64 {
    games >> (GROUP * group) & 0xff
}

#[inline(always)]
fn turned<S: Simd>(words: u64x8<S>, bits: u32) -> u64x8<S> {
    words << bits | words >> (u64::BITS - bits)
}

impl<S: Simd> Chances<S> {
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        Chances { states: [[u64x8::splat(simd, 0); 4]; GROUPS] }
    }

    /// Draws what [`rand::Rng::next_u32`] does, in some games.
    #[inline(always)]
    pub fn draw(&mut self, simd: S, games: Bits) -> [u32; GAMES] {
        let mut drawn = [0; GAMES];
        for group in 0..GROUPS {
            let bits = of_group(games, group);
            if bits == 0 {
                continue;
            }
            let [zero, one, two, three] = self.states[group];
            let words = (turned(zero + three, 23) + zero) >> 32;
            for (drawn, word) in drawn[GROUP * group..].iter_mut().zip(&*words) {
                *drawn = *word as u32;
            }
            let (two, three) = (two ^ zero, three ^ one);
            let next = [zero ^ three, one ^ two, two ^ one << 17, turned(three, 45)];
            let these = mask64x8::from_bitmask(simd, bits);
            for (word, next) in self.states[group].iter_mut().zip(next) {
                *word = these.select(next, *word);
            }
        }
        drawn
    }

    /// Takes over the generators of some games.
    #[inline(always)]
    pub fn take_over(&mut self, simd: S, games: Bits, other: &Self) {
        for group in 0..GROUPS {
            let bits = of_group(games, group);
            if bits != 0 {
                let these = mask64x8::from_bitmask(simd, bits);
                for (mine, others) in self.states[group].iter_mut().zip(&other.states[group]) {
                    *mine = these.select(*others, *mine);
                }
            }
        }
    }

    /// The generator of one game.
    pub fn get(&self, number: usize) -> Generator {
        let state = &self.states[number / GROUP];
        let mut bytes = [0; 32];
        for (bytes, words) in bytes.chunks_exact_mut(8).zip(state) {
            bytes.copy_from_slice(&words[number % GROUP].to_le_bytes());
        }
        Generator::from_seed(bytes)
    }

    /// Sets the generator of one game.
    pub fn put(&mut self, number: usize, generator: &Generator) {
        for (words, bytes) in self.states[number / GROUP].iter_mut().zip(generator.state().chunks_exact(8)) {
            let mut word = [0; 8];
            word.copy_from_slice(bytes);
            words[number % GROUP] = u64::from_le_bytes(word);
        }
    }
}
