//! Perft: counts sequences of plies.

use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use super::abreast::Abreast;
use super::facing::Counter;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{End, Move, Tried};
use super::parts::in_parts;
use super::position::{Position, Round};
use super::standing::Standing;
use super::straight::Straight;
use super::trouble::Trouble;
use crate::clock::Instant;
use crate::game::{Answer, Instead};
use crate::progress::Progress;
use crate::rules::model::Way;
use crate::tables::{Mask, Slot};

/// Smallest number of parts into which a count is divided, so that all threads have work until its end.
const PARTS: usize = 512;
/// To see which way is faster, so many plies are counted from some positions after the first few, for so long, if the whole
/// count takes longer than so many seconds.
const TRIED_PLIES: u32 = 3;
const FIRST: usize = 16;
const TRIED_FOR: Duration = Duration::from_millis(4);
const WORTH_A_TRIAL: f64 = 0.04;

/// The number of sequences after a first ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub first: First,
    pub sequences: u64,
}

/// A first ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum First {
    Pass,
    /// A turn, with the mover's choices within it.
    Turn(Move, Vec<Answer>),
    Instead(Instead),
}

/// A position some plies ahead, with the index of the first ply that led there.
pub(super) struct Ahead<L: Lanes, const P: usize> {
    pub first: usize,
    pub position: Position<L, P>,
}

/// Counts from positions one by one, by the tables that fit each: a smaller machine plays from some positions on.
pub(super) struct Counters<'m, L: Lanes, const P: usize> {
    machine: &'m Machine<L, P>,
    round: &'m Round<L::Mask>,
    progress: &'m Progress,
    /// One for the positions before these, and one for these, made when first needed.
    counters: [Option<Counter<'m, L, P>>; 2],
    buffers: Vec<Vec<Child<L, P>>>,
}

impl<'m, L: Lanes, const P: usize> Counters<'m, L, P> {
    /// Counters for sequences of at most `depth` plies.
    pub fn new(machine: &'m Machine<L, P>, round: &'m Round<L::Mask>, depth: u32, progress: &'m Progress) -> Self {
        let buffers = (0..depth).map(|_| Vec::with_capacity(16)).collect();
        Counters { machine, round, progress, counters: [None, None], buffers }
    }

    /// The counter for a position.
    pub fn of(&mut self, position: &Position<L, P>) -> &mut Counter<'m, L, P> {
        let (machine, round, progress) = (self.machine, self.round, self.progress);
        self.counters[usize::from(machine.is_later(position))]
            .get_or_insert_with(|| Counter::new(machine.at(position), round, position, progress))
    }

    /// Number of sequences of `depth` plies, at least 1, from a position.
    pub fn sequences(&mut self, position: &Position<L, P>, depth: u32) -> Result<u64, Trouble> {
        let mut buffers = std::mem::take(&mut self.buffers);
        let counted = self.of(position).sequences(&mut { *position }, depth, &mut buffers);
        self.buffers = buffers;
        counted
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Counts the sequences of `depth` plies, at least 1, for each first ply. A pass is a ply, a finished game has no
    /// continuation, and repetition is ignored.
    pub(super) fn divide(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        depth: u32,
        progress: &Progress,
    ) -> Result<Vec<Branch>, Trouble> {
        progress.begin(1);
        let mut branches = Vec::new();
        let mut ahead = Vec::new();
        self.advance(position, round, |before, play, next| {
            let first = match play {
                None => First::Pass,
                Some(play) => match self.instead(before.mover(), &play) {
                    Some((instead, _)) => First::Instead(instead),
                    None => First::Turn(play, self.answers(before, round, &play)),
                },
            };
            branches.push(Branch { first, sequences: u64::from(depth == 1) });
            ahead.extend(next.map(|position| Ahead { first: branches.len() - 1, position: *position }));
        })?;
        if depth == 1 {
            progress.add(1, branches.len() as u64);
            return Ok(branches);
        }
        let mut left = depth - 1;
        while left > 1 && ahead.len() < PARTS && !ahead.is_empty() {
            let before = std::mem::take(&mut ahead);
            for Ahead { first, position } in before {
                self.advance(&position, round, |_, _, next| {
                    ahead.extend(next.map(|position| Ahead { first, position: *position }));
                })?;
            }
            left -= 1;
        }
        progress.begin(ahead.len() as u64);
        let counted = match self.faster_at_once((position, round), &ahead, left, progress) {
            Some(abreast) => self.counted_at_once(&abreast, round, &ahead, left, progress)?,
            None => self.counted_alone(round, &ahead, left, progress)?,
        };
        for (first, sequences) in counted {
            branches[first].sequences += sequences;
        }
        Ok(branches)
    }

    /// Counts the sequences of `depth` plies that follow some positions, many at a time. Returns the numbers, each with the
    /// index of the first ply.
    fn counted_at_once(
        &self,
        abreast: &Abreast,
        round: &Round<L::Mask>,
        ahead: &[Ahead<L, P>],
        depth: u32,
        progress: &Progress,
    ) -> Result<Vec<(usize, u64)>, Trouble> {
        let taken = AtomicUsize::new(0);
        let threads = rayon::current_num_threads() as u64;
        let count = |_| {
            let sums = self.count_at_once(abreast, round, (ahead, &taken), depth, progress)?;
            Ok(sums.into_iter().enumerate().collect())
        };
        in_parts(0..threads, progress, Vec::new, |all: &mut Vec<_>, more: Vec<_>| all.extend(more), || count)
    }

    /// As [`Self::counted_at_once`], one by one.
    fn counted_alone(
        &self,
        round: &Round<L::Mask>,
        ahead: &[Ahead<L, P>],
        depth: u32,
        progress: &Progress,
    ) -> Result<Vec<(usize, u64)>, Trouble> {
        let count_parts = || {
            let mut counters = Counters::new(self, round, depth, progress);
            move |part| {
                let Some(Ahead { first, position }) = ahead.get(part as usize) else { return Ok(Vec::new()) };
                let sequences = counters.sequences(position, depth)?;
                progress.add(1, sequences);
                Ok(vec![(*first, sequences)])
            }
        };
        let parts = 0..ahead.len() as u64;
        in_parts(parts, progress, Vec::new, |all: &mut Vec<_>, more: Vec<_>| all.extend(more), count_parts)
    }

    /// How to count the sequences of `depth` plies from some positions many at a time, if that is faster: what follows some
    /// positions is counted both ways.
    fn faster_at_once(
        &self,
        (position, round): (&Position<L, P>, &Round<L::Mask>),
        ahead: &[Ahead<L, P>],
        depth: u32,
        progress: &Progress,
    ) -> Option<Abreast> {
        let many = depth > Abreast::MOST_PLIES || ahead.iter().any(|it| it.first >= Abreast::MOST_FIRST);
        if !Abreast::is_possible() || many {
            return None;
        }
        let plies = depth.min(TRIED_PLIES);
        let progress = Progress::beside(progress);
        let mut counters = Counters::new(self, round, plies, &progress);
        let mut count_some = |ahead: &[Ahead<L, P>]| {
            let (begun, mut tried, mut sequences) = (Instant::now(), 0, 0);
            while tried < ahead.len() && begun.elapsed() < TRIED_FOR {
                sequences += counters.sequences(&ahead[tried].position, plies).ok()?;
                tried += 1;
            }
            Some((begun.elapsed(), tried, sequences))
        };
        // what is made when first needed is not to count
        let (first, ahead) = ahead.split_at_checked(FIRST)?;
        count_some(first)?;
        let (alone, tried, sequences) = count_some(ahead)?;
        let shares = ahead.len() as f64 / tried.max(1) as f64;
        let choices = (sequences as f64 / tried.max(1) as f64).powf(1.0 / f64::from(plies));
        if alone.as_secs_f64() * shares * choices.powf((depth - plies).into()) < WORTH_A_TRIAL {
            return None;
        }
        let abreast = Abreast::of(self, position, round, true)?;
        let (begun, taken) = (Instant::now(), AtomicUsize::new(0));
        self.count_at_once(&abreast, round, (&ahead[..tried], &taken), plies, &progress).ok()?;
        (begun.elapsed() < alone).then_some(abreast)
    }

    /// Calls `each` for each ply from a position with three arguments: the position before the ply, the move (`None`
    /// for a pass), and the position after it (`None` if the ply ends the game).
    pub(super) fn advance(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        mut each: impl FnMut(&Position<L, P>, Option<Move>, Option<&Position<L, P>>),
    ) -> Result<(), Trouble> {
        let mut position = *position;
        let mut children = Vec::new();
        match self.enter(&mut position, round, false, None, |position| self.can_move(position, round))? {
            Standing::Over(_) | Standing::Decided(..) => {}
            Standing::Pass => {
                self.pass(&mut position);
                each(&position, None, Some(&position));
            }
            Standing::Play { rule, offering, .. } => {
                self.children(&position, round, &mut children)?;
                if children.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                self.offer(&position, round, offering, &mut children)?;
                for child in &children {
                    each(&position, Some(child.play), (!child.end.is_over()).then_some(&child.position));
                }
            }
        }
        Ok(())
    }

    /// Number of sequences of `depth` plies, at least 1, from a position in which a player is to move. Calls the
    /// counter for the positions that follow. `buffers` has one buffer for each ply. The position is meaningless
    /// afterwards.
    pub(super) fn sequences(
        &self,
        position: &mut Position<L, P>,
        depth: u32,
        counter: &mut Counter<'_, L, P>,
        buffers: &mut [Vec<Child<L, P>>],
    ) -> Result<u64, Trouble> {
        let Some((children, deeper)) = buffers.split_first_mut() else { return Ok(1) };
        let occupied = position.seeds.occupied();
        let Some((way, calm)) = counter.way(position) else {
            return self.listed_sequences(position, depth, counter, children, deeper);
        };
        let choices = match way.choices(&calm, position) {
            Some(choices) => Some(choices),
            None => {
                let can_move = |position: &Position<L, P>| self.can_move(position, counter.round);
                let reached = self.reached(position, occupied, counter.round, false, can_move)?;
                let offers = !self.tables.movers[position.mover()].offers.is_empty();
                (reached.only_plays() && !offers).then(|| way.offered(position))
            }
        };
        let Some(choices) = choices else {
            return self.listed_sequences(position, depth, counter, children, deeper);
        };
        let (mut moves, mut sum) = (0, 0);
        if depth == 1 {
            moves = way.count(position, choices)?;
            sum = moves;
        } else {
            for direction in Way::BOTH {
                for hole in choices[direction as usize].slots() {
                    let turn = (hole, direction);
                    if let Some(sequences) = self.sequences_after(&way, position, turn, depth, counter, deeper)? {
                        moves += 1;
                        sum += sequences;
                    }
                }
            }
        }
        if moves > 0 { Ok(sum) } else { self.listed_sequences(position, depth, counter, children, deeper) }
    }

    /// Number of sequences of `depth` plies, at least 2, that begin with a straight turn from a hole; `None` if that
    /// move is illegal.
    #[inline(always)]
    pub(super) fn sequences_after(
        &self,
        way: &Straight<'_, L, P>,
        position: &Position<L, P>,
        (hole, direction): (Slot, Way),
        depth: u32,
        counter: &mut Counter<'_, L, P>,
        deeper: &mut [Vec<Child<L, P>>],
    ) -> Result<Option<u64>, Trouble> {
        let mut after = *position;
        match way.play(&mut after, hole, direction)? {
            Tried::Done(End::Decided(_) | End::Over(_)) => return Ok(Some(0)),
            Tried::Done(End::Next | End::Again) => {}
            Tried::Illegal | Tried::Asks => return Ok(None),
        }
        counter.sequences(&mut after, depth - 1, deeper).map(Some)
    }

    /// Counts sequences from a list of all legal moves.
    #[inline(never)]
    fn listed_sequences(
        &self,
        position: &mut Position<L, P>,
        depth: u32,
        counter: &mut Counter<'_, L, P>,
        children: &mut Vec<Child<L, P>>,
        deeper: &mut [Vec<Child<L, P>>],
    ) -> Result<u64, Trouble> {
        let round = counter.round;
        // the last ply is only counted, where that can be done without a list
        let mut find = |position: &Position<L, P>| {
            if depth == 1
                && let Some(count) = self.count(position, round)?
            {
                return Ok(count);
            }
            self.children(position, round, children)?;
            Ok(children.len() as u64)
        };
        let mut found = None;
        let standing = self.enter(position, round, false, None, |position| {
            let moves = find(position)?;
            found = Some(moves);
            Ok(moves > 0)
        })?;
        let (moves, rule, offering) = match standing {
            Standing::Play { changed, rule, offering } => match found {
                Some(moves) if !changed => (moves, rule, offering),
                _ => (find(position)?, rule, offering),
            },
            Standing::Over(_) | Standing::Decided(..) => return Ok(0),
            Standing::Pass if depth == 1 => return Ok(1),
            Standing::Pass => {
                self.pass(position);
                return counter.sequences(position, depth - 1, deeper);
            }
        };
        if moves == 0 {
            return Err(Trouble::NothingToPlay(rule));
        }
        if depth == 1 {
            return Ok(moves + offering.count());
        }
        self.offer(position, round, offering, children)?;
        let mut sum = 0;
        for child in children.iter_mut().filter(|child| !child.end.is_over()) {
            sum += counter.sequences(&mut child.position, depth - 1, deeper)?;
        }
        Ok(sum)
    }
}
