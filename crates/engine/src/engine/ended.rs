//! How a game ended.

use super::moves::{Decided, End, Verdict};
use crate::game::{self, Decision};
use crate::tables::RuleId;

/// How a game ended: the rule (`None` for an endless sowing), and the verdict (`None` if scores decide).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    pub rule: Option<RuleId>,
    pub verdict: Option<Verdict>,
}

impl End {
    /// How the game ended, if the turn decided it.
    pub(super) fn decided(self) -> Option<Ended> {
        match self {
            End::Decided(Decided { verdict, rule }) => Some(Ended { rule, verdict: Some(verdict) }),
            End::Over(rule) => Some(Ended { rule: Some(rule), verdict: None }),
            End::Next | End::Again => None,
        }
    }
}

impl Ended {
    /// What decides the game, in the form that a search needs.
    pub fn decision(self) -> Decision {
        match self.verdict {
            None => Decision::Scores,
            Some(Verdict::Wins(player)) => Decision::Rule(game::Verdict::Wins(usize::from(player))),
            Some(Verdict::Loses(player)) => Decision::Rule(game::Verdict::Loses(usize::from(player))),
            Some(Verdict::Draw) => Decision::Rule(game::Verdict::Draw),
        }
    }

    /// The only winner, if there is just one, given the scores.
    pub fn winner<T: Ord + Copy>(&self, scores: &[T]) -> Option<usize> {
        if self.verdict.is_some() {
            let winners = self.winners(scores);
            return if winners.len() == 1 { winners.first().copied() } else { None };
        }
        let best = scores.iter().max()?;
        let mut winners = scores.iter().enumerate().filter(|(_, score)| *score == best).map(|(winner, _)| winner);
        winners.next().filter(|_| winners.next().is_none())
    }

    /// The winners, given the scores.
    pub fn winners<T: Ord + Copy>(&self, scores: &[T]) -> Vec<usize> {
        let players = 0..scores.len();
        match self.verdict {
            Some(Verdict::Wins(winner)) => vec![usize::from(winner)],
            Some(Verdict::Loses(loser)) => players.filter(|player| *player != usize::from(loser)).collect(),
            Some(Verdict::Draw) => players.collect(),
            None => {
                let best = scores.iter().max();
                players.filter(|player| Some(&scores[*player]) == best).collect()
            }
        }
    }
}

/// A random game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finished<const P: usize> {
    pub plies: u64,
    pub passes: u64,
    /// How it ended.
    pub ended: Ended,
    pub scores: [i32; P],
}
