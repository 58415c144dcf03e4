//! Which positions the games met that are played side by side.

use fearless_simd::{Simd, u8x64};

use super::lane::{Bits, GAMES};

/// Number of kinds into which positions are hashed.
const KINDS: usize = 2048;
/// Number of steps whose positions are known.
const STEPS: usize = 512;

/// A step at which players were to move in some games.
#[derive(Clone, Copy, Default)]
struct Step {
    games: Bits,
    /// Those in which the second player was.
    second: Bits,
}

/// Which positions each game met, and how often.
pub(super) struct Met<S: Simd> {
    /// For each game and kind of position: since when its positions count, in the upper bits, and how often it was met.
    times: Vec<u32>,
    /// For each game, since when its positions count, and the step at that time. Times begin again after a while, so that a
    /// position may be taken for one that was met long ago.
    since: [u32; GAMES],
    first: [u64; GAMES],
    now: u32,
    /// The last steps, with the seeds and marks of all games.
    steps: Vec<Step>,
    numbers: Vec<u8x64<S>>,
    width: usize,
    /// Number of steps so far.
    step: u64,
}

impl<S: Simd> Met<S> {
    /// No positions, each of some numbers; or none ever if there are no such numbers.
    pub fn new(width: usize, none: u8x64<S>) -> Self {
        let known = if width > 0 { STEPS } else { 0 };
        Met {
            times: vec![0; if width > 0 { GAMES * KINDS } else { 0 }],
            since: [0; GAMES],
            first: [0; GAMES],
            now: 0,
            steps: vec![Step::default(); known],
            numbers: vec![none; known * width],
            width,
            step: 0,
        }
    }

    /// Forgets the positions of some games.
    #[inline(always)]
    pub fn forget(&mut self, games: Bits) {
        self.now = (self.now + 1) & (u32::MAX >> 2);
        for (number, (since, first)) in self.since.iter_mut().zip(&mut self.first).enumerate() {
            if games >> number & 1 != 0 {
                (*since, *first) = (self.now, self.step);
            }
        }
    }

    /// Begins a step with the positions of some games, given their seeds and marks.
    #[inline(always)]
    pub fn add<'a>(&mut self, (games, second): (Bits, Bits), numbers: impl Iterator<Item = &'a u8x64<S>>) {
        let place = self.step as usize % STEPS;
        self.steps[place] = Step { games, second };
        for (known, now) in self.numbers[place * self.width..][..self.width].iter_mut().zip(numbers) {
            *known = *now;
        }
        self.step += 1;
    }

    /// Notes a position of a game, given hashes of its seeds. Returns how often it may have been met, this time included; 3
    /// stands for more.
    #[inline(always)]
    pub fn count(&mut self, number: usize, [one, other]: [u8; 2]) -> u32 {
        let kind = usize::from(one) << 3 ^ usize::from(other);
        let met = &mut self.times[(number * KINDS + kind) % (GAMES * KINDS)];
        let since = self.since[number % GAMES];
        let times = if *met >> 2 == since { (*met & 3) + 1 } else { 1 };
        *met = since << 2 | times.min(3);
        times
    }

    /// How often the last position of a game was met, this time included; `None` if that is not known any more.
    #[inline(never)]
    pub fn times(&self, number: usize) -> Option<u32> {
        let last = self.step - 1;
        let first = self.first[number % GAMES];
        if last - first >= STEPS as u64 {
            return None;
        }
        let numbers = |step: u64| &self.numbers[step as usize % STEPS * self.width..][..self.width];
        let known = |step: u64| {
            let Step { games, second } = self.steps[step as usize % STEPS];
            (games >> number & 1, second >> number & 1)
        };
        let (now, mover) = (numbers(last), known(last));
        let same = |step: &u64| {
            known(*step) == mover && now.iter().zip(numbers(*step)).all(|(one, other)| one[number] == other[number])
        };
        Some((first..=last).filter(same).count() as u32)
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch, prelude::*};

    use super::*;

    /// How often positions that lead round a small circle are met, as it may be and as it is. Times are about to begin again.
    fn times<S: Simd>(simd: S) -> Vec<(u32, Option<u32>)> {
        let none = u8x64::splat(simd, 0);
        let mut met = Met::new(2, none);
        met.now = u32::MAX >> 2;
        met.forget(1 << 5);
        let mut found = Vec::new();
        for step in 0..STEPS + 8 {
            let place = (step % 3) as u8;
            met.add((1 << 5, 0), [none + place, none].iter());
            found.push((met.count(5, [place, 0]), met.times(5)));
            if step == 6 {
                met.forget(1 << 5);
            }
        }
        found
    }

    #[test]
    fn positions_are_counted_as_long_as_they_are_known() {
        let found = dispatch!(Level::new(), simd => times(simd));
        let met: Vec<_> = (0..7).map(|step| (step / 3 + 1, Some(step / 3 + 1))).collect();
        assert_eq!(found[..7], met);
        // those before were forgotten
        assert_eq!(found[7..11], [(1, Some(1)), (1, Some(1)), (1, Some(1)), (2, Some(2))]);
        assert_eq!(found[STEPS + 2], (4, Some((STEPS as u32 - 5) / 3 + 1)));
        assert_eq!(found[STEPS + 7], (4, None));
    }
}
