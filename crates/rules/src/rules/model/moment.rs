//! The moments of a game at which rules are read, and what words need from the moment and the board.

/// The moment of the game at which a condition or an effect is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The layout of the board at the start.
    Board,
    /// The condition in the head of a `move` section.
    MoveWhen,
    /// The settings `from` and `direction`.
    Choosing,
    /// The setting `begin`, after a hole is chosen.
    Begin,
    /// The setting `skip`.
    Sowing,
    /// After a seed has fallen.
    EachSeed,
    /// After the last seed of a lap has fallen.
    LastSeed,
    /// After the turn.
    AfterTurn,
    /// When a player is to move.
    BeforeTurn,
    /// A claim about every position.
    Claim,
    /// When the scores of the players are counted.
    Score,
    /// After the board has been filled for the next round.
    AfterRefilling,
}

impl Moment {
    /// Whether `here` exists: a chosen hole or the hole of the last seed.
    pub fn has_here(self) -> bool {
        matches!(
            self,
            Moment::Choosing | Moment::Begin | Moment::Sowing | Moment::EachSeed | Moment::LastSeed | Moment::AfterTurn
        )
    }

    /// Whether rules may ask for holes ahead and back. `skip` and the marks at the start may not, because they decide
    /// which holes these are.
    pub fn walks(self) -> bool {
        !matches!(self, Moment::Board | Moment::Sowing)
    }

    /// Whether a seed has just fallen.
    pub fn has_fallen(self) -> bool {
        matches!(self, Moment::EachSeed | Moment::LastSeed)
    }

    /// Whether rules may ask about the turn before.
    pub fn has_turns(self) -> bool {
        !matches!(self, Moment::Board | Moment::Score | Moment::AfterRefilling)
    }

    /// Whether rules may leave it to the mover whether they apply.
    pub fn has_may(self) -> bool {
        matches!(self, Moment::Begin | Moment::LastSeed | Moment::BeforeTurn)
    }

    /// Whether the mover may choose the holes of an effect.
    pub fn has_choices(self) -> bool {
        matches!(self, Moment::Begin | Moment::LastSeed | Moment::AfterTurn)
    }

    /// Whether `him` refers to a player.
    pub fn has_him(self) -> bool {
        matches!(self, Moment::BeforeTurn | Moment::Claim | Moment::Score | Moment::AfterRefilling)
    }

    /// Whether seeds may be in the hand.
    pub fn has_hand(self) -> bool {
        matches!(self, Moment::Begin | Moment::LastSeed)
    }

    /// The name of the moment in error messages.
    pub fn name(self) -> &'static str {
        match self {
            Moment::Board => "the start of the game",
            Moment::MoveWhen => "the condition of a `move`",
            Moment::Choosing => "the choice of a hole",
            Moment::Begin => "`begin`",
            Moment::Sowing => "`sowing`",
            Moment::EachSeed => "`each seed`",
            Moment::LastSeed => "`last seed`",
            Moment::AfterTurn => "`after turn`",
            Moment::BeforeTurn => "`before turn`",
            Moment::Claim => "`never`",
            Moment::Score => "`each player scores`",
            Moment::AfterRefilling => "`each player after refilling`",
        }
    }
}

/// What a word needs in order to have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// A turn in progress.
    Turn,
    /// A moment that may ask for holes ahead and back.
    Track,
    /// A turn before this one.
    LastTurn,
    /// One seed of a lap, which falls or is about to.
    Seed,
    /// A player to move.
    ToMove,
    /// The positions before this one.
    History,
    /// A turn that is over, whose other moves can be tried.
    OtherMoves,
    /// A round that is over.
    LastRound,
    /// Two players.
    TwoPlayers,
    /// Holes at the ends of the board.
    Ends,
    /// A player with rows one behind the other.
    Rows,
    /// A player with one hole behind another.
    Rear,
    /// Holes that have an opposite hole.
    Opposites,
    /// Sides whose holes have the same numbers.
    SameNumbers,
}

impl Need {
    /// Whether a moment meets the need. Needs of the board are met at every moment.
    pub fn is_met_at(self, moment: Moment) -> bool {
        match self {
            Need::Nothing
            | Need::TwoPlayers
            | Need::Ends
            | Need::Rows
            | Need::Rear
            | Need::Opposites
            | Need::SameNumbers => true,
            Need::Turn => moment.has_here(),
            Need::Track => moment.walks(),
            Need::LastTurn => moment.has_turns(),
            Need::Seed => matches!(moment, Moment::EachSeed | Moment::Sowing),
            Need::ToMove => matches!(moment, Moment::BeforeTurn | Moment::Claim),
            Need::History => moment == Moment::BeforeTurn,
            Need::OtherMoves => moment == Moment::AfterTurn,
            Need::LastRound => moment == Moment::AfterRefilling,
        }
    }
}
