//! What belongs to one of the games that are played side by side.

use mancala_rules::chance::Generator;
use mancala_rules::rules::model::Way;

use super::choices::Choice;
use super::sight::Spot;

/// Number of games that are played side by side.
pub(super) const GAMES: usize = 64;

/// Games as bits.
pub(super) type Bits = u64;

/// The games of a set, in order.
#[inline(always)]
pub(super) fn each(mut games: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = games.trailing_zeros() as usize;
        games &= games.wrapping_sub(1);
        (number < GAMES).then_some(number)
    })
}

/// A game on its own, at the time when a player is to move.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    pub generator: Generator,
    /// Number of the game in its series.
    pub game: u64,
    /// Plies and passes so far.
    pub plies: u64,
    pub passes: u64,
    /// Index of the player to move.
    pub mover: usize,
    /// The seeds and the marks at each place, as he sees them.
    pub seeds: Vec<u8>,
    pub marks: Vec<u8>,
    /// Whether it has just begun, and whether there were positions before this one that may recur.
    pub begun: bool,
    pub late: bool,
}

/// The first answers of a mover within a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// Number of questions with two answers, and the answers as bits: 1 stands for no.
    pub questions: u32,
    pub answers: u16,
}

/// A turn in which the mover is asked nothing, after a lap that ended with a relay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relay {
    /// Number of laps so far.
    pub laps: u32,
    /// Where the last one ended, and in which direction the next one goes.
    pub here: Spot,
    pub way: Way,
}

/// Decides what cannot be told of many games at once. Each function goes on with a game, and returns whether there is one:
/// the next one begins when a game is over, as long as there are more. Where sequences of plies are counted, each
/// position from which they are counted is a game.
pub(super) trait Referee {
    /// Begins the next game.
    fn begin(&mut self, game: &mut Apart) -> bool;
    /// Plays a ply, given whether the position is repeated; or counts what follows a position, and changes nothing.
    fn ply(&mut self, game: &mut Apart, repeated: bool) -> bool;
    /// Takes a position that follows what was left to the referee, and from which sequences are to be counted.
    fn further(&mut self, game: &mut Apart) -> bool;
    /// Ends a game whose last turn ended with a verdict, given its index.
    fn decided(&mut self, game: &mut Apart, verdict: u8) -> bool;
    /// Plays a game once more from its start.
    fn replay(&mut self, game: &mut Apart) -> bool;
    /// Takes a number of sequences that follow the position of a game, given its number in the series.
    fn counted(&mut self, game: u64, sequences: u64);
    /// Counts the sequences that follow a turn in which some answers are given. Returns whether such a turn is legal.
    fn turn(&mut self, game: &Apart, choice: Choice, given: Given) -> bool;
    /// Counts the sequences that follow a turn of many laps, given the position after one of them. Returns whether the turn
    /// is legal; `None` if it has to be counted from its beginning.
    fn relay(&mut self, game: &Apart, choice: Choice, relay: Relay) -> Option<bool>;
    /// Whether to stop at once.
    fn is_stopped(&self) -> bool;
    /// Most plies of a game, or number of plies of the sequences that are counted.
    fn most_plies(&self) -> u64;
}
