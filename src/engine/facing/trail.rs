//! Repetition of positions, in words.

use super::Seen;

/// The positions since the last irreversible change.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Trail {
    /// The first `len` positions are those of this game; the rest is left from earlier ones.
    stood: Vec<Stood>,
    len: usize,
    /// The current marks.
    pub marks: u64,
    /// Smallest number of positions before one counts as repeated, as long as each ply sows one lap.
    least: usize,
    /// Number of positions that are stored without being compared.
    noted: usize,
    /// Number of positions that are linked by kind.
    kinds: usize,
    /// Number of the first position. Numbers continue from game to game.
    first: u64,
    /// For each kind, the number of the last position of that kind, plus one.
    last: Box<[u64; KINDS]>,
    /// The occurrence, counted from 1, from which on a position counts as repeated; 0 if repetition does not matter.
    repeats: u32,
}

/// A position that occurred.
#[derive(Clone, Copy, Default, Debug)]
struct Stood {
    own: u64,
    others: u64,
    marks: u64,
    /// The previous value of `last` for its kind: links positions of one kind.
    before: u64,
}

/// Number of kinds, into which positions are hashed before they are compared in full.
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
    /// An empty trail.
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

    /// Whether repetition matters.
    pub fn matters(&self) -> bool {
        self.repeats != 0
    }

    /// Starts another game, in which a position can recur after `period` plies at the earliest while each ply sows one
    /// lap.
    pub fn begin(&mut self, period: usize) {
        self.least = period.saturating_mul(self.repeats.saturating_sub(1) as usize).min(KINDS - 1);
        self.clear();
    }

    /// Forgets all positions: none of them can recur.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.first += self.len as u64;
        (self.len, self.kinds, self.noted) = (0, 0, self.least);
    }

    /// Notes that a ply did something other than sow one lap.
    pub fn disturb(&mut self) {
        self.noted = 0;
    }

    /// Adds a position. Returns whether it counts as repeated.
    pub fn stands(&mut self, own: u64, others: u64, player: u8) -> bool {
        !self.stands_apart(own, others, player) && self.is_repeated()
    }

    /// Adds a position. Returns true if it is certainly not repeated. If false, call [`Trail::is_repeated`] before
    /// adding another one.
    #[inline(always)]
    pub fn stands_apart(&mut self, own: u64, others: u64, player: u8) -> bool {
        if let Some(place) = self.stood.get_mut(self.len) {
            // written word by word, since moving a whole value just written in parts would stall; the complement
            // encodes the player, because no board holds enough seeds to equal the complement of another
            place.own = own ^ u64::from(player).wrapping_neg();
            place.others = others;
            place.marks = self.marks;
        }
        self.len += 1;
        // `noted` never exceeds the number of places
        self.len <= self.noted
            || self.len < self.stood.len() && self.kinds + 1 == self.len && self.sort_next() <= self.first
    }

    /// Whether the last position counts as repeated.
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

    /// Links the next position by kind. Returns the number of the previous one of its kind, plus one.
    #[inline(always)]
    fn sort_next(&mut self) -> u64 {
        let Some(stood) = self.stood.get_mut(self.kinds) else { return 0 };
        self.kinds += 1;
        stood.before = std::mem::replace(&mut self.last[stood.kind()], self.first + self.kinds as u64);
        stood.before
    }
}
