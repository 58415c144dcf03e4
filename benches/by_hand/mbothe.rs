//! Mbothe.
//!
//! A side is one number: six bits for each hole, the one at the player's left lowest. The side of the mover and that of
//! the opponent change places when the turn goes over. A set has a one in each of its holes; a multiplication gives for
//! each hole how many of a set there are up to it, so that a lap is sown at once.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::shared::{FIRST_THIRD, Lookout, draw_below};
use super::{Playouts, Trail, series};

/// One in each hole.
const ONES: u64 = 0x0041_0410_4104_1041;
/// All bits of a hole.
const HOLE: u64 = 0x3f;
/// All bits of a side.
const SIDE: u64 = ONES * HOLE;
/// The highest bit of each hole.
const HIGHEST: u64 = ONES << 5;
/// The shift of the last hole of a side.
const LAST: usize = 54;
/// Added to a shift: it is one on the opponent's side.
const OPPONENTS: usize = 64;
/// Each hole holds its number, from one on.
const NUMBERS: u64 = up_to_each(ONES);

/// For each hole how many of a set there are up to it, itself counted.
#[inline(always)]
const fn up_to_each(ones: u64) -> u64 {
    ones.wrapping_mul(ONES) & SIDE
}

/// The holes that hold something.
#[inline(always)]
fn occupied(side: u64) -> u64 {
    let halves = side | side >> 3;
    (halves | halves >> 1 | halves >> 2) & ONES
}

/// The holes that do not hold two.
#[inline(always)]
fn no_pairs(side: u64) -> u64 {
    occupied(side ^ (2 * ONES))
}

/// The holes that hold at most so many, of numbers up to 31 each.
#[inline(always)]
fn at_most(side: u64, most: u64) -> u64 {
    (!(side + (31 - most) * ONES) & HIGHEST) >> 5
}

/// A position as the mover sees it.
#[derive(Clone, Copy)]
struct Position {
    own: u64,
    opponents: u64,
    /// What the mover has captured.
    won: u32,
    /// What the opponent has captured.
    lost: u32,
}

impl Position {
    /// Two seeds in each hole.
    const START: Position = Position { own: 2 * ONES, opponents: 2 * ONES, won: 0, lost: 0 };

    /// The holes that are tried first, and the one that is tried if none of these may be played.
    #[inline(always)]
    fn movable(&self) -> [u64; 2] {
        let no_pairs = no_pairs(self.own);
        let pairs = ONES ^ no_pairs;
        let last = if pairs == 0 { 0 } else { 1 << (63 - pairs.leading_zeros()) };
        [occupied(self.own) & no_pairs, last]
    }

    /// What lies in a hole.
    #[inline(always)]
    fn at(&self, at: usize) -> u64 {
        (if at & OPPONENTS == 0 { self.own } else { self.opponents }) >> (at & 63) & HOLE
    }

    /// Sows a lap, the first seed after a hole, which has just been emptied. Returns the hole of the last seed. `into`
    /// is nothing, or the set of holes that are sown though they hold two.
    #[inline(always)]
    fn sow(&mut self, from: usize, seeds: u64, into: u64) -> usize {
        let shift = from & 63;
        let behind = (ONES << (shift + 6)) & SIDE;
        let mut seeds = seeds;
        loop {
            // holes in the order in which seeds fall: the own ones, then the opponent's
            let open = no_pairs(self.opponents) | into;
            let numbers = up_to_each(open);
            let total = 10 + (numbers >> LAST);
            let (before, own_behind, behind) = if from & OPPONENTS == 0 {
                (NUMBERS >> shift & HOLE, behind, ONES)
            } else {
                (10 + (numbers >> shift & HOLE), 0, behind)
            };
            if seeds > total {
                self.own += ONES;
                self.opponents += open;
                seeds -= total;
                continue;
            }
            let own_numbers = NUMBERS + (total - before) * ONES - total * own_behind;
            let numbers = numbers + (10 + total - before) * ONES - total * behind;
            let (own, opponents) = (at_most(own_numbers, seeds), at_most(numbers, seeds) & open);
            self.own += own;
            self.opponents += opponents;
            let last = own & !at_most(own_numbers, seeds - 1);
            let opponents_last = opponents & !at_most(numbers, seeds - 1);
            let (last, side) = if last == 0 { (opponents_last, OPPONENTS) } else { (last, 0) };
            return last.trailing_zeros() as usize + side;
        }
    }

    /// The position after a hole is played, and whether the same player moves again; none if the move is illegal.
    #[inline(always)]
    fn after(mut self, hole: usize, opens: bool) -> Option<(Position, bool)> {
        let into = if opens { ONES } else { 0 };
        let rescues = self.opponents == 0;
        let mut lookout = Lookout::default();
        let seeds = self.at(hole);
        self.own -= seeds << (hole & 63);
        let mut at = self.sow(hole, seeds, into);
        loop {
            let lies = self.at(at);
            if lies == 1 {
                break;
            }
            let lifted = lies << (at & 63);
            let (own, opponents) = if at & OPPONENTS == 0 { (lifted, 0) } else { (0, lifted) };
            self.own -= own;
            self.opponents -= opponents;
            at = self.sow(at, lies, into);
            if lookout.sees_no_end(|| (self.own, self.opponents, at)) {
                return None;
            }
        }
        let opposite = LAST.wrapping_sub(at) & 63;
        if at & OPPONENTS == 0 && self.opponents >> opposite & HOLE == 2 {
            self.opponents -= 2 << opposite;
            self.won += 2;
            return if rescues && self.opponents == 0 { None } else { Some((self, true)) };
        }
        if rescues && self.opponents == 0 {
            return None;
        }
        let Position { own, opponents, won, lost } = self;
        Some((Position { own: opponents, opponents: own, won: lost, lost: won }, false))
    }
}

/// How many sequences of `depth` plies Mbothe has from the start.
pub fn perft(depth: u32) -> u64 {
    count(&Position::START, depth, true)
}

fn count(position: &Position, depth: u32, opens: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut sum, mut moves) = (0, false);
    for mut holes in position.movable() {
        while holes != 0 {
            if let Some((after, _)) = position.after(holes.trailing_zeros() as usize, opens) {
                sum += count(&after, depth - 1, false);
                moves = true;
            }
            holes &= holes - 1;
        }
        // a pair only if nothing else can be played
        if moves {
            break;
        }
    }
    sum
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    series(games, rng, playout)
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, trail: &mut Trail<2>, sums: &mut Playouts) {
    let mut position = Position::START;
    // since a capture, which makes the mover move again, players take turns
    let (mut plies, mut since) = (0, 0);
    let mut north = false;
    let held = |side: u64| (up_to_each(side) >> LAST) as u32;
    loop {
        let sides = [position.own, position.opponents];
        if trail.add_third(since, plies, FIRST_THIRD, sides) {
            position.won += held(position.own);
            position.lost += held(position.opponents);
            break;
        }
        let Some((after, again)) = turn(rng, &position, north, plies == 0) else {
            position.lost += held(position.own) + held(position.opponents);
            break;
        };
        position = after;
        plies += 1;
        since = if again { plies } else { since };
        north ^= !again;
    }
    trail.end(plies);
    let Position { won, lost, .. } = position;
    let (south, north) = if north { (lost, won) } else { (won, lost) };
    sums.add(plies, south, north);
}

/// Plays a random move, if there is one.
#[inline(always)]
fn turn(rng: &mut Xoshiro256PlusPlus, position: &Position, north: bool, opens: bool) -> Option<(Position, bool)> {
    let [mut holes, mut pair] = position.movable();
    loop {
        if holes == 0 {
            holes = pair;
            pair = 0;
        }
        if holes == 0 {
            return None;
        }
        let numbers = up_to_each(holes);
        let count = numbers >> LAST;
        let drawn = draw_below(rng, count);
        // columns run against North's holes
        let index = if north { count - 1 - drawn } else { drawn };
        let hole = ((numbers + (31 - index) * ONES) & HIGHEST).trailing_zeros() as usize - 5;
        let played = position.after(hole, opens);
        if played.is_some() {
            return played;
        }
        holes &= !(1 << hole);
    }
}
