//! Draws random legal moves: tries one hole after the other until a move is legal.

use mancala_rules::chance::Generator;

use super::super::asking::Played;
use super::super::lanes::Lanes;
use super::super::machine::Child;
use super::super::moves::{End, Move, Tried};
use super::super::position::Position;
use super::super::trouble::Trouble;
use super::super::turn::{Frame, Start, Turn};
use super::draws::{below_many, drawn};
use crate::tables::Mask;

impl<L: Lanes, const P: usize> Turn<'_, L, P> {
    /// Draws one of the legal moves in `position`, where the turn stands, each equally likely, and plays it. Returns
    /// the move and how its turn ended; `None` if there is no legal move.
    #[inline(always)]
    pub(in super::super) fn draw(
        &mut self,
        position: &Position<L, P>,
        generator: &mut Generator,
    ) -> Result<Option<(Move, End)>, Trouble> {
        for section in 0..self.rules.sections.len() {
            self.offer(section)?;
            let offered = self.offered;
            let drawn = if self.machine.courses[self.mover].asks(section, position) {
                self.draw_counted(position, section, offered, generator)?
            } else {
                self.draw_tried(position, section, offered, generator)?
            };
            if drawn.is_some() {
                return Ok(drawn);
            }
            self.restore(position);
        }
        Ok(None)
    }

    /// As [`Self::draw`], in a function of its own.
    #[inline(never)]
    pub(super) fn draw_apart(
        &mut self,
        position: &Position<L, P>,
        generator: &mut Generator,
    ) -> Result<Option<(Move, End)>, Trouble> {
        self.draw(position, generator)
    }

    /// Draws from a section in which each choice of a hole and a direction is one move at most: they are tried in
    /// random order until one is legal.
    #[inline(always)]
    fn draw_tried(
        &mut self,
        position: &Position<L, P>,
        section: usize,
        offered: [L::Mask; 2],
        generator: &mut Generator,
    ) -> Result<Option<(Move, End)>, Trouble> {
        let mut left = offered;
        loop {
            let Some((hole, way)) = drawn::<L>(left, generator) else { return Ok(None) };
            let play = Move { hole, way, section: section as u8, choices: 0, answers: 0 };
            if let Tried::Done(end) = self.play(position, &play)? {
                return Ok(Some((play, end)));
            }
            left[way as usize] = left[way as usize] & !L::Mask::of(hole);
            self.restore(position);
        }
    }

    /// Draws from a section in which a turn may ask the mover something: the ways to play each choice are counted, and
    /// one is kept.
    #[inline(never)]
    fn draw_counted(
        &mut self,
        position: &Position<L, P>,
        section: usize,
        offered: [L::Mask; 2],
        generator: &mut Generator,
    ) -> Result<Option<(Move, End)>, Trouble> {
        let (mut kept, mut counted) = (None, 0_u64);
        let mut keeps = |more: u64, generator: &mut Generator| {
            counted += more;
            more > 0 && (more == counted || below_many(counted, generator) < more)
        };
        self.each_of(offered, section, |turn, play| {
            turn.each_way(position, &play, true, &mut |turn, way| match way {
                Played::Turn(end) => {
                    if keeps(1, generator) {
                        let (play, position) = (turn.played(&play), turn.now.position);
                        kept = Some(Kept::Child(Child { play, position, end }));
                    }
                }
                Played::UpTo(answers) => {
                    if keeps(answers, generator) {
                        kept = Some(Kept::Open(play, turn.now, answers));
                    }
                }
            })?;
            Ok(false)
        })?;
        match kept {
            None => Ok(None),
            Some(Kept::Child(child)) => {
                self.now.position = child.position;
                Ok(Some((child.play, child.end)))
            }
            Some(Kept::Open(play, frame, answers)) => {
                self.return_to(&frame);
                // the last way that was tried began elsewhere
                self.begun = (play.hole, play.way);
                self.answer(below_many(answers, generator), answers);
                match self.run_to_end(Start::Here, position, &play)? {
                    Tried::Done(end) => Ok(Some((self.played(&play), end))),
                    Tried::Illegal | Tried::Asks => Err(Trouble::Undecided),
                }
            }
        }
    }
}

/// One of the ways to play that were counted.
enum Kept<L: Lanes, const P: usize> {
    /// A turn.
    Child(Child<L, P>),
    /// A turn up to a question, of which every one of a number of answers is a way to play.
    Open(Move, Frame<L, P>, u64),
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]
mod tests {
    use super::super::super::lanes::Bytes;
    use super::super::super::machine::Machine;
    use super::super::super::position::Round;
    use super::super::super::standing::Standing;
    use super::super::draws::below;
    use super::super::runner::Runner;
    use super::*;
    use mancala_rules::chance::generator;

    /// Draws of one move on average.
    const DRAWS: u32 = if cfg!(debug_assertions) { 30 } else { 200 };

    /// Positions in which moves are drawn.
    const POSITIONS: usize = if cfg!(debug_assertions) { 2 } else { 8 };

    fn draws_evenly<L: Lanes, const P: usize>(game: &str) {
        draws_evenly_in::<L, P>(game, POSITIONS);
    }

    /// First plies of one move on average: enough to notice that an illegal choice is replaced by the same one each time.
    const FIRST_PLIES: u32 = 20 * DRAWS;

    /// Compares draws with the list of all moves, in the first positions of a random game.
    fn draws_evenly_in<L: Lanes, const P: usize>(game: &str, positions: usize) {
        let (machine, mut position, round) = Machine::<L, P>::at_start(game);
        let (mut children, mut generator) = (Vec::new(), generator(1, 1));
        for _ in 0..positions {
            machine.children(&position, &round, &mut children).unwrap();
            let mut counts = vec![0_u32; children.len()];
            let mut turn = Turn::between(&machine, &round, &position, None);
            for _ in 0..DRAWS * children.len() as u32 {
                turn.restore(&position);
                let (play, end) = turn.draw(&position, &mut generator).unwrap().unwrap();
                let index = children.iter().position(|child| child.play == play).unwrap();
                assert_eq!((turn.now.position, end), (children[index].position, children[index].end));
                counts[index] += 1;
            }
            // five standard deviations
            let off = 5.0 * f64::from(DRAWS).sqrt();
            let even = |count: &u32| (f64::from(*count) - f64::from(DRAWS)).abs() < off;
            assert!(counts.iter().all(even), "{game}: {counts:?}");
            machine.children(&position, &round, &mut children).unwrap();
            position = children[below(children.len() as u32, &mut generator)].position;
        }
    }

    #[test]
    fn every_legal_move_is_drawn_equally_often() {
        // one section and direction; both directions; several sections; questions with and without a turn for each
        // answer
        draws_evenly::<Bytes<2>, 3>("toguz-kumalak");
        draws_evenly::<Bytes<2>, 3>("um-el-bagara");
        draws_evenly::<Bytes<2>, 3>("mbothe");
        draws_evenly::<Bytes<2>, 3>("omweso");
        draws_evenly::<Bytes<2>, 3>("hawalis");
        draws_evenly::<Bytes<4>, 6>("msuwa");
        // questions while the mover has his house, and none later
        draws_evenly_in::<Bytes<2>, 3>("bao-la-kiswahili", 30);
    }

    #[test]
    fn a_turn_that_asks_is_remembered_as_it_began() {
        // the second turn goes either way, and those that follow go as it went
        draws_evenly_in::<Bytes<4>, 6>("chisolo", 6);
    }

    /// Compares the first plies of fast random games with the list of all moves, in positions of random games: in some of
    /// them, and in a number of those in which choices are illegal.
    fn begins_evenly<L: Lanes, const P: usize>(game: &str, mut barred: usize) {
        let (machine, start, round) = Machine::<L, P>::at_start(game);
        let (mut runner, mut children, mut generator) = (Runner::new(&machine), Vec::new(), generator(1, 1));
        let (mut position, mut any) = (start, POSITIONS);
        for ply in 1..100_000 {
            let mut turn = Turn::between(&machine, &round, &position, None);
            turn.offer(0).unwrap();
            let choices = turn.offered[0].count() + turn.offered[1].count();
            machine.children(&position, &round, &mut children).unwrap();
            let wanted = if choices > children.len() as u32 { &mut barred } else { &mut any };
            let standing = machine.enter(&mut { position }, &round, false, None, |_| Ok(true)).unwrap();
            let plays = matches!(standing, Standing::Play { changed: false, .. });
            if plays && *wanted > 0 && children.len() > 1 && choices > 0 {
                *wanted -= 1;
                assert!(machine.straight(&position, &round).is_some(), "{game}");
                first_plies_are_even(&mut runner, &position, &round, &children, &mut generator);
            }
            if any + barred == 0 {
                return;
            }
            // a game that is over, runs in circles, or in which a player has to pass begins again
            let next = children.get(below(children.len() as u32, &mut generator));
            let next = next.filter(|child| plays && ply % 200 != 0 && !child.end.is_over());
            position = next.map_or(start, |child| child.position);
        }
        panic!("{game}: {any} positions are left, and {barred} with illegal choices");
    }

    fn first_plies_are_even<'m, L: Lanes, const P: usize>(
        runner: &mut Runner<'m, L, P>,
        position: &Position<L, P>,
        round: &'m Round<L::Mask>,
        children: &[Child<L, P>],
        generator: &mut Generator,
    ) {
        // turns are not counted where nothing asks about them
        let seen = |position: &Position<L, P>| Position { turns: [0; P], ..*position };
        let mut counts = vec![0_u32; children.len()];
        for _ in 0..FIRST_PLIES * children.len() as u32 {
            let mut after = None;
            let mut note = |at: &Position<L, P>, plies| {
                if plies == 1 {
                    after.get_or_insert(seen(at));
                }
            };
            runner.played(position, round, 1, generator, Some(&mut note)).unwrap();
            let index = children.iter().position(|child| Some(seen(&child.position)) == after).unwrap();
            counts[index] += 1;
        }
        for (index, child) in children.iter().enumerate() {
            let alike = |other: &&Child<L, P>| seen(&other.position) == seen(&child.position);
            if children[..index].iter().any(|other| alike(&other)) {
                continue;
            }
            let mean = f64::from(FIRST_PLIES) * children.iter().filter(alike).count() as f64;
            // five standard deviations
            assert!((f64::from(counts[index]) - mean).abs() < 5.0 * mean.sqrt(), "{counts:?}");
        }
    }

    #[test]
    fn every_straight_turn_is_drawn_equally_often() {
        // one direction and both; several sections; feeding; laps without end
        begins_evenly::<Bytes<2>, 3>("toguz-kumalak", 0);
        begins_evenly::<Bytes<2>, 3>("um-el-bagara", 0);
        begins_evenly::<Bytes<1>, 2>("adjiboto", 0);
        begins_evenly::<Bytes<1>, 2>("oware", POSITIONS);
        begins_evenly::<Bytes<1>, 2>("krur", POSITIONS);
        begins_evenly::<Bytes<2>, 3>("hus", POSITIONS);
    }
}
