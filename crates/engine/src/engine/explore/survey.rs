//! Survey of random games: refuted claims, rules that apply, endless sowings, and plies without gain.

use std::collections::BTreeMap;

use mancala_rules::chance::generator;
use mancala_rules::progress::Progress;
use mancala_rules::rules::model::{Condition, Rules};

use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::moves::Move;
use super::super::parts::in_parts;
use super::super::position::{Position, Round};
use super::super::random::playouts::{GAMES_AT_ONCE, Stuck};
use super::super::random::runner::{Observe, Runner};
use super::super::random::tally::{Series, Tally, add_counts};
use super::super::trouble::Trouble;
use super::looking::{Asked, Look};
use crate::game;

/// A position in a series of random games. Fewer plies compare as less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Number of plies before it, passes included.
    pub plies: u64,
    /// Number of the game, from 1.
    pub game: u64,
}

/// Findings of a survey. `M` is the type of a move.
#[derive(Clone, Debug)]
pub struct Survey<M> {
    /// Statistics of the games. Rules are counted only in moves that were played.
    pub tally: Tally,
    /// Number of positions examined, counting repetitions.
    pub positions: u64,
    /// For each claim, the first position that refutes it.
    pub claims: Vec<Option<Place>>,
    /// Whether each rule, by its number, applied in any legal or attempted move.
    pub applied: Vec<bool>,
    /// The first position with an endless sowing, and its move.
    pub endless: Option<(Place, M)>,
    /// Number of games in which some move could have been sown endlessly.
    pub endless_games: u64,
    /// Number of games by the number of plies after the last gain.
    pub quiet: BTreeMap<u64, u64>,
    /// The largest number of plies without gain at the end of a game, and where they began.
    pub longest: Option<(u64, Place)>,
}

impl<M: Copy> Survey<M> {
    fn new(claims: usize, rules: usize, tally: Tally) -> Self {
        Survey {
            tally,
            positions: 0,
            claims: vec![None; claims],
            applied: vec![false; rules],
            endless: None,
            endless_games: 0,
            quiet: BTreeMap::new(),
            longest: None,
        }
    }

    /// Adds the findings of other games.
    fn add(&mut self, other: &Survey<M>) {
        self.tally.add(&other.tally);
        self.positions += other.positions;
        for (one, more) in self.claims.iter_mut().zip(&other.claims) {
            *one = [*one, *more].into_iter().flatten().min();
        }
        for (one, more) in self.applied.iter_mut().zip(&other.applied) {
            *one |= more;
        }
        self.endless = [self.endless, other.endless].into_iter().flatten().min_by_key(|(place, _)| *place);
        self.endless_games += other.endless_games;
        add_counts(&mut self.quiet, &other.quiet);
        let longest = [self.longest, other.longest].into_iter().flatten();
        self.longest = longest.max_by_key(|(plies, place)| (*plies, std::cmp::Reverse(*place)));
    }

    /// Converts the type of the move.
    pub(in super::super) fn telling<N>(self, tell: impl Fn(&M) -> N) -> Survey<N> {
        Survey {
            tally: self.tally,
            positions: self.positions,
            claims: self.claims,
            applied: self.applied,
            endless: self.endless.map(|(place, play)| (place, tell(&play))),
            endless_games: self.endless_games,
            quiet: self.quiet,
            longest: self.longest,
        }
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Plays random games on all threads of the pool and examines every position.
    pub(in super::super) fn surveyed(
        &self,
        rules: &Rules,
        start: &game::Position,
        series: &Series,
        claims: &[&Condition],
        progress: &Progress,
    ) -> Result<Survey<Move>, Stuck> {
        let (position, round) = Position::read(&self.tables.layout, start);
        let rounds = self.rounds(round);
        progress.begin(series.games);
        let empty = || Survey::new(claims.len(), self.tables.rules.len(), self.empty_tally());
        let parts = series.games.div_ceil(GAMES_AT_ONCE);
        let surveyed: Result<Survey<Move>, Stuck> = in_parts(
            0..parts,
            progress,
            empty,
            |sum, part| sum.add(&part),
            || {
                let mut runner = Runner::new(self).until_stopped(progress);
                let rounds = &rounds;
                let mut look = Look::new(self, rules, claims, Asked::new(rules, claims, false));
                move |part| {
                    let (mut survey, mut tally) = (empty(), self.empty_tally());
                    for game in part * GAMES_AT_ONCE + 1..=((part + 1) * GAMES_AT_ONCE).min(series.games) {
                        let mut generator = generator(series.seed, game);
                        let round = &rounds[self.lot_of(series.seed, game)];
                        let mut observer = Observer::new(&mut look, &mut survey, game);
                        let most = series.most_plies;
                        let played = runner.counted(&position, round, most, &mut generator, &mut tally, &mut observer);
                        played.map_err(|(trouble, at)| {
                            Box::new((trouble, at.write(&self.tables.layout, round, self.tables.players)))
                        })?;
                    }
                    survey.applied.clone_from(&look.applied);
                    progress.add(tally.games, tally.plies);
                    survey.tally = tally;
                    Ok(survey)
                }
            },
        );
        let mut survey = surveyed?;
        for (applied, times) in survey.applied.iter_mut().zip(&survey.tally.applied) {
            *applied |= *times > 0;
        }
        Ok(survey)
    }
}

/// Examines every position of one game.
struct Observer<'s, 'm, L: Lanes, const P: usize> {
    look: &'s mut Look<'m, L, P>,
    survey: &'s mut Survey<Move>,
    game: u64,
    /// The position before.
    before: Option<Position<L, P>>,
    /// Plies to the first position after the last gain.
    quiet_from: u64,
    /// Whether some move of this game could have been sown endlessly.
    endless: bool,
}

impl<'s, 'm, L: Lanes, const P: usize> Observer<'s, 'm, L, P> {
    fn new(look: &'s mut Look<'m, L, P>, survey: &'s mut Survey<Move>, game: u64) -> Self {
        Observer { look, survey, game, before: None, quiet_from: 0, endless: false }
    }

    fn place(&self, plies: u64) -> Place {
        Place { plies, game: self.game }
    }

    /// Checks the claims in a position, and whether the ply before it gained something.
    fn meets(&mut self, position: &Position<L, P>, round: &Round<L::Mask>, stuck: bool, plies: u64) {
        self.survey.positions += 1;
        let place = self.place(plies);
        for (claim, found) in self.survey.claims.iter_mut().enumerate() {
            if found.is_none_or(|known| place < known) && self.look.refutes(claim, position, round, stuck) {
                *found = Some(place);
            }
        }
        if self.before.is_some_and(|before| self.look.wins(&before, position)) {
            self.quiet_from = plies;
        }
        self.before = Some(*position);
    }
}

impl<L: Lanes, const P: usize> Observe<L, P> for Observer<'_, '_, L, P> {
    fn stands(
        &mut self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        movable: bool,
        plies: u64,
    ) -> Result<(), Trouble> {
        self.meets(position, round, !movable, plies);
        self.look.moves(position, round, true)?;
        self.look.stand(&mut { *position }, round, movable)?;
        if let Some(play) = self.look.endless.take().filter(|_| !self.endless) {
            self.endless = true;
            self.survey.endless_games += 1;
            let place = self.place(plies);
            if self.survey.endless.is_none_or(|(known, _)| place < known) {
                self.survey.endless = Some((place, play));
            }
        }
        Ok(())
    }

    fn decided(&mut self, position: &Position<L, P>, round: &Round<L::Mask>, plies: u64) {
        self.meets(position, round, false, plies);
    }

    fn over(&mut self, plies: u64) {
        let quiet = plies - self.quiet_from;
        *self.survey.quiet.entry(quiet).or_default() += 1;
        if self.survey.longest.is_none_or(|(most, _)| quiet > most) {
            self.survey.longest = Some((quiet, self.place(self.quiet_from)));
        }
    }
}
