//! The straight way of a mover, laid out at the width of the board: what follows a lap is one look-up.

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Deed, Guard, Kind, Layout, Mask, MoverTables, Quick, Slot, mask};

/// So many numbers of seeds are told apart in a table, the last two standing for all even and all odd ones beyond.
const SEEDS: i32 = 64;

/// What follows a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(u16);

impl Code {
    /// The hole is lifted and sown on from.
    pub const RELAY: Code = Code(0);
    /// The turn ends.
    pub const END: Code = Code(1);
    /// The same player is to move again.
    pub const AGAIN: Code = Code(2);
    /// Something that tables alone do not decide.
    pub const OTHER: Code = Code(3);
    /// The number of the first way to close a turn.
    const CLOSINGS: u16 = 4;

    /// Which closing it is.
    pub fn number(self) -> Option<usize> {
        self.0.checked_sub(Code::CLOSINGS).map(usize::from)
    }
}

/// How turns are closed: quick branches, with their prey in lanes.
#[derive(Clone, Debug)]
pub(super) struct Closing<L: Lanes> {
    /// The slots of the prey.
    pub prey: L,
    /// A run that belongs to it: whether it goes against the sowing, and for each slot the numbers of seeds below 64 with
    /// which it goes on.
    pub run: Option<(bool, Box<[u64]>)>,
    /// The question about the seeds.
    pub guard: Holding<L>,
    /// What is done if it is answered with yes.
    pub first: Deed<L::Mask>,
    /// What is done if not.
    pub second: Deed<L::Mask>,
}

/// A question about seeds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holding<L> {
    /// None: yes.
    Always,
    /// Whether the seeds of a slot lie between two numbers, both included.
    Seeds(Slot, i32, i32),
    /// Whether nothing is left in these slots once the prey is taken.
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

/// The straight way of a mover.
#[derive(Clone, Debug)]
pub(super) struct Course<L: Lanes> {
    /// What follows a lap: by mark, slot and seeds.
    codes: Box<[Code]>,
    closings: Box<[Option<Closing<L>>]>,
    /// Whether it matters who marked a slot.
    pub by_mark: bool,
    /// For every mark the slots of the track that are never chosen and from which nothing is ever sown on.
    sinks: Box<[L::Mask]>,
    /// Whether a turn that comes to its end is surely allowed.
    sure: bool,
}

impl<L: Lanes> Course<L> {
    /// The straight way of a mover; none if his turns are of another kind.
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
                // where a seed has fallen is one at least, unless it paid a debt
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

    /// Whether every turn is surely allowed since none can go on for ever: each time round a seed falls into a slot that
    /// nothing is ever sown on from, and seeds are few enough for the bounds on laps and seeds sown not to be reached.
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

    /// What follows a lap into a slot that now holds so many. What is still owed there, or just paid, is left to the
    /// general way.
    #[inline(always)]
    pub fn code(&self, mark: usize, here: Slot, made: i32) -> Code {
        let made = if made < SEEDS - 2 { made } else { SEEDS - 2 + (made & 1) };
        // a debt becomes a number beyond all codes
        let index = (mark * L::LANES + usize::from(here)) as u64 * SEEDS as u64 + u64::from(made as u32);
        usize::try_from(index).ok().and_then(|index| self.codes.get(index)).copied().unwrap_or(Code::OTHER)
    }

    /// All ways to close a turn.
    pub fn closings(&self) -> &[Option<Closing<L>>] {
        &self.closings
    }

    /// How a turn is closed; none if that is no more than its end.
    #[inline(always)]
    pub fn closing(&self, code: Code) -> Option<&Closing<L>> {
        self.closings.get(usize::from(code.0.wrapping_sub(Code::CLOSINGS)))?.as_ref()
    }
}
