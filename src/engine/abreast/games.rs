//! The games of a series, many at a time: what lanes do not tell is played by the engine for one game.

use std::time::Duration;

use super::super::ended::Ended;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::moves::End;
use super::super::openings::Openings;
use super::super::position::Position;
use super::super::runner::{Runner, Start};
use super::super::straight_moves::Ways;
use super::super::tally::{Series, Sum};
use super::super::trouble::Trouble;
use super::super::turn::Turn;
use super::Abreast;
use super::choices::Choice;
use super::kernel::played;
use super::lane::{Apart, Given, Referee, Relay};
use super::plan::{Plan, is_told};
use crate::chance::generator;
use crate::clock::Instant;

/// Number of games after which progress is told of them.
pub(super) const TOLD_EVERY: u64 = 64;
/// The speed is measured after so many games were begun, since lanes fill with games of one age.
const FULL_AFTER: u64 = 192;

/// A series of games, some of which are played side by side.
struct Host<'r, 'm, L: Lanes, const P: usize, I> {
    plan: &'r Plan,
    /// The tables with which a game begins, and those for the time when no rule asks for the number of a turn.
    first: &'m Machine<L, P>,
    later: &'m Machine<L, P>,
    runner: &'r mut Runner<'m, L, P>,
    start: &'r Start<'m, L, P>,
    /// The position with which games begin.
    fresh: Apart,
    series: &'r Series,
    /// The games that have not begun, by number.
    games: I,
    sum: &'r mut Sum,
    /// What is played before players turn to the later tables.
    openings: Openings<L, P>,
    /// The straight turns of the later tables, unless they are in use.
    ways: Option<Box<Ways<'m, L, P>>>,
    /// Number of games that were begun.
    begun: u64,
    /// When the lanes were full for a while, and the plies of the games that were over by then.
    full: (Instant, u64),
    /// How long they were full, and how many plies were played meanwhile, once no games are left to begin.
    spent: Option<(Duration, u64)>,
    /// What went wrong.
    trouble: Option<Trouble>,
}

impl<'m, L: Lanes, const P: usize> Runner<'m, L, P> {
    /// Plays random games of a series as [`Self::bounded`] does, many at a time, and adds them to the sum. Returns how
    /// long the lanes were full, and how many plies were played meanwhile.
    pub fn side_by_side(
        &mut self,
        Abreast(plan): &Abreast,
        start: &Start<'m, L, P>,
        series: &Series,
        games: impl Iterator<Item = u64>,
        sum: &mut Sum,
    ) -> Result<(Duration, u64), Trouble> {
        let first = self.machine();
        let later = first.later.as_deref().unwrap_or(first);
        let (ways, begun, spent, trouble) = (None, 0, None, None);
        let mut fresh = plan.apart();
        plan.set(first, &mut fresh, &start.position);
        let full = (Instant::now(), sum.tally.plies);
        let mut host = Host {
            plan,
            first,
            later,
            openings: Openings::new(),
            ways,
            runner: self,
            start,
            fresh,
            series,
            games,
            sum,
            begun,
            full,
            spent,
            trouble,
        };
        played(plan, &mut host);
        let full = host.spent.unwrap_or_else(|| host.since_full());
        host.trouble.map_or(Ok(full), Err)
    }
}

impl<'m, L: Lanes, const P: usize, I: Iterator<Item = u64>> Host<'_, 'm, L, P, I> {
    /// The time since the lanes were full, and the plies of the games that ended since.
    fn since_full(&self) -> (Duration, u64) {
        (self.full.0.elapsed(), self.sum.tally.plies - self.full.1)
    }

    /// A game as a position.
    fn position(&self, game: &Apart) -> Position<L, P> {
        self.plan.position(self.first, &self.start.position, game)
    }

    /// Adds a game that is over.
    fn count(&mut self, game: &Apart, ended: Ended, position: &Position<L, P>) {
        let scores = self.later.scores(position, self.start.round);
        self.sum.tally.passes += game.passes;
        self.sum.count(game.plies, &ended, &scores[..self.first.tables.players]);
    }

    /// Begins games until one is not over before players may turn to the later tables.
    fn next(&mut self, game: &mut Apart) -> Result<bool, Trouble> {
        self.runner.tell(self.sum, TOLD_EVERY);
        'game: while let Some(number) = self.games.next() {
            self.begun += 1;
            if self.begun == FULL_AFTER {
                self.full = (Instant::now(), self.sum.tally.plies);
            }
            game.game = number;
            game.generator = generator(self.series.seed, number + 1);
            (game.plies, game.passes, game.begun, game.late) = (0, 0, true, false);
            if std::ptr::eq(self.first, self.later) {
                game.mover = self.fresh.mover;
                game.seeds.copy_from_slice(&self.fresh.seeds);
                game.marks.copy_from_slice(&self.fresh.marks);
                return Ok(true);
            }
            let (mut position, round) = (self.start.position, self.start.round);
            let mut early = Vec::new();
            while !self.first.is_later(&position) {
                // a position that is known to have been there twice is not counted further
                let known = (position.seeds, position.marks, position.to_move);
                if early.contains(&known) {
                    self.whole(game)?;
                    continue 'game;
                }
                early.push(known);
                game.late = true;
                if game.plies < self.series.most_plies
                    && let Some(next) = self.openings.next(&position, &mut game.generator)
                {
                    position = next;
                    game.plies += 1;
                    continue;
                }
                let (mut ways, drawn) = (Ways::new(self.first, round), game.generator.clone());
                let mut turn = Turn::between(self.first, round, &position, None);
                let ended = self.step(game, Some(&mut ways), &mut turn, false)?;
                let before = std::mem::replace(&mut position, turn.now.position);
                if let Some(ended) = ended {
                    self.count(game, ended, &position);
                    continue 'game;
                }
                self.openings.add((self.first, round), (&before, &position), (&drawn, &game.generator))?;
            }
            if !is_told(&position) {
                self.whole(game)?;
                continue;
            }
            self.plan.set(self.first, game, &position);
            return Ok(true);
        }
        if self.spent.is_none() {
            self.spent = Some(self.since_full());
        }
        Ok(false)
    }

    /// Plays a ply, given the straight turns if it is likely to be one; at the limit, the game ends.
    fn step(
        &mut self,
        game: &mut Apart,
        ways: Option<&mut Ways<'m, L, P>>,
        turn: &mut Turn<'m, L, P>,
        repeated: bool,
    ) -> Result<Option<Ended>, Trouble> {
        if game.plies >= self.series.most_plies {
            return self.runner.at_limit(&mut turn.now.position, turn.round, repeated).map(Some);
        }
        self.runner.passes = 0;
        let (plies, generator) = (&mut game.plies, &mut game.generator);
        let ended = match ways {
            Some(ways) => self.runner.step(ways, turn, repeated, plies, generator),
            None => self.runner.ply(turn, repeated, None, plies, generator),
        };
        game.passes += self.runner.passes;
        ended
    }

    /// Plays a ply, and begins the next game if this one is over then.
    fn alone(&mut self, game: &mut Apart, repeated: bool) -> Result<bool, Trouble> {
        let (later, round, position) = (self.later, self.start.round, self.position(game));
        let mut turn = Turn::between(later, round, &position, None);
        // most other games are over: the straight turns are not worth while
        let is_quiet = !repeated && later.is_quiet(&position, position.seeds.occupied());
        let mut ways = self.ways.take();
        if is_quiet {
            ways.get_or_insert_with(|| Box::new(Ways::new(later, round)));
        }
        let ended = self.step(game, ways.as_deref_mut().filter(|_| is_quiet), &mut turn, repeated);
        self.ways = ways;
        match ended? {
            Some(ended) => {
                self.count(game, ended, &turn.now.position);
                self.next(game)
            }
            None if is_told(&turn.now.position) => {
                self.plan.set(self.first, game, &turn.now.position);
                Ok(true)
            }
            None => self.replayed(game),
        }
    }

    /// Plays a game from its start, and begins the next one.
    fn replayed(&mut self, game: &mut Apart) -> Result<bool, Trouble> {
        self.whole(game)?;
        self.next(game)
    }

    /// Plays a game from its start.
    fn whole(&mut self, game: &Apart) -> Result<(), Trouble> {
        let mut generator = generator(self.series.seed, game.game + 1);
        let played = self.runner.added(self.start, self.series.most_plies, &mut generator, self.sum);
        played.map_err(|(trouble, _)| trouble)
    }

    /// Whether a game goes on; if something went wrong, nothing does.
    fn or_stop(&mut self, on: Result<bool, Trouble>) -> bool {
        on.unwrap_or_else(|trouble| {
            self.trouble.get_or_insert(trouble);
            false
        })
    }
}

impl<L: Lanes, const P: usize, I: Iterator<Item = u64>> Referee for Host<'_, '_, L, P, I> {
    fn begin(&mut self, game: &mut Apart) -> bool {
        let on = self.next(game);
        self.or_stop(on)
    }

    fn ply(&mut self, game: &mut Apart, repeated: bool) -> bool {
        let on = self.alone(game, repeated);
        self.or_stop(on)
    }

    fn further(&mut self, _: &mut Apart) -> bool {
        false
    }

    fn decided(&mut self, game: &mut Apart, verdict: u8) -> bool {
        let decided = self.later.courses[game.mover].program.verdicts.get(usize::from(verdict));
        if let Some(ended) = decided.and_then(|decided| End::Decided(*decided).decided()) {
            let position = self.position(game);
            self.count(game, ended, &position);
        }
        self.begin(game)
    }

    fn replay(&mut self, game: &mut Apart) -> bool {
        let on = self.replayed(game);
        self.or_stop(on)
    }

    fn counted(&mut self, _: u64, _: u64) {}

    fn turn(&mut self, _: &Apart, _: Choice, _: Given) -> bool {
        false
    }

    fn relay(&mut self, _: &Apart, _: Choice, _: Relay) -> Option<bool> {
        None
    }

    fn is_stopped(&self) -> bool {
        self.trouble.is_some() || self.runner.is_stopped()
    }

    fn most_plies(&self) -> u64 {
        self.series.most_plies
    }
}
