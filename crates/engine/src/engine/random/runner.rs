//! Plays random games one after the other, ply by ply.

use mancala_rules::chance::{Generator, choice};
use mancala_rules::progress::Progress;

use super::super::ended::Ended;
use super::super::history::History;
use super::super::lanes::Lanes;
use super::super::machine::{Child, Machine};
use super::super::moves::End;
use super::super::offering::Offering;
use super::super::position::{Position, Round};
use super::super::standing::Standing;
use super::super::straight::moves::{Sections, Ways};
use super::super::trouble::Trouble;
use super::super::turn::Turn;
use super::super::watch::Notes;
use super::tally::{Sum, Tally};
use crate::tables::{Mask, RuleId};

/// Number of plies of a game after which it checks whether to stop.
const ASKED_EVERY: u64 = 64;

/// Observes a game while it is played.
pub(in super::super) trait Observe<L: Lanes, const P: usize> {
    /// What is noted of the moves that are tried, before a player chooses among the legal ones; `None` if nothing is.
    fn notes(&mut self) -> Option<&mut Notes> {
        None
    }
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

/// Sees positions of a game, with the number of plies before them.
pub(in super::super) type Each<'e, L, const P: usize> = Option<&'e mut dyn FnMut(&Position<L, P>, u64)>;

/// Plays games one after the other, reusing the buffers. Each thread has one of its own.
pub(in super::super) struct Runner<'m, L: Lanes, const P: usize> {
    pub(in super::super) machine: &'m Machine<L, P>,
    pub(in super::super) children: Vec<Child<L, P>>,
    history: History<L, P>,
    notes: Notes,
    /// The straight turns of the last game, while rules ask about numbers of turns and later.
    ways: [Option<Box<Ways<'m, L, P>>>; 2],
    /// Number of passes in the current game.
    pub(in super::super) passes: u64,
    /// What may stop a game before its end.
    progress: Option<&'m Progress>,
}

/// Adds the rules that applied to `counts`, which is indexed by rule, and empties `told`.
pub(in super::super) fn count(told: &mut Vec<RuleId>, counts: &mut [u64]) {
    for rule in told.drain(..) {
        if let Some(count) = counts.get_mut(usize::from(rule)) {
            *count += 1;
        }
    }
}

/// The buffers of a runner, kept for another one.
pub(in super::super) struct Spare<L: Lanes, const P: usize>(Vec<Child<L, P>>, History<L, P>);

impl<'m, L: Lanes, const P: usize> Runner<'m, L, P> {
    pub fn new(machine: &'m Machine<L, P>) -> Self {
        Runner::reusing(machine, None)
    }

    /// Reuses the buffers of another runner of this machine.
    pub fn reusing(machine: &'m Machine<L, P>, spare: Option<Spare<L, P>>) -> Self {
        let Spare(children, history) = spare.unwrap_or_else(|| Spare(Vec::with_capacity(32), machine.history()));
        Runner { machine, children, history, notes: Notes::default(), ways: [None, None], passes: 0, progress: None }
    }

    /// Plays games until they are asked to stop.
    pub fn until_stopped(mut self, progress: &'m Progress) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Returns the buffers.
    pub fn into_spare(self) -> Spare<L, P> {
        Spare(self.children, self.history)
    }

    /// Whether games are asked to stop. A game that was played meanwhile is void.
    pub(in super::super) fn is_stopped(&self) -> bool {
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
            machine.tried(&position, round, observer.notes(), &mut self.children).map_err(trouble)?;
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
                        machine.tried(&position, round, observer.notes(), &mut self.children).map_err(trouble)?;
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

    /// What ends a game at its limit on plies: the rules, if it is over, else nothing. `before turn` applies, as it does in
    /// every position: the end of a game may give seeds to a player.
    #[cold]
    #[inline(never)]
    pub(in super::super) fn at_limit(
        &self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        repeated: bool,
    ) -> Result<Ended, Trouble> {
        let can_move = |position: &Position<L, P>| self.machine.can_move(position, round);
        let standing = self.machine.enter(position, round, repeated, None, can_move)?;
        Ok(standing.ended().unwrap_or(Ended { rule: None, verdict: None }))
    }

    /// Plays a random game of at most `most_plies` plies as fast as possible; at the limit, scores are compared. Draws one
    /// of the holes that may be chosen, and another one if the move proves illegal. Returns the number of plies, the scores
    /// and how the game ended. `each` sees every position and the number of plies before it, and the last position once more
    /// when the game is over.
    pub(in super::super) fn played(
        &mut self,
        start: &Position<L, P>,
        round: &'m Round<L::Mask>,
        most_plies: u64,
        generator: &mut Generator,
        mut each: Each<'_, L, P>,
    ) -> Result<(u64, [i32; P], Ended), Trouble> {
        let (mut machine, mut at) = (self.machine, *start);
        let mut plies = 0;
        self.history.clear();
        let ended = loop {
            let later = machine.later.as_deref();
            let kept = self.ways[usize::from(later.is_none())].take();
            let kept = kept.filter(|ways| ways.is_of(machine, round));
            let mut ways = kept.unwrap_or_else(|| Box::new(Ways::new(machine, round)));
            let mut turn = Turn::between(machine, round, &at, None);
            // `None` if a smaller machine goes on
            let ended = loop {
                let position = &mut turn.now.position;
                if later.is_some() && machine.is_later(position) {
                    break None;
                }
                if let Some(each) = &mut each {
                    each(position, plies);
                }
                let repeated = match machine.tables.repeated {
                    Some(from) => self.history.count(position) >= from,
                    None => false,
                };
                if plies >= most_plies || plies % ASKED_EVERY == 0 && self.is_stopped() {
                    break Some(self.at_limit(position, round, repeated)?);
                }
                if let Some(ended) = self.step(&mut ways, &mut turn, repeated, &mut plies, generator)? {
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
        if let Some(each) = each {
            each(&at, plies);
        }
        Ok((plies, machine.scores(&at, round), ended))
    }

    /// Plays a random ply as [`Self::played`] does, and counts it, unless the game is over before it. Returns how the game
    /// ended if it is over.
    #[inline(always)]
    pub(in super::super) fn step(
        &mut self,
        ways: &mut Ways<'m, L, P>,
        turn: &mut Turn<'_, L, P>,
        repeated: bool,
        plies: &mut u64,
        generator: &mut Generator,
    ) -> Result<Option<Ended>, Trouble> {
        let position = &mut turn.now.position;
        let Some((way, calm)) = ways.of(position) else {
            return self.ply(turn, repeated, None, plies, generator);
        };
        let mut movable = None;
        if !repeated && let Some(choices) = way.first.choices(calm, position) {
            if let Some(end) = way.draw(position, choices, generator)? {
                *plies += 1;
                return Ok(end.decided());
            }
            movable = Some(false);
        }
        self.ply_in_full(turn, Some(&way), (repeated, movable), plies, generator)
    }

    /// Tells of games that were added to a sum, if they are at least so many.
    pub(in super::super) fn tell(&self, sum: &mut Sum, least: u64) {
        if let Some(progress) = self.progress {
            sum.tell(progress, least);
        }
    }

    /// The tables.
    pub(in super::super) fn machine(&self) -> &'m Machine<L, P> {
        self.machine
    }

    /// Plays a random ply and counts it, unless the game is over before it. Returns how the game ended if it is over.
    /// `movable` says whether there is a legal move, if known.
    // inline: a result in several shapes would go through memory, part by part
    #[inline(always)]
    pub(in super::super) fn ply(
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
    if let Some(way) = way {
        return way.draw(&mut turn.now.position, way.first.offered(position), generator);
    }
    Ok(turn.draw_apart(position, generator)?.map(|(_, end)| end))
}
