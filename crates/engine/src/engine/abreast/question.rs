//! What is asked of a game.

use super::sight::Spot;

/// A set of games, by number.
pub(super) type Games = u16;

/// What a question asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// The seeds at a place.
    Seeds(Spot),
    /// Whether their number is even: 0 if it is, 1 if it is odd, and 2 if there are none.
    Parity(Spot),
    /// Who marked a place: 0 for nobody, 1 for the mover, 2 for his opponent.
    Mark(Spot),
    /// The place that the lap began from.
    Origin,
    /// The seeds where the last one fell, as it fell.
    Made,
    /// The seeds that are about to be sown.
    Hand,
    /// How many seeds were captured from a place off the track in this turn.
    Raided(Spot),
    /// Whether the game belongs to a set: 1 if it does, else 0.
    Those(Games),
}

/// A question: whether a number lies between two others, the first and the difference to the second given, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub about: About,
    pub low: u8,
    pub span: u8,
    pub wanted: bool,
}

impl Question {
    /// Whether the answer is always as wanted.
    pub fn always_holds(&self) -> bool {
        self.low == 0 && self.span == u8::MAX && self.wanted
    }

    /// The highest number of its range.
    pub fn high(&self) -> u8 {
        self.low.saturating_add(self.span)
    }

    /// Whether a number is as asked.
    pub fn holds(&self, number: u8) -> bool {
        (number.wrapping_sub(self.low) <= self.span) == self.wanted
    }

    /// Whether it asks about a mark.
    pub fn is_of_mark(&self) -> bool {
        matches!(self.about, About::Mark(_))
    }
}
