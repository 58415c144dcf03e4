//! A layer solved: the values of its positions, and what is counted of them.

/// What endless play is worth in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Circling {
    /// There is none that matters.
    #[default]
    Never,
    /// The rules say what it is worth, the same on every path.
    Told,
    /// The rules say so by the position that comes back; what is left counts for nobody.
    ByPath,
    /// The rules say nothing; what is left counts for nobody.
    Untold,
}

/// How many positions of a layer are worth what to the player to move, from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// More for him.
    pub won: u64,
    /// As much for both.
    pub even: u64,
    /// More for the other.
    pub lost: u64,
    /// Of them those whose value is that of endless play, or bounded by it: neither player can force another.
    pub cyclic: u64,
}

/// A layer solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// What every position is worth to the player to move, seeds from then on.
    pub values: Vec<i8>,
    /// Counted.
    pub counts: Counts,
    /// What endless play is worth.
    pub circling: Circling,
    /// How often the layer was gone through.
    pub passes: u32,
    /// Bytes of the lists of open positions when they were longest.
    pub listed: u64,
}
