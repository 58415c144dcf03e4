//! Random games, with or without statistics.

use std::collections::BTreeMap;

use super::barred::Barred;
use super::ended::Ended;
use super::facing::{Known, Trail};
use super::gliding::Start;
use super::history::History;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::End;
use super::offering::Offering;
use super::parts::in_parts;
use super::position::{Position, Round};
use super::progress::Progress;
use super::standing::Standing;
use super::straight::{Sections, Ways};
use super::tally::{Pace, Playouts, Series, Tally};
use super::trouble::Trouble;
use super::turn::Turn;
use super::watch::Notes;
use crate::chance::{Generator, choice, generator, lot, lots};
use crate::game;
use crate::tables::{Mask, RuleId};

/// Number of games that a thread plays before it checks whether to stop.
pub(super) const GAMES_AT_ONCE: u64 = 128;

/// Number of plies of a game after which it checks whether to stop.
const ASKED_EVERY: u64 = 64;

/// Why and in which position the rules gave no answer.
pub(super) type Stuck = Box<(Trouble, game::Position)>;

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Plays a series of random games on all threads of the pool and returns statistics.
    pub(super) fn simulated(
        &self,
        start: &game::Position,
        series: &Series,
        progress: &Progress,
    ) -> Result<Tally, Stuck> {
        let players = self.tables.players;
        let (position, round) = Position::read(&self.tables.layout, start);
        let rounds = self.rounds(round);
        progress.begin(series.games);
        let empty = || self.empty_tally();
        let parts = series.games.div_ceil(GAMES_AT_ONCE);
        in_parts(
            0..parts,
            progress,
            empty,
            |sum, tally| sum.add(&tally),
            || {
                let mut runner = Runner::new(self).until_stopped(progress);
                let mut barred = Barred::new(self);
                let starts: Vec<_> = rounds.iter().map(|round| runner.start(&position, round)).collect();
                let rounds = &rounds;
                let (most, sample) = (series.most_plies, series.sample());
                move |part| {
                    let mut tally = empty();
                    for game in part * GAMES_AT_ONCE..((part + 1) * GAMES_AT_ONCE).min(series.games) {
                        let mut generator = generator(series.seed, game + 1);
                        let lot = self.lot_of(series.seed, game + 1);
                        let (round, start) = (&rounds[lot], &starts[lot]);
                        let played = if game % sample == 0 {
                            let mut one = empty();
                            let played = runner.counted(&position, round, most, &mut generator, &mut one, &mut barred);
                            one.tried = barred.take();
                            if one.games > 0 {
                                tally.add(&one);
                            }
                            played
                        } else {
                            runner.added(start, most, &mut generator, &mut tally)
                        };
                        played.map_err(|(trouble, at)| {
                            Box::new((trouble, at.write(&self.tables.layout, round, players)))
                        })?;
                    }
                    progress.add(tally.games, tally.plies);
                    Ok(tally)
                }
            },
        )
    }

    /// The round. Where rules ask to whom its lot falls: one round for each player.
    pub(super) fn rounds(&self, round: Round<L::Mask>) -> Vec<Round<L::Mask>> {
        match self.tables.watched.lots {
            true => (0..self.tables.players).map(|lot| Round { lot, ..round }).collect(),
            false => vec![round],
        }
    }

    /// Which of the [`Self::rounds`] a game of a series plays, counted from 1.
    pub(super) fn lot_of(&self, seed: u64, game: u64) -> usize {
        if self.tables.watched.lots { lot(lots(seed, game), 1, self.tables.players) } else { 0 }
    }

    /// An empty tally for this game.
    pub(super) fn empty_tally(&self) -> Tally {
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
    pub(super) fn played_out(
        &self,
        start: &game::Position,
        (games, most_plies): (u64, u64),
        pace: Pace,
        generator: &mut Generator,
    ) -> Result<Playouts, Trouble> {
        let players = self.tables.players;
        let (position, round) = Position::read(&self.tables.layout, start);
        let mut sum = Playouts { plies: 0, scores: vec![0; players], won: vec![0; players] };
        let rounds = self.rounds(round);
        let mut runner = Runner::new(self);
        let starts: Vec<_> = rounds.iter().map(|round| runner.start(&position, round)).collect();
        for _ in 0..games {
            let start = &starts[choice(starts.len(), generator)];
            let (plies, scores, ended) = match pace {
                Pace::Gliding => runner.bounded(start, most_plies, generator)?,
                Pace::Stepping => runner.stepped(&position, start.round, most_plies, generator, |_, _| {})?,
            };
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

/// Observes a game while it is played.
pub(super) trait Observe<L: Lanes, const P: usize> {
    /// A player is to move after `plies` plies, and has or has not a legal move.
    fn stands(
        &mut self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        movable: bool,
        plies: u64,
    ) -> Result<(), Trouble>;
    /// The player to move is about to choose among legal moves.
    fn chooses(&mut self, _: &Position<L, P>, _: &Round<L::Mask>) -> Result<(), Trouble> {
        Ok(())
    }
    /// A turn decided the game.
    fn decided(&mut self, position: &Position<L, P>, round: &Round<L::Mask>, plies: u64);
    /// The game is over, or reached its limit on plies.
    fn over(&mut self, plies: u64);
}

/// Plays games one after the other, reusing the buffers. Each thread has one of its own.
pub(super) struct Runner<'m, L: Lanes, const P: usize> {
    pub(super) machine: &'m Machine<L, P>,
    pub(super) children: Vec<Child<L, P>>,
    history: History<L, P>,
    notes: Notes,
    pub(super) trail: Trail,
    pub(super) known: Known<'m, L::Mask, P>,
    /// The straight turns of the last game, while rules ask about numbers of turns and later.
    ways: [Option<Ways<'m, L, P>>; 2],
    /// Number of passes in the current game.
    pub(super) passes: u64,
    /// What may stop a game before its end.
    progress: Option<&'m Progress>,
}

/// Adds the rules that applied to `counts`, which is indexed by rule, and empties `told`.
pub(super) fn count(told: &mut Vec<RuleId>, counts: &mut [u64]) {
    for rule in told.drain(..) {
        if let Some(count) = counts.get_mut(usize::from(rule)) {
            *count += 1;
        }
    }
}

/// The buffers of a runner, kept for another one.
pub(super) struct Spare<L: Lanes, const P: usize>(Vec<Child<L, P>>, History<L, P>, Trail);

impl<'m, L: Lanes, const P: usize> Runner<'m, L, P> {
    pub fn new(machine: &'m Machine<L, P>) -> Self {
        Runner::reusing(machine, None)
    }

    /// Reuses the buffers of another runner of this machine.
    pub fn reusing(machine: &'m Machine<L, P>, spare: Option<Spare<L, P>>) -> Self {
        let new = || Spare(Vec::with_capacity(32), machine.history(), Trail::new(machine.tables.repeated.unwrap_or(0)));
        let Spare(children, history, trail) = spare.unwrap_or_else(new);
        Runner {
            machine,
            children,
            history,
            notes: Notes::default(),
            trail,
            known: Known::new(),
            ways: [None, None],
            passes: 0,
            progress: None,
        }
    }

    /// Plays games until they are asked to stop.
    pub fn until_stopped(mut self, progress: &'m Progress) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Returns the buffers.
    pub fn into_spare(self) -> Spare<L, P> {
        Spare(self.children, self.history, self.trail)
    }

    /// Whether games are asked to stop. A game that was played meanwhile is void.
    fn is_stopped(&self) -> bool {
        self.progress.is_some_and(Progress::is_stopped)
    }

    /// Plays a random game of at most a number of plies, adds it to the tally, and reports it to an observer.
    pub fn counted(
        &mut self,
        start: &Position<L, P>,
        round: &Round<L::Mask>,
        most_plies: u64,
        generator: &mut Generator,
        tally: &mut Tally,
        observer: &mut impl Observe<L, P>,
    ) -> Result<(), (Trouble, Position<L, P>)> {
        let machine = self.machine;
        let mut position = *start;
        let mut plies = 0;
        self.history.clear();
        self.notes = Notes::default();
        let ended = loop {
            if self.is_stopped() {
                return Ok(());
            }
            let before = position;
            let trouble = |trouble| (trouble, before);
            let repeated = match machine.tables.repeated {
                Some(from) => self.history.count(&position) >= from,
                None => false,
            };
            machine.children(&position, round, &mut self.children).map_err(trouble)?;
            let movable = !self.children.is_empty();
            observer.stands(&position, round, movable, plies).map_err(trouble)?;
            let notes = Some(&mut self.notes);
            let standing = machine.enter(&mut position, round, repeated, notes, |_| Ok(movable));
            count(&mut self.notes.told, &mut tally.applied);
            match standing.map_err(trouble)? {
                over @ (Standing::Over(_) | Standing::Decided(..)) => break over.ended(),
                Standing::Pass | Standing::Play { .. } if plies == most_plies => break None,
                Standing::Pass => {
                    plies += 1;
                    tally.passes += 1;
                    machine.pass(&mut position);
                }
                Standing::Play { changed, rule, offering } => {
                    if changed {
                        machine.children(&position, round, &mut self.children).map_err(trouble)?;
                    }
                    if !self.children.is_empty() {
                        machine.offer(&position, round, offering, &mut self.children).map_err(trouble)?;
                    }
                    observer.chooses(&position, round).map_err(trouble)?;
                    let moves = self.children.len();
                    tally.choices += 1;
                    tally.moves += moves as u64;
                    tally.moves_squared += (moves * moves) as u64;
                    tally.most_moves = tally.most_moves.max(moves as u64);
                    let index = choice(moves, generator);
                    let Some(child) = self.children.get(index) else {
                        return Err((Trouble::NothingToPlay(rule), before));
                    };
                    let instead = machine.instead(position.mover(), &child.play);
                    if let Some((instead, rule)) = instead {
                        self.notes.told.push(rule);
                        tally.passes += u64::from(instead.is_pass());
                    } else {
                        // replays the turn to record the rules that apply
                        let notes = Some(&mut self.notes);
                        machine.play_unchecked(&position, round, &child.play, notes).map_err(trouble)?;
                    }
                    count(&mut self.notes.told, &mut tally.applied);
                    plies += 1;
                    position = child.position;
                    if let Some(ended) = child.end.decided() {
                        // what ends the game in place of a turn makes no further position
                        if instead.is_none() {
                            observer.decided(&position, round, plies);
                        }
                        break Some(ended);
                    }
                }
            }
        };
        tally.length(plies);
        observer.over(plies);
        tally.examined += 1;
        let ended = ended.unwrap_or(Ended { rule: None, verdict: None });
        tally.ended(&ended, &machine.scores(&position, round)[..machine.tables.players]);
        Ok(())
    }

    /// Plays a random game of at most `most_plies` plies as fast as possible; at the limit, scores are compared. Draws
    /// one of the holes that may be chosen, and another one if the move proves illegal. Returns the number of plies,
    /// the scores and how the game ended.
    pub fn bounded(
        &mut self,
        start: &Start<'m, L, P>,
        most_plies: u64,
        generator: &mut Generator,
    ) -> Result<(u64, [i32; P], Ended), Trouble> {
        match &start.faced {
            Some(faced) => self.glided(&start.position, start.round, faced, most_plies, generator, |_, _| {}),
            None => self.stepped(&start.position, start.round, most_plies, generator, |_, _| {}),
        }
    }

    /// Plays a random game as [`Self::bounded`] does and adds it to the tally, without what only a look at all legal
    /// moves shows.
    fn added(
        &mut self,
        start: &Start<'m, L, P>,
        most_plies: u64,
        generator: &mut Generator,
        tally: &mut Tally,
    ) -> Result<(), (Trouble, Position<L, P>)> {
        let before = generator.clone();
        self.passes = 0;
        let (plies, scores, ended) = match self.bounded(start, most_plies, generator) {
            Ok(played) => played,
            Err(trouble) => {
                // the same game again, to see where it was
                let (mut generator, mut at) = (before, start.position);
                let _ = self.stepped(&start.position, start.round, most_plies, &mut generator, |now, _| at = *now);
                return Err((trouble, at));
            }
        };
        if self.is_stopped() {
            return Ok(());
        }
        tally.length(plies);
        tally.passes += self.passes;
        tally.ended(&ended, &scores[..self.machine.tables.players]);
        Ok(())
    }

    /// What ends a game at its limit on plies: the rules, if it is over, else nothing. `before turn` applies, as it does in
    /// every position: the end of a game may give seeds to a player.
    #[cold]
    #[inline(never)]
    pub(super) fn at_limit(
        &self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        repeated: bool,
    ) -> Result<Ended, Trouble> {
        let can_move = |position: &Position<L, P>| self.machine.can_move(position, round);
        let standing = self.machine.enter(position, round, repeated, None, can_move)?;
        Ok(standing.ended().unwrap_or(Ended { rule: None, verdict: None }))
    }

    /// Plays a random game as [`Self::bounded`] does, ply by ply. `each` sees every position and the number of plies before
    /// it, and the last position once more when the game is over.
    pub(super) fn stepped(
        &mut self,
        start: &Position<L, P>,
        round: &'m Round<L::Mask>,
        most_plies: u64,
        generator: &mut Generator,
        mut each: impl FnMut(&Position<L, P>, u64),
    ) -> Result<(u64, [i32; P], Ended), Trouble> {
        let (mut machine, mut at) = (self.machine, *start);
        let mut plies = 0;
        self.history.clear();
        let ended = loop {
            let later = machine.later.as_deref();
            let kept = self.ways[usize::from(later.is_none())].take();
            let mut ways = kept.filter(|ways| ways.is_of(machine, round)).unwrap_or_else(|| Ways::new(machine, round));
            let mut turn = Turn::between(machine, round, &at, None);
            // `None` if a smaller machine goes on
            let ended = loop {
                let position = &mut turn.now.position;
                if later.is_some() && machine.is_later(position) {
                    break None;
                }
                each(position, plies);
                let repeated = match machine.tables.repeated {
                    Some(from) => self.history.count(position) >= from,
                    None => false,
                };
                if plies >= most_plies || plies % ASKED_EVERY == 0 && self.is_stopped() {
                    break Some(self.at_limit(position, round, repeated)?);
                }
                let Some((way, calm)) = ways.of(position) else {
                    match self.ply(&mut turn, repeated, None, &mut plies, generator)? {
                        None => continue,
                        ended => break ended,
                    }
                };
                let mut movable = None;
                if !repeated && let Some(choices) = way.first.choices(calm, position) {
                    if let Some(end) = way.draw(position, choices, generator)? {
                        plies += 1;
                        match end.decided() {
                            None => continue,
                            ended => break ended,
                        }
                    }
                    movable = Some(false);
                }
                let known = (repeated, movable);
                if let Some(ended) = self.ply_in_full(&mut turn, Some(&way), known, &mut plies, generator)? {
                    break Some(ended);
                }
            };
            at = turn.now.position;
            self.ways[usize::from(later.is_none())] = Some(ways);
            match (ended, later) {
                (None, Some(later)) => machine = later,
                (ended, _) => break ended.unwrap_or(Ended { rule: None, verdict: None }),
            }
        };
        each(&at, plies);
        Ok((plies, machine.scores(&at, round), ended))
    }

    /// Plays a random ply and counts it, unless the game is over before it. Returns how the game ended if it is over.
    /// `movable` says whether there is a legal move, if known.
    // inline: a result in several shapes would go through memory, part by part
    #[inline(always)]
    pub(super) fn ply(
        &mut self,
        turn: &mut Turn<'_, L, P>,
        repeated: bool,
        movable: Option<bool>,
        plies: &mut u64,
        generator: &mut Generator,
    ) -> Result<Option<Ended>, Trouble> {
        let position = turn.now.position;
        let quiet = !repeated && movable.is_none() && turn.machine.is_quiet(&position, position.seeds.occupied());
        if quiet && let Some((_, end)) = turn.draw(&position, generator)? {
            *plies += 1;
            return Ok(end.decided());
        }
        self.ply_in_full(turn, None, (repeated, if quiet { Some(false) } else { movable }), plies, generator)
    }

    /// Plays a random ply as [`Self::ply`] does, by the rules for the time before a turn. `way` are the
    /// straight turns of the player to move, if he has such turns.
    #[inline(never)]
    fn ply_in_full(
        &mut self,
        turn: &mut Turn<'_, L, P>,
        way: Option<&Sections<'_, '_, L, P>>,
        (repeated, movable): (bool, Option<bool>),
        plies: &mut u64,
        generator: &mut Generator,
    ) -> Result<Option<Ended>, Trouble> {
        let (machine, round) = (turn.machine, turn.round);
        let (mut position, mut drawn) = (turn.now.position, None);
        let marks = position.marks;
        let standing = machine.enter(&mut position, round, repeated, None, |position| {
            if movable.is_none() {
                drawn = drawn_from(turn, way, position, generator)?;
            }
            Ok(movable.unwrap_or(drawn.is_some()))
        })?;
        *plies += u64::from(matches!(standing, Standing::Play { .. } | Standing::Pass));
        if let Standing::Play { rule, offering, .. } = standing
            && !offering.is_nothing()
        {
            return self.drawn_with_offers(turn, &position, (rule, offering), generator);
        }
        if let (Standing::Play { changed: false, .. }, Some(end)) = (standing, drawn) {
            return Ok(end.decided());
        }
        turn.now.position = position;
        match standing {
            Standing::Play { rule, .. } => {
                let way = way.filter(|_| position.marks == marks && position.locked.is_none() && position.pot == 0);
                let end = drawn_from(turn, way, &position, generator)?.ok_or(Trouble::NothingToPlay(rule))?;
                return Ok(end.decided());
            }
            Standing::Pass => {
                self.passes += 1;
                machine.pass(&mut turn.now.position);
            }
            Standing::Over(_) | Standing::Decided(..) => {}
        }
        Ok(standing.ended())
    }

    /// Plays a random move where something is offered in place of a turn.
    #[cold]
    #[inline(never)]
    fn drawn_with_offers(
        &mut self,
        turn: &mut Turn<'_, L, P>,
        position: &Position<L, P>,
        (rule, offering): (RuleId, Offering),
        generator: &mut Generator,
    ) -> Result<Option<Ended>, Trouble> {
        let (machine, round) = (turn.machine, turn.round);
        machine.children(position, round, &mut self.children)?;
        if self.children.is_empty() {
            return Err(Trouble::NothingToPlay(rule));
        }
        machine.offer(position, round, offering, &mut self.children)?;
        let child = self.children.get(choice(self.children.len(), generator)).ok_or(Trouble::NothingToPlay(rule))?;
        let instead = machine.instead(position.mover(), &child.play);
        self.passes += u64::from(instead.is_some_and(|(instead, _)| instead.is_pass()));
        turn.now.position = child.position;
        Ok(child.end.decided())
    }
}

/// Draws one of the legal moves in `position`, where the turn stands, and plays it. `way` are the straight turns of the
/// player to move, if known. `None` if there is no legal move.
#[inline(always)]
fn drawn_from<L: Lanes, const P: usize>(
    turn: &mut Turn<'_, L, P>,
    way: Option<&Sections<'_, '_, L, P>>,
    position: &Position<L, P>,
    generator: &mut Generator,
) -> Result<Option<End>, Trouble> {
    if let Some(way) = way
        && let Some(choices) = way.first.listed(position)
    {
        return way.draw(&mut turn.now.position, choices, generator);
    }
    Ok(turn.draw_apart(position, generator)?.map(|(_, end)| end))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use super::super::lanes::Bytes;
    use super::*;

    #[test]
    fn a_game_that_ends_at_the_limit_ends_as_without_it() {
        for game in ["bestemshe", "adi"] {
            let (machine, position, round) = Machine::<Bytes<1>, 2>::at_start(game);
            let mut runner = Runner::new(&machine);
            let start = runner.start(&position, &round);
            for number in 1..20 {
                let mut plays = |most| runner.bounded(&start, most, &mut generator(1, number)).unwrap();
                let ended = plays(1_000);
                assert_eq!(plays(ended.0), ended, "{game}");
            }
        }
    }

    #[test]
    fn a_game_that_is_stopped_counts_nothing() {
        for game in ["krur", "hus"] {
            let (machine, position, round) = Machine::<Bytes<2>, 2>::at_start(game);
            let plays = |progress: &Progress| {
                let mut runner = Runner::new(&machine).until_stopped(progress);
                let (mut tally, mut chance) = (machine.empty_tally(), generator(1, 1));
                let start = runner.start(&position, &round);
                runner.counted(&position, &round, 1_000, &mut chance, &mut tally, &mut Barred::new(&machine)).unwrap();
                runner.added(&start, 1_000, &mut chance, &mut tally).unwrap();
                (tally.games, tally.plies > 0, tally.choices > 0)
            };
            let progress = Progress::default();
            assert_eq!(plays(&progress), (2, true, true));
            progress.stop();
            assert_eq!(plays(&progress), (0, false, false));
        }
    }
}
