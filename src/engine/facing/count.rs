//! Perft with the two words of each side.

use std::rc::Rc;

use super::face::{Face, Faces, How, LOWER, Lap, TOO_MANY, Turned, all_of, lowest};
use super::known::Known;
use super::laps::{END, SOWN, STORE};
use super::seat::Seats;
use super::{LANES, Seen, total};
use crate::engine::lanes::Lanes;
use crate::engine::machine::{Child, Machine};
use crate::engine::position::{Position, Round};
use crate::engine::straight::{Calm, Straight};
use crate::engine::straight_moves::Ways;
use crate::engine::trouble::Trouble;
use crate::progress::Progress;
use crate::tables::Mask;

/// Counts sequences of plies of one game.
pub(in crate::engine) struct Counter<'m, L: Lanes, const P: usize> {
    machine: &'m Machine<L, P>,
    pub round: &'m Round<L::Mask>,
    ways: Ways<'m, L, P>,
    seats: Option<&'m Seats<L::Mask>>,
    known: Known<'m, L::Mask, P>,
    progress: &'m Progress,
}

/// Counts of fewer plies take too little time to ask whether they are still wanted.
const ASKED_FROM: u32 = 5;

/// Buffers for the moves of each ply.
type Buffers<L, const P: usize> = [Vec<Child<L, P>>];

impl<'m, L: Lanes, const P: usize> Counter<'m, L, P> {
    /// A counter for games from `start`.
    pub fn new(
        machine: &'m Machine<L, P>,
        round: &'m Round<L::Mask>,
        start: &Position<L, P>,
        progress: &'m Progress,
    ) -> Self {
        let (ways, seats) = (Ways::new(machine, round), machine.seats(start));
        Counter { machine, round, ways, seats, known: Known::new(), progress }
    }

    /// Whether nobody wants to know any more what follows in this number of plies.
    #[inline(always)]
    fn is_void(&self, depth: u32) -> bool {
        depth >= ASKED_FROM && self.progress.is_stopped()
    }

    /// The straight turns of the player to move, and what lets him move, if he has such turns.
    #[inline(always)]
    pub fn way(&mut self, position: &Position<L, P>) -> Option<(Straight<'m, L, P>, Calm<L>)> {
        let (sections, calm) = self.ways.of(position)?;
        Some((*sections.first, *calm))
    }

    /// Number of sequences of `depth` plies, at least 1, from a position in which a player is to move. `buffers` has
    /// one buffer for each ply. The position is meaningless afterwards.
    pub fn sequences(
        &mut self,
        position: &mut Position<L, P>,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        if self.is_void(depth) {
            return Ok(0);
        }
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

    /// Number of sequences of `depth` plies from a board that the mover faces. Only the marks of `position` are valid.
    fn faced(
        &mut self,
        faces: &Rc<Faces<'m>>,
        position: &Position<L, P>,
        mover: usize,
        seen: Seen,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        if self.is_void(depth) {
            return Ok(0);
        }
        let (face, next) = faces.of(mover);
        let mut holes = face.holes(seen);
        if holes != 0 && face.is_smooth(seen) {
            let (mut moves, mut sum) = (0, 0);
            let busy = face.busy(seen);
            let all = face.sow_all(seen, holes);
            while holes != 0 {
                let hole = lowest(holes);
                holes &= holes - 1;
                let sown = match &all {
                    Some(all) => all.sown(face, hole),
                    None if face.relays => face.sow::<true>(seen, busy, hole),
                    None => face.sow::<false>(seen, busy, hole),
                };
                let (faced, seen) = if sown.code == END {
                    (next, sown.seen.turned())
                } else {
                    let after = face.turned(sown);
                    let (faced, after_it) = match after.how {
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
                    if after.marks != 0 {
                        let mut marked = Position { to_move: faced.player, ..*position };
                        sum += self.marked(&mut marked, (face.player, after.marks), after_it, depth - 1, buffers)?;
                        moves += 1;
                        continue;
                    }
                    (faced, after_it)
                };
                moves += 1;
                sum += if let Some(sequences) = faces.last(seen, usize::from(faced.player), depth - 1) {
                    sequences
                } else if depth > 2 {
                    self.faced(faces, position, usize::from(faced.player), seen, depth - 1, buffers)?
                } else if let Some(last) = faced.moves(seen) {
                    last
                } else {
                    self.unfaced(position, usize::from(faced.player), seen, depth - 1, buffers)?
                };
            }
            if moves > 0 {
                return Ok(sum);
            }
        }
        self.unfaced(position, mover, seen, depth, buffers)
    }

    /// Replaces the board and the mover of a position.
    fn position(&self, position: &Position<L, P>, mover: usize, seen: Seen) -> Position<L, P> {
        let mut position = Position { to_move: mover as u8, ..*position };
        if let Some(seats) = self.seats {
            seats.sides().put(&mut position, seen);
        }
        position
    }

    /// Number of sequences after a move with which a player marked lanes that he faces. `position` is valid but for
    /// those marks and the board.
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
        self.unfaced(position, mover, seen, depth, buffers)
    }

    /// Number of sequences of `depth` plies, the first of which is played in the general way.
    #[inline(never)]
    fn unfaced(
        &mut self,
        position: &Position<L, P>,
        mover: usize,
        seen: Seen,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        let mut position = self.position(position, mover, seen);
        self.machine.sequences(&mut position, depth, self, buffers)
    }

    /// Number of sequences after a move that tables do not decide; `None` if it is illegal.
    #[inline(never)]
    fn opened(
        &mut self,
        position: Position<L, P>,
        lane: u8,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<Option<u64>, Trouble> {
        let slot = self.seats.and_then(|seats| seats.sides().slot(position.mover(), lane));
        let (Some((way, _)), Some(hole)) = (self.way(&position), slot) else { return Ok(None) };
        self.machine.sequences_after(&way, &position, (hole, way.way_of(hole)), depth, self, buffers)
    }
}

impl Faces<'_> {
    /// Number of sequences of the last two or three plies, if all of them are smooth, sow one lap and mark nothing.
    #[inline(always)]
    fn last(&self, seen: Seen, mover: usize, depth: u32) -> Option<u64> {
        match depth {
            2 => self.two(seen, mover),
            3 => self.three(seen, mover),
            _ => None,
        }
    }

    #[inline(never)]
    fn three(&self, seen: Seen, mover: usize) -> Option<u64> {
        let (face, next) = self.of(mover);
        let mut holes = face.holes(seen);
        if !face.simple || holes == 0 || !face.is_smooth(seen) {
            return None;
        }
        let busy = face.busy(seen);
        let mut sum = 0;
        while holes != 0 {
            let sown = face.sow::<false>(seen, busy, lowest(holes));
            holes &= holes - 1;
            let (faced, seen) = if sown.code == END {
                (next, sown.seen.turned())
            } else {
                match face.ended(sown) {
                    Turned { how: How::Next, seen, marks: 0 } => (next, seen.turned()),
                    Turned { how: How::Again, seen, marks: 0 } => (face, seen),
                    _ => return None,
                }
            };
            sum += self.two(seen, usize::from(faced.player))?;
        }
        Some(sum)
    }

    #[inline(always)]
    fn two(&self, seen: Seen, mover: usize) -> Option<u64> {
        let (face, next) = self.of(mover);
        if !(face.simple && next.simple) {
            return None;
        }
        match (face.few, face.first.stores) {
            (true, false) => self.two_from::<6, false>(seen, mover),
            (true, true) => self.two_from::<6, true>(seen, mover),
            (false, false) => self.two_from::<8, false>(seen, mover),
            (false, true) => self.two_from::<8, true>(seen, mover),
        }
    }

    /// Number of sequences of two plies. The player chooses among at most `HOLES` holes; `STORES` says that laps may
    /// end in stores that give another turn.
    #[inline(never)]
    fn two_from<const HOLES: u8, const STORES: bool>(&self, seen: Seen, mover: usize) -> Option<u64> {
        let (face, next) = self.of(mover);
        let holes = face.holes(seen);
        if holes == 0 || !face.is_smooth(seen) || !next.is_apart(seen.turned()) {
            return None;
        }
        let busy = face.busy(seen);
        let ([need, _, _, _], from, laps) = (next.needs, next.from, face.first);
        // lanes that are not chosen become 0: sowing no seed never counts as quiet
        let chosen = seen.own & all_of(holes);
        if chosen & TOO_MANY != 0 {
            return None;
        }
        // most turns end with the lap or give another turn; these need no branch
        let alike = (face.from, face.needs[0]) == (from, need);
        let busy = busy | u32::from(!alike) << STORE;
        let (mut moves, mut loud) = (0, 0);
        for lane in 0..HOLES {
            let lap = Lap::of(laps, seen, 8 * lane, chosen >> (8 * lane) & (SOWN as u64 - 1));
            let alone = laps.alone[lap.place];
            let after = if STORES && alone == STORE { lap.seen } else { lap.seen.turned() };
            let open = (after.own + LOWER) & from;
            if open == 0 || !after.holds_some(&need) {
                return None;
            }
            let does_more = u64::from(busy >> alone & 1);
            moves += (open >> 7) & does_more.wrapping_sub(1);
            loud |= does_more << (8 * lane + 7);
        }
        let mut sum = total(moves);
        loud &= holes;
        while loud != 0 {
            let after = face.play::<false>(seen, busy, lowest(loud));
            loud &= loud - 1;
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
    /// Number of moves of a smooth ply; `None` if that is hard to tell or there is no move.
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
        let all = self.sow_all(seen, holes);
        while left != 0 {
            let hole = lowest(left);
            let sown = match &all {
                Some(all) => all.sown(self, hole),
                None => self.sow::<true>(seen, 0, hole),
            };
            moves += u64::from(self.is_legal(sown)?);
            left &= left - 1;
        }
        Some(moves).filter(|moves| *moves > 0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use super::*;
    use crate::engine::lanes::Bytes;
    use crate::engine::sowing::Kept;
    use crate::ruleset::Ruleset;
    use crate::source::Source;

    #[test]
    fn where_there_is_no_room_for_more_tables_plies_are_counted_without_them() {
        let text = "game \"Marks\" {\n}\n\nboard {\n rows: 2\n columns: 5\n seeds: 5\n side: row\n}\n\
            move {\n from: own holes where (hole is not marked)\n direction: counterclockwise\n\
            begin: lift here, sow after here\n}\n\
            sowing {\n skip: holes where (hole is marked by opponent)\n endless: illegal\n}\n\
            last seed, the first that fits {\n when here makes 2 -> mark here, end turn\n\
            otherwise -> lift here, sow after here\n}\n\
            before turn, the first that fits {\n\
            when no legal move -> each player captures own holes, game over\n otherwise -> play\n}\n\
            each player scores: seeds in own store\n";
        let rules = Ruleset::read(Source::new("marks", text)).unwrap().rules().unwrap();
        let (machine, start, round) = Machine::<Bytes<1>, 2>::of_rules(&rules);
        let progress = Progress::default();
        let count = |tables: usize| {
            let mut seats = Seats::of::<Bytes<1>, 2>(&machine.tables, &machine.courses).unwrap();
            seats.sowings = [Kept::new(tables), Kept::new(tables)];
            let mut counter = Counter::new(&machine, &round, &start, &progress);
            counter.seats = Some(&seats);
            let mut buffers: Vec<_> = (0..7).map(|_| Vec::new()).collect();
            counter.sequences(&mut { start }, 7, &mut buffers).unwrap()
        };
        assert!(count(256) > 1000);
        // the first table has room, and no other
        assert_eq!(count(1), count(256));
    }
}
