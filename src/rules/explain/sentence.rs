//! A sentence: what one statement of a rule file means, and who says it.

use super::words::sentence;
use crate::rules::model::Basis;

/// What one statement of a rule file means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The heading under which it stands: the game's name, `Board`, `Sowing` ..
    pub section: String,
    /// What it says.
    pub text: String,
    /// Where it was read or why it was assumed; empty where neither is told.
    pub basis: Basis,
    /// Who says it, and how it stands beside others.
    pub kind: Kind,
}

/// Who says a sentence, and how it stands beside others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The file, by a setting of this name.
    Setting(&'static str),
    /// The file, by a rule of a list; the first that fits applies.
    Rule,
    /// The file, of what no game comes to.
    Claim,
    /// The file, of what it does not carry.
    LeftOut,
    /// The language.
    Given,
    /// The language, of what a word in other sentences means.
    Term,
}

impl Sentence {
    pub(super) fn new(section: &str, text: &str, basis: &Basis, kind: Kind) -> Sentence {
        Sentence { section: section.to_owned(), text: sentence(text), basis: basis.clone(), kind }
    }

    pub(super) fn setting(section: &str, name: &'static str, text: &str, basis: &Basis) -> Sentence {
        Sentence::new(section, text, basis, Kind::Setting(name))
    }

    pub(super) fn given(section: &str, text: &str) -> Sentence {
        Sentence::new(section, text, &Basis::new(), Kind::Given)
    }

    /// Whether a statement of the file says it; else the language does.
    pub fn is_stated(&self) -> bool {
        matches!(self.kind, Kind::Setting(_) | Kind::Rule | Kind::Claim | Kind::LeftOut)
    }

    /// Why it was assumed, if it was.
    pub fn assumed(&self) -> Option<String> {
        assumed(&self.basis)
    }

    /// Whether no other sentence tells the same setting; those of a move are told case by case.
    pub(super) fn is_alone(&self) -> bool {
        matches!(self.kind, Kind::Setting(name) if !["from", "direction", "begin"].contains(&name))
    }
}

/// Why something was assumed, if it was.
pub fn assumed(basis: &Basis) -> Option<String> {
    let why: Vec<&str> =
        basis.iter().filter(|origin| origin.source.is_none()).map(|origin| origin.text.as_str()).collect();
    (!why.is_empty()).then(|| why.join("; "))
}

/// Whether the sentences of a section are a list of which the first that fits applies.
pub(super) fn is_list(section: &[Sentence]) -> bool {
    section.iter().filter(|told| told.kind == Kind::Rule).count() > 1
}
