//! Kinds of words that stand for themselves, and what each word needs in order to have a meaning.
//!
//! Code that needs all words of a kind takes them from `ALL`, so that it also covers new words.

use super::{CountedFrom, Need};

/// A property of a hole that the board alone decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// Next to the border of the sides.
    Inner,
    /// Behind another hole of its owner, seen from the border.
    Outer,
    /// An end of the board.
    End,
    /// Its number, counted as given, is one of these.
    Place(CountedFrom, Vec<u32>),
}

/// An event in a hole, in this turn or the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happened {
    /// A seed fell into it in this turn.
    Sown,
    /// A seed fell into it in this lap; after the turn, in the last lap.
    SownThisLap,
    /// Seeds were taken from it in this turn while it was on an opponent's side.
    Raided,
    /// The turn before began from it.
    Played,
    /// The last seed of the turn before fell into it.
    Reached,
}

impl Happened {
    /// All events.
    pub const ALL: [Happened; 5] =
        [Happened::Sown, Happened::SownThisLap, Happened::Raided, Happened::Played, Happened::Reached];

    /// Whether it is an event of the turn before, which positions then record.
    pub fn is_of_the_turn_before(self) -> bool {
        match self {
            Happened::Sown | Happened::SownThisLap | Happened::Raided => false,
            Happened::Played | Happened::Reached => true,
        }
    }
}

/// A relation between two holes that the board alone decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Across {
    /// The nearest hole of the other player in the same column.
    Opposite,
    /// The hole with the same number in the corresponding row of the other player, each counted from its owner's left.
    SameNumber,
    /// The hole behind it in the same column, seen from the border, if it has the same owner.
    Rear,
}

impl Across {
    /// All relations. The index of a relation here is its number.
    pub const ALL: [Across; 3] = [Across::Opposite, Across::SameNumber, Across::Rear];
}

/// A fact about the turn or the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The mover began the round.
    Starter,
    /// The lot of the round falls to the mover.
    Lot,
    /// The mover has no legal move.
    NoLegalMove,
    /// The position has occurred often enough to count as repeated.
    Repeated,
    /// In `each seed` and `skip`: the seed is the last of the lap. Where `skip` is asked, but no seed is about to fall, this
    /// is false.
    LastSeed,
    /// After refilling: the player alone won the round.
    WonRound,
    /// After refilling: others won the round.
    LostRound,
}

impl Fact {
    /// All facts.
    pub const ALL: [Fact; 7] =
        [Fact::Starter, Fact::Lot, Fact::NoLegalMove, Fact::Repeated, Fact::LastSeed, Fact::WonRound, Fact::LostRound];

    /// What the fact needs in order to have a meaning.
    pub fn need(self) -> Need {
        match self {
            Fact::Starter | Fact::Lot => Need::Nothing,
            Fact::NoLegalMove => Need::ToMove,
            Fact::Repeated => Need::History,
            Fact::LastSeed => Need::Seed,
            Fact::WonRound | Fact::LostRound => Need::LastRound,
        }
    }
}

/// A number of the match, known between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InMatch {
    /// The player's points in the match.
    Points,
    /// Seeds that the player owned when the refilling began.
    Owned,
    /// Number of rounds played.
    Rounds,
    /// The player's score in the round that is over.
    Score,
    /// By how much the player's score exceeds that of every other player; 0 if it does not.
    Lead,
}

/// A change that the mover makes to the marks of every hole in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// Put the mover's mark on it.
    Mark,
    /// Remove any mark from it.
    Unmark,
}
