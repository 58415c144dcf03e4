//! Where all choices of a section are legal, so that counts need not try them.

use super::super::lanes::Lanes;
use super::form::Form;
use super::question::Question;
use super::reading::Reading;
use crate::tables::{Mask, Safe};

impl<L: Lanes, const P: usize> Reading<'_, L, P> {
    /// Whether all choices of the section are legal, given what is asked of each place of the track to see whether sowing
    /// passes over it.
    pub fn all_are_legal(&self, passed: &[Option<Question>]) -> Form {
        let section = &self.machine.tables.movers[self.mover].sections[self.section];
        Form::any([self.is_safe(&section.safe), Form::all([self.is_safe(&section.allowed), self.all_end(passed)])])
    }

    fn is_safe(&self, safe: &Safe<L::Mask>) -> Form {
        match safe {
            Safe::Always => Form::Known(true),
            Safe::Never => Form::Known(false),
            Safe::IfOccupied { holes, .. } => self.any_occupied(*holes, 0),
        }
    }

    /// Whether every turn ends; see [`super::super::course::Course::surely_ends`].
    fn all_end(&self, passed: &[Option<Question>]) -> Form {
        let sinks = &self.machine.courses[self.mover].sinks;
        let always = sinks.iter().fold(!L::Mask::NONE, |all, sinks| all & *sinks);
        let one = |slot| {
            let spot = self.spot(slot);
            let is_passed = passed.get(usize::from(spot)).copied().flatten().map_or(Form::Known(false), Form::Asks);
            let marked = |mark: usize| match mark {
                _ if always.has(slot) => Form::Known(true),
                0 => self.marked(spot, !0).not(),
                player => self.marked(spot, 1 << (player - 1)),
            };
            // both players ask in the same order
            let marks = [0, self.mover + 1, 2 - self.mover];
            let is_sink = |mark: &usize| sinks.get(*mark).is_some_and(|sinks| sinks.has(slot));
            let sinks = marks.into_iter().filter(is_sink).map(marked).filter(|marked| *marked != is_passed);
            Form::all([Form::any(sinks), is_passed.clone().not()])
        };
        Form::any(self.on_board(!L::Mask::NONE).map(one))
    }
}
