//! Random games by gliding, which consults the rules only where necessary.

use std::rc::Rc;

use super::ended::Ended;
use super::facing::{Faces, Seats, Why};
use super::lanes::Lanes;
use super::position::{Position, Round};
use super::runner::{Each, Faced, Runner, Start};
use super::trouble::Trouble;
use super::turn::Turn;
use crate::chance::Generator;
use crate::tables::Mask;

impl<'m, L: Lanes, const P: usize> Runner<'m, L, P> {
    /// Prepares games that begin with a position.
    pub fn start(&mut self, position: &Position<L, P>, round: &'m Round<L::Mask>) -> Start<'m, L, P> {
        let seats = self.machine.seats(position).filter(|_| !self.machine.tables.watched.lots);
        let faced = seats.map(|seats| {
            let seen = seats.sides().seen(position);
            let faces = self.faces(seats, position, round);
            let period = faces.as_ref().map_or(0, |faces| seats.period(faces));
            Faced { seats, seen, faces, period }
        });
        Start { position: *position, round, faced }
    }

    /// The tables for the current marks, if plies can glide now.
    fn faces(
        &mut self,
        seats: &'m Seats<L::Mask>,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
    ) -> Option<Rc<Faces<'m>>> {
        if !position.locked.is_none() || position.pot != 0 {
            return None;
        }
        self.known.get(seats, self.machine, position, round)
    }

    /// Plays a random game of at most `most_plies` plies. `each` sees the position at the limit, and the position after the
    /// game, unless only its scores are computed, with the number of plies before them.
    pub(super) fn glided(
        &mut self,
        start: &Position<L, P>,
        round: &Round<L::Mask>,
        faced: &Faced<'m, L::Mask>,
        most_plies: u64,
        generator: &mut Generator,
        mut each: Each<'_, L, P>,
    ) -> Result<(u64, [i32; P], Ended), Trouble> {
        let machine = self.machine;
        let Faced { seats, mut seen, mut faces, period } = faced.clone();
        let sides = seats.sides();
        let mut position = *start;
        let mut plies = 0;
        self.children.clear();
        self.trail.begin(period);
        self.mind_marks(&position);
        // whether the position counts as repeated, if known
        let mut compared = None;
        let ended = loop {
            let mover = position.mover();
            let repeated = compared
                .take()
                .unwrap_or_else(|| self.trail.matters() && self.trail.stands(seen.own, seen.others, position.to_move));
            if plies >= most_plies {
                sides.put(&mut position, seen);
                if let Some(each) = &mut each {
                    each(&position, plies);
                }
                break self.at_limit(&mut position, round, repeated)?;
            }
            let mut movable = None;
            if faces.is_none() {
                faces = self.faces(seats, &position, round);
            }
            if let Some(now) = &faces
                && !repeated
            {
                let mut glide = now.glide(seen, mover, most_plies - plies, &mut self.trail, generator);
                let drawn = match glide.why {
                    Why::Drawn(lane, left) => Some((lane, left)),
                    Why::Stands if plies + glide.plies < most_plies => {
                        now.draw_hungry(glide.seen, glide.mover, generator)
                    }
                    _ => None,
                };
                if let Some(drawn) = drawn {
                    glide = now.drawn_on(glide, drawn, &mut self.trail, generator);
                }
                plies += glide.plies;
                seen = glide.seen;
                position.to_move = glide.mover as u8;
                match glide.why {
                    Why::Marked(marker, lanes) => {
                        let gained;
                        (faces, gained) = self.known.marked(seats, (machine, round), &mut position, (marker, lanes));
                        if gained {
                            self.trail.clear();
                        }
                        self.mind_marks(&position);
                        continue;
                    }
                    Why::Stuck if now.passes_on(seen, glide.mover) => {
                        plies += 1;
                        self.passes += 1;
                        seen = seen.turned();
                        machine.pass_on(&mut position);
                        continue;
                    }
                    Why::Compare => {
                        compared = Some(self.trail.is_repeated());
                        continue;
                    }
                    Why::Played => continue,
                    _ if plies >= most_plies => {
                        // the glide added this position, and went on since it was none that came before
                        compared = Some(false);
                        continue;
                    }
                    Why::Stands | Why::Stuck => {
                        let stuck = matches!(glide.why, Why::Stuck);
                        if let Some((told, ended)) = seats.ended(machine, &position, now, (seen, stuck)) {
                            let mut scores = [0; P];
                            scores.iter_mut().zip(told).for_each(|(score, told)| *score = told);
                            return Ok((plies, scores, ended));
                        }
                        movable = stuck.then_some(false);
                    }
                    Why::Drawn(lane, left) => {
                        self.trail.disturb();
                        sides.put(&mut position, seen);
                        let (mut played, before) = (None, self.gains(&position));
                        if let (Some(way), Some(hole)) =
                            (machine.straight(&position, round), sides.slot(glide.mover, lane))
                        {
                            let left = sides.slots_of(glide.mover, left.into());
                            played = way.draw_on(&mut position, (left, hole), generator)?;
                        }
                        if let Some(end) = played {
                            plies += 1;
                            if let Some(ended) = end.decided() {
                                break ended;
                            }
                            self.gained(before, &position);
                            (faces, seen) = (None, sides.seen(&position));
                            continue;
                        }
                        movable = Some(false);
                    }
                }
            }
            self.trail.disturb();
            sides.put(&mut position, seen);
            let before = self.gains(&position);
            let mut turn = Turn::between(machine, round, &position, None);
            let ended = self.ply(&mut turn, repeated, movable, &mut plies, generator)?;
            position = turn.now.position;
            if let Some(ended) = ended {
                break ended;
            }
            self.gained(before, &position);
            (faces, seen) = (None, sides.seen(&position));
        };
        if let Some(each) = each {
            each(&position, plies);
        }
        Ok((plies, machine.scores(&position, round), ended))
    }

    /// A number that only grows: made of the seeds beside the board and the marks on it.
    fn gains(&self, position: &Position<L, P>) -> i64 {
        if self.machine.tables.repeated.is_none() {
            return 0;
        }
        self.machine.grown(position)
    }

    /// Clears the trail if the position gained since `before`: earlier positions cannot recur.
    fn gained(&mut self, before: i64, position: &Position<L, P>) {
        if self.gains(position) != before {
            self.trail.clear();
        }
        self.mind_marks(position);
    }

    /// Sets the marks for the positions that follow.
    fn mind_marks(&mut self, position: &Position<L, P>) {
        let marks = position.marks.iter().map(|marks| (*marks & self.machine.on_board).low_bits());
        self.trail.marks = marks.fold(0, |all, marks| all << 32 | marks);
    }
}
