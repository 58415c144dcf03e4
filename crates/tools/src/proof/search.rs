//! Searches for a situation in which several goals hold at once.

use super::ask::{Known, Open};
use super::world::{Situation, Var, World};

/// A condition that must hold.
pub type Goal<'a> = Box<dyn Fn(&Situation) -> Known<bool> + 'a>;

/// Most situations to look at before a search is given up.
const MOST_LOOKED_AT: usize = 20_000;

/// Result of a search.
#[derive(Clone, Debug)]
pub enum Found {
    /// No goal is false in this situation; goals that a situation cannot settle are left open.
    Situation(Box<Situation>),
    /// There is no such situation: proved.
    None,
    /// The search reached its limit, or was stopped.
    GivenUp,
}

impl World<'_> {
    /// Looks for a situation within `from` in which all goals hold and the cells together hold between `seeds.0` and
    /// `seeds.1` seeds. Splits first on what the first goals ask, so put goals that contradict each other first.
    pub fn find(&self, from: Situation, seeds: (i64, i64), goals: &[&Goal<'_>]) -> Found {
        let mut open = vec![from];
        let mut looked_at = 0;
        while let Some(mut situation) = open.pop() {
            looked_at += 1;
            if looked_at > MOST_LOOKED_AT || self.stop.is_stopped() {
                self.gave_up.set(true);
                return Found::GivenUp;
            }
            match self.next_split(&situation, goals) {
                Some(Ok((var, mask))) => {
                    let mut other = situation.clone();
                    if self.restrict(&mut other, var, !mask) && self.adds_up(&other, var, seeds) {
                        open.push(other);
                    }
                    if self.restrict(&mut situation, var, mask) && self.adds_up(&situation, var, seeds) {
                        open.push(situation);
                    }
                }
                Some(Err(())) => {}
                None => return Found::Situation(Box::new(situation)),
            }
        }
        Found::None
    }

    /// The next variable to split on. `None` if no goal is false and no split helps; an error if a goal is false.
    fn next_split(&self, situation: &Situation, goals: &[&Goal<'_>]) -> Option<Result<(Var, u64), ()>> {
        let mut split: Option<(Var, u64)> = None;
        for goal in goals {
            match goal(situation) {
                Ok(true) | Err(Open::Either) => {}
                Ok(false) => return Some(Err(())),
                // split on facts before seeds of holes: they have fewer values
                Err(Open::Split(var, mask)) => {
                    if split.is_none_or(|(known, _)| known.is_of_a_cell() && !var.is_of_a_cell()) {
                        split = Some((var, mask));
                    }
                }
            }
        }
        split.map(Ok)
    }

    /// Whether the cells can still hold the right number of seeds after a variable was split.
    fn adds_up(&self, situation: &Situation, var: Var, seeds: (i64, i64)) -> bool {
        if !matches!(var, Var::Seeds(_)) {
            return true;
        }
        let (least, most) = self.total(situation);
        least <= seeds.1 && seeds.0 <= most
    }
}
