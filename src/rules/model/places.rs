//! Players and places, by number, and how places are counted.

/// A player by index: 0 is South and has the first turn, the others follow counterclockwise.
pub type Player = usize;

/// A place that holds seeds: the holes by rows from South's side, each from the left as South sees it
/// (`row * columns + column`); then the left and the right end, if the board has ends; then a store for each player.
pub type Cell = usize;

/// From where the number of a hole is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedFrom {
    /// Along its row, from the left of the player on whose side it lies.
    OwnersLeft,
    /// Along its row, from his right.
    OwnersRight,
    /// Along its column, from the border of the sides, his holes alone.
    Border,
}
