//! Values of positions to the player to move: a difference of seeds from now on, or won or lost without a count.

/// Won without a count: greater than any difference.
pub const WON: i8 = 127;

/// Lost without a count: less than any difference.
pub const LOST: i8 = -127;

/// Less than every value: no result is known yet.
pub(super) const NOTHING: i8 = i8::MIN;

/// Adds seeds won on the way to a value. A win or loss without a count stays what it is.
#[inline(always)]
pub(super) fn with_gain(value: i8, gain: i32) -> i8 {
    if value == WON || value == LOST { value } else { (i32::from(value) + gain) as i8 }
}

/// Value of a position to the player who moved in the position before it.
#[inline(always)]
pub(super) fn seen_from(value: i8, gain: i32, again: bool) -> i8 {
    let value = with_gain(value, gain);
    if again { value } else { -value }
}

/// Worth of a position or a game to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Worth {
    /// Lost without a count.
    Lost,
    /// This number of seeds more than the other player has; negative if fewer. 0 is a draw, also if nothing is scored.
    By(i32),
    /// Won without a count.
    Won,
}

impl Worth {
    /// Combines a value with the seeds won before.
    pub fn of(value: i8, gain: i32) -> Worth {
        match value {
            WON => Worth::Won,
            LOST => Worth::Lost,
            value => Worth::By(i32::from(value) + gain),
        }
    }

    /// The worth to the other player.
    pub fn turned(self) -> Worth {
        match self {
            Worth::Won => Worth::Lost,
            Worth::Lost => Worth::Won,
            Worth::By(seeds) => Worth::By(-seeds),
        }
    }
}
