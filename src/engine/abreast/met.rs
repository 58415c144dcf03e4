//! Which positions the games met that are played side by side.

use fearless_simd::{Simd, u8x64};

use super::lane::{Bits, GAMES};

/// Number of kinds into which positions are hashed.
const KINDS: usize = 2048;
/// Number of steps whose positions are known.
const STEPS: usize = 256;
/// Steps are told apart by some bits; the others of a word count up to three.
const COUNT: u16 = 3;
const NUMBERED: u64 = 1 << 14;

/// A step at which players were to move in some games.
#[derive(Clone, Copy, Default)]
struct Step {
    games: Bits,
    /// Those in which the second player was.
    second: Bits,
}

/// Which positions each game met.
pub(super) struct Met<S: Simd> {
    /// For each game and kind of position the last step at which it was met, in the upper bits, and how often it was met. A
    /// position may be taken for one of long ago.
    last: Vec<u16>,
    /// For each game the step since which its positions count.
    first: [u64; GAMES],
    /// The last steps, with the seeds and marks of all games, and for each game the step before with a position of that kind.
    steps: Vec<Step>,
    numbers: Vec<u8x64<S>>,
    before: Vec<u16>,
    width: usize,
    /// Number of the last step.
    step: u64,
}

impl<S: Simd> Met<S> {
    /// No positions, each of some numbers; or none ever if there are no such numbers.
    pub fn new(width: usize, none: u8x64<S>) -> Self {
        let known = if width > 0 { STEPS } else { 0 };
        Met {
            last: vec![0; if width > 0 { GAMES * KINDS } else { 0 }],
            first: [1; GAMES],
            steps: vec![Step::default(); known],
            numbers: vec![none; known * width],
            before: vec![0; known * GAMES],
            width,
            step: 0,
        }
    }

    /// Forgets the positions of some games, before a step.
    #[inline(always)]
    pub fn forget(&mut self, games: Bits) {
        for (number, first) in self.first.iter_mut().enumerate() {
            if games >> number & 1 != 0 {
                *first = self.step + 1;
            }
        }
    }

    /// Begins a step with the positions of some games, given their seeds and marks.
    #[inline(always)]
    pub fn add<'a>(&mut self, (games, second): (Bits, Bits), numbers: impl Iterator<Item = &'a u8x64<S>>) {
        self.step += 1;
        let place = self.step as usize % STEPS;
        self.steps[place] = Step { games, second };
        for (known, now) in self.numbers[place * self.width..][..self.width].iter_mut().zip(numbers) {
            *known = *now;
        }
    }

    /// Whether the position of a game in this step, given hashes of it, was met so many times, this one included; `None` if
    /// that is not known any more.
    #[inline(always)]
    pub fn recurs(&mut self, number: usize, [one, other]: [u8; 2], times: u32) -> Option<bool> {
        let kind = usize::from(one) << 3 ^ usize::from(other);
        let last = &mut self.last[(number * KINDS + kind) % (GAMES * KINDS)];
        let before = *last;
        let is_known = step_before(self.step, before) >= self.first[number % GAMES];
        let count = if is_known { (before & COUNT) + 1 } else { 1 };
        *last = (self.step as u16) << COUNT.count_ones() | count.min(COUNT);
        self.before[self.step as usize % STEPS * GAMES + number] = before;
        if u32::from(count) < times.min(COUNT.into()) {
            return Some(false);
        }
        self.was_met(number, times)
    }

    /// As [`Self::recurs`], by the positions of that kind.
    #[inline(never)]
    fn was_met(&self, number: usize, times: u32) -> Option<bool> {
        let (last, first) = (self.step, self.first[number % GAMES]);
        if last - first >= NUMBERED {
            return None;
        }
        let (mut step, mut met) = (last, 0);
        while step >= first {
            if last - step >= STEPS as u64 {
                return None;
            }
            met += u32::from(self.is_same(number, step));
            if met >= times {
                return Some(true);
            }
            step = step_before(step, self.before[step as usize % STEPS * GAMES + number]);
        }
        Some(false)
    }

    /// Whether the position of a game at a step is the same as in this step.
    fn is_same(&self, number: usize, step: u64) -> bool {
        let numbers = |step: u64| &self.numbers[step as usize % STEPS * self.width..][..self.width];
        let known = |step: u64| {
            let Step { games, second } = self.steps[step as usize % STEPS];
            (games >> number & 1, second >> number & 1)
        };
        known(step) == known(self.step)
            && numbers(step).iter().zip(numbers(self.step)).all(|(one, other)| one[number] == other[number])
    }
}

/// The last step before another one that a word stands for.
#[inline(always)]
fn step_before(step: u64, word: u16) -> u64 {
    (step - 1).saturating_sub((step - 1).wrapping_sub(u64::from(word >> COUNT.count_ones())) % NUMBERED)
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch, prelude::*};

    use super::*;

    /// Since when positions that lead round a small circle are met for the second and the third time, for each step.
    fn times<S: Simd>(simd: S, begin: u64) -> Vec<[Option<bool>; 2]> {
        let none = u8x64::splat(simd, 0);
        let mut met = Met::new(2, none);
        met.step = begin;
        met.forget(1 << 5);
        let mut found = Vec::new();
        for step in 0..STEPS as u64 + 8 {
            // two of the three positions are of one kind
            let place = (step % 3) as u8;
            met.add((1 << 5, 0), [none + place, none].iter());
            let second = met.recurs(5, [place / 2, 0], 2);
            found.push([second, met.was_met(5, 3)]);
            if step == 6 {
                met.forget(1 << 5);
            }
        }
        found
    }

    #[test]
    fn positions_are_met_as_long_as_they_are_known() {
        let (yes, no) = (Some(true), Some(false));
        for begin in [0, NUMBERED - 5, NUMBERED - STEPS as u64 - 6] {
            let found = dispatch!(Level::new(), simd => times(simd, begin));
            let met: Vec<_> = (0..7).map(|step| [Some(step >= 3), Some(step >= 6)]).collect();
            assert_eq!(found[..7], met);
            // those before were forgotten
            assert_eq!(found[7..11], [[no, no], [no, no], [no, no], [yes, no]]);
            assert!(found[13..].iter().all(|met| *met == [yes, yes]));
        }
    }

    #[test]
    fn what_is_not_known_any_more_is_told() {
        /// Whether a position is met again after so many steps with others.
        fn again<S: Simd>(simd: S, others: u64) -> Option<bool> {
            let none = u8x64::splat(simd, 0);
            let mut met = Met::new(1, none);
            for step in 0..=others {
                let place = u8::from(step % others != 0);
                met.add((1, 0), [none + place].iter());
                let recurs = met.recurs(0, [place, 0], 2);
                if step == others {
                    return recurs;
                }
            }
            None
        }
        let known = STEPS as u64 - 1;
        let found = [known, known + 1, NUMBERED + 5].map(|steps| dispatch!(Level::new(), simd => again(simd, steps)));
        assert_eq!(found, [Some(true), None, None]);
    }
}
