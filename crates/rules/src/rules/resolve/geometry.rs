//! What rules may ask of a board, and what it lacks.

/// The size of a board, rows and columns.
pub(super) type Size = (usize, usize);

/// What rules may ask of a board, and what it lacks. All fields stay empty if the board is not understood.
#[derive(Clone, Debug, Default)]
pub(super) struct Geometry {
    /// Rows and columns.
    pub size: Option<Size>,
    /// Two players have whole rows, so that the rows of a drawn board stand after their names.
    pub rows_are_sides: bool,
    /// Each player can mark a hole that others have marked.
    pub marks_by_each: bool,
    /// Whether a hole or an end is nobody's; `None` if the board is not understood.
    pub has_nobodys: Option<bool>,
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
