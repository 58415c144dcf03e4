//! The loop that plays a turn: one lap after the other, and what follows each. The seeds stay in registers until a rule
//! has to be read.

use super::course::{Code, Course, Opening, Run, Setting};
use super::endless::FREE_LAPS;
use super::lanes::Lanes;
use super::moves::{End, Move, Tried};
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
                Flow::Drop { into, at } => self.sow_drops(into, at)?,
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
            && self.rules.stirred.is_some()
            && !self.noting
            && !W::WATCHES
    }

    /// Begins a turn with the laps that tables carry; `None` if it must be played otherwise. The other parts of the
    /// turn are those of [`Turn::stand`].
    #[inline(always)]
    pub(super) fn open(&mut self, play: &Move) -> Option<Code> {
        if W::WATCHES || !self.position.locked.is_none() || self.position.pot != 0 {
            return None;
        }
        let course = &self.machine.courses[self.mover];
        let opening = course.opening(play.section, play.way)?;
        self.way = play.way;
        self.find_laps();
        let (laps, at) = (self.laps?, play.hole);
        let hand = self.position.seeds.get(at);
        let into = opening.lifting.into(hand);
        if hand <= i32::from(into) {
            return None;
        }
        let abroad = course.abroad;
        let Opening { group, until, .. } = *opening;
        let setting =
            Setting { laps, group, position: &self.position, abroad, until, stirred: course.stirred.as_ref() };
        let run = Run { raided: abroad & L::Mask::of(at), ..Run::begin(self.position.seeds, at, into) };
        let mut run = course.run::<true, P>(&setting, run, (at, hand - i32::from(into)), into);
        if run.here == NOWHERE || run.lap == 0 {
            // off the track, every slot is passed over, or `each seed` must be read
            return None;
        }
        self.keep(&mut run);
        (self.section, self.begun) = (usize::from(play.section), (at, play.way));
        Some(if run.lap < FREE_LAPS { run.code } else { Code::NOTHING })
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
    fn setting<'s>(&'s self, laps: &'s Laps<L>, course: &'s Course<L>, lap: u32) -> Setting<'s, L, P> {
        let group = course.group(self.section, self.way, lap);
        let until = if (lap as usize) < course.groups.laps { lap } else { self.next_look };
        let (abroad, stirred) = (self.abroad(course), course.stirred.as_ref());
        Setting { laps, group, position: &self.position, abroad, until, stirred }
    }

    /// The slots where raids must be recorded.
    #[inline(always)]
    fn abroad(&self, course: &Course<L>) -> L::Mask {
        if self.noting { self.rules.abroad } else { course.abroad }
    }

    /// What follows a lap.
    #[inline(always)]
    fn follows(&self, course: &Course<L>, run: &Run<L>) -> Code {
        let group = course.group(self.section, self.way, run.lap);
        course.code(group, &self.position, run.here, run.made)
    }

    /// Sows lap after lap, and decides what follows, until the turn ends or a rule had to be read.
    #[inline(never)]
    fn sow_on(&mut self, flow: Flow) -> Result<Flow, Stop> {
        let (machine, rules) = (self.machine, self.rules);
        let (course, on_track) = (&machine.courses[self.mover], machine.on_track[self.mover]);
        // what lies on locked holes or wins the pot is left to the rules
        let plain = self.position.locked.is_none() && self.position.pot == 0;
        let (unseen, abroad) = (self.runs(), self.abroad(course));
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
                run.code = self.follows(course, &run);
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
                        let (setting, before) = (self.setting(laps, course, run.lap + 1), run.lap);
                        run = course.run::<true, P>(&setting, run, (at, count), into);
                        if run.lap >= self.next_look && machine.endless_is_illegal && run.code != Code::STIRS {
                            run = course.run_long::<true, P>(&setting, run);
                        }
                        if run.here == NOWHERE {
                            return Ok(Flow::Illegal);
                        }
                        if run.code == Code::STIRS {
                            if run.lap == before {
                                run.sown -= i64::from(into);
                            } else {
                                (into, at, hand) = (false, run.here, run.made);
                            }
                            if !self.sow_reading(&mut run, course, (into, at, hand))? {
                                return Ok(Flow::Illegal);
                            }
                        }
                    }
                    _ => {
                        if let Some((sown, last)) = self.lap_at_once(run.seeds, hand, lies, into, at) {
                            self.hand = 0;
                            (run.seeds, run.here, run.from) = (sown, last, at);
                            if last == NOWHERE {
                                return Ok(Flow::Illegal);
                            }
                            run.made = sown.get(last);
                            run.lap += 1;
                            run.sown += i64::from(hand);
                            run.code = self.follows(course, &run);
                        } else {
                            if !lies {
                                run.seeds.raise(at, hand);
                            }
                            if !self.sow_reading(&mut run, course, (into, at, hand))? {
                                return Ok(Flow::Illegal);
                            }
                        }
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
                            let slot = self.slot(at, &mut run);
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
                        Some(from) => self.slot(from, &mut run),
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
                    self.turn_to(*turning);
                    (into, at) = (*itself, self.slot(from, &mut run));
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

    /// A slot on the board after a lap; [`NOWHERE`] if there is none.
    #[inline(always)]
    fn slot(&mut self, at: &At<L::Mask>, run: &mut Run<L>) -> Slot {
        match at {
            At::Slot(slot) => *slot,
            At::Origin => run.from,
            At::Along { back, steps, from } => {
                // without a table, what is passed over may depend on the seeds
                if self.laps.is_none() {
                    self.keep(run);
                }
                self.origin = run.from;
                self.along(*from, *back, model::Steps::Number(*steps))
            }
            At::Only(set) => {
                self.keep(run);
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
        let stirred = self.machine.courses[self.mover].stirred.as_ref();
        if stirred.is_some_and(|stirred| laps.stirs(stirred, &self.position, (at, count), fell, &seeds)) {
            return None;
        }
        if self.noting {
            self.sown |= fell;
            self.sown_this_lap = fell;
        }
        Some((seeds, last))
    }

    /// Sows a lap in which `each seed` must be read, with seeds that lie in a slot, the first one into the slot itself
    /// or after it. Returns `false` if every slot is passed over.
    fn sow_reading(
        &mut self,
        run: &mut Run<L>,
        course: &Course<L>,
        (into, at, hand): (bool, Slot, i32),
    ) -> Result<bool, Trouble> {
        run.seeds.raise(at, -hand);
        self.keep(run);
        self.hand = hand;
        if !self.sow_by_hand(into, at)? {
            return Ok(false);
        }
        (run.seeds, run.here, run.from) = (self.position.seeds, self.here, self.origin);
        (run.made, run.lap, run.sown) = (self.made, self.lap, self.total_sown);
        run.code = self.follows(course, run);
        Ok(true)
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
