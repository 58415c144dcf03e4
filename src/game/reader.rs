//! The seam between a game and whoever reads its rules.

use super::{Decision, Ending, Event, Fault, Position, Sowing};
use crate::chance::Generator;
use crate::rules::model::Player;

/// Plays one game by its rules, forth and back. The narrator is one reader, the tables are another; they agree on
/// everything but events, which only the narrator gathers, and the draws of [`Reader::play_out`].
///
/// Legal moves are numbered from 0 in the order in which they are listed; a forced pass has number 0. They are listed by
/// [`Reader::list`] and by [`Reader::play`], and are asked for only then.
pub trait Reader: Send + Sync {
    /// A copy, with all that can be taken back.
    fn copy(&self) -> Box<dyn Reader>;
    /// A copy that begins here: what stood before counts for repetition, and nothing before can be taken back.
    fn fork(&self) -> Box<dyn Reader>;
    /// The position now.
    fn position(&self) -> Position;
    /// The position as the last turn left it, before a rule of `before turn` moved seeds.
    fn left(&self) -> Position;
    /// Who is to move.
    fn to_move(&self) -> Player;
    /// Whether the player to move must pass.
    fn must_pass(&self) -> bool;
    /// Why the game is over, if it is.
    fn decision(&self) -> Option<Decision>;
    /// How the game ended, if it is over.
    fn ending(&self) -> Option<Ending>;
    /// What each player has won so far, in the position now; when the game is over, as the last turn left it.
    fn captured(&self) -> Vec<i64>;
    /// What happened since the last call; nothing from the tables.
    fn take_events(&mut self) -> Vec<Event>;

    /// Lists the legal moves.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    fn list(&mut self) -> Result<(), Fault>;
    /// How many legal moves were listed, a forced pass included.
    fn choices(&self) -> usize;
    /// A legal move that was listed; none for a pass, or beyond the last.
    fn sowing(&self, index: usize) -> Option<Sowing>;
    /// Plays a legal move and lists those that follow. False beyond the last, and nothing is played then.
    ///
    /// # Errors
    ///
    /// The rules give no answer; the game stands as before.
    fn play(&mut self, index: usize) -> Result<bool, Fault>;
    /// Plays a legal move, and lists those that follow only if a rule asks for them. False beyond the last.
    ///
    /// # Errors
    ///
    /// The rules give no answer; the game stands as before.
    fn forth(&mut self, index: usize) -> Result<bool, Fault>;
    /// Takes the last ply back; false where the game began.
    fn back(&mut self) -> bool;
    /// How many plies can be taken back.
    fn depth(&self) -> usize;

    /// What each player has now.
    fn scores(&self, scores: &mut [i32]);
    /// What each player has after a legal move that was listed, before `before turn` is read; as now beyond the last.
    fn scores_after(&self, index: usize, scores: &mut [i32]);
    /// The seeds on each player's side and in his store.
    fn holdings(&self, seeds: &mut [i32]);
    /// The seeds on each player's side and in his store after a legal move that was listed, before `before turn` is read;
    /// as now beyond the last.
    fn holdings_after(&self, index: usize, seeds: &mut [i32]);
    /// Seeds in holes that nobody marked, as the last turn left them.
    fn seeds_in_unmarked_holes(&self) -> i32;
    /// A hash of all that the rules may ask of the position, without what stood before.
    fn key(&self) -> u64;
    /// Whether this position has stood before in the game, as far as the rules look at repetition.
    fn has_stood(&self) -> bool;
    /// Plays the game at random to its end, or for so many plies, and comes back: fills in what each player has then, and
    /// says why it ended. Scores are compared where it was stopped. Repetition is counted from here. Each legal move is
    /// equally likely; readers may draw them from the same chance in different ways.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    fn play_out(&mut self, most_plies: u64, chance: &mut Generator, scores: &mut [i32]) -> Result<Decision, Fault>;
}
