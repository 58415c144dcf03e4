//! Counts sequences of moves from the tables.

use rayon::prelude::*;

use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{End, Move, Tried};
use super::position::{Position, Round};
use super::progress::Progress;
use super::standing::Standing;
use super::straight::Straight;
use super::trouble::Trouble;
use super::watch::Unwatched;
use crate::narrator::Answer;
use crate::tables::Mask;

/// A count is parted into at least so many parts, so that all threads have work until it ends.
const PARTS: usize = 512;

/// Sequences after one first move; none for a forced pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub play: Option<Move>,
    /// What the mover chooses in it.
    pub answers: Vec<Answer>,
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
        self.advance(position, round, |before, play, next| {
            let answers = play.map_or(Vec::new(), |play| self.answers(before, round, &play));
            branches.push(Branch { play, answers, sequences: u64::from(depth == 1) });
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
        let sequences = |ahead: &Ahead<L, P>| {
            if progress.is_stopped() {
                return Ok((ahead.first, 0));
            }
            let mut buffers: Vec<_> = (0..left).map(|_| Vec::with_capacity(16)).collect();
            let (mut position, seeds) = (ahead.position, ahead.position.seeds);
            let sequences = self.sequences(&mut position, seeds, round, left, &mut [None; P], &mut buffers)?;
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
        mut each: impl FnMut(&Position<L, P>, Option<Move>, Option<&Position<L, P>>),
    ) -> Result<(), Trouble> {
        let mut position = *position;
        let mut children = Vec::new();
        match self.enter(&mut position, round, false, Unwatched, |position| self.can_move(position, round))? {
            Standing::Over(_) | Standing::Decided(..) => {}
            Standing::Pass => {
                self.pass(&mut position);
                each(&position, None, Some(&position));
            }
            Standing::Play { rule, .. } => {
                self.children(&position, round, &mut children)?;
                if children.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                for child in &children {
                    each(
                        &position,
                        Some(child.play),
                        (!matches!(child.end, End::Decided(_))).then_some(&child.position),
                    );
                }
            }
        }
        Ok(())
    }

    /// How many sequences of `depth` plies, one at least, go on from a position in which some player is to move.
    /// `seeds` are those of the position, `ways` what each player needs to go the straight way with these marks, as far
    /// as it was needed before, and `buffers` one for every ply. The position is of no use then.
    pub(super) fn sequences<'t>(
        &'t self,
        position: &mut Position<L, P>,
        seeds: L,
        round: &'t Round<L::Mask>,
        depth: u32,
        ways: &mut [Option<Straight<'t, L, P>>; P],
        buffers: &mut [Vec<Child<L, P>>],
    ) -> Result<u64, Trouble> {
        let Some((children, deeper)) = buffers.split_first_mut() else { return Ok(1) };
        let (mover, occupied) = (position.mover(), seeds.occupied());
        let way = self.way_of(position, mover, occupied, round, ways).copied();
        if let Some(way) = way
            && (self.is_quiet(position, mover, seeds, occupied)
                || self.reached(position, occupied, round, false, |position| way.can_move(position))?.only_plays())
        {
            if depth == 1 {
                let moves = way.count(position)?;
                if moves > 0 {
                    return Ok(moves);
                }
            } else {
                let (mut moves, mut sum) = (0, 0);
                for hole in way.holes.slots() {
                    let first = way.first_lap(position, seeds, hole);
                    if depth == 2
                        && let Some(next) = way.only_sown(first.code)
                    {
                        // the position after it need not be made
                        let occupied = first.seeds.occupied();
                        if let Some(next_way) = self.way_of(position, next, occupied, round, ways)
                            && next_way.safe
                            && !next_way.holes.is_none()
                            && self.is_quiet(position, next, first.seeds, occupied)
                        {
                            moves += 1;
                            sum += next_way.choices();
                            continue;
                        }
                    }
                    let run = way.run_from(position, hole, first);
                    let mut after = *position;
                    if let Some(settled) = way.settle(&mut after, &run) {
                        moves += 1;
                        after.seeds = settled.seeds;
                        let mut others = [None; P];
                        let ways = if settled.marked { &mut others } else { &mut *ways };
                        sum += self.sequences(&mut after, settled.seeds, round, depth - 1, ways, deeper)?;
                    } else if let Tried::Done(end) = way.hand_over(&mut after, hole, &run)? {
                        moves += 1;
                        if !matches!(end, End::Decided(_)) {
                            let seeds = after.seeds;
                            sum += self.sequences(&mut after, seeds, round, depth - 1, &mut [None; P], deeper)?;
                        }
                    }
                }
                if moves > 0 {
                    return Ok(sum);
                }
            }
        }
        self.listed_sequences(position, round, depth, children, deeper)
    }

    /// What a player needs to go the straight way from a board on which these lanes hold something; none if he cannot.
    #[inline(always)]
    fn way_of<'a, 't>(
        &'t self,
        position: &Position<L, P>,
        mover: usize,
        occupied: L::Mask,
        round: &'t Round<L::Mask>,
        ways: &'a mut [Option<Straight<'t, L, P>>; P],
    ) -> Option<&'a Straight<'t, L, P>> {
        let way = ways.get_mut(mover)?;
        if way.is_none() {
            *way = self.straight(&Position { to_move: mover as u8, ..*position }, round);
        }
        let way = way.as_mut()?;
        way.look(occupied);
        Some(way)
    }

    /// The same from a list of all legal moves.
    #[inline(never)]
    fn listed_sequences(
        &self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        depth: u32,
        children: &mut Vec<Child<L, P>>,
        deeper: &mut [Vec<Child<L, P>>],
    ) -> Result<u64, Trouble> {
        let mut listed = false;
        let standing = self.enter(position, round, false, Unwatched, |position| {
            listed = true;
            self.children(position, round, children)?;
            Ok(!children.is_empty())
        })?;
        let rule = match standing {
            Standing::Play { changed, rule } => {
                if changed || !listed {
                    self.children(position, round, children)?;
                }
                rule
            }
            Standing::Over(_) | Standing::Decided(..) => return Ok(0),
            Standing::Pass if depth == 1 => return Ok(1),
            Standing::Pass => {
                self.pass(position);
                let seeds = position.seeds;
                return self.sequences(position, seeds, round, depth - 1, &mut [None; P], deeper);
            }
        };
        if children.is_empty() {
            return Err(Trouble::NothingToPlay(rule));
        }
        if depth == 1 {
            return Ok(children.len() as u64);
        }
        let mut sum = 0;
        for child in children.iter_mut().filter(|child| !matches!(child.end, End::Decided(_))) {
            let seeds = child.position.seeds;
            sum += self.sequences(&mut child.position, seeds, round, depth - 1, &mut [None; P], deeper)?;
        }
        Ok(sum)
    }
}
