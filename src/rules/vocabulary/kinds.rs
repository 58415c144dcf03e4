//! What kinds of words there are, and what each stands for.

use crate::rules::model::{Change, Fact, HoleSet, InMatch, One, Outcome, Property, Relation, Who};

/// What a word is, and what it stands for in the rules. Where that depends on other words beside it, it is not given: the
/// resolver has a grammar for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning<'a> {
    /// A section at the top of a file or inside another.
    Section(SectionWord),
    /// A setting of a section.
    Setting(SectionWord),
    /// A value of settings.
    Value,
    /// A word that holds conditions and lists together; the grammar knows it.
    Structure,
    /// A base set of holes.
    Noun(Option<&'a HoleSet>),
    /// One hole.
    Hole(&'a One),
    /// One hole seen from another.
    Relative(Option<Relation>),
    /// A property of a hole.
    Property(Option<&'a Property>),
    /// A number.
    Amount(Option<InMatch>),
    /// A fact about the turn or the game.
    Fact(Option<Fact>),
    /// A player.
    Player(Who),
    /// Something done.
    Effect(Option<Change>),
    /// How it goes on.
    Outcome(Option<&'a Outcome>),
}

/// Sections.
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
