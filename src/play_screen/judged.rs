//! What a machine found out about a ply.

use crate::players::{Outlook, Value};

/// From so many seeds on a move lost much, and from so many on it lost a great deal.
pub(super) const MUCH: i32 = 2;
pub(super) const GREAT: i32 = 5;

/// What a decided game counts in seeds, beside one that is not.
const DECIDED: i32 = 1000;

/// What a machine found out about a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The value of the position before the ply, to the player who moved.
    pub value: Value,
    /// The best move, in notation.
    pub best: String,
    /// The value of the move that was played; `None` if it is the best, or not known.
    pub played: Option<Value>,
}

impl Judged {
    /// Seeds that the move lost; 0 for the best move.
    pub fn lost(&self) -> i32 {
        let seeds = |value: Value| match value.outlook() {
            Outlook::Ahead(seeds) | Outlook::Ends(seeds) => seeds,
            Outlook::Wins(_) => DECIDED,
            Outlook::Loses(_) => -DECIDED,
        };
        self.played.map_or(0, |played| (seeds(self.value) - seeds(played)).max(0))
    }

    /// `??` after a move that lost a great deal, `?` after one that lost much.
    pub fn mark(&self) -> &'static str {
        match self.lost() {
            GREAT.. => "??",
            MUCH..GREAT => "?",
            _ => "",
        }
    }
}
