//! How turns and games end.

use crate::rules::model::Player;
use crate::source::Span;

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// The next player is to move.
    Next,
    /// The same player is to move.
    Again,
    /// The round is decided.
    Decided(Verdict),
}

/// A decision by a rule, without a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player wins.
    Wins(Player),
    /// This player loses, and the others win.
    Loses(Player),
    /// Nobody wins.
    Draw,
}

/// Why a game is over, as far as a search needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Scores are compared.
    Scores,
    /// A rule decides.
    Rule(Verdict),
}

/// How a game, or a round, ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// The condition of the rule that ended it, as the file says it.
    pub reason: String,
    /// Where that rule stands in the rule file.
    pub span: Span,
    /// What each player has, in seeds (or what else `each player scores` counts).
    pub scores: Vec<i64>,
    /// Who won, in ascending order; several where the best scores are equal.
    pub winners: Vec<Player>,
    /// What a rule decided; none where the scores were compared.
    pub verdict: Option<Verdict>,
}

impl Ending {
    /// Why the game is over, as far as a search needs it.
    pub fn decision(&self) -> Decision {
        self.verdict.map_or(Decision::Scores, Decision::Rule)
    }
}
