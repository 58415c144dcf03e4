//! How rounds follow one another.

use super::{Rule, Stated};
use crate::source::Span;

/// How rounds follow one another.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Seeds that are in nobody's score.
    pub nobody_won: Stated<NobodyWon>,
    /// In which order own holes are filled.
    pub fill: Stated<Fill>,
    /// What goes into the hole that cannot be filled.
    pub last_hole: Stated<LastHole>,
    /// Seeds that are in no hole then.
    pub surplus: Stated<Surplus>,
    /// Own holes that got nothing.
    pub empty_holes: Stated<EmptyHoles>,
    /// Who begins the next round.
    pub next_starter: Stated<NextStarter>,
    /// After so many rounds the match is over.
    pub most_rounds: Option<Stated<u32>>,
    /// Who has won the match; none where only a rule says so.
    pub won_by: Option<Stated<WonBy>>,
    /// Read for each player after refilling.
    pub after_refilling: Vec<Rule>,
    /// Its head.
    pub span: Span,
}

/// Seeds that are in nobody's score when the round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "the language says `to owner`")]
pub enum NobodyWon {
    /// To the owner of the side they lie on.
    ToOwner,
    /// Out of the match.
    ToNobody,
    /// To the first who captures in the next round.
    ToPot,
}

/// In which order own holes are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// From the owner's left.
    FromOwnLeft,
    /// From the owner's right.
    FromOwnRight,
    /// Each player says which of his holes he fills next.
    AsEachPlayerChooses,
    /// The loser says how many seeds go into each of his holes, the winner copies.
    AsLoserChooses,
    /// Every round begins as the first, whatever the players won.
    Anew,
}

/// What goes into the hole that cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastHole {
    /// Nothing.
    FullOnly,
    /// The largest even number.
    EvenNumber,
    /// All.
    AnyNumber,
    /// All; nothing is sown or taken from it until it is full.
    LockedUntilFull,
    /// From so many on the hole is filled; the seeds that lack are lent by another player.
    Borrowed(u32),
}

/// Seeds that are in no hole after refilling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surplus {
    /// Kept; counted again at the next refilling.
    ToReserve,
    /// To the first who captures in the round.
    ToPot,
}

/// Own holes that got nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyHoles {
    /// Not used in the round.
    Closed,
    /// Not used in any later round.
    ClosedForGood,
    /// Not used in the round, and no more is the hole opposite.
    ClosedOnBothSides,
    /// Used.
    Open,
    /// The opponent fills them and owns them for the round.
    FilledByOpponent,
}

/// Who begins the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStarter {
    /// The player after the one who began this round.
    Alternate,
    /// The winner of the round.
    Winner,
    /// The loser of the round.
    Loser,
    /// The one who began this round.
    Same,
    /// The one who moved last in this round.
    LastMover,
}

/// Who has won the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonBy {
    /// The last one who has not lost it.
    LastPlayerLeft,
    /// Who has most points.
    MostPoints,
}
