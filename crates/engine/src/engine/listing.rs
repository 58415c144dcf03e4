//! Legal moves: what the `move` sections offer, tried one by one.

use mancala_rules::rules::model::Way;

use super::asking::Played;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{End, Move, Tried};
use super::position::{Position, Round};
use super::trouble::Trouble;
use super::turn::Turn;
use super::view::View;
use super::watch::Notes;
use crate::tables::{Among, Mask, NOWHERE, Offered, Section, Slot, Test};

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Replaces `children` by the legal moves of the player to move, in listing order, with their results. They come
    /// from the first `move` section in force that offers a legal move.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    #[inline]
    pub fn children(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        children.clear();
        let machine = self.at(position);
        if let Some(straight) = machine.straight(position, round) {
            return straight.list(position, children);
        }
        Turn::between(machine, round, position, None).list(position, children, |_, _, _| false)
    }

    /// As [`Self::children`]. What the rules tell of all moves that are tried replaces what was noted before.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub(super) fn tried(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        notes: Option<&mut Notes>,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        let Some(notes) = notes else { return self.children(position, round, children) };
        children.clear();
        *notes = Notes::default();
        Turn::between(self.at(position), round, position, Some(notes)).list(position, children, |_, _, _| false)
    }

    /// Number of legal moves, where every choice that the sections offer is one; `None` if choices have to be tried.
    fn count_choices(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> Result<Option<u64>, Trouble> {
        let occupied = position.seeds.occupied();
        let rules = &self.tables.movers[position.mover()];
        let known = !self.tables.watched.answers && position.locked.is_none() && round.closed.is_none();
        if !known || !rules.sections.iter().all(|section| section.safe.holds(occupied)) {
            return Ok(None);
        }
        let mut turn = Turn::between(self, round, position, None);
        for section in 0..rules.sections.len() {
            turn.offer(section)?;
            let [one, other] = turn.offered;
            if !((one | other) & !self.on_track[turn.mover]).is_none() {
                return Ok(None);
            }
            if !(one | other).is_none() {
                return Ok(Some(u64::from(one.count() + other.count())));
            }
        }
        Ok(Some(0))
    }

    /// Number of legal moves; `None` where straight turns list them.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub(super) fn count(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> Result<Option<u64>, Trouble> {
        if let Some(count) = self.count_choices(position, round)? {
            return Ok(Some(count));
        }
        let machine = self.at(position);
        if machine.courses[position.mover()].harvest.is_some() {
            return Ok(None);
        }
        Turn::between(machine, round, position, None).count(position).map(Some)
    }

    /// Plays a legal move. Returns the position after it and how the turn ended. An illegal move changes nothing.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn play_unchecked(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        play: &Move,
        notes: Option<&mut Notes>,
    ) -> Result<(Position<L, P>, End), Trouble> {
        let mut turn = Turn::between(self, round, position, notes);
        match turn.play(position, play)? {
            Tried::Done(end) => Ok((turn.now.position, end)),
            Tried::Illegal | Tried::Asks => Ok((*position, End::Again)),
        }
    }

    /// Plays a move. Returns `None` if it is illegal.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn play(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        play: &Move,
    ) -> Result<Option<Child<L, P>>, Trouble> {
        let mut legal = Vec::new();
        self.children(position, round, &mut legal)?;
        Ok(legal.into_iter().find(|child| child.play == *play))
    }

    /// Adds the legal moves with a choice of a hole and a direction that a section offers.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub(super) fn choice(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        (section, hole, way): (usize, Slot, Way),
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        let mut turn = Turn::between(self, round, position, None);
        turn.offer(section)?;
        turn.answered(position, Move { hole, way, section: section as u8, choices: 0, answers: 0 }, children)
    }

    /// Whether the player to move has a legal move.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    #[inline]
    pub fn can_move(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> Result<bool, Trouble> {
        let machine = self.at(position);
        if let Some(straight) = machine.straight(position, round) {
            return straight.can_move(position);
        }
        let mut tried = Vec::new();
        Turn::between(machine, round, position, None).list(position, &mut tried, |_, _, tried| !tried.is_empty())?;
        Ok(!tried.is_empty())
    }
}

impl<L: Lanes, const P: usize> Turn<'_, L, P> {
    /// Sets `offered` to the holes that a section offers the player to move, for each direction of sowing: occupied,
    /// open and not locked. None if the section is not in force.
    #[inline(always)]
    pub(super) fn offer(&mut self, number: usize) -> Result<(), Trouble> {
        self.stand();
        self.now.section = number;
        let section = &self.rules.sections[number];
        let closed = self.round.closed;
        let usable = self.now.position.seeds.occupied() & self.machine.holes & !(self.now.position.locked | closed);
        let offered = section.offered.as_ref().filter(|offered| !offered.unless_closed || closed.is_none());
        match (&section.when, offered) {
            (Test::Known(true), Some(offered)) => {
                self.offer_among(offered, usable);
                Ok(())
            }
            _ => self.offer_asking(section, offered, usable),
        }
    }

    /// Offers those of the usable holes that a section offers.
    #[inline(always)]
    fn offer_among(&mut self, offered: &Offered<L::Mask>, usable: L::Mask) {
        let [one, other] = offered.fixed.map(|holes| holes & usable);
        self.offered = match &offered.among {
            Among::All => [one, other],
            Among::Of(set) => {
                let found = self.part(set, NOWHERE, one | other);
                [one & found, other & found]
            }
            Among::Each([set, clockwise]) => {
                self.now.way = Way::Counterclockwise;
                let found = self.part(set, NOWHERE, one);
                self.now.way = Way::Clockwise;
                [found, self.part(clockwise, NOWHERE, other)]
            }
        };
    }

    /// Does what [`Self::offer`] does, for a section of which more has to be asked. `offered` are the holes that it
    /// offers at once, if they hold now.
    #[inline(never)]
    fn offer_asking(
        &mut self,
        section: &Section<L::Mask>,
        offered: Option<&Offered<L::Mask>>,
        usable: L::Mask,
    ) -> Result<(), Trouble> {
        self.offered = [L::Mask::NONE; 2];
        if !self.holds(&section.when, NOWHERE) {
            return Ok(());
        }
        if let Some(offered) = offered {
            self.offer_among(offered, usable);
            return Ok(());
        }
        let number = self.now.section;
        for hole in usable.slots() {
            (self.now.here, self.now.origin) = (hole, hole);
            self.now.way = Way::Counterclockwise;
            let ways = section.direction.iter().find(|(test, _)| self.holds(test, NOWHERE));
            let Some((_, ways)) = ways else { return Err(Trouble::NoDirection(number as u8)) };
            for way in ways.list() {
                self.now.way = *way;
                let from = section.from.iter().find(|(test, _)| self.holds(test, NOWHERE));
                let Some((_, from)) = from else { return Err(Trouble::NoFrom(number as u8)) };
                if self.set(from, NOWHERE).has(hole) {
                    self.offered[*way as usize] |= L::Mask::of(hole);
                }
            }
        }
        Ok(())
    }

    /// Adds the legal moves in a position, in listing order, until `stop` returns true after the attempt at a choice.
    #[inline]
    pub(super) fn list(
        &mut self,
        position: &Position<L, P>,
        children: &mut Vec<Child<L, P>>,
        mut stop: impl FnMut(&Self, Move, &[Child<L, P>]) -> bool,
    ) -> Result<(), Trouble> {
        for section in 0..self.rules.sections.len() {
            self.now.position = *position;
            self.offer(section)?;
            self.each_of(self.offered, section, |turn, play| {
                turn.answered(position, play, children)?;
                Ok(stop(turn, play, children))
            })?;
            if !children.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Number of legal moves in a position, where the turn stands. A question of which every answer is a turn is not
    /// answered.
    fn count(&mut self, position: &Position<L, P>) -> Result<u64, Trouble> {
        let mut count = 0;
        for section in 0..self.rules.sections.len() {
            self.now.position = *position;
            self.offer(section)?;
            self.each_of(self.offered, section, |turn, play| {
                turn.each_way(position, &play, true, &mut |_, way| count += way.number())?;
                Ok(false)
            })?;
            if count > 0 {
                break;
            }
        }
        Ok(count)
    }

    /// Calls `each` for every hole and direction of a section, given as sets of holes for each direction, in listing
    /// order, until `each` returns true.
    #[inline]
    pub(super) fn each_of(
        &mut self,
        offered: [L::Mask; 2],
        section: usize,
        mut each: impl FnMut(&mut Self, Move) -> Result<bool, Trouble>,
    ) -> Result<(), Trouble> {
        for hole in (offered[0] | offered[1]).slots() {
            for way in Way::BOTH {
                let play = Move { hole, way, section: section as u8, choices: 0, answers: 0 };
                if offered[way as usize].has(hole) && each(self, play)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Adds the legal moves of a hole and a direction in a position: one for each way to answer the questions within
    /// the turn.
    #[inline]
    pub(super) fn answered(
        &mut self,
        position: &Position<L, P>,
        play: Move,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        self.each_way(position, &play, false, &mut |turn, way| {
            if let Played::Turn(end) = way {
                children.push(Child { play: turn.played(&play), position: turn.now.position, end });
            }
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::*;
    use crate::engine::lanes::Bytes;
    use mancala_rules::chance::{choice, generator};

    /// Lists the moves of the positions of a random game with the tables of all turns and those of later ones.
    fn later_tables_list_the_same<L: Lanes>(game: &str) {
        let (machine, mut position, round) = Machine::<L, 2>::at_start(game);
        let (mut chance, mut compared) = (generator(1, 1), 0);
        let listed = |machine: &Machine<L, 2>, position: &Position<L, 2>| {
            let mut children = Vec::new();
            Turn::between(machine, &round, position, None).list(position, &mut children, |_, _, _| false).unwrap();
            children
        };
        let told = |children: &[Child<L, 2>]| -> Vec<_> {
            children.iter().map(|child| (child.play, child.position, child.end)).collect()
        };
        for _ in 0..40 {
            let children = listed(&machine, &position);
            let later = machine.later.as_deref().unwrap();
            if machine.is_later(&position) {
                assert_eq!(told(&listed(later, &position)), told(&children), "{game}");
                compared += children.len();
            } else {
                assert!(std::ptr::eq(machine.at(&position), &machine), "{game}");
            }
            let Some(child) = children.get(choice(children.len(), &mut chance)) else { break };
            position = child.position;
        }
        assert!(compared > 10, "{game}: {compared} moves were compared");
    }

    /// Counts and lists the moves of the positions of a random game. Returns how many were counted.
    fn counts_as_many_as_it_lists<L: Lanes>(game: &str) -> u64 {
        let (machine, mut position, round) = Machine::<L, 2>::at_start(game);
        let (mut children, mut chance, mut counted) = (Vec::new(), generator(1, 1), 0_u64);
        for _ in 0..30 {
            machine.children(&position, &round, &mut children).unwrap();
            if let Some(count) = machine.count(&position, &round).unwrap() {
                assert_eq!(count, children.len() as u64, "{game}");
                counted += count;
            }
            let Some(child) = children.get(choice(children.len(), &mut chance)) else { break };
            position = child.position;
        }
        counted
    }

    #[test]
    fn moves_are_as_many_as_are_listed() {
        // holes that the mover chooses at the end of a turn; questions on the way; several sections
        assert!(counts_as_many_as_it_lists::<Bytes<4>>("mefuvha") > 200);
        assert!(counts_as_many_as_it_lists::<Bytes<4>>("msuwa") > 200);
        assert!(counts_as_many_as_it_lists::<Bytes<4>>("bao-la-kiswahili") > 100);
    }

    #[test]
    fn later_turns_are_those_of_the_whole_rules() {
        // a first choice, holes passed over, a rule of the last seed, a section and what begins a turn
        later_tables_list_the_same::<Bytes<2>>("dabuda");
        later_tables_list_the_same::<Bytes<1>>("kanji-guti");
        later_tables_list_the_same::<Bytes<2>>("mbothe");
        later_tables_list_the_same::<Bytes<1>>("khrour");
        later_tables_list_the_same::<Bytes<1>>("english-wari");
    }
}
