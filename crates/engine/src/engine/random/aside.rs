//! Random games from positions that were set aside, as a search plays them: many at a time where that is faster.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use mancala_rules::chance::Generator;
use mancala_rules::clock::Instant;

use super::super::abreast::{Abreast, Queue};
use super::super::ended::Finished;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::position::{Position, Round};
use super::super::trouble::Trouble;
use super::runner::Runner;
use super::trial::Trial;

/// Fewer games than this are played one by one, since most lanes would be empty.
const MANY: usize = 48;

/// Games are played one by one until that took so long: writing down how lanes play them takes some milliseconds.
const WORTH_A_TRIAL: Duration = Duration::from_millis(10);

/// Numbers of games for which that is measured: `MANY` or more, twice as many, and so on.
const SIZES: usize = 5;

/// The start of a random game.
#[derive(Clone, Debug)]
pub(in super::super) struct Aside<L: Lanes, const P: usize> {
    pub position: Position<L, P>,
    pub generator: Generator,
    /// How it ended, if it is over.
    pub finished: Option<Finished<P>>,
}

/// Which way is faster in the games of a round, one by one or side by side. All copies of a game share it.
pub(in super::super) struct Faster<L: Lanes, const P: usize> {
    /// The position with which the round begins, which has the most seeds.
    start: Position<L, P>,
    abreast: OnceLock<Option<Abreast>>,
    measured: Mutex<Measured>,
}

/// What was measured of random games.
#[derive(Default)]
struct Measured {
    trials: [Trial; SIZES],
    /// How long games were played one by one.
    alone: Duration,
}

impl<L: Lanes, const P: usize> Faster<L, P> {
    pub fn new(start: Position<L, P>) -> Self {
        Faster { start, abreast: OnceLock::new(), measured: Mutex::default() }
    }

    /// How some games are played side by side, unless that is impossible.
    fn abreast(&self, machine: &Machine<L, P>, round: &Round<L::Mask>, games: usize) -> Option<&Abreast> {
        if games < MANY || !Abreast::is_possible() || self.measured().alone < WORTH_A_TRIAL {
            return None;
        }
        self.abreast.get_or_init(|| Abreast::of(machine, &self.start, round, false)).as_ref()
    }

    fn measured(&self) -> MutexGuard<'_, Measured> {
        self.measured.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether to play so many games, at least `MANY`, side by side.
    fn is_at_once(&self, games: usize) -> bool {
        self.measured().trials[size(games)].is_next_at_once()
    }

    /// Notes how long so many games took that had so many plies.
    fn note(&self, games: usize, at_once: bool, spent: Duration, plies: u64) {
        let mut measured = self.measured();
        if !at_once {
            measured.alone += spent;
        }
        if games >= MANY {
            measured.trials[size(games)].note(at_once, spent, plies);
        }
    }
}

/// Which of the numbers of games for which is measured so many games belong to.
fn size(games: usize) -> usize {
    ((games / MANY).max(1).ilog2() as usize).min(SIZES - 1)
}

/// Games that are played side by side.
struct Beside<'a, L: Lanes, const P: usize> {
    aside: &'a mut [Aside<L, P>],
    next: usize,
}

impl<L: Lanes, const P: usize> Queue<L, P> for Beside<'_, L, P> {
    fn next(&mut self, runner: &Runner<'_, L, P>) -> Option<u64> {
        if runner.is_stopped() {
            return None;
        }
        let next = self.next + self.aside.get(self.next..)?.iter().position(|game| game.finished.is_none())?;
        self.next = next + 1;
        Some(next as u64)
    }

    fn start(&self, game: u64) -> &Position<L, P> {
        &self.aside[game as usize].position
    }

    fn only_start(&self) -> Option<&Position<L, P>> {
        None
    }

    fn chance(&self, game: u64) -> Generator {
        self.aside[game as usize].generator.clone()
    }

    fn over(&mut self, game: u64, finished: Finished<P>) {
        self.aside[game as usize].finished = Some(finished);
    }
}

impl<'m, L: Lanes, const P: usize> Runner<'m, L, P> {
    /// Plays random games of at most so many plies as [`Self::played`] does. Those that are not finished were stopped.
    pub fn finish(
        &mut self,
        aside: &mut [Aside<L, P>],
        round: &'m Round<L::Mask>,
        most_plies: u64,
        faster: &Faster<L, P>,
    ) -> Result<(), Trouble> {
        let (games, abreast) = (aside.len(), faster.abreast(self.machine(), round, aside.len()));
        let abreast = abreast.filter(|_| faster.is_at_once(games));
        let begun = Instant::now();
        match abreast {
            Some(abreast) => self.side_by_side(abreast, round, &mut Beside { aside, next: 0 }, most_plies)?,
            None => self.finish_alone(aside, round, most_plies)?,
        }
        if !self.is_stopped() {
            let plies = aside.iter().flat_map(|game| &game.finished).map(|finished| finished.plies).sum();
            faster.note(games, abreast.is_some(), begun.elapsed(), plies);
        }
        Ok(())
    }

    fn finish_alone(
        &mut self,
        aside: &mut [Aside<L, P>],
        round: &'m Round<L::Mask>,
        most_plies: u64,
    ) -> Result<(), Trouble> {
        for game in aside.iter_mut().filter(|game| game.finished.is_none()) {
            let finished = self.finished((&game.position, round), most_plies, &mut game.generator)?;
            if self.is_stopped() {
                break;
            }
            game.finished = Some(finished);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::super::ended::Ended;
    use super::super::super::lanes::Bytes;
    use super::*;
    use mancala_rules::chance::{choice, generator};
    use mancala_rules::ruleset::Ruleset;

    /// Positions on the way of random games, each with a generator.
    fn scattered(
        machine: &Machine<Bytes<4>, 6>,
        start: &Position<Bytes<4>, 6>,
        round: &Round<u128>,
    ) -> Vec<Aside<Bytes<4>, 6>> {
        let (mut scattered, mut chance) = (Vec::new(), generator(3, 0));
        while scattered.len() < 2 * MANY {
            let mut position = *start;
            for _ in 0..12 {
                let mut next = Vec::new();
                machine.advance(&position, round, |_, _, after| next.extend(after.copied())).unwrap();
                let Some(after) = next.get(choice(next.len(), &mut chance)) else { break };
                position = *after;
                let game = scattered.len() as u64;
                scattered.push(Aside { position, generator: generator(5, game), finished: None });
            }
        }
        scattered
    }

    #[test]
    fn games_from_several_positions_are_the_same_side_by_side() {
        let mut compared = 0;
        for name in ["krur", "bao-la-kiswahili", "toguz-kumalak", "mbothe", "omweso", "pallanguzhi", "kalah", "hus"] {
            let rules = Ruleset::shipped(name).unwrap().rules().unwrap();
            let (machine, start, round) = Machine::<Bytes<4>, 6>::of_rules(&rules);
            let Some(abreast) = Abreast::of(&machine, &start, &round, false) else { continue };
            let mut runner = Runner::new(&machine);
            let mut at_once = scattered(&machine, &start, &round);
            let mut alone = at_once.clone();
            // one of them is over already
            let over = Finished {
                plies: 0,
                passes: 0,
                ended: Ended { rule: None, verdict: None },
                scores: [3, 4, 0, 0, 0, 0],
            };
            alone[7].finished = Some(over.clone());
            at_once[7].finished = Some(over);
            runner.side_by_side(&abreast, &round, &mut Beside { aside: &mut at_once, next: 0 }, 50).unwrap();
            runner.finish_alone(&mut alone, &round, 50).unwrap();
            for (one, other) in at_once.iter().zip(&alone) {
                assert_eq!(one.finished.as_ref().unwrap(), other.finished.as_ref().unwrap(), "{name}");
            }
            compared += 1;
        }
        assert!(compared == 8 || !Abreast::is_possible(), "{compared}");
    }
}
