//! What a board lacks of what rules can ask for.

/// What a board lacks of what rules can ask for. Of a board that is not understood nothing is said.
#[derive(Clone, Debug, Default)]
pub(super) struct Geometry {
    /// It has a single row.
    pub one_row: bool,
    /// No hole lies opposite another.
    pub lacks_opposites: bool,
    /// This hole lies between two of the other player's.
    pub between: Option<String>,
    /// No player has a hole behind another of his.
    pub lacks_depth: bool,
    /// No hole of the same number belongs to the other player of this hole.
    pub unlike: Option<String>,
}
