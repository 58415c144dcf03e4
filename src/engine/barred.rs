//! Counts how often rules apply in moves that are tried, and so how many moves a rule bars that makes them illegal.

use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::position::{Position, Round};
use super::runner::{Observe, count};
use super::trouble::Trouble;
use super::turn::Turn;
use super::watch::Notes;

/// Tries all moves of every position in which a player chooses, and counts the rules that apply in them.
pub(super) struct Barred<'m, L: Lanes, const P: usize> {
    machine: &'m Machine<L, P>,
    tried: Vec<u64>,
    children: Vec<Child<L, P>>,
    notes: Notes,
}

impl<'m, L: Lanes, const P: usize> Barred<'m, L, P> {
    pub fn new(machine: &'m Machine<L, P>) -> Self {
        Barred { machine, tried: Vec::new(), children: Vec::with_capacity(32), notes: Notes::default() }
    }

    /// What was counted since the last call, indexed by rule.
    pub fn take(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.tried)
    }
}

impl<L: Lanes, const P: usize> Observe<L, P> for Barred<'_, L, P> {
    fn stands(&mut self, _: &Position<L, P>, _: &Round<L::Mask>, _: bool, _: u64) -> Result<(), Trouble> {
        Ok(())
    }

    fn chooses(&mut self, position: &Position<L, P>, round: &Round<L::Mask>) -> Result<(), Trouble> {
        self.children.clear();
        self.tried.resize(self.machine.tables.rules.len(), 0);
        Turn::between(self.machine, round, position, Some(&mut self.notes)).list(
            position,
            &mut self.children,
            |_, _, _| false,
        )?;
        count(&mut self.notes.told, &mut self.tried);
        Ok(())
    }

    fn decided(&mut self, _: &Position<L, P>, _: &Round<L::Mask>, _: u64) {}

    fn over(&mut self, _: u64) {}
}
