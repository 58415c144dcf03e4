//! What kinds of words there are, and what each stands for.

/// What a word is, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A section at the top of a file or inside another.
    Section(SectionWord),
    /// A setting of a section.
    Setting(SectionWord),
    /// A value of settings.
    Value,
    /// A word that holds conditions and lists together; the grammar knows it.
    Structure,
    /// A base set of holes.
    Noun(Noun),
    /// One hole.
    Hole(HoleWord),
    /// A property of a hole.
    Property(PropertyWord),
    /// A number.
    Amount(AmountWord),
    /// A fact about the turn or the game.
    Fact(FactWord),
    /// A player.
    Player(PlayerWord),
    /// Something done.
    Effect(EffectWord),
    /// How it goes on.
    Outcome(OutcomeWord),
}

/// Sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
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

/// Base sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
pub enum Noun {
    Holes,
    Ends,
    OwnStore,
    OpponentsStore,
    RunBack,
    RunAhead,
}

/// Words for one hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
pub enum HoleWord {
    Here,
    Tested,
    Origin,
    Next,
    Ahead,
    Back,
    HeldAhead,
    HeldBack,
    Opposite,
    SameNumber,
    Rear,
}

/// Properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
pub enum PropertyWord {
    Own,
    Opponents,
    Nobodys,
    Inner,
    Outer,
    Empty,
    Occupied,
    Sown,
    SownThisLap,
    Raided,
    Played,
    Reached,
    Place,
    Marked,
}

/// Numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
pub enum AmountWord {
    SeedsIn,
    NumberOf,
    StartingSeeds,
    OwnPoints,
    OwnSeeds,
    Rounds,
}

/// Facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
pub enum FactWord {
    Turn,
    Lap,
    LapGoes,
    NoLegalMove,
    RepeatedPosition,
    LastSeed,
    MoverIs,
    MoveIs,
    WonRound,
}

/// Players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
pub enum PlayerWord {
    Mover,
    Opponent,
    Owner,
    MarkOwner,
    Starter,
    EachPlayer,
}

/// Effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
pub enum EffectWord {
    Capture,
    Lift,
    Place,
    PlaceAll,
    Mark,
    Unmark,
    Points,
}

/// Outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the vocabulary says what each is")]
pub enum OutcomeWord {
    Sow,
    EndTurn,
    MoveAgain,
    Illegal,
    Play,
    Pass,
    Over,
    MoverWins,
    MoverLoses,
    Draw,
    WinsMatch,
    LosesMatch,
}
