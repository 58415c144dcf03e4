//! Hus.
//!
//! A side is sixteen bytes, as its owner sees it: columns from his left, in each column the outer hole and then the
//! inner one. So the holes opposite an inner one lie side by side, and all come in the order in which the tables number
//! them, or, North's, against it. The sides change places when the turn goes over.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::shared::{Bytes, FIRST_THIRD, Lookout, Sowings, draw_below, nth_of, sowings, sum};
use super::{Playouts, Trail, series};

/// Two seeds in each outer hole and in the right half of the inner ones.
const START: Bytes = Bytes::new([2, 0, 2, 0, 2, 0, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2]);
/// Counterclockwise: the outer row from the left, the inner row from the right.
static SOWINGS: Sowings = sowings([0, 2, 4, 6, 8, 10, 12, 14, 15, 13, 11, 9, 7, 5, 3, 1]);
/// In the shift of a hole: it is an inner one.
const INNER: usize = 8;
/// Turns the shift of a column into that of the one opposite, as the opponent counts.
const COLUMNS: usize = 0x70;

/// A position as the mover sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Position {
    own: Bytes,
    opponents: Bytes,
}

impl Position {
    const START: Position = Position { own: START, opponents: START };

    /// One in each hole that may be chosen.
    #[inline(always)]
    fn movable(&self) -> Bytes {
        self.own.above(1)
    }

    /// The position after a hole is played; none if the sowing would never end.
    #[inline(always)]
    fn after(&self, hole: usize) -> Option<Position> {
        let Position { mut own, mut opponents } = *self;
        let seeds = own.at(hole);
        let index = (8 * hole + seeds) & 1023;
        own = own.less(hole, seeds as u64).plus(SOWINGS.sown[index]);
        let mut at = usize::from(SOWINGS.last[index]);
        let mut lookout = Lookout::default();
        loop {
            let lies = own.at(at);
            if lies == 1 {
                return Some(Position { own: opponents, opponents: own });
            }
            // the outer hole and the inner one
            let facing = !at & COLUMNS;
            let prey = opponents.from(facing) & 0xffff;
            let (outer, inner) = (prey & 0xff, prey >> 8);
            // no branch: a guess would often be wrong
            let raids = (outer != 0) & (inner != 0) & (at & INNER != 0);
            let seeds = if raids { (outer + inner) as usize } else { lies };
            own = own.less(at, if raids { 0 } else { lies as u64 });
            opponents = opponents.less(facing, if raids { prey } else { 0 });
            let index = (8 * at + seeds) & 1023;
            own = own.plus(SOWINGS.sown[index]);
            at = usize::from(SOWINGS.last[index]);
            if lookout.sees_no_end(|| (own, opponents, at)) {
                return None;
            }
        }
    }
}

/// How many sequences of `depth` plies Hus has from the start.
pub fn perft(depth: u32) -> u64 {
    count(&Position::START, depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.movable().filter_map(|hole| position.after(hole)).map(|after| count(&after, depth - 1)).sum()
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    series(games, rng, playout)
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, trail: &mut Trail<4>, sums: &mut Playouts) {
    let mut position = Position::START;
    let mut plies = 0;
    let winner = loop {
        let Position { own, opponents } = position;
        let words = [own.low, own.high, opponents.low, opponents.high];
        if trail.add_third(0, plies, FIRST_THIRD, words) {
            break None;
        }
        let Some(after) = turn(rng, &position, plies % 2 == 1) else { break Some((plies + 1) % 2) };
        position = after;
        plies += 1;
    };
    trail.end(plies);
    sums.add_decided(plies, winner);
}

/// Plays a random move, if there is one.
#[inline(always)]
fn turn(rng: &mut Xoshiro256PlusPlus, position: &Position, north: bool) -> Option<Position> {
    let mut holes = position.movable();
    loop {
        let count = sum(holes.low) + sum(holes.high);
        if count == 0 {
            return None;
        }
        let drawn = draw_below(rng, count);
        let hole = nth_of(holes, if north { count - 1 - drawn } else { drawn });
        if let Some(after) = position.after(hole) {
            return Some(after);
        }
        holes = holes.less(hole, 1);
    }
}
