//! Positions that stood before, in words.

use super::Seen;

/// Positions that stood since the last change that nothing takes back.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Trail {
    /// Those of this game, so many of them, and what is left of earlier ones.
    stood: Vec<Stood>,
    len: usize,
    /// What is marked now.
    pub marks: u64,
    /// So many positions at least stand before one is repeated, unless something else is done than to sow a hole once.
    least: usize,
    /// So many positions are only noted.
    noted: usize,
    /// So many are told apart by their kinds.
    kinds: usize,
    /// The number of the first of them, counted on from game to game.
    first: u64,
    /// For each kind of position the number of the last of that kind plus one.
    last: Box<[u64; KINDS]>,
    /// From this occurrence on a position is repeated; 0 if that does not matter.
    repeats: u32,
}

/// A position that stood.
#[derive(Clone, Copy, Default, Debug)]
struct Stood {
    own: u64,
    others: u64,
    marks: u64,
    /// What was the last one of its kind when it came.
    before: u64,
}

/// Kinds of positions that are told apart before they are compared in full.
const KINDS: usize = 512;

impl Stood {
    #[inline(always)]
    fn kind(&self) -> usize {
        (Seen { own: self.own, others: self.others }.mixed() >> 55) as usize % KINDS
    }

    fn is(&self, other: &Stood) -> bool {
        (self.own, self.others, self.marks) == (other.own, other.others, other.marks)
    }
}

impl Trail {
    /// Nothing has stood yet.
    pub fn new(repeats: u32) -> Self {
        Trail {
            stood: vec![Stood::default(); KINDS],
            len: 0,
            marks: 0,
            least: 0,
            noted: 0,
            kinds: 0,
            first: 0,
            last: Box::new([0; KINDS]),
            repeats,
        }
    }

    /// Whether it matters what stood before.
    pub fn matters(&self) -> bool {
        self.repeats != 0
    }

    /// Another game begins. A position comes back after so many plies at the earliest, in which holes are sown once.
    pub fn begin(&mut self, period: usize) {
        self.least = period.saturating_mul(self.repeats.saturating_sub(1) as usize).min(KINDS - 1);
        self.clear();
    }

    /// What stood before cannot come back.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.first += self.len as u64;
        (self.len, self.kinds, self.noted) = (0, 0, self.least);
    }

    /// Something else was done than to sow a hole once.
    pub fn disturb(&mut self) {
        self.noted = 0;
    }

    /// Counts a position; tells whether it is repeated now.
    pub fn stands(&mut self, own: u64, others: u64, player: u8) -> bool {
        !self.stands_apart(own, others, player) && self.is_repeated()
    }

    /// Counts a position; tells whether it is surely not repeated. If not, that has to be asked before another stands.
    #[inline(always)]
    pub fn stands_apart(&mut self, own: u64, others: u64, player: u8) -> bool {
        if let Some(place) = self.stood.get_mut(self.len) {
            // word by word: what is written in parts and then moved as a whole has to reach memory first; what lies on
            // the sides differs from its complement: no board holds so many seeds
            place.own = own ^ u64::from(player).wrapping_neg();
            place.others = others;
            place.marks = self.marks;
        }
        self.len += 1;
        // no more are noted than there are places
        self.len <= self.noted
            || self.len < self.stood.len() && self.kinds + 1 == self.len && self.sort_next() <= self.first
    }

    /// Whether the last position that stood is repeated.
    #[inline(never)]
    pub fn is_repeated(&mut self) -> bool {
        if self.len >= self.stood.len() {
            self.stood.push(Stood::default());
        }
        if self.len <= self.noted {
            return false;
        }
        while self.kinds < self.len {
            self.sort_next();
        }
        let now = &self.stood[self.len - 1];
        let (mut times, mut before) = (1, now.before);
        while before > self.first
            && let Some(stood) = self.stood.get((before - self.first) as usize - 1)
        {
            times += u32::from(stood.is(now));
            before = stood.before;
        }
        times >= self.repeats
    }

    /// Sorts the next position; tells which was the last one of its kind.
    #[inline(always)]
    fn sort_next(&mut self) -> u64 {
        let Some(stood) = self.stood.get_mut(self.kinds) else { return 0 };
        self.kinds += 1;
        stood.before = std::mem::replace(&mut self.last[stood.kind()], self.first + self.kinds as u64);
        stood.before
    }
}
