//! Statements of a file: the value, where it stands, where it was read, and of what kind that ground is.

use super::conditions::Condition;
use crate::source::Span;

/// Where a statement was read, the game from which it is taken, or why it is assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What the statement rests on.
    pub ground: Ground,
    /// The place in the source, the name of the game, or the reason for the assumption.
    pub text: String,
    /// The other game that the source describes, or that the statement is taken from.
    pub other: Option<Likeness>,
}

/// What a statement rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The source of this key.
    Source(String),
    /// The rules of another game, which the file says the game is like.
    Like,
    /// Nothing but a reason.
    Assumed,
}

/// A similar game, and why it serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The name of the game.
    pub game: String,
    /// Why it serves; `None` if the file does not say.
    pub why: Option<String>,
}

/// Of what kind the grounds of a statement are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A source on this game, and no assumption.
    Documented,
    /// A similar game alone, or a source on it.
    TakenOver,
    /// An assumption, perhaps with a source as well.
    Assumed,
    /// Nothing: the file does not say.
    Neither,
}

impl Origin {
    /// The key of the source, if there is one.
    pub fn source(&self) -> Option<&str> {
        if let Ground::Source(key) = &self.ground { Some(key) } else { None }
    }

    /// The name of the other game from which the statement is taken, if it is.
    pub fn like(&self) -> Option<&str> {
        self.other.as_ref().map(|other| other.game.as_str())
    }

    /// Why the statement is assumed, if it is.
    pub fn assumed(&self) -> Option<&str> {
        (self.ground == Ground::Assumed).then_some(self.text.as_str())
    }
}

impl Kind {
    /// The kind of a basis. A statement that a source on this game tells is documented, whatever else it cites; only a
    /// part that is assumed makes it an assumption.
    pub fn of(basis: &[Origin]) -> Kind {
        match () {
            () if basis.is_empty() => Kind::Neither,
            () if basis.iter().any(|origin| origin.assumed().is_some()) => Kind::Assumed,
            () if basis.iter().all(|origin| origin.other.is_some()) => Kind::TakenOver,
            () => Kind::Documented,
        }
    }

    /// The word for it, as tools print it: `documented`, `similar`, `assumed`, `none`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Documented => "documented",
            Kind::TakenOver => "similar",
            Kind::Assumed => "assumed",
            Kind::Neither => "none",
        }
    }
}

/// Where a statement was read or why it is assumed; empty if the file does not say.
pub type Basis = Vec<Origin>;

/// A value, with where the file states it.
#[derive(Clone, Debug)]
pub struct Stated<T> {
    /// The value.
    pub value: T,
    /// Where the statement stands; an empty span for a default of the language.
    pub span: Span,
    /// Where the statement was read, or why it is assumed.
    pub basis: Basis,
}

impl<T> Stated<T> {
    /// Whether the value is a default of the language, which the file does not state.
    pub fn is_default(&self) -> bool {
        self.span == Span::default()
    }
}

/// A value under a condition. The first case whose condition holds counts.
#[derive(Clone, Debug)]
pub struct Case<T> {
    /// The condition; `None` for `otherwise` and for an unconditional value.
    pub condition: Option<Condition>,
    /// The value.
    pub value: T,
    /// The text of the condition in the file, or `otherwise`; empty for an unconditional value.
    pub said: String,
    /// The case in the words of the file, if it has a text.
    pub told: Option<String>,
    /// Where the case stands.
    pub span: Span,
    /// Where the case was read, or why it is assumed.
    pub basis: Basis,
}
