//! The mover's choices within a turn.

use std::rc::Rc;

use super::endless::Seen;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Move, Tried};
use super::position::{Position, Round};
use super::trouble::Trouble;
use super::turn::{Flow, Stop, Turn};
use super::watch::{Chosen, Notes, Noting, Watch};
use crate::game::{Answer, MOST_ANSWERS, Sowing, choices};
use crate::rules::model::{Rules, Way};
use crate::tables::{Kind, Mask, NOWHERE, Set, Slot};

/// Result of asking the mover a question.
pub(super) enum Asked {
    /// The index of his answer.
    Answer(u64),
    /// The move contains no answer to this question yet.
    Open,
    /// Too many combinations of answers: the turn counts as endless.
    TooOften,
}

/// A turn at the end of a lap, before `last seed` is applied.
#[derive(Clone, Debug)]
pub(super) struct Unasked<L: Lanes, const P: usize> {
    position: Position<L, P>,
    section: usize,
    here: Slot,
    origin: Slot,
    way: Way,
    lap: u32,
    made: i32,
    dropped: i32,
    sown: L::Mask,
    sown_this_lap: L::Mask,
    raided: L::Mask,
    asked: u8,
    ways: u128,
    total_sown: i64,
    seen: Option<Seen>,
}

/// A question to the mover.
pub(super) struct Question<L: Lanes, const P: usize> {
    /// Number of possible answers.
    pub answers: u64,
    /// Weight of the answer in [`Move::answers`].
    weight: u64,
    /// The turn before the question; `None` if it must be replayed from its beginning.
    pub unasked: Option<Rc<Unasked<L, P>>>,
}

impl<L: Lanes, const P: usize> Question<L, P> {
    /// The move with an answer, given by its index.
    pub(super) fn answered(&self, play: &Move, place: u64) -> Move {
        Move { choices: play.choices + 1, answers: play.answers + place * self.weight, ..*play }
    }
}

impl<L: Lanes, const P: usize, W: Watch> Turn<'_, L, P, W> {
    /// The last question.
    pub(super) fn question(&mut self) -> Question<L, P> {
        let (answers, weight) = self.asking;
        Question { answers, weight, unasked: self.unasked.take() }
    }

    /// Applies `last seed` in a game in which that may ask the mover something.
    #[inline(never)]
    pub(super) fn decide_or_ask(&mut self) -> Result<Flow, Stop> {
        let decisions = &self.rules.last_decisions;
        let entry = self.entry(decisions, (self.here, self.lap, self.made));
        if entry.kind != Kind::Branches || !decisions.asks.get(usize::from(entry.branches)).is_some_and(|asks| *asks) {
            self.unasked = None;
            return Ok(self.decide()?);
        }
        let (position, way, raided) = (self.position, self.way, self.raided);
        let (made, dropped) = (self.made, self.dropped);
        let (asked, ways, state) = (self.asked, self.ways, self.hashed_if_asked());
        let flow = self.decide()?;
        // where the states themselves are remembered, they would have to be saved as well
        let resumes = matches!(flow, Flow::Asks) && self.memory.is_none();
        self.unasked = resumes.then(|| {
            Rc::new(Unasked {
                position,
                section: self.section,
                here: self.here,
                origin: self.origin,
                way,
                lap: self.lap,
                made,
                dropped,
                sown: self.sown,
                sown_this_lap: self.sown_this_lap,
                raided,
                asked,
                ways,
                total_sown: self.total_sown,
                seen: self.seen.clone(),
            })
        });
        let stood =
            state.is_some_and(|state| self.asked > asked && self.seen.as_mut().is_some_and(|seen| seen.has(state)));
        if stood { Err(Stop::Again) } else { Ok(flow) }
    }

    /// Continues from before a question with a move that answers it.
    pub(super) fn resume(
        &mut self,
        unasked: &Unasked<L, P>,
        before: &Position<L, P>,
        play: &Move,
    ) -> Result<Tried, Trouble> {
        self.restore(&unasked.position);
        self.record(before, play);
        (self.begun, self.section) = ((play.hole, play.way), unasked.section);
        (self.here, self.origin, self.way) = (unasked.here, unasked.origin, unasked.way);
        (self.lap, self.made, self.last_seed) = (unasked.lap, unasked.made, true);
        self.dropped = unasked.dropped;
        (self.sown, self.sown_this_lap, self.raided) = (unasked.sown, unasked.sown_this_lap, unasked.raided);
        (self.asked, self.ways, self.total_sown) = (unasked.asked, unasked.ways, unasked.total_sown);
        self.given = play.choices;
        self.answers = (u128::from(play.answers) / unasked.ways) as u64;
        self.seen.clone_from(&unasked.seen);
        self.memory = None;
        self.remember(self.machine.tables.watched.every_state || !before.locked.is_none());
        self.find_laps();
        let played = self.decide_or_ask().and_then(|flow| self.go_on(flow));
        self.settled(played, before, play)
    }

    /// Lets the mover choose `number` slots of a set. If the set has no more, all are chosen without a question.
    #[cold]
    pub(super) fn choose(&mut self, number: u32, among: &Set<L::Mask>) -> Result<Option<Flow>, Trouble> {
        let among = self.set(among, NOWHERE) & L::Mask::first_slots(self.machine.tables.layout.slots);
        self.chosen = among;
        let number = u64::from(number);
        let things = u64::from(among.count());
        if things <= number {
            return Ok(None);
        }
        let answers = choices(things, number);
        if answers > MOST_ANSWERS as u64 {
            return Err(Trouble::TooManyWays(self.section as u8));
        }
        match self.answer(answers) {
            Asked::Open => Ok(Some(Flow::Asks)),
            Asked::TooOften => self.endless().map(Some),
            Asked::Answer(place) => {
                let chosen = pick(among, number, place);
                self.chosen = crate::tables::mask(chosen.iter().copied());
                self.watch.picks(&chosen);
                Ok(None)
            }
        }
    }

    /// Continues a turn from a question with a move that answers it, or plays it from its beginning.
    pub(super) fn continued(
        &mut self,
        before: &Position<L, P>,
        play: &Move,
        unasked: Option<&Unasked<L, P>>,
    ) -> Result<Tried, Trouble> {
        match unasked {
            Some(unasked) => self.resume(unasked, before, play),
            None => {
                self.restore(before);
                self.play(before, play)
            }
        }
    }

    /// Continues the turn of a move from its question, once for each combination of answers, and adds the legal ones.
    #[cold]
    pub(super) fn ask(
        &mut self,
        before: &Position<L, P>,
        play: &Move,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        let mut open = Vec::new();
        let push = |open: &mut Vec<(Move, Option<Rc<Unasked<L, P>>>)>, play: &Move, question: Question<L, P>| {
            let mut question = question;
            // an observer sees every turn from its beginning
            let unasked = question.unasked.take().filter(|_| !W::WATCHES);
            open.extend((0..question.answers).rev().map(|place| (question.answered(play, place), unasked.clone())));
        };
        push(&mut open, play, self.question());
        let mut tried = 1;
        while let Some((play, unasked)) = open.pop() {
            tried += 1;
            if tried > MOST_ANSWERS {
                return Err(Trouble::TooManyWays(play.section));
            }
            self.watch.begins();
            match self.continued(before, &play, unasked.as_deref())? {
                Tried::Illegal => {}
                Tried::Done(end) => children.push(Child { play, position: self.position, end }),
                Tried::Asks => push(&mut open, &play, self.question()),
            }
        }
        Ok(())
    }
}

/// The combination of `number` slots of a set that has index `place` in lexicographic order.
fn pick<M: Mask>(among: M, number: u64, place: u64) -> Vec<Slot> {
    let (mut wanted, mut left, mut place) = (number, u64::from(among.count()), place);
    let mut picked = Vec::with_capacity(number as usize);
    for slot in among.slots() {
        if wanted == 0 {
            break;
        }
        left -= 1;
        // number of combinations that contain this slot
        let with = choices(left, wanted - 1);
        if place < with {
            picked.push(slot);
            wanted -= 1;
        } else {
            place -= with;
        }
    }
    picked
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// The mover's choices in a legal move from a position.
    pub(super) fn answers(&self, position: &Position<L, P>, round: &Round<L::Mask>, play: &Move) -> Vec<Answer> {
        let mut notes = Notes { chosen: Some(Vec::new()), ..Notes::default() };
        if play.choices > 0 {
            let mut told = Vec::new();
            // the move was played before, so it cannot fail
            let _ = Turn::between(self, round, position, Noting::new(&mut told, &mut notes)).play(position, play);
        }
        let hole = |slot: &Slot| self.tables.layout.hole_of[usize::from(*slot)];
        let answer = |chosen: Chosen| match chosen {
            Chosen::Whether(true) => Answer::Yes,
            Chosen::Whether(false) => Answer::No,
            Chosen::Slots(slots) => Answer::Holes(slots.iter().map(hole).collect()),
        };
        notes.chosen.into_iter().flatten().map(answer).collect()
    }

    /// A move as a [`Sowing`], with the mover's choices within the turn.
    pub(crate) fn sowing(&self, rules: &Rules, play: &Move, answers: Vec<Answer>) -> Sowing {
        Sowing {
            hole: self.tables.layout.hole_of[usize::from(play.hole)],
            way: play.way,
            says_way: rules.chooses_way(),
            answers,
            section: usize::from(play.section),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pick;
    use crate::game::picks;
    use crate::tables::{Mask, Slot};

    #[test]
    fn slots_are_picked_in_the_order_of_the_narrator() {
        let among: u32 = 0b1011_0101;
        let slots: Vec<Slot> = among.slots().collect();
        for number in 1..slots.len() {
            for (place, expected) in picks(slots.len(), number).into_iter().enumerate() {
                let expected: Vec<Slot> = expected.into_iter().map(|at| slots[at]).collect();
                assert_eq!(pick(among, number as u64, place as u64), expected, "{number} of {among:b}");
            }
        }
    }
}
