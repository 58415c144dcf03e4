//! Tries other moves, to tell what they would have led to.

use std::cell::{Cell, RefCell};

use super::lanes::Lanes;
use super::moves::{End, Move};
use super::others::{Compared, Comparing, Identity, Others};
use super::position::Position;
use super::turn::Turn;
use super::view::View;
use crate::tables::Test;

impl<'t, L: Lanes, const P: usize> Turn<'t, L, P> {
    /// Records the move of this turn if a rule asks about others.
    #[inline(always)]
    pub(super) fn record(&mut self, before: &Position<L, P>, play: &Move) {
        if self.machine.tables.watched.other_moves {
            self.record_move(before, play);
        }
    }

    #[cold]
    fn record_move(&mut self, before: &Position<L, P>, play: &Move) {
        let (before, play, asked) = (*before, *play, (0, 0));
        match &mut self.others {
            Some(others) => (others.before, others.play, others.asked) = (before, play, asked),
            None => {
                let (comparing, compared, fail) = (None, RefCell::default(), Cell::new(false));
                self.others = Some(Box::new(Others { before, play, asked, comparing, compared, fail }));
            }
        }
    }

    /// Notes that `after turn` is about to be read. Returns whether a condition was tested instead.
    #[cold]
    #[inline(never)]
    pub(super) fn compares(&mut self, end: End) -> bool {
        let asked = (self.now.asked, self.now.answers);
        let Some(others) = &mut self.others else { return false };
        others.asked = asked;
        let identity = others.identity();
        let Some(Comparing { test, found: [first, second] }) = others.comparing else { return false };
        if !end.is_over() && self.met(test) {
            let found = [first.or(Some(identity)), first.and(second.or(Some(identity)))];
            if let Some(others) = &mut self.others {
                others.comparing = Some(Comparing { test, found });
            }
        }
        true
    }

    /// Whether a condition holds before the `after turn` of another move of the same section.
    #[cold]
    #[inline(never)]
    pub(super) fn leaves_another(&self, test: &Test<L::Mask>) -> bool {
        let Some(others) = self.others.as_deref() else { return false };
        let (before, section) = (&others.before, others.play.section);
        let mut compared = others.compared.borrow_mut();
        let known =
            compared.iter().find(|known| known.before == *before && known.section == section && known.test == *test);
        let found = match known {
            Some(known) => known.found,
            None => {
                let found = self.leaving(test, others);
                compared.retain(|known| known.before == *before);
                compared.push(Compared { before: *before, section, test: test.clone(), found });
                found
            }
        };
        let own = others.identity();
        found.into_iter().flatten().any(|other| other != own)
    }

    /// The first two moves of the section of a turn after which a condition holds.
    fn leaving(&self, test: &Test<L::Mask>, others: &Others<'_, L, P>) -> [Option<Identity>; 2] {
        let (before, section) = (&others.before, usize::from(others.play.section));
        let mut turn = Turn::between(self.machine, self.round, before, None);
        turn.record_move(before, &others.play);
        if let Some(others) = &mut turn.others {
            others.comparing = Some(Comparing { test, found: [None; 2] });
        }
        let found = |turn: &Turn<'_, L, P>| {
            let comparing = turn.others.as_ref().and_then(|others| others.comparing);
            comparing.map_or([None; 2], |comparing| comparing.found)
        };
        // what goes wrong in offering goes wrong when legal moves are found
        if turn.offer(section).is_ok() {
            let offered = turn.offered;
            let _ = turn.each_of(offered, section, |turn, play| {
                let fails = turn.answered(before, play, &mut Vec::new()).is_err();
                others.fail.set(others.fail.get() || fails);
                Ok(fails || found(turn)[1].is_some())
            });
        }
        found(&turn)
    }

    /// Whether the rules gave no answer in another move that `after turn` asked about.
    pub(super) fn others_fail(&self) -> bool {
        self.others.as_ref().is_some_and(|others| others.fail.replace(false))
    }
}
