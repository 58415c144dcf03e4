//! What properties, relations, effects and outcomes need in order to have a meaning.

use super::{Across, CountedFrom, Effect, Fixed, Moment, Need, Outcome, Property, Relation};

impl Property {
    /// What the property needs in order to have a meaning.
    pub fn need(&self) -> Need {
        match self {
            Property::Fixed(Fixed::Inner | Fixed::Outer | Fixed::Place(CountedFrom::Border, _)) => Need::Rows,
            Property::Fixed(Fixed::Place(..)) => Need::TwoPlayers,
            Property::Fixed(Fixed::End) => Need::Ends,
            Property::Happened(happened) if happened.is_of_the_turn_before() => Need::LastTurn,
            Property::Happened(_) => Need::Turn,
            Property::Own
            | Property::Opponents
            | Property::Nobodys
            | Property::Empty
            | Property::Occupied
            | Property::Marked(_)
            | Property::In(_) => Need::Nothing,
        }
    }
}

impl Relation {
    /// What the relation needs in order to have a meaning.
    pub fn need(self) -> Need {
        match self {
            Relation::Ahead(_) | Relation::Back(_) => Need::Track,
            Relation::Across(Across::Opposite) => Need::Opposites,
            Relation::Across(Across::SameNumber) => Need::SameNumbers,
            Relation::Across(Across::Rear) => Need::Rear,
        }
    }
}

impl Effect {
    /// Whether a rule read at this moment may have the effect.
    pub fn fits(&self, moment: Moment) -> bool {
        match self {
            Effect::Points(..) => moment == Moment::AfterRefilling,
            Effect::Lift(..) | Effect::PlaceAll(_) => moment.has_hand(),
            Effect::Place { .. } => moment.has_hand() || moment == Moment::BeforeTurn,
            Effect::Capture(..) | Effect::To(..) => moment != Moment::AfterRefilling,
        }
    }
}

impl Outcome {
    /// The moments whose rules may have the outcome.
    pub fn moments(&self) -> &'static [Moment] {
        match self {
            Outcome::Sow { .. } => &[Moment::Begin, Moment::LastSeed],
            Outcome::EndTurn | Outcome::MoveAgain => &[Moment::LastSeed],
            Outcome::Illegal => &[Moment::LastSeed, Moment::AfterTurn],
            Outcome::Play | Outcome::Pass | Outcome::SwapSides | Outcome::Over => &[Moment::BeforeTurn],
            Outcome::MoverWins | Outcome::MoverLoses | Outcome::Draw => {
                &[Moment::LastSeed, Moment::AfterTurn, Moment::BeforeTurn]
            }
            Outcome::WinsMatch | Outcome::LosesMatch => &[Moment::AfterRefilling],
        }
    }
}
