//! The interface between a game and an implementation of its rules.

use mancala_rules::chance::Generator;
use mancala_rules::progress::Progress;
use mancala_rules::rules::model::Player;

use super::{Decision, Ending, Event, Fault, Move, Position};

/// Plays one game by its rules, forwards and backwards. The narrator and the tables implement it. They agree on
/// everything except events, which only the narrator collects, and the draws of [`Reader::play_out`].
///
/// Legal moves are numbered from 0 in the order in which they are listed, those in place of a turn last; a forced pass
/// has number 0. Only
/// [`Reader::list`] and [`Reader::play`] list them: call one of these before any method that takes an index.
pub trait Reader: Send + Sync {
    /// Copies the game with all plies that can be taken back.
    fn copy(&self) -> Box<dyn Reader>;
    /// Copies the game with this position as its start. Earlier positions count for repetition, but `back` cannot
    /// return to them.
    fn fork(&self) -> Box<dyn Reader>;
    /// The current position.
    fn position(&self) -> Position;
    /// The position after the last turn, before a rule of `before turn` moved seeds.
    fn left(&self) -> Position;
    /// Player to move.
    fn to_move(&self) -> Player;
    /// Whether the player to move must pass.
    fn must_pass(&self) -> bool;
    /// Why the game is over, if it is.
    fn decision(&self) -> Option<Decision>;
    /// How the game ended, if it is over.
    fn ending(&self) -> Option<Ending>;
    /// Seeds that each player has won, in the current position.
    fn captured(&self) -> Vec<i64>;
    /// Seeds that each player had won in the position of [`Reader::left`].
    fn captured_left(&self) -> Vec<i64>;
    /// Takes the events since the last call. The tables have none.
    fn take_events(&mut self) -> Vec<Event>;

    /// Lists the legal moves.
    ///
    /// # Errors
    ///
    /// The rules leave the situation undecided.
    fn list(&mut self) -> Result<(), Fault>;
    /// Number of listed moves, a forced pass included.
    fn choices(&self) -> usize;
    /// The listed move of this index, a forced pass included; `None` for an index out of range.
    fn listed(&self, index: usize) -> Option<Move>;
    /// Plays the listed move of this index and lists the moves after it. Returns `false` and plays nothing if the index
    /// is out of range.
    ///
    /// # Errors
    ///
    /// The rules leave the move undecided; the game is unchanged.
    fn play(&mut self, index: usize) -> Result<bool, Fault>;
    /// Plays the listed move of this index, and lists the moves after it only if a rule needs them. Returns `false` if
    /// the index is out of range.
    ///
    /// # Errors
    ///
    /// The rules leave the move undecided; the game is unchanged.
    fn forth(&mut self, index: usize) -> Result<bool, Fault>;
    /// Takes the last ply back. Returns `false` at the start of the game.
    fn back(&mut self) -> bool;
    /// Number of plies that can be taken back.
    fn depth(&self) -> usize;

    /// Writes the current score of each player.
    fn scores(&self, scores: &mut [i32]);
    /// Writes the score of each player after the listed move of this index, before `before turn` applies; the current
    /// scores if the index is out of range.
    fn scores_after(&self, index: usize, scores: &mut [i32]);
    /// Writes the number of seeds on each player's side and in the player's store.
    fn holdings(&self, seeds: &mut [i32]);
    /// Writes the number of seeds on each player's side and in the player's store after the listed move of this index,
    /// before `before turn` applies; the current numbers if the index is out of range.
    fn holdings_after(&self, index: usize, seeds: &mut [i32]);
    /// Seeds in unmarked holes, in the position after the last turn.
    fn seeds_in_unmarked_holes(&self) -> i32;
    /// Hash of all that the rules can ask about the position, except its history.
    fn key(&self) -> u64;
    /// Whether the game was in this position before, if the rules ask about repetition.
    fn has_stood(&self) -> bool;
    /// Sets this position aside as the start of a game at random, in which `chance` draws.
    fn set_aside(&mut self, chance: Generator);
    /// Plays a game at random from each position that was set aside, to its end or for at most `most_plies` plies, and
    /// forgets these positions. Calls `each` with the number of a game, from 0 in the order in which they were set aside, how
    /// it ended, and the final scores; a game that was cut off counts as decided by scores. Games that `progress` stops are
    /// left out. Repetition counts from the start of a game. All legal moves are equally likely; implementations can draw
    /// them in different ways.
    ///
    /// # Errors
    ///
    /// The rules leave a situation undecided.
    fn play_out(
        &mut self,
        most_plies: u64,
        progress: &Progress,
        each: &mut dyn FnMut(usize, Decision, &[i32]),
    ) -> Result<(), Fault>;
}
