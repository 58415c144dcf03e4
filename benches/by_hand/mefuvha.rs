//! Mefuvha.
//!
//! A side is six sets of its thirty-two holes, one bit each: a set for each binary digit of what lies in the holes.
//! Seeds fall into a run of holes, so adding a rotated run to the sets sows a lap. Holes are numbered counterclockwise:
//! the outer row from the owner's left, the inner row from his right. The sides change places when the turn goes over.
//!
//! The ways of all turns of one lap are counted by sets. Only turns of several laps are played out.

use std::hint::select_unpredictable;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::shared::{FIRST_THIRD, Lookout, draw_below, keeps, nth_bit};
use super::{Playouts, Trail, series};

/// The holes of the inner row.
const INNER: u32 = 0xffff_0000;
/// The third inner hole from the left.
const THIRD: u32 = 1 << 29;
/// Where fewer seeds than this lead is told for all holes at once.
const FEW: u32 = 5;

/// The holes of a side, or of North's, by columns from South's left: of each column the outer hole of South, then the
/// inner one; the inner hole of North, then the outer one.
#[inline(always)]
fn by_columns(holes: u32, north: bool) -> u32 {
    let [outer, inner] = &BY_COLUMNS[usize::from(north)];
    let [one, two, three, four] = holes.to_le_bytes().map(usize::from);
    let columns = [outer[one] | inner[four], outer[two] | inner[three]].map(u32::from);
    (columns[0] | columns[1] << 16).rotate_left(if north { 16 } else { 0 })
}

/// The hole at a place of [`by_columns`].
#[inline(always)]
fn hole_at(place: u32, north: bool) -> u32 {
    let place = if north { place ^ 31 } else { place };
    let inner = place & 1;
    (place >> 1) ^ (inner * 31)
}

/// For each player, eight holes of his outer row, or of his inner row, in the places of [`by_columns`].
static BY_COLUMNS: [[[u16; 256]; 2]; 2] = {
    let mut all = [[[0_u16; 256]; 2]; 2];
    let mut holes = 0;
    while holes < 256 {
        let mut hole = 0;
        while hole < 8 {
            let (outer, inner) =
                ((holes as u16 >> hole & 1) << (2 * hole), (holes as u16 >> hole & 1) << (15 - 2 * hole));
            all[0][0][holes] |= outer;
            all[0][1][holes] |= inner;
            all[1][0][holes] |= outer.reverse_bits();
            all[1][1][holes] |= inner.reverse_bits();
            hole += 1;
        }
        holes += 1;
    }
    all
};

/// What lies in the holes of a side, by binary digits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side([u32; 6]);

impl Side {
    /// Two seeds in most holes.
    const START: Side = Side([1 << 30, !(1 << 31 | 1 << 30), 0, 0, 0, 0]);

    /// Holes with two seeds or more.
    #[inline(always)]
    fn big(&self) -> u32 {
        let [_, two, four, eight, sixteen, more] = self.0;
        two | four | eight | sixteen | more
    }

    /// Holes that are not empty.
    #[inline(always)]
    fn occupied(&self) -> u32 {
        self.big() | self.0[0]
    }

    /// What lies in a hole.
    #[inline(always)]
    fn at(&self, hole: u32) -> u32 {
        (0..6).map(|digit| (self.0[digit] >> hole & 1) << digit).sum()
    }

    /// The side with some holes emptied.
    #[inline(always)]
    fn without(&self, holes: u32) -> Side {
        Side(self.0.map(|digit| digit & !holes))
    }

    /// The side with one seed more in each hole of a set.
    #[inline(always)]
    fn plus(&self, holes: u32) -> Side {
        let mut carry = holes;
        Side(self.0.map(|digit| {
            let sum = digit ^ carry;
            carry &= digit;
            sum
        }))
    }

    /// Which of the holes hold so many seeds, up to fifteen.
    #[inline(always)]
    fn holding(&self, seeds: u32) -> u32 {
        let [one, two, four, eight, sixteen, more] = self.0;
        let differ = |digit: u32, bit| if seeds & bit == 0 { digit } else { !digit };
        !(differ(one, 1) | differ(two, 2) | differ(four, 4) | differ(eight, 8) | sixteen | more)
    }

    /// The side after a hole is played, and the hole where the turn ends; none if it never ends.
    #[inline(always)]
    fn sown(&self, hole: u32) -> Option<(Side, u32)> {
        let (mut side, mut at, mut lies) = (*self, hole, self.at(hole));
        let mut lookout = Lookout::default();
        loop {
            side = side.without(1 << at);
            if lies >= 32 {
                side = side.plus(!0);
            }
            side = side.plus(((1 << (lies & 31)) - 1_u32).rotate_left(at + 1));
            at = (at + lies) & 31;
            lies = side.at(at);
            if lies == 1 {
                return Some((side, at));
            }
            if lookout.sees_no_end(|| (side, at)) {
                return None;
            }
        }
    }
}

/// A position as the mover sees it.
#[derive(Clone, Copy)]
struct Position {
    own: Side,
    opponents: Side,
}

/// A turn up to the choice of a further hole.
#[derive(Clone, Copy)]
struct Turn {
    /// The own side after the laps.
    own: Side,
    /// The holes opposite the last seed, if they are captured.
    prey: u32,
    /// How many of these holes hold seeds.
    raided: usize,
    /// Whether the laps never end.
    lost: bool,
}

/// The turns of a position.
struct Turns {
    /// The holes that may be chosen, by the number of holes opposite the last seed that are captured.
    holes: [u32; 3],
    /// In how many ways each of them is played: a further hole is captured, too, if one is left.
    ways: [u32; 3],
    /// Those whose turns have several laps, and these turns, by hole.
    several: u32,
    others: [Turn; 32],
}

impl Turns {
    fn new() -> Turns {
        let none = Turn { own: Side::START, prey: 0, raided: 0, lost: false };
        Turns { holes: [0; 3], ways: [1; 3], several: 0, others: [none; 32] }
    }

    /// How many ways there are to play.
    #[inline(always)]
    fn number(&self) -> u32 {
        self.holes.iter().zip(self.ways).map(|(holes, ways)| holes.count_ones() * ways).sum()
    }
}

impl Position {
    const START: Position = Position { own: Side::START, opponents: Side::START };

    /// The holes that may be chosen. `first` says that the mover has not yet moved.
    #[inline(always)]
    fn movable(&self, first: bool) -> u32 {
        let (big, occupied) = (self.own.big(), self.own.occupied());
        if first && occupied & THIRD != 0 {
            THIRD
        } else if big == 0 {
            occupied
        } else {
            big
        }
    }

    /// Finds all turns. `first` says that the mover has not yet moved.
    #[inline(always)]
    fn find(&self, first: bool, turns: &mut Turns) {
        let movable = self.movable(first);
        let (occupied, seen) = (self.own.occupied(), self.opponents.occupied());
        // inner holes run against those opposite, outer holes do not
        let hits = !occupied & (seen & INNER).reverse_bits() << 16;
        let rear = seen << 16;
        let [mut none, mut one, mut two] = [0; 3];
        for seeds in 1..FEW {
            let holes = movable & self.own.holding(seeds);
            none |= holes & (!occupied & !hits).rotate_right(seeds);
            one |= holes & (hits & !rear).rotate_right(seeds);
            two |= holes & (hits & rear).rotate_right(seeds);
        }
        let left = seen.count_ones();
        turns.holes = [none, one, two];
        turns.ways = [1, left.max(2) - 1, left.max(3) - 2];
        turns.several = movable & !(none | one | two);
        let mut several = turns.several;
        while several != 0 {
            let hole = several.trailing_zeros();
            let turn = self.turn(hole);
            turns.holes[turn.raided] |= 1 << hole;
            turns.others[hole as usize & 31] = turn;
            several &= several - 1;
        }
    }

    /// One of the turns that were found.
    #[inline(always)]
    fn found(&self, turns: &Turns, hole: u32) -> Turn {
        if turns.several >> hole & 1 == 1 { turns.others[hole as usize & 31] } else { self.turn(hole) }
    }

    /// A way to play: a turn, and the number of the way among those of the turn.
    #[inline(always)]
    fn chosen(&self, turns: &Turns, way: u32) -> (Turn, u32) {
        let (mut way, mut kind) = (way, 0);
        loop {
            let (holes, ways) = (turns.holes[kind], turns.ways[kind]);
            let all = holes.count_ones() * ways;
            if way < all {
                return (self.found(turns, nth_bit(holes, way / ways)), way % ways);
            }
            way -= all;
            kind += 1;
        }
    }

    /// The turn that the player draws: each way to play is equally likely.
    #[inline(always)]
    fn drawn(&self, turns: &Turns, north: bool, rng: &mut Xoshiro256PlusPlus) -> Turn {
        let [none, one, two] = turns.holes;
        let (one, two) = (by_columns(one, north), by_columns(two, north));
        let mut left = by_columns(none, north) | one | two;
        let (mut kept, mut counted) = (0, 0);
        while left != 0 {
            let place = left.trailing_zeros();
            let kind = (one >> place & 1) + 2 * (two >> place & 1);
            let more = u64::from(turns.ways[kind as usize]);
            // no branch: a guess would often be wrong
            kept = select_unpredictable(keeps(rng, &mut counted, more), place, kept);
            left &= left - 1;
        }
        self.found(turns, hole_at(kept, north))
    }

    /// Plays a hole, up to the choice of a further one.
    #[inline(always)]
    fn turn(&self, hole: u32) -> Turn {
        let Some((own, at)) = self.own.sown(hole) else {
            return Turn { own: self.own, prey: 0, raided: 0, lost: true };
        };
        let seen = self.opponents.occupied();
        let (outer, inner) = (1 << (at & 15), (1 << 31_u32) >> (at & 15));
        let captures = at >= 16 && seen & inner != 0;
        let (prey, raided) = if captures { (outer | inner, 1 + (seen >> (at & 15) & 1)) } else { (0, 0) };
        Turn { own, prey, raided: raided as usize, lost: false }
    }

    /// The position after a turn, of which a further capture is one of a set of holes, chosen by `further`.
    #[inline(always)]
    fn after(&self, turn: &Turn, further: impl FnOnce(u32) -> u32) -> Position {
        let mut opponents = self.opponents.without(turn.prey);
        let left = opponents.occupied();
        if turn.prey != 0 && left != 0 {
            opponents = opponents.without(1 << further(left));
        }
        Position { own: opponents, opponents: turn.own }
    }
}

/// How many sequences of `depth` plies Mefuvha has from the start.
pub fn perft(depth: u32) -> u64 {
    if depth == 0 { 1 } else { count(&Position::START, depth, 0) }
}

fn count(position: &Position, depth: u32, plies: u32) -> u64 {
    let mut turns = Turns::new();
    position.find(plies < 2, &mut turns);
    if depth == 1 {
        return u64::from(turns.number());
    }
    let ways = (0..turns.number()).map(|way| position.chosen(&turns, way)).filter(|(turn, _)| !turn.lost);
    ways.map(|(turn, way)| count(&position.after(&turn, |left| nth_bit(left, way)), depth - 1, plies + 1)).sum()
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    let mut turns = Turns::new();
    series(games, rng, |rng, trail, sums| playout(rng, trail, &mut turns, sums))
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, trail: &mut Trail<6>, turns: &mut Turns, sums: &mut Playouts) {
    let mut position = Position::START;
    let (mut plies, mut since) = (0, 0);
    let winner = loop {
        let Position { own, opponents } = position;
        let words = std::array::from_fn(|digit| u64::from(own.0[digit]) | u64::from(opponents.0[digit]) << 32);
        if trail.add_third(since, plies, FIRST_THIRD, words) {
            break None;
        }
        position.find(plies < 2, turns);
        if turns.holes == [0; 3] {
            break Some((plies + 1) % 2);
        }
        let north = plies % 2 == 1;
        let turn = position.drawn(turns, north, rng);
        plies += 1;
        if turn.lost {
            break Some(plies % 2);
        }
        since = if turn.prey == 0 { since } else { plies };
        position = position.after(&turn, |left| {
            let ways = u64::from(left.count_ones());
            let way = if ways > 1 { draw_below(rng, ways) } else { 0 };
            hole_at(nth_bit(by_columns(left, !north), way as u32), !north)
        });
    };
    trail.end(plies);
    sums.add_decided(plies, winner);
}
