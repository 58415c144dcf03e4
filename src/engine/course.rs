//! Straight turns of a mover at the width of the board: one look-up decides what follows a lap.

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Deed, Guard, Kind, Layout, Mask, MoverTables, Quick, Slot, mask};

/// Number of seed counts that a table distinguishes. The last two stand for all even and all odd numbers beyond.
const SEEDS: i32 = 64;

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
    /// Tables do not decide.
    pub const OTHER: Code = Code(3);
    /// The code of the first closing; the others follow.
    const CLOSINGS: u16 = 4;

    /// Index of the closing, if the code stands for one.
    pub fn number(self) -> Option<usize> {
        self.0.checked_sub(Code::CLOSINGS).map(usize::from)
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

/// Tables for the straight turns of a mover.
#[derive(Clone, Debug)]
pub(super) struct Course<L: Lanes> {
    /// What follows a lap, indexed by mark, slot and seeds.
    codes: Box<[Code]>,
    closings: Box<[Option<Closing<L>>]>,
    /// Whether it matters who marked a slot.
    pub by_mark: bool,
    /// For each mark the slots of the track that are never chosen and never relay.
    sinks: Box<[L::Mask]>,
    /// Whether a turn that ends is always legal.
    sure: bool,
}

impl<L: Lanes> Course<L> {
    /// The tables of a mover; `None` if his turns are of another kind.
    pub fn of(layout: &Layout, track: &[Slot], mover: &MoverTables<L::Mask>) -> Option<Self> {
        let way = mover.straight.as_ref()?;
        let decisions = &mover.last_decisions;
        let quick = decisions.quick.iter();
        let closings: Box<[Option<Closing<L>>]> = quick.map(|quick| quick.as_ref().map(Closing::of)).collect();
        let code = |mark, here, made| {
            let entry = decisions.at(0, here, mark, decisions.class(made));
            match entry.kind {
                Kind::Relay => Code::RELAY,
                Kind::End if way.ends_alone => Code::END,
                Kind::Again if way.ends_alone => Code::AGAIN,
                Kind::Branches if way.ends_alone && closings[usize::from(entry.branches)].is_some() => {
                    entry.branches.checked_add(Code::CLOSINGS).map_or(Code::OTHER, Code)
                }
                _ => Code::OTHER,
            }
        };
        let on_track: L::Mask = mask(track.iter().copied());
        let mut codes = Vec::with_capacity((decisions.marks * L::LANES) * SEEDS as usize);
        let mut sinks = vec![L::Mask::NONE; decisions.marks];
        let mut sure = way.ends_alone && L::MOST <= i64::from(u8::MAX);
        for (mark, sinks) in sinks.iter_mut().enumerate() {
            for here in 0..L::LANES as Slot {
                let first = codes.len();
                let is_lane = usize::from(here) < layout.lanes;
                // a slot just sown has at least one seed, unless the seed paid a debt
                let told = |made| if is_lane && made > 0 { code(mark, here, made) } else { Code::OTHER };
                codes.extend((0..SEEDS).map(told));
                if on_track.has(here) {
                    sure &= !codes[first + 1..].contains(&Code::OTHER);
                    if !way.from.has(here) && !codes[first..].contains(&Code::RELAY) {
                        *sinks |= L::Mask::of(here);
                    }
                }
            }
        }
        Some(Course { codes: codes.into(), closings, by_mark: decisions.marks > 1, sinks: sinks.into(), sure })
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

    /// What follows a lap into a slot that now holds `made` seeds. `OTHER` if the slot owes seeds or has just paid a
    /// debt.
    #[inline(always)]
    pub fn code(&self, mark: usize, here: Slot, made: i32) -> Code {
        let made = if made < SEEDS - 2 { made } else { SEEDS - 2 + (made & 1) };
        // a negative number gives an index beyond the table
        let index = (mark * L::LANES + usize::from(here)) as u64 * SEEDS as u64 + u64::from(made as u32);
        usize::try_from(index).ok().and_then(|index| self.codes.get(index)).copied().unwrap_or(Code::OTHER)
    }

    /// All closings, by index.
    pub fn closings(&self) -> &[Option<Closing<L>>] {
        &self.closings
    }

    /// The closing that a code stands for, if any.
    #[inline(always)]
    pub fn closing(&self, code: Code) -> Option<&Closing<L>> {
        self.closings.get(usize::from(code.0.wrapping_sub(Code::CLOSINGS)))?.as_ref()
    }
}
