//! What positions are worth to the player to move: a difference of seeds from now on, or won or lost without a count.

/// Won without a count: more than any difference.
pub const WON: i8 = 127;

/// Lost without a count.
pub const LOST: i8 = -127;

/// Nothing is known to be reached yet.
pub(super) const NOTHING: i8 = i8::MIN;

/// What is worth so much from a position on is worth before it, if so much was won on the way. What was won without a
/// count stays that.
#[inline(always)]
pub(super) fn with_gain(value: i8, gain: i32) -> i8 {
    if value == WON || value == LOST { value } else { (i32::from(value) + gain) as i8 }
}

/// What a position is worth to the player who was to move before it.
#[inline(always)]
pub(super) fn seen_from(value: i8, gain: i32, again: bool) -> i8 {
    let value = with_gain(value, gain);
    if again { value } else { -value }
}

/// What a position or a game is worth to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Worth {
    /// Lost without a count.
    Lost,
    /// So many seeds more than the other has, or fewer. Where nothing is counted, nothing: a draw.
    By(i32),
    /// Won without a count.
    Won,
}

impl Worth {
    /// What a value and what was won before come to.
    pub fn of(value: i8, gain: i32) -> Worth {
        match value {
            WON => Worth::Won,
            LOST => Worth::Lost,
            value => Worth::By(i32::from(value) + gain),
        }
    }

    /// The same for the other player.
    pub fn turned(self) -> Worth {
        match self {
            Worth::Won => Worth::Lost,
            Worth::Lost => Worth::Won,
            Worth::By(seeds) => Worth::By(-seeds),
        }
    }
}
