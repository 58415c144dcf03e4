//! Situations for which a rule file gives no answer.

use mancala_rules::rules::model::Rules;
use mancala_rules::source::Span;

use crate::game::Fault;
use crate::tables::{RuleId, RuleText};

/// A situation for which a rule file gives no answer. Kept small so that ordinary moves pay nothing for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// No rule of `last seed` applies.
    Undecided,
    /// A rule sows with an empty hand.
    EmptyHand,
    /// A rule sows from a slot that is not on the mover's track.
    OffTrack,
    /// A turn ended with seeds in the hand.
    HandLeft,
    /// `sow` names this number of holes instead of one.
    NotOneHole(u32, RuleId),
    /// A rule places more seeds than are in the hand.
    PlacesTooMany(RuleId),
    /// A rule takes more seeds from a store than one may owe.
    OwesTooMany(RuleId),
    /// A sowing is endless, and the file does not say what follows.
    NoEndless,
    /// No case of `direction` holds in the `move` section of this index.
    NoDirection(u8),
    /// No case of `from` holds in the `move` section of this index.
    NoFrom(u8),
    /// A hole of the `move` section of this index can be played in too many ways.
    TooManyWays(u8),
    /// No rule of `before turn` applies.
    NothingBeforeTurn,
    /// A rule says `play`, but there is no legal move.
    NothingToPlay(RuleId),
}

impl Trouble {
    /// Describes the situation in terms of the rules, with its place in the file.
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
            Trouble::OwesTooMany(id) => (rule(id), Fault::OWES_TOO_MANY.to_owned()),
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
