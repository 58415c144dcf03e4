//! What follows the laps of a mover, at the width of the board: one look-up decides after each lap, and laps that relays
//! follow are sown one after the other.

use super::endless::FREE_LAPS;
use super::lanes::Lanes;
use super::position::Position;
use super::sowing::Laps;
use super::steps::{Does, Plain, Step, Steps};
use crate::game::{MOST_LAPS, MOST_SOWN};
use crate::rules::model::{Player, Way};
use crate::tables::{Deed, Groups, Guard, Kind, Lifting, Mask, NOWHERE, Quick, Slot, Stirred, Tables, class};

/// What follows a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(u16);

impl Code {
    /// A relay: the hole is lifted and sown on.
    pub const RELAY: Code = Code(0);
    /// The turn ends.
    pub const END: Code = Code(1);
    /// The mover moves again.
    pub const AGAIN: Code = Code(2);
    /// No rule applies.
    pub const NOTHING: Code = Code(3);
    /// `each seed` may do something in the next lap, which starts `here` with `made` seeds and is not sown yet.
    pub const STIRS: Code = Code(4);
    /// The code of the first list of steps; the others follow.
    const STEPS: u16 = 5;

    /// Index of the steps, if the code stands for some.
    #[inline(always)]
    pub fn number(self) -> Option<usize> {
        self.0.checked_sub(Code::STEPS).map(usize::from)
    }
}

/// A turn as far as laps go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<L: Lanes> {
    /// The seeds at this point.
    pub seeds: L,
    /// What follows the last lap.
    pub code: Code,
    /// The hole from which the last lap started.
    pub from: Slot,
    /// Where the last lap ended; [`NOWHERE`] if every slot is passed over.
    pub here: Slot,
    /// Number of seeds there.
    pub made: i32,
    /// Number of the last lap, from 1.
    pub lap: u32,
    /// Number of seeds sown in all laps.
    pub sown: i64,
    /// Number of seeds captured for a store beside the board, and not yet put there.
    pub taken: i32,
    /// The slots that were raided.
    pub raided: L::Mask,
}

impl<L: Lanes> Run<L> {
    /// Before the first lap of a turn from a hole, into which its first seed falls or not.
    #[inline(always)]
    pub fn begin(seeds: L, hole: Slot, into: bool) -> Self {
        let (code, sown, raided) = (Code::NOTHING, i64::from(into), L::Mask::NONE);
        Run { seeds, code, from: hole, here: hole, made: 1, lap: 0, sown, taken: 0, raided }
    }
}

/// What does not change while laps follow one another.
#[derive(Clone, Copy)]
pub(super) struct Setting<'t, L: Lanes, const P: usize> {
    pub laps: &'t Laps<L>,
    /// The first code of the group.
    pub group: usize,
    pub position: &'t Position<L, P>,
    /// The slots where raids must be recorded.
    pub abroad: L::Mask,
    /// The lap after which [`Course::run`] stops.
    pub until: u32,
    /// When `each seed` does something; `None` if it never does.
    pub stirred: Option<&'t Stirred<L::Mask>>,
}

impl<L: Lanes, const P: usize> Setting<'_, L, P> {
    /// Whether `each seed` may do something in a lap of `count` seeds from a slot. `first` is where a seed fell before
    /// them, and `made` the seeds after them.
    #[inline(always)]
    fn stirs(&self, (at, count): (Slot, i32), first: L::Mask, made: &L) -> bool {
        let stirs = |stirred: &Stirred<L::Mask>| {
            let fell = first | self.laps.fell(at, count);
            self.laps.stirs(stirred, self.position, (at, count), fell, made)
        };
        self.stirred.is_some_and(stirs)
    }
}

/// The end of a turn with a capture or a mark: quick branches, with their prey in lanes.
#[derive(Clone, Debug)]
pub(super) struct Closing<L: Lanes> {
    /// The fixed slots of the prey.
    pub prey: L,
    /// A run that belongs to the prey: whether it goes against the direction of sowing, and for each slot a bit set of
    /// the numbers of seeds below 64 with which it continues.
    pub run: Option<(bool, Box<[u64]>)>,
    /// The question about the seeds.
    pub guard: Holding<L>,
    /// What happens if the guard holds.
    pub first: Deed<L::Mask>,
    /// What happens if it does not.
    pub second: Deed<L::Mask>,
}

/// A question about seeds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holding<L> {
    /// Always holds.
    Always,
    /// The number of seeds in a slot lies between two numbers, both included.
    Seeds(Slot, i32, i32),
    /// These slots are empty once the prey is taken.
    NoneLeft(L),
}

impl<L: Lanes> Closing<L> {
    fn of(quick: &Quick<L::Mask>) -> Self {
        Closing {
            prey: L::all_of(quick.prey.slots),
            run: quick.prey.run.clone(),
            guard: match quick.guard {
                Guard::Always => Holding::Always,
                Guard::Seeds(slot, low, high) => Holding::Seeds(slot, low, high),
                Guard::AllPrey(holes) => Holding::NoneLeft(L::all_of(holes)),
            },
            first: quick.first,
            second: quick.second,
        }
    }
}

/// How the turns of a section and a direction begin, where laps of tables follow at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// How the chosen hole is lifted.
    pub lifting: Lifting,
    /// The first code of the group of the first lap.
    pub group: usize,
    /// The lap after which [`Course::run`] stops.
    pub until: u32,
}

/// What follows the laps of a mover.
#[derive(Clone, Debug)]
pub(super) struct Course<L: Lanes> {
    /// How turns begin, by section and direction; `None` where the list `begin` must be read or something recorded.
    openings: Box<[[Option<Opening>; 2]]>,
    /// When `each seed` does something; `None` if it never does.
    pub stirred: Option<Stirred<L::Mask>>,
    /// The slots where raids must be recorded in such turns.
    pub abroad: L::Mask,
    /// What follows a lap, indexed by group, mark, slot and class of seeds.
    codes: Box<[Code]>,
    /// Binary logarithm of the number of classes, rounded up.
    shift: u32,
    /// From this number of seeds on, only parity is distinguished.
    cap: i32,
    /// Number of lanes, and of marks distinguished: 1 if it does not matter who marked a slot.
    lanes: usize,
    pub marks: usize,
    pub groups: Groups,
    /// The steps of each branching, by index.
    pub steps: Box<[Steps<L>]>,
    /// The first steps of each branching, as far as lanes alone express them: where they begin and end in the list.
    plain: Box<[Plain<L>]>,
    plains: Box<[(u32, u32)]>,
    /// The mover's store, if it is on the board.
    store: Option<Slot>,
    /// For each branching what ends a straight turn, if quick branches express it.
    closings: Box<[Option<Closing<L>>]>,
    /// For each mark the slots of the track that are never chosen and never relay.
    sinks: Box<[L::Mask]>,
    /// Whether a straight turn that ends is always legal.
    sure: bool,
}

impl<L: Lanes> Course<L> {
    /// The tables of a player.
    pub fn of(tables: &Tables<L::Mask>, player: Player) -> Self {
        let (layout, mover, watched) = (&tables.layout, &tables.movers[player], tables.watched);
        let store = layout.stores[player];
        let decisions = &mover.last_decisions;
        let quick = decisions.quick.iter();
        let mut course = Course {
            openings: Box::default(),
            stirred: mover.stirred.clone().filter(|_| !mover.each_seed.is_empty()),
            abroad: if watched.raided { mover.abroad } else { L::Mask::NONE },
            codes: Box::default(),
            shift: decisions.classes.next_power_of_two().trailing_zeros(),
            cap: decisions.cap,
            lanes: layout.lanes,
            marks: decisions.marks,
            groups: decisions.groups,
            steps: Step::all(layout, mover, store),
            plain: Box::default(),
            plains: Box::default(),
            store: Some(store).filter(|store| usize::from(*store) < layout.lanes),
            closings: quick.map(|quick| quick.as_ref().map(Closing::of)).collect(),
            sinks: Box::default(),
            sure: false,
        };
        let code = |group, mark, here, class| {
            let entry = decisions.at(group, here, mark, class);
            match entry.kind {
                Kind::Relay => Code::RELAY,
                Kind::End => Code::END,
                Kind::Again => Code::AGAIN,
                Kind::Nothing => Code::NOTHING,
                Kind::Branches => entry.branches.checked_add(Code::STEPS).map_or(Code::NOTHING, Code),
            }
        };
        let size = 1 << course.shift;
        let mut codes = Vec::with_capacity(course.groups.count() * course.marks * course.lanes * size);
        for group in decisions.group_starts() {
            for mark in 0..course.marks {
                for here in 0..course.lanes as Slot {
                    codes.extend((0..size).map(|class| code(group, mark, here, class.min(decisions.classes - 1))));
                }
            }
        }
        course.codes = codes.into();
        let tabled = mover.stirred.is_some() && !watched.sown && !watched.sown_this_lap && !watched.every_state;
        let until = if course.groups.laps > 1 { 1 } else { FREE_LAPS };
        let openings = mover.sections.iter().enumerate().map(|(section, rules)| {
            let opening =
                |way| rules.plain.map(|lifting| Opening { lifting, group: course.group(section, way, 1), until });
            [Way::Counterclockwise, Way::Clockwise].map(|way| opening(way).filter(|_| tabled))
        });
        course.openings = openings.collect();
        let on_track: L::Mask = layout.on_track(player);
        let (mut plain, mut plains) = (Vec::new(), Vec::new());
        for steps in &course.steps {
            let first = plain.len() as u32;
            plain.extend(steps.iter().map_while(|step| step.plain(on_track)));
            plains.push((first, plain.len() as u32));
        }
        (course.plain, course.plains) = (plain.into(), plains.into());
        if let Some(way) = &mover.straight {
            course.sure = L::MOST <= i64::from(u8::MAX);
            let mut sinks = vec![L::Mask::NONE; course.marks];
            for (mark, sinks) in sinks.iter_mut().enumerate() {
                for here in on_track.slots() {
                    // a slot just sown has at least one seed
                    let codes = &course.row(mark, here)[1..];
                    let relays = codes.contains(&Code::RELAY);
                    let sure = codes.iter().all(|code| *code == Code::RELAY || course.ends(*code));
                    if !way.from.has(here) && !relays {
                        *sinks |= L::Mask::of(here);
                    }
                    course.sure &= sure;
                }
            }
            course.sinks = sinks.into();
        }
        course
    }

    /// The codes of a slot with a mark, by class of seeds, where sections, directions and laps do not matter.
    fn row(&self, mark: usize, here: Slot) -> &[Code] {
        let first = (mark * self.lanes + usize::from(here)) << self.shift;
        &self.codes[first..first + (1 << self.shift)]
    }

    /// The first code of a group: a section, a direction and a lap (from 1).
    #[inline(always)]
    pub fn group(&self, section: usize, way: Way, lap: u32) -> usize {
        (self.groups.number(section, way, lap) * self.marks * self.lanes) << self.shift
    }

    /// How a turn begins, if laps of tables follow at once.
    #[inline(always)]
    pub fn opening(&self, section: u8, way: Way) -> Option<&Opening> {
        self.openings.get(usize::from(section))?[way as usize].as_ref()
    }

    /// What follows a lap into a slot that now holds `made` seeds.
    #[inline(always)]
    pub fn code<const P: usize>(&self, group: usize, position: &Position<L, P>, here: Slot, made: i32) -> Code {
        let mark = if self.marks > 1 { position.mark_of(here) } else { 0 };
        self.code_by_mark(group, mark, here, made)
    }

    /// What follows a lap into a slot with a mark.
    #[inline(always)]
    pub fn code_by_mark(&self, group: usize, mark: usize, here: Slot, made: i32) -> Code {
        let row = if self.marks > 1 { mark * self.lanes } else { 0 } + usize::from(here);
        self.codes.get(group + (row << self.shift) + class(self.cap, made)).copied().unwrap_or(Code::NOTHING)
    }

    /// Whether a straight turn ends by tables after this.
    fn ends(&self, code: Code) -> bool {
        code == Code::END || code == Code::AGAIN || self.closing(code).is_some()
    }

    /// Sows `hand` seeds, at least 1, that lie in a slot, beginning after it, and on while relays follow or (`STEPS`)
    /// steps that lanes alone express. `into` says that a seed fell into the slot itself before them. `run` is the
    /// turn before, without its `code`, `from`, `here` and `made`.
    #[inline(always)]
    pub fn run<const STEPS: bool, const P: usize>(
        &self,
        setting: &Setting<'_, L, P>,
        run: Run<L>,
        (at, hand): (Slot, i32),
        into: bool,
    ) -> Run<L> {
        let (mut run, mut from, mut hand) = (run, at, hand);
        let mut first = if into { L::Mask::of(at) } else { L::Mask::NONE };
        loop {
            run = self.lap(setting, &run, (from, hand), first);
            if run.lap >= setting.until || run.made <= 0 || run.code == Code::STIRS {
                return run;
            }
            let Some(next) = self.next::<STEPS, P>(setting, &mut run) else { return run };
            ((from, hand), first) = (next, L::Mask::NONE);
        }
    }

    /// Sows one lap. `here` is [`NOWHERE`] after it if every slot is passed over.
    #[inline(always)]
    fn lap<const P: usize>(
        &self,
        setting: &Setting<'_, L, P>,
        run: &Run<L>,
        (from, hand): (Slot, i32),
        first: L::Mask,
    ) -> Run<L> {
        let (seeds, here) = setting.laps.sown_from(run.seeds, from, hand);
        if setting.stirs((from, hand), first, &seeds) {
            return Run { code: Code::STIRS, here: from, made: hand, ..*run };
        }
        let (lap, sown) = (run.lap + 1, run.sown + i64::from(hand));
        if here == NOWHERE {
            return Run { seeds, code: Code::NOTHING, from, here, made: 0, lap, sown, ..*run };
        }
        let made = seeds.get(here);
        let code = self.code(setting.group, setting.position, here, made);
        Run { seeds, code, from, here, made, lap, sown, ..*run }
    }

    /// Where the next lap starts, and the number of seeds that lie there for it; `None` if none follows, or if lanes
    /// alone do not tell.
    #[inline(always)]
    fn next<const STEPS: bool, const P: usize>(
        &self,
        setting: &Setting<'_, L, P>,
        run: &mut Run<L>,
    ) -> Option<(Slot, i32)> {
        let abroad = setting.abroad;
        if run.code == Code::RELAY {
            if STEPS && !abroad.is_none() {
                run.raided |= abroad & L::Mask::of(run.here);
            }
            return Some((run.here, run.made));
        }
        if !STEPS {
            return None;
        }
        let step = self.plain_step(run.code, &run.seeds)?;
        let (mut seeds, mut stays) = (run.seeds, 0);
        let (slot, more) = match step.does {
            Does::End | Does::Again => (NOWHERE, seeds.take(&step.prey)),
            Does::RelayHere => (run.here, run.made),
            Does::Relay(slot) => (slot, seeds.get(slot)),
            Does::Sow { into, at } => {
                let hand = seeds.take(&step.prey);
                seeds.raise(at, hand);
                stays = i32::from(into);
                (at, hand - stays)
            }
        };
        if slot != NOWHERE && more <= 0 {
            // a fault of the rules, or a single seed
            return None;
        }
        if !abroad.is_none() {
            let lifted = if let Does::RelayHere | Does::Relay(_) = step.does { L::Mask::of(slot) } else { step.slots };
            run.raided |= abroad & lifted & run.seeds.occupied();
        }
        if slot == NOWHERE {
            match self.store {
                Some(store) => seeds.raise(store, more),
                None => run.taken += more,
            }
            run.code = if step.does == Does::End { Code::END } else { Code::AGAIN };
        }
        run.seeds = seeds;
        run.sown += i64::from(stays);
        (slot != NOWHERE).then_some((slot, more))
    }

    /// The first step that a code stands for whose guards hold; `None` if lanes alone do not tell.
    #[inline(always)]
    fn plain_step(&self, code: Code, seeds: &L) -> Option<&Plain<L>> {
        let (first, end) = *self.plains.get(code.number()?)?;
        let steps = self.plain.get(first as usize..end as usize)?;
        steps.iter().find(|step| seeds.none_in(&step.bare) && seeds.all_in(&step.full))
    }

    /// Sows on after [`Course::run`], in a game in which an endless sowing is illegal: the seeds and the slot determine
    /// all later laps, as long as they follow from lanes alone. Returns `here == NOWHERE` if the sowing is endless.
    /// Cycles are detected by Brent's method: one state is kept, and replaced by a later one each time the number of
    /// laps has doubled.
    #[cold]
    #[inline(never)]
    pub fn run_long<const STEPS: bool, const P: usize>(&self, setting: &Setting<'_, L, P>, run: Run<L>) -> Run<L> {
        let (mut run, mut kept, mut until) = (run, None, run.lap);
        while run.here != NOWHERE && run.made > 0 {
            if run.lap as usize > MOST_LAPS || run.sown > MOST_SOWN || kept == Some((run.seeds, run.here)) {
                return Run { code: Code::NOTHING, here: NOWHERE, ..run };
            }
            if run.lap >= until {
                kept = Some((run.seeds, run.here));
                until = run.lap * 2;
            }
            let Some(next) = self.next::<STEPS, P>(setting, &mut run) else { break };
            run = self.lap(setting, &run, next, L::Mask::NONE);
            if run.code == Code::STIRS {
                break;
            }
        }
        run
    }

    /// Whether every turn is legal because none can be endless: on each way round the track a seed falls into a slot
    /// that never relays, and there are too few seeds to reach the limits on laps and seeds sown.
    #[inline(always)]
    pub fn surely_ends<const P: usize>(&self, position: &Position<L, P>, passed: L::Mask) -> bool {
        let mut sinks = L::Mask::NONE;
        if let [unmarked, marked @ ..] = &*self.sinks {
            let mut left = !L::Mask::NONE;
            for (marks, slots) in position.marks.iter().zip(marked) {
                sinks |= *marks & *slots;
                left = left & !*marks;
            }
            sinks |= left & *unmarked;
        }
        self.sure && !(sinks & !passed).is_none()
    }

    /// All closings, by index.
    pub fn closings(&self) -> &[Option<Closing<L>>] {
        &self.closings
    }

    /// The closing that a code stands for, if any.
    #[inline(always)]
    pub fn closing(&self, code: Code) -> Option<&Closing<L>> {
        self.closings.get(usize::from(code.0.wrapping_sub(Code::STEPS)))?.as_ref()
    }
}
