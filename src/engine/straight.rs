//! The straight way through a turn: laps and decisions from tables alone. Where a table does not decide, the turn is
//! handed over.

use super::course::{Closing, Code, Course, Holding};
use super::endless::FREE_LAPS;
use super::lanes::Lanes;
use super::machine::Machine;
use super::moves::{End, Move, Tried};
use super::position::{Position, Round};
use super::sowing::Laps;
use super::trouble::Trouble;
use super::turn::Turn;
use super::watch::Unwatched;
use crate::game::{MOST_LAPS, MOST_SOWN};
use crate::tables::{Mask, NOWHERE, Slot, StraightWay};

/// What one mover needs to go the straight way, for as long as no mark changes.
#[derive(Clone, Copy)]
pub(super) struct Straight<'t, L: Lanes, const P: usize> {
    machine: &'t Machine<L, P>,
    round: &'t Round<L::Mask>,
    pub way: &'t StraightWay<L::Mask>,
    pub course: &'t Course<L>,
    laps: &'t Laps<L>,
    mover: usize,
    pub passed: L::Mask,
    /// The holes that may be chosen when something lies in them.
    pub from: L::Mask,
    /// Each of these sets must hold something for a ply to be smooth.
    pub needs: [L::Mask; 4],
    /// And the seeds of this slot must not lie between these numbers, both included.
    pub apart: Option<(Slot, i32, i32)>,
    /// Whether he passes in a smooth ply if he has no legal move.
    pub passes: bool,
    /// Whether `decides` and `safe` hold as long as what must not be empty is not.
    pub fed: (bool, bool),
    /// Whether no first seed ever falls into the chosen hole.
    pub after: bool,
}

/// What a mover who goes the straight way sees on the board.
#[derive(Clone, Copy)]
pub(super) struct Sight<M> {
    /// The holes that may be chosen.
    pub holes: M,
    /// Whether the course tells how turns end.
    pub decides: bool,
    /// Whether every hole that may be chosen is a legal move.
    pub safe: bool,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// The straight way for the player to move; none where something has to be watched or tried another way.
    #[inline(always)]
    pub(super) fn straight<'t>(
        &'t self,
        position: &Position<L, P>,
        round: &'t Round<L::Mask>,
    ) -> Option<Straight<'t, L, P>> {
        let mover = position.mover();
        let (way, course) = (self.tables.movers.get(mover)?.straight.as_ref()?, self.courses.get(mover)?.as_ref()?);
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
                (apart, passes) = (quiet.apart, quiet.passes);
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
    /// Looks at the board: these lanes hold something.
    #[inline(always)]
    pub fn look(&self, occupied: L::Mask) -> Sight<L::Mask> {
        let fed = self.way.unless_empty.is_none() || !(occupied & self.way.unless_empty).is_none();
        Sight { holes: self.from & occupied, decides: fed & self.fed.0, safe: fed & self.fed.1 }
    }

    /// Whether he surely moves if he has a legal move and the position does not come back, and the course tells how his
    /// turns end: these lanes hold something.
    #[inline(always)]
    pub fn is_smooth(&self, position: &Position<L, P>, seeds: L, occupied: L::Mask) -> bool {
        self.needs.iter().all(|slots| !(occupied & *slots).is_none())
            && self.machine.is_apart(position, seeds, self.apart)
    }

    /// Plays one of the holes, if these are the seeds, as far as tables alone decide.
    #[inline(always)]
    pub fn run(&self, position: &Position<L, P>, seeds: L, hole: Slot) -> Run<L> {
        let mut sown = seeds.get(hole);
        let into = i32::from(!self.after && self.way.lifting.into(sown));
        // nothing is left to sow if the only seed fell into the hole that it came from
        let (mut seeds, mut here) =
            if sown > into { self.laps.sown_from(seeds, hole, sown - into) } else { (seeds, hole) };
        let (mut from, mut lap) = (hole, 1);
        let mut code = self.follows(position, seeds, here);
        while code == Code::RELAY {
            if lap >= FREE_LAPS {
                let run = Run { seeds, code, from, here, lap, sown };
                return if self.machine.endless_is_illegal { self.sow_on(position, run) } else { run };
            }
            let hand = seeds.get(here);
            from = here;
            (seeds, here) = self.laps.sown_from(seeds, from, hand);
            code = self.follows(position, seeds, here);
            sown += hand;
            lap += 1;
        }
        Run { seeds, code, from, here, lap, sown }
    }

    /// What follows a lap.
    #[inline(always)]
    fn follows(&self, position: &Position<L, P>, seeds: L, here: Slot) -> Code {
        if here == NOWHERE {
            return Code::OTHER;
        }
        let mark = if self.course.by_mark { position.mark_of(here) } else { 0 };
        self.course.code(mark, here, seeds.get(here))
    }

    /// Sows on for as long as that is all that is done. What never ends ends nowhere: one state is kept, and exchanged
    /// for a later one after twice as many laps (Brent), so it comes back if any does.
    #[cold]
    #[inline(never)]
    fn sow_on(&self, position: &Position<L, P>, run: Run<L>) -> Run<L> {
        let mut run = run;
        let (mut kept, mut until) = ((run.seeds, run.here), run.lap * 2);
        loop {
            let hand = run.seeds.get(run.here);
            run.from = run.here;
            run.here = self.laps.sow(&mut run.seeds, run.from, hand);
            run.lap += 1;
            run.sown += hand;
            run.code = self.follows(position, run.seeds, run.here);
            let too_long = run.lap as usize > MOST_LAPS || i64::from(run.sown) > MOST_SOWN;
            if run.here == NOWHERE || too_long || run.code == Code::RELAY && kept == (run.seeds, run.here) {
                return Run { code: Code::OTHER, here: NOWHERE, ..run };
            }
            if run.code != Code::RELAY {
                return run;
            }
            if run.lap == until {
                kept = (run.seeds, run.here);
                until *= 2;
            }
        }
    }

    /// Closes a turn as its closing says: seeds and marks after it, what the mover captures, and whether he is to move
    /// again.
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

    /// Adds the slots from the last seed on with which a run goes on to a prey.
    #[inline(always)]
    fn chase(&self, run: &Run<L>, back: bool, table: &[u64], prey: &mut L) {
        let way = if back { self.way.way.reversed() } else { self.way.way };
        let steps = &self.machine.steps[self.mover][way as usize];
        let mut at = run.here;
        // a track goes round, so it is back where it began after as many steps as it has slots
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

    /// Ends a turn that was played as far as tables decide: the position becomes the one after it. If that is not
    /// allowed the position stays as it is.
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

    /// Ends a turn as far as tables tell how: the position becomes the one after it, but for its seeds, which are told.
    /// None if that is for the general turn to do.
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

    /// Ends a turn that was not settled: by the general way.
    #[inline(always)]
    pub fn hand_over(&self, position: &mut Position<L, P>, hole: Slot, run: &Run<L>) -> Result<Tried, Trouble> {
        // told in parts: what is pointed at does not stay in registers
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
        sown: i32,
    ) -> Result<Tried, Trouble> {
        if here == NOWHERE {
            return Ok(Tried::Illegal);
        }
        let mut turn = Turn::between(self.machine, self.round, position, Unwatched);
        turn.position.seeds = seeds;
        let play = Move { hole, way: self.way.way, section: 0, choices: 0, answers: 0 };
        let tried =
            turn.take_over(position, &play, self.laps, (from, here), (lap, seeds.get(here)), i64::from(sown))?;
        if let Tried::Done(_) = tried {
            *position = turn.position;
        }
        Ok(tried)
    }

    /// How many of the holes are legal moves.
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

    /// Whether one of the holes is a legal move.
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

    /// Whether what was played is allowed.
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

/// A turn played as far as tables alone decide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<L: Lanes> {
    /// The seeds.
    pub seeds: L,
    /// What follows.
    code: Code,
    /// Where the last lap left from.
    from: Slot,
    /// Where it ended; nowhere if the move is not allowed.
    here: Slot,
    /// Its number.
    lap: u32,
    /// Seeds sown in all laps.
    sown: i32,
}

/// A turn closed.
struct Closed<L: Lanes> {
    seeds: L,
    captured: i32,
    marks: L::Mask,
    again: bool,
}

/// A turn that tables ended.
pub(super) struct Settled<L: Lanes> {
    /// The seeds after it.
    pub seeds: L,
    /// How it ended.
    pub end: End,
    /// Whether marks may have changed.
    pub marked: bool,
}
