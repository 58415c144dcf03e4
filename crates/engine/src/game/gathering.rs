//! What the rule that ends a game gathers from the board.

use mancala_rules::rules::model::{Board, Cell};
use mancala_rules::source::Span;

use super::{Ending, Position};

/// The last seeds of a game or a round, gathered by the rule that ended it: a step of its own between the last turn and
/// the result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gathering {
    /// Text of the condition of the rule, from the rule file.
    pub reason: String,
    /// Bytes of that rule in the rule file.
    pub span: Span,
    /// The board before: as the last turn left it.
    pub before: Position,
    /// What each player had won before.
    pub won_before: Vec<i64>,
    /// Holes that changed, and the number of seeds that each lost; below 0 if it gained some.
    pub taken: Vec<(Cell, i64)>,
    /// Seeds that each player's store gained; below 0 if it lost some.
    pub gained: Vec<i64>,
}

impl Gathering {
    /// What happened between the last turn and the end of a game; `None` if nothing on the board changed.
    pub fn between(
        board: &Board,
        (before, won_before): (Position, Vec<i64>),
        after: &Position,
        ending: &Ending,
    ) -> Option<Gathering> {
        let lost = |cell: Cell| before.seeds[cell] - after.seeds[cell];
        let taken: Vec<(Cell, i64)> = (0..board.cells())
            .filter(|cell| !board.stores.contains(cell))
            .map(|cell| (cell, lost(cell)))
            .filter(|(_, seeds)| *seeds != 0)
            .collect();
        let gained: Vec<i64> = board.stores.iter().map(|store| -lost(*store)).collect();
        let same = (&before.seeds, &before.marks, &before.closed, &before.locked, &before.owner, before.pot)
            == (&after.seeds, &after.marks, &after.closed, &after.locked, &after.owner, after.pot);
        let (reason, span) = (ending.reason.clone(), ending.span);
        (!same).then_some(Gathering { reason, span, before, won_before, taken, gained })
    }
}
