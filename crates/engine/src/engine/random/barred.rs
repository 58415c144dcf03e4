//! Counts how often rules apply in moves that are tried, and so how many moves a rule bars that makes them illegal.

use super::super::lanes::Lanes;
use super::super::position::{Position, Round};
use super::super::trouble::Trouble;
use super::super::watch::Notes;
use super::runner::{Observe, count};

/// Counts the rules that apply in the moves that are tried in every position in which a player chooses.
pub(super) struct Barred {
    tried: Vec<u64>,
    notes: Notes,
}

impl Barred {
    /// Nothing is counted yet; `rules` is the number of rules.
    pub fn new(rules: usize) -> Self {
        Barred { tried: vec![0; rules], notes: Notes::default() }
    }

    /// What was counted since the last call, indexed by rule.
    pub fn take(&mut self) -> Vec<u64> {
        let rules = self.tried.len();
        std::mem::replace(&mut self.tried, vec![0; rules])
    }
}

impl<L: Lanes, const P: usize> Observe<L, P> for Barred {
    fn notes(&mut self) -> Option<&mut Notes> {
        Some(&mut self.notes)
    }

    fn stands(&mut self, _: &Position<L, P>, _: &Round<L::Mask>, _: bool, _: u64) -> Result<(), Trouble> {
        Ok(())
    }

    fn chooses(&mut self, _: &Position<L, P>, _: &Round<L::Mask>) -> Result<(), Trouble> {
        count(&mut self.notes.told, &mut self.tried);
        Ok(())
    }

    fn decided(&mut self, _: &Position<L, P>, _: &Round<L::Mask>, _: u64) {}

    fn over(&mut self, _: u64) {}
}
