//! Random games from the tables, with what is worth knowing about them.

use rand::Rng;

use super::history::History;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Decided, End, Move, Tried};
use super::parts::in_parts;
use super::position::{Position, Round};
use super::progress::Progress;
use super::session::Ended;
use super::standing::Standing;
use super::straight::{Run, Settled, Straight};
use super::tally::{Playouts, Series, Tally};
use super::trouble::Trouble;
use super::turn::Turn;
use super::watch::{Counting, Unwatched};
use crate::chance::{Generator, choice, generator};
use crate::narrator;
use crate::tables::{Mask, RuleId, Section, Slot, Test, Ways};

/// So many games are played by a thread before it looks round.
pub(super) const GAMES_AT_ONCE: u64 = 128;

/// Where the rules gave no answer.
pub(super) type Stuck = Box<(Trouble, narrator::Position)>;

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
        let empty = || self.empty_tally();
        let parts = series.games.div_ceil(GAMES_AT_ONCE);
        in_parts(
            0..parts,
            progress,
            empty,
            |sum, tally| sum.add(&tally),
            || {
                let mut player = Player::new(self);
                move |part| {
                    let mut tally = empty();
                    for game in part * GAMES_AT_ONCE..((part + 1) * GAMES_AT_ONCE).min(series.games) {
                        let mut generator = generator(series.seed, game + 1);
                        let most = series.most_plies;
                        let played =
                            player.counted(&position, &round, most, &mut generator, &mut tally, &mut Unobserved);
                        played.map_err(|(trouble, at)| {
                            Box::new((trouble, at.write(&self.tables.layout, &round, players)))
                        })?;
                    }
                    progress.add(tally.games, tally.plies);
                    Ok(tally)
                }
            },
        )
    }

    /// Nothing counted yet.
    pub(super) fn empty_tally(&self) -> Tally {
        let players = self.tables.players;
        Tally {
            won: vec![0; players],
            scores: vec![0; players],
            applied: vec![0; self.tables.rules.len()],
            ..Tally::default()
        }
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

/// Looks on while a game is played.
pub(super) trait Observe<L: Lanes, const P: usize> {
    /// A player is to move after so many plies, and can or cannot.
    fn stands(
        &mut self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        movable: bool,
        plies: u64,
    ) -> Result<(), Trouble>;
    /// A turn decided the game.
    fn decided(&mut self, position: &Position<L, P>, round: &Round<L::Mask>, plies: u64);
    /// The game is over, or cut.
    fn over(&mut self, plies: u64);
}

/// Nobody looks on.
pub(super) struct Unobserved;

impl<L: Lanes, const P: usize> Observe<L, P> for Unobserved {
    #[inline(always)]
    fn stands(&mut self, _: &Position<L, P>, _: &Round<L::Mask>, _: bool, _: u64) -> Result<(), Trouble> {
        Ok(())
    }

    #[inline(always)]
    fn decided(&mut self, _: &Position<L, P>, _: &Round<L::Mask>, _: u64) {}

    #[inline(always)]
    fn over(&mut self, _: u64) {}
}

/// What a thread needs to play games one after the other.
pub(super) struct Player<'m, L: Lanes, const P: usize> {
    machine: &'m Machine<L, P>,
    children: Vec<Child<L, P>>,
    history: History<L, P>,
    told: Vec<RuleId>,
}

/// What a player needs room for, kept for another.
pub(super) struct Spare<L: Lanes, const P: usize>(Vec<Child<L, P>>, History<L, P>);

impl<'m, L: Lanes, const P: usize> Player<'m, L, P> {
    pub fn new(machine: &'m Machine<L, P>) -> Self {
        Player::reusing(machine, None)
    }

    /// With the room of another player of this machine.
    pub fn reusing(machine: &'m Machine<L, P>, spare: Option<Spare<L, P>>) -> Self {
        let Spare(children, history) = spare.unwrap_or_else(|| Spare(Vec::with_capacity(32), machine.history()));
        Player { machine, children, history, told: Vec::new() }
    }

    /// The room that it took.
    pub fn into_spare(self) -> Spare<L, P> {
        Spare(self.children, self.history)
    }

    /// Plays a game at random, of at most so many plies, and counts it, while somebody looks on.
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
        let ended = loop {
            let before = position;
            let trouble = |trouble| (trouble, before);
            let repeated = match machine.tables.repeated {
                Some(from) => self.history.count(&position) >= from,
                None => false,
            };
            machine.children(&position, round, &mut self.children).map_err(trouble)?;
            let movable = !self.children.is_empty();
            observer.stands(&position, round, movable, plies).map_err(trouble)?;
            let watch = Counting::new(&mut tally.applied, &mut self.told);
            match machine.enter(&mut position, round, repeated, watch, |_| Ok(movable)).map_err(trouble)? {
                Standing::Over(rule) => break Some(Ended { rule: Some(rule), verdict: None }),
                Standing::Decided(verdict, rule) => break Some(Ended { rule: Some(rule), verdict: Some(verdict) }),
                Standing::Pass | Standing::Play { .. } if plies == most_plies => break None,
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
                    let index = choice(moves, generator);
                    let Some(child) = self.children.get(index) else {
                        return Err((Trouble::NothingToPlay(rule), before));
                    };
                    // the same turn once more, to be watched
                    let watch = Counting::new(&mut tally.applied, &mut self.told);
                    machine.play_unchecked(&position, round, &child.play, watch).map_err(trouble)?;
                    plies += 1;
                    position = child.position;
                    if let End::Decided(Decided { verdict, rule }) = child.end {
                        observer.decided(&position, round, plies);
                        break Some(Ended { rule, verdict: Some(verdict) });
                    }
                }
            }
        };
        tally.length(plies);
        observer.over(plies);
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
        self.played::<false>(start, round, u64::MAX, generator)
    }

    /// The same for at most so many plies, after which the scores are compared.
    pub fn bounded(
        &mut self,
        start: &Position<L, P>,
        round: &Round<L::Mask>,
        most_plies: u64,
        generator: &mut Generator,
    ) -> Result<(u64, [i32; P], Ended), Trouble> {
        self.played::<true>(start, round, most_plies, generator)
    }

    #[inline(always)]
    fn played<const BOUNDED: bool>(
        &mut self,
        start: &Position<L, P>,
        round: &Round<L::Mask>,
        most_plies: u64,
        generator: &mut Generator,
    ) -> Result<(u64, [i32; P], Ended), Trouble> {
        let machine = self.machine;
        let mut position = *start;
        let mut plies = 0;
        self.history.clear();
        self.children.clear();
        // what each player needs to go the straight way, until a mark changes
        let mut ways: [Option<Straight<'_, L, P>>; P] = [None; P];
        // told apart from the rest of the position, so that they can stay in registers
        let mut seeds = position.seeds;
        let ended = loop {
            position.seeds = seeds;
            if BOUNDED && plies >= most_plies {
                break Ended { rule: None, verdict: None };
            }
            let repeated = match machine.tables.repeated {
                Some(from) => self.history.count_with(&position, seeds) >= from,
                None => false,
            };
            let occupied = seeds.occupied();
            let mover = position.mover();
            if ways[mover].is_none() {
                ways[mover] = machine.straight(&position, round);
            }
            let Some(way) = &mut ways[mover] else {
                let ended = self.general_ply(&mut position, round, repeated, None, &mut plies, generator)?;
                seeds = position.seeds;
                ways = [None; P];
                match ended {
                    Some(ended) => break ended,
                    None => continue,
                }
            };
            way.look(occupied);
            let quiet = !repeated && machine.is_quiet(&position, mover, seeds, occupied);
            let played = if quiet && way.safe && !way.holes.is_none() {
                let hole = way.one(way.holes, generator);
                let first = way.first_lap(&position, seeds, hole);
                if let Some(next) = way.only_sown(first.code) {
                    plies += 1;
                    seeds = first.seeds;
                    position.turns[mover] += 1;
                    position.to_move = next as u8;
                    continue;
                }
                let run = way.run_from(&position, hole, first);
                way.play(&mut position, hole, &run)?
            } else if let Some((hole, run)) = if quiet { way.draw(&position, seeds, generator)? } else { None } {
                way.play(&mut position, hole, &run)?
            } else {
                let movable = if quiet { Some(false) } else { None };
                let ended = self.general_ply(&mut position, round, repeated, movable, &mut plies, generator)?;
                // the rule may have changed anything
                seeds = position.seeds;
                ways = [None; P];
                match ended {
                    Some(ended) => break ended,
                    None => continue,
                }
            };
            plies += 1;
            seeds = played.seeds;
            if played.marked {
                ways = [None; P];
                if let Some(ended) = played.end.decided() {
                    position.seeds = seeds;
                    break ended;
                }
            }
        };
        Ok((plies, machine.scores(&position, round), ended))
    }

    /// Plays a ply in the general way; tells how the game ended, if it is over. `movable` tells whether there is a legal
    /// move, if that is known.
    #[inline(never)]
    fn general_ply(
        &mut self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        repeated: bool,
        movable: Option<bool>,
        plies: &mut u64,
        generator: &mut Generator,
    ) -> Result<Option<Ended>, Trouble> {
        let machine = self.machine;
        let children = &mut self.children;
        children.clear();
        let mut way = machine.straight(position, round);
        let mut drawn = None;
        let standing = machine.enter(position, round, repeated, Unwatched, |position| match (movable, &way) {
            (Some(movable), _) => Ok(movable),
            (None, Some(way)) => {
                drawn = way.draw(position, position.seeds, generator)?;
                Ok(drawn.is_some())
            }
            (None, None) => machine.draw_listed(position, round, generator, children),
        })?;
        let ended = match standing {
            Standing::Play { changed, rule } => {
                *plies += 1;
                if changed {
                    children.clear();
                    drawn = None;
                    way = machine.straight(position, round);
                }
                match &way {
                    Some(way) => {
                        if drawn.is_none() {
                            drawn = way.draw(position, position.seeds, generator)?;
                        }
                        let (hole, run) = drawn.ok_or(Trouble::NothingToPlay(rule))?;
                        let played = way.play(position, hole, &run)?;
                        position.seeds = played.seeds;
                        played.end.decided()
                    }
                    None => self.listed_move(position, round, rule, generator)?,
                }
            }
            Standing::Over(rule) => Some(Ended { rule: Some(rule), verdict: None }),
            Standing::Decided(verdict, rule) => Some(Ended { rule: Some(rule), verdict: Some(verdict) }),
            Standing::Pass => {
                *plies += 1;
                machine.pass(position);
                None
            }
        };
        Ok(ended)
    }

    /// Plays the move that was drawn, or draws one if none was; tells how the game ended, if it is over.
    fn listed_move(
        &mut self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        rule: RuleId,
        generator: &mut Generator,
    ) -> Result<Option<Ended>, Trouble> {
        if self.children.is_empty() {
            self.machine.draw_listed(position, round, generator, &mut self.children)?;
        }
        let child = self.children.pop().ok_or(Trouble::NothingToPlay(rule))?;
        *position = child.position;
        Ok(child.end.decided())
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Draws one of the legal moves; it alone is left among the children. Tells whether there is one.
    #[inline(never)]
    fn draw_listed(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        generator: &mut Generator,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<bool, Trouble> {
        let chooser = Turn::between(self, round, position, Unwatched);
        let sections = &chooser.rules.sections;
        if let ([Section { when: Test::Known(true), at_once: Some((set, Ways::One(way))), .. }], false) =
            (sections.as_slice(), self.tables.watched.answers)
        {
            // of the holes that may be chosen one is tried after the other, until a move is legal
            let mut holes = self.playable(&chooser, set);
            children.clear();
            while !holes.is_none() {
                let hole = nth(holes, below(holes.count(), generator));
                let play = Move { hole, way: *way, section: 0, choices: 0, answers: 0 };
                self.answered(position, round, play, children, Unwatched)?;
                if !children.is_empty() {
                    break;
                }
                holes = holes & !L::Mask::of(hole);
            }
            return Ok(!children.is_empty());
        }
        self.children(position, round, children)?;
        if !children.is_empty() {
            let index = below(children.len() as u32, generator);
            children.swap(0, index);
            children.truncate(1);
        }
        Ok(!children.is_empty())
    }
}

impl<L: Lanes, const P: usize> Straight<'_, L, P> {
    /// Draws one of some holes.
    #[inline(always)]
    fn one(&self, holes: L::Mask, generator: &mut Generator) -> Slot {
        match &self.course.draw {
            Some(draw) => draw.drawn(holes, generator.next_u32()),
            None => nth(holes, below(holes.count(), generator)),
        }
    }

    /// Ends the turn of a move that was drawn and so is legal: the position becomes the one after it, but for its seeds,
    /// which are told.
    #[inline(always)]
    fn play(&self, position: &mut Position<L, P>, hole: Slot, run: &Run<L>) -> Result<Settled<L>, Trouble> {
        if let Some(settled) = self.settle(position, run) {
            return Ok(settled);
        }
        match self.hand_over(position, hole, run)? {
            Tried::Done(end) => Ok(Settled { seeds: position.seeds, end, marked: true }),
            Tried::Illegal | Tried::Asks => Err(Trouble::Undecided),
        }
    }

    /// Draws a legal move, and plays it as far as tables alone decide.
    #[inline(always)]
    fn draw(
        &self,
        position: &Position<L, P>,
        seeds: L,
        generator: &mut Generator,
    ) -> Result<Option<(Slot, Run<L>)>, Trouble> {
        let mut holes = self.holes;
        loop {
            if holes.is_none() {
                return Ok(None);
            }
            let hole = self.one(holes, generator);
            let run = self.run_on(position, seeds, hole);
            if self.is_legal(position, hole, &run)? {
                return Ok(Some((hole, run)));
            }
            holes = holes & !L::Mask::of(hole);
        }
    }
}

/// The slot of a set that so many others come before.
#[inline(always)]
fn nth<M: Mask>(slots: M, before: usize) -> Slot {
    let mut left = slots;
    // without a branch that nobody can foresee
    for passed in 0..5 {
        left = if passed < before { left.without_first() } else { left };
    }
    for _ in 5..before {
        left = left.without_first();
    }
    left.first()
}

/// A number below another, each as likely as the others as far as 32 bits can tell.
#[inline(always)]
fn below(bound: u32, generator: &mut Generator) -> usize {
    ((u64::from(generator.next_u32()) * u64::from(bound)) >> 32) as usize
}
