//! What several of the engines written by hand need: boards of bytes, draws among up to sixteen holes, and a look-out
//! for sowing that never ends.

use std::hint::select_unpredictable;

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// One in each byte.
pub const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
pub const HIGHEST: u64 = ONES << 7;
/// Players take turns: then a position stands for the third time after so many plies at the earliest.
pub const FIRST_THIRD: usize = 4;
/// So many laps of a turn are taken for endless.
const MOST_LAPS: u32 = 2_000;
/// A turn of fewer laps is not looked at: nearly all of them end.
const FEW_LAPS: u32 = 64;

/// One in each byte that holds more than `seeds`. No byte holds more than 128.
#[inline(always)]
pub const fn above(bytes: u64, seeds: u64) -> u64 {
    ((bytes + ONES * (0x7f - seeds)) >> 7) & ONES
}

/// One in each byte that is not empty, whatever it holds.
#[inline(always)]
pub const fn occupied(bytes: u64) -> u64 {
    ((((bytes & !HIGHEST) + !HIGHEST) | bytes) >> 7) & ONES
}

/// The sum of all bytes, which must be below 256.
#[inline(always)]
pub const fn sum(bytes: u64) -> u64 {
    bytes.wrapping_mul(ONES) >> 56
}

/// Sixteen bytes: the sets and boards of games of two rows a side, and others. A place on it is given as a shift, the
/// eighth part of which is the number of its byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Bytes 0 to 7.
    pub low: u64,
    /// Bytes 8 to 15.
    pub high: u64,
}

impl Bytes {
    /// The board with these bytes.
    pub const fn new(bytes: [u8; 16]) -> Bytes {
        let (mut low, mut high) = (0, 0);
        let mut byte = 0;
        while byte < 8 {
            low |= (bytes[byte] as u64) << (8 * byte);
            high |= (bytes[byte + 8] as u64) << (8 * byte);
            byte += 1;
        }
        Bytes { low, high }
    }

    /// What lies at a shift, and above it in the same half.
    #[inline(always)]
    pub fn from(self, at: usize) -> u64 {
        (if at & 64 == 0 { self.low } else { self.high }) >> (at & 63)
    }

    /// What lies in a hole.
    #[inline(always)]
    pub fn at(self, at: usize) -> usize {
        (self.from(at) & 0xff) as usize
    }

    /// The board with so many seeds more.
    #[inline(always)]
    pub fn plus(self, change: Bytes) -> Bytes {
        Bytes { low: self.low.wrapping_add(change.low), high: self.high.wrapping_add(change.high) }
    }

    /// The board with so many seeds more in a hole.
    #[inline(always)]
    pub fn more(self, at: usize, seeds: u64) -> Bytes {
        self.less(at, seeds.wrapping_neg())
    }

    /// The board without seeds that lie from a shift on.
    #[inline(always)]
    pub fn less(self, at: usize, seeds: u64) -> Bytes {
        let seeds = seeds << (at & 63);
        let (low, high) = if at & 64 == 0 { (seeds, 0) } else { (0, seeds) };
        Bytes { low: self.low.wrapping_sub(low), high: self.high.wrapping_sub(high) }
    }

    /// The bytes in the order from the last to the first.
    #[inline(always)]
    pub fn turned(self) -> Bytes {
        Bytes { low: self.high.swap_bytes(), high: self.low.swap_bytes() }
    }

    /// One in each byte that holds more than `seeds`.
    #[inline(always)]
    pub fn above(self, seeds: u64) -> Bytes {
        Bytes { low: above(self.low, seeds), high: above(self.high, seeds) }
    }
}

/// The sowing of up to 63 seeds round a ring of up to sixteen holes, each given as a shift, the first seed after a
/// hole. The index is eight times the shift, and the number of seeds.
pub struct Sowings {
    /// What is sown.
    pub sown: [Bytes; 1024],
    /// The hole of the last seed.
    pub last: [u8; 1024],
}

/// The sowings round a ring of holes, given as numbers of bytes.
pub const fn sowings<const HOLES: usize>(ring: [u8; HOLES]) -> Sowings {
    let mut all = Sowings { sown: [Bytes { low: 0, high: 0 }; 1024], last: [0; 1024] };
    let mut hole = 0;
    while hole < HOLES {
        let first = 64 * ring[hole] as usize;
        let (mut bytes, mut at, mut seeds) = ([0; 16], hole, 0);
        while seeds < 64 {
            all.sown[first + seeds] = Bytes::new(bytes);
            all.last[first + seeds] = 8 * ring[at];
            at = (at + 1) % HOLES;
            bytes[ring[at] as usize] += 1;
            seeds += 1;
        }
        hole += 1;
    }
    all
}

impl Iterator for Bytes {
    type Item = usize;

    /// Takes the first hole out of a set, which has a one in each of its holes.
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let (half, start) = if self.low == 0 { (&mut self.high, 64) } else { (&mut self.low, 0) };
        let hole = half.trailing_zeros() as usize + start;
        if *half == 0 {
            return None;
        }
        *half &= *half - 1;
        Some(hole)
    }
}

/// Draws a number below `count`.
#[inline(always)]
pub fn draw_below(rng: &mut Xoshiro256PlusPlus, count: u64) -> u64 {
    (u64::from(rng.next_u32()) * count) >> 32
}

/// Whether some more ways to play, which are added to those counted, take the place of the ways kept so far.
#[inline(always)]
pub fn keeps(rng: &mut Xoshiro256PlusPlus, counted: &mut u64, more: u64) -> bool {
    *counted += more;
    more == *counted || draw_below(rng, *counted) < more
}

/// The way that is kept of so many, which are counted one by one.
#[inline(always)]
pub fn kept_of(rng: &mut Xoshiro256PlusPlus, ways: u64) -> usize {
    let (mut kept, mut counted) = (0, 0);
    for way in 0..ways {
        kept = select_unpredictable(keeps(rng, &mut counted, 1), way, kept);
    }
    kept as usize
}

/// The shift of the one in a set of bytes before which `index` others stand.
#[inline(always)]
pub fn nth(ones: u64, index: u64) -> usize {
    // so many ones up to and with each byte
    let counts = ones.wrapping_mul(ONES);
    ((((counts | HIGHEST) - (index + 1) * ONES) & HIGHEST).trailing_zeros() & 0x78) as usize
}

/// The shift of the one in a set of sixteen bytes before which `index` others stand.
#[inline(always)]
pub fn nth_of(ones: Bytes, index: u64) -> usize {
    let low = sum(ones.low);
    let (half, index, start) = if index < low { (ones.low, index, 0) } else { (ones.high, index - low, 64) };
    nth(half, index) + start
}

/// The one of a byte before which `index` others stand, as a number: by the byte and the index.
static ONE_OF: [[u8; 8]; 256] = one_of();

const fn one_of() -> [[u8; 8]; 256] {
    let mut all = [[0; 8]; 256];
    let mut set = 0_usize;
    while set < 256 {
        let (mut bit, mut index) = (0, 0);
        while bit < 8 {
            if set >> bit & 1 == 1 {
                all[set][index] = bit;
                index += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    all
}

/// The bit of a set before which `index` others stand.
#[inline(always)]
pub fn nth_bit(set: u32, index: u32) -> u32 {
    let pairs = set - (set >> 1 & 0x5555_5555);
    let fours = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    // so many ones up to and with each byte
    let counts = ((fours + (fours >> 4)) & 0x0f0f_0f0f).wrapping_mul(0x0101_0101);
    let byte = (((counts | 0x8080_8080) - (index + 1) * 0x0101_0101) & 0x8080_8080).trailing_zeros() & 0x18;
    let before = (counts << 8) >> byte & 0xff;
    byte + u32::from(ONE_OF[(set >> byte & 0xff) as usize][(index - before) as usize & 7])
}

/// Looks out for a turn that never ends: Brent's way, which keeps one state and compares later ones with it.
pub struct Lookout<T> {
    laps: u32,
    /// The state after the lap before which the count was doubled last.
    kept: Option<T>,
}

impl<T> Default for Lookout<T> {
    /// At the start of a turn.
    #[inline(always)]
    fn default() -> Self {
        Lookout { laps: 0, kept: None }
    }
}

impl<T: PartialEq> Lookout<T> {
    /// Whether the turn never ends, told by the state after a lap.
    #[inline(always)]
    pub fn sees_no_end(&mut self, state: impl FnOnce() -> T) -> bool {
        self.laps += 1;
        self.laps >= FEW_LAPS && self.stood(state())
    }

    #[cold]
    #[inline(never)]
    fn stood(&mut self, state: T) -> bool {
        if self.laps > MOST_LAPS || self.kept.as_ref() == Some(&state) {
            return true;
        }
        if self.laps.is_power_of_two() {
            self.kept = Some(state);
        }
        false
    }
}
