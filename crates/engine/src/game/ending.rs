//! How turns and games end.

use mancala_rules::rules::model::Player;
use mancala_rules::source::Span;

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// The next player is to move.
    Next,
    /// The player who moved is to move again.
    Again,
    /// The round, or the game, is decided by a rule.
    Decided(Verdict),
}

/// A result that a rule decides without comparing scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player wins.
    Wins(Player),
    /// This player loses, and the others win.
    Loses(Player),
    /// Nobody wins.
    Draw,
}

/// Why a game is over, as far as a search needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By count: the player with the best score wins.
    Scores,
    /// By a rule, whatever the scores.
    Rule(Verdict),
}

/// How a game, or a round, ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// Text of the condition that ended it, from the rule file.
    pub reason: String,
    /// Bytes of that rule in the rule file.
    pub span: Span,
    /// Score of each player, in seeds or in what `each player scores` counts.
    pub scores: Vec<i64>,
    /// Winners in ascending order; more than one if the best scores are equal.
    pub winners: Vec<Player>,
    /// Result that a rule decided; `None` if scores were compared.
    pub verdict: Option<Verdict>,
}

impl Ending {
    /// Reduces the ending to what a search needs.
    pub fn decision(&self) -> Decision {
        self.verdict.map_or(Decision::Scores, Decision::Rule)
    }
}

/// What a player gets by the end of a game; the better, the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Achieved {
    /// A rule says that he loses.
    Lost,
    /// A rule says that nobody wins.
    Drawn,
    /// His score, where scores are compared.
    Score(i64),
    /// A rule says that he wins.
    Won,
}

impl Achieved {
    /// What `player` gets if the game ends in this way, with this score.
    pub fn of(decision: Decision, player: Player, score: i64) -> Self {
        match decision {
            Decision::Scores => Achieved::Score(score),
            Decision::Rule(Verdict::Draw) => Achieved::Drawn,
            Decision::Rule(Verdict::Wins(winner)) if winner == player => Achieved::Won,
            Decision::Rule(Verdict::Loses(loser)) if loser != player => Achieved::Won,
            Decision::Rule(_) => Achieved::Lost,
        }
    }
}
