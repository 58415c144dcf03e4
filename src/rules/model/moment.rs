//! The moments of a game at which rules are read, and what words need of a moment and of the board.

/// The moment of the game at which a condition or an effect is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The board is laid out.
    Board,
    /// The condition in the head of a `move` section.
    MoveWhen,
    /// `from` and `direction`.
    Choosing,
    /// What is done with the chosen hole.
    Begin,
    /// `skip`.
    Sowing,
    /// A seed has fallen.
    EachSeed,
    /// The last seed of a lap has fallen.
    LastSeed,
    /// The turn is over.
    AfterTurn,
    /// A player is to move.
    BeforeTurn,
    /// What a file claims of every position.
    Claim,
    /// Players count what they have.
    Score,
    /// The board was filled for the next round.
    AfterRefilling,
}

impl Moment {
    /// Whether there is a chosen hole or a last seed.
    pub fn has_here(self) -> bool {
        matches!(
            self,
            Moment::Choosing | Moment::Begin | Moment::Sowing | Moment::EachSeed | Moment::LastSeed | Moment::AfterTurn
        )
    }

    /// Whether holes ahead and back can be asked for. `skip` itself decides which these are.
    pub fn walks(self) -> bool {
        self.has_here() && self != Moment::Sowing
    }

    /// Whether a seed has just fallen.
    pub fn has_fallen(self) -> bool {
        matches!(self, Moment::EachSeed | Moment::LastSeed)
    }

    /// Whether there may have been a turn before.
    pub fn has_turns(self) -> bool {
        !matches!(self, Moment::Board | Moment::Score | Moment::AfterRefilling)
    }

    /// Whether the mover may choose holes for what is done.
    pub fn has_choices(self) -> bool {
        matches!(self, Moment::Begin | Moment::LastSeed | Moment::AfterTurn)
    }

    /// Whether `him` is somebody.
    pub fn has_him(self) -> bool {
        matches!(self, Moment::BeforeTurn | Moment::Claim | Moment::Score | Moment::AfterRefilling)
    }

    /// Whether seeds may be in the hand.
    pub fn has_hand(self) -> bool {
        matches!(self, Moment::Begin | Moment::LastSeed)
    }

    /// How problems name it.
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

/// What a word needs to have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// A turn that is being played.
    Turn,
    /// A turn that is being played, in which a next hole can be asked for.
    Track,
    /// A turn before this one.
    LastTurn,
    /// A seed after which `each seed` is read.
    EachSeed,
    /// A player who is to move.
    ToMove,
    /// The positions before this one.
    History,
    /// A round that is over.
    LastRound,
    /// Two players.
    TwoPlayers,
    /// Players who have rows one behind the other.
    Rows,
    /// Holes behind others.
    Rear,
    /// Holes opposite others.
    Opposites,
    /// Sides on which holes have the same numbers.
    SameNumbers,
}

impl Need {
    /// Whether a moment has it. What the board has to have, all moments have.
    pub fn is_met_at(self, moment: Moment) -> bool {
        match self {
            Need::Nothing | Need::TwoPlayers | Need::Rows | Need::Rear | Need::Opposites | Need::SameNumbers => true,
            Need::Turn => moment.has_here(),
            Need::Track => moment.walks(),
            Need::LastTurn => moment.has_turns(),
            Need::EachSeed => moment == Moment::EachSeed,
            Need::ToMove => matches!(moment, Moment::BeforeTurn | Moment::Claim),
            Need::History => moment == Moment::BeforeTurn,
            Need::LastRound => moment == Moment::AfterRefilling,
        }
    }
}
