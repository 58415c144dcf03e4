//! Words that stand for themselves, kind by kind, and what each needs to have a meaning.
//!
//! Whoever reads the rules asks here for all words of a kind, so that a new word takes part everywhere.

use super::{CountedFrom, Need};

/// What the board alone decides of a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// Next to the border.
    Inner,
    /// Behind another of its player's holes, seen from the border.
    Outer,
    /// An end hole.
    End,
    /// Its number, counted from somewhere, is one of these.
    Place(CountedFrom, Vec<u32>),
}

/// What happened in a hole in this turn or in the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happened {
    /// A seed fell in it in this turn.
    Sown,
    /// A seed fell in it in this lap, or in the last one of the turn.
    SownThisLap,
    /// Seeds were taken from it in this turn while it lay on an opponent's side.
    Raided,
    /// The turn before this one was begun from it.
    Played,
    /// The last seed of the turn before this one fell in it.
    Reached,
}

impl Happened {
    /// All of them.
    pub const ALL: [Happened; 5] =
        [Happened::Sown, Happened::SownThisLap, Happened::Raided, Happened::Played, Happened::Reached];

    /// Whether it happened in the turn before, which positions then tell of.
    pub fn is_of_the_turn_before(self) -> bool {
        match self {
            Happened::Sown | Happened::SownThisLap | Happened::Raided => false,
            Happened::Played | Happened::Reached => true,
        }
    }
}

/// Another hole seen from one, as the board alone decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Across {
    /// In the same column, the nearest hole of the other player.
    Opposite,
    /// The hole of the same number in the other player's same row, each counted from its owner's left.
    SameNumber,
    /// The hole behind it in the same column, seen from the border, if it is the same player's.
    Rear,
}

impl Across {
    /// All of them, in the order of their numbers.
    pub const ALL: [Across; 3] = [Across::Opposite, Across::SameNumber, Across::Rear];
}

/// Something about the turn or the game that is so or is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The mover began the round.
    Starter,
    /// The mover has no legal move.
    NoLegalMove,
    /// The position has come back often enough.
    Repeated,
    /// In `each seed`: it is the last of the lap.
    LastSeed,
    /// After refilling: the player alone won the round.
    WonRound,
    /// After refilling: others won the round.
    LostRound,
}

impl Fact {
    /// All of them.
    pub const ALL: [Fact; 6] =
        [Fact::Starter, Fact::NoLegalMove, Fact::Repeated, Fact::LastSeed, Fact::WonRound, Fact::LostRound];

    /// What it needs to have a meaning.
    pub fn need(self) -> Need {
        match self {
            Fact::Starter => Need::Nothing,
            Fact::NoLegalMove => Need::ToMove,
            Fact::Repeated => Need::History,
            Fact::LastSeed => Need::EachSeed,
            Fact::WonRound | Fact::LostRound => Need::LastRound,
        }
    }
}

/// A number of the match, known between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InMatch {
    /// Points the player has in the match.
    Points,
    /// Seeds he owned when the refilling began.
    Owned,
    /// Rounds played so far.
    Rounds,
}

/// What the mover changes about every hole of a set, its seeds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// His mark is put.
    Mark,
    /// Any mark is taken away.
    Unmark,
}
