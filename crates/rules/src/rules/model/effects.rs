//! The effects and outcomes of rules.

use super::{Amount, Change, HoleSet, Way};

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
    /// All players one after the other, from the starter on. `own` and `him` refer to each in turn.
    EachPlayer,
}

/// An effect of a rule. An amount is counted for every hole of the set, with that hole as `Tested`, before any of its seeds
/// moves. An amount below zero is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Move the seeds of a set into a player's store.
    Capture(Who, HoleSet),
    /// Take seeds into the hand: all, or at most this number from each hole.
    Lift(Option<Amount>, HoleSet),
    /// Put seeds into each hole of a set.
    Place {
        /// Seeds for each hole.
        count: Amount,
        /// Whether the seeds come from the mover's store; else they come from the hand.
        from_store: bool,
        /// The holes that get the seeds.
        into: HoleSet,
    },
    /// Put all seeds of the hand into the one hole of a set.
    PlaceAll(HoleSet),
    /// Mark or unmark each hole of a set.
    To(Change, HoleSet),
    /// Give a player points of the match.
    Points(Who, Amount),
}

impl Effect {
    /// The set of holes that the effect acts on; `None` for points.
    pub fn set(&self) -> Option<&HoleSet> {
        match self {
            Effect::Capture(_, set) | Effect::Lift(_, set) | Effect::To(_, set) => Some(set),
            Effect::Place { into, .. } | Effect::PlaceAll(into) => Some(into),
            Effect::Points(..) => None,
        }
    }

    /// The number of seeds or points that the effect moves; `None` if it moves all or none.
    pub fn amount(&self) -> Option<&Amount> {
        match self {
            Effect::Lift(count, _) => count.as_ref(),
            Effect::Place { count, .. } | Effect::Points(_, count) => Some(count),
            Effect::Capture(..) | Effect::PlaceAll(_) | Effect::To(..) => None,
        }
    }

    /// The number of holes that the mover chooses for the effect, and the set he chooses from. `None` if he chooses
    /// none.
    pub fn choice(&self) -> Option<(u32, &HoleSet)> {
        match self.set() {
            Some(HoleSet::Any(number, among)) => Some((*number, among)),
            _ => None,
        }
    }
}

/// How play goes on after a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Sow the hand.
    Sow {
        /// A change of direction from this lap on.
        turning: Option<Turning>,
        /// Number of seeds that fall into a hole at a time; the last hole gets what is left.
        by: u32,
        /// Whether the first seed falls into `at` itself; else it falls into the hole after it.
        into: bool,
        /// A set of one hole.
        at: HoleSet,
    },
    /// The turn ends.
    EndTurn,
    /// The turn ends, and the mover is to move again.
    MoveAgain,
    /// The move is illegal.
    Illegal,
    /// The player to move chooses a move.
    Play,
    /// The player to move does not play, and the next player is to move.
    Pass,
    /// Two players exchange all they hold, and the next player is to move.
    SwapSides,
    /// The round or the game is over, and scores are compared.
    Over,
    /// The mover wins, without a count.
    MoverWins,
    /// The mover loses, without a count.
    MoverLoses,
    /// A draw, without a count.
    Draw,
    /// After refilling: the player wins the match.
    WinsMatch,
    /// After refilling: the player loses the match.
    LosesMatch,
}

/// A change of direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// Sow in this direction.
    To(Way),
    /// Reverse the direction.
    Reversed,
}

impl Turning {
    /// Whether a lap after the change may go in a direction.
    pub fn may_be(self, wanted: Way) -> bool {
        match self {
            Turning::To(way) => way == wanted,
            Turning::Reversed => true,
        }
    }
}

/// What becomes of endless sowing: a turn whose state after a lap comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// The move is illegal.
    Illegal,
    /// The turn ends when the state first comes back.
    EndTurn,
    /// The mover loses.
    MoverLoses,
}
