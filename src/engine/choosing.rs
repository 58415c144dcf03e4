//! What the mover chooses inside a turn.

use super::lanes::Lanes;
use super::machine::Machine;
use super::moves::Move;
use super::position::{Position, Round};
use super::trouble::Trouble;
use super::turn::{Flow, Turn};
use super::watch::Watch;
use crate::narrator::{Answer, MOST_ANSWERS, choices, picks};
use crate::tables::{Mask, NOWHERE, RuleId, Set, Slot};

/// What comes of asking the mover.
pub(super) enum Asked {
    /// His answer, by its place.
    Answer(u64),
    /// He has not said yet.
    Open,
    /// He was asked too often: the turn is taken to be endless.
    TooOften,
}

impl<L: Lanes, const P: usize, W: Watch> Turn<'_, L, P, W> {
    /// Lets the mover choose so many slots of a set. Where it has no more, all are meant, and he is not asked.
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
                let slots: Vec<Slot> = among.slots().collect();
                let chosen = match number {
                    1 => vec![slots[place as usize]],
                    _ => {
                        let pick = picks(slots.len(), number as usize).swap_remove(place as usize);
                        pick.into_iter().map(|place| slots[place]).collect()
                    }
                };
                self.chosen = crate::tables::mask(chosen.iter().copied());
                self.watch.picks(&chosen);
                Ok(None)
            }
        }
    }
}

/// Writes down what the mover chooses.
struct Answers<'a> {
    told: &'a mut Vec<Answer>,
    cell_of: &'a [usize],
}

impl Watch for Answers<'_> {
    const WATCHES: bool = true;

    fn applies(&mut self, _: RuleId) {}

    fn says(&mut self, yes: bool) {
        self.told.push(if yes { Answer::Yes } else { Answer::No });
    }

    fn picks(&mut self, slots: &[Slot]) {
        self.told.push(Answer::Holes(slots.iter().map(|slot| self.cell_of[usize::from(*slot)]).collect()));
    }

    fn again(&mut self) {
        self.told.clear();
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// What the mover chooses in a legal move from a position.
    pub(super) fn answers(&self, position: &Position<L, P>, round: &Round<L::Mask>, play: &Move) -> Vec<Answer> {
        let mut told = Vec::new();
        if play.choices > 0 {
            let watch = Answers { told: &mut told, cell_of: &self.tables.layout.cell_of };
            // the move was played before: it gives no trouble
            let _ = Turn::between(self, round, position, watch).play(play);
        }
        told
    }
}
