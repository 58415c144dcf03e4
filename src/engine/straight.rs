//! Straight turns: laps and decisions from tables alone. Where a table does not decide, the general turn takes over.

use super::course::{Closing, Code, Course, Holding, Run, Setting};
use super::lanes::Lanes;
use super::machine::Machine;
use super::moves::{End, Move, Tried};
use super::position::{Position, Round};
use super::sowing::Laps;
use super::trouble::Trouble;
use super::turn::Turn;
use crate::tables::{Mask, NOWHERE, Slot, StraightWay};

/// Everything needed for the straight turns of one mover, valid while no mark changes.
#[derive(Clone, Copy)]
pub(super) struct Straight<'t, L: Lanes, const P: usize> {
    machine: &'t Machine<L, P>,
    round: &'t Round<L::Mask>,
    pub way: &'t StraightWay<L::Mask>,
    pub course: &'t Course<L>,
    laps: &'t Laps<L>,
    mover: usize,
    pub passed: L::Mask,
    /// Holes that may be chosen when occupied.
    pub from: L::Mask,
    /// A ply is smooth only if each of these sets holds seeds.
    pub needs: [L::Mask; 4],
    /// A ply is smooth only if the number of seeds in this slot does not lie between these numbers, both included.
    pub apart: Option<(Slot, i32, i32)>,
    /// Whether a mover without a legal move passes in a smooth ply.
    pub passes: bool,
    /// Values of [`Sight::decides`] and [`Sight::safe`] while `way.unless_empty` holds seeds.
    pub fed: (bool, bool),
    /// Whether the first seed always falls after the chosen hole.
    pub after: bool,
}

/// What a mover with straight turns can do in a position.
#[derive(Clone, Copy)]
pub(super) struct Sight<M> {
    /// The holes that may be chosen.
    pub holes: M,
    /// Whether the course decides how turns end.
    pub decides: bool,
    /// Whether every hole that may be chosen is a legal move.
    pub safe: bool,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// The straight turns of the player to move; `None` if his turns must be played in the general way.
    #[inline(always)]
    pub(super) fn straight<'t>(
        &'t self,
        position: &Position<L, P>,
        round: &'t Round<L::Mask>,
    ) -> Option<Straight<'t, L, P>> {
        let mover = position.mover();
        let (way, course) = (self.tables.movers.get(mover)?.straight.as_ref()?, self.courses.get(mover)?);
        if !position.locked.is_none() {
            return None;
        }
        let unmarked =
            if way.unless_marked == 0 { way.from } else { way.from & !position.marked_by(way.unless_marked) };
        let marked = if way.passed_players == 0 { L::Mask::NONE } else { position.marked_by(way.passed_players) };
        let passed = way.passed | way.passed_marked & marked | round.closed;
        let laps = self.sowers.get(mover)?[way.way as usize].laps(passed)?;
        let decides = position.pot == 0;
        let ends = decides && course.surely_ends(position, passed);
        let (mut needs, mut apart, mut passes) = ([!L::Mask::NONE; 4], None, false);
        match &self.tables.movers.get(mover)?.quiet {
            Some(quiet) if decides => {
                let unmarked = quiet.unmarked.map(|(slots, players)| slots & !position.marked_by(players));
                let fed = Some(way.unless_empty).filter(|slots| !slots.is_none());
                let known = quiet.occupied.into_iter().chain(unmarked).chain(fed);
                needs.iter_mut().zip(known).for_each(|(need, slots)| *need = slots);
                (apart, passes) = (quiet.apart[0], quiet.passes);
            }
            _ => needs = [L::Mask::NONE; 4],
        }
        Some(Straight {
            machine: self,
            round,
            way,
            course,
            laps,
            mover,
            passed,
            from: unmarked & !round.closed,
            needs,
            apart,
            passes,
            fed: (decides, way.safe && round.closed.is_none() || ends),
            after: way.lifting.is_after(),
        })
    }
}

impl<L: Lanes, const P: usize> Straight<'_, L, P> {
    /// Evaluates a position in which these lanes are occupied.
    #[inline(always)]
    pub fn look(&self, occupied: L::Mask) -> Sight<L::Mask> {
        let fed = self.way.unless_empty.is_none() || !(occupied & self.way.unless_empty).is_none();
        Sight { holes: self.from & occupied, decides: fed & self.fed.0, safe: fed & self.fed.1 }
    }

    /// Whether the ply is smooth, given the occupied lanes. In a smooth ply the player moves if he has a legal move and
    /// the position is not a repetition, and the course decides how his turn ends.
    #[inline(always)]
    pub fn is_smooth(&self, position: &Position<L, P>, seeds: L, occupied: L::Mask) -> bool {
        self.needs.iter().all(|slots| !(occupied & *slots).is_none())
            && self.machine.is_apart(position, seeds, self.apart)
    }

    /// The holes that may be chosen, if the ply is smooth and there is one.
    #[inline(always)]
    pub fn smooth_choices(&self, position: &Position<L, P>) -> Option<L::Mask> {
        let occupied = position.seeds.occupied();
        let holes = self.from & occupied;
        (self.is_smooth(position, position.seeds, occupied) && !holes.is_none()).then_some(holes)
    }

    /// Plays a hole as far as tables decide. `seeds` replaces the seeds of `position`.
    #[inline(always)]
    pub fn run(&self, position: &Position<L, P>, seeds: L, hole: Slot) -> Run<L> {
        let hand = seeds.get(hole);
        let into = !self.after && self.way.lifting.into(hand);
        let run = Run::begin(seeds, hole, into);
        let hand = hand - i32::from(into);
        if hand == 0 {
            // a single seed that falls into its own hole leaves nothing to sow
            return Run { code: self.course.code(0, position, hole, 1), lap: 1, ..run };
        }
        let setting = Setting { laps: self.laps, position };
        let mut run = self.course.run(&setting, run, (hole, hand));
        if run.code == Code::RELAY && self.machine.endless_is_illegal {
            run = self.course.run_long(&setting, run);
        }
        if L::SIGNED && run.made <= 0 {
            // where a slot owes seeds, tables do not decide
            run.code = Code::NOTHING;
        }
        run
    }

    /// Carries out the closing of a turn.
    #[inline(always)]
    fn close(&self, run: &Run<L>, closing: &Closing<L>) -> Closed<L> {
        let mut prey = closing.prey;
        if let Some((back, table)) = &closing.run {
            self.chase(run, *back, table, &mut prey);
        }
        let mut left = run.seeds;
        let captured = left.take(&prey);
        let holds = match &closing.guard {
            Holding::Always => true,
            Holding::Seeds(slot, low, high) => (*low..=*high).contains(&run.seeds.get(*slot)),
            Holding::NoneLeft(slots) => left.none_in(slots),
        };
        let deed = if holds { &closing.first } else { &closing.second };
        let (seeds, captured) = if deed.captures { (left, captured) } else { (run.seeds, 0) };
        Closed { seeds, captured, marks: deed.marks, again: deed.again }
    }

    /// Adds the slots of a run that starts next to the last seed to `prey`.
    #[inline(always)]
    fn chase(&self, run: &Run<L>, back: bool, table: &[u64], prey: &mut L) {
        let steps = &self.machine.steps[self.mover][self.way.way as usize][usize::from(back)];
        let mut at = run.here;
        // the track is a cycle and has at most this number of slots
        for _ in 0..L::LANES {
            at = steps.get(usize::from(at)).copied().unwrap_or(NOWHERE);
            if at == NOWHERE || at == run.here {
                return;
            }
            if self.passed.has(at) || self.way.origin_passed && at == run.from {
                continue;
            }
            let held = run.seeds.get(at);
            if !table.get(usize::from(at)).is_some_and(|bits| held < 64 && bits >> held & 1 != 0) {
                return;
            }
            prey.join(at);
        }
    }

    /// Ends a turn that was played as far as tables decide, and updates `position` unless the move is illegal.
    #[inline(always)]
    pub fn finish(
        &self,
        position: &mut Position<L, P>,
        sight: Sight<L::Mask>,
        hole: Slot,
        run: &Run<L>,
    ) -> Result<Tried, Trouble> {
        match self.settle(position, sight.decides, run) {
            Some(settled) => {
                position.seeds = settled.seeds;
                Ok(Tried::Done(settled.end))
            }
            None => self.hand_over(position, hole, run),
        }
    }

    /// Ends a turn by tables. Updates all of `position` but the seeds, which are returned. `None`: use the general
    /// turn.
    #[inline(always)]
    pub fn settle(&self, position: &mut Position<L, P>, decides: bool, run: &Run<L>) -> Option<Settled<L>> {
        let mut settled = Settled { seeds: run.seeds, end: End::Next, marked: false };
        if !decides {
            return None;
        } else if run.code == Code::AGAIN {
            settled.end = End::Again;
        } else if run.code != Code::END {
            let closed = self.close(run, self.course.closing(run.code)?);
            settled.seeds = closed.seeds;
            match self.way.store.checked_sub(self.machine.lanes) {
                None => settled.seeds.raise(self.way.store, closed.captured),
                Some(beside) => position.stores[usize::from(beside)] += closed.captured,
            }
            if !closed.marks.is_none() {
                position.mark(self.mover, closed.marks);
                settled.marked = true;
            }
            if closed.again {
                settled.end = End::Again;
            }
        }
        position.turns[self.mover] += 1;
        if settled.end == End::Next {
            self.machine.pass_on(position);
        }
        Some(settled)
    }

    /// Ends a turn that tables do not decide, in the general way.
    #[inline(always)]
    pub fn hand_over(&self, position: &mut Position<L, P>, hole: Slot, run: &Run<L>) -> Result<Tried, Trouble> {
        // passed in parts: values behind a reference do not stay in registers
        self.take_over(position, hole, run.seeds, (run.from, run.here), run.lap, run.sown)
    }

    #[cold]
    #[inline(never)]
    fn take_over(
        &self,
        position: &mut Position<L, P>,
        hole: Slot,
        seeds: L,
        (from, here): (Slot, Slot),
        lap: u32,
        sown: i64,
    ) -> Result<Tried, Trouble> {
        if here == NOWHERE {
            return Ok(Tried::Illegal);
        }
        let mut turn = Turn::between(self.machine, self.round, position, None);
        turn.now.position.seeds = seeds;
        let play = Move { hole, way: self.way.way, section: 0, choices: 0, answers: 0 };
        let tried = turn.take_over(position, &play, (from, here), (lap, seeds.get(here)), sown)?;
        if let Tried::Done(_) = tried {
            *position = turn.now.position;
        }
        Ok(tried)
    }

    /// Number of legal moves.
    #[inline(always)]
    pub fn count(&self, position: &Position<L, P>) -> Result<u64, Trouble> {
        let seeds = position.seeds;
        let sight = self.look(seeds.occupied());
        if sight.safe {
            return Ok(u64::from(sight.holes.count()));
        }
        let mut count = 0;
        for hole in sight.holes.slots() {
            count += u64::from(self.is_legal(position, sight, hole, &self.run(position, seeds, hole))?);
        }
        Ok(count)
    }

    /// Whether there is a legal move.
    #[inline(always)]
    pub fn can_move(&self, position: &Position<L, P>) -> Result<bool, Trouble> {
        let sight = self.look(position.seeds.occupied());
        if sight.safe {
            return Ok(!sight.holes.is_none());
        }
        for hole in sight.holes.slots() {
            if self.is_legal(position, sight, hole, &self.run(position, position.seeds, hole))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a move that was played as far as tables decide is legal.
    #[inline(always)]
    pub fn is_legal(
        &self,
        position: &Position<L, P>,
        sight: Sight<L::Mask>,
        hole: Slot,
        run: &Run<L>,
    ) -> Result<bool, Trouble> {
        if sight.decides
            && (run.code == Code::END || run.code == Code::AGAIN || self.course.closing(run.code).is_some())
        {
            return Ok(true);
        }
        if run.here == NOWHERE {
            return Ok(false);
        }
        let mut after = *position;
        Ok(matches!(self.hand_over(&mut after, hole, run)?, Tried::Done(_)))
    }
}

/// Result of a closing.
struct Closed<L: Lanes> {
    seeds: L,
    captured: i32,
    marks: L::Mask,
    again: bool,
}

/// Result of a turn that tables ended.
pub(super) struct Settled<L: Lanes> {
    /// The seeds after the turn.
    pub seeds: L,
    /// How it ended.
    pub end: End,
    /// Whether marks may have changed.
    pub marked: bool,
}
