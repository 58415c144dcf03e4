//! A clock that a page lends.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// Tells the time since some fixed moment.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Lends a clock, which tells the time since some fixed moment. Only the first one counts. Without one, time stands
/// still and no limit on time is ever reached.
pub fn lend(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Instant::now().0.saturating_sub(self.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}
