//! The legal moves that are straight turns: counted, listed, and drawn at random. What is not straight is played from its
//! beginning by [`Turn`].

use mancala_rules::chance::Generator;
use mancala_rules::rules::model::Way;

use super::super::lanes::Lanes;
use super::super::machine::{Child, Machine};
use super::super::moves::{End, Move, Tried};
use super::super::position::{Position, Round};
use super::super::random::draws::drawn;
use super::super::trouble::Trouble;
use super::super::turn::Turn;
use super::ways::{Calm, Fate, Straight, When};
use crate::tables::{Mask, Skip, Slot, Test};

/// The straight turns of each player, found when first needed and again when marks change.
pub(in super::super) struct Ways<'t, L: Lanes, const P: usize> {
    machine: &'t Machine<L, P>,
    round: &'t Round<L::Mask>,
    by_player: [Prepared<'t, L, P>; P],
    /// The marks for which they are known.
    marks: [L::Mask; P],
    /// Whether any player has straight turns.
    any: bool,
}

/// The straight turns of one player.
struct Prepared<'t, L: Lanes, const P: usize> {
    /// Those of each section that may be in force; none if he has no straight turns.
    sections: Vec<Straight<'t, L, P>>,
    calm: Calm<L>,
    /// Whether they were looked for, and whether they are those for the marks as they are.
    made: bool,
    found: bool,
    /// Whether they stay the same while no mark changes: what sowing passes over may also depend on how many turns he has
    /// had.
    lasting: bool,
}

impl<'t, L: Lanes, const P: usize> Ways<'t, L, P> {
    pub fn new(machine: &'t Machine<L, P>, round: &'t Round<L::Mask>) -> Self {
        let any = machine.courses.iter().any(|course| course.harvest.is_some());
        let by_player = std::array::from_fn(|player| {
            let skip = machine.tables.movers.get(player).map(|mover| &mover.skip);
            let lasting = matches!(skip, Some(Skip::Marked { .. }));
            Prepared { sections: Vec::new(), calm: Calm::default(), made: false, found: false, lasting }
        });
        Ways { machine, round, by_player, marks: [L::Mask::NONE; P], any }
    }

    /// Whether they are those of a machine and a round.
    pub fn is_of(&self, machine: &Machine<L, P>, round: &Round<L::Mask>) -> bool {
        std::ptr::eq(self.machine, machine) && self.round == round
    }

    /// The straight turns of the player to move, and what lets him move; `None` if he has no such turns.
    #[inline(always)]
    pub fn of(&mut self, position: &Position<L, P>) -> Option<(Sections<'_, 't, L, P>, &Calm<L>)> {
        if !self.any || !position.locked.is_none() || position.pot != 0 {
            return None;
        }
        if self.marks != position.marks || !self.by_player[position.mover()].found {
            self.find(position);
        }
        let known = &self.by_player[position.mover()];
        let (first, others) = known.sections.split_first()?;
        Some((Sections { first, others }, &known.calm))
    }

    #[inline(never)]
    fn find(&mut self, position: &Position<L, P>) {
        if self.marks != position.marks {
            self.marks = position.marks;
            self.by_player.iter_mut().for_each(|known| known.found = false);
        }
        let known = &mut self.by_player[position.mover()];
        known.found = known.lasting;
        if known.made {
            known.sections.iter_mut().for_each(|straight| straight.fit(position));
        } else if let Some(first) = self.machine.straight(position, self.round) {
            known.sections.push(first);
            known.sections.extend(first.others(position));
            known.sections.retain(|straight| !matches!(straight.when, When::Other(Test::Known(false))));
        }
        let asks_marks =
            self.machine.tables.movers[position.mover()].quiet.is_some_and(|quiet| quiet.unmarked.is_some());
        if !known.made || asks_marks {
            known.calm = self.machine.calm(position);
        }
        known.made = true;
    }
}

/// The straight turns of each section.
pub(in super::super) struct Sections<'w, 't, L: Lanes, const P: usize> {
    pub first: &'w Straight<'t, L, P>,
    others: &'w [Straight<'t, L, P>],
}

impl<L: Lanes, const P: usize> Sections<'_, '_, L, P> {
    /// Draws one of the legal moves and plays it; `choices` are the holes of the first section. `None` if there is no legal
    /// move.
    #[inline(always)]
    pub fn draw(
        &self,
        position: &mut Position<L, P>,
        choices: [L::Mask; 2],
        generator: &mut Generator,
    ) -> Result<Option<End>, Trouble> {
        match self.first.draw_among(position, choices, generator)? {
            None if !self.others.is_empty() => self.draw_from_others(position, generator),
            drawn => Ok(drawn),
        }
    }

    #[inline(never)]
    fn draw_from_others(
        &self,
        position: &mut Position<L, P>,
        generator: &mut Generator,
    ) -> Result<Option<End>, Trouble> {
        for straight in self.others {
            let choices = straight.offered(position);
            let drawn = straight.draw_among(position, choices, generator)?;
            if drawn.is_some() {
                return Ok(drawn);
            }
        }
        Ok(None)
    }
}

impl<L: Lanes, const P: usize> Straight<'_, L, P> {
    /// The legal moves among some choices.
    #[inline(always)]
    pub fn legal(&self, position: &Position<L, P>, mut choices: [L::Mask; 2]) -> Result<[L::Mask; 2], Trouble> {
        if self.is_sure(position) {
            return Ok(choices);
        }
        for way in Way::BOTH {
            for hole in choices[way as usize].slots() {
                if self.play(&mut { *position }, hole, way)? == Tried::Illegal {
                    choices[way as usize] = choices[way as usize] & !L::Mask::of(hole);
                }
            }
        }
        Ok(choices)
    }

    /// Number of legal moves among some choices.
    #[inline(always)]
    pub fn count(&self, position: &Position<L, P>, choices: [L::Mask; 2]) -> Result<u64, Trouble> {
        Ok(self.legal(position, choices)?.iter().map(|holes| u64::from(holes.count())).sum())
    }

    /// Draws one of the given holes and directions until a move is legal, and plays it. `None` if no move is.
    #[inline(always)]
    fn draw_among(
        &self,
        position: &mut Position<L, P>,
        choices: [L::Mask; 2],
        generator: &mut Generator,
    ) -> Result<Option<End>, Trouble> {
        let mut left = choices;
        loop {
            let Some((hole, way)) = drawn::<L>(left, generator) else { return Ok(None) };
            if let Tried::Done(end) = self.play(position, hole, way)? {
                return Ok(Some(end));
            }
            left[way as usize] = left[way as usize] & !L::Mask::of(hole);
        }
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

    /// Plays a move as [`Self::play`] does, where that is rare: each copy of the loop that plays turns is long.
    #[inline(never)]
    fn play_apart(&self, position: &mut Position<L, P>, hole: Slot, way: Way) -> Result<Tried, Trouble> {
        self.play(position, hole, way)
    }

    #[cold]
    #[inline(never)]
    pub fn play_in_full(&self, position: &mut Position<L, P>, hole: Slot, way: Way) -> Result<Tried, Trouble> {
        let play = Move { hole, way, section: self.section as u8, choices: 0, answers: 0 };
        let mut turn = Turn::between(self.machine, self.round, position, None);
        let tried = turn.play(position, &play)?;
        if let Tried::Done(_) = tried {
            *position = turn.now.position;
        }
        Ok(tried)
    }

    /// Adds the legal moves in listing order. This is the first section.
    #[inline(always)]
    pub fn list(&self, position: &Position<L, P>, children: &mut Vec<Child<L, P>>) -> Result<(), Trouble> {
        self.list_here(position, children, Self::play)?;
        let mut others = self.others(position);
        while children.is_empty()
            && let Some(straight) = others.next()
        {
            straight.list_here(position, children, Self::play_apart)?;
        }
        Ok(())
    }

    /// Adds the legal moves of this section.
    #[inline(always)]
    fn list_here(
        &self,
        position: &Position<L, P>,
        children: &mut Vec<Child<L, P>>,
        play_one: impl Fn(&Self, &mut Position<L, P>, Slot, Way) -> Result<Tried, Trouble>,
    ) -> Result<(), Trouble> {
        let mut left = self.offered(position);
        // by hole, counterclockwise first
        while !(left[0] | left[1]).is_none() {
            let hole = (left[0] | left[1]).first();
            let way = Way::BOTH[usize::from(!left[0].has(hole))];
            left[way as usize] = left[way as usize] & !L::Mask::of(hole);
            let play = Move { hole, way, section: self.section as u8, choices: 0, answers: 0 };
            // updated in place: copying what was just written would stall
            children.push(Child { play, position: *position, end: End::Next });
            if let Some(child) = children.last_mut() {
                match play_one(self, &mut child.position, hole, way)? {
                    Tried::Done(end) => child.end = end,
                    Tried::Illegal | Tried::Asks => drop(children.pop()),
                }
            }
        }
        Ok(())
    }

    /// Whether there is a legal move. This is the first section.
    pub fn can_move(&self, position: &Position<L, P>) -> Result<bool, Trouble> {
        let mut can = self.can_move_here(position)?;
        let mut others = self.others(position);
        while !can && let Some(straight) = others.next() {
            can = straight.can_move_here(position)?;
        }
        Ok(can)
    }

    fn can_move_here(&self, position: &Position<L, P>) -> Result<bool, Trouble> {
        let choices = self.offered(position);
        for way in Way::BOTH {
            for hole in choices[way as usize].slots() {
                if self.play_apart(&mut { *position }, hole, way)? != Tried::Illegal {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
