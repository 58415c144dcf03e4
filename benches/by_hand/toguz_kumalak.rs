//! Toguz Kumalak.
//!
//! A side is a number of a byte for each of its first eight holes, the one at the player's left lowest. The ninth holes
//! share another number, the mover's in its lower half. What belongs to the mover and to the opponent changes places
//! when the turn goes over.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::shared::{ONES, draw_below, nth, occupied, sum};
use super::{Playouts, Trail, series};

/// With so many seeds a player has won.
const ENOUGH: u64 = 82;
/// The shift of the opponent's ninth hole among the ninth holes.
const OPPONENTS_NINTH: u32 = 32;
/// The mover's ninth hole, as a shift that follows those of his other holes.
const NINTH: usize = 64;
/// Before a position comes back all eighteen holes have been played: else what fell into one would still lie there. So
/// it stands for the third time after so many plies at the earliest.
const FIRST_THIRD: usize = 36;

/// What the sowing of a hole does.
#[derive(Clone, Copy)]
struct Sowing {
    /// What to add to the mover's side.
    own: u64,
    /// What to add to the opponent's side.
    opponents: u64,
    /// What to add to the ninth holes.
    ninths: u64,
    /// The hole of the last seed, from one on, if that is the opponent's; else nought.
    last: usize,
}

/// By the shift of the hole, 32 for each of its steps, and its seeds.
static SOWINGS: [Sowing; 2304] = sowings();

const fn sowings() -> [Sowing; 2304] {
    let mut all = [Sowing { own: 0, opponents: 0, ninths: 0, last: 0 }; 2304];
    let mut hole = 0;
    while hole < 9 {
        let mut seeds = 1;
        while seeds <= 162 {
            // a single seed goes on, else the first one falls into the hole itself
            let (mut at, mut left) = (if seeds == 1 { hole + 1 } else { hole }, seeds);
            let (mut sides, mut ninths, mut last) = ([0_u64; 2], 0_u64, 0);
            while left > 0 {
                let (side, number) = (at / 9 % 2, at % 9);
                if number < 8 {
                    sides[side] += 1 << (8 * number);
                } else {
                    ninths += 1 << (OPPONENTS_NINTH * side as u32);
                }
                last = if side == 1 { number + 1 } else { 0 };
                at += 1;
                left -= 1;
            }
            if hole < 8 {
                sides[0] = sides[0].wrapping_sub((seeds as u64) << (8 * hole));
            } else {
                ninths = ninths.wrapping_sub(seeds as u64);
            }
            all[256 * hole + seeds] = Sowing { own: sides[0], opponents: sides[1], ninths, last };
            seeds += 1;
        }
        hole += 1;
    }
    all
}

/// All bits of the opponent's hole of this number, on his side and among the ninth holes; there is none of number
/// nought.
static HOLES: [[u64; 2]; 16] = holes();

const fn holes() -> [[u64; 2]; 16] {
    let mut all = [[0; 2]; 16];
    let mut number = 1;
    while number < 9 {
        all[number][0] = 0xff << (8 * (number - 1));
        number += 1;
    }
    all[9][1] = 0xff << OPPONENTS_NINTH;
    all
}

/// A position as the mover sees it.
#[derive(Clone, Copy)]
struct Position {
    own: u64,
    opponents: u64,
    ninths: u64,
    /// All bits of the mover's tuz, on the opponent's side.
    tuz: u64,
    /// All bits of the opponent's tuz, on the mover's side.
    opponents_tuz: u64,
    /// What the mover has captured.
    won: u64,
    /// What the opponent has captured.
    lost: u64,
}

impl Position {
    const START: Position = Position {
        own: 9 * ONES,
        opponents: 9 * ONES,
        ninths: 9 | 9 << OPPONENTS_NINTH,
        tuz: 0,
        opponents_tuz: 0,
        won: 0,
        lost: 0,
    };

    /// Whether somebody has won.
    #[inline(always)]
    fn is_won(&self) -> bool {
        (self.won >= ENOUGH) | (self.lost >= ENOUGH)
    }

    /// One in each of the first eight holes that may be played, and how many holes may be played.
    #[inline(always)]
    fn movable(&self) -> (u64, u64) {
        let holes = occupied(self.own);
        (holes, sum(holes) + u64::from(self.ninths & 0xff != 0))
    }

    /// The position after a hole, given as a shift, is played.
    #[inline(always)]
    fn after(&self, hole: usize) -> Position {
        let lies = if hole == NINTH { self.ninths } else { self.own >> (hole & 63) };
        let index = 32 * hole + (lies & 0xff) as usize;
        let sowing = &SOWINGS[if index < SOWINGS.len() { index } else { 0 }];
        let own = self.own.wrapping_add(sowing.own);
        let opponents = self.opponents + sowing.opponents;
        let ninths = self.ninths.wrapping_add(sowing.ninths);
        let (fed, opponents_fed) = (opponents & self.tuz, own & self.opponents_tuz);
        let (own, opponents) = (own ^ opponents_fed, opponents ^ fed);
        let [first, ninth] = HOLES[sowing.last & 15];
        let (first, ninth) = (opponents & first, ninths & ninth);
        let makes = sum(first) + (ninth >> OPPONENTS_NINTH);
        let mut after = Position {
            own: opponents,
            opponents: own,
            ninths,
            tuz: self.opponents_tuz,
            opponents_tuz: self.tuz,
            won: self.lost + sum(opponents_fed),
            lost: self.won + sum(fed),
        };
        let makes_tuz = first != 0 && makes == 3 && self.tuz == 0 && HOLES[sowing.last & 15][0] != self.opponents_tuz;
        if makes_tuz {
            after.opponents_tuz = HOLES[sowing.last & 15][0];
        }
        // no branch: a guess would often be wrong
        let captures = (makes & 1 == 0) | makes_tuz;
        after.own -= if captures { first } else { 0 };
        after.ninths -= if captures { ninth } else { 0 };
        after.lost += if captures { makes } else { 0 };
        after.ninths = after.ninths.rotate_left(OPPONENTS_NINTH);
        after
    }
}

/// How many sequences of `depth` plies Toguz Kumalak has from the start.
pub fn perft(depth: u32) -> u64 {
    count(&Position::START, depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_won() {
        return 0;
    }
    let (mut holes, number) = position.movable();
    if depth == 1 {
        return number;
    }
    let mut sum = if position.ninths & 0xff == 0 { 0 } else { count(&position.after(NINTH), depth - 1) };
    while holes != 0 {
        sum += count(&position.after(holes.trailing_zeros() as usize), depth - 1);
        holes &= holes - 1;
    }
    sum
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    series(games, rng, playout)
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, trail: &mut Trail<3>, sums: &mut Playouts) {
    let mut position = Position::START;
    let (mut plies, mut since) = (0, 0);
    while !position.is_won() {
        let words = [position.own, position.opponents, position.ninths];
        let (holes, number) = position.movable();
        if trail.add_third(since, plies, FIRST_THIRD, words) || number == 0 {
            // a player to whom no seeds are left captures none
            position.won += sum(position.own) + (position.ninths & 0xff);
            position.lost += sum(position.opponents) + (position.ninths >> OPPONENTS_NINTH);
            break;
        }
        let drawn = draw_below(rng, number);
        // columns run against North's holes
        let index = if plies % 2 == 1 { number - 1 - drawn } else { drawn };
        let hole = if index == sum(holes) { NINTH } else { nth(holes, index) };
        let before = position.won + position.lost;
        position = position.after(hole);
        plies += 1;
        since = if position.won + position.lost == before { since } else { plies };
    }
    trail.end(plies);
    let (own, opponents) = (position.won as u32, position.lost as u32);
    let (south, north) = if plies % 2 == 1 { (opponents, own) } else { (own, opponents) };
    sums.add(plies, south, north);
}
