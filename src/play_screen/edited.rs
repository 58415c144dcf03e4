//! The position that is being set up on the screen.

use mancala_engine::game::Position;
use mancala_rules::rules::model::Cell;

/// The position that is being set up.
#[derive(Clone, Debug)]
pub(super) struct Editing {
    pub(super) position: Position,
    /// The hole, the end or the store that is changed.
    pub(super) cell: Cell,
    /// The digits of its number that were typed.
    pub(super) digits: String,
    /// Whether the player was told that the game before is not saved.
    pub(super) warned: bool,
}

impl Editing {
    pub(super) fn new(position: Position, cell: Cell) -> Editing {
        Editing { position, cell, digits: String::new(), warned: false }
    }

    /// Goes to a hole, an end or a store.
    pub(super) fn go(&mut self, cell: Cell) {
        self.cell = cell;
        self.digits.clear();
    }
}
