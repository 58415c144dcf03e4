//! The transposition table: what a search found out about positions, kept for when it meets them again.

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// They are equal.
    Exact,
    /// The true value is this or more.
    AtLeast,
    /// The true value is this or less.
    AtMost,
}

/// How far a value can be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Some line was cut off before the end of the game.
    pub cut: bool,
    /// Some line repeated an earlier position, so that the value depends on how the position was reached.
    pub circles: bool,
}

impl Reach {
    /// Reach of a value that depends on both.
    pub fn and(self, other: Reach) -> Reach {
        Reach { cut: self.cut || other.cut, circles: self.circles || other.circles }
    }

    /// Whether the value holds at any depth and however the position is reached.
    pub fn is_final(self) -> bool {
        !self.cut && !self.circles
    }
}

/// What the table stores for a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub value: i32,
    /// Index of the best move, or of the move that caused a cutoff.
    pub best: u16,
    /// Depth of the search, in plies.
    pub depth: u8,
    pub bound: Bound,
    pub reach: Reach,
}

/// A table of fixed size, a power of two. New positions replace old ones.
pub(super) struct Transpositions {
    entries: Vec<Option<Entry>>,
    mask: usize,
}

impl Transpositions {
    /// A table for about `positions` positions.
    pub fn new(positions: usize) -> Transpositions {
        let size = positions.next_power_of_two().max(2);
        Transpositions { entries: vec![None; size], mask: size - 1 }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// The entry of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let at = key as usize & self.mask;
        let known = [self.entries[at], self.entries[at ^ 1]];
        known.into_iter().flatten().find(|entry| entry.key == key)
    }

    /// Stores a position in one of two entries: that of the position itself, else the one searched less deeply.
    pub fn put(&mut self, key: u64, value: i32, best: usize, depth: u32, bound: Bound, reach: Reach) {
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        let best = u16::try_from(best).unwrap_or(u16::MAX);
        let at = key as usize & self.mask;
        let worth = |entry: &Option<Entry>| match entry {
            None => -2,
            Some(entry) if entry.key == key => -1,
            Some(entry) => i32::from(entry.depth) + if entry.reach.is_final() { 2 } else { 0 },
        };
        // the second entry can always be replaced
        let place = match (worth(&self.entries[at]), worth(&self.entries[at ^ 1])) {
            (first, -1) if first != -1 => at ^ 1,
            (first, _) if first <= i32::from(depth) => at,
            _ => at ^ 1,
        };
        self.entries[place] = Some(Entry { key, value, best, depth, bound, reach });
    }
}
