//! What a search found out about positions, remembered for when they are met again.

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// How far a value can be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Some line was not followed to the end of the game.
    pub cut: bool,
    /// Some line came back to a position that had stood before, so that it counts how the position was come to.
    pub circles: bool,
}

impl Reach {
    /// Both.
    pub fn and(self, other: Reach) -> Reach {
        Reach { cut: self.cut || other.cut, circles: self.circles || other.circles }
    }

    /// Whether it holds however the position was come to, and however far is searched.
    pub fn is_final(self) -> bool {
        !self.cut && !self.circles
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub value: i32,
    /// The best move, or the one that refuted the move before, by index.
    pub best: u16,
    /// How many plies it was searched.
    pub depth: u8,
    pub bound: Bound,
    pub reach: Reach,
}

/// A table of so many positions, a power of two; a new position takes the place of another.
pub(super) struct Transpositions {
    entries: Vec<Option<Entry>>,
    mask: usize,
}

impl Transpositions {
    /// A table for about so many positions.
    pub fn new(positions: usize) -> Transpositions {
        let size = positions.next_power_of_two().max(2);
        Transpositions { entries: vec![None; size], mask: size - 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// What is known of the position of a key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let at = key as usize & self.mask;
        let known = [self.entries[at], self.entries[at ^ 1]];
        known.into_iter().flatten().find(|entry| entry.key == key)
    }

    /// Remembers a position. Of two places it takes its own, or that of the position that was searched less.
    pub fn put(&mut self, key: u64, value: i32, best: usize, depth: u32, bound: Bound, reach: Reach) {
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        let best = u16::try_from(best).unwrap_or(u16::MAX);
        let at = key as usize & self.mask;
        let worth = |entry: &Option<Entry>| match entry {
            None => -2,
            Some(entry) if entry.key == key => -1,
            Some(entry) => i32::from(entry.depth) + if entry.reach.is_final() { 2 } else { 0 },
        };
        // the second place is always free for what is new
        let place = match (worth(&self.entries[at]), worth(&self.entries[at ^ 1])) {
            (first, -1) if first != -1 => at ^ 1,
            (first, _) if first <= i32::from(depth) => at,
            _ => at ^ 1,
        };
        self.entries[place] = Some(Entry { key, value, best, depth, bound, reach });
    }
}
