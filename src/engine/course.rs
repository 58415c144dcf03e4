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
    /// Drawing a hole.
    pub draw: Option<Draw>,
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
                codes.extend((0..SEEDS).map(|made| if is_lane { code(mark, here, made) } else { Code::OTHER }));
                if on_track.has(here) {
                    // the last seed has fallen there, so there is one at least
                    sure &= !codes[first + 1..].contains(&Code::OTHER);
                    if !way.from.has(here) && !codes[first..].contains(&Code::RELAY) {
                        *sinks |= L::Mask::of(here);
                    }
                }
            }
        }
        Some(Course {
            codes: codes.into(),
            closings,
            by_mark: decisions.marks > 1,
            sinks: sinks.into(),
            sure,
            draw: Draw::among(way.from),
        })
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

    /// What follows a lap.
    #[inline(always)]
    pub fn code(&self, mark: usize, here: Slot, made: i32) -> Code {
        let made = if made < SEEDS - 2 { made } else { SEEDS - 2 + (made & 1) };
        let index = (mark * L::LANES + usize::from(here)) * SEEDS as usize + made as usize;
        self.codes.get(index).copied().unwrap_or(Code::OTHER)
    }

    /// How a turn is closed; none if that is no more than its end.
    #[inline(always)]
    pub fn closing(&self, code: Code) -> Option<&Closing<L>> {
        self.closings.get(usize::from(code.0.wrapping_sub(Code::CLOSINGS)))?.as_ref()
    }
}

/// Drawing one of up to six holes by look-ups alone.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    /// The holes of a set in one number: by the first eight slots, and by the next eight.
    gathered: Box<[[u8; 256]; 2]>,
    /// By the number of a set: how many holes it has.
    counts: Box<[u8; 64]>,
    /// By the number of a set and the part that is drawn.
    drawn: Box<[[Slot; 64]; 64]>,
}

/// Up to six holes divide a draw into equal shares: each is a number of these parts.
const PARTS: u64 = 60;

impl Draw {
    /// For sets of these holes; none if they are too many, or lie too far apart.
    fn among<M: Mask>(holes: M) -> Option<Self> {
        if holes.count() > 6 || !(holes & !M::first_slots(16)).is_none() {
            return None;
        }
        let mut gathered = Box::new([[0; 256]; 2]);
        for (number, hole) in holes.slots().enumerate() {
            let all = &mut gathered[usize::from(hole / 8)];
            for (slots, gathered) in all.iter_mut().enumerate() {
                *gathered |= ((slots >> (hole % 8) & 1) as u8) << number;
            }
        }
        let holes: Vec<Slot> = holes.slots().collect();
        let mut counts = Box::new([0; 64]);
        let mut drawn = Box::new([[0; 64]; 64]);
        for set in 1..64_usize {
            let members: Vec<Slot> =
                holes.iter().enumerate().filter(|(number, _)| set >> number & 1 != 0).map(|(_, hole)| *hole).collect();
            counts[set] = members.len() as u8;
            for (part, drawn) in drawn[set].iter_mut().enumerate().take(PARTS as usize) {
                *drawn = members.get(part * members.len() / PARTS as usize).copied().unwrap_or(0);
            }
        }
        Some(Draw { gathered, counts, drawn })
    }

    #[inline(always)]
    fn number<M: Mask>(&self, holes: M) -> usize {
        let bits = holes.low_bits() as usize;
        usize::from(self.gathered[0][bits & 255] | self.gathered[1][bits >> 8 & 255]) & 63
    }

    /// How many holes a set has.
    #[inline(always)]
    pub fn count<M: Mask>(&self, holes: M) -> u32 {
        u32::from(self.counts[self.number(holes)])
    }

    /// The hole of a set that a number of 32 bits draws: the product of the number and the count of holes, its upper half.
    #[inline(always)]
    pub fn drawn<M: Mask>(&self, holes: M, number: u32) -> Slot {
        let part = (u64::from(number) * PARTS) >> 32;
        self.drawn[self.number(holes)][part as usize & 63]
    }
}
