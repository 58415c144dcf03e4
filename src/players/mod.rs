//! Players: who chooses the moves of a game, from its rules alone.
//!
//! [`Player`] is what a player is; a program can write its own. [`Kind`] names the players that are here, as `--players`
//! takes them. A player that looks something up, such as a database of solved positions, implements [`Player`] too.

mod greedy;
mod kind;
mod layout;
mod mcts;
mod perfect;
mod search;
mod simple;
mod transpositions;
mod value;

pub use greedy::Greedy;
pub use kind::{Kind, KindError, Limit, duration};
pub use mcts::{Effort, Mcts, Tried, Weighed};
pub use perfect::Perfect;
pub use search::{Certainty, DEEPEST, Depth, Limits, Line, Search};
pub use simple::{First, Random};
pub use value::{Outlook, Value};

use crate::chance::Generator;
use crate::contest::{GameOrMatch, Match};
use crate::engine::Progress;
use crate::game::FaultAt;
use crate::play::Game;

/// Chooses moves of one game or match. It may remember from move to move what it found out.
///
/// With the same chance it chooses the same, unless it is limited by time.
pub trait Player: Send {
    /// Which of the legal moves is played, by index as [`Game::play_nth`] takes it, in a game that is not over. Counts in
    /// `progress` what it looks at; if it is asked to stop there, it answers soon with the best it knows.
    ///
    /// # Errors
    ///
    /// The rules give no answer in a position that it looked at.
    fn choose(&mut self, game: &Game, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt>;

    /// Which choice of a lay-out is made, by index as [`Match::play_nth`] takes it. Without more the last one, which
    /// leaves the rest to the rule.
    ///
    /// # Errors
    ///
    /// The rules give no answer in a position that it looked at.
    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        let _ = (chance, progress);
        Ok(contest.choices().saturating_sub(1))
    }

    /// Which move of the round in play, or which choice of the lay-out.
    ///
    /// # Errors
    ///
    /// As the others.
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

    /// Which move, or which choice of a lay-out, at a table.
    ///
    /// # Errors
    ///
    /// As the others.
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
