//! Words that stand for themselves, drawn from the vocabulary, so that a new one occurs in rule files by itself.

use mancala_rules::rules::model::{Change, Fact, InMatch, Moment, Property, Relation, Who};
use mancala_rules::rules::vocabulary::{Meaning, VOCABULARY};

/// What rows of the vocabulary stand for.
fn meant<T>(read: impl Fn(Meaning<'static>) -> Option<T>) -> Vec<T> {
    VOCABULARY.iter().filter_map(|entry| read(entry.meaning)).collect()
}

/// The properties that have a meaning at a moment.
pub fn properties(moment: Moment) -> Vec<Property> {
    let mut properties =
        meant(|meaning| if let Meaning::Property(property) = meaning { property.cloned() } else { None });
    properties.retain(|property| property.need().is_met_at(moment));
    properties
}

/// The holes seen from others that have a meaning at a moment.
pub fn relations(moment: Moment) -> Vec<Relation> {
    let mut relations = meant(|meaning| if let Meaning::Relative(relation) = meaning { relation } else { None });
    relations.retain(|relation| relation.need().is_met_at(moment));
    relations
}

/// The facts that have a meaning at a moment.
pub fn facts(moment: Moment) -> Vec<Fact> {
    let mut facts = meant(|meaning| if let Meaning::Fact(fact) = meaning { fact } else { None });
    facts.retain(|fact| fact.need().is_met_at(moment));
    facts
}

/// The numbers of a match.
pub fn in_match() -> Vec<InMatch> {
    meant(|meaning| if let Meaning::Amount(amount) = meaning { amount } else { None })
}

/// The players who capture.
pub fn players() -> Vec<Who> {
    meant(|meaning| if let Meaning::Player(who) = meaning { Some(who) } else { None })
}

/// What can be changed about holes.
pub fn changes() -> Vec<Change> {
    meant(|meaning| if let Meaning::Effect(change) = meaning { change } else { None })
}
