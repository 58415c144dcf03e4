//! A game told in sentences: the rules, and what is to be known about them.

use super::options::{Open, Settings, open};
use super::sentence::Sentence;
use super::sentences::sentences;
use super::words::sentence;
use crate::rules::model::{Rules, SourceText};

/// A game told in sentences: the rules, and what is to be known about them.
#[derive(Clone, Debug)]
pub struct Account {
    /// The name of the game.
    pub name: String,
    /// The rules from the board to the match, what is claimed of them, and what the file leaves out, in the order of a report.
    pub sentences: Vec<Sentence>,
    /// What the sources leave open.
    pub open: Vec<Open>,
    /// The sources.
    pub sources: Vec<SourceText>,
    /// What the examples show.
    pub examples: Vec<String>,
}

impl Account {
    /// Tells a game; `under` gives its rules under other readings, or none if they cannot stand together. So many
    /// readings as `most` says are looked at.
    pub fn new(rules: &Rules, most: usize, under: impl Fn(&Settings) -> Option<Rules>) -> Account {
        let sentences = sentences(rules);
        Account {
            name: rules.about.name.clone(),
            open: open(rules, &sentences, most, under),
            sentences,
            sources: rules.sources.clone(),
            examples: rules.examples.iter().map(|example| sentence(&example.title)).collect(),
        }
    }

    /// The sentences of the rules and of what is left out, section by section.
    pub(super) fn sections(&self) -> impl Iterator<Item = &[Sentence]> {
        self.sentences.chunk_by(|one, next| one.section == next.section)
    }

    /// Sentences that rest on no source, with why they were assumed.
    pub(super) fn assumed(&self) -> impl Iterator<Item = (&Sentence, String)> {
        self.sentences.iter().filter_map(|told| Some((told, told.assumed()?)))
    }

    /// Sentences of the file of which it does not say where they come from; one for all if it never does.
    pub(super) fn without_basis(&self) -> Vec<&str> {
        let stated = || self.sentences.iter().filter(|told| told.is_stated());
        match stated().all(|told| told.basis.is_empty()) {
            true => vec!["All that is told above."],
            false => stated().filter(|told| told.basis.is_empty()).map(|told| told.text.as_str()).collect(),
        }
    }
}
