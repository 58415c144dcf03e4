//! Matches: how rounds follow one another.

use super::{Rule, Stated};
use crate::source::Span;

/// A match: how rounds follow one another.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Where seeds go that are in nobody's score.
    pub nobody_won: Stated<NobodyWon>,
    /// The order in which a player fills his holes.
    pub fill: Stated<Fill>,
    /// What goes into a hole when the seeds left do not fill it.
    pub last_hole: Stated<LastHole>,
    /// Where the seeds go that are in no hole after refilling.
    pub surplus: Stated<Surplus>,
    /// What becomes of a player's holes that got no seeds.
    pub empty_holes: Stated<EmptyHoles>,
    /// What becomes of the seeds in holes and ends that are nobody's; [`NobodysHoles::Empty`] if the board has none.
    pub nobodys_holes: Stated<NobodysHoles>,
    /// Who begins the next round.
    pub next_starter: Stated<NextStarter>,
    /// The match is over after this number of rounds.
    pub most_rounds: Option<Stated<u32>>,
    /// Who wins the match; `None` if only a rule decides it.
    pub won_by: Option<Stated<WonBy>>,
    /// The rules of `each player after refilling`, read for each player.
    pub after_refilling: Vec<Rule>,
    /// Where the head of the section stands.
    pub span: Span,
}

/// Where seeds go that are in nobody's score when the round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "the language says `to owner`")]
pub enum NobodyWon {
    /// To the owner of the side they lie on.
    ToOwner,
    /// Out of the match.
    ToNobody,
    /// To the first player who captures or marks in the next round.
    ToPot,
}

/// The order in which a player fills his holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// From the owner's left.
    FromOwnLeft,
    /// From the owner's right.
    FromOwnRight,
    /// Each player chooses which of his holes to fill next.
    AsEachPlayerChooses,
    /// The loser chooses the number of seeds for each of his holes, and the winner copies it.
    AsLoserChooses,
    /// Every round starts like the first, whatever the players won.
    Anew,
}

/// What goes into a hole when the seeds left do not fill it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastHole {
    /// No seeds.
    FullOnly,
    /// The largest even number that is left.
    EvenNumber,
    /// All seeds left.
    AnyNumber,
    /// All seeds left. Nothing is sown into the hole or taken from it until it is full.
    LockedUntilFull,
    /// With enough seeds left, the hole is filled, and another player lends the missing seeds.
    Borrowed {
        /// The number of seeds that is enough.
        least: u32,
        /// Whether exactly that number is enough only for the player to whom the lot falls.
        by_lot: bool,
    },
}

/// Where the seeds go that are in no hole after refilling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surplus {
    /// Kept; counted again at the next refilling.
    Reserve,
    /// To the first player who captures or marks in the round.
    Pot,
    /// Into the player's store: they count like seeds that he captures in the round.
    Store,
}

/// What becomes of a player's holes that got no seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyHoles {
    /// Not used in the round.
    Closed,
    /// Not used in any later round.
    ClosedForGood,
    /// Not used in the round, and neither is the hole opposite.
    ClosedOnBothSides,
    /// Used like any other hole.
    Open,
    /// The opponent fills them and owns them for the round.
    FilledByOpponent,
}

/// What holes and ends that are nobody's hold when the next round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NobodysHoles {
    /// Nothing. What lay in them are seeds that nobody won, unless a score counted them.
    Empty,
    /// What the last round left in them, unless a score counted it.
    Keep,
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
    /// The player who began this round.
    Same,
    /// The player who moved last in this round.
    LastMover,
    /// The player to whom the lot of the next round falls.
    ByLot,
}

/// Who wins the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonBy {
    /// The last player who has not lost it.
    LastPlayerLeft,
    /// The player with the most points.
    MostPoints,
    /// The player with the most points, as soon as a player has this number of them.
    Points(u32),
}
