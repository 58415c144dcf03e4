//! Krur.
//!
//! A board is one number: a byte for each hole, counterclockwise from the mover's left, his own four low. Six bits of a
//! byte are its seeds, the next one is the mark. Nobody marks a hole on his own side, so the four low marks are the
//! opponent's and the four high ones the mover's, and when the turn goes over the board is rotated by half.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::{DRAWN, Playouts, Trail, bits, draw, series};

/// Four seeds in each hole.
const START: u64 = 0x0404_0404_0404_0404;
/// The marks of all holes.
const MARKS: u64 = 0x4040_4040_4040_4040;
/// The seeds of all holes.
const SEEDS: u64 = 0x3f3f_3f3f_3f3f_3f3f;
/// One in each of the own holes.
const ONES: u64 = 0x0101_0101;
/// The marks of the own holes.
const OWN: u64 = 0x4040_4040;
/// The mark of a hole.
const MARK: u64 = 0x40;
/// A place is a hole and what lies in it. The first place of a hole is its number times this; its lowest six bits are
/// the shift that brings the hole of a board down.
const PLACES: usize = 136;
/// The first place on the opponent's side.
const THERE: usize = 4 * PLACES;
/// What a chosen hole with one seed is taken to hold. No marked hole holds one.
const CHOSEN_SINGLE: usize = 0x41;
/// The longest turn that ends, in laps, by how many holes the opponent has marked: the turns from all positions were
/// counted, and those that do not end come back to where they were. A mover who has marked a hole himself always comes
/// to an end, for each time round leaves seeds there.
const LONGEST: [u32; 5] = [481, 214, 217, 49, 0];

/// What comes of the seeds at a place, when the last seed of a lap fell there.
struct Laps {
    /// What is added to the board: by a lap, by a mark; nothing where the turn ends.
    change: [u64; 2048],
    /// The first place of the hole where the last seed falls.
    last: [u16; 2048],
    /// A turn of more laps than this never ends.
    longest: u32,
}

/// Laps, by the holes of the mover's side that the opponent has marked.
static LAPS: [Laps; 16] = laps();

const fn laps() -> [Laps; 16] {
    let mut all = [const { Laps { change: [0; 2048], last: [0; 2048], longest: 0 } }; 16];
    let mut marked = 0_usize;
    while marked < 16 {
        let laps = &mut all[marked];
        laps.longest = LONGEST[marked.count_ones() as usize];
        let mut hole = 0;
        while hole < 8 {
            let first = PLACES * hole;
            let mut lie = 0;
            while lie < 128 {
                laps.last[first + lie] = first as u16;
                lie += 1;
            }
            let (mut at, mut sown, mut seeds) = (hole, 0_u64, 1);
            while seeds <= 32 {
                at = (at + 1) % 8;
                while (marked >> at) & 1 == 1 {
                    at = (at + 1) % 8;
                }
                sown = sown.wrapping_add(1 << (8 * at));
                let place = first + if seeds == 1 { CHOSEN_SINGLE } else { seeds };
                laps.change[place] = sown.wrapping_sub((seeds as u64) << (8 * hole));
                laps.last[place] = (PLACES * at) as u16;
                seeds += 1;
            }
            if first >= THERE {
                laps.change[first + 4] = MARK << (8 * hole);
                laps.last[first + 4] = first as u16;
            }
            hole += 1;
        }
        marked += 1;
    }
    all
}

impl Laps {
    /// The laps of the mover.
    #[inline(always)]
    fn on(board: u64) -> &'static Laps {
        &LAPS[(((board & OWN) * 0x0102_0408) >> 30) as usize & 15]
    }

    /// A lap, or a mark, from a place.
    #[inline(always)]
    fn lap(&self, board: u64, place: usize) -> (u64, usize) {
        let place = place & 2047;
        (board.wrapping_add(self.change[place]), usize::from(self.last[place]))
    }

    /// Sows a chosen hole, given as a shift; none if the sowing would never end.
    #[inline(always)]
    fn turn(&self, board: u64, chosen: u64, hole: u32) -> Option<u64> {
        let lies = (chosen >> hole) as usize & 0x7f;
        let (mut board, mut at) = self.lap(board, hole as usize * (PLACES / 8) + lies);
        let mut laps = 0;
        loop {
            let lies = (board >> (at & 63)) as usize & 0x7f;
            // the hole was empty or marked, or is marked now; tests that are not told apart are foreseen better
            if (lies.wrapping_sub(2) >= 0x3e) | ((lies == 4) & (at >= THERE)) {
                return Some(board | u64::from(lies == 4) << ((at & 63) + 6));
            }
            (board, at) = self.lap(board, at + lies);
            laps += 1;
            if laps > self.longest {
                return None;
            }
        }
    }

    /// Sows every own hole, side by side: the boards after, and the marks of those holes whose sowing would never end.
    /// What is said of an empty or marked hole means nothing.
    #[inline(always)]
    fn turns(&self, board: u64) -> ([u64; 4], u64) {
        let chosen = chosen(board);
        let mut boards = [board; 4];
        let mut at = [0; 4];
        for hole in 0..4 {
            let lies = (chosen >> (8 * hole)) as usize & 0x7f;
            (boards[hole], at[hole]) = self.lap(board, hole * PLACES + lies);
        }
        for _ in 0..=self.longest {
            let mut changes = 0;
            for hole in 0..4 {
                let place = (at[hole] + ((boards[hole] >> (at[hole] & 63)) as usize & 0x7f)) & 2047;
                let change = self.change[place];
                boards[hole] = boards[hole].wrapping_add(change);
                at[hole] = usize::from(self.last[place]);
                changes |= change;
            }
            if changes == 0 {
                return (boards, 0);
            }
        }
        let mut endless = 0;
        for hole in 0..4 {
            let place = (at[hole] + ((boards[hole] >> (at[hole] & 63)) as usize & 0x7f)) & 2047;
            if self.change[place] != 0 {
                endless |= MARK << (8 * hole);
            }
        }
        (boards, endless)
    }
}

/// What lies in the own holes, as it is looked up for a chosen hole.
#[inline(always)]
fn chosen(board: u64) -> u64 {
    let own = board & (ONES * 0x7f);
    // a mark on each single
    own + (!(((own ^ ONES) + ONES * 0x3f) | own) & OWN)
}

/// The mark of each hole that is occupied and not marked.
#[inline(always)]
fn open(board: u64) -> u64 {
    ((board & SEEDS) + SEEDS) & !board & MARKS
}

/// How many sequences of `depth` plies Krur has from the start.
pub fn perft(depth: u32) -> u64 {
    count(START, depth)
}

fn count(board: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let open = open(board);
    if open == 0 {
        return 0;
    }
    let own_marks = board & !OWN & MARKS;
    let mut holes = open & OWN;
    let mut after = [board; 4];
    if depth > 1 || own_marks == 0 {
        let endless;
        (after, endless) = Laps::on(board).turns(board);
        holes &= !endless;
    }
    if depth == 1 {
        let moves = (holes >> 6).wrapping_mul(ONES) >> 24 & 7;
        return moves.max(1);
    }
    if holes == 0 {
        return count(board.rotate_left(32), depth - 1);
    }
    let mut sum = 0;
    for (hole, after) in after.iter().enumerate() {
        if holes & (MARK << (8 * hole)) != 0 {
            sum += count(after.rotate_left(32), depth - 1);
        }
    }
    sum
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    series(games, rng, playout)
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, trail: &mut Trail<1>, sums: &mut Playouts) {
    let mut board = START;
    let (mut plies, mut since) = (0, 0);
    loop {
        let open = open(board);
        if open == 0 || trail.stood_twice(since, plies, [board]) {
            break;
        }
        trail.add(plies, [board]);
        trail.enter(plies, [board]);
        let after = turn(rng, board, open & OWN, plies % 2 == 1);
        plies += 1;
        // marks, and the seeds in marked holes, never go back
        let marks = after & MARKS;
        let gone = (after ^ board) & (marks | (marks - (marks >> 6))) != 0;
        since = if gone { plies } else { since };
        board = after.rotate_left(32);
    }
    trail.end(plies);
    let won = board & (((board & MARKS) >> 6) * 0x3f);
    let low = (((won & 0xffff_ffff) * ONES) >> 24) as u32 & 0xff;
    let high = (((won >> 32) * ONES) >> 24) as u32 & 0xff;
    // the player who is not to move marked the low holes
    let (south, north) = if plies % 2 == 1 { (low, high) } else { (high, low) };
    sums.add(plies, south, north);
}

/// Plays a random move, if there is one.
#[inline(always)]
fn turn(rng: &mut Xoshiro256PlusPlus, board: u64, holes: u64, north: bool) -> u64 {
    let laps = Laps::on(board);
    let chosen = chosen(board);
    let mut candidates = bits(holes << 1);
    while candidates != 0 {
        // columns run against North's holes
        let hole = u32::from(DRAWN[candidates & 63][draw(rng, north) & 63]);
        if let Some(after) = laps.turn(board, chosen, hole) {
            return after;
        }
        candidates &= !(1 << (hole / 8));
    }
    board
}
