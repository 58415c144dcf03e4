//! Sows a lap of every game at once.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};
use mancala_rules::rules::model::Way;

use super::kernel::Kernel;
use super::lane::Bits;
use super::question::About;
use super::sight::Spot;
use super::stand::{Bytes, Mask};

impl<S: Simd> Kernel<'_, S> {
    /// Sows a lap, or one round of it where rounds are sown on their own. Returns the games in which no place is left to sow
    /// into, and what is left of the lap.
    #[inline(always)]
    pub fn sow(&mut self) -> (Mask<S>, Bytes<S>) {
        let plan = self.plan;
        let (none, one, track) = (self.all(0), self.all(1), self.all(plan.sight.track));
        let ranked = !plan.conduct.passed.is_empty();
        let circuit = match ranked {
            false => self.all(plan.sight.track - u8::from(plan.conduct.origin_passed)),
            true => self.rank(),
        };
        let (mut rest, mut rounds, mut left) = (self.hand, none, none);
        if plan.conduct.by_rounds {
            left = self.hand - self.hand.min(circuit);
            rest -= left;
        }
        let mut long = rest.simd_gt(circuit);
        let turned = long.any_true();
        while long.any_true() {
            rest = long.select(rest - circuit, rest);
            rounds = long.select(rounds + one, rounds);
            long = rest.simd_gt(circuit);
        }
        let (mut here, first, turn) = match ranked {
            false => self.course(rest),
            true => (none, self.first_rank(), none),
        };
        let both = plan.conduct.used[Way::Clockwise as usize];
        let (mut made, mut mark) = (none, none);
        let mut reapings = plan.conduct.reapings.iter().peekable();
        let lift = self.lift;
        for spot in 0..plan.sight.track {
            let place = self.all(spot);
            let (steps, open_here) = match ranked {
                false => {
                    let steps = place - first;
                    let steps = if both { steps ^ turn } else { steps };
                    (steps.min(steps + track), None)
                }
                true => {
                    let (steps, is_open) = self.rank_of(spot, first);
                    (steps.min(steps + circuit), Some(is_open))
                }
            };
            let mut fell = steps.simd_lt(rest);
            if let Some(is_open) = open_here {
                fell &= is_open;
            }
            let lifted = lift.simd_eq(place);
            let seeds = self.now.seeds[usize::from(spot)];
            let mut seeds = lifted.select(none, seeds);
            if turned {
                let gets = match open_here {
                    Some(is_open) => self.only(is_open, rounds),
                    None if plan.conduct.origin_passed => steps.simd_eq(track - one).select(none, rounds),
                    None => rounds,
                };
                seeds += gets;
            }
            seeds = fell.select(seeds + one, seeds);
            let last = match ranked {
                false => here.simd_eq(place),
                true => fell & steps.simd_eq(rest - one),
            };
            if ranked {
                here = last.select(place, here);
            }
            made = last.select(seeds, made);
            if plan.conduct.marks > 1 {
                mark = last.select(self.now.marks[usize::from(spot)], mark);
            }
            while let Some(reaping) = reapings.next_if(|reaping| reaping.spot == spot) {
                let mut here = fell;
                if let Some(asks) = reaping.mark {
                    here &= self.answer(self.now.marks[usize::from(spot)], asks);
                }
                if reaping.but_last {
                    here &= !last | left.simd_gt(none);
                }
                let reaped = here & self.answer(seeds, reaping.seeds);
                let taken = self.only(reaped, seeds);
                seeds -= taken;
                self.give(reaping.goal, taken);
            }
            self.now.seeds[usize::from(spot)] = seeds;
        }
        (self.here, self.made, self.mark) = (here, made, mark);
        let open = if ranked { made.simd_eq(none) } else { self.these(0) };
        (open, left)
    }

    /// Where a lap of less than a round ends, the first place that it reaches, and which bits to turn to count steps from
    /// there.
    #[inline(always)]
    fn course(&self, rest: Bytes<S>) -> (Bytes<S>, Bytes<S>, Bytes<S>) {
        let (after, one, track) = (self.after, self.all(1), self.all(self.plan.sight.track));
        let forward = after + rest;
        let here = forward.min(forward - track);
        if !self.plan.conduct.used[Way::Clockwise as usize] {
            return (here, after + one, self.all(0));
        }
        let back = after - rest;
        let back = back.min(back + track);
        let first = self.clockwise.select(after, after + one);
        (self.clockwise.select(back, here), first, self.clockwise.select(self.all(u8::MAX), self.all(0)))
    }

    /// Counts the places of the track that sowing does not pass over, up to each and in all.
    #[inline(always)]
    fn rank(&mut self) -> Bytes<S> {
        let (plan, mut rank) = (self.plan, self.all(0));
        for (spot, passed) in plan.conduct.passed.iter().enumerate() {
            let mut is_open = self.these(Bits::MAX);
            if let Some(asks) = passed {
                let number = match asks.about {
                    About::Mark(_) => self.now.marks[spot],
                    _ => self.lift.simd_eq(self.all(spot as Spot)).select(self.all(0), self.now.seeds[spot]),
                };
                is_open = !self.answer(number, *asks);
            }
            if plan.conduct.origin_passed {
                is_open &= !self.origin.simd_eq(self.all(spot as Spot));
            }
            rank += self.only(is_open, self.all(1));
            self.ranks[spot] = rank;
        }
        rank.max(self.all(1))
    }

    /// The count before the first place that a lap reaches.
    #[inline(always)]
    fn first_rank(&self) -> Bytes<S> {
        let mut first = self.all(0);
        let mut before = self.all(0);
        for (rank, spot) in self.ranks.iter().zip(0..) {
            let here = self.after.simd_eq(self.all(spot));
            let seen = if self.plan.conduct.used[Way::Clockwise as usize] {
                self.clockwise.select(before, *rank)
            } else {
                *rank
            };
            first = here.select(seen, first);
            before = *rank;
        }
        first
    }

    /// Steps to a place from the first one, less than none if it lies behind, and the games in which it is not passed
    /// over.
    #[inline(always)]
    fn rank_of(&self, spot: Spot, first: Bytes<S>) -> (Bytes<S>, Mask<S>) {
        let rank = self.ranks[usize::from(spot)];
        let before = match spot {
            0 => self.all(0),
            spot => self.ranks[usize::from(spot) - 1],
        };
        let one = self.all(1);
        let mut steps = rank - first - one;
        if self.plan.conduct.used[Way::Clockwise as usize] {
            steps = self.clockwise.select(first - one - before, steps);
        }
        (steps, rank.simd_gt(before))
    }
}
