//! How fast a turn is shown on the screen.

use std::time::Duration;

/// How fast a turn is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Only the board after the turn is shown.
    Off,
    /// Two seeds a second.
    Slow,
    /// Eight seeds a second; faster in a long turn.
    #[default]
    Normal,
    /// Twenty-five seeds a second; faster in a long turn.
    Fast,
}

impl Pace {
    /// All paces, from none to fast.
    pub const ALL: [Pace; 4] = [Pace::Off, Pace::Slow, Pace::Normal, Pace::Fast];

    /// Name of the pace, as the user types it.
    pub fn name(self) -> &'static str {
        match self {
            Pace::Off => "off",
            Pace::Slow => "slow",
            Pace::Normal => "normal",
            Pace::Fast => "fast",
        }
    }

    /// The pace with this name.
    pub fn parse(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// The next pace; off follows fast.
    pub fn next(self) -> Pace {
        let at = Pace::ALL.iter().position(|pace| *pace == self).unwrap_or(0);
        Pace::ALL[(at + 1) % Pace::ALL.len()]
    }

    /// How long to show a moment of a turn with `of` moments; three times as long if it is a `rest`.
    pub fn moment(self, of: usize, rest: bool) -> Duration {
        let (seed, longest) = match self {
            Pace::Off => (0, 0),
            Pace::Slow => (500, u64::MAX),
            Pace::Normal => (125, 12_000),
            Pace::Fast => (40, 4_000),
        };
        let of = u64::try_from(of).unwrap_or(u64::MAX).max(1);
        let each = (longest / of).min(seed);
        Duration::from_millis(if rest { each * 3 } else { each })
    }
}
