//! The mover's choices within a turn.

use mancala_rules::rules::model::Rules;

use super::lanes::Lanes;
use super::machine::Machine;
use super::moves::{End, MOST_WAYS, Move, Tried};
use super::position::{Position, Round};
use super::program::{Choice, Op};
use super::trouble::Trouble;
use super::turn::{Frame, Start, Stop, Turn};
use super::view::View;
use super::watch::{Chosen, Notes};
use crate::game::{Answer, MOST_ANSWERS, Sowing, choices};
use crate::tables::{Mask, NOWHERE, Slot, mask};

/// Result of asking the mover a question.
pub(super) enum Asked {
    /// The index of his answer.
    Answer(u64),
    /// The move gives no answer to this question.
    Open,
    /// The turn counts as endless.
    Endless,
}

/// A way to play a choice of a hole and a direction.
#[derive(Clone, Copy)]
pub(super) enum Played {
    /// A turn that ended so.
    Turn(End),
    /// A turn up to a question that has this number of answers, of which each is a turn.
    UpTo(u64),
}

impl Played {
    /// Number of turns.
    pub fn number(self) -> u64 {
        match self {
            Played::Turn(_) => 1,
            Played::UpTo(answers) => answers,
        }
    }
}

impl<L: Lanes, const P: usize> Turn<'_, L, P> {
    /// Asks the mover a question with a number of possible answers.
    pub(super) fn ask(&mut self, answers: u64) -> Result<Asked, Stop> {
        if self.machine.tables.watched.asked_states && !self.exactly && self.stood_here() {
            return Err(Stop::Again);
        }
        if self.now.ways * u128::from(answers) > MOST_WAYS {
            return Ok(Asked::Endless);
        }
        (self.asking, self.settles) = (answers, false);
        let (given, number) = self.given;
        if self.now.asked >= number {
            self.after_others()?;
            return Ok(Asked::Open);
        }
        self.given.0 = given / answers;
        self.note_answer(given % answers, answers);
        Ok(Asked::Answer(given % answers))
    }

    /// Adds an answer, given by its index, to those so far.
    fn note_answer(&mut self, answer: u64, answers: u64) {
        self.now.answers += answer * self.now.ways as u64;
        self.now.ways *= u128::from(answers);
        self.now.asked += 1;
    }

    /// Lets the mover choose slots. If there are no more than he is to choose, all are chosen without a question.
    #[cold]
    pub(super) fn choose(&mut self, choice: &Choice<L::Mask>) -> Result<Asked, Stop> {
        let among = self.set(&choice.among, NOWHERE) & L::Mask::first_slots(self.machine.tables.layout.slots);
        self.now.chosen = among;
        let (number, things) = (u64::from(choice.number), u64::from(among.count()));
        if things <= number {
            return Ok(Asked::Answer(0));
        }
        let answers = choices(things, number);
        if answers > MOST_ANSWERS as u64 {
            return Err(Trouble::TooManyWays(self.now.section as u8).into());
        }
        let asked = self.ask(answers)?;
        match asked {
            Asked::Answer(answer) => self.picked(number, answer),
            Asked::Open => self.settles = choice.settles && self.now.hand == 0,
            Asked::Endless => {}
        }
        Ok(asked)
    }

    /// The mover chose this number of the slots among which he could choose.
    fn picked(&mut self, number: u64, answer: u64) {
        let chosen = pick(self.now.chosen, number, answer);
        self.now.chosen = mask(chosen.iter().copied());
        self.observe(|notes| notes.picks(&chosen));
    }

    /// Answers the question at which the turn stands, with one of a number of possible answers.
    #[inline]
    pub(super) fn answer(&mut self, answer: u64, answers: u64) {
        self.note_answer(answer, answers);
        let place = self.now.place;
        self.now.place = match self.course.program.ops[place as usize] {
            Op::May { no } if answer != 0 => no,
            Op::Choose(choice) => {
                self.picked(u64::from(self.course.program.choices[choice as usize].number), answer);
                place + 1
            }
            _ => place + 1,
        };
    }

    /// The move that was played so far, with the mover's answers.
    pub(super) fn played(&self, play: &Move) -> Move {
        Move { choices: self.now.asked, answers: self.now.answers, ..*play }
    }

    /// Returns to a moment of the turn.
    #[inline]
    pub(super) fn return_to(&mut self, frame: &Frame<L, P>) {
        self.now = *frame;
        self.states.truncate(frame.states as usize);
        self.kept = None;
        self.now_goes();
    }

    /// Plays a choice of a hole and a direction in every way to answer the questions within the turn, and calls `each`
    /// for the legal ones, in listing order. `up_to` says that it is to be called for questions of which every answer
    /// is a turn, too.
    // one function for all callers: the whole kernel is inlined in it
    #[inline(never)]
    pub(super) fn each_way(
        &mut self,
        before: &Position<L, P>,
        play: &Move,
        up_to: bool,
        each: &mut dyn FnMut(&mut Self, Played),
    ) -> Result<(), Trouble> {
        self.observe(Notes::begins);
        let mut found = 0;
        let tried = self.ways(before, play, (up_to, false), &mut |turn, way| {
            found += 1;
            each(turn, way);
        });
        match tried {
            Ok(()) => Ok(()),
            Err(Stop::Trouble(trouble)) => Err(trouble),
            Err(Stop::Again) => {
                self.observe(Notes::again);
                let known = found;
                found = 0;
                let again = &mut |turn: &mut Self, way| {
                    found += 1;
                    if found > known {
                        each(turn, way);
                    }
                };
                match self.ways(before, play, (up_to, true), again) {
                    Err(Stop::Trouble(trouble)) => Err(trouble),
                    Ok(()) | Err(Stop::Again) => Ok(()),
                }
            }
        }
    }

    /// As [`Self::each_way`]; `exactly` says that all states are remembered.
    fn ways(
        &mut self,
        before: &Position<L, P>,
        play: &Move,
        (up_to, exactly): (bool, bool),
        each: &mut dyn FnMut(&mut Self, Played),
    ) -> Result<(), Stop> {
        self.restore(before);
        let mut start = self.begin(before, play);
        if exactly {
            self.remember(true);
        }
        self.open.clear();
        let mut number = 1;
        loop {
            match self.run(start)? {
                Tried::Illegal => {}
                Tried::Done(end) => each(self, Played::Turn(end)),
                Tried::Asks if up_to && self.settles => each(self, Played::UpTo(self.asking)),
                Tried::Asks => self.open.push((self.now, 0, self.asking)),
            }
            let Some((frame, answer, answers)) = self.open.last_mut() else { return Ok(()) };
            let (frame, answer, answers) = (*frame, std::mem::replace(answer, *answer + 1), *answers);
            if answer + 1 >= answers {
                self.open.pop();
            }
            number += 1;
            if number > MOST_ANSWERS {
                return Err(Trouble::TooManyWays(play.section).into());
            }
            self.return_to(&frame);
            self.answer(answer, answers);
            start = Start::Here;
        }
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
        let mut notes = Notes::of_answers();
        if play.choices > 0 {
            // the move was played before, so it cannot fail
            let _ = Turn::between(self, round, position, Some(&mut notes)).play(position, play);
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
    pub fn sowing(&self, rules: &Rules, play: &Move, answers: Vec<Answer>) -> Sowing {
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
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::pick;
    use crate::engine::lanes::{Bytes, Lanes};
    use crate::engine::machine::Machine;
    use crate::game::picks;
    use crate::tables::{Mask, Slot};
    use mancala_rules::chance::{choice, generator};

    #[test]
    fn slots_are_picked_in_the_order_of_the_narrator() {
        let among: u64 = 0b1011_0101;
        let slots: Vec<Slot> = among.slots().collect();
        for number in 1..slots.len() {
            for (place, expected) in picks(slots.len(), number).into_iter().enumerate() {
                let expected: Vec<Slot> = expected.into_iter().map(|at| slots[at]).collect();
                assert_eq!(pick(among, number as u64, place as u64), expected, "{number} of {among:b}");
            }
        }
    }

    /// Plays every legal move of some random positions once more, from its beginning, with its answers.
    fn answers_play_the_moves<L: Lanes>(game: &str) {
        let (machine, mut position, round) = Machine::<L, 2>::at_start(game);
        let (mut children, mut chance, mut answered) = (Vec::new(), generator(1, 1), 0);
        for _ in 0..20 {
            machine.children(&position, &round, &mut children).unwrap();
            for child in &children {
                let played = machine.play_unchecked(&position, &round, &child.play, None).unwrap();
                assert_eq!(played, (child.position, child.end), "{game}: {:?}", child.play);
                answered += usize::from(child.play.choices > 0);
            }
            let Some(child) = children.get(choice(children.len(), &mut chance)) else { break };
            position = child.position;
        }
        assert!(answered > 0, "{game}");
    }

    #[test]
    fn a_way_to_answer_is_played_as_if_it_were_the_only_one() {
        // what the mover declines, and what he chooses
        answers_play_the_moves::<Bytes<2>>("omweso");
        answers_play_the_moves::<Bytes<4>>("mefuvha");
        answers_play_the_moves::<Bytes<4>>("msuwa");
    }
}
