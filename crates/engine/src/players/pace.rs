//! When a player that looks ahead looks at the clock: often enough to keep its time, and seldom enough to cost nothing.

use std::time::Duration;

use mancala_rules::clock::Instant;

use crate::engine::Progress;

/// Aim of the time between two looks at the clock.
const BEAT: Duration = Duration::from_micros(200);

/// Most steps between two looks.
const MOST: u64 = 256;

/// Counts the steps of some work, and tells when its time is over. Steps may take a hundred nanoseconds in one game and
/// a tenth of a second in another.
pub(super) struct Pace<'a> {
    progress: &'a Progress,
    end: Option<Instant>,
    /// Steps between two looks at the clock, and steps left until the next one.
    every: u64,
    left: u64,
    looked: Instant,
    /// Steps that are not yet added to the progress.
    uncounted: u64,
}

impl<'a> Pace<'a> {
    /// Work that ends at a moment, if one is given, or when the progress is asked to stop.
    pub fn new(progress: &'a Progress, end: Option<Instant>) -> Self {
        Pace { progress, end, every: 1, left: 1, looked: Instant::now(), uncounted: 0 }
    }

    /// Counts a step. Returns whether the time is known to be over.
    #[inline]
    pub fn step(&mut self) -> bool {
        self.uncounted += 1;
        self.left -= 1;
        self.left == 0 && self.look()
    }

    #[inline(never)]
    fn look(&mut self) -> bool {
        let now = Instant::now();
        self.every = if self.looked.elapsed() < BEAT { (2 * self.every).min(MOST) } else { (self.every / 4).max(1) };
        (self.left, self.looked) = (self.every, now);
        self.count();
        self.progress.is_stopped() || self.end.is_some_and(|end| now >= end)
    }

    /// Adds all steps so far to the progress.
    pub fn count(&mut self) {
        self.progress.add(0, std::mem::take(&mut self.uncounted));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{MOST, Pace};
    use crate::engine::Progress;
    use mancala_rules::clock::Instant;

    #[test]
    fn slow_steps_are_looked_at_one_by_one_and_fast_ones_seldom() {
        let progress = Progress::default();
        let mut pace = Pace::new(&progress, Some(Instant::now() + Duration::from_millis(20)));
        let mut steps = 0;
        while !pace.step() {
            steps += 1;
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(steps <= 4, "{steps}");
        let mut pace = Pace::new(&progress, None);
        for _ in 0..100_000 {
            assert!(!pace.step());
        }
        assert!(pace.every > 1 && pace.every <= MOST);
        progress.stop();
        assert!((0..2 * MOST).any(|_| pace.step()));
        pace.count();
        assert!(progress.counted() >= 100_000);
    }
}
