//! Relations between holes that the board alone decides.

use crate::rules::model::Relation;

/// A relation that the board alone decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Across {
    /// In the same column, the nearest of the other player's.
    Opposite,
    /// Of the same number from its own player's left.
    SameNumber,
    /// Behind it, seen from the border.
    Rear,
}

impl Across {
    /// All of them, in the order of their numbers.
    pub const ALL: [Across; 3] = [Across::Opposite, Across::SameNumber, Across::Rear];

    /// The relation of the rules; none if it goes along the track.
    pub fn of(relation: Relation) -> Option<Across> {
        match relation {
            Relation::Opposite => Some(Across::Opposite),
            Relation::SameNumber => Some(Across::SameNumber),
            Relation::Rear => Some(Across::Rear),
            Relation::Ahead(_) | Relation::Back(_) => None,
        }
    }

    /// The same as the rules call it.
    pub fn relation(self) -> Relation {
        match self {
            Across::Opposite => Relation::Opposite,
            Across::SameNumber => Relation::SameNumber,
            Across::Rear => Relation::Rear,
        }
    }
}
