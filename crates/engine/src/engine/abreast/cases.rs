//! What follows laps, and turns that end, as cases with numbers.

use mancala_rules::rules::model::Way;

use super::super::course::Code;
use super::acts::{Act, BRANCHES, Ends, RESTS, Script};
use crate::tables::Slot;

/// What is done in the games that a number stands for: a script for the games [`super::acts::THESE`].
pub(super) struct Case {
    pub what: u8,
    pub script: Script,
}

/// The number of a script, which becomes a case with the number that is free if there is none of it.
fn number(cases: &mut Vec<Case>, script: Script, free: Option<u8>) -> Option<u8> {
    if let Some(case) = cases.iter().find(|case| case.script == script) {
        return Some(case.what);
    }
    let what = free?;
    cases.push(Case { what, script });
    Some(what)
}

/// What follows laps with more than one code, as cases numbered from [`BRANCHES`] up.
#[derive(Default)]
pub(super) struct Branches {
    pub cases: Vec<Case>,
    /// The numbers by code, place, direction and section.
    numbers: Vec<((Code, Slot, Way, usize), u8)>,
    pub closings: Closings,
}

impl Branches {
    /// The number of what follows a lap; what is the same elsewhere has no number of its own.
    pub fn number(
        &mut self,
        of: (Code, Slot, Way, usize),
        write: impl FnOnce(&mut Closings) -> Option<Script>,
    ) -> Option<u8> {
        if let Some((_, number)) = self.numbers.iter().rev().find(|(known, _)| *known == of) {
            return Some(*number);
        }
        let script = write(&mut self.closings)?;
        let what = if let [Act::Goto { what, .. }] = script.acts[..] {
            what
        } else {
            let free = u8::try_from(self.cases.len() + usize::from(BRANCHES)).ok();
            number(&mut self.cases, script, free)?
        };
        self.numbers.push((of, what));
        Some(what)
    }
}

/// What follows turns that end.
#[derive(Default)]
pub(super) struct Closings {
    /// What is done at once, as cases numbered from the highest number down.
    pub cases: Vec<Case>,
    /// What waits until the next turn begins, as cases numbered from 1 up.
    pub waiting: Vec<Case>,
    /// What follows at some moments, wherever the last seed fell.
    known: Vec<(Moment, Closing)>,
}

/// How a turn ended, the section, the direction of the last lap, whether a seed was placed where the turn began, and how
/// often seeds were taken or moved where the lap ended.
pub(super) type Moment = (Ends, usize, Way, bool, usize);

/// What follows a turn that ends: how it ends then, or the number of a case, or both if that case waits.
#[derive(Clone, Copy)]
pub(super) enum Closing {
    Ends(Ends),
    Goes(u8),
    Waits(Ends, u8),
}

/// The highest number of a case that waits: where sequences are counted, it shares a byte with two bits.
const MOST_WAITING: u8 = 63;

impl Closings {
    /// None but those that wait already.
    pub fn new(waiting: Vec<Case>) -> Self {
        Closings { waiting, ..Closings::default() }
    }

    /// What follows at a moment, if that is known.
    pub fn at(&self, moment: &Moment) -> Option<Closing> {
        self.known.iter().find(|(known, _)| known == moment).map(|(_, closing)| *closing)
    }

    /// Notes what follows at a moment.
    pub fn note(&mut self, moment: Moment, closing: Closing) {
        self.known.push((moment, closing));
    }

    /// What a script stands for.
    pub fn closing(&mut self, script: Script) -> Option<Closing> {
        if let [Act::End { how, .. }] = script.acts[..] {
            return Some(Closing::Ends(how));
        }
        if let Some(how) = script.waits() {
            let free = u8::try_from(self.waiting.len() + 1).ok().filter(|free| *free <= MOST_WAITING);
            if free.is_some() {
                return number(&mut self.waiting, script, free).map(|what| Closing::Waits(how, what));
            }
        }
        let free = u8::try_from(self.cases.len()).ok().map(|cases| RESTS - 1 - cases);
        number(&mut self.cases, script, free.filter(|free| *free >= BRANCHES)).map(Closing::Goes)
    }
}
