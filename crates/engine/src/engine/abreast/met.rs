//! Which positions the games met that are played side by side.

use fearless_simd::{Select, Simd, SimdMask, mask8x64, prelude::*, u8x64};

use super::lane::{Bits, GAMES, each};
use super::stand::Hashes;

/// Number of kinds into which positions are hashed.
const KINDS: u16 = 1024;
/// Number of steps whose positions are known, and of those of which hashes are known.
const STEPS: usize = 256;
const HASHED: usize = 4096;
/// Steps are told apart by some bits; the others of a word count up to three.
const COUNT: u16 = 3;
const NUMBERED: u16 = 1 << 14;
/// No step before the next one counts.
const FORGOTTEN: u16 = u16::MAX;

/// A step at which players were to move in some games.
#[derive(Clone, Copy, Default)]
struct Step {
    games: Bits,
    /// Those in which the second player was.
    second: Bits,
}

/// Which positions each game met.
pub(super) struct Met<S: Simd> {
    simd: S,
    /// For each game and kind of position the last step at which it was met, in the upper bits, and how often it was met. A
    /// position may be taken for one of long ago.
    last: Vec<u16>,
    /// For each game how many steps before this one count: at most [`NUMBERED`], or [`FORGOTTEN`].
    back: [u16; GAMES],
    /// The last steps, with the seeds and marks of all games.
    steps: Vec<Step>,
    numbers: Vec<u8x64<S>>,
    /// Of more steps, hashes of all games, and for each game the step before with a position of that kind. There are more of
    /// them as the games go on, since those of a search are short.
    hashes: Vec<Hashes<S>>,
    before: Vec<[u16; GAMES]>,
    width: usize,
    /// Number of the last step.
    step: u64,
}

impl<S: Simd> Met<S> {
    /// No positions, each of some numbers; or none ever if there are no such numbers.
    pub fn new(simd: S, width: usize) -> Self {
        let known = if width > 0 { STEPS } else { 0 };
        Met {
            simd,
            last: vec![0; if width > 0 { GAMES * usize::from(KINDS) } else { 0 }],
            back: [FORGOTTEN; GAMES],
            steps: vec![Step::default(); known],
            numbers: vec![u8x64::splat(simd, 0); known * width],
            hashes: Vec::new(),
            before: Vec::new(),
            width,
            step: 0,
        }
    }

    /// Forgets the positions of some games, before a step.
    #[inline(always)]
    pub fn forget(&mut self, games: Bits) {
        for (number, back) in self.back.iter_mut().enumerate() {
            if games >> number & 1 != 0 {
                *back = FORGOTTEN;
            }
        }
    }

    /// Begins a step with the positions of some games, given their seeds and marks and hashes of these. Returns the
    /// games in which the position was met so many times, this one included, and those in which that is not known any more.
    /// Of some games, once less is enough.
    #[inline(always)]
    pub fn recur<'a>(
        &mut self,
        (games, second): (Bits, Bits),
        numbers: impl Iterator<Item = &'a u8x64<S>>,
        [one, other, third, fourth]: Hashes<S>,
        (times, less): (u32, Bits),
    ) -> (Bits, Bits) {
        self.step += 1;
        let (step, place) = (self.step as u16, self.step as usize % STEPS);
        self.steps[place] = Step { games, second };
        for (known, now) in self.numbers[place * self.width..][..self.width].iter_mut().zip(numbers) {
            *known = *now;
        }
        let player =
            mask8x64::from_bitmask(self.simd, second).select(u8x64::splat(self.simd, 1), u8x64::splat(self.simd, 0));
        let other = other ^ player;
        let hashed = self.step as usize % HASHED;
        if hashed >= self.hashes.len() {
            self.grow((hashed + 1).next_power_of_two());
        }
        self.hashes[hashed] = [one, other, third, fourth];
        let mut kinds = [0; GAMES];
        for (kind, (one, other)) in kinds.iter_mut().zip((*one).iter().zip(&*other)) {
            *kind = (u16::from(*one) << 2 ^ u16::from(*other)) % KINDS;
        }
        let all = usize::from(KINDS);
        let at = |number: usize, kind: u16| (number * all + usize::from(kind)) % (GAMES * all);
        let words = &mut self.before[hashed];
        for (number, (word, kind)) in words.iter_mut().zip(&kinds).enumerate() {
            *word = self.last[at(number, *kind)];
        }
        let (mut counts, mut now) = ([0; GAMES], [0; GAMES]);
        for (number, word) in words.iter().enumerate() {
            let back = self.back[number].wrapping_add(1).min(NUMBERED);
            self.back[number] = back;
            let met = if steps_between(step, *word) < back { *word & COUNT } else { 0 };
            let count = (met + 1).min(COUNT);
            counts[number] = count as u8;
            let is_met = games >> number & 1 != 0;
            now[number] = if is_met { step << COUNT.count_ones() | count } else { *word };
        }
        for (number, (now, kind)) in now.iter().zip(&kinds).enumerate() {
            self.last[at(number, *kind)] = *now;
        }
        let counts = u8x64::from_slice(self.simd, &counts);
        let often = counts.simd_ge(u8x64::splat(self.simd, times.min(COUNT.into()) as u8));
        let once_less = counts.simd_ge(u8x64::splat(self.simd, times.saturating_sub(1).min(COUNT.into()) as u8));
        let (mut met, mut unknown) = (0, 0);
        for number in each(games & (often.to_bitmask() | less & once_less.to_bitmask())) {
            match self.was_met(number, times.saturating_sub((less >> number & 1) as u32)) {
                Some(false) => {}
                Some(true) => met |= 1 << number,
                None => unknown |= 1 << number,
            }
        }
        (met, unknown)
    }

    /// Makes room for hashes of so many steps.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, steps: usize) {
        self.hashes.resize(steps, [u8x64::splat(self.simd, 0); 4]);
        self.before.resize(steps, [0; GAMES]);
    }

    /// Whether the position of a game in this step was met so many times, this one included; `None` if that is not known
    /// any more.
    #[inline(never)]
    fn was_met(&self, number: usize, times: u32) -> Option<bool> {
        let back = self.back[number % GAMES];
        if back >= NUMBERED {
            return None;
        }
        let (last, first) = (self.step, self.step - u64::from(back));
        let (mut step, mut met) = (last, 0);
        while step >= first {
            if last - step >= HASHED as u64 {
                return None;
            }
            if self.is_alike(number, step) {
                if last - step >= STEPS as u64 {
                    return None;
                }
                met += u32::from(self.is_same(number, step));
            }
            if met >= times {
                return Some(true);
            }
            let between = steps_between(step as u16, self.before[step as usize % HASHED][number % GAMES]);
            step = (step - 1).saturating_sub(between.into());
        }
        Some(false)
    }

    /// Whether the hashes of a game at a step are the same as in this step.
    fn is_alike(&self, number: usize, step: u64) -> bool {
        let hashes = |step: u64| &self.hashes[step as usize % HASHED];
        hashes(step).iter().zip(hashes(self.step)).all(|(one, other)| one[number % GAMES] == other[number % GAMES])
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

/// Number of steps between another one and that which a word stands for.
#[inline(always)]
fn steps_between(step: u16, word: u16) -> u16 {
    step.wrapping_sub(1).wrapping_sub(word >> COUNT.count_ones()) % NUMBERED
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch, prelude::*};

    use super::*;

    /// Since when positions that lead round a small circle are met for the second and the third time, for each step.
    fn times<S: Simd>(simd: S, begin: u64) -> Vec<[Option<bool>; 2]> {
        let none = u8x64::splat(simd, 0);
        let mut met = Met::new(simd, 2);
        met.step = begin;
        let mut found = Vec::new();
        for step in 0..STEPS as u64 + 8 {
            // two of the three positions are of one kind
            let place = (step % 3) as u8;
            let recurs =
                met.recur((1 << 5, 0), [none + place, none].iter(), [none + place / 2, none, none, none], (2, 0));
            found.push([told(recurs, 5), met.was_met(5, 3)]);
            if step == 6 {
                met.forget(1 << 5);
            }
        }
        found
    }

    /// What is told of one game.
    fn told((met, unknown): (Bits, Bits), number: usize) -> Option<bool> {
        (unknown >> number & 1 == 0).then_some(met >> number & 1 != 0)
    }

    #[test]
    fn positions_are_met_as_long_as_they_are_known() {
        let (yes, no, numbered) = (Some(true), Some(false), u64::from(NUMBERED));
        for begin in [0, numbered - 5, numbered - STEPS as u64 - 6] {
            let found = dispatch!(Level::new(), simd => times(simd, begin));
            let met: Vec<_> = (0..7).map(|step| [Some(step >= 3), Some(step >= 6)]).collect();
            assert_eq!(found[..7], met);
            // those before were forgotten
            assert_eq!(found[7..11], [[no, no], [no, no], [no, no], [yes, no]]);
            assert!(found[13..].iter().all(|met| *met == [yes, yes]));
        }
    }

    #[test]
    fn of_some_games_once_less_is_enough() {
        /// The games in which a position is met for the second time, then for the third time.
        fn met<S: Simd>(simd: S) -> [(Bits, Bits); 3] {
            let none = u8x64::splat(simd, 0);
            let mut met = Met::new(simd, 1);
            // the other player is to move in two games, the second time
            [0b0000, 0b1010, 0b0000].map(|second| met.recur((0b1111, second), [none].iter(), [none; 4], (3, 0b0011)))
        }
        let found = dispatch!(Level::new(), simd => met(simd));
        assert_eq!(found, [(0, 0), (0b0001, 0), (0b0111, 0)]);
    }

    #[test]
    fn what_is_not_known_any_more_is_told() {
        /// Whether a position is met again after so many steps with others, given the last hash of the position that comes
        /// then: if it is not 0, another position is met.
        fn again<S: Simd>(simd: S, others: u64, sign: u8) -> Option<bool> {
            let none = u8x64::splat(simd, 0);
            let mut met = Met::new(simd, 1);
            let mut found = None;
            for step in 0..=others {
                let (place, sign) = (u8::from(step % others != 0), if step == others { sign } else { 0 });
                let hashes = [none + place, none, none, none + sign];
                found = told(met.recur((1, 0), [none + place + sign].iter(), hashes, (2, 0)), 0);
            }
            found
        }
        let again = |others, sign| dispatch!(Level::new(), simd => again(simd, others, sign));
        let [known, hashed, numbered] = [STEPS as u64, HASHED as u64, u64::from(NUMBERED) + 5];
        assert_eq!([known - 1, known, hashed, numbered].map(|steps| again(steps, 0)), [Some(true), None, None, None]);
        let no = Some(false);
        assert_eq!([known - 1, known, hashed - 1, hashed].map(|steps| again(steps, 1)), [no, no, no, None]);
    }
}
