//! Random games, many at a time: what lanes do not tell is played by the engine for one game.

use mancala_rules::chance::Generator;

use super::super::ended::{Ended, Finished};
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::moves::End;
use super::super::openings::Openings;
use super::super::position::{Position, Round};
use super::super::random::runner::Runner;
use super::super::straight::moves::Ways;
use super::super::trouble::Trouble;
use super::super::turn::Turn;
use super::Abreast;
use super::choices::Choice;
use super::kernel::played;
use super::lane::{Apart, Given, Referee, Relay};
use super::plan::{Plan, is_told};

/// The random games that wait to be played side by side, each with a number.
pub(in super::super) trait Queue<L: Lanes, const P: usize> {
    /// The next game, if there is one.
    fn next(&mut self, runner: &Runner<'_, L, P>) -> Option<u64>;
    /// The position with which a game begins.
    fn start(&self, game: u64) -> &Position<L, P>;
    /// The position with which every game begins, if that is one.
    fn only_start(&self) -> Option<&Position<L, P>>;
    /// The random generator of a game.
    fn chance(&self, game: u64) -> Generator;
    /// Takes a game that is over.
    fn over(&mut self, game: u64, finished: Finished<P>);
}

/// Random games that are played side by side.
struct Host<'r, 'm, L: Lanes, const P: usize, G> {
    plan: &'r Plan,
    /// The tables with which a game begins, and those for the time when no rule asks for the number of a turn.
    first: &'m Machine<L, P>,
    later: &'m Machine<L, P>,
    round: &'m Round<L::Mask>,
    runner: &'r mut Runner<'m, L, P>,
    games: &'r mut G,
    most_plies: u64,
    /// Games as they begin, if lanes can begin them and all begin alike.
    fresh: Option<Apart>,
    /// What is played before players turn to the later tables.
    openings: Openings<L, P>,
    /// The straight turns of the later tables, unless they are in use.
    ways: Option<Box<Ways<'m, L, P>>>,
    /// What went wrong.
    trouble: Option<Trouble>,
}

impl<'m, L: Lanes, const P: usize> Runner<'m, L, P> {
    /// Plays random games as [`Self::played`] does, many at a time.
    pub fn side_by_side(
        &mut self,
        Abreast(plan): &Abreast,
        round: &'m Round<L::Mask>,
        games: &mut impl Queue<L, P>,
        most_plies: u64,
    ) -> Result<(), Trouble> {
        let first = self.machine();
        let later = first.later.as_deref().unwrap_or(first);
        let fresh = games.only_start().filter(|start| std::ptr::eq(first, later) && is_told(start)).map(|start| {
            let mut fresh = plan.apart();
            plan.set(first, &mut fresh, start);
            fresh
        });
        let (openings, ways, trouble) = (Openings::new(), None, None);
        let mut host =
            Host { plan, first, later, round, runner: self, games, most_plies, fresh, openings, ways, trouble };
        played(plan, &mut host);
        host.trouble.map_or(Ok(()), Err)
    }
}

impl<'m, L: Lanes, const P: usize, G: Queue<L, P>> Host<'_, 'm, L, P, G> {
    /// A game as a position.
    fn position(&self, game: &Apart) -> Position<L, P> {
        self.plan.position(self.first, self.games.start(game.game), game)
    }

    /// Tells of a game that is over.
    fn count(&mut self, game: &Apart, ended: Ended, position: &Position<L, P>) {
        let scores = self.later.scores(position, self.round);
        self.games.over(game.game, Finished { plies: game.plies, passes: game.passes, ended, scores });
    }

    /// Begins games until one is not over before players may turn to the later tables.
    fn next(&mut self, game: &mut Apart) -> Result<bool, Trouble> {
        'game: while let Some(number) = self.games.next(self.runner) {
            game.game = number;
            (game.plies, game.passes, game.begun, game.late) = (0, 0, true, false);
            game.generator = self.games.chance(number);
            if let Some(fresh) = &self.fresh {
                game.mover = fresh.mover;
                game.seeds.copy_from_slice(&fresh.seeds);
                game.marks.copy_from_slice(&fresh.marks);
                return Ok(true);
            }
            let (mut position, mut early) = (*self.games.start(number), Vec::new());
            while !self.first.is_later(&position) {
                // a position that is known to have been there twice is not counted further
                let known = (position.seeds, position.marks, position.to_move);
                if early.contains(&known) {
                    self.whole(game)?;
                    continue 'game;
                }
                early.push(known);
                game.late = true;
                if game.plies < self.most_plies
                    && let Some(next) = self.openings.next(&position, &mut game.generator)
                {
                    position = next;
                    game.plies += 1;
                    continue;
                }
                let (mut ways, drawn) = (Ways::new(self.first, self.round), game.generator.clone());
                let mut turn = Turn::between(self.first, self.round, &position, None);
                let ended = self.step(game, Some(&mut ways), &mut turn, false)?;
                let before = std::mem::replace(&mut position, turn.now.position);
                if let Some(ended) = ended {
                    self.count(game, ended, &position);
                    continue 'game;
                }
                self.openings.add((self.first, self.round), (&before, &position), (&drawn, &game.generator))?;
            }
            if !is_told(&position) {
                self.whole(game)?;
                continue;
            }
            self.plan.set(self.first, game, &position);
            return Ok(true);
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
        if game.plies >= self.most_plies {
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
        let (later, round, position) = (self.later, self.round, self.position(game));
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
        let start = (self.games.start(game.game), self.round);
        let mut generator = self.games.chance(game.game);
        let finished = self.runner.finished(start, self.most_plies, &mut generator)?;
        if !self.runner.is_stopped() {
            self.games.over(game.game, finished);
        }
        Ok(())
    }

    /// Whether a game goes on; if something went wrong, nothing does.
    fn or_stop(&mut self, on: Result<bool, Trouble>) -> bool {
        on.unwrap_or_else(|trouble| {
            self.trouble.get_or_insert(trouble);
            false
        })
    }
}

impl<L: Lanes, const P: usize, G: Queue<L, P>> Referee for Host<'_, '_, L, P, G> {
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
        self.most_plies
    }
}
