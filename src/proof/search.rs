//! Looks for a situation in which several things are true at once.

use super::ask::{Known, Open};
use super::world::{Situation, Var, World};

/// Something that is to be true.
pub type Goal<'a> = Box<dyn Fn(&Situation) -> Known<bool> + 'a>;

/// So many situations are looked at before a search is given up.
const MOST_LOOKED_AT: usize = 20_000;

/// What a search came to.
#[derive(Clone, Debug)]
pub enum Found {
    /// All goals are true in it, or may be: what the situation cannot say exactly is left open.
    Situation(Box<Situation>),
    /// There is none: proved.
    None,
    /// The bound was reached.
    GivenUp,
}

impl World<'_> {
    /// Looks for a situation within `from` in which all goals are true, and in which so few and so many seeds lie in all
    /// cells together. What the first goals ask is told apart first: those that contradict each other come first.
    pub fn find(&self, from: Situation, seeds: (i64, i64), goals: &[&Goal<'_>]) -> Found {
        let mut open = vec![from];
        let mut looked_at = 0;
        while let Some(mut situation) = open.pop() {
            looked_at += 1;
            if looked_at > MOST_LOOKED_AT {
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

    /// What is to be told apart next; none if no goal is false and none can be told more exactly; an error if one is false.
    fn next_split(&self, situation: &Situation, goals: &[&Goal<'_>]) -> Option<Result<(Var, u64), ()>> {
        let mut split: Option<(Var, u64)> = None;
        for goal in goals {
            match goal(situation) {
                Ok(true) | Err(Open::Either) => {}
                Ok(false) => return Some(Err(())),
                // facts of the turn before what lies in holes: there are fewer of them
                Err(Open::Split(var, mask)) => {
                    if split.is_none_or(|(known, _)| known.is_of_a_cell() && !var.is_of_a_cell()) {
                        split = Some((var, mask));
                    }
                }
            }
        }
        split.map(Ok)
    }

    /// Whether the seeds can be as many in all, after something was told apart.
    fn adds_up(&self, situation: &Situation, var: Var, seeds: (i64, i64)) -> bool {
        if !matches!(var, Var::Seeds(_)) {
            return true;
        }
        let (least, most) = self.total(situation);
        least <= seeds.1 && seeds.0 <= most
    }
}
