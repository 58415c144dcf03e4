//! Worked positions.

use super::{Cell, Player};
use crate::source::Span;

/// A worked position of the file.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its title.
    pub title: String,
    /// Where its head stands.
    pub span: Span,
    /// Names and values of the readings under which it holds, beside the defaults.
    pub readings: Vec<(String, String)>,
    /// Seeds per cell before; none for the start of the game.
    pub position: Option<Vec<u32>>,
    /// Marks before; none for those of the start.
    pub marks: Option<Vec<Option<Player>>>,
    /// Seeds per store before.
    pub stores: Option<Vec<i64>>,
    /// The player to move.
    pub to_move: Player,
    /// Which turn of his it is, if it is not his first.
    pub turn: Option<u32>,
    /// Moves to play, as written, with their places.
    pub play: Vec<(String, Span)>,
    /// What is expected then.
    pub expected: Vec<Expectation>,
    /// What each player owns before a refilling, if it is one.
    pub refill: Option<Vec<u32>>,
}

/// What an example expects, with its place.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// What.
    pub what: Expected,
    /// Where it stands.
    pub span: Span,
}

/// What an example expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Seeds of the holes.
    Board(Vec<u32>),
    /// Seeds of the stores.
    Stores(Vec<i64>),
    /// Seeds of the ends, left and right.
    Ends([u32; 2]),
    /// Who marked which hole.
    Marks(Vec<Option<Player>>),
    /// Who is to move.
    Next(Player),
    /// Legal moves, sorted.
    Legal(Vec<String>),
    /// The game, or the round, is over; these have won it. All of them: a draw.
    Winners(Vec<Player>),
    /// What each player has in the end.
    Scores(Vec<i64>),
    /// Closed holes after refilling.
    Closed(Vec<Cell>),
    /// What each player keeps off the board after refilling.
    Reserve(Vec<u32>),
    /// Seeds of the pot after refilling.
    Pot(u32),
}
