//! Worked examples of a rule file.

use super::{Cell, Player, Players};
use crate::source::Span;

/// A worked example: a position, moves and what must follow.
#[derive(Clone, Debug)]
pub struct Example {
    /// The title of the example.
    pub title: String,
    /// Where the head of the section stands.
    pub span: Span,
    /// Names and values of the readings under which the example holds. The others are the defaults.
    pub readings: Vec<(String, String)>,
    /// Seeds in each hole before, then those in the ends if the example gives them; `None` for the start of the game.
    pub position: Option<Vec<u32>>,
    /// By cell, the players who had marked it before; `None` for the marks at the start.
    pub marks: Option<Vec<Players>>,
    /// Seeds in each player's store before. If `None`, the stores are empty if `position` is given, else as at
    /// the start.
    pub stores: Option<Vec<i64>>,
    /// The player to move.
    pub to_move: Player,
    /// The player to whom the lot falls.
    pub lot: Player,
    /// The number of the mover's turn, from 1; `None` for his first.
    pub turn: Option<u32>,
    /// The moves to play, as written, and where each stands.
    pub play: Vec<(String, Span)>,
    /// What must hold after the moves.
    pub expected: Vec<Expectation>,
    /// Seeds that each player owns before a refilling, if the example is about one; negative if he owes them.
    pub refill: Option<Vec<i64>>,
}

/// An expectation of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// What must hold.
    pub what: Expected,
    /// Where the expectation stands.
    pub span: Span,
    /// Where its value stands.
    pub value: Span,
    /// Where the numbers of a drawn board stand, as drawn: the far row first.
    pub numbers: Vec<Span>,
}

/// What must hold after the moves or the refilling of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Seeds in each hole.
    Board(Vec<u32>),
    /// Seeds in each store.
    Stores(Vec<i64>),
    /// Seeds in the left and the right end.
    Ends([u32; 2]),
    /// By cell, the players who have marked it.
    Marks(Vec<Players>),
    /// The player to move.
    Next(Player),
    /// All legal moves, sorted.
    Legal(Vec<String>),
    /// The round or the game is over, and these players have won it. All players means a draw.
    Winners(Vec<Player>),
    /// The score of each player at the end.
    Scores(Vec<i64>),
    /// The holes that are closed after refilling.
    Closed(Vec<Cell>),
    /// Seeds that each player keeps off the board after refilling.
    Reserve(Vec<i64>),
    /// Seeds in the pot after refilling.
    Pot(u32),
}
