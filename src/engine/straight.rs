//! The straight way through a turn: laps and decisions from tables alone. Where a table does not decide, the turn is
//! handed over.

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
use crate::rules::model::Way;
use crate::tables::{Entry, Guard, Kind, Lifting, Mask, MoverTables, NOWHERE, Prey, Quick, Slot};

/// What one mover needs to go the straight way, for as long as no mark changes.
#[derive(Clone, Copy)]
pub(super) struct Straight<'t, L: Lanes, const P: usize> {
    machine: &'t Machine<L, P>,
    round: &'t Round<L::Mask>,
    rules: &'t MoverTables<L::Mask>,
    laps: &'t Laps<L>,
    pub way: Way,
    lifting: Lifting,
    mover: usize,
    store: Slot,
    passed: L::Mask,
    origin_passed: bool,
    /// Whether nothing that `after turn` says can matter.
    ends_alone: bool,
    /// The holes that may be chosen.
    pub holes: L::Mask,
    /// Whether every one of them is a legal move.
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
        let rules = self.tables.movers.get(mover)?;
        let way = rules.straight.as_ref()?;
        if !position.locked.is_none() {
            return None;
        }
        let occupied = position.seeds.occupied();
        let unmarked =
            if way.unless_marked == 0 { way.from } else { way.from & !position.marked_by(way.unless_marked) };
        let holes = unmarked & occupied & !round.closed;
        let feeds = way.unless_empty.is_none() || !(occupied & way.unless_empty).is_none();
        let marked = if way.passed_players == 0 { L::Mask::NONE } else { position.marked_by(way.passed_players) };
        let passed = way.passed | way.passed_marked & marked | round.closed;
        let laps = self.sowers.get(mover)?[way.way as usize].laps(passed)?;
        Some(Straight {
            machine: self,
            round,
            rules,
            laps,
            way: way.way,
            lifting: way.lifting,
            mover,
            store: way.store,
            passed,
            origin_passed: way.origin_passed,
            ends_alone: way.ends_alone && feeds,
            holes,
            safe: way.safe && feeds && round.closed.is_none(),
        })
    }
}

impl<L: Lanes, const P: usize> Straight<'_, L, P> {
    /// Does what quick branches say.
    #[inline(always)]
    fn branch(
        &self,
        position: &mut Position<L, P>,
        seeds: &mut L,
        from: Slot,
        here: Slot,
        quick: &Quick<L::Mask>,
    ) -> End {
        let prey = match &quick.prey {
            Prey { slots, run: None } => *slots,
            Prey { slots, run: Some((back, table)) } => *slots | self.chain(seeds, from, here, *back, table),
        };
        let holds = match quick.guard {
            Guard::Always => true,
            Guard::Seeds(slot, low, high) => (low..=high).contains(&seeds.get(slot)),
            Guard::AllPrey(holes) => (seeds.occupied() & holes & !prey).is_none(),
        };
        let deed = if holds { &quick.first } else { &quick.second };
        if deed.captures {
            let mut captured = 0;
            for slot in prey.slots() {
                captured += seeds.get(slot);
                seeds.clear(slot);
            }
            match self.store.checked_sub(self.machine.lanes) {
                None => seeds.put(self.store, seeds.get(self.store) + captured),
                Some(beside) => position.stores[usize::from(beside)] += captured,
            }
        }
        if !deed.marks.is_none() {
            position.mark(self.mover, deed.marks);
        }
        if deed.again { End::Again } else { End::Next }
    }

    /// The slots from the last seed on with which a run goes on.
    #[inline(always)]
    fn chain(&self, seeds: &L, from: Slot, here: Slot, back: bool, table: &[u64]) -> L::Mask {
        let way = if back { self.way.reversed() } else { self.way };
        let passed = self.passed | if self.origin_passed { L::Mask::of(from) } else { L::Mask::NONE };
        let mut found = L::Mask::NONE;
        let mut at = here;
        loop {
            at = self.machine.next(self.mover, at, way, passed);
            if at == NOWHERE || at == here {
                return found;
            }
            let held = seeds.get(at);
            let goes_on = table.get(usize::from(at)).is_some_and(|bits| held < 64 && bits >> held & 1 != 0);
            if !goes_on || found.has(at) {
                return found;
            }
            found |= L::Mask::of(at);
        }
    }

    /// What is done after the last seed of a lap.
    #[inline(always)]
    fn decision(&self, position: &Position<L, P>, here: Slot, made: i32) -> Entry {
        let decisions = &self.rules.last_decisions;
        let mark = if decisions.marks > 1 { position.mark_of(here) } else { 0 };
        decisions.at(0, here, mark, decisions.class(made))
    }

    /// Sows on from a hole for as long as that is all that is done, up to the last such lap: seeds, the hole it leaves
    /// from, the hand, its number, seeds sown before it. None if it never ends: one state is kept, and exchanged for a
    /// later one after twice as many laps (Brent), so it comes back if any does.
    #[cold]
    fn sow_on(
        &self,
        position: &Position<L, P>,
        seeds: L,
        here: Slot,
        lap: u32,
        sown: i32,
    ) -> Option<(L, Slot, i32, u32, i32)> {
        let (mut seeds, mut here, mut lap, mut sown) = (seeds, here, lap, sown);
        let (mut kept, mut until) = ((seeds, here), lap * 2);
        loop {
            let from = here;
            let hand = seeds.get(from);
            let mut after = seeds;
            after.clear(from);
            here = self.laps.sow(&mut after, from, hand);
            lap += 1;
            let in_all = sown + hand;
            if here == NOWHERE || lap as usize > MOST_LAPS || i64::from(in_all) > MOST_SOWN {
                return None;
            }
            if self.decision(position, here, after.get(here)).kind != Kind::Relay {
                seeds.clear(from);
                return Some((seeds, from, hand, lap, sown));
            }
            if kept == (after, here) {
                return None;
            }
            (seeds, sown) = (after, in_all);
            if lap == until {
                kept = (seeds, here);
                until *= 2;
            }
        }
    }

    /// Plays one of the holes as far as tables alone decide. The position stays as it is.
    #[inline(always)]
    pub fn run(&self, position: &Position<L, P>, hole: Slot) -> Run<L> {
        let mut seeds = position.seeds;
        let mut from = hole;
        let mut hand = seeds.get(hole);
        let mut sown = 0;
        let mut lap = 1;
        seeds.clear(hole);
        if !self.lifting.is_after() && self.lifting.into(hand) {
            seeds.put(hole, 1);
            sown = 1;
            hand -= 1;
        }
        loop {
            // nothing is left to sow if the only seed fell into the hole that it came from
            let here = if hand > 0 { self.laps.sow(&mut seeds, from, hand) } else { hole };
            if here == NOWHERE {
                return Run { seeds, entry: NOTHING, from, here, lap, sown };
            }
            let made = seeds.get(here);
            let entry = self.decision(position, here, made);
            if entry.kind == Kind::Relay && lap < FREE_LAPS {
                sown += hand;
                lap += 1;
                from = here;
                hand = made;
                seeds.clear(here);
            } else if entry.kind == Kind::Relay && self.machine.endless_is_illegal {
                match self.sow_on(position, seeds, here, lap, sown + hand) {
                    Some(long) => (seeds, from, hand, lap, sown) = long,
                    None => return Run { seeds, entry: NOTHING, from, here: NOWHERE, lap, sown },
                }
            } else {
                return Run { seeds, entry, from, here, lap, sown: sown + hand };
            }
        }
    }

    /// Ends a turn that was played as far as tables decide: the position becomes the one after it. If that is not
    /// allowed the position stays as it is.
    #[inline(always)]
    pub fn finish(&self, position: &mut Position<L, P>, hole: Slot, run: &Run<L>) -> Result<Tried, Trouble> {
        match run.entry.kind {
            Kind::End if self.ends_alone => Ok(self.ended(position, run.seeds, End::Next)),
            Kind::Again if self.ends_alone => Ok(self.ended(position, run.seeds, End::Again)),
            _ => match self.quick(position, run) {
                Some(quick) => {
                    let mut seeds = run.seeds;
                    let end = self.branch(position, &mut seeds, run.from, run.here, quick);
                    Ok(self.ended(position, seeds, end))
                }
                None if run.here == NOWHERE => Ok(Tried::Illegal),
                None => self.hand_over(position, hole, run),
            },
        }
    }

    /// The quick form of the branches that a turn came to.
    #[inline(always)]
    fn quick(&self, position: &Position<L, P>, run: &Run<L>) -> Option<&Quick<L::Mask>> {
        if run.entry.kind == Kind::Branches && self.ends_alone && position.pot == 0 {
            self.rules.last_decisions.quick.get(usize::from(run.entry.branches))?.as_ref()
        } else {
            None
        }
    }

    #[inline(always)]
    fn ended(&self, position: &mut Position<L, P>, seeds: L, end: End) -> Tried {
        position.seeds = seeds;
        position.turns[position.mover()] += 1;
        if end == End::Next {
            self.machine.pass_on(position);
        }
        Tried::Done(end)
    }

    #[inline(never)]
    fn hand_over(&self, position: &mut Position<L, P>, hole: Slot, run: &Run<L>) -> Result<Tried, Trouble> {
        let mut turn = Turn::between(self.machine, self.round, position, Unwatched);
        turn.position.seeds = run.seeds;
        let play = Move { hole, way: self.way, section: 0, choices: 0, answers: 0 };
        let made = run.seeds.get(run.here);
        let tried =
            turn.take_over(position, &play, self.laps, (run.from, run.here), (run.lap, made), i64::from(run.sown))?;
        if let Tried::Done(_) = tried {
            *position = turn.position;
        }
        Ok(tried)
    }

    /// How many of the holes are legal moves.
    #[inline(always)]
    pub fn count(&self, position: &Position<L, P>) -> Result<u64, Trouble> {
        if self.safe {
            return Ok(u64::from(self.holes.count()));
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
        if self.ends_alone && matches!(run.entry.kind, Kind::End | Kind::Again) || self.quick(position, run).is_some() {
            return Ok(true);
        }
        if run.here == NOWHERE {
            return Ok(false);
        }
        let mut after = *position;
        Ok(matches!(self.finish(&mut after, hole, run)?, Tried::Done(_)))
    }
}

/// A turn played as far as tables alone decide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<L: Lanes> {
    /// The seeds.
    pub seeds: L,
    /// What the table says then.
    entry: Entry,
    /// Where the last lap left from.
    from: Slot,
    /// Where it ended; nowhere if the move is not allowed.
    here: Slot,
    /// Its number.
    lap: u32,
    /// Seeds sown in all laps.
    sown: i32,
}

const NOTHING: Entry = Entry { kind: Kind::Nothing, branches: 0 };
