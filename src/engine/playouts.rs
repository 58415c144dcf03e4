//! Random games from the tables, with what is worth knowing about them.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::history::History;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::position::{Position, Round};
use super::progress::Progress;
use super::session::Ended;
use super::standing::Standing;
use super::trouble::Trouble;
use super::turn::{Decided, End, Move, Turn, Tried};
use super::watch::{Counting, Unwatched};
use crate::chance::{Generator, generator};
use crate::narrator;
use crate::tables::{Mask, Safe, Section, Slot, Test, Ways};

/// What was counted in many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Plies played, passes included.
    pub plies: u64,
    /// Forced passes.
    pub passes: u64,
    /// Games that each player alone won.
    pub won: Vec<u64>,
    /// Games in which several were equally best.
    pub shared: u64,
    /// Games stopped before their end.
    pub stopped: u64,
    /// How many games had so many plies.
    pub lengths: BTreeMap<u64, u64>,
    /// Positions in which a player moved.
    pub choices: u64,
    /// Legal moves in all these positions.
    pub moves: u64,
    /// The most legal moves in one position.
    pub most_moves: u64,
    /// What each player had at the end, all games together.
    pub scores: Vec<i64>,
    /// By which rule games ended, by its number; none for an endless sowing.
    pub endings: BTreeMap<Option<u16>, u64>,
    /// How often each rule applied in moves that were played, by its number.
    pub applied: Vec<u64>,
}

impl Tally {
    /// Adds what was counted in other games.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.passes += other.passes;
        self.shared += other.shared;
        self.stopped += other.stopped;
        self.choices += other.choices;
        self.moves += other.moves;
        self.most_moves = self.most_moves.max(other.most_moves);
        add_each(&mut self.won, &other.won);
        add_each(&mut self.scores, &other.scores);
        add_each(&mut self.applied, &other.applied);
        for (length, games) in &other.lengths {
            *self.lengths.entry(*length).or_default() += games;
        }
        for (rule, games) in &other.endings {
            *self.endings.entry(*rule).or_default() += games;
        }
    }

    /// A game that had so many plies.
    pub(crate) fn length(&mut self, plies: u64) {
        self.games += 1;
        self.plies += plies;
        *self.lengths.entry(plies).or_default() += 1;
    }

    /// A game that these won.
    pub(crate) fn winners(&mut self, winners: &[usize]) {
        match winners {
            [winner] => self.won[*winner] += 1,
            _ => self.shared += 1,
        }
    }
}

fn add_each<T: Copy + Default + std::ops::AddAssign>(sums: &mut Vec<T>, more: &[T]) {
    if sums.len() < more.len() {
        sums.resize(more.len(), T::default());
    }
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += *more;
    }
}

/// Many games to be played.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// How many.
    pub games: u64,
    /// What chance begins with.
    pub seed: u64,
    /// A game is stopped after so many plies.
    pub most_plies: u64,
}

/// What came of games that were only played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Plies of all games together, passes included.
    pub plies: u64,
    /// What each player had at the end, all games together.
    pub scores: Vec<i64>,
    /// Games that each player alone won.
    pub won: Vec<u64>,
}

/// So many games are played by a thread before it looks round.
const GAMES_AT_ONCE: u64 = 128;

/// Where the rules gave no answer.
pub(super) type Stuck = (Trouble, narrator::Position);

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Plays games at random, on all threads of the pool, and counts them.
    pub(super) fn simulated(
        &self,
        start: &narrator::Position,
        series: &Series,
        progress: &Progress,
    ) -> Result<Tally, Stuck> {
        let players = self.tables.players;
        let (position, round) = Position::read(&self.tables.layout, start);
        progress.begin(series.games);
        let empty = || Tally {
            won: vec![0; players],
            scores: vec![0; players],
            applied: vec![0; self.tables.rules.len()],
            ..Tally::default()
        };
        let part = |number: u64| -> Result<Tally, Stuck> {
            let mut tally = empty();
            if progress.is_stopped() {
                return Ok(tally);
            }
            let mut player = Player::new(self);
            let first = number * GAMES_AT_ONCE;
            for game in first..(first + GAMES_AT_ONCE).min(series.games) {
                let mut generator = generator(series.seed, game + 1);
                let played = player.counted(&position, &round, series.most_plies, &mut generator, &mut tally);
                played.map_err(|(trouble, at)| (trouble, at.write(&self.tables.layout, &round, players)))?;
            }
            progress.add(tally.games, tally.plies);
            Ok(tally)
        };
        let together = |mut sum: Tally, more: Tally| {
            sum.add(&more);
            Ok(sum)
        };
        let parts = series.games.div_ceil(GAMES_AT_ONCE);
        (0..parts).into_par_iter().map(part).try_reduce(empty, together)
    }

    /// Plays games at random as fast as can be.
    pub(super) fn played_out(
        &self,
        start: &narrator::Position,
        games: u64,
        generator: &mut Generator,
    ) -> Result<Playouts, Trouble> {
        let players = self.tables.players;
        let (position, round) = Position::read(&self.tables.layout, start);
        let mut sum = Playouts { plies: 0, scores: vec![0; players], won: vec![0; players] };
        let mut player = Player::new(self);
        for _ in 0..games {
            let (plies, scores, ended) = player.plain(&position, &round, generator)?;
            sum.plies += plies;
            for (sum, score) in sum.scores.iter_mut().zip(&scores) {
                *sum += i64::from(*score);
            }
            if let [winner] = ended.winners(&scores[..players]).as_slice() {
                sum.won[*winner] += 1;
            }
        }
        Ok(sum)
    }
}

/// What a thread needs to play games one after the other.
pub(super) struct Player<'m, L: Lanes, const P: usize> {
    machine: &'m Machine<L, P>,
    children: Vec<Child<L, P>>,
    history: History<L, P>,
}

impl<'m, L: Lanes, const P: usize> Player<'m, L, P> {
    pub fn new(machine: &'m Machine<L, P>) -> Self {
        Player { machine, children: Vec::with_capacity(32), history: machine.history() }
    }

    /// Plays a game at random, of at most so many plies, and counts it.
    pub fn counted(
        &mut self,
        start: &Position<L, P>,
        round: &Round<L::Mask>,
        most_plies: u64,
        generator: &mut Generator,
        tally: &mut Tally,
    ) -> Result<(), (Trouble, Position<L, P>)> {
        let machine = self.machine;
        let mut position = *start;
        let mut plies = 0;
        self.history.clear();
        let ended = loop {
            if plies == most_plies {
                break None;
            }
            let before = position;
            let trouble = |trouble| (trouble, before);
            let repeated = match machine.tables.repeated {
                Some(from) => self.history.count(&position) >= from,
                None => false,
            };
            machine.children(&position, round, &mut self.children).map_err(trouble)?;
            let movable = !self.children.is_empty();
            let watch = Counting(&mut tally.applied);
            match machine.enter(&mut position, round, repeated, watch, |_| Ok(movable)).map_err(trouble)? {
                Standing::Over(rule) => break Some(Ended { rule: Some(rule), verdict: None }),
                Standing::Decided(verdict, rule) => break Some(Ended { rule: Some(rule), verdict: Some(verdict) }),
                Standing::Pass => {
                    plies += 1;
                    tally.passes += 1;
                    machine.pass(&mut position);
                }
                Standing::Play { changed, rule } => {
                    if changed {
                        machine.children(&position, round, &mut self.children).map_err(trouble)?;
                    }
                    let moves = self.children.len();
                    tally.choices += 1;
                    tally.moves += moves as u64;
                    tally.most_moves = tally.most_moves.max(moves as u64);
                    let index = if moves < 2 { 0 } else { generator.random_range(0..moves) };
                    let Some(child) = self.children.get(index) else { return Err((Trouble::NothingToPlay(rule), before)) };
                    // the same turn once more, to be watched
                    let watch = Counting(&mut tally.applied);
                    machine.play_unchecked(&position, round, &child.play, watch).map_err(trouble)?;
                    plies += 1;
                    position = child.position;
                    if let End::Decided(Decided { verdict, rule }) = child.end {
                        break Some(Ended { rule, verdict: Some(verdict) });
                    }
                }
            }
        };
        tally.length(plies);
        let Some(ended) = ended else {
            tally.stopped += 1;
            return Ok(());
        };
        let scores = machine.scores(&position, round);
        let scores = &scores[..machine.tables.players];
        tally.winners(&ended.winners(scores));
        for (sum, score) in tally.scores.iter_mut().zip(scores) {
            *sum += i64::from(*score);
        }
        *tally.endings.entry(ended.rule).or_default() += 1;
        Ok(())
    }

    /// Plays a game at random to its end as fast as can be: of the holes that may be chosen one is drawn, and another
    /// if that move turns out not to be legal. Tells how many plies it had and the scores.
    pub fn plain(
        &mut self,
        start: &Position<L, P>,
        round: &Round<L::Mask>,
        generator: &mut Generator,
    ) -> Result<(u64, [i32; P], Ended), Trouble> {
        let machine = self.machine;
        let mut turn = Turn::between(machine, round, start, Unwatched);
        let mut plies = 0;
        self.history.clear();
        loop {
            turn.face();
            let repeated = match machine.tables.repeated {
                Some(from) => self.history.count(&turn.position) >= from,
                None => false,
            };
            let mut drawn = None;
            let children = &mut self.children;
            let standing = turn.enter(repeated, |turn| {
                let before = turn.position;
                let end = machine.draw(turn, generator, children)?;
                drawn = end.map(|end| (turn.position, end));
                turn.position = before;
                turn.face();
                turn.repeated = repeated;
                Ok(end.is_some())
            })?;
            let ended = match standing {
                Standing::Play { changed, rule } => {
                    plies += 1;
                    let end = match drawn {
                        Some((position, end)) if !changed => {
                            turn.position = position;
                            end
                        }
                        _ => match machine.draw(&mut turn, generator, &mut self.children)? {
                            Some(end) => end,
                            None => return Err(Trouble::NothingToPlay(rule)),
                        },
                    };
                    match end {
                        End::Decided(Decided { verdict, rule }) => Ended { rule, verdict: Some(verdict) },
                        _ => continue,
                    }
                }
                Standing::Over(rule) => Ended { rule: Some(rule), verdict: None },
                Standing::Decided(verdict, rule) => Ended { rule: Some(rule), verdict: Some(verdict) },
                Standing::Pass => {
                    plies += 1;
                    machine.pass(&mut turn.position);
                    continue;
                }
            };
            return Ok((plies, machine.scores(&turn.position, round), ended));
        }
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Plays a legal move at random; none if there is none.
    #[inline(always)]
    fn draw(
        &self,
        turn: &mut Turn<'_, L, P, Unwatched>,
        generator: &mut Generator,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<Option<End>, Trouble> {
        let ([Section { when: Test::Known(true), at_once: Some((set, Ways::One(way))), safe, .. }], false) =
            (turn.rules.sections.as_slice(), self.tables.watched.every_state)
        else {
            self.children(&turn.position, turn.round, children)?;
            return Ok(children.get(below(children.len() as u32, generator)).map(|child| {
                turn.position = child.position;
                child.end
            }));
        };
        let mut holes = self.playable(turn, set);
        loop {
            let count = holes.count();
            if count == 0 {
                return Ok(None);
            }
            let mut before = holes;
            for _ in 0..below(count, generator) {
                before = before.without_first();
            }
            let hole: Slot = before.first();
            let play = Move { hole, way: *way, section: 0, choices: 0, answers: 0 };
            if *safe == Safe::Always {
                return match turn.play(&play)? {
                    Tried::Done(end) => Ok(Some(end)),
                    Tried::Illegal | Tried::Asks => Ok(None),
                };
            }
            let position = turn.position;
            if let Tried::Done(end) = turn.play(&play)? {
                return Ok(Some(end));
            }
            turn.position = position;
            holes = holes & !L::Mask::of(hole);
        }
    }
}

/// A number below another, each as likely as the others as far as 32 bits can tell.
#[inline(always)]
fn below(bound: u32, generator: &mut Generator) -> usize {
    ((u64::from(generator.next_u32()) * u64::from(bound)) >> 32) as usize
}
