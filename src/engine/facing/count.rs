//! Counts sequences of smooth plies.

use std::rc::Rc;

use super::face::{Face, Faces, How, lowest};
use super::known::Known;
use super::seat::Seats;
use super::{LANES, Seen, total};
use crate::engine::lanes::Lanes;
use crate::engine::machine::{Child, Machine};
use crate::engine::position::{Position, Round};
use crate::engine::straight::Straight;
use crate::engine::trouble::Trouble;
use crate::tables::Mask;

/// Counts sequences of moves of one game.
pub(in crate::engine) struct Counter<'m, L: Lanes, const P: usize> {
    machine: &'m Machine<L, P>,
    pub round: &'m Round<L::Mask>,
    /// What each player needs to go the straight way with these marks, as far as it was needed before.
    ways: [Option<Straight<'m, L, P>>; P],
    marks: [L::Mask; P],
    seats: Option<&'m Seats<L::Mask>>,
    known: Known<'m, L::Mask, P>,
}

/// Room for the moves of every ply.
type Buffers<L, const P: usize> = [Vec<Child<L, P>>];

impl<'m, L: Lanes, const P: usize> Counter<'m, L, P> {
    /// Nothing counted yet.
    pub fn new(machine: &'m Machine<L, P>, round: &'m Round<L::Mask>, start: &Position<L, P>) -> Self {
        let (ways, marks) = ([None; P], [L::Mask::NONE; P]);
        Counter { machine, round, ways, marks, seats: machine.seats(start), known: Known::new() }
    }

    /// What the player to move needs to go the straight way, if he can.
    #[inline(always)]
    pub fn way(&mut self, position: &Position<L, P>) -> Option<Straight<'m, L, P>> {
        if !position.locked.is_none() || position.pot != 0 {
            return self.machine.straight(position, self.round);
        }
        if self.marks != position.marks {
            (self.ways, self.marks) = ([None; P], position.marks);
        }
        let way = self.ways.get_mut(position.mover())?;
        if way.is_none() {
            *way = self.machine.straight(position, self.round);
        }
        *way
    }

    /// How many sequences of `depth` plies, one at least, go on from a position in which some player is to move.
    /// `buffers` has room for every ply. The position is of no use then.
    pub fn sequences(
        &mut self,
        position: &mut Position<L, P>,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        if depth > 1
            && position.locked.is_none()
            && position.pot == 0
            && let Some(seats) = self.seats
            && let Some(faces) = self.known.get(seats, self.machine, position, self.round)
        {
            let seen = seats.sides().seen(position);
            return self.faced(&faces, position, position.mover(), seen, depth, buffers);
        }
        self.machine.sequences(position, depth, self, buffers)
    }

    /// The same from a board that the mover faces. Of the position only the marks hold.
    fn faced(
        &mut self,
        faces: &Rc<Faces<'m>>,
        position: &Position<L, P>,
        mover: usize,
        seen: Seen,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        let (face, next) = faces.of(mover);
        if depth == 2
            && let Some(sequences) = faces.two(seen, mover)
        {
            return Ok(sequences);
        }
        let mut holes = face.holes(seen);
        if holes != 0 && face.is_smooth(seen) {
            let (mut moves, mut sum) = (0, 0);
            while holes != 0 {
                let hole = lowest(holes);
                holes &= holes - 1;
                let after = face.play::<true>(seen, hole);
                let (faced, seen) = match after.how {
                    How::Next => (next, after.seen.turned()),
                    How::Again => (face, after.seen),
                    How::Endless => continue,
                    How::Open => {
                        let position = self.position(position, mover, seen);
                        if let Some(sequences) = self.opened(position, hole / LANES, depth, buffers)? {
                            moves += 1;
                            sum += sequences;
                        }
                        continue;
                    }
                };
                moves += 1;
                sum += if after.marks != 0 {
                    let mut marked = Position { to_move: faced.player, ..*position };
                    self.marked(&mut marked, (face.player, after.marks), seen, depth - 1, buffers)?
                } else if depth > 2 {
                    self.faced(faces, position, usize::from(faced.player), seen, depth - 1, buffers)?
                } else if let Some(last) = faced.moves(seen) {
                    last
                } else {
                    self.last(position, usize::from(faced.player), seen, buffers)?
                };
            }
            if moves > 0 {
                return Ok(sum);
            }
        }
        let mut position = self.position(position, mover, seen);
        self.machine.sequences(&mut position, depth, self, buffers)
    }

    /// The position with this board and mover.
    fn position(&self, position: &Position<L, P>, mover: usize, seen: Seen) -> Position<L, P> {
        let mut position = Position { to_move: mover as u8, ..*position };
        if let Some(seats) = self.seats {
            seats.sides().put(&mut position, seen);
        }
        position
    }

    /// What goes on after a move with which a player marked lanes that he faces; of the position all but that and the board
    /// hold.
    #[inline(never)]
    fn marked(
        &mut self,
        position: &mut Position<L, P>,
        (marker, lanes): (u8, u16),
        seen: Seen,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        let Some(seats) = self.seats else { return Ok(0) };
        let mover = position.mover();
        let marked = self.known.marked(seats, (self.machine, self.round), position, (marker, lanes));
        if let (Some(faces), _) = marked {
            if depth > 1 {
                return self.faced(&faces, position, mover, seen, depth, buffers);
            }
            if let Some(moves) = faces.of(mover).0.moves(seen) {
                return Ok(moves);
            }
        }
        self.last(position, mover, seen, buffers)
    }

    /// How many moves there are, where that is not easily told.
    #[inline(never)]
    fn last(
        &mut self,
        position: &Position<L, P>,
        mover: usize,
        seen: Seen,
        buffers: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        let mut position = self.position(position, mover, seen);
        self.machine.sequences(&mut position, 1, self, buffers)
    }

    /// What goes on after a move of which tables alone do not tell what comes of it; none if it is not legal.
    #[inline(never)]
    fn opened(
        &mut self,
        position: Position<L, P>,
        lane: u8,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<Option<u64>, Trouble> {
        let slot = self.seats.and_then(|seats| seats.sides().slot(position.mover(), lane));
        let (Some(way), Some(hole)) = (self.way(&position), slot) else { return Ok(None) };
        self.machine.sequences_after(&way, &position, hole, depth, self, buffers)
    }
}

impl Faces<'_> {
    /// How many sequences of two plies there are, if all of them are smooth, sow a lap and mark nothing.
    #[inline(never)]
    fn two(&self, seen: Seen, mover: usize) -> Option<u64> {
        let (face, next) = self.of(mover);
        let mut holes = face.holes(seen);
        if holes == 0 || face.relays || !face.is_smooth(seen) {
            return None;
        }
        let mut sum = 0;
        while holes != 0 {
            let after = face.play::<false>(seen, lowest(holes));
            holes &= holes - 1;
            if after.marks != 0 {
                return None;
            }
            sum += match after.how {
                How::Next => next.moves(after.seen.turned())?,
                How::Again => face.moves(after.seen)?,
                How::Endless | How::Open => return None,
            };
        }
        Some(sum)
    }
}

impl Face<'_> {
    /// How many moves there are in a smooth ply, if that is easily told; none if there is no move, too.
    #[inline(always)]
    fn moves(&self, seen: Seen) -> Option<u64> {
        let holes = self.holes(seen);
        if holes == 0 || !self.is_smooth(seen) {
            return None;
        }
        if self.safe {
            return Some(total(holes >> 7));
        }
        self.tried(seen, holes)
    }

    #[inline(never)]
    fn tried(&self, seen: Seen, holes: u64) -> Option<u64> {
        let (mut left, mut moves) = (holes, 0);
        while left != 0 {
            match self.play::<true>(seen, lowest(left)).how {
                How::Open => return None,
                How::Endless => {}
                How::Next | How::Again => moves += 1,
            }
            left &= left - 1;
        }
        Some(moves).filter(|moves| *moves > 0)
    }
}
