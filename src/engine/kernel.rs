//! The loop that plays a turn: one lap after the other, and what follows each. The seeds stay in registers until a rule
//! has to be read.

use super::course::{Code, Course, Run, Setting};
use super::lanes::Lanes;
use super::moves::{End, Tried};
use super::sowing::Laps;
use super::steps::{At, Guard, Next, Taking};
use super::trouble::Trouble;
use super::turn::{Flow, Stop, Turn};
use super::watch::Watch;
use crate::rules::model::{self, Way};
use crate::tables::{Branches, Decisions, Entry, Kind, Mask, NOWHERE, Slot, Turning};

impl<L: Lanes, const P: usize, W: Watch> Turn<'_, L, P, W> {
    /// Plays to the end of the turn.
    #[inline(always)]
    pub(super) fn go_on(&mut self, flow: Flow) -> Result<Tried, Stop> {
        let mut flow = flow;
        loop {
            flow = match flow {
                Flow::Sow { .. } | Flow::SowAll { .. } | Flow::Landed => self.sow_on(flow)?,
                Flow::End(end) => return Ok(self.finish(end)?),
                Flow::Illegal => return Ok(Tried::Illegal),
                Flow::Asks => return Ok(Tried::Asks),
                Flow::Go => return Err(Trouble::Undecided.into()),
            };
        }
    }

    /// Whether nobody asks what happens between laps, so that [`Course::run`] can sow them.
    #[inline(always)]
    pub(super) fn runs(&self) -> bool {
        // what lies on locked holes or wins the pot is left to the rules
        self.position.locked.is_none()
            && self.position.pot == 0
            && self.rules.tabled_laps
            && !self.noting
            && !W::WATCHES
    }

    /// Begins a turn by sowing `hand` seeds of the chosen hole, and what follows from lanes alone.
    #[inline(always)]
    pub(super) fn sow_at_once(&mut self, laps: &Laps<L>, hand: i32, into: bool) -> Result<Flow, Trouble> {
        let (at, course) = (self.here, &self.machine.courses[self.mover]);
        if !self.machine.on_track[self.mover].has(at) {
            return Err(Trouble::OffTrack);
        }
        let setting = self.setting(laps, course, 1);
        let run = Run::begin(self.position.seeds, at, into);
        let mut run = course.run::<true, P>(&setting, run, (at, hand - i32::from(into)));
        if run.here == NOWHERE {
            return Ok(Flow::Illegal);
        }
        self.keep(&mut run);
        Ok(match run.code {
            Code::END if run.lap < self.next_look => Flow::End(End::Next),
            Code::AGAIN if run.lap < self.next_look => Flow::End(End::Again),
            _ => Flow::Landed,
        })
    }

    /// Keeps what came of laps.
    #[inline(always)]
    fn keep(&mut self, run: &mut Run<L>) {
        self.position.seeds = run.seeds;
        self.position.stores[self.mover] += std::mem::take(&mut run.taken);
        self.raided |= run.raided;
        (self.here, self.origin, self.made) = (run.here, run.from, run.made);
        (self.lap, self.total_sown, self.last_seed) = (run.lap, run.sown, true);
    }

    /// What does not change from the lap of this number on.
    #[inline(always)]
    fn setting<'s>(&'s self, laps: &'s Laps<L>, course: &Course<L>, lap: u32) -> Setting<'s, L, P> {
        let group = course.group(self.section, self.way, lap);
        let until = if (lap as usize) < course.groups.laps { lap } else { self.next_look };
        Setting { laps, group, position: &self.position, abroad: self.abroad(), until }
    }

    /// The slots where raids must be recorded.
    #[inline(always)]
    fn abroad(&self) -> L::Mask {
        let asked = self.machine.tables.watched.raided || self.noting;
        if asked { self.rules.abroad } else { L::Mask::NONE }
    }

    /// Sows lap after lap, and decides what follows, until the turn ends or a rule had to be read.
    #[inline(never)]
    fn sow_on(&mut self, flow: Flow) -> Result<Flow, Stop> {
        let (machine, rules) = (self.machine, self.rules);
        let (course, on_track) = (&machine.courses[self.mover], machine.on_track[self.mover]);
        // what lies on locked holes or wins the pot is left to the rules
        let plain = self.position.locked.is_none() && self.position.pot == 0;
        let (unseen, abroad) = (self.runs(), self.abroad());
        let mut run = Run {
            seeds: self.position.seeds,
            code: Code::NOTHING,
            from: self.origin,
            here: self.here,
            made: self.made,
            lap: self.lap,
            sown: self.total_sown,
            taken: 0,
            raided: L::Mask::NONE,
        };
        let (mut into, mut at, mut hand, mut lies) = (false, self.here, self.hand, false);
        let mut landed = false;
        match flow {
            Flow::Sow { into: itself, at: from } => (into, at) = (itself, from),
            Flow::SowAll { into: itself, at: from } => {
                (into, at, hand, lies) = (itself, from, run.seeds.get(from), true);
            }
            _ => landed = true,
        }
        loop {
            if std::mem::take(&mut landed) {
                let group = course.group(self.section, self.way, run.lap);
                run.code = course.code(group, &self.position, run.here, run.made);
            } else {
                if !on_track.has(at) {
                    return Err(Trouble::OffTrack.into());
                }
                if hand <= 0 {
                    return Err(Trouble::EmptyHand.into());
                }
                let count = hand - i32::from(into);
                match self.laps {
                    Some(laps) if unseen && count > 0 => {
                        if !lies {
                            run.seeds.raise(at, hand);
                        }
                        self.hand = 0;
                        run.sown += i64::from(into);
                        let setting = self.setting(laps, course, run.lap + 1);
                        run = course.run::<true, P>(&setting, run, (at, count));
                        if run.lap >= self.next_look && machine.endless_is_illegal {
                            run = course.run_long::<true, P>(&setting, run);
                        }
                        if run.here == NOWHERE {
                            return Ok(Flow::Illegal);
                        }
                    }
                    _ => {
                        match self.lap_at_once(run.seeds, hand, lies, into, at) {
                            Some((sown, last)) => {
                                self.hand = 0;
                                (run.seeds, run.here, run.from) = (sown, last, at);
                                if last == NOWHERE {
                                    return Ok(Flow::Illegal);
                                }
                                run.made = sown.get(last);
                                run.lap += 1;
                                run.sown += i64::from(hand);
                            }
                            None => {
                                if lies {
                                    run.seeds.clear(at);
                                }
                                self.keep(&mut run);
                                self.hand = hand;
                                if !self.sow_seed_by_seed(into, at)? {
                                    return Ok(Flow::Illegal);
                                }
                                (run.seeds, run.here) = (self.position.seeds, self.here);
                                (run.from, run.made) = (self.origin, self.made);
                                (run.lap, run.sown) = (self.lap, self.total_sown);
                            }
                        }
                        let group = course.group(self.section, self.way, run.lap);
                        run.code = course.code(group, &self.position, run.here, run.made);
                    }
                }
            }
            if run.lap >= self.next_look {
                self.keep(&mut run);
                if self.is_endless()? {
                    self.watch.endless();
                    return Ok(self.endless()?);
                }
            }
            let number = match run.code {
                Code::RELAY if plain => {
                    self.applies_alone(course, &run);
                    self.raided |= abroad & L::Mask::of(run.here);
                    (into, at, hand, lies) = (false, run.here, run.seeds.get(run.here), true);
                    continue;
                }
                Code::END | Code::AGAIN => {
                    self.applies_alone(course, &run);
                    self.keep(&mut run);
                    return Ok(Flow::End(if run.code == Code::END { End::Next } else { End::Again }));
                }
                Code::NOTHING => {
                    self.keep(&mut run);
                    return Ok(Flow::Go);
                }
                code => code.number().filter(|_| plain),
            };
            let Some(number) = number else {
                self.keep(&mut run);
                return self.decide_or_ask();
            };
            let mut next = None;
            for step in &course.steps[number] {
                let lies = !step.looks || run.seeds.none_in(&step.bare) && run.seeds.all_in(&step.full);
                let applies = lies
                    && step.guards.iter().all(|guard| match guard {
                        Guard::Hold(lanes) => !run.seeds.none_in(lanes),
                        Guard::Seeds(At::Slot(slot), numbers, wanted) => {
                            numbers.contain(run.seeds.get(*slot)) == *wanted
                        }
                        Guard::Seeds(at, numbers, wanted) => {
                            self.keep(&mut run);
                            let slot = self.slot(at);
                            (slot != NOWHERE && numbers.contain(run.seeds.get(slot))) == *wanted
                        }
                        Guard::Test(place) => {
                            self.keep(&mut run);
                            let branches = &rules.last_decisions.branches[number];
                            branches[usize::from(*place)].0.as_ref().is_none_or(|test| self.met(test))
                        }
                    });
                if !applies {
                    continue;
                }
                if step.asks {
                    self.keep(&mut run);
                    return self.decide_or_ask();
                }
                let Some(deed) = &step.deed else {
                    self.keep(&mut run);
                    match self.act(step.action)? {
                        Some(flow) => return Ok(flow),
                        None => continue,
                    }
                };
                hand = 0;
                for taking in &deed.takings {
                    let (mut slots, mut lanes) = (taking.slots, taking.lanes);
                    if let Some(rest) = &taking.rest {
                        self.keep(&mut run);
                        slots |= self.set(rest, NOWHERE) & !taking.store.map_or(L::Mask::NONE, L::Mask::of);
                        if !(slots & !Taking::<L>::from(&machine.tables.layout)).is_none() {
                            // such a taking is the only one of its step: nothing was taken yet
                            return Ok(self.act(step.action)?.unwrap_or(Flow::Go));
                        }
                        lanes = L::all_of(slots);
                    }
                    if !abroad.is_none() {
                        self.raided |= abroad & slots & run.seeds.occupied();
                    }
                    let taken = run.seeds.take(&lanes);
                    match taking.store {
                        None => hand += taken,
                        Some(store) if store < machine.lanes => run.seeds.raise(store, taken),
                        Some(_) => self.position.stores[self.mover] += taken,
                    }
                }
                self.watch.applies(step.rule);
                next = Some((step.rule, &deed.next));
                break;
            }
            (into, lies) = (false, false);
            let ends = match next {
                Some((rule, Next::Relay(from))) => {
                    at = match from {
                        None => run.here,
                        Some(At::Slot(slot)) => *slot,
                        Some(from) => {
                            self.keep(&mut run);
                            self.slot(from)
                        }
                    };
                    if at == NOWHERE {
                        return Err(Trouble::NotOneHole(0, rule).into());
                    }
                    (hand, lies) = (run.seeds.get(at), true);
                    if hand > 0 {
                        self.raided |= abroad & L::Mask::of(at);
                    }
                    continue;
                }
                Some((rule, Next::Sow { turning, into: itself, at: from })) => {
                    self.keep(&mut run);
                    self.turn_to(*turning);
                    (into, at) = (*itself, self.slot(from));
                    if at == NOWHERE {
                        let found = if let At::Only(set) = from { self.set(set, NOWHERE).count() } else { 0 };
                        return Err(Trouble::NotOneHole(found, rule).into());
                    }
                    continue;
                }
                Some((_, Next::End)) => Flow::End(End::Next),
                Some((_, Next::Again)) => Flow::End(End::Again),
                Some((_, Next::Illegal)) => Flow::Illegal,
                None => Flow::Go,
            };
            self.keep(&mut run);
            return Ok(ends);
        }
    }

    /// A slot on the board; [`NOWHERE`] if there is none.
    #[inline(always)]
    fn slot(&self, at: &At<L::Mask>) -> Slot {
        match at {
            At::Slot(slot) => *slot,
            At::Origin => self.origin,
            At::Along { back, steps, from } => self.along(*from, *back, model::Steps::Number(*steps)),
            At::Only(set) => {
                let slots = self.set(set, NOWHERE);
                if slots.count() == 1 { slots.first() } else { NOWHERE }
            }
        }
    }

    /// Turns the direction of the next lap. Returns the direction before.
    #[inline(always)]
    pub(super) fn turn_to(&mut self, turning: Turning) -> Way {
        let before = self.way;
        self.way = match turning {
            Turning::Same => before,
            Turning::To(way) => way,
            Turning::Reversed => before.reversed(),
        };
        if self.way != before {
            self.find_laps();
        }
        before
    }

    /// The seeds after a lap, and where its last seed falls; [`NOWHERE`] if every slot is passed over. `lies` says that
    /// the hand still lies in `at`. `None` if the lap must be sown seed by seed.
    #[inline(always)]
    fn lap_at_once(&mut self, seeds: L, hand: i32, lies: bool, into: bool, at: Slot) -> Option<(L, Slot)> {
        let laps = self.laps?;
        let (mut seeds, mut last, mut fell, mut count) = (seeds, at, L::Mask::NONE, hand);
        if into {
            if !self.rules.tabled_laps {
                return None;
            }
            fell = L::Mask::of(at);
            count -= 1;
        }
        if !lies {
            seeds.raise(at, hand);
        }
        if count > 0 {
            if self.noting || !self.rules.tabled_laps {
                fell |= laps.fell(at, count);
            }
            (seeds, last) = laps.sown_from(seeds, at, count);
        }
        if !self.rules.tabled_laps && self.stirs(laps, (at, count), fell, &seeds) {
            return None;
        }
        if self.noting {
            self.sown |= fell;
            self.sown_this_lap = fell;
        }
        Some((seeds, last))
    }

    /// Whether `each seed` may do something in a lap from a slot, with a number of seeds that fell into these slots and
    /// made these seeds.
    #[inline(always)]
    fn stirs(&self, laps: &Laps<L>, (at, count): (Slot, i32), fell: L::Mask, made: &L) -> bool {
        let Some(stirred) = &self.rules.stirred else { return true };
        let fell = fell & stirred.slots;
        if stirred.marked_by != 0 && !(fell & self.position.marked_by(stirred.marked_by)).is_none() {
            return true;
        }
        if stirred.seeds.is_empty() || fell.is_none() {
            return false;
        }
        !laps.falls_once(at, count)
            || stirred.seeds.iter().any(|(low, high)| !(made.holding(*low, *high) & fell).is_none())
    }

    /// The entry of a table for the slot where the last seed of a lap fell, the number of the lap, and the seeds made.
    #[inline(always)]
    pub(super) fn entry(&self, decisions: &Decisions<L::Mask>, (here, lap, made): (Slot, u32, i32)) -> Entry {
        let mark = if decisions.marks > 1 { self.position.mark_of(here) } else { 0 };
        let group = decisions.group(self.section, self.way, lap);
        decisions.at(group, here, mark, decisions.class(made))
    }

    /// Carries out the first branch whose condition holds and which the mover does not decline.
    #[inline(always)]
    pub(super) fn branch(&mut self, branches: &[Branches<L::Mask>], number: u16) -> Result<Option<Flow>, Trouble> {
        let Some(branches) = branches.get(usize::from(number)) else { return Ok(None) };
        for (test, action) in branches {
            if test.as_ref().is_none_or(|test| self.met(test))
                && let Some(flow) = self.act(*action)?
            {
                return Ok(Some(flow));
            }
        }
        Ok(None)
    }

    /// Applies the list `last seed`.
    pub(super) fn decide(&mut self) -> Result<Flow, Trouble> {
        let decisions = &self.rules.last_decisions;
        let entry = self.entry(decisions, (self.here, self.lap, self.made));
        if entry.kind == Kind::Nothing {
            return Ok(Flow::Go);
        }
        Ok(self.branch(&decisions.branches, entry.branches)?.unwrap_or(Flow::Go))
    }

    /// Reports the only rule that follows a lap.
    #[inline(always)]
    fn applies_alone(&mut self, course: &Course<L>, run: &Run<L>) {
        if W::WATCHES {
            let entry = self.entry(&self.rules.last_decisions, (run.here, run.lap, run.made));
            if let Some(step) = course.steps[usize::from(entry.branches)].first() {
                self.watch.applies(step.rule);
            }
        }
    }
}
