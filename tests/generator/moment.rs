//! The moments of a game at which conditions and effects are read, and what may be said at each.

/// The moment of the game at which a condition or an effect is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Board,
    MoveWhen,
    Choosing,
    Begin,
    Sowing,
    EachSeed,
    LastSeed,
    AfterTurn,
    BeforeTurn,
    Claim,
    Score,
    AfterRefilling,
}

impl Moment {
    /// Whether there is a chosen hole or a last seed.
    pub fn has_here(self) -> bool {
        !matches!(
            self,
            Moment::Board
                | Moment::MoveWhen
                | Moment::BeforeTurn
                | Moment::Claim
                | Moment::Score
                | Moment::AfterRefilling
        )
    }

    /// Whether `next`, `2 back` and runs may be said. In `skip` they would ask for themselves, so they are left out there.
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
}
