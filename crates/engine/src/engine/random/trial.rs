//! Which of two ways to play is faster: one game after the other, or many at once.

use std::time::Duration;

/// How often each way is measured before the faster one is taken, unless one takes so much less than the other: a single
/// look can be disturbed.
const LOOKS: u32 = 3;
const CLEAR: f64 = 0.8;

/// What was measured of both ways.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Trial {
    alone: Look,
    at_once: Look,
}

/// What was measured of one way: how often, and the shortest time of a ply in seconds.
#[derive(Clone, Copy, Debug)]
struct Look {
    times: u32,
    shortest: f64,
}

impl Default for Look {
    fn default() -> Self {
        Look { times: 0, shortest: f64::INFINITY }
    }
}

impl Trial {
    /// Whether many at once were faster so far.
    pub fn is_faster_at_once(&self) -> bool {
        self.at_once.shortest < self.alone.shortest
    }

    /// Whether it is known which way is faster.
    pub fn is_over(&self) -> bool {
        let looked = self.alone.times.min(self.at_once.times);
        let [shorter, longer] = [f64::min, f64::max].map(|of| of(self.alone.shortest, self.at_once.shortest));
        looked >= LOOKS || looked > 0 && shorter < CLEAR * longer
    }

    /// Whether to play many at once next: the way that is faster, or was measured less often as long as that is not known.
    pub fn is_next_at_once(&self) -> bool {
        match self.is_over() {
            true => self.is_faster_at_once(),
            false => self.at_once.times < self.alone.times,
        }
    }

    /// Notes how long a number of plies took, or that there was nothing to play.
    pub fn note(&mut self, at_once: bool, spent: Duration, plies: u64) {
        let look = if at_once { &mut self.at_once } else { &mut self.alone };
        look.times += 1;
        if plies > 0 {
            look.shortest = look.shortest.min(spent.as_secs_f64() / plies as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes plies that take so many nanoseconds each, in turn, until it is known which way is faster. Returns which one
    /// that is, and how often both were measured.
    fn tried(alone: &[u64], at_once: &[u64]) -> (bool, usize) {
        let (mut trial, mut ways) = (Trial::default(), [alone.iter(), at_once.iter()]);
        for looks in 0.. {
            if trial.is_over() {
                return (trial.is_next_at_once(), looks);
            }
            let next = trial.is_next_at_once();
            let nanos = ways[usize::from(next)].next().copied();
            trial.note(next, Duration::from_nanos(1000 * nanos.unwrap_or(0)), nanos.map_or(0, |_| 1000));
        }
        unreachable!("looks are limited")
    }

    #[test]
    fn a_clear_difference_is_seen_at_once_and_a_small_one_by_the_best_of_three() {
        assert_eq!(tried(&[100], &[70]), (true, 2));
        assert_eq!(tried(&[70], &[100]), (false, 2));
        assert_eq!(tried(&[100, 130, 99], &[110, 98, 120]), (true, 6));
        assert_eq!(tried(&[100, 97, 99], &[110, 98, 120]), (false, 6));
    }

    #[test]
    fn a_trial_ends_when_there_is_nothing_to_play() {
        assert_eq!(tried(&[], &[]), (false, 6));
    }
}
