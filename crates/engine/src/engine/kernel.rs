//! The loop that plays a turn: operation by operation, and lap by lap. What laps need stays in registers until a rule
//! has to be read.

use mancala_rules::rules::model::{Endless, Way};

use super::asking::Asked;
use super::course::Code;
use super::effects::Acting;
use super::lanes::Lanes;
use super::moves::{Decided, End, Tried, Verdict};
use super::program::{At, Does, Op, Place, Program, Takes};
use super::sowing::Laps;
use super::trouble::Trouble;
use super::turn::{Start, Stop, Turn};
use super::view::View;
use crate::tables::{Mask, NOWHERE, RuleId, Slot, Turning};

/// In place of where a lap ended: a rule may do something before it ends.
const STIRS: Slot = NOWHERE - 1;

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

impl<L: Lanes> Lap<L> {
    /// The turn after a lap, with its seeds and where it ended; [`NOWHERE`] if every slot is passed over.
    #[inline(always)]
    fn after(&self, hand: Hand, seeds: L, here: Slot) -> Self {
        let made = if here == NOWHERE { 0 } else { seeds.get(here) };
        let (lap, sown) = (self.lap + 1, self.sown + i64::from(hand.seeds));
        Lap { seeds, from: hand.at, here, made, lap, sown, ..*self }
    }
}

/// Seeds to be sown.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    /// Where sowing starts, and whether the first seed falls there or after it.
    pub at: Slot,
    pub into: bool,
    /// Number of seeds, which lie there.
    pub seeds: i32,
    /// Seeds in a drop; `None` if they fall one by one.
    pub by: Option<i32>,
}

impl Hand {
    /// All seeds of a slot, sown from where they lie.
    #[inline(always)]
    fn lying(at: Slot, seeds: i32) -> Self {
        Hand { at, into: false, seeds, by: None }
    }
}

impl<L: Lanes, const P: usize> Turn<'_, L, P> {
    /// Goes on until the turn ends or the mover is asked.
    #[inline(always)]
    pub(super) fn run(&mut self, start: Start) -> Result<Tried, Stop> {
        if self.notes.is_some() { self.run_on::<true>(start) } else { self.run_on::<false>(start) }
    }

    /// As [`Self::run`]; `OBSERVED` says that there is an observer.
    #[inline(never)]
    fn run_on<const OBSERVED: bool>(&mut self, start: Start) -> Result<Tried, Stop> {
        let (machine, course) = (self.machine, self.course);
        let program = &course.program;
        // whether laps of tables need not be recorded, and `each seed` does nothing
        let plain_laps = !self.noting && course.stirred.is_none();
        let abroad = if self.noting { self.rules.abroad } else { course.abroad };
        // whether nothing but the next lap comes of a relay
        let bare_relays = !OBSERVED && plain_laps && abroad.is_none();
        let mut run = match start {
            Start::Here => self.taken_up(),
            Start::At { hole, place } => {
                let seeds = self.now.position.seeds;
                Lap { seeds, place, from: hole, here: hole, made: self.now.made, lap: 0, sown: 0 }
            }
        };
        // whether the turn holds what the lap does, as conditions must find it
        let mut kept = false;
        'ops: loop {
            if OBSERVED && !matches!(program.ops[run.place as usize], Op::Plain(_)) {
                self.tell(program.rules[run.place as usize]);
            }
            // what is sown next, or else how the turn ends
            let hand = 'lap: {
                let end = match program.ops[run.place as usize] {
                    Op::Relay => {
                        break 'lap self.relayed(&run, plain_laps, abroad)?;
                    }
                    Op::Plain(plain) => {
                        let plain = &program.plain[plain as usize];
                        if !run.seeds.fits(&plain.full, &plain.bare) {
                            run.place += 1;
                            continue 'ops;
                        }
                        if OBSERVED {
                            self.tell(program.rules[run.place as usize]);
                        }
                        let takes = match plain.does {
                            Does::Relay(None) => break 'lap self.relayed(&run, plain_laps, abroad)?,
                            Does::Relay(Some(at)) => break 'lap self.lifted(&run, at, abroad),
                            Does::Take(takes) => takes,
                        };
                        self.raid_of(abroad, plain.slots, &run.seeds);
                        let taken = run.seeds.take(&plain.prey);
                        if let Takes::Sow { into, at } = takes {
                            let at = at.unwrap_or(run.from);
                            run.seeds.raise(at, taken);
                            break 'lap Hand { into, ..Hand::lying(at, taken) };
                        }
                        self.store(&mut run, taken);
                        match takes {
                            Takes::Relay(at) => break 'lap self.lifted(&run, at, abroad),
                            Takes::Again => End::Again,
                            Takes::Next | Takes::Sow { .. } => End::Next,
                        }
                    }
                    Op::Open(section) => {
                        self.now.raided = self.rules.abroad & L::Mask::of(run.here);
                        let seeds = run.seeds.get(run.here);
                        let into = self.rules.sections[section as usize].plain.is_some_and(|lift| lift.into(seeds));
                        self.on_track(run.here)?;
                        break 'lap Hand { into, ..Hand::lying(run.here, seeds) };
                    }
                    Op::Next | Op::Finished => End::Next,
                    Op::Again => End::Again,
                    Op::Look { lanes, to } => {
                        let [full, bare] = &program.looks[lanes as usize];
                        let holds = run.seeds.fits(full, bare);
                        run.place = if holds { run.place + 1 } else { to };
                        continue 'ops;
                    }
                    Op::Hold { lanes, to } => {
                        let holds = !run.seeds.none_in(&program.lanes[lanes as usize]);
                        run.place = if holds { run.place + 1 } else { to };
                        continue 'ops;
                    }
                    Op::Seeds { asked, to } => {
                        let asked = &program.asked[asked as usize];
                        let slot = self.slot(&asked.at, &run);
                        let holds = asked.holds((slot != NOWHERE).then(|| run.seeds.get(slot)));
                        run.place = if holds { run.place + 1 } else { to };
                        continue 'ops;
                    }
                    Op::Number { counted, to } => {
                        let counted = &program.counted[counted as usize];
                        let holds = counted.holds((run.seeds.occupied() & counted.slots).count());
                        run.place = if holds { run.place + 1 } else { to };
                        continue 'ops;
                    }
                    Op::Test { test, to } => {
                        if !kept {
                            self.keep(&run);
                            kept = true;
                        }
                        run.place = if self.met(&program.tests[test as usize]) { run.place + 1 } else { to };
                        continue 'ops;
                    }
                    Op::May { no } => {
                        self.keep(&run);
                        match self.ask(2)? {
                            Asked::Open => return Ok(Tried::Asks),
                            Asked::Answer(answer) => {
                                self.observe(|notes| notes.says(answer == 0));
                                run.place = if answer == 0 { run.place + 1 } else { no };
                                continue 'ops;
                            }
                            Asked::Endless => match self.endless()? {
                                Some(end) => end,
                                None => return self.illegal(),
                            },
                        }
                    }
                    Op::Choose(choice) => {
                        let choice = &program.choices[choice as usize];
                        self.keep(&run);
                        match self.choose(choice)? {
                            Asked::Open => return Ok(Tried::Asks),
                            Asked::Answer(_) => {
                                run.place += 1;
                                continue 'ops;
                            }
                            Asked::Endless => match self.endless()? {
                                Some(end) => end,
                                None => return self.illegal(),
                            },
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
                                continue 'ops;
                            }
                            lanes = L::all_of(slots);
                        }
                        self.raid_of(abroad, slots, &run.seeds);
                        let taken = run.seeds.take(&lanes);
                        kept = false;
                        match taking.store {
                            None => self.now.hand += taken,
                            Some(_) => self.store(&mut run, taken),
                        }
                        run.place += 1;
                        continue 'ops;
                    }
                    Op::Mark(mark) => {
                        let (change, slots) = program.marks[mark as usize];
                        self.mark(change, slots);
                        run.place += 1;
                        continue 'ops;
                    }
                    Op::Move(_) => {
                        run.place += 1;
                        continue 'ops;
                    }
                    Op::Effect(effect) => {
                        run = self.effect(run, effect)?;
                        continue 'ops;
                    }
                    Op::Lift(sowing) => {
                        let sowing = &program.sowings[sowing as usize];
                        let at = self.slot(&sowing.at, &run);
                        if at == NOWHERE {
                            return Err(Trouble::NotOneHole(0, sowing.rule).into());
                        }
                        self.on_track(at)?;
                        break 'lap self.lifted(&run, at, abroad);
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
                            self.now_goes();
                            End::Next
                        } else {
                            self.on_track(at)?;
                            run.seeds.raise(at, seeds);
                            break 'lap Hand { at, into: sowing.into, seeds, by: sowing.by };
                        }
                    }
                    Op::Jump(to) => {
                        run.place = to;
                        continue 'ops;
                    }
                    Op::Verdict(verdict) => End::Decided(program.verdicts[verdict as usize]),
                    Op::Illegal => return self.illegal(),
                    Op::Undecided => return Err(Trouble::Undecided.into()),
                };
                self.keep(&run);
                if let Some(tried) = self.finish(end)? {
                    return Ok(tried);
                }
                run = self.taken_up();
                continue 'ops;
            };
            if hand.seeds <= 0 {
                return Err(Trouble::EmptyHand.into());
            }
            kept = false;
            'sown: {
                if let Some(laps) = self.laps
                    && hand.by.is_none()
                {
                    if bare_relays && !hand.into {
                        run = self.relays(run, laps, hand);
                        break 'sown;
                    }
                    let (seeds, here) = match plain_laps && !hand.into {
                        true => laps.sown_from(run.seeds, hand.at, hand.seeds),
                        false => self.sow_at_once(run.seeds, laps, hand),
                    };
                    if here != STIRS {
                        run = self.placed(run.after(hand, seeds, here));
                        break 'sown;
                    }
                }
                run.seeds.raise(hand.at, -hand.seeds);
                self.keep(&run);
                if !self.sow_by_hand(hand)? {
                    return Ok(Tried::Illegal);
                }
                run = self.placed(self.taken_up());
            }
            if run.here == NOWHERE {
                return Ok(Tried::Illegal);
            }
            if run.lap >= self.next_look && self.is_endless(run)? {
                self.observe(|notes| notes.endless = true);
                match self.endless()? {
                    Some(end) => match self.finish(end)? {
                        Some(tried) => return Ok(tried),
                        None => run = self.taken_up(),
                    },
                    None => return self.illegal(),
                }
            } else if OBSERVED && Code(run.place).is_alone() {
                self.tell(self.alone(run));
            }
        }
    }

    /// Sows a lap from a table, and on while nothing but a relay follows and endless sowing is not looked for.
    #[inline(always)]
    fn relays(&self, run: Lap<L>, laps: &Laps<L>, hand: Hand) -> Lap<L> {
        let (mut run, mut hand) = (run, hand);
        loop {
            let (seeds, here) = laps.sown_from(run.seeds, hand.at, hand.seeds);
            run = self.placed(run.after(hand, seeds, here));
            if run.place != Code::RELAY.0 || run.lap >= self.next_look || run.made <= 0 {
                return run;
            }
            hand = Hand::lying(run.here, run.made);
        }
    }

    /// The turn after a lap, at the place in the program where it goes on.
    #[inline(always)]
    fn placed(&self, run: Lap<L>) -> Lap<L> {
        if run.here == NOWHERE {
            return Lap { place: Code::NOTHING.0, ..run };
        }
        let course = self.course;
        let group = self.group + course.group_of_lap(run.lap);
        Lap { place: course.code(group, &self.now.position, run.here, run.made).0, ..run }
    }

    /// The move is illegal.
    #[cold]
    fn illegal(&mut self) -> Result<Tried, Stop> {
        self.after_others()?;
        Ok(Tried::Illegal)
    }

    /// What lies where the last seed fell, lifted to be sown on. `plain_laps` says that it is what the last lap made.
    #[inline(always)]
    fn relayed(&mut self, run: &Lap<L>, plain_laps: bool, abroad: L::Mask) -> Result<Hand, Trouble> {
        self.raid(abroad, L::Mask::of(run.here));
        if run.lap == 0 {
            self.on_track(run.here)?;
        } else if plain_laps {
            return Ok(Hand::lying(run.here, run.made));
        }
        Ok(Hand::lying(run.here, run.seeds.get(run.here)))
    }

    /// What lies in a slot of the track, lifted to be sown.
    #[inline(always)]
    fn lifted(&mut self, run: &Lap<L>, at: Slot, abroad: L::Mask) -> Hand {
        let seeds = run.seeds.get(at);
        if seeds > 0 {
            self.raid(abroad, L::Mask::of(at));
        }
        Hand::lying(at, seeds)
    }

    /// Fails if nothing can be sown from a slot.
    #[inline(always)]
    fn on_track(&self, at: Slot) -> Result<(), Trouble> {
        if self.machine.on_track[self.mover].has(at) { Ok(()) } else { Err(Trouble::OffTrack) }
    }

    /// Records that slots were raided, of those where raids must be recorded.
    #[inline(always)]
    fn raid(&mut self, abroad: L::Mask, slots: L::Mask) {
        if !abroad.is_none() {
            self.now.raided |= abroad & slots;
        }
    }

    /// Records that slots that hold seeds were raided, of those where raids must be recorded.
    #[inline(always)]
    fn raid_of(&mut self, abroad: L::Mask, slots: L::Mask, seeds: &L) {
        if !abroad.is_none() {
            self.now.raided |= abroad & slots & seeds.occupied();
        }
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
            At::EachWay(slots) => slots[self.now.way as usize],
            At::Origin => run.from,
            // without a table, what is passed over may depend on the seeds
            At::Ahead { steps, from } if let Some(slot) = self.laps.and_then(|laps| laps.landing(*from, *steps)) => {
                slot
            }
            At::Ahead { .. } | At::Along { .. } | At::Only(_) => {
                self.keep(run);
                self.found(at)
            }
        }
    }

    /// Turns the direction of the next lap. Returns the direction before.
    #[inline(always)]
    fn turn_to(&mut self, turning: Turning) -> Way {
        let before = self.now.way;
        self.now.way = turning.after(before);
        if self.now.way != before {
            self.now_goes();
        }
        before
    }

    /// How a turn of endless sowing ends; `None` if it is illegal.
    #[cold]
    fn endless(&mut self) -> Result<Option<End>, Trouble> {
        match self.machine.tables.endless {
            None => Err(Trouble::NoEndless),
            Some((Endless::Illegal, _)) => Ok(None),
            Some((Endless::EndTurn, _)) => Ok(Some(End::Next)),
            Some((Endless::MoverLoses, _)) => {
                let verdict = Verdict::Loses(self.mover as u8);
                Ok(Some(End::Decided(Decided { verdict, rule: None })))
            }
        }
    }

    /// The seeds after a lap, and where it ended: [`NOWHERE`] if every slot is passed over, [`STIRS`] if the lap must be
    /// sown by hand.
    #[inline(always)]
    fn sow_at_once(&mut self, seeds: L, laps: &Laps<L>, hand: Hand) -> (L, Slot) {
        let (at, count, stirred) = (hand.at, hand.seeds - i32::from(hand.into), self.course.stirred.as_ref());
        let fell = laps.fell((at, count, hand.into));
        let (after, here) = if count > 0 { laps.sown_from(seeds, at, count) } else { (seeds, at) };
        let stirs = |stirred| laps.stirs(stirred, &self.now.position, (at, count), fell, &after);
        if stirred.is_some_and(stirs) {
            return (seeds, STIRS);
        }
        if self.noting {
            self.now.sown |= fell;
            self.now.sown_this_lap = fell;
        }
        (after, here)
    }
}
