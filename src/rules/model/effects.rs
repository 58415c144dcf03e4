//! What rules do, and how it goes on then.

use super::{Change, HoleSet, Way};

/// Who captures or gets points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The player to move; after refilling, the player that the list is read for.
    Mover,
    /// The other of two players.
    Opponent,
    /// The player on whose side the hole lies.
    Owner,
    /// The player who marked the hole.
    MarkOwner,
    /// The player who began the round.
    Starter,
    /// All, one after the other, each with `own` and `him` being his.
    EachPlayer,
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The seeds of a set go into somebody's store.
    Capture(Who, HoleSet),
    /// Seeds go into the hand: all, or so many from each hole.
    Lift(Option<u32>, HoleSet),
    /// So many seeds into each hole of a set.
    Place {
        /// For each hole.
        count: u32,
        /// From the mover's store; else from the hand.
        from_store: bool,
        /// Where they go.
        into: HoleSet,
    },
    /// All seeds of the hand into the one hole of a set.
    PlaceAll(HoleSet),
    /// Something that the mover changes about each hole of a set.
    To(Change, HoleSet),
    /// Points of the match.
    Points(Who, u32),
}

impl Effect {
    /// The holes that it is done to.
    pub fn set(&self) -> Option<&HoleSet> {
        match self {
            Effect::Capture(_, set) | Effect::Lift(_, set) | Effect::To(_, set) => Some(set),
            Effect::Place { into, .. } | Effect::PlaceAll(into) => Some(into),
            Effect::Points(..) => None,
        }
    }

    /// How many holes the mover chooses for it, and among which; none if he chooses none.
    pub fn choice(&self) -> Option<(u32, &HoleSet)> {
        match self.set() {
            Some(HoleSet::Any(number, among)) => Some((*number, among)),
            _ => None,
        }
    }
}

/// How it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Sow the hand.
    Sow {
        /// A change of direction from here on.
        turning: Option<Turning>,
        /// The first seed falls into `at` itself; else into the hole after it.
        into: bool,
        /// A set of one hole.
        at: HoleSet,
    },
    /// The turn ends.
    EndTurn,
    /// The same player is to move again.
    MoveAgain,
    /// The move was not allowed.
    Illegal,
    /// The mover moves.
    Play,
    /// The mover does not move.
    Pass,
    /// The round, or the game, is over; scores are compared.
    Over,
    /// Decided for the mover.
    MoverWins,
    /// Decided against the mover.
    MoverLoses,
    /// Decided for nobody.
    Draw,
    /// The player has won the match.
    WinsMatch,
    /// The player has lost the match.
    LosesMatch,
}

/// A change of direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// This way.
    To(Way),
    /// The other way than before.
    Reversed,
}

/// What becomes of a turn whose state comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// The move was not allowed.
    Illegal,
    /// The turn ends where the state first comes back.
    EndTurn,
    /// The mover has lost.
    MoverLoses,
}
