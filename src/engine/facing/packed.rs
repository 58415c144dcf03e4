//! Laps on small boards: one word holds four lanes of each side. The bits above the seeds of a lane hold its mark. So
//! one look-up by lane and content gives both whether the hole relays and how that changes the board. The other lanes
//! are stores beside the board, which no lap reaches.

use super::laps::{self, BOTH, CODES, Laps, OPEN, RELAY, SOWN};
use super::{LANES, Seen};

/// Number of lanes of a side.
pub(super) const SIDE: u8 = 4;

/// Largest number of seeds of such a board.
pub(super) const MOST: i64 = SEEDS_HERE as i64 - 1;

/// Number of seed counts of a lane; the bits from this one up hold the mark.
const SEEDS_HERE: u64 = 64;

/// Mask of the seeds of one side.
const SEEDS_OF_SIDE: u64 = 0x3f3f_3f3f;

/// Number of values of a lane, marks included.
const LYING: usize = 256;

/// Number of table entries of a lane. It makes the lowest six bits of a row's start the bit offset of its lane.
const ROW: usize = LYING + 8;

const PLACES: usize = 2 * SIDE as usize * ROW;

/// Number of laps sown before checking for an endless sowing. Most turns have ended by then.
const LAPS_TOGETHER: u32 = 16;

/// Laps of one player for a set of slots that are passed over.
#[derive(Debug)]
pub(super) struct Packed {
    /// What a relay adds to the board, by lane and its content; 0 if the hole does not relay.
    change: [u64; PLACES],
    /// Start of the row of the last seed's lane.
    last: [u16; PLACES],
    /// What follows if the hole does not relay.
    codes: [u8; PLACES],
    /// Laps of chosen holes, by lane and seeds: change of the board, and row of the last seed.
    first: [(u64, u16); SIDE as usize * SEEDS_HERE as usize],
}

/// A turn that is being sown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Going {
    pub board: u64,
    /// Start of the row of the last seed's lane.
    row: usize,
}

impl Going {
    /// A turn whose last seed fell into the lane at bit offset `here`.
    pub fn of(seen: Seen, marks: u64, here: u8) -> Self {
        Going { board: board(seen, marks), row: usize::from(packed(here / 8)) * ROW }
    }

    /// Index of the next lap in the tables.
    #[inline(always)]
    fn place(self) -> usize {
        self.row + (self.board >> (self.row & 63)) as usize % LYING
    }

    /// Bit offset of the lane of the last seed, as in [`Seen`].
    pub fn here(self) -> u8 {
        let bit = (self.row & 63) as u8;
        if bit < 8 * SIDE { bit } else { bit + 8 * (LANES - SIDE) }
    }

    /// The board in two words. `before` provides the lanes that are not packed.
    #[inline(always)]
    pub fn seen(self, before: Seen) -> Seen {
        let own = before.own & !half(u64::MAX) | self.board & SEEDS_OF_SIDE;
        let others = before.others & !half(u64::MAX) | self.board >> 32 & SEEDS_OF_SIDE;
        Seen { own, others }
    }

    /// The state of the turn, for comparison.
    #[inline(always)]
    pub fn state(self) -> Seen {
        Seen { own: self.board, others: self.row as u64 }
    }
}

/// The packed lanes of a side.
#[inline(always)]
fn half(side: u64) -> u64 {
    side & 0xffff_ffff
}

/// Packs a board with its marks, which come from [`Packed::marked`].
#[inline(always)]
fn board(seen: Seen, marks: u64) -> u64 {
    half(seen.own) | seen.others << 32 | marks
}

/// The packed lane of a lane.
fn packed(lane: u8) -> u8 {
    lane % LANES + if lane < LANES { 0 } else { SIDE }
}

impl Packed {
    /// Packs laps: `first` are those of chosen holes. `codes` say what follows, by mark, lane and seeds.
    pub fn new(first: &Laps, laps: &Laps, codes: &[u8; CODES], marks: usize) -> Box<Self> {
        let packed = |lane: u8| usize::from(packed(lane));
        // a borrow between the sides is undone when both are added to the board
        let change = |laps: &Laps, place: usize| laps.own[place].wrapping_add(laps.others[place] << 32);
        let mut told = Box::new(Packed {
            change: [0; PLACES],
            last: std::array::from_fn(|place| (place / ROW * ROW) as u16),
            codes: [OPEN; PLACES],
            first: [(0, 0); SIDE as usize * SEEDS_HERE as usize],
        });
        for lane in (0..BOTH).filter(|lane| lane % LANES < SIDE) {
            let row = |laps: &Laps, place: usize| (packed(laps.last[place] / 8) * ROW) as u16;
            for (mark, seeds) in (0..marks).flat_map(|mark| (0..SEEDS_HERE as usize).map(move |seeds| (mark, seeds))) {
                let place = packed(lane) * ROW + mark * SEEDS_HERE as usize + seeds;
                told.codes[place] = codes[usize::from(laps::row(mark, lane)) + seeds];
                let sown = usize::from(lane) * SOWN + seeds;
                if told.codes[place] == RELAY && seeds < SOWN && laps.last[sown] / 8 < BOTH {
                    (told.change[place], told.last[place]) = (change(laps, sown), row(laps, sown));
                }
            }
            for seeds in 1..SOWN {
                let sown = usize::from(lane) * SOWN + seeds;
                if lane < SIDE && first.last[sown] / 8 < BOTH {
                    let place = usize::from(lane) * SEEDS_HERE as usize + seeds;
                    told.first[place] = (change(first, sown), row(first, sown));
                }
            }
        }
        told
    }

    /// The first lap of a turn: sows `seeds` seeds from an own lane. `marks` come from [`Packed::marked`].
    #[inline(always)]
    pub fn begin(&self, seen: Seen, marks: u64, lane: u8, seeds: u64) -> Going {
        let (change, row) = self.first[usize::from(lane % SIDE) * SEEDS_HERE as usize + (seeds % SEEDS_HERE) as usize];
        Going { board: board(seen, marks).wrapping_add(change), row: usize::from(row) }
    }

    /// The bits that a marked lane adds to a board.
    pub fn marked(lane: u8, mark: usize) -> u64 {
        if lane % LANES < SIDE { (mark as u64 * SEEDS_HERE) << (8 * packed(lane)) } else { 0 }
    }

    /// Whether all lanes of a track fit.
    pub fn fits(mut track: impl Iterator<Item = u8>) -> bool {
        track.all(|lane| lane % LANES < SIDE)
    }

    /// Sows the next lap if the hole relays. Also returns what it adds to the board; 0 if it does not relay.
    #[inline(always)]
    pub fn lap(&self, at: Going) -> (Going, u64) {
        let place = at.place();
        let change = self.change[place];
        (Going { board: at.board.wrapping_add(change), row: usize::from(self.last[place]) }, change)
    }

    /// What follows the last lap.
    #[inline(always)]
    pub fn code(&self, at: Going) -> u8 {
        self.codes[at.place()]
    }

    /// Sows on, for at most [`LAPS_TOGETHER`] laps.
    #[inline(always)]
    pub fn on(&self, mut at: Going) -> Going {
        for _ in 1..LAPS_TOGETHER {
            let (next, change) = self.lap(at);
            if change == 0 {
                break;
            }
            at = next;
        }
        at
    }

    /// Sows on several turns in parallel, so that no lap waits for another, for at most [`LAPS_TOGETHER`] laps.
    #[inline(always)]
    pub fn all_on<const TURNS: usize>(&self, turns: &mut [Going; TURNS]) {
        for _ in 1..LAPS_TOGETHER {
            let mut changes = 0;
            for at in turns.iter_mut() {
                let change;
                (*at, change) = self.lap(*at);
                changes |= change;
            }
            if changes == 0 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use std::rc::Rc;

    use rand::{RngExt, SeedableRng};

    use super::super::Seen;
    use super::super::face::{How, Turned, lowest};
    use crate::chance::Generator;
    use crate::engine::lanes::{Bytes, Lanes};
    use crate::engine::machine::Machine;

    /// The result of a turn, without the board unless the turn ended.
    fn told(turned: Turned) -> (How, u16, Option<Seen>) {
        let Turned { how, marks, seen } = turned;
        (how, marks, matches!(how, How::Next | How::Again).then_some(seen))
    }

    /// Tests boards on which a few holes hold most of the seeds, and sometimes one hole holds all.
    #[test]
    fn one_word_says_the_same_as_two() {
        let (machine, mut position, round) = Machine::<Bytes<1>, 2>::at_start("krur");
        let seats = machine.seats(&position).unwrap();
        let mut chance = Generator::seed_from_u64(7);
        let (mut turns, mut marked) = (0, 0);
        for number in 0..2000_u64 {
            let (first, ways) = (chance.random_range(0..8), chance.random_range(1..=8));
            let mut seeds = [0_u8; 16];
            (0..32).for_each(|_| seeds[(first + chance.random_range(0..ways)) % 8] += 1);
            position.seeds = Lanes::of_bytes(&seeds);
            let marks: [u8; 2] = chance.random();
            position.marks = [(marks[0] & !marks[1] & 0x55).into(), (marks[1] & 0xaa).into()];
            let packed = seats.faces(&machine, &position, &round, (&Rc::default(), number)).unwrap();
            let mut plain = seats.faces(&machine, &position, &round, (&Rc::default(), number)).unwrap();
            plain.by_player.iter_mut().for_each(|face| face.packed = None);
            for (packed, plain) in packed.by_player.iter().zip(&plain.by_player) {
                assert!(packed.packed.is_some());
                position.to_move = packed.player;
                let seen = seats.sides().seen(&position);
                let holes = packed.holes(seen);
                let all = packed.sow_all(seen, holes);
                let mut left = holes;
                while left != 0 {
                    let hole = lowest(left);
                    left &= left - 1;
                    let turned = told(plain.play::<true>(seen, 0, hole));
                    assert_eq!(told(packed.play::<true>(seen, 0, hole)), turned, "{position:?}");
                    if let Some(all) = &all {
                        assert_eq!(told(packed.turned(all.sown(packed, hole))), turned, "{position:?}");
                    }
                    turns += 1;
                    marked += u32::from(turned.1 != 0);
                }
            }
        }
        assert!(turns > 4000 && marked > 100, "{turns} {marked}");
    }
}
