//! A solved layer: the values of its positions, and their statistics.

/// What endless play is worth in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Circling {
    /// No endless play affects a value.
    #[default]
    Never,
    /// The rules define it, the same on every path.
    Told,
    /// The rules define it by the repeated position. Seeds left in play count for nobody.
    ByPath,
    /// The rules do not define it. Seeds left in play count for nobody.
    Untold,
}

impl Circling {
    /// Whether the values of such a layer are the same on every path.
    pub(super) fn is_settled(self) -> bool {
        matches!(self, Circling::Never | Circling::Told)
    }
}

/// Number of positions of a layer by their value to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// The player to move gets more.
    pub won: u64,
    /// Both get the same.
    pub even: u64,
    /// The opponent gets more.
    pub lost: u64,
    /// Number of all these whose value is that of endless play, or bounded by it: neither player can force another.
    pub cyclic: u64,
}

/// A solved layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Value of each position to the player to move, in seeds from then on.
    pub values: Vec<i8>,
    /// Statistics of the values.
    pub counts: Counts,
    /// What endless play is worth in the layer.
    pub circling: Circling,
    /// Whether it is known that no value of this layer or of one that it leads to depends on a convention about endless play.
    pub settled: bool,
    /// Number of passes over the layer.
    pub passes: u32,
    /// Largest size in bytes of the lists of open positions.
    pub listed: u64,
    /// Number of bytes that ranks sent each other.
    pub exchanged: u64,
}
