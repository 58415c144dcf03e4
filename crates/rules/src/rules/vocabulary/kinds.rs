//! The kinds of words, and what each word stands for in the model.

use crate::rules::model::{Change, Fact, HoleSet, InMatch, One, Outcome, Property, Relation, Who};

/// The kind of a word, and what the word stands for in the model. A payload of `None` means that this depends on the
/// words beside it; the resolver then has a grammar for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning<'a> {
    /// A section at the top of a file or inside another.
    Section(SectionWord),
    /// A setting of a section.
    Setting(SectionWord),
    /// A value of one or more settings.
    Value,
    /// A word that joins conditions or builds lists; the grammar handles it.
    Structure,
    /// A base set of holes.
    Noun(Option<&'a HoleSet>),
    /// One hole.
    Hole(&'a One),
    /// A relation, which leads from one hole to another.
    Relative(Option<Relation>),
    /// A property of a hole.
    Property(Option<&'a Property>),
    /// A number.
    Amount(Option<InMatch>),
    /// A fact about the turn or the game.
    Fact(Option<Fact>),
    /// A player.
    Player(Who),
    /// An effect.
    Effect(Option<Change>),
    /// An outcome: how play goes on.
    Outcome(Option<&'a Outcome>),
}

/// The sections of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the vocabulary says what each is")]
pub enum SectionWord {
    Game,
    Sources,
    Options,
    Board,
    Words,
    Move,
    Sowing,
    EachSeed,
    LastSeed,
    AfterTurn,
    BeforeTurn,
    Score,
    Match,
    AfterRefilling,
    Never,
    LeftOut,
    Example,
}
