//! Machine players: strategies choose the moves of a game from its rules alone.
//!
//! [`Strategy`] is the interface; a program can implement it. [`Kind`] names the built-in players in the notation of
//! `--players`. A player that uses other data, such as a database of solved positions, implements [`Strategy`], too.

mod greedy;
mod judged;
mod kind;
mod layout;
mod mcts;
mod pace;
mod perfect;
mod search;
mod simple;
mod transpositions;
mod unknowing;
mod value;

pub use greedy::Greedy;
#[doc(hidden)]
pub use judged::{GREAT, Judged, MUCH, judged};
pub use kind::{Kind, KindError, Limit, duration};
pub use mcts::{Effort, Mcts, Tried, Weighed};
pub use perfect::Perfect;
pub use search::{Certainty, DEEPEST, Depth, Limits, Line, Search};
pub use simple::{First, Random};
pub use value::{Outlook, Value};

use crate::contest::{GameOrMatch, Match};
use crate::engine::Progress;
use crate::game::FaultAt;
use crate::play::Game;
use mancala_rules::chance::Generator;

/// A strategy chooses the moves of one game or match. It can keep what it learned from one move to the next.
///
/// Equal `chance` leads to equal choices, unless the strategy is limited by time.
pub trait Strategy: Send {
    /// Chooses a legal move of a game that is not over, and returns its index, as [`Game::play_nth`] takes it. Counts
    /// the positions looked at in `progress`; if `progress` asks it to stop, it soon returns the best move so far.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided that the strategy looked at.
    fn choose(&mut self, game: &Game, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt>;

    /// Chooses how to lay out the board between rounds, and returns the index of the choice, as [`Match::play_nth`]
    /// takes it. By default the last choice, which leaves the rest to the rule.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided that the strategy looked at.
    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        let _ = (chance, progress);
        Ok(contest.choices().saturating_sub(1))
    }

    /// Chooses a move of the current round, or a choice of the lay-out.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided that the strategy looked at.
    fn choose_in_match(
        &mut self,
        contest: &Match,
        chance: &mut Generator,
        progress: &Progress,
    ) -> Result<usize, FaultAt> {
        match contest.game() {
            Some(game) => self.choose(game, chance, progress),
            None => self.lay_out(contest, chance, progress),
        }
    }

    /// Chooses a move of a game or match, or a choice of the lay-out.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided that the strategy looked at.
    fn choose_at(
        &mut self,
        table: &GameOrMatch,
        chance: &mut Generator,
        progress: &Progress,
    ) -> Result<usize, FaultAt> {
        match table {
            GameOrMatch::Game(game) => self.choose(game, chance, progress),
            GameOrMatch::Match(contest) => self.choose_in_match(contest, chance, progress),
        }
    }
}
