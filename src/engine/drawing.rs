//! Draws random legal moves: tries one hole after the other until a move is legal.

use rand::{Rng, RngExt};

use super::choosing::Question;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Move, Tried};
use super::position::{Position, Round};
use super::straight::{Run, Settled, Sight, Straight};
use super::trouble::Trouble;
use super::turn::Turn;
use super::watch::Unwatched;
use crate::chance::Generator;
use crate::rules::model::Way;
use crate::tables::{Mask, Slot};

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Draws one of the legal moves, each equally likely, and leaves only it in the children. Returns whether there is
    /// one.
    #[inline(never)]
    pub(super) fn draw_listed(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        generator: &mut Generator,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<bool, Trouble> {
        children.clear();
        let mut chooser = Turn::between(self, round, position, Unwatched);
        for section in 0..chooser.rules.sections.len() {
            if self.tables.watched.answers {
                self.draw_counted(&mut chooser, section, generator, children)?;
            } else {
                self.draw_tried(&mut chooser, section, generator, children)?;
            }
            if !children.is_empty() {
                break;
            }
        }
        Ok(!children.is_empty())
    }

    /// Draws a move of a section where a hole and a direction are one move at most: they are tried in random order
    /// until one is legal.
    fn draw_tried(
        &self,
        chooser: &mut Turn<'_, L, P, Unwatched>,
        section: usize,
        generator: &mut Generator,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        // the holes that may be sown counterclockwise, and clockwise
        let mut left = [L::Mask::NONE; 2];
        self.choices(chooser, section, |play| {
            left[play.way as usize] |= L::Mask::of(play.hole);
            Ok(false)
        })?;
        loop {
            let [one, other] = left.map(Mask::count);
            if one + other == 0 {
                return Ok(());
            }
            let drawn = if one + other == 1 { 0 } else { below(one + other, generator) };
            let (way, hole) = match drawn.checked_sub(one as usize) {
                None => (Way::Counterclockwise, nth(left[0], drawn)),
                Some(drawn) => (Way::Clockwise, nth(left[1], drawn)),
            };
            let play = Move { hole, way, section: section as u8, choices: 0, answers: 0 };
            self.answered(&chooser.position, chooser.round, play, children, Unwatched)?;
            if !children.is_empty() {
                return Ok(());
            }
            left[way as usize] = left[way as usize] & !L::Mask::of(hole);
        }
    }

    /// Draws a move of a section where a turn may ask the mover something: the ways to play each hole are counted, and
    /// one is kept.
    fn draw_counted(
        &self,
        chooser: &mut Turn<'_, L, P, Unwatched>,
        section: usize,
        generator: &mut Generator,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        let (position, round) = (chooser.position, chooser.round);
        let (mut kept, mut ways) = (None, 0_u64);
        let mut keeps = |more: u64, generator: &mut Generator| {
            ways += more;
            more > 0 && (more == ways || generator.random_range(0..ways) < more)
        };
        self.choices(chooser, section, |play| {
            let mut turn = Turn::between(self, round, &position, Unwatched);
            match turn.play(&play)? {
                Tried::Illegal => {}
                Tried::Done(end) => {
                    if keeps(1, generator) {
                        kept = Some(Kept::Child(Child { play, position: turn.position, end }));
                    }
                }
                Tried::Asks => {
                    let question = turn.question();
                    if question.settles {
                        if keeps(question.answers, generator) {
                            kept = Some(Kept::Open(play, question));
                        }
                        return Ok(false);
                    }
                    children.clear();
                    self.ask(&position, round, &play, question, children, Unwatched)?;
                    if keeps(children.len() as u64, generator) {
                        kept = Some(Kept::Child(children[below(children.len() as u32, generator)]));
                    }
                }
            }
            Ok(false)
        })?;
        children.clear();
        match kept {
            None => {}
            Some(Kept::Child(child)) => children.push(child),
            Some(Kept::Open(play, question)) => {
                let play = question.answered(&play, generator.random_range(0..question.answers));
                let (came, turn) = self.continued(&position, round, &play, question.unasked.as_deref(), Unwatched)?;
                if let Tried::Done(end) = came {
                    children.push(Child { play, position: turn.position, end });
                }
            }
        }
        Ok(())
    }
}

/// One of the ways to play that were counted.
enum Kept<L: Lanes, const P: usize> {
    /// A turn.
    Child(Child<L, P>),
    /// A turn up to a question, of which every answer is a way to play.
    Open(Move, Question<L, P>),
}

impl<L: Lanes, const P: usize> Straight<'_, L, P> {
    /// Ends the turn of a move that was drawn, and so is legal. Updates all of `position` but the seeds, which are
    /// returned.
    pub(super) fn play(&self, position: &mut Position<L, P>, hole: Slot, run: &Run<L>) -> Result<Settled<L>, Trouble> {
        let decides = self.look(position.seeds.occupied()).decides;
        if let Some(settled) = self.settle(position, decides, run) {
            return Ok(settled);
        }
        match self.hand_over(position, hole, run)? {
            Tried::Done(end) => Ok(Settled { seeds: position.seeds, end, marked: true }),
            Tried::Illegal | Tried::Asks => Err(Trouble::Undecided),
        }
    }

    /// Draws a legal move and plays it as far as tables decide.
    pub(super) fn draw(
        &self,
        position: &Position<L, P>,
        generator: &mut Generator,
    ) -> Result<Option<(Slot, Run<L>)>, Trouble> {
        self.draw_among(position, self.look(position.seeds.occupied()), generator)
    }

    /// Draws a legal move from the given holes and plays it as far as tables decide.
    fn draw_among(
        &self,
        position: &Position<L, P>,
        left: Sight<L::Mask>,
        generator: &mut Generator,
    ) -> Result<Option<(Slot, Run<L>)>, Trouble> {
        let mut left = left;
        while !left.holes.is_none() {
            let hole = one_of(left.holes, generator);
            let run = self.run(position, position.seeds, hole);
            if self.is_legal(position, left, hole, &run)? {
                return Ok(Some((hole, run)));
            }
            left.holes = left.holes & !L::Mask::of(hole);
        }
        Ok(None)
    }

    /// Checks a move that was drawn and played as far as tables decide. If it is illegal, draws another one. `None` if
    /// there is no legal move.
    #[cold]
    #[inline(never)]
    pub(super) fn drawn_on(
        &self,
        position: &mut Position<L, P>,
        left: L::Mask,
        hole: Slot,
        run: &Run<L>,
        generator: &mut Generator,
    ) -> Result<Option<Settled<L>>, Trouble> {
        let sight = self.look(position.seeds.occupied());
        let (mut hole, mut run) = (hole, *run);
        if !self.is_legal(position, sight, hole, &run)? {
            let left = Sight { holes: left & !L::Mask::of(hole), ..sight };
            match self.draw_among(position, left, generator)? {
                Some(drawn) => (hole, run) = drawn,
                None => return Ok(None),
            }
        }
        self.play(position, hole, &run).map(Some)
    }
}

/// Draws a slot of a set that is not empty.
#[inline(always)]
pub(super) fn one_of<M: Mask>(slots: M, generator: &mut Generator) -> Slot {
    nth(slots, below(slots.count(), generator))
}

/// The slot at index `before` of a set.
#[inline(always)]
fn nth<M: Mask>(slots: M, before: usize) -> Slot {
    let mut left = slots;
    // avoids an unpredictable branch
    for passed in 0..5 {
        left = if passed < before { left.without_first() } else { left };
    }
    for _ in 5..before {
        left = left.without_first();
    }
    left.first()
}

/// A random number below `bound`, uniform up to the resolution of 32 bits.
#[inline(always)]
fn below(bound: u32, generator: &mut Generator) -> usize {
    ((u64::from(generator.next_u32()) * u64::from(bound)) >> 32) as usize
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]
mod tests {
    use super::super::lanes::Bytes;
    use super::*;
    use crate::chance::generator;

    /// Draws of one move on average.
    const DRAWS: u32 = if cfg!(debug_assertions) { 30 } else { 200 };

    /// Positions in which moves are drawn.
    const POSITIONS: usize = if cfg!(debug_assertions) { 2 } else { 8 };

    /// Compares draws with the list of all moves, in positions of a random game.
    fn draws_evenly<L: Lanes, const P: usize>(game: &str) {
        let (machine, mut position, round) = Machine::<L, P>::at_start(game);
        let (mut children, mut drawn, mut generator) = (Vec::new(), Vec::new(), generator(1, 1));
        for _ in 0..POSITIONS {
            machine.children(&position, &round, &mut children).unwrap();
            let mut counts = vec![0_u32; children.len()];
            for _ in 0..DRAWS * children.len() as u32 {
                assert!(machine.draw_listed(&position, &round, &mut generator, &mut drawn).unwrap());
                let child = children.iter().position(|child| {
                    (child.play.hole, child.play.way, child.play.answers)
                        == (drawn[0].play.hole, drawn[0].play.way, drawn[0].play.answers)
                });
                counts[child.unwrap()] += 1;
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
        // one section and direction; both directions; several sections; questions with and without a turn for each answer
        draws_evenly::<Bytes<4>, 2>("toguz-kumalak");
        draws_evenly::<Bytes<4>, 2>("um-el-bagara");
        draws_evenly::<Bytes<4>, 2>("mbothe");
        draws_evenly::<Bytes<4>, 2>("omweso");
        draws_evenly::<Bytes<4>, 2>("hawalis");
        draws_evenly::<Bytes<8>, 2>("msuwa");
    }
}
