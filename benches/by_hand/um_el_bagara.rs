//! Um el-Bagara.
//!
//! A side is one number: a byte for each hole, the one at the player's left lowest. The side of the mover and that of
//! the opponent change places when the turn goes over.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::shared::{FIRST_THIRD, ONES, above, draw_below};
use super::{Playouts, Trail, bits, series, total};

/// Five seeds in each hole.
const START: u64 = 0x05_0505_0505;
/// Added to the shift of a hole that is sown clockwise.
const CLOCKWISE: usize = 64;

/// What sowing does, by eight times the shift of the hole and the direction, and the seeds.
struct Sowings {
    /// What to add to the mover's side.
    own: [u64; 1024],
    /// What to add to the opponent's side.
    opponents: [u64; 1024],
    /// Where the [`PREY`] is looked up.
    prey: [u16; 1024],
}

static SOWINGS: Sowings = sowings();

/// The holes that are captured, all bits of each, by where the last seed fell and by the holes of two or four on the
/// opponent's side. Where it fell is a number of thirty-two: 0 on the mover's side, else the hole, from one on, and
/// five more in a clockwise lap.
static PREY: [u64; 512] = prey();

/// The moves in the order in which they are numbered, by the player and by his holes of two or more.
static MOVES: [[[u8; 8]; 32]; 2] = moves();

const fn sowings() -> Sowings {
    let mut all = Sowings { own: [0; 1024], opponents: [0; 1024], prey: [0; 1024] };
    let mut hole = 0;
    while hole < 10 {
        let clockwise = hole >= 5;
        let first = 64 * (hole % 5) + if clockwise { 8 * CLOCKWISE } else { 0 };
        let (mut sides, mut at, mut seeds) = ([0_u64; 2], hole % 5, 1);
        while seeds <= 50 {
            at = (at + if clockwise { 9 } else { 1 }) % 10;
            sides[at / 5] += 1 << (8 * (at % 5));
            all.own[first + seeds] = sides[0].wrapping_sub((seeds as u64) << (8 * (hole % 5)));
            all.opponents[first + seeds] = sides[1];
            if at >= 5 {
                all.prey[first + seeds] = 32 * (at % 5 + if clockwise { 6 } else { 1 }) as u16;
            }
            seeds += 1;
        }
        hole += 1;
    }
    all
}

const fn prey() -> [u64; 512] {
    let mut all = [0; 512];
    let mut place = 0;
    while place < 10 {
        let mut good = 0_usize;
        while good < 32 {
            let mut at = place % 5;
            while good >> at & 1 == 1 {
                all[32 * (place + 1) + good] |= 0xff << (8 * at);
                if at == (if place < 5 { 0 } else { 4 }) {
                    break;
                }
                at = if place < 5 { at - 1 } else { at + 1 };
            }
            good += 1;
        }
        place += 1;
    }
    all
}

const fn moves() -> [[[u8; 8]; 32]; 2] {
    // counterclockwise and then clockwise, columns from South's left; they run against North's holes
    const ORDERS: [[usize; 6]; 2] = [
        [16, 24, 32, CLOCKWISE, CLOCKWISE + 8, CLOCKWISE + 16],
        [32, 24, 16, CLOCKWISE + 16, CLOCKWISE + 8, CLOCKWISE],
    ];
    let mut all = [[[0; 8]; 32]; 2];
    let mut holes = 0;
    while holes < 32 {
        let (mut count, mut order) = ([0; 2], 0);
        while order < 12 {
            let (player, one) = (order / 6, ORDERS[order / 6][order % 6]);
            if holes >> (one % CLOCKWISE / 8) & 1 == 1 {
                all[player][holes][count[player]] = one as u8;
                count[player] += 1;
            }
            order += 1;
        }
        holes += 1;
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

    /// One bit for each hole that may be played.
    #[inline(always)]
    fn movable(&self) -> usize {
        bits(above(self.own, 1) << 7) & 31
    }

    /// Whether no hole can be played any more.
    #[inline(always)]
    fn is_over(&self) -> bool {
        (self.own | self.opponents) & (ONES * 0xfe) == 0
    }

    /// The position after a move, and what it captures, still in its holes.
    #[inline(always)]
    fn after(&self, play: usize) -> (Position, u64) {
        let seeds = (self.own >> (play & 63)) as usize & 0x3f;
        let index = (8 * play + seeds) & 1023;
        let own = self.own.wrapping_add(SOWINGS.own[index]);
        let side = self.opponents + SOWINGS.opponents[index];
        // holes of neither two nor four, which differ in two bits
        let (two, four) = (side ^ (ONES * 2), side ^ (ONES * 4));
        let other = above(two, 0) & above(four, 0);
        let good = !bits(other << 7) & 31;
        let prey = side & PREY[(usize::from(SOWINGS.prey[index]) + good) & 511];
        (Position { own: side - prey, opponents: own }, prey)
    }

    /// The position after a pass.
    #[inline(always)]
    fn passed(&self) -> Position {
        Position { own: self.opponents, opponents: self.own }
    }
}

/// The third hole is two moves.
#[inline(always)]
fn number(movable: usize) -> u32 {
    (movable | (movable & 4) << 3).count_ones()
}

/// How many sequences of `depth` plies Um el-Bagara has from the start.
pub fn perft(depth: u32) -> u64 {
    count(&Position::START, depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_over() {
        return 0;
    }
    let movable = position.movable();
    let moves = number(movable);
    if movable == 0 || depth == 1 {
        return if movable == 0 { count(&position.passed(), depth - 1) } else { u64::from(moves) };
    }
    let plays = MOVES[0][movable].iter().take(moves as usize);
    plays.map(|play| count(&position.after(usize::from(*play)).0, depth - 1)).sum()
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    series(games, rng, playout)
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, trail: &mut Trail<2>, sums: &mut Playouts) {
    let mut position = Position::START;
    let (mut plies, mut since) = (0, 0);
    // of the mover, and of the opponent
    let mut stores = [0; 2];
    while !position.is_over() {
        let sides = [position.own, position.opponents];
        if trail.add_third(since, plies, FIRST_THIRD, sides) {
            break;
        }
        let movable = position.movable();
        let mut prey = 0;
        if movable == 0 {
            position = position.passed();
        } else {
            let drawn = draw_below(rng, u64::from(number(movable))) as usize;
            let play = usize::from(MOVES[plies % 2][movable][drawn & 7]);
            (position, prey) = position.after(play);
        }
        plies += 1;
        stores = [stores[1], stores[0] + total(prey)];
        since = if prey == 0 { since } else { plies };
    }
    trail.end(plies);
    let (own, opponents) = (stores[0] + total(position.own), stores[1] + total(position.opponents));
    let (south, north) = if plies % 2 == 1 { (opponents, own) } else { (own, opponents) };
    sums.add(plies, south, north);
}
