//! The loop that plays a turn: operation by operation, and lap by lap. What laps need stays in registers until a rule
//! has to be read.

use super::asking::Asked;
use super::course::Code;
use super::lanes::Lanes;
use super::moves::{Decided, End, Tried, Verdict};
use super::program::{At, Does, Op, Place, Program};
use super::trouble::Trouble;
use super::turn::{Stop, Turn};
use crate::rules::model::{Endless, Steps, Way};
use crate::tables::{Mask, NOWHERE, RuleId, Slot, Turning};

/// A turn as far as laps go.
#[derive(Clone, Copy)]
pub(super) struct Lap<L: Lanes> {
    pub seeds: L,
    /// Where the program goes on.
    place: Place,
    /// The hole from which the last lap started.
    from: Slot,
    /// Where it ended.
    pub here: Slot,
    /// Number of seeds there.
    made: i32,
    /// Number of the last lap, from 1.
    pub lap: u32,
    /// Number of seeds sown in all laps.
    pub sown: i64,
}

/// Seeds to be sown.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    /// Where sowing starts, and whether the first seed falls there or after it.
    pub at: Slot,
    pub into: bool,
    pub seeds: i32,
    /// Whether the seeds still lie there.
    pub lies: bool,
    /// Seeds in a drop; `None` if they fall one by one.
    pub by: Option<i32>,
}

impl Hand {
    /// All seeds of a slot, sown from where they lie.
    #[inline(always)]
    fn lying(at: Slot, seeds: i32) -> Self {
        Hand { at, into: false, seeds, lies: true, by: None }
    }
}

/// What follows an operation.
enum Go {
    Sow(Hand),
    End(End),
    Illegal,
}

impl<L: Lanes, const P: usize> Turn<'_, L, P> {
    /// Goes on until the turn ends or the mover is asked.
    #[inline(never)]
    pub(super) fn run(&mut self) -> Result<Tried, Stop> {
        let (machine, course) = (self.machine, self.course);
        let (program, on_track) = (&course.program, machine.on_track[self.mover]);
        let observed = self.notes.is_some();
        let abroad = if self.noting { self.rules.abroad } else { course.abroad };
        let mut run = self.taken_up();
        loop {
            let op = program.ops[run.place as usize];
            if observed && !matches!(op, Op::Plain(_)) {
                self.tell(program.rules[run.place as usize]);
            }
            let go = match op {
                Op::Relay => {
                    if !abroad.is_none() {
                        self.now.raided |= abroad & L::Mask::of(run.here);
                    }
                    Go::Sow(Hand::lying(run.here, run.seeds.get(run.here)))
                }
                Op::Open(section) => {
                    self.now.raided = self.rules.abroad & L::Mask::of(run.here);
                    let seeds = run.seeds.get(run.here);
                    let into = self.rules.sections[usize::from(section)].plain.is_some_and(|lift| lift.into(seeds));
                    Go::Sow(Hand { into, ..Hand::lying(run.here, seeds) })
                }
                Op::Plain(plain) => {
                    let plain = &program.plain[plain as usize];
                    if !(run.seeds.none_in(&plain.bare) && run.seeds.all_in(&plain.full)) {
                        run.place += 1;
                        continue;
                    }
                    if observed {
                        self.tell(program.rules[run.place as usize]);
                    }
                    let at = match plain.does {
                        Does::RelayHere => Some(run.here),
                        Does::Relay(at) => Some(at),
                        Does::Next | Does::Again | Does::Sow { .. } => None,
                    };
                    if !abroad.is_none() {
                        let lifted = at.map_or(plain.slots, L::Mask::of);
                        self.now.raided |= abroad & lifted & run.seeds.occupied();
                    }
                    match plain.does {
                        Does::RelayHere | Does::Relay(_) => {
                            let at = at.unwrap_or(run.here);
                            Go::Sow(Hand::lying(at, run.seeds.get(at)))
                        }
                        Does::Next | Does::Again => {
                            let taken = run.seeds.take(&plain.prey);
                            self.store(&mut run, taken);
                            Go::End(if plain.does == Does::Next { End::Next } else { End::Again })
                        }
                        Does::Sow { into, at } => {
                            let seeds = run.seeds.take(&plain.prey);
                            Go::Sow(Hand { at, into, seeds, lies: false, by: None })
                        }
                    }
                }
                Op::Look { lanes, to } => {
                    let [full, bare] = &program.looks[lanes as usize];
                    let holds = run.seeds.none_in(bare) && run.seeds.all_in(full);
                    run.place = if holds { run.place + 1 } else { to };
                    continue;
                }
                Op::Hold { lanes, to } => {
                    let holds = !run.seeds.none_in(&program.lanes[lanes as usize]);
                    run.place = if holds { run.place + 1 } else { to };
                    continue;
                }
                Op::Seeds { asked, to } => {
                    let asked = &program.asked[asked as usize];
                    let slot = self.slot(&asked.at, &run);
                    let holds = asked.holds((slot != NOWHERE).then(|| run.seeds.get(slot)));
                    run.place = if holds { run.place + 1 } else { to };
                    continue;
                }
                Op::Test { test, to } => {
                    self.keep(&run);
                    run.place = if self.met(&program.tests[test as usize]) { run.place + 1 } else { to };
                    continue;
                }
                Op::May { no } => {
                    self.keep(&run);
                    match self.ask(2)? {
                        Asked::Open => return Ok(Tried::Asks),
                        Asked::Answer(answer) => {
                            self.observe(|notes| notes.says(answer == 0));
                            run.place = if answer == 0 { run.place + 1 } else { no };
                            continue;
                        }
                        Asked::Endless => self.endless()?,
                    }
                }
                Op::Choose(choice) => {
                    let choice = &program.choices[choice as usize];
                    self.keep(&run);
                    match self.choose(choice)? {
                        Asked::Open => return Ok(Tried::Asks),
                        Asked::Answer(_) => {
                            run.place += 1;
                            continue;
                        }
                        Asked::Endless => self.endless()?,
                    }
                }
                Op::Take(taking) => {
                    let taking = &program.takings[taking as usize];
                    let (mut slots, mut lanes) = (taking.slots, taking.lanes);
                    if let Some(rest) = &taking.rest {
                        self.keep(&run);
                        slots |= self.set(rest, NOWHERE) & !taking.store.map_or(L::Mask::NONE, L::Mask::of);
                        if !(slots & !Program::<L>::takes_from(&machine.tables.layout)).is_none() {
                            run = self.effect(run, taking.effect)?;
                            continue;
                        }
                        lanes = L::all_of(slots);
                    }
                    if !abroad.is_none() {
                        self.now.raided |= abroad & slots & run.seeds.occupied();
                    }
                    let taken = run.seeds.take(&lanes);
                    match taking.store {
                        None => self.now.hand += taken,
                        Some(_) => self.store(&mut run, taken),
                    }
                    run.place += 1;
                    continue;
                }
                Op::Effect(effect) => {
                    run = self.effect(run, effect)?;
                    continue;
                }
                Op::Lift(sowing) => {
                    let sowing = &program.sowings[sowing as usize];
                    let at = self.slot(&sowing.at, &run);
                    if at == NOWHERE {
                        return Err(Trouble::NotOneHole(0, sowing.rule).into());
                    }
                    let seeds = run.seeds.get(at);
                    if seeds > 0 {
                        self.now.raided |= abroad & L::Mask::of(at);
                    }
                    Go::Sow(Hand::lying(at, seeds))
                }
                Op::Sow(sowing) => {
                    let sowing = &program.sowings[sowing as usize];
                    let before = self.turn_to(sowing.turning);
                    let at = self.slot(&sowing.at, &run);
                    if at == NOWHERE {
                        let found = if let At::Only(set) = &sowing.at { self.set(set, NOWHERE).count() } else { 0 };
                        return Err(Trouble::NotOneHole(found, sowing.rule).into());
                    }
                    let seeds = std::mem::take(&mut self.now.hand);
                    if seeds == 0 && self.now.position.locked.has(at) {
                        // nothing can be lifted from a locked hole: no lap follows, and the direction stays
                        self.now.way = before;
                        self.find_laps();
                        Go::End(End::Next)
                    } else {
                        Go::Sow(Hand { at, into: sowing.into, seeds, lies: false, by: sowing.by })
                    }
                }
                Op::Next | Op::Finished => Go::End(End::Next),
                Op::Again => Go::End(End::Again),
                Op::Verdict(verdict) => Go::End(End::Decided(program.verdicts[verdict as usize])),
                Op::Illegal => Go::Illegal,
                Op::Jump(to) => {
                    run.place = to;
                    continue;
                }
                Op::Undecided => return Err(Trouble::Undecided.into()),
            };
            let hand = match go {
                Go::Sow(hand) => hand,
                Go::End(end) => {
                    self.keep(&run);
                    if let Some(tried) = self.finish(end)? {
                        return Ok(tried);
                    }
                    run = self.taken_up();
                    continue;
                }
                Go::Illegal => {
                    self.after_others()?;
                    return Ok(Tried::Illegal);
                }
            };
            if !on_track.has(hand.at) {
                return Err(Trouble::OffTrack.into());
            }
            if hand.seeds <= 0 {
                return Err(Trouble::EmptyHand.into());
            }
            if !self.sow_at_once(&mut run, hand) {
                match self.sow_by_hand(run, hand)? {
                    Some(sown) => run = sown,
                    None => return Ok(Tried::Illegal),
                }
            }
            let mut code = self.follows(&run);
            while code == Code::RELAY && run.lap < self.next_look && !observed {
                if !abroad.is_none() {
                    self.now.raided |= abroad & L::Mask::of(run.here);
                }
                let hand = Hand::lying(run.here, run.seeds.get(run.here));
                if hand.seeds <= 0 || !self.sow_at_once(&mut run, hand) {
                    break;
                }
                code = self.follows(&run);
            }
            if run.here == NOWHERE {
                return Ok(Tried::Illegal);
            }
            run.place = course.place(code);
            if run.lap >= self.next_look && self.is_endless(run)? {
                self.observe(|notes| notes.endless = true);
                match self.endless()? {
                    Go::End(end) => match self.finish(end)? {
                        Some(tried) => return Ok(tried),
                        None => run = self.taken_up(),
                    },
                    Go::Illegal | Go::Sow(_) => return Ok(Tried::Illegal),
                }
            } else if observed && code.number().is_none() && code != Code::NOTHING {
                self.tell(self.alone(run));
            }
        }
    }

    /// What follows a lap.
    #[inline(always)]
    fn follows(&self, run: &Lap<L>) -> Code {
        if run.here == NOWHERE {
            return Code::NOTHING;
        }
        let group = self.course.group(self.now.section, self.now.way, run.lap);
        self.course.code(group, &self.now.position, run.here, run.made)
    }

    /// Reports a rule to the observer.
    #[cold]
    #[inline(never)]
    fn tell(&mut self, rule: Option<RuleId>) {
        if let (Some(notes), Some(rule)) = (&mut self.notes, rule) {
            notes.told.push(rule);
        }
    }

    /// The only rule that follows a lap.
    #[cold]
    #[inline(never)]
    fn alone(&self, run: Lap<L>) -> Option<RuleId> {
        let decisions = &self.rules.last_decisions;
        let entry = self.entry(decisions, (run.here, run.lap, run.made));
        let (_, action) = decisions.branches.get(usize::from(entry.branches))?.first()?;
        Some(self.rules.actions[usize::from(*action)].rule)
    }

    /// The turn at this moment, as far as laps go.
    #[inline(always)]
    pub(super) fn taken_up(&self) -> Lap<L> {
        let now = &self.now;
        Lap {
            seeds: now.position.seeds,
            place: now.place,
            from: now.origin,
            here: now.here,
            made: now.made,
            lap: now.lap,
            sown: now.total_sown,
        }
    }

    /// Keeps what came of laps.
    #[inline(always)]
    pub(super) fn keep(&mut self, run: &Lap<L>) {
        let now = &mut self.now;
        (now.position.seeds, now.place) = (run.seeds, run.place);
        (now.origin, now.here, now.made) = (run.from, run.here, run.made);
        (now.lap, now.total_sown, now.last_seed) = (run.lap, run.sown, run.lap > 0);
    }

    /// Puts seeds into the mover's store.
    #[inline(always)]
    fn store(&mut self, run: &mut Lap<L>, seeds: i32) {
        let store = self.machine.tables.layout.stores[self.mover];
        if store < self.machine.lanes {
            run.seeds.raise(store, seeds);
        } else {
            self.now.position.stores[self.mover] += seeds;
        }
    }

    /// Carries out an effect that has no other form.
    // laps are passed by value: values behind a reference do not stay in registers
    #[inline(never)]
    fn effect(&mut self, run: Lap<L>, effect: Place) -> Result<Lap<L>, Trouble> {
        self.keep(&run);
        let (op, rule) = &self.course.program.effects[effect as usize];
        self.op(op, *rule)?;
        let run = self.taken_up();
        Ok(Lap { place: run.place + 1, ..run })
    }

    /// A slot on the board after a lap; [`NOWHERE`] if there is none.
    #[inline(always)]
    fn slot(&mut self, at: &At<L::Mask>, run: &Lap<L>) -> Slot {
        match at {
            At::Slot(slot) => *slot,
            At::Origin => run.from,
            At::Along { back, steps, from } => {
                // without a table, what is passed over may depend on the seeds
                self.keep(run);
                self.along(*from, *back, Steps::Number(*steps))
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
    fn turn_to(&mut self, turning: Turning) -> Way {
        let before = self.now.way;
        self.now.way = match turning {
            Turning::Same => before,
            Turning::To(way) => way,
            Turning::Reversed => before.reversed(),
        };
        if self.now.way != before {
            self.find_laps();
        }
        before
    }

    /// What follows an endless sowing.
    #[cold]
    fn endless(&mut self) -> Result<Go, Trouble> {
        match self.machine.tables.endless {
            None => Err(Trouble::NoEndless),
            Some((Endless::Illegal, _)) => Ok(Go::Illegal),
            Some((Endless::EndTurn, _)) => Ok(Go::End(End::Next)),
            Some((Endless::MoverLoses, _)) => {
                let verdict = Verdict::Loses(self.mover as u8);
                Ok(Go::End(End::Decided(Decided { verdict, rule: None })))
            }
        }
    }

    /// Sows a lap from a table. `here` is [`NOWHERE`] after it if every slot is passed over. Returns `false` if the lap
    /// must be sown by hand.
    #[inline(always)]
    fn sow_at_once(&mut self, run: &mut Lap<L>, hand: Hand) -> bool {
        let (Some(laps), None) = (self.laps, hand.by) else { return false };
        let (at, count, stirred) = (hand.at, hand.seeds - i32::from(hand.into), self.course.stirred.as_ref());
        let (mut seeds, mut here) = (run.seeds, at);
        if !hand.lies {
            seeds.raise(at, hand.seeds);
        }
        let mut fell = if hand.into { L::Mask::of(at) } else { L::Mask::NONE };
        if count > 0 {
            if self.noting || stirred.is_some() {
                fell |= laps.fell(at, count);
            }
            (seeds, here) = laps.sown_from(seeds, at, count);
        }
        if stirred.is_some_and(|stirred| laps.stirs(stirred, &self.now.position, (at, count), fell, &seeds)) {
            return false;
        }
        if self.noting {
            self.now.sown |= fell;
            self.now.sown_this_lap = fell;
        }
        (run.seeds, run.from, run.here) = (seeds, at, here);
        (run.lap, run.sown) = (run.lap + 1, run.sown + i64::from(hand.seeds));
        if here != NOWHERE {
            run.made = seeds.get(here);
        }
        true
    }
}
