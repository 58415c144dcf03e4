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
use crate::narrator::{MOST_LAPS, MOST_SOWN};
use crate::tables::{Mask, NOWHERE, Slot, StraightWay};

/// What one mover needs to go the straight way, for as long as no mark changes, and what he may choose.
#[derive(Clone, Copy)]
pub(super) struct Straight<'t, L: Lanes, const P: usize> {
    machine: &'t Machine<L, P>,
    round: &'t Round<L::Mask>,
    pub way: &'t StraightWay<L::Mask>,
    pub course: &'t Course<L>,
    laps: &'t Laps<L>,
    mover: usize,
    passed: L::Mask,
    /// The holes that may be chosen when something lies in them.
    from: L::Mask,
    /// Whether `decides` and `safe` hold as long as what must not be empty is not.
    fed: (bool, bool),
    /// Whether no first seed ever falls into the chosen hole.
    after: bool,
    /// Whether the course tells how turns end.
    decides: bool,
    /// Whether every hole that may be chosen is a legal move.
    pub safe: bool,
    /// The holes that may be chosen.
    pub holes: L::Mask,
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
        let mut straight = Straight {
            machine: self,
            round,
            way,
            course,
            laps,
            mover,
            passed,
            from: unmarked & !round.closed,
            fed: (decides, way.safe && round.closed.is_none() || ends),
            after: way.lifting.is_after(),
            decides,
            safe: false,
            holes: L::Mask::NONE,
        };
        straight.look(position.seeds.occupied());
        Some(straight)
    }
}

impl<L: Lanes, const P: usize> Straight<'_, L, P> {
    /// Looks at the board: these lanes hold something.
    #[inline(always)]
    pub fn look(&mut self, occupied: L::Mask) {
        let fed = self.way.unless_empty.is_none() || !(occupied & self.way.unless_empty).is_none();
        self.holes = self.from & occupied;
        (self.decides, self.safe) = (fed & self.fed.0, fed & self.fed.1);
    }

    /// What follows a lap.
    #[inline(always)]
    fn code(&self, position: &Position<L, P>, here: Slot, made: i32) -> Code {
        let mark = if self.course.by_mark { position.mark_of(here) } else { 0 };
        self.course.code(mark, here, made)
    }

    /// Plays one of the holes as far as tables alone decide. The position stays as it is.
    #[inline(always)]
    pub fn run(&self, position: &Position<L, P>, hole: Slot) -> Run<L> {
        self.run_on(position, position.seeds, hole)
    }

    /// The same, if these are the seeds.
    #[inline(always)]
    pub fn run_on(&self, position: &Position<L, P>, seeds: L, hole: Slot) -> Run<L> {
        self.run_from(position, hole, self.first_lap(position, seeds, hole))
    }

    /// The first lap from one of the holes.
    #[inline(always)]
    pub fn first_lap(&self, position: &Position<L, P>, seeds: L, hole: Slot) -> Sown<L> {
        let hand = seeds.get(hole);
        let into = i32::from(!self.after && self.way.lifting.into(hand));
        // nothing is left to sow if the only seed fell into the hole that it came from
        let (seeds, here) = if hand > into { self.laps.sown_from(seeds, hole, hand - into) } else { (seeds, hole) };
        Sown { seeds, here, code: self.follows(position, seeds, here), hand }
    }

    /// What follows a lap.
    #[inline(always)]
    fn follows(&self, position: &Position<L, P>, seeds: L, here: Slot) -> Code {
        if here == NOWHERE { Code::OTHER } else { self.code(position, here, seeds.get(here)) }
    }

    /// Goes on from the first lap.
    #[inline(always)]
    pub fn run_from(&self, position: &Position<L, P>, hole: Slot, first: Sown<L>) -> Run<L> {
        let Sown { mut seeds, mut here, mut code, hand: mut sown } = first;
        let (mut from, mut lap) = (hole, 1);
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
    pub fn finish(&self, position: &mut Position<L, P>, hole: Slot, run: &Run<L>) -> Result<Tried, Trouble> {
        match self.settle(position, run) {
            Some(settled) => {
                position.seeds = settled.seeds;
                Ok(Tried::Done(settled.end))
            }
            None => self.hand_over(position, hole, run),
        }
    }

    /// Who is to move after a lap, if it is the whole turn; else none.
    #[inline(always)]
    pub fn only_sown(&self, code: Code) -> Option<usize> {
        let next = if self.mover + 1 == self.machine.tables.players { 0 } else { self.mover + 1 };
        match (self.decides, code) {
            (true, Code::END) => Some(next),
            (true, Code::AGAIN) => Some(self.mover),
            _ => None,
        }
    }

    /// Ends a turn as far as tables tell how: the position becomes the one after it, but for its seeds, which are told.
    /// None if that is for the general turn to do.
    #[inline(always)]
    pub fn settle(&self, position: &mut Position<L, P>, run: &Run<L>) -> Option<Settled<L>> {
        let mut settled = Settled { seeds: run.seeds, end: End::Next, marked: false };
        if !self.decides {
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

    /// How many holes may be chosen.
    #[inline(always)]
    pub fn choices(&self) -> u64 {
        u64::from(self.course.draw.as_ref().map_or_else(|| self.holes.count(), |draw| draw.count(self.holes)))
    }

    /// How many of the holes are legal moves.
    #[inline(always)]
    pub fn count(&self, position: &Position<L, P>) -> Result<u64, Trouble> {
        if self.safe {
            return Ok(self.choices());
        }
        let mut count = 0;
        for hole in self.holes.slots() {
            count += u64::from(self.is_legal(position, hole, &self.run(position, hole))?);
        }
        Ok(count)
    }

    /// Whether one of the holes is a legal move.
    #[inline(always)]
    pub fn can_move(&self, position: &Position<L, P>) -> Result<bool, Trouble> {
        if self.safe {
            return Ok(!self.holes.is_none());
        }
        for hole in self.holes.slots() {
            if self.is_legal(position, hole, &self.run(position, hole))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether what was played is allowed.
    #[inline(always)]
    pub fn is_legal(&self, position: &Position<L, P>, hole: Slot, run: &Run<L>) -> Result<bool, Trouble> {
        if self.decides && (run.code == Code::END || run.code == Code::AGAIN || self.course.closing(run.code).is_some())
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

/// A lap sown.
#[derive(Clone, Copy)]
pub(super) struct Sown<L: Lanes> {
    /// The seeds after it.
    pub seeds: L,
    /// Where it ended; nowhere if every slot is passed over.
    here: Slot,
    /// What follows.
    pub code: Code,
    /// How many seeds lay in the chosen hole.
    hand: i32,
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
