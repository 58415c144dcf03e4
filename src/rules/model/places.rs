//! Players and cells by number, and how holes are counted.

/// A player by index, from 0. South is 0 and has the first turn; the others follow counterclockwise.
pub type Player = usize;

/// A cell by index: a hole, an end or a store. The holes come first, row by row from South's side, each row from
/// South's left (`row * columns + column`). Then come the left and the right end, if the board has ends, and one store
/// for each player.
pub type Cell = usize;

/// Where counting starts for the number of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedFrom {
    /// Along the row, from the left of the hole's owner.
    OwnersLeft,
    /// Along the row, from the right of the hole's owner.
    OwnersRight,
    /// Along the column, from the border of the sides; only the owner's holes count.
    Border,
}
