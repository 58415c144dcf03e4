//! Series of random games, with or without statistics.

use std::collections::BTreeMap;

use mancala_rules::chance::{Generator, choice, generator, lot, lots};
use mancala_rules::progress::Progress;

use super::super::abreast::Abreast;
use super::super::ended::Finished;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::parts::in_parts;
use super::super::position::{Position, Round};
use super::super::trouble::Trouble;
use super::barred::Barred;
use super::runner::Runner;
use super::tally::{Playouts, Series, Sum, Tally};
use crate::game;

/// Number of games that a thread plays before it checks whether to stop.
pub(in super::super) const GAMES_AT_ONCE: u64 = 128;

/// Why and in which position the rules gave no answer.
pub(in super::super) type Stuck = Box<(Trouble, game::Position)>;

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Plays a series of random games on all threads of the pool and returns statistics.
    pub(in super::super) fn simulated(
        &self,
        start: &game::Position,
        series: &Series,
        progress: &Progress,
    ) -> Result<Tally, Stuck> {
        let (position, round) = Position::read(&self.tables.layout, start);
        let rounds = self.rounds(round);
        if let Some(abreast) = self.abreast(&position, &rounds, series) {
            progress.begin(series.games);
            if let Ok(sum) = self.many_at_once(&abreast, (&position, &rounds[0]), series, progress) {
                return Ok(sum.into_tally());
            }
        }
        // one by one, also to see which is the first game in which something went wrong
        progress.begin(series.games);
        let parts = series.games.div_ceil(GAMES_AT_ONCE);
        let empty = || Sum::new(self.empty_tally());
        let sum: Result<Sum, Stuck> = in_parts(
            0..parts,
            progress,
            empty,
            |sum, more| sum.add(&more),
            || {
                let mut player = Player::new(self, &position, &rounds, series, progress);
                move |part| {
                    let mut sum = empty();
                    for game in part * GAMES_AT_ONCE..((part + 1) * GAMES_AT_ONCE).min(series.games) {
                        player.play(game, &mut sum).map_err(|(trouble, at)| {
                            let round = &player.rounds[self.lot_of(series.seed, game + 1)];
                            Box::new((trouble, at.write(&self.tables.layout, round, self.tables.players)))
                        })?;
                    }
                    progress.add(sum.tally.games, sum.tally.plies);
                    Ok(sum)
                }
            },
        );
        Ok(sum?.into_tally())
    }

    /// How the games of a series are played side by side; `None` if they can only be played one by one, or if there are few.
    fn abreast(&self, position: &Position<L, P>, rounds: &[Round<L::Mask>], series: &Series) -> Option<Abreast> {
        match rounds {
            [round] if series.sample() > 1 => Abreast::of(self, position, round, false),
            _ => None,
        }
    }

    /// The round. Where rules ask to whom its lot falls: one round for each player.
    pub(in super::super) fn rounds(&self, round: Round<L::Mask>) -> Vec<Round<L::Mask>> {
        match self.tables.watched.lots {
            true => (0..self.tables.players).map(|lot| Round { lot, ..round }).collect(),
            false => vec![round],
        }
    }

    /// Which of the [`Self::rounds`] a game of a series plays, counted from 1.
    pub(in super::super) fn lot_of(&self, seed: u64, game: u64) -> usize {
        if self.tables.watched.lots { lot(lots(seed, game), 1, self.tables.players) } else { 0 }
    }

    /// An empty tally for this game.
    pub(in super::super) fn empty_tally(&self) -> Tally {
        let players = self.tables.players;
        Tally {
            won: vec![0; players],
            scores: vec![0; players],
            by_score: vec![BTreeMap::new(); players],
            applied: vec![0; self.tables.rules.len()],
            tried: vec![0; self.tables.rules.len()],
            ..Tally::default()
        }
    }

    /// Plays random games as fast as possible, each of at most a number of plies.
    pub(in super::super) fn played_out(
        &self,
        start: &game::Position,
        (games, most_plies): (u64, u64),
        generator: &mut Generator,
    ) -> Result<Playouts, Trouble> {
        let players = self.tables.players;
        let (position, round) = Position::read(&self.tables.layout, start);
        let mut sum = Playouts { plies: 0, scores: vec![0; players], won: vec![0; players] };
        let rounds = self.rounds(round);
        let mut runner = Runner::new(self);
        for _ in 0..games {
            let round = &rounds[choice(rounds.len(), generator)];
            let (plies, scores, ended) = runner.played(&position, round, most_plies, generator, None)?;
            sum.plies += plies;
            for (sum, score) in sum.scores.iter_mut().zip(&scores) {
                *sum += i64::from(*score);
            }
            if let Some(winner) = ended.winner(&scores[..players]) {
                sum.won[winner] += 1;
            }
        }
        Ok(sum)
    }
}

/// Plays games of a series.
pub(in super::super) struct Player<'m, L: Lanes, const P: usize> {
    pub runner: Runner<'m, L, P>,
    barred: Barred,
    /// The position in which games begin.
    pub position: Position<L, P>,
    pub rounds: &'m [Round<L::Mask>],
    series: &'m Series,
}

impl<'m, L: Lanes, const P: usize> Player<'m, L, P> {
    pub fn new(
        machine: &'m Machine<L, P>,
        position: &Position<L, P>,
        rounds: &'m [Round<L::Mask>],
        series: &'m Series,
        progress: &'m Progress,
    ) -> Self {
        let (runner, barred) = (Runner::new(machine).until_stopped(progress), Barred::new(machine.tables.rules.len()));
        Player { runner, barred, position: *position, rounds, series }
    }

    /// Plays a game, given its number, and adds it to the sum.
    pub fn play(&mut self, game: u64, sum: &mut Sum) -> Result<(), (Trouble, Position<L, P>)> {
        let (machine, series) = (self.runner.machine(), self.series);
        let mut generator = generator(series.seed, game + 1);
        let (start, round) = (&self.position, &self.rounds[machine.lot_of(series.seed, game + 1)]);
        if !game.is_multiple_of(series.sample()) {
            return self.runner.added((start, round), series.most_plies, &mut generator, sum);
        }
        let (mut one, barred) = (machine.empty_tally(), &mut self.barred);
        let played = self.runner.counted(start, round, series.most_plies, &mut generator, &mut one, barred);
        one.tried = self.barred.take();
        if one.games > 0 {
            sum.tally.add(&one);
        }
        played
    }
}

impl<'m, L: Lanes, const P: usize> Runner<'m, L, P> {
    /// Plays a random game as [`Self::played`] does and adds it to the sum, without what only a look at all legal
    /// moves shows.
    pub(in super::super) fn added(
        &mut self,
        (start, round): (&Position<L, P>, &'m Round<L::Mask>),
        most_plies: u64,
        generator: &mut Generator,
        sum: &mut Sum,
    ) -> Result<(), (Trouble, Position<L, P>)> {
        let before = generator.clone();
        match self.finished((start, round), most_plies, generator) {
            Ok(_) if self.is_stopped() => Ok(()),
            Ok(finished) => {
                sum.count(&finished);
                Ok(())
            }
            Err(trouble) => {
                // the same game again, to see where it was
                let (mut generator, mut at) = (before, *start);
                let mut note = |now: &_, _| at = *now;
                let _ = self.played(start, round, most_plies, &mut generator, Some(&mut note));
                Err((trouble, at))
            }
        }
    }

    /// Plays a random game as [`Self::played`] does.
    pub(in super::super) fn finished(
        &mut self,
        (start, round): (&Position<L, P>, &'m Round<L::Mask>),
        most_plies: u64,
        generator: &mut Generator,
    ) -> Result<Finished<P>, Trouble> {
        self.passes = 0;
        let (plies, scores, ended) = self.played(start, round, most_plies, generator, None)?;
        Ok(Finished { plies, passes: self.passes, ended, scores })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use super::super::super::lanes::Bytes;
    use super::*;

    #[test]
    fn a_game_that_ends_at_the_limit_ends_as_without_it() {
        for game in ["bestemshe", "adi"] {
            let (machine, position, round) = Machine::<Bytes<1>, 2>::at_start(game);
            let mut runner = Runner::new(&machine);
            for number in 1..20 {
                let mut plays = |most| runner.played(&position, &round, most, &mut generator(1, number), None).unwrap();
                let ended = plays(1_000);
                assert_eq!(plays(ended.0), ended, "{game}");
            }
        }
    }

    #[test]
    fn a_game_that_is_stopped_counts_nothing() {
        for game in ["krur", "hus"] {
            let (machine, position, round) = Machine::<Bytes<2>, 3>::at_start(game);
            let plays = |progress: &Progress| {
                let mut runner = Runner::new(&machine).until_stopped(progress);
                let (mut tally, mut sum, mut chance) =
                    (machine.empty_tally(), Sum::new(machine.empty_tally()), generator(1, 1));
                let mut barred = Barred::new(machine.tables.rules.len());
                runner.counted(&position, &round, 1_000, &mut chance, &mut tally, &mut barred).unwrap();
                runner.added((&position, &round), 1_000, &mut chance, &mut sum).unwrap();
                tally.add(&sum.into_tally());
                (tally.games, tally.plies > 0, tally.choices > 0)
            };
            let progress = Progress::default();
            assert_eq!(plays(&progress), (2, true, true));
            progress.stop();
            assert_eq!(plays(&progress), (0, false, false));
        }
    }
}
