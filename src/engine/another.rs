//! What other moves would have led to.

use super::lanes::Lanes;
use super::moves::{End, Move};
use super::position::Position;
use super::turn::Turn;
use super::watch::{Unwatched, Watch};
use crate::tables::{Slot, Test};

/// The move of a turn, and the position before it.
#[derive(Clone, Debug)]
pub(super) struct Begun<L: Lanes, const P: usize> {
    before: Position<L, P>,
    play: Move,
    /// Number of questions before `after turn`, and number of ways to answer them.
    asked: (u8, u128),
}

/// What identifies a move up to its `after turn`.
type Identity = (Slot, bool, u8, u128);

impl<L: Lanes, const P: usize> Begun<L, P> {
    fn identity(&self) -> Identity {
        let (asked, ways) = self.asked;
        let clockwise = self.play.way == crate::rules::model::Way::Clockwise;
        (self.play.hole, clockwise, asked, u128::from(self.play.answers) % ways.max(1))
    }
}

/// A condition that is tested in place of reading `after turn`.
#[derive(Clone, Copy)]
pub(super) struct Comparing<'t, M> {
    test: &'t Test<M>,
    /// The first two moves after which the condition was true.
    found: [Option<Identity>; 2],
}

/// The moves of a position after which a condition is true: two are enough to know it of any other move.
#[derive(Clone, Debug)]
pub(super) struct Compared<L: Lanes, const P: usize> {
    before: Position<L, P>,
    section: u8,
    test: Test<L::Mask>,
    found: [Option<Identity>; 2],
}

impl<'t, L: Lanes, const P: usize, W: Watch> Turn<'t, L, P, W> {
    /// Records the move of this turn if a rule asks about others.
    #[inline(always)]
    pub(super) fn record(&mut self, before: &Position<L, P>, play: &Move) {
        if self.machine.tables.watched.other_moves {
            self.move_begun = Some(Box::new(Begun { before: *before, play: *play, asked: (0, 1) }));
        }
    }

    /// Notes that `after turn` is about to be read. Returns whether a condition was tested instead.
    #[cold]
    #[inline(never)]
    pub(super) fn compares(&mut self, end: End) -> bool {
        let asked = (self.asked, self.ways);
        let identity = self.move_begun.as_mut().map(|begun| {
            begun.asked = asked;
            begun.identity()
        });
        let Some(comparing) = self.comparing else { return false };
        if !end.is_over() && self.met(comparing.test) {
            let [first, second] = comparing.found;
            let found = if first.is_none() { [identity, None] } else { [first, second.or(identity)] };
            self.comparing = Some(Comparing { found, ..comparing });
        }
        true
    }

    /// Whether a condition holds before the `after turn` of another move of the same section.
    #[cold]
    #[inline(never)]
    pub(super) fn another_leaves(&self, test: &Test<L::Mask>) -> bool {
        let Some(begun) = self.move_begun.as_deref() else { return false };
        let (before, section) = (begun.before, begun.play.section);
        let mut compared = self.compared.borrow_mut();
        let known =
            compared.iter().find(|known| known.before == before && known.section == section && known.test == *test);
        let found = match known {
            Some(known) => known.found,
            None => {
                let found = self.leaving(test, &before, usize::from(section));
                compared.retain(|known| known.before == before);
                compared.push(Compared { before, section, test: test.clone(), found });
                found
            }
        };
        let own = begun.identity();
        found.into_iter().flatten().any(|other| other != own)
    }

    /// The first two moves of a section after which a condition holds.
    fn leaving(&self, test: &Test<L::Mask>, before: &Position<L, P>, section: usize) -> [Option<Identity>; 2] {
        let mut turn = Turn::between(self.machine, self.round, before, Unwatched);
        turn.comparing = Some(Comparing { test, found: [None; 2] });
        // what goes wrong in other moves goes wrong when legal moves are found
        if turn.offer(section).is_ok() {
            let offered = turn.offered;
            let _ = turn.each_of(offered, section, |turn, play| {
                let fails = turn.answered(before, play, &mut Vec::new()).is_err();
                self.others_fail.set(self.others_fail.get() || fails);
                Ok(fails || turn.comparing.is_some_and(|comparing| comparing.found[1].is_some()))
            });
        }
        turn.comparing.map_or([None; 2], |comparing| comparing.found)
    }
}
