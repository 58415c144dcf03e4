//! How `explain` says a word: what stands in a row of the vocabulary beside the word itself.

/// A verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `is`, `are`, `is not`, `are not`
    Be,
    /// `has`, `have`, `does not have`, `do not have`
    Have,
    /// `lies`, `lie`, `does not lie`, `do not lie`: the form without an ending
    Do(&'static str),
    /// `held`, `did not hold`: the past, and the form without an ending
    Did(&'static str, &'static str),
}

impl Verb {
    /// The form for one or several, said or denied.
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

/// What a sentence says something of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The hole that is spoken of.
    Hole,
    /// The mover.
    Mover,
    /// Something that goes by one name.
    Thing(&'static str),
}

/// What is said of something. `HIS`, `OPPONENT` and `UNIT` stand for the players meant and for the round or the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// Of what.
    pub of: Of,
    /// The verb.
    pub verb: Verb,
    /// What follows it.
    pub text: &'static str,
    /// What follows it where it is said of several, if that is something else.
    pub of_several: Option<&'static str>,
    /// What follows it where it is denied; without this the verb is denied.
    pub denied: Option<&'static str>,
}

/// How `explain` says a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// By the word itself, or by a grammar that `explain` has for it.
    Word,
    /// As something said.
    Said(Said),
    /// As a hole seen from another.
    Seen {
        /// Where it is clear from which: `outer hole behind`.
        near: &'static str,
        /// From a hole, which `X` stands for: `outer hole behind X`.
        from: &'static str,
        /// Behind `whose`: `opposite hole`.
        whose: &'static str,
    },
    /// As something that the mover does to holes, which `SET` stands for.
    Done(Verb, &'static str),
}
