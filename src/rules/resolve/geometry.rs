//! What a board lacks that rules may ask for.

/// What a board lacks that rules may ask for. All fields stay empty if the board is not understood.
#[derive(Clone, Debug, Default)]
pub(super) struct Geometry {
    /// The board has only one row.
    pub one_row: bool,
    /// The board has no holes at its ends.
    pub lacks_ends: bool,
    /// No hole has an opposite hole.
    pub lacks_opposites: bool,
    /// A hole that lies between two holes of the other player.
    pub between: Option<String>,
    /// No player has one hole behind another.
    pub lacks_depth: bool,
    /// A hole for which the other player has no hole of the same number.
    pub unlike: Option<String>,
}
