//! What the move under the cursor would do.

use mancala_rules::rules::model::Cell;

/// What the move under the cursor would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Preview {
    /// Number of steps of the game, and the hole, for which this was looked up.
    pub(super) of: (usize, Cell),
    /// Where the last seed would fall.
    pub(super) falls: Vec<Cell>,
    /// The same in words, with what would be captured.
    pub(super) text: String,
}
