//! Situations for which a rule file gives no answer.

use crate::game::Fault;
use crate::rules::model::Rules;
use crate::source::Span;
use crate::tables::{RuleId, RuleText};

/// A situation for which a rule file gives no answer; as small as it can be, so that ordinary moves pay nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// No rule of `last seed` fits.
    Undecided,
    /// A rule sows with nothing in the hand.
    EmptyHand,
    /// A rule sows from beside the mover's track.
    OffTrack,
    /// A turn ended with seeds in the hand.
    HandLeft,
    /// `sow` does not name one hole but so many.
    NotOneHole(u32, RuleId),
    /// A rule places more seeds than are in the hand.
    PlacesTooMany(RuleId),
    /// A sowing never ends, and nothing is said of it.
    NoEndless,
    /// No case of `direction` fits in this `move` section.
    NoDirection(u8),
    /// No case of `from` fits in this `move` section.
    NoFrom(u8),
    /// One hole can be played in too many ways.
    TooManyWays(u8),
    /// No rule of `before turn` fits.
    NothingBeforeTurn,
    /// `play` is said, and there is no legal move.
    NothingToPlay(RuleId),
}

impl Trouble {
    /// What is wrong, in words of the game, with its place.
    pub fn fault(self, rules: &Rules, texts: &[RuleText]) -> Fault {
        let first = rules.last_seed.first().map(|rule| rule.span).unwrap_or_default();
        let section = |section: u8| rules.moves.get(usize::from(section)).map(|section| section.span);
        let rule = |rule: RuleId| texts.get(usize::from(rule)).map(|text| text.span).unwrap_or_default();
        let (span, message): (Span, String) = match self {
            Trouble::Undecided => (first, Fault::UNDECIDED.to_owned()),
            Trouble::EmptyHand => (first, Fault::EMPTY_HAND.to_owned()),
            Trouble::OffTrack => (rules.board.track.span, Fault::OFF_TRACK.to_owned()),
            Trouble::HandLeft => (first, Fault::HAND_LEFT.to_owned()),
            Trouble::NotOneHole(found, id) => (rule(id), Fault::not_one_hole(found as usize)),
            Trouble::PlacesTooMany(id) => (rule(id), Fault::PLACES_TOO_MANY.to_owned()),
            Trouble::NoEndless => (first, Fault::NO_ENDLESS.to_owned()),
            Trouble::NoDirection(number) => (section(number).unwrap_or_default(), Fault::NO_DIRECTION.to_owned()),
            Trouble::NoFrom(number) => (section(number).unwrap_or_default(), Fault::NO_FROM.to_owned()),
            Trouble::TooManyWays(number) => (section(number).unwrap_or_default(), Fault::TOO_MANY_WAYS.to_owned()),
            Trouble::NothingBeforeTurn => (Span::default(), Fault::NOTHING_BEFORE_TURN.to_owned()),
            Trouble::NothingToPlay(id) => (rule(id), Fault::NOTHING_TO_PLAY.to_owned()),
        };
        Fault { span, message }
    }
}
