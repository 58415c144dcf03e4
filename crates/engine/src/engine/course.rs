//! What follows the laps of a mover, at the width of the board: one look-up decides after each lap, and laps that relays
//! follow are sown one after the other.

use mancala_rules::rules::model::{Change, Player, Way};

use super::harvest::Harvest;
use super::lanes::Lanes;
use super::position::Position;
use super::program::{Op, Place, Program, is_beyond};
use super::writing::program_of;
use crate::tables::{self, Kind, Mask, Offered, Safe, Skip, Slot, Stirred, Tables};

/// What follows a lap: a place in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(pub Place);

impl Code {
    /// A relay: the hole is lifted and sown on.
    pub const RELAY: Code = Code(0);
    /// The turn ends.
    pub const END: Code = Code(1);
    /// The mover moves again.
    pub const AGAIN: Code = Code(2);
    /// No rule applies.
    pub const NOTHING: Code = Code(3);

    /// Whether one rule without a condition follows.
    #[inline(always)]
    pub fn is_alone(self) -> bool {
        self.0 < Code::NOTHING.0
    }
}

/// Number of codes of a slot, at least, if there are not too many rows of them.
const LONG_ROW: usize = 32;
const MOST_LONG_ROWS: usize = 1 << 11;

/// What follows the laps of a mover.
#[derive(Clone, Debug)]
pub(super) struct Course<L: Lanes> {
    /// When `each seed` does something; `None` if it never does.
    pub stirred: Option<Stirred<L::Mask>>,
    /// The slots where raids must be recorded in such turns.
    pub abroad: L::Mask,
    /// What follows a lap, indexed by group, mark, slot and seeds.
    codes: Box<[Code]>,
    /// Binary logarithm of the number of codes of a slot.
    shift: u32,
    /// From this number of seeds on, only parity is distinguished. The table goes on far beyond what rules tell apart:
    /// hardly any hole holds as many seeds.
    cap: i32,
    /// Number of lanes, and of marks distinguished: 1 if it does not matter who marked a slot.
    lanes: usize,
    pub marks: usize,
    /// The distance of the codes of one section, direction and lap from those of the next; 0 where they do not matter.
    strides: [usize; 3],
    /// Number of laps distinguished, the last standing for all later ones.
    pub told_laps: u32,
    /// The rules as operations.
    pub program: Program<L>,
    /// For each mark the slots with it such that every turn ends, and is legal so far, if sowing does not pass over one of
    /// them. Empty if there may be none.
    pub sinks: Box<[L::Mask]>,
    /// What `each seed` does in straight turns; `None` if the mover has no such turns.
    pub harvest: Option<Harvest<L>>,
    /// Where `after turn` begins, if straight turns can read it.
    pub after: Option<Place>,
    /// Whether what a section offers holds only while no hole is closed.
    pub unless_closed: bool,
    /// For each section, as a bit set, with which marks on the board a turn can ask the mover something: bit 0 if it can
    /// with none, and bit `n + 1` if it can with one of player `n`.
    asks: Box<[u32]>,
}

impl<L: Lanes> Course<L> {
    /// The tables of a player. `careful` says that slots may be locked, or that there may be a pot.
    pub fn of(tables: &Tables<L::Mask>, player: Player, careful: bool) -> Self {
        let (layout, mover, watched) = (&tables.layout, &tables.movers[player], tables.watched);
        let decisions = &mover.last_decisions;
        let groups = decisions.groups;
        let rows = groups.count() * decisions.marks * layout.lanes;
        let size = decisions.classes.max(if rows <= MOST_LONG_ROWS { LONG_ROW } else { 0 }).next_power_of_two();
        let mut course = Course {
            stirred: mover.stirred.clone().filter(|_| !mover.each_seed.is_empty()),
            abroad: if watched.raided { mover.abroad } else { L::Mask::NONE },
            codes: Box::default(),
            shift: size.trailing_zeros(),
            cap: size as i32 - 2,
            lanes: layout.lanes,
            marks: decisions.marks,
            strides: [0; 3],
            told_laps: decisions.groups.laps as u32,
            program: program_of(layout, mover, player, careful),
            sinks: Box::default(),
            harvest: None,
            after: None,
            asks: Box::default(),
            unless_closed: mover.sections.iter().flat_map(|section| &section.offered).any(|it| it.unless_closed),
        };
        let code = |group, mark, here, class| {
            let entry = decisions.at(group, here, mark, class);
            match entry.kind {
                Kind::Relay if !careful => Code::RELAY,
                Kind::End => Code::END,
                Kind::Again => Code::AGAIN,
                Kind::Nothing => Code::NOTHING,
                Kind::Branches | Kind::Relay => Code(course.program.branches[usize::from(entry.branches)]),
            }
        };
        let mut codes = Vec::with_capacity(rows * size);
        for group in decisions.group_starts() {
            for mark in 0..course.marks {
                for here in 0..course.lanes as Slot {
                    codes.extend((0..decisions.classes).map(|class| code(group, mark, here, class)));
                    // beyond the classes only parity is told apart
                    let beyond = [
                        code(group, mark, here, decisions.classes - 2),
                        code(group, mark, here, decisions.classes - 1),
                    ];
                    codes.extend((decisions.classes..size).map(|made| beyond[(made - decisions.classes) & 1]));
                }
            }
        }
        course.codes = codes.into();
        let group = (course.marks * course.lanes) << course.shift;
        let stride = |told: usize, stride: usize| if told > 1 { stride * group } else { 0 };
        course.strides = [
            stride(groups.sections, groups.ways * groups.laps),
            stride(groups.ways, groups.laps),
            stride(groups.laps, 1),
        ];
        course.asks = course.asking_marks(tables, player);
        course.after = course.program.after.filter(|after| course.program.is_straight_from(*after));
        if !careful && course.is_straight(tables, player) {
            course.harvest = Harvest::of(layout, mover);
        }
        course.sinks = course.ending_slots(tables, player).unwrap_or_default();
        course
    }

    /// For each mark the slots with it such that every turn ends if sowing does not pass over one of them: on each way round
    /// the track a seed falls into it, and it is never lifted. `None` where turns can be illegal otherwise.
    fn ending_slots(&self, tables: &Tables<L::Mask>, player: Player) -> Option<Box<[L::Mask]>> {
        let (layout, mover, watched) = (&tables.layout, &tables.movers[player], &tables.watched);
        let on_track: L::Mask = layout.on_track(player);
        let mut chosen = L::Mask::NONE;
        for section in &mover.sections {
            let [one, other] = section.offered.as_ref().filter(|_| section.plain.is_some())?.fixed;
            chosen |= one | other;
        }
        // so few seeds reach no limit on laps and seeds sown
        let few = L::MOST <= i64::from(u8::MAX);
        let told = self.strides == [0; 3] && matches!(mover.skip, Skip::Marked { .. }) && mover.skip_last.is_none();
        if !few || !told || !mover.tabled_laps || watched.answers || watched.other_moves || watched.every_state {
            return None;
        }
        // most codes occur many times
        let mut relaying = vec![None; self.program.ops.len()];
        for place in &self.program.branches {
            relaying[*place as usize] = self.program.only_relays(*place);
        }
        let mut sinks = vec![L::Mask::NONE; self.marks];
        for (mark, sinks) in sinks.iter_mut().enumerate() {
            for here in on_track.slots() {
                let mut relays = false;
                // a slot just sown has at least one seed
                for code in &self.row(mark, here)[1..] {
                    relays |= match *code {
                        Code::END | Code::AGAIN => false,
                        Code::RELAY => true,
                        Code::NOTHING => return None,
                        Code(place) => relaying[place as usize]?,
                    };
                }
                if !relays && !chosen.has(here) {
                    *sinks |= L::Mask::of(here);
                }
            }
        }
        Some(sinks.into())
    }

    /// With which marks on the board a turn of each section can ask the mover something.
    fn asking_marks(&self, tables: &Tables<L::Mask>, player: Player) -> Box<[u32]> {
        if !tables.watched.answers {
            return Box::default();
        }
        let (layout, mover, program) = (&tables.layout, &tables.movers[player], &self.program);
        let makes_marks = |op: Op| match op {
            Op::Mark(mark) => matches!(program.marks[mark as usize].0, Change::Mark),
            Op::Effect(effect) => matches!(program.effects[effect as usize].0, tables::Op::To(Change::Mark, _)),
            _ => false,
        };
        // what `each seed` does, and marks that are made before a lap, are not looked at
        let loose = !mover.each_seed.is_empty()
            || layout.marks_by_each
            || program.reached_from(program.begins.iter().flatten().chain(&program.branches).copied()).any(makes_marks);
        let asks = program.asking();
        let asks = |place: Place| asks.get(place as usize).copied().unwrap_or(false);
        let of_section = |(section, [open, listed]): (usize, &[Place; 2])| {
            if asks(*open) || asks(*listed) || program.after.is_some_and(asks) {
                return u32::MAX;
            }
            let mut marks = 0;
            let firsts = Way::BOTH
                .into_iter()
                .flat_map(|way| (1..=self.told_laps).map(move |lap| self.group(section, way) + self.group_of_lap(lap)));
            for first in firsts {
                for mark in 0..self.marks {
                    let rows = (mark * self.lanes..(mark + 1) * self.lanes).map(|row| first + (row << self.shift));
                    let mut codes = rows.flat_map(|row| &self.codes[row..row + mover.last_decisions.classes]);
                    if codes.any(|code| code.0 > Code::NOTHING.0 && asks(code.0)) {
                        marks |= 1 << mark;
                    }
                }
            }
            if loose && marks != 0 { u32::MAX } else { marks }
        };
        program.begins.iter().enumerate().map(of_section).collect()
    }

    /// Whether a turn of a section can ask the mover something.
    #[inline(always)]
    pub fn asks<const P: usize>(&self, section: usize, position: &Position<L, P>) -> bool {
        let asks = self.asks_with(section);
        asks & 1 != 0
            || asks != 0
                && (!position.locked.is_none()
                    || position.pot != 0
                    || (0..P).any(|player| asks >> (player + 1) & 1 != 0 && !position.marks[player].is_none()))
    }

    /// With which marks on the board a turn of a section can ask the mover something, as a bit set: bit 0 if it can with
    /// none, and bit `n + 1` if it can with one of player `n`.
    pub fn asks_with(&self, section: usize) -> u32 {
        self.asks.get(section).copied().unwrap_or(0)
    }

    /// The codes of a slot with a mark, by number of seeds, where sections, directions and laps do not matter.
    fn row(&self, mark: usize, here: Slot) -> &[Code] {
        let first = (mark * self.lanes + usize::from(here)) << self.shift;
        &self.codes[first..first + (1 << self.shift)]
    }

    /// The first code of a section and a direction.
    #[inline(always)]
    pub fn group(&self, section: usize, way: Way) -> usize {
        let [sections, ways, _] = self.strides;
        section.wrapping_mul(sections) + way as usize * ways
    }

    /// The distance of the codes of a lap (from 1) from those of the first.
    #[inline(always)]
    pub fn group_of_lap(&self, lap: u32) -> usize {
        if self.told_laps == 1 { 0 } else { (lap.clamp(1, self.told_laps) as usize - 1) * self.strides[2] }
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
        let row = mark * self.lanes + usize::from(here);
        // no lane holds less than nothing if it is not signed
        let made = if L::SIGNED { made.max(0) } else { made };
        let seeds = if made < self.cap { made } else { self.beyond(made) };
        self.codes.get(group + (row << self.shift) + seeds as usize).copied().unwrap_or(Code::NOTHING)
    }

    /// The number of seeds in the table that stands for one beyond it.
    #[cold]
    #[inline(never)]
    fn beyond(&self, made: i32) -> i32 {
        self.cap + ((made - self.cap) & 1)
    }

    /// Whether every turn is legal because none can be endless: sowing does not pass over one of [`Self::sinks`].
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
        !(sinks & !passed).is_none()
    }

    /// Whether the mover has straight turns: one choice of a hole in each section, and what begins a turn, follows most
    /// laps that end in an empty hole, and comes after the turn is written in operations that such turns know.
    fn is_straight(&self, tables: &Tables<L::Mask>, player: Player) -> bool {
        let (layout, mover, watched) = (&tables.layout, &tables.movers[player], &tables.watched);
        let on_track: L::Mask = layout.on_track(player);
        let sections = mover.sections.iter().zip(&self.program.begins).all(|(section, [_, listed])| {
            let Some(Offered { fixed: [one, other], .. }) = section.offered else { return false };
            ((one | other) & L::Mask::first_slots(layout.holes) & !on_track).is_none()
                && (section.plain.is_some() || self.program.is_straight_from(*listed))
                && (section.allowed != Safe::Never || self.after.is_some())
                && !section.when.any(&mut is_beyond)
        });
        let known = !(watched.answers || watched.other_moves || watched.every_state || layout.marks_by_each);
        known
            && sections
            && !L::SIGNED
            && mover.skip_last.is_none()
            && !matches!(mover.skip, Skip::Changing(..))
            && on_track.slots().all(|slot| {
                let code = |section, way| self.code_by_mark(self.group(section, way), 0, slot, 1).0;
                let mut all = (0..mover.sections.len()).flat_map(|section| Way::BOTH.map(|way| code(section, way)));
                all.all(|place| self.program.is_straight_from(place))
            })
    }

    /// Whether what follows a lap depends on its last slot and the seeds there alone, not on the section, the direction, the
    /// lap or who marked the slot.
    pub fn tells_slots_alone(&self) -> bool {
        self.marks == 1 && self.strides == [0; 3]
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Bytes;
    use super::super::machine::Machine;
    use super::*;

    #[test]
    fn every_number_of_seeds_has_its_code() {
        // few numbers are told apart; parity; relays
        for game in ["oware", "toguz-kumalak", "hus"] {
            let (machine, ..) = Machine::<Bytes<2>, 3>::at_start(game);
            for (course, mover) in machine.courses.iter().zip(&machine.tables.movers) {
                let decisions = &mover.last_decisions;
                for (here, made) in (0..machine.lanes).flat_map(|here| (0..256).map(move |made| (here, made))) {
                    let entry = decisions.at(0, here, 0, decisions.class(made));
                    let wanted = match entry.kind {
                        Kind::Relay => Code::RELAY,
                        Kind::End => Code::END,
                        Kind::Again => Code::AGAIN,
                        Kind::Nothing => Code::NOTHING,
                        Kind::Branches => Code(course.program.branches[usize::from(entry.branches)]),
                    };
                    assert_eq!(course.code_by_mark(0, 0, here, made), wanted, "{game}: {made} in {here}");
                }
            }
        }
    }
}
