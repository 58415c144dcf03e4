//! A position of the engine as programs that learn observe it.

use mancala_rules::rules::model::{Cell, Player, Way};

use super::lanes::Lanes;
use super::machine::Machine;
use super::position::{Position, Round};
use crate::game::Observed;
use crate::tables::{Mask, NOWHERE, Slot};

/// A position of the engine, as it is observed.
pub(super) struct Seen<'a, L: Lanes, const P: usize> {
    pub machine: &'a Machine<L, P>,
    pub position: &'a Position<L, P>,
    pub round: &'a Round<L::Mask>,
}

impl<L: Lanes, const P: usize> Seen<'_, L, P> {
    #[inline(always)]
    fn slot(&self, cell: Cell) -> Slot {
        self.machine.tables.layout.slot_of[cell]
    }
}

impl<L: Lanes, const P: usize> Observed for Seen<'_, L, P> {
    #[inline(always)]
    fn seeds(&self, cell: Cell) -> i64 {
        i64::from(self.position.held(self.slot(cell), self.machine.lanes))
    }

    fn marked(&self, cell: Cell, player: Player) -> bool {
        self.position.marks[player].has(self.slot(cell))
    }

    fn closed(&self, cell: Cell) -> bool {
        self.round.closed.has(self.slot(cell))
    }

    fn locked(&self, cell: Cell) -> bool {
        self.position.locked.has(self.slot(cell))
    }

    fn pot(&self) -> i64 {
        i64::from(self.position.pot)
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        self.position.mover()
    }

    fn lot(&self) -> Player {
        self.round.lot
    }

    fn last_turn(&self) -> Option<[Cell; 2]> {
        let (played, reached) = (self.position.played, self.position.reached);
        let cell = |slot: Slot| self.machine.tables.layout.cell_of[usize::from(slot)];
        (played != NOWHERE).then(|| [cell(played), cell(reached)])
    }

    fn last_way(&self, player: Player) -> Option<Way> {
        Way::BOTH.into_iter().find(|way| self.position.last_went(player, *way))
    }

    fn turns(&self, player: Player) -> u32 {
        self.position.turns[player]
    }
}
