//! Straight turns, which tables and lanes alone decide: what is fixed for them while no mark changes, and which holes may
//! be chosen.

use mancala_rules::rules::model::Way;

use super::super::course::Course;
use super::super::harvest::Harvest;
use super::super::lanes::{Lanes, Range};
use super::super::machine::Machine;
use super::super::moves::End;
use super::super::position::{Position, Round};
use super::super::program::Place;
use super::super::sowing::Laps;
use super::super::view::View;
use super::moment::Moment;
use super::sieve::Sieve;
use crate::tables::{Among, Lifting, Mask, NOWHERE, Offered, Safe, Set, Slot, Test};

/// The straight turns of one section of `move` while no mark changes.
#[derive(Clone, Copy)]
pub(in super::super) struct Straight<'t, L: Lanes, const P: usize> {
    pub machine: &'t Machine<L, P>,
    pub round: &'t Round<L::Mask>,
    pub course: &'t Course<L>,
    pub mover: usize,
    pub section: usize,
    offered: &'t Offered<L::Mask>,
    /// When the section is in force.
    pub when: When<'t, L::Mask>,
    /// The holes that may be chosen for each direction when occupied, and which of them.
    pub from: [L::Mask; 2],
    among: [Sieve<'t, L>; 2],
    /// How the chosen hole is sown, unless the list `begin` is read from a place of the program.
    pub lifting: Lifting,
    pub begin: Option<Place>,
    pub laps: [Option<&'t Laps<L>>; 2],
    pub harvest: &'t Harvest<L>,
    /// The slots from which `each seed` may take seeds.
    pub reaped: L::Mask,
    /// Whether turns are of the simplest kind; see [`Straight::turn`].
    pub plain: bool,
    /// Nothing comes after a turn if one of these holds seeds, before it or after it.
    fed: L::Mask,
    /// Whether a turn is illegal otherwise, if it takes nothing.
    must_feed: bool,
    /// Where the list `after turn` begins; `None` if there is none, or if straight turns cannot read it.
    pub after: Option<Place>,
}

/// When a section is in force.
#[derive(Clone, Copy)]
pub(in super::super) enum When<'t, M> {
    Always,
    /// While some of these slots hold seeds.
    Occupied(M),
    /// While none of them does.
    Empty(M),
    /// While a condition holds.
    Other(&'t Test<M>),
}

impl<'t, M: Mask> When<'t, M> {
    fn of(when: &'t Test<M>) -> Self {
        match when {
            Test::Known(true) => When::Always,
            Test::AnyOccupied(slots, 0) => When::Occupied(*slots),
            Test::Not(inner) if let Test::AnyOccupied(slots, 0) = **inner => When::Empty(slots),
            when => When::Other(when),
        }
    }
}

/// What came of a straight turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Fate {
    /// It was played.
    Done(End),
    Illegal,
    /// It is not straight.
    Open,
}

/// What lets a player move without a look at `before turn`, as long as no mark changes.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct Calm<L: Lanes> {
    /// The player moves if each of these sets holds seeds, the first and the others,
    need: L::Mask,
    needs: [L::Mask; 2],
    /// if one of these slots holds as many as a range tells,
    many: Option<(L::Mask, Range<L>)>,
    /// if these slots hold more than a number of seeds in all,
    few: Option<(L::Mask, i32)>,
    /// and if what these slots hold does not lie between two numbers, both included.
    apart: [Option<(Slot, i32, i32)>; 2],
    /// Whether more than the first set matters.
    more: bool,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// The straight turns of the player to move in the first section; `None` if his turns must be played in the general
    /// way.
    #[inline(always)]
    pub(in super::super) fn straight<'t>(
        &'t self,
        position: &Position<L, P>,
        round: &'t Round<L::Mask>,
    ) -> Option<Straight<'t, L, P>> {
        let course = self.courses.get(position.mover())?;
        let harvest = course.harvest.as_ref()?;
        let open = position.locked.is_none() && position.pot == 0;
        if !open || course.unless_closed && !round.closed.is_none() {
            return None;
        }
        self.straight_in(0, position, round, harvest)
    }

    /// The straight turns of the player to move in a section, if he has such turns and there is such a section.
    #[inline(always)]
    fn straight_in<'t>(
        &'t self,
        number: usize,
        position: &Position<L, P>,
        round: &'t Round<L::Mask>,
        harvest: &'t Harvest<L>,
    ) -> Option<Straight<'t, L, P>> {
        let mover = position.mover();
        let (rules, course) = (self.tables.movers.get(mover)?, self.courses.get(mover)?);
        let section = rules.sections.get(number)?;
        let offered = section.offered.as_ref()?;
        let watched = &self.tables.watched;
        let notes = watched.last_turn || watched.last_ways || watched.seeds_fall();
        let mut straight = Straight {
            machine: self,
            round,
            course,
            mover,
            section: number,
            offered,
            when: When::of(&section.when),
            from: [L::Mask::NONE; 2],
            among: [Sieve::All; 2],
            lifting: section.plain.unwrap_or_default(),
            begin: course.program.begins.get(number).filter(|_| section.plain.is_none()).map(|[_, listed]| *listed),
            laps: [None; 2],
            harvest,
            reaped: L::Mask::NONE,
            plain: course.tells_slots_alone()
                && harvest.is_empty()
                && section.plain.is_some_and(Lifting::is_after)
                && !notes,
            fed: match &section.allowed {
                Safe::Never => L::Mask::NONE,
                Safe::Always => !L::Mask::NONE,
                Safe::IfOccupied { holes, .. } => *holes,
            },
            must_feed: matches!(section.allowed, Safe::IfOccupied { asks_more: false, .. }),
            after: course.after,
        };
        straight.fit(position);
        Some(straight)
    }

    /// What lets the player to move do so while no mark changes.
    pub(in super::super) fn calm(&self, position: &Position<L, P>) -> Calm<L> {
        let quiet = self.tables.movers[position.mover()].quiet;
        let (many, few, apart) = quiet.map_or((None, None, [None; 2]), |quiet| (quiet.many, quiet.few, quiet.apart));
        let [mut need, needs @ ..] = self.needs(position);
        // no slot can hold more than fits a lane
        let many = many.and_then(|(slots, least)| {
            let range = Range::of(least, i32::MAX);
            if range.is_none() {
                need = L::Mask::NONE;
            }
            Some((slots, range?))
        });
        let more = needs != [!L::Mask::NONE; 2] || many.is_some() || few.is_some() || apart != [None; 2];
        Calm { need, needs, many, few, apart, more }
    }
}

impl<L: Lanes> Calm<L> {
    /// Whether the player to move does so if he has a legal move and the position is not a repetition.
    #[inline(always)]
    fn holds<const P: usize>(&self, machine: &Machine<L, P>, position: &Position<L, P>, occupied: L::Mask) -> bool {
        let seeds = position.seeds;
        !(occupied & self.need).is_none()
            && (!self.more
                || self.needs.iter().all(|slots| !(occupied & *slots).is_none())
                    && self.many.is_none_or(|(slots, range)| !(seeds.within(&range) & slots).is_none())
                    && self.few.is_none_or(|(slots, most)| machine.holds_more(position, slots, most))
                    && self.apart.iter().all(|apart| machine.is_apart(position, seeds, *apart)))
    }
}

impl<'t, L: Lanes, const P: usize> Straight<'t, L, P> {
    /// Takes over what depends on the marks of a position in which the same player is to move.
    #[inline(always)]
    pub fn fit(&mut self, position: &Position<L, P>) {
        let (machine, offered) = (self.machine, self.offered);
        self.from = offered.fixed.map(|holes| holes & machine.holes & !self.round.closed);
        for way in 0..2 {
            let set = match &offered.among {
                Among::All => continue,
                Among::Of(set) => set,
                Among::Each(sets) => &sets[way],
            };
            self.among[way] = Sieve::of(set, position, &mut self.from[way]);
        }
        let passed = Moment::at_rest(machine, self.round, position).always_passed_over();
        for way in 0..2 {
            let sown = !self.from[way].is_none();
            self.laps[way] = if sown { machine.sowers[self.mover][way].laps(passed) } else { None };
        }
        self.reaped = self.harvest.reaped(position);
    }

    /// The holes that may be chosen for each direction. `None` unless the player moves if he has a legal move and the
    /// position is not a repetition.
    #[inline(always)]
    pub fn choices(&self, calm: &Calm<L>, position: &Position<L, P>) -> Option<[L::Mask; 2]> {
        calm.holds(self.machine, position, position.seeds.occupied()).then(|| self.offered(position))
    }

    /// Whether nothing comes after a turn, given the slots that hold seeds before it or after it.
    #[inline(always)]
    pub fn is_fed(&self, occupied: L::Mask) -> bool {
        !(occupied & self.fed).is_none()
    }

    /// What comes of a turn after which `after turn` applies, where no operations tell: it is illegal only if it takes nothing
    /// and leaves certain holes empty, which were empty before. `acted` says that it may have taken something.
    #[inline(always)]
    pub fn closed(&self, end: End, occupied: L::Mask, acted: bool) -> Fate {
        match end.is_over() || self.is_fed(occupied) {
            true => Fate::Done(end),
            false if acted || !self.must_feed => Fate::Open,
            false => Fate::Illegal,
        }
    }

    /// The holes that may be chosen for each direction.
    #[inline(always)]
    pub fn offered(&self, position: &Position<L, P>) -> [L::Mask; 2] {
        let occupied = position.seeds.occupied();
        let in_force = match self.when {
            When::Always => true,
            When::Occupied(slots) => !(occupied & slots).is_none(),
            When::Empty(slots) => (occupied & slots).is_none(),
            When::Other(when) => self.is_in_force(position, when),
        };
        if !in_force {
            return [L::Mask::NONE; 2];
        }
        let one = self.sifted(position, occupied, Way::BOTH[0]);
        [one, if self.from[1].is_none() { self.from[1] } else { self.sifted(position, occupied, Way::BOTH[1]) }]
    }

    /// A moment at which the player has not chosen yet.
    fn at_rest<'a>(&'a self, position: &'a Position<L, P>) -> Moment<'a, L, P> {
        Moment { section: self.section, ..Moment::at_rest(self.machine, self.round, position) }
    }

    #[inline(never)]
    fn is_in_force(&self, position: &Position<L, P>, when: &Test<L::Mask>) -> bool {
        self.at_rest(position).holds(when, NOWHERE)
    }

    /// The straight turns of the sections after this one.
    #[inline(always)]
    pub fn others(&self, position: &Position<L, P>) -> impl Iterator<Item = Self> {
        let (machine, round, harvest) = (self.machine, self.round, self.harvest);
        (self.section + 1..).map_while(move |section| machine.straight_in(section, position, round, harvest))
    }

    /// The holes that may be chosen for a direction.
    #[inline(always)]
    fn sifted(&self, position: &Position<L, P>, occupied: L::Mask, way: Way) -> L::Mask {
        let holes = self.from[way as usize] & occupied;
        match &self.among[way as usize] {
            Sieve::All => holes,
            Sieve::Holding(range, true) => holes & position.seeds.within(range),
            Sieve::Holding(range, false) => holes & !position.seeds.within(range),
            Sieve::Other(set) => self.asked(position, set, holes, way),
        }
    }

    #[inline(never)]
    fn asked(&self, position: &Position<L, P>, set: &Set<L::Mask>, holes: L::Mask, way: Way) -> L::Mask {
        if holes.is_none() {
            return holes;
        }
        Moment { way, ..self.at_rest(position) }.part(set, NOWHERE, holes)
    }

    /// Whether every choice is legal.
    #[inline(always)]
    pub fn is_sure(&self, position: &Position<L, P>) -> bool {
        let section = &self.machine.tables.movers[self.mover].sections[self.section];
        let passed = self.laps.into_iter().flatten().next().map(Laps::passed);
        self.is_fed(position.seeds.occupied())
            && (self.round.closed.is_none() && section.safe != Safe::Never
                || passed.is_some_and(|passed| self.course.surely_ends(position, passed)))
    }
}
