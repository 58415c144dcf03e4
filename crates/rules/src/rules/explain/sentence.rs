//! A sentence: the meaning of one statement, and whether the file or the language states it.

use super::words::sentence;
use crate::rules::model::{Basis, Kind as Ground, Origin};
use crate::source::Span;

/// Why a player plays whom no rule stops.
const GOES_ON: &str = "a player who can move, and for whom no rule says otherwise, has his turn";

/// A sentence of an explanation: the meaning of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The heading of the sentence: the game's name, `Board`, `Sowing` ..
    pub section: String,
    /// The text of the sentence.
    pub text: String,
    /// The statement in generated words, if `text` is the file's own sentence for it.
    pub rule: Option<String>,
    /// Where the rule stands in the file, if it is a rule of a list.
    pub at: Option<Span>,
    /// Where the statement was read, or why it is assumed; empty if the file says neither.
    pub basis: Basis,
    /// Whether the file or the language states it, and in which form.
    pub kind: Kind,
}

/// Whether the file or the language states a sentence, and in which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The file states it in a setting with this name.
    Setting(&'static str),
    /// The file states it in a rule of a list; only the first rule that fits applies.
    Rule,
    /// The last rule of a list states it: that play goes on. It cites nothing, and no source could say more.
    GoesOn,
    /// The file claims that no game comes to it.
    Claim,
    /// The file notes it as left out.
    LeftOut,
    /// The language states it, as a default.
    Given,
    /// The language states it for this reason, unless the file says otherwise: a source could say it.
    Unless(&'static str),
    /// The language states it, as the meaning of a word in other sentences.
    Term,
    /// The meaning of a phrase of the file. Only the meaning of a phrase that says what a hole is stands among the
    /// sentences; that of another stands beside them.
    Phrase {
        /// Whether it stands among the sentences.
        among: bool,
    },
}

impl Sentence {
    pub(super) fn new(section: &str, text: &str, basis: &Basis, kind: Kind) -> Sentence {
        Sentence { section: section.to_owned(), text: sentence(text), rule: None, at: None, basis: basis.clone(), kind }
    }

    pub(super) fn setting(section: &str, name: &'static str, text: &str, basis: &Basis) -> Sentence {
        Sentence::new(section, text, basis, Kind::Setting(name))
    }

    pub(super) fn given(section: &str, text: &str) -> Sentence {
        Sentence::new(section, text, &Basis::new(), Kind::Given)
    }

    pub(super) fn unless(section: &str, text: &str, why: &'static str) -> Sentence {
        Sentence::new(section, text, &Basis::new(), Kind::Unless(why))
    }

    /// Why the language states it unless the file says otherwise, if it is such a sentence.
    pub fn convention(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Unless(why) => Some(why),
            Kind::GoesOn if self.basis.is_empty() => Some(GOES_ON),
            _ => None,
        }
    }

    /// The sentence, which the file tells in its own words, with the generated one.
    pub(super) fn by_rule(self, rule: &str) -> Sentence {
        Sentence { rule: Some(sentence(rule)), ..self }
    }

    /// The sentence in the words of the file, if it has any for it.
    pub(super) fn told(self, told: Option<&String>) -> Sentence {
        match told {
            Some(told) => Sentence { text: sentence(told), rule: Some(self.text), ..self },
            None => self,
        }
    }

    /// Two sentences side by side: the generated ones if the file tells both in the same words.
    pub(super) fn beside<'s>(&'s self, other: &'s Sentence) -> (&'s str, &'s str) {
        match self.text == other.text {
            true => (self.generated(), other.generated()),
            false => (&self.text, &other.text),
        }
    }

    /// What sentences are compared by: the text, and what is told by it.
    pub(super) fn key(&self) -> String {
        format!("{}\n{}", self.text, self.generated())
    }

    /// The generated sentence, if the file tells another in its place.
    pub fn generated(&self) -> &str {
        self.rule.as_deref().unwrap_or(&self.text)
    }

    /// Whether a statement of the file says it that a source could say, not the language.
    pub fn is_stated(&self) -> bool {
        matches!(self.kind, Kind::Setting(_) | Kind::Rule | Kind::Claim | Kind::LeftOut)
    }

    /// The reason why the statement is assumed, if it is.
    pub fn assumed(&self) -> Option<String> {
        assumed(&self.basis)
    }

    /// The word for what it rests on, as tools print it; `None` for what the language states.
    pub fn ground(&self) -> Option<&'static str> {
        match self.convention() {
            Some(_) => Some("convention"),
            None => self.is_stated().then(|| Ground::of(&self.basis).name()),
        }
    }

    /// Whether one sentence states the whole setting. `from`, `direction` and `begin` may need one sentence for each
    /// case.
    pub(super) fn is_alone(&self) -> bool {
        matches!(self.kind, Kind::Setting(name) if !["from", "direction", "begin"].contains(&name))
    }
}

/// The reasons in a basis why something is assumed, if it is.
pub fn assumed(basis: &Basis) -> Option<String> {
    let why: Vec<&str> = basis.iter().filter_map(Origin::assumed).collect();
    (!why.is_empty()).then(|| why.join("; "))
}

impl Kind {
    /// Whether a rule of a list states it.
    pub fn is_rule(self) -> bool {
        matches!(self, Kind::Rule | Kind::GoesOn)
    }
}

/// Whether the sentences of a section form a list, of which only the first rule that fits applies.
pub fn is_list(section: &[Sentence]) -> bool {
    section.iter().filter(|sentence| sentence.kind.is_rule()).count() > 1
}
