//! Pallanguzhi.
//!
//! A board is sixteen bytes, as the mover sees it: his seven holes from his left low, the opponent's high. The halves
//! change places when the turn goes over.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::shared::{Bytes, FIRST_THIRD, Lookout, ONES, Sowings, above, draw_below, nth, sowings, sum};
use super::{Playouts, Trail, series};

/// Six seeds in each hole.
const START: Bytes = Bytes::new([6, 6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 6, 0]);
static SOWINGS: Sowings = sowings([0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14]);
/// So many seeds come to the hole where they were lifted.
const ROUND: usize = 14;
/// A hole that comes to four is a cow.
const COW: u64 = 4;

/// A position as the mover sees it.
#[derive(Clone, Copy)]
struct Position {
    board: Bytes,
    /// What the mover has captured.
    won: u64,
    /// What the opponent has captured.
    lost: u64,
}

impl Position {
    const START: Position = Position { board: START, won: 0, lost: 0 };

    /// One in each hole that may be chosen.
    #[inline(always)]
    fn movable(&self) -> u64 {
        above(self.board.low, 0)
    }

    /// Sows seeds, at most one into each hole; the owners capture their cows.
    #[inline(always)]
    fn sow(&mut self, index: usize) {
        let sown = SOWINGS.sown[index];
        let (own, cows) = without_cows(self.board.low, sown.low);
        let (opponents, opponents_cows) = without_cows(self.board.high, sown.high);
        self.board = Bytes { low: own, high: opponents };
        self.won += COW * sum(cows);
        self.lost += COW * sum(opponents_cows);
    }

    /// The position after a hole is played; none if the sowing would never end.
    #[inline(always)]
    fn after(mut self, hole: usize) -> Option<Position> {
        let mut at = hole;
        let mut lies = self.board.at(at);
        let mut lookout = Lookout::default();
        loop {
            self.board = self.board.less(at, lies as u64);
            while lies > ROUND {
                self.sow(8 * at + ROUND);
                lies -= ROUND;
            }
            let index = (8 * at + lies) & 1023 & !0x30;
            self.sow(index);
            // where one seed more would fall
            at = usize::from(SOWINGS.last[index + 1]);
            lies = self.board.at(at);
            if lies == 0 {
                let behind = usize::from(SOWINGS.last[index + 2]);
                let prey = self.board.at(behind) as u64;
                let Bytes { low, high } = self.board.less(behind, prey);
                return Some(Position { board: Bytes { low: high, high: low }, won: self.lost, lost: self.won + prey });
            }
            if lookout.sees_no_end(|| (self.board, at)) {
                return None;
            }
        }
    }
}

/// A side that was sown, without its cows, and one in each of these.
#[inline(always)]
fn without_cows(side: u64, sown: u64) -> (u64, u64) {
    let side = side + sown;
    let cows = sown & !above(side ^ (ONES * COW), 0);
    (side - COW * cows, cows)
}

/// How many sequences of `depth` plies Pallanguzhi has from the start.
pub fn perft(depth: u32) -> u64 {
    count(&Position::START, depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut holes = position.movable();
    let mut sum = 0;
    while holes != 0 {
        let after = position.after(holes.trailing_zeros() as usize);
        sum += after.map_or(0, |after| count(&after, depth - 1));
        holes &= holes - 1;
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
    loop {
        let sides = [position.board.low, position.board.high];
        if trail.add_third(since, plies, FIRST_THIRD, sides) {
            break;
        }
        let Some(after) = turn(rng, &position, plies % 2 == 1) else { break };
        plies += 1;
        let captured = after.won + after.lost != position.won + position.lost;
        since = if captured { plies } else { since };
        position = after;
    }
    trail.end(plies);
    let own = (position.won + sum(position.board.low)) as u32;
    let opponents = (position.lost + sum(position.board.high)) as u32;
    let (south, north) = if plies % 2 == 1 { (opponents, own) } else { (own, opponents) };
    sums.add(plies, south, north);
}

/// Plays a random move, if there is one.
#[inline(always)]
fn turn(rng: &mut Xoshiro256PlusPlus, position: &Position, north: bool) -> Option<Position> {
    let mut holes = position.movable();
    while holes != 0 {
        let count = sum(holes);
        let drawn = draw_below(rng, count);
        // columns run against North's holes
        let hole = nth(holes, if north { count - 1 - drawn } else { drawn });
        if let Some(after) = position.after(hole) {
            return Some(after);
        }
        holes &= !(1 << hole);
    }
    None
}
