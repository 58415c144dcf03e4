//! Oware.
//!
//! A side is one number: a byte for each hole, the hole at the player's right lowest, so that a capture that runs back
//! runs upwards. The side of the mover and that of the opponent change places when the turn goes over.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::{DRAWN, Playouts, Trail, bits, draw, series, total};

/// Four seeds in each hole.
const START: u64 = 0x0404_0404_0404;
/// The highest bit of each hole.
const HIGHEST: u64 = 0x8080_8080_8080;
/// All other bits of each hole.
const LOWER: u64 = 0x7f7f_7f7f_7f7f;
/// Brings the highest bit of those holes that reach the opponent's side to one.
const REACH: u64 = 0x7a7b_7c7d_7e7f;
/// With so many seeds a player has won.
const ENOUGH: u32 = 25;
/// Before a position comes back every hole has been played: else what fell into a hole would still lie there. So it
/// stands for the third time after so many plies at the earliest.
const FIRST_THIRD: usize = 24;

/// What sowing does, by the hole and its seeds.
struct Sowings {
    /// What to add to the mover's side.
    own: [u64; 512],
    /// What to add to the opponent's side.
    opponents: [u64; 512],
    /// One in the hole of the last seed, if that is the opponent's.
    last: [u64; 512],
}

static SOWINGS: Sowings = sowings();

const fn sowings() -> Sowings {
    let mut all = Sowings { own: [0; 512], opponents: [0; 512], last: [0; 512] };
    let mut hole = 0;
    while hole < 6 {
        let mut sides = [0_u64; 2];
        // counterclockwise from the mover's left
        let origin = 5 - hole;
        let (mut at, mut seeds) = (origin, 1);
        while seeds <= 48 {
            at = (at + 1) % 12;
            if at == origin {
                at = (at + 1) % 12;
            }
            let one = 1 << (8 * (5 - at % 6));
            sides[at / 6] += one;
            all.own[64 * hole + seeds] = sides[0].wrapping_sub((seeds as u64) << (8 * hole));
            all.opponents[64 * hole + seeds] = sides[1];
            all.last[64 * hole + seeds] = if at < 6 { 0 } else { one };
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
    /// What the mover has captured.
    won: u32,
    /// What the opponent has captured.
    lost: u32,
}

impl Position {
    const START: Position = Position { own: START, opponents: START, won: 0, lost: 0 };

    /// The highest bit of each hole that is occupied.
    #[inline(always)]
    fn occupied(&self) -> u64 {
        (self.own + LOWER) & HIGHEST
    }

    /// The highest bit of each hole that may be played.
    #[inline(always)]
    fn legal(&self) -> u64 {
        // only an opponent without seeds can be left without seeds, for a grand slam captures nothing
        let add = if self.opponents == 0 { REACH } else { LOWER };
        (self.own + add) & HIGHEST
    }

    /// How many moves there are.
    #[inline(always)]
    fn moves(&self) -> u32 {
        if self.lost >= ENOUGH { 0 } else { total(self.legal() >> 7) }
    }

    /// The position after a hole, given as a shift, is played.
    #[inline(always)]
    fn after(&self, hole: u32) -> Position {
        let seeds = (self.own >> hole & 0x3f) as usize;
        let index = (seeds + 8 * hole as usize) & 511;
        let own = self.own.wrapping_add(SOWINGS.own[index]);
        let side = self.opponents + SOWINGS.opponents[index];
        let last = SOWINGS.last[index];
        // holes of two or three
        let hits = !(((side & 0x0000_fefe_fefe_fefe) ^ 0x0202_0202_0202) + LOWER) & HIGHEST;
        if hits & (last << 7) == 0 {
            return Position { own: side, opponents: own, won: self.lost, lost: self.won };
        }
        let hits = (hits << 1) - (hits >> 7);
        // a one added where the last seed fell runs through the hits behind it
        let prey = side & hits & !(hits + last);
        let prey = if prey == side { 0 } else { prey };
        Position { own: side - prey, opponents: own, won: self.lost, lost: self.won + total(prey) }
    }
}

/// How many sequences of `depth` plies Oware has from the start.
pub fn perft(depth: u32) -> u64 {
    count(&Position::START, depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if depth < 2 {
        return if depth == 0 { 1 } else { u64::from(position.moves()) };
    }
    if position.lost >= ENOUGH {
        return 0;
    }
    let mut holes = position.legal();
    let mut sum = 0;
    if depth == 2 {
        // every hole, and only then whether it counts
        for hole in 0..6 {
            let moves = position.after(8 * hole).moves();
            sum += if holes >> (8 * hole + 7) & 1 != 0 { u64::from(moves) } else { 0 };
        }
        return sum;
    }
    while holes != 0 {
        let hole = holes.trailing_zeros() - 7;
        holes &= holes - 1;
        let after = position.after(hole);
        sum += count(&after, depth - 1);
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
    let (mut plies, mut since) = (0, 0);
    let mut north = false;
    let kept = loop {
        if position.lost >= ENOUGH {
            break false;
        }
        let sides = [position.own, position.opponents];
        if plies - since >= FIRST_THIRD {
            trail.enter_all(since, plies);
            if trail.stood_twice(since, plies, sides) {
                break true;
            }
        }
        trail.add(plies, sides);
        let candidates = bits(position.occupied());
        if candidates == 0 {
            break true;
        }
        let part = draw(rng, !north);
        let mut hole = u32::from(DRAWN[candidates][part & 63]);
        if position.opponents == 0 {
            let Some(feeding) = feeding(rng, &position, candidates, hole, north) else { break true };
            hole = feeding;
        }
        let before = position.won;
        position = position.after(hole);
        plies += 1;
        since = if position.lost == before { since } else { plies };
        north = !north;
    };
    trail.end(plies);
    let own = position.won + if kept { total(position.own) } else { 0 };
    let opponents = position.lost + if kept { total(position.opponents) } else { 0 };
    let (south, north) = if north { (opponents, own) } else { (own, opponents) };
    sums.add(plies, south, north);
}

/// Draws until a hole reaches the opponent's side, which is empty. The first draw was made.
#[cold]
#[inline(never)]
fn feeding(
    rng: &mut Xoshiro256PlusPlus,
    position: &Position,
    candidates: usize,
    hole: u32,
    north: bool,
) -> Option<u32> {
    let legal = bits(position.legal());
    let (mut candidates, mut hole) = (candidates, hole);
    while legal & 1 << (hole >> 3) == 0 {
        candidates &= !(1 << (hole >> 3));
        if candidates == 0 {
            return None;
        }
        hole = u32::from(DRAWN[candidates][draw(rng, !north) & 63]);
    }
    Some(hole)
}
