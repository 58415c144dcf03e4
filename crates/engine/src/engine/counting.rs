//! Perft: counts sequences of plies.

use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use mancala_rules::clock::Instant;
use mancala_rules::progress::Progress;

use super::abreast::Abreast;
use super::counter::Counters;
use super::lanes::Lanes;
use super::machine::Machine;
use super::moves::Move;
use super::parts::in_parts;
use super::position::{Position, Round};
use super::standing::Standing;
use super::trouble::Trouble;
use crate::game::{Answer, Instead};

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
}
