//! Engines written by hand, one a game, for the table-driven engine to be measured against.
//!
//! Each knows the default readings of its rule file and nothing else. All choose random moves as the tables do, so that
//! equal generators give equal games. The candidates are the occupied holes that `from` allows, those sown
//! counterclockwise first, each by columns from South's left. One number is drawn, even where there is one candidate:
//! the index is the product of the number and the count of candidates, its upper half. A candidate that turns out to be
//! illegal is left out, and another number is drawn.
//!
//! In Bao, Mefuvha and Omweso a turn can ask the mover something. There all ways to play are counted: by columns from
//! South's left and in each by rows from his side, counterclockwise first, and by answers. Of so many counted, those
//! that a candidate adds take the place of the ones kept before if a number below the count falls among them
//! (`shared::keeps`). The ways of a last choice of a hole are added together, and the hole is drawn at the end.

pub mod bao;
pub mod hus;
pub mod hus_at_once;
pub mod kalah;
pub mod krur;
pub mod mbothe;
pub mod mefuvha;
pub mod omweso;
pub mod oware;
pub mod pallanguzhi;
pub mod shared;
pub mod toguz_kumalak;
pub mod um_el_bagara;

use std::ops::Range;

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What came of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Plies of all games, passes included.
    pub plies: u64,
    /// Seeds that South and North won, over all games.
    pub scores: [i64; 2],
    /// Games that South and North won; a draw is nobody's.
    pub wins: [u64; 2],
}

impl Playouts {
    /// Counts a game that is over.
    fn add(&mut self, plies: usize, south: u32, north: u32) {
        self.plies += plies as u64;
        self.scores[0] += i64::from(south);
        self.scores[1] += i64::from(north);
        self.wins[0] += u64::from(south > north);
        self.wins[1] += u64::from(north > south);
    }

    /// Counts a game that is over and in which no seeds are counted; nobody wins a draw.
    fn add_decided(&mut self, plies: usize, winner: Option<usize>) {
        self.plies += plies as u64;
        if let Some(winner) = winner {
            self.wins[winner & 1] += 1;
        }
    }
}

/// Plays games to their end, each by `playout`.
#[inline(always)]
fn series<const WORDS: usize>(
    games: u64,
    rng: &mut Xoshiro256PlusPlus,
    mut playout: impl FnMut(&mut Xoshiro256PlusPlus, &mut Trail<WORDS>, &mut Playouts),
) -> Playouts {
    let mut own = rng.clone();
    let mut sums = Playouts::default();
    let mut trail = Trail::new();
    for _ in 0..games {
        playout(&mut own, &mut trail, &mut sums);
    }
    *rng = own;
    sums
}

/// Up to six candidates divide a draw into equal shares: each is a number of these parts.
const PARTS: u32 = 60;

/// Draws the part of a player to whom the first column is the first hole, or the last one.
#[inline(always)]
fn draw(rng: &mut Xoshiro256PlusPlus, backwards: bool) -> usize {
    let part = (u64::from(rng.next_u32()) * u64::from(PARTS)) >> 32;
    (if backwards { u64::from(PARTS) - 1 - part } else { part }) as usize
}

/// The candidate that was drawn, as a shift of a board of bytes: by the candidates, a bit each, and the part.
static DRAWN: [[u8; 64]; 64] = drawn();

const fn drawn() -> [[u8; 64]; 64] {
    let mut all = [[0; 64]; 64];
    let mut candidates = 1_u32;
    while candidates < 64 {
        let mut part = 0;
        while part < PARTS {
            let mut index = part * candidates.count_ones() / PARTS;
            let mut rest = candidates;
            while index > 0 {
                rest &= rest - 1;
                index -= 1;
            }
            all[candidates as usize][part as usize] = 8 * rest.trailing_zeros() as u8;
            part += 1;
        }
        candidates += 1;
    }
    all
}

/// One bit for each byte of which the highest bit is set, for six bytes.
#[inline(always)]
fn bits(highest: u64) -> usize {
    const GATHER: u64 = 1 << 51 | 1 << 44 | 1 << 37 | 1 << 30 | 1 << 23 | 1 << 16;
    (highest.wrapping_mul(GATHER) >> 58) as usize
}

/// The sum of all bytes.
#[inline(always)]
fn total(bytes: u64) -> u32 {
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// Where a game went, to tell when a position stands there for the third time. A position is some words that tell it
/// from all others of the same player to move; players take turns.
struct Trail<const WORDS: usize> {
    /// The positions of the game, by plies.
    positions: Vec<[u64; WORDS]>,
    /// When a position of a kind was entered last, and the time before.
    met: [[u64; 2]; 256],
    /// When the game began.
    start: u64,
    /// The positions before this ply are entered, as far as they can come back.
    entered: usize,
}

impl<const WORDS: usize> Trail<WORDS> {
    fn new() -> Self {
        Trail { positions: vec![[0; WORDS]; 512], met: [[0; 2]; 256], start: 0, entered: 0 }
    }

    /// Adds the position of a ply.
    #[inline(always)]
    fn add(&mut self, ply: usize, position: [u64; WORDS]) {
        if let Some(place) = self.positions.get_mut(ply) {
            *place = position;
        } else {
            self.positions.push(position);
        }
    }

    /// Enters the position of a ply.
    #[inline(always)]
    fn enter(&mut self, ply: usize, position: [u64; WORDS]) {
        let met = &mut self.met[kind(position, ply)];
        *met = [self.start + ply as u64 + 1, met[0]];
    }

    /// Enters the positions from ply `since` on that are not entered.
    #[inline(always)]
    fn enter_all(&mut self, since: usize, ply: usize) {
        for earlier in self.entered.max(since)..ply {
            self.enter(earlier, self.positions[earlier]);
        }
        self.entered = ply;
    }

    /// Whether the position of this ply was there twice already, from ply `since` on; all since then are entered.
    #[inline(always)]
    fn stood_twice(&self, since: usize, ply: usize, position: [u64; WORDS]) -> bool {
        let [_, before] = self.met[kind(position, ply)];
        // most are told apart by their kinds
        before > self.start + since as u64 && self.is_twice_in(since..ply, position)
    }

    /// Adds the position of a ply, and tells whether it stands for the third time, from ply `since` on. That takes
    /// `least` plies.
    #[inline(always)]
    fn add_third(&mut self, since: usize, ply: usize, least: usize, position: [u64; WORDS]) -> bool {
        let mut third = false;
        if ply - since >= least {
            self.enter_all(since, ply);
            third = self.stood_twice(since, ply, position);
        }
        self.add(ply, position);
        third
    }

    #[cold]
    #[inline(never)]
    fn is_twice_in(&self, plies: Range<usize>, position: [u64; WORDS]) -> bool {
        let mut times = 0;
        let mut rest = &self.positions[plies];
        while let [earlier @ .., one, _] = rest {
            times += u32::from(*one == position);
            rest = earlier;
        }
        times >= 2
    }

    /// The game is over.
    fn end(&mut self, plies: usize) {
        self.start += plies as u64;
        self.entered = 0;
    }
}

/// One of 256 kinds of positions and players to move.
#[inline(always)]
fn kind<const WORDS: usize>(position: [u64; WORDS], ply: usize) -> usize {
    let mixed = position.iter().fold(ply as u64 & 1, |mixed, word| mixed.rotate_left(29) ^ word);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}
