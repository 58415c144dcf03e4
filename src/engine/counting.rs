//! Counts sequences of moves from the tables.

use rayon::prelude::*;

use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{End, Move, Tried};
use super::position::{Position, Round};
use super::progress::Progress;
use super::standing::Standing;
use super::trouble::Trouble;
use super::watch::Unwatched;
use crate::tables::Mask;

/// A count is parted into at least so many parts, so that all threads have work until it ends.
const PARTS: usize = 512;

/// Sequences after one first move; none for a forced pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub play: Option<Move>,
    pub sequences: u64,
}

/// A position some plies on, with the first move that led there, an index.
struct Ahead<L: Lanes, const P: usize> {
    first: usize,
    position: Position<L, P>,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// How many sequences of `depth` plies, one at least, go on after every first move. A pass is a ply, a finished
    /// game has no continuation, and repetition is not looked at.
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
        self.advance(position, round, |play, next| {
            branches.push(Branch { play, sequences: u64::from(depth == 1) });
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
                self.advance(&position, round, |_, next| {
                    ahead.extend(next.map(|position| Ahead { first, position: *position }));
                })?;
            }
            left -= 1;
        }
        progress.begin(ahead.len() as u64);
        let sequences = |ahead: &Ahead<L, P>| {
            if progress.is_stopped() {
                return Ok((ahead.first, 0));
            }
            let mut buffers: Vec<_> = (0..left).map(|_| Vec::with_capacity(16)).collect();
            let sequences = self.sequences(&mut ahead.position.clone(), round, left, &mut buffers)?;
            progress.add(1, sequences);
            Ok((ahead.first, sequences))
        };
        let counted: Result<Vec<(usize, u64)>, Trouble> = ahead.par_iter().map(sequences).collect();
        for (first, sequences) in counted? {
            branches[first].sequences += sequences;
        }
        Ok(branches)
    }

    /// Tells every ply that a position goes on with, and the position after it; none if that ends the game.
    fn advance(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        mut each: impl FnMut(Option<Move>, Option<&Position<L, P>>),
    ) -> Result<(), Trouble> {
        let mut position = *position;
        let mut children = Vec::new();
        match self.enter(&mut position, round, false, Unwatched, |position| self.can_move(position, round))? {
            Standing::Over(_) | Standing::Decided(..) => {}
            Standing::Pass => {
                self.pass(&mut position);
                each(None, Some(&position));
            }
            Standing::Play { rule, .. } => {
                self.children(&position, round, &mut children)?;
                if children.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                for child in &children {
                    each(Some(child.play), (!matches!(child.end, End::Decided(_))).then_some(&child.position));
                }
            }
        }
        Ok(())
    }

    /// How many sequences of `depth` plies, one at least, go on from a position in which some player is to move.
    /// `buffers` are one for every ply. The position is of no use then.
    pub(super) fn sequences(
        &self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        depth: u32,
        buffers: &mut [Vec<Child<L, P>>],
    ) -> Result<u64, Trouble> {
        let Some((children, deeper)) = buffers.split_first_mut() else { return Ok(1) };
        let mut known = None;
        let standing =
            self.enter(position, round, false, Unwatched, |position| match self.straight(position, round) {
                Some(straight) if depth > 1 => straight.can_move(position),
                Some(straight) => {
                    let moves = straight.count(position)?;
                    known = Some(moves);
                    Ok(moves > 0)
                }
                None => {
                    self.children(position, round, children)?;
                    known = Some(children.len() as u64);
                    Ok(!children.is_empty())
                }
            })?;
        let (changed, rule) = match standing {
            Standing::Play { changed, rule } => (changed, rule),
            Standing::Over(_) | Standing::Decided(..) => return Ok(0),
            Standing::Pass if depth == 1 => return Ok(1),
            Standing::Pass => {
                self.pass(position);
                return self.sequences(position, round, depth - 1, deeper);
            }
        };
        if changed {
            known = None;
        }
        let mut moves = 0;
        let mut sum = 0;
        if depth == 1
            && let Some(known) = known
        {
            (moves, sum) = (known, known);
        } else if let Some(straight) = self.straight(position, round) {
            if depth == 1 {
                moves = straight.count(position)?;
                sum = moves;
            } else {
                for hole in straight.holes.slots() {
                    let run = straight.run(position, hole);
                    let mut after = *position;
                    if let Tried::Done(end) = straight.finish(&mut after, hole, &run)? {
                        moves += 1;
                        if !matches!(end, End::Decided(_)) {
                            sum += self.sequences(&mut after, round, depth - 1, deeper)?;
                        }
                    }
                }
            }
        } else {
            if known.is_none() {
                self.children(position, round, children)?;
            }
            moves = children.len() as u64;
            if depth == 1 {
                sum = moves;
            } else {
                for child in children.iter_mut().filter(|child| !matches!(child.end, End::Decided(_))) {
                    sum += self.sequences(&mut child.position, round, depth - 1, deeper)?;
                }
            }
        }
        if moves == 0 { Err(Trouble::NothingToPlay(rule)) } else { Ok(sum) }
    }
}
