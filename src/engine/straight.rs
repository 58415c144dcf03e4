//! Straight turns: tables and lanes alone decide them. The loop keeps the turn in registers and changes the position
//! once, at the end; what it does not decide is played from the beginning by [`Turn`].

use super::course::Course;
use super::draws::drawn;
use super::harvest::Harvest;
use super::lanes::Lanes;
use super::machine::Machine;
use super::moment::Moment;
use super::moves::{End, Move, Tried, WAYS};
use super::position::{Position, Round};
use super::sieve::Sieve;
use super::sowing::Laps;
use super::straight_turn::Fate;
use super::trouble::Trouble;
use super::turn::Turn;
use super::view::View;
use crate::chance::Generator;
use crate::rules::model::Way;
use crate::tables::{Among, Lifting, Mask, NOWHERE, Safe, Set, Slot};

/// What is needed for the straight turns of one mover while no mark changes.
#[derive(Clone, Copy)]
pub(super) struct Straight<'t, L: Lanes, const P: usize> {
    pub machine: &'t Machine<L, P>,
    pub round: &'t Round<L::Mask>,
    pub course: &'t Course<L>,
    pub mover: usize,
    /// The holes that may be chosen for each direction when occupied, and which of them.
    from: [L::Mask; 2],
    among: [Sieve<'t, L>; 2],
    pub lifting: Lifting,
    pub laps: [Option<&'t Laps<L>>; 2],
    pub harvest: &'t Harvest<L>,
    /// Whether turns are of the simplest kind; see [`Straight::turn`].
    plain: bool,
    /// The end of a turn may be forbidden unless one of these holds seeds.
    fed: L::Mask,
    /// The player moves if each of these sets holds seeds,
    needs: [L::Mask; 4],
    /// if one of these slots holds so many,
    many: Option<(L::Mask, i32)>,
    /// and if what these slots hold does not lie between two numbers, both included.
    apart: [Option<(Slot, i32, i32)>; 2],
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// The straight turns of the player to move; `None` if his turns must be played in the general way.
    #[inline(always)]
    pub(super) fn straight<'t>(
        &'t self,
        position: &Position<L, P>,
        round: &'t Round<L::Mask>,
    ) -> Option<Straight<'t, L, P>> {
        let mover = position.mover();
        let (rules, course) = (self.tables.movers.get(mover)?, self.courses.get(mover)?);
        let harvest = course.harvest.as_ref()?;
        let section = rules.sections.first()?;
        let (offered, lifting) = (section.offered.as_ref()?, section.plain?);
        let open = position.locked.is_none() && position.pot == 0;
        if !open || offered.unless_closed && !round.closed.is_none() {
            return None;
        }
        let passed = Moment::at_rest(self, round, position).always_passed_over();
        let mut from = offered.fixed.map(|holes| holes & self.holes & !round.closed);
        let mut among = [Sieve::All; 2];
        for way in 0..2 {
            let set = match &offered.among {
                Among::All => continue,
                Among::Of(set) => set,
                Among::Each(sets) => &sets[way],
            };
            among[way] = Sieve::of(set, position, &mut from[way]);
        }
        let laps = [0, 1].map(|way| match from[way].is_none() && !course.turns {
            true => None,
            false => self.sowers[mover][way].laps(passed),
        });
        let (many, apart) = rules.quiet.map_or((None, [None; 2]), |quiet| (quiet.many, quiet.apart));
        Some(Straight {
            machine: self,
            round,
            course,
            mover,
            from,
            among,
            lifting,
            laps,
            harvest,
            plain: course.tells_slots_alone()
                && harvest.reapings().is_empty()
                && lifting.is_after()
                && !(self.tables.watched.last_turn || self.tables.watched.last_ways),
            fed: section.allowed.needs().unwrap_or(!L::Mask::NONE),
            needs: self.needs(position, section.allowed.needs()),
            many,
            apart,
        })
    }
}

impl<'t, L: Lanes, const P: usize> Straight<'t, L, P> {
    /// The holes that may be chosen for each direction. `None` unless the player moves if he has a legal move and the
    /// position is not a repetition, and the end of his turn cannot be forbidden.
    #[inline(always)]
    pub fn choices(&self, position: &Position<L, P>) -> Option<[L::Mask; 2]> {
        let (seeds, occupied) = (position.seeds, position.seeds.occupied());
        let quiet = self.needs.iter().all(|slots| !(occupied & *slots).is_none())
            && self.many.is_none_or(|(slots, least)| !(seeds.holding(least, i32::MAX) & slots).is_none())
            && self.apart.iter().all(|apart| self.machine.is_apart(position, seeds, *apart));
        quiet.then(|| self.offered(position, occupied))
    }

    /// The holes that may be chosen for each direction. `None` if the end of the turn may be forbidden.
    #[inline(always)]
    pub fn listed(&self, position: &Position<L, P>) -> Option<[L::Mask; 2]> {
        let occupied = position.seeds.occupied();
        (!(occupied & self.fed).is_none()).then(|| self.offered(position, occupied))
    }

    #[inline(always)]
    fn offered(&self, position: &Position<L, P>, occupied: L::Mask) -> [L::Mask; 2] {
        let one = self.sifted(position, occupied, WAYS[0]);
        [one, if self.from[1].is_none() { self.from[1] } else { self.sifted(position, occupied, WAYS[1]) }]
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
        Moment { way, ..Moment::at_rest(self.machine, self.round, position) }.part(set, NOWHERE, holes)
    }

    /// Whether every choice is legal.
    #[inline(always)]
    fn is_sure(&self, position: &Position<L, P>) -> bool {
        let section = &self.machine.tables.movers[self.mover].sections[0];
        let passed = self.laps.into_iter().flatten().next().map(Laps::passed);
        self.round.closed.is_none() && section.safe != Safe::Never
            || passed.is_some_and(|passed| self.course.surely_ends(position, passed))
    }

    /// Number of legal moves among some choices.
    #[inline(always)]
    pub fn count(&self, position: &Position<L, P>, choices: [L::Mask; 2]) -> Result<u64, Trouble> {
        if self.is_sure(position) {
            return Ok(choices.map(|holes| u64::from(holes.count())).iter().sum());
        }
        let mut count = 0;
        for way in WAYS {
            for hole in choices[way as usize].slots() {
                count += u64::from(self.play(&mut { *position }, hole, way)? != Tried::Illegal);
            }
        }
        Ok(count)
    }

    /// Draws one of the given holes and directions until a move is legal, and plays it. `None` if no move is.
    #[inline(always)]
    pub fn draw(
        &self,
        position: &mut Position<L, P>,
        choices: [L::Mask; 2],
        generator: &mut Generator,
    ) -> Result<Option<End>, Trouble> {
        let mut left = choices;
        loop {
            let Some((hole, way)) = drawn(left, generator) else { return Ok(None) };
            if let Tried::Done(end) = self.play(position, hole, way)? {
                return Ok(Some(end));
            }
            left[way as usize] = left[way as usize] & !L::Mask::of(hole);
        }
    }

    /// Plays a hole that was drawn from the given ones, or draws another one if that is illegal.
    #[cold]
    #[inline(never)]
    pub fn draw_on(
        &self,
        position: &mut Position<L, P>,
        (left, hole): (L::Mask, Slot),
        generator: &mut Generator,
    ) -> Result<Option<End>, Trouble> {
        if let Tried::Done(end) = self.play(position, hole, self.way_of(hole))? {
            return Ok(Some(end));
        }
        let left = left & !L::Mask::of(hole);
        self.draw(position, self.from.map(|from| from & left), generator)
    }

    /// The first direction in which a hole can be sown.
    pub fn way_of(&self, hole: Slot) -> Way {
        if self.from[0].has(hole) { WAYS[0] } else { WAYS[1] }
    }

    /// Plays a move. An illegal one changes nothing.
    #[inline(always)]
    pub fn play(&self, position: &mut Position<L, P>, hole: Slot, way: Way) -> Result<Tried, Trouble> {
        match self.fate(position, hole, way) {
            Fate::Done(end) => Ok(Tried::Done(end)),
            Fate::Illegal => Ok(Tried::Illegal),
            Fate::Open => self.play_in_full(position, hole, way),
        }
    }

    /// Plays a move as far as it is straight.
    #[inline(always)]
    pub fn fate(&self, position: &mut Position<L, P>, hole: Slot, way: Way) -> Fate {
        match self.plain {
            true => self.turn::<true>(position, hole, way),
            false => self.turn::<false>(position, hole, way),
        }
    }

    #[cold]
    #[inline(never)]
    pub fn play_in_full(&self, position: &mut Position<L, P>, hole: Slot, way: Way) -> Result<Tried, Trouble> {
        let play = Move { hole, way, section: 0, choices: 0, answers: 0 };
        let mut turn = Turn::between(self.machine, self.round, position, None);
        let tried = turn.play(position, &play)?;
        if let Tried::Done(_) = tried {
            *position = turn.now.position;
        }
        Ok(tried)
    }

    /// Whether there is a legal move among some choices.
    pub fn can_move(&self, position: &Position<L, P>, choices: [L::Mask; 2]) -> Result<bool, Trouble> {
        for way in WAYS {
            for hole in choices[way as usize].slots() {
                if self.play(&mut { *position }, hole, way)? != Tried::Illegal {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
