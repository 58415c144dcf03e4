//! Kalah, six holes a side, four seeds in each.
//!
//! A side is one number: a byte for each hole, the one at the player's left lowest, and a byte for his store. The side
//! of the mover and that of the opponent change places when the turn goes over.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::{DRAWN, Playouts, bits, draw, total};

/// Four seeds in each hole.
const START: u64 = 0x0404_0404_0404;
/// The highest bit of each hole.
const HIGHEST: u64 = 0x8080_8080_8080;
/// All other bits of each hole.
const LOWER: u64 = 0x7f7f_7f7f_7f7f;
/// The holes, without the store.
const HOLES: u64 = 0xffff_ffff_ffff;
/// The store, as a shift.
const STORE: u32 = 48;
/// In [`Position::traps`]: the hole is empty, and the one opposite is not.
const BAITED: u64 = 0x40;
/// In [`Position::traps`]: the hole is empty.
const EMPTY: u64 = 0x80;
/// In [`Position::traps`]: this is always there.
const ALWAYS: u64 = 1 << 63;

/// What sowing does, by the hole and its seeds.
struct Sowings {
    /// What to add to the mover's side.
    own: [u64; 512],
    /// What to add to the opponent's side.
    opponents: [u64; 512],
    /// Which of the [`Position::traps`] makes the last seed capture.
    trap: [u64; 512],
    /// One in the hole of the last seed, if that is an own one.
    last: [u64; 512],
    /// All bits of the hole opposite that one.
    opposite: [u64; 512],
    /// Whether the last seed falls into the store.
    again: [bool; 512],
}

static SOWINGS: Sowings = sowings();

const fn sowings() -> Sowings {
    let mut all = Sowings {
        own: [0; 512],
        opponents: [0; 512],
        trap: [0; 512],
        last: [0; 512],
        opposite: [0; 512],
        again: [false; 512],
    };
    let mut hole = 0;
    while hole < 6 {
        let (mut own, mut opponents) = (0_u64, 0_u64);
        let (mut at, mut seeds) = (hole, 1);
        while seeds <= 48 {
            at = (at + 1) % 13;
            if at < 7 {
                own += 1 << (8 * at);
            } else {
                opponents += 1 << (8 * (at - 7));
            }
            let index = 64 * hole + seeds;
            all.own[index] = own.wrapping_sub((seeds as u64) << (8 * hole));
            all.opponents[index] = opponents;
            if at < 6 {
                // round the board a seed has fallen opposite, and thirteen seeds end in the hole that was emptied
                all.trap[index] = match seeds {
                    ..13 if at > hole => BAITED << (8 * at),
                    ..13 => EMPTY << (8 * at),
                    13 => ALWAYS,
                    _ => 0,
                };
                all.last[index] = 1 << (8 * at);
                all.opposite[index] = 0xff << (8 * (5 - at));
            }
            all.again[index] = at == 6;
            seeds += 1;
        }
        hole += 1;
    }
    all
}

/// A position as the mover sees it.
#[derive(Clone, Copy)]
struct Position {
    own: u64,
    opponents: u64,
}

impl Position {
    const START: Position = Position { own: START, opponents: START };

    /// The highest bit of each hole that is occupied.
    #[inline(always)]
    fn occupied(&self) -> u64 {
        ((self.own & HOLES) + LOWER) & HIGHEST
    }

    /// In which holes a last seed captures: found before the sowing, so that nothing waits for it.
    #[inline(always)]
    fn traps(&self) -> u64 {
        let empty = !((self.own & HOLES) + LOWER) & HIGHEST;
        let opposite = ((self.opponents.swap_bytes() >> 16) + LOWER) & HIGHEST;
        empty | (empty & opposite) >> 1 | ALWAYS
    }

    /// Whether a side is empty.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.own & HOLES == 0 || self.opponents & HOLES == 0
    }

    /// How many moves there are.
    #[inline(always)]
    fn moves(&self) -> u32 {
        if self.opponents & HOLES == 0 { 0 } else { total(self.occupied() >> 7) }
    }

    /// The position after a hole, given as a shift, is played, and whether the same player moves again.
    #[inline(always)]
    fn after(&self, hole: u32) -> (Position, bool) {
        let seeds = (self.own >> hole & 0x3f) as usize;
        let index = (seeds + 8 * hole as usize) & 511;
        let own = self.own.wrapping_add(SOWINGS.own[index]);
        let opponents = self.opponents + SOWINGS.opponents[index];
        // no branch: a guess would often be wrong
        let captures = self.traps() & SOWINGS.trap[index] != 0;
        let prey = opponents & SOWINGS.opposite[index];
        let taken = own - SOWINGS.last[index] + (u64::from(total(prey) + 1) << STORE);
        let own = if captures { taken } else { own };
        let opponents = if captures { opponents & !SOWINGS.opposite[index] } else { opponents };
        if SOWINGS.again[index] {
            (Position { own, opponents }, true)
        } else {
            (Position { own: opponents, opponents: own }, false)
        }
    }
}

/// How many sequences of `depth` plies Kalah has from the start.
pub fn perft(depth: u32) -> u64 {
    count(&Position::START, depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if depth < 2 {
        return if depth == 0 { 1 } else { u64::from(position.moves()) };
    }
    if position.is_over() {
        return 0;
    }
    let mut holes = position.occupied();
    let mut sum = 0;
    if depth == 2 {
        // every hole, and only then whether it counts
        for hole in 0..6 {
            let moves = position.after(8 * hole).0.moves();
            sum += if holes >> (8 * hole + 7) & 1 != 0 { u64::from(moves) } else { 0 };
        }
        return sum;
    }
    while holes != 0 {
        let hole = holes.trailing_zeros() - 7;
        holes &= holes - 1;
        let (after, _) = position.after(hole);
        sum += count(&after, depth - 1);
    }
    sum
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    let mut own = rng.clone();
    let mut sums = Playouts::default();
    for _ in 0..games {
        playout(&mut own, &mut sums);
    }
    *rng = own;
    sums
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, sums: &mut Playouts) {
    let mut position = Position::START;
    let mut plies = 0;
    let mut north = false;
    while !position.is_over() {
        let part = draw(rng, north);
        let hole = u32::from(DRAWN[bits(position.occupied())][part & 63]);
        let again;
        (position, again) = position.after(hole);
        north ^= !again;
        plies += 1;
    }
    let (own, opponents) = (total(position.own), total(position.opponents));
    let (south, north) = if north { (opponents, own) } else { (own, opponents) };
    sums.add(plies, south, north);
}
