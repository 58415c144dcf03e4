//! How `explain` says a word: the phrases in the rows of the vocabulary.

/// A verb and how it is conjugated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `is`, `are`, `is not`, `are not`
    Be,
    /// `has`, `have`, `does not have`, `do not have`
    Have,
    /// `lies`, `lie`, `does not lie`, `do not lie`. Holds the plain form.
    Do(&'static str),
    /// `held`, `did not hold`. Holds the past and the plain form.
    Did(&'static str, &'static str),
}

impl Verb {
    /// The verb for one or several subjects, affirmed or denied.
    pub fn form(self, positive: bool, plural: bool) -> String {
        let not = if positive { "" } else { " not" };
        match self {
            Verb::Be => format!("{}{not}", if plural { "are" } else { "is" }),
            Verb::Have if positive => if plural { "have" } else { "has" }.to_owned(),
            Verb::Do(plain) if positive => format!("{plain}{}", if plural { "" } else { "s" }),
            Verb::Did(past, _) if positive => past.to_owned(),
            Verb::Have => format!("{} not have", if plural { "do" } else { "does" }),
            Verb::Do(plain) => format!("{} not {plain}", if plural { "do" } else { "does" }),
            Verb::Did(_, plain) => format!("did not {plain}"),
        }
    }
}

/// The subject of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The current hole.
    Hole,
    /// The mover.
    Mover,
    /// A fixed noun phrase.
    Thing(&'static str),
}

/// A predicate. In its texts, `HIS` and `OPPONENT` stand for the players meant, and `UNIT` for `round` or `game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// The subject.
    pub of: Of,
    /// The verb.
    pub verb: Verb,
    /// The text after the verb.
    pub text: &'static str,
    /// The text after the verb for several subjects, if it differs.
    pub of_several: Option<&'static str>,
    /// The text after the verb in a denial; if `None`, the verb is denied.
    pub denied: Option<&'static str>,
}

/// How `explain` says a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// By the word itself, or by code in `explain`.
    Word,
    /// As a predicate.
    Said(Said),
    /// As a hole seen from another hole.
    Seen {
        /// When the other hole is clear: `outer hole behind`.
        near: &'static str,
        /// With the other hole named, which `X` stands for: `outer hole behind X`.
        from: &'static str,
        /// After `whose`: `opposite hole`.
        whose: &'static str,
    },
    /// As something that the mover does to holes, which `SET` stands for.
    Done(Verb, &'static str),
}
