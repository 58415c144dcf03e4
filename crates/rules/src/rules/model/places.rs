//! Players and cells by number, and how holes are counted.

/// A player by index, from 0. South is 0 and has the first turn; the others follow counterclockwise.
pub type Player = usize;

/// A set of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Players(u8);

impl Players {
    /// Nobody.
    pub const NOBODY: Players = Players(0);

    /// One player alone.
    pub fn one(player: Player) -> Self {
        Players(1 << player)
    }

    /// These players and one more.
    #[must_use]
    pub fn and(self, player: Player) -> Self {
        Players(self.0 | Players::one(player).0)
    }

    /// The set with this number, from 0: the inverse of [`Players::number`].
    pub fn numbered(number: u32) -> Self {
        Players(number as u8)
    }

    /// A number for each set: 0 for nobody, then one bit for each player.
    pub fn number(self) -> u32 {
        u32::from(self.0)
    }

    /// Whether a player is one of these.
    pub fn has(self, player: Player) -> bool {
        self.0 >> player & 1 != 0
    }

    /// Whether these are nobody.
    pub fn is_nobody(self) -> bool {
        self.0 == 0
    }

    /// These players, each by index, in ascending order.
    pub fn each(self) -> impl Iterator<Item = Player> {
        (0..u8::BITS as Player).filter(move |player| self.has(*player))
    }
}

impl FromIterator<Player> for Players {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        players.into_iter().fold(Players::NOBODY, Players::and)
    }
}

/// A cell by index: a hole, an end or a store. The holes come first, row by row from South's side, each row from
/// South's left (`row * columns + column`). Then come the left and the right end, if the board has ends, and one store
/// for each player.
pub type Cell = usize;

/// Where counting starts for the number of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedFrom {
    /// Along the row, from the left of the hole's owner.
    OwnersLeft,
    /// Along the row, from the right of the hole's owner.
    OwnersRight,
    /// Along the column, from the border of the sides; only the owner's holes count.
    Border,
}
