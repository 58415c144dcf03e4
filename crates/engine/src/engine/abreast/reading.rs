//! Reads conditions as forms, at moments at which they are asked.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use foldhash::HashMap;
use mancala_rules::rules::model::{Happened, Player, Steps, Stride, Way};

use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::form::Form;
use super::question::{About, Question};
use super::runs::{Run, Stage};
use super::sight::{NO_SPOT, Sight, Spot};
use crate::tables::{self, Amount, Mask, NOWHERE, Node, Numbers, Set, Skip, Slot, Test, tells};

/// A moment at which conditions are read: who moves, in which direction, and where the last seed fell.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a, L: Lanes, const P: usize> {
    pub machine: &'a Machine<L, P>,
    pub sight: &'a Sight,
    pub mover: Player,
    /// Index of the section in force.
    pub section: usize,
    pub way: Way,
    /// Where the last seed fell; [`Self::here`] tells it.
    pub ended: Slot,
    /// The slot that the mover chose, or [`NOWHERE`]; `None` if that is not known.
    pub chosen: Option<Slot>,
    /// Whether no lap has been sown yet.
    pub begins: bool,
    /// The most seeds that a place can hold.
    pub most: u8,
    pub read: &'a Read<L::Mask>,
}

/// What was read before, or `None` if no questions express it.
type Known<K, V> = RefCell<HashMap<K, Option<Rc<V>>>>;

/// The section, the direction, whether a run goes back, and what it claims.
type Goes = (usize, Way, bool, Box<[u64]>);

/// What was read before.
#[derive(Default)]
pub(super) struct Read<M> {
    /// For each direction, sets of places that lie a number of steps from others, if that is the same wherever a lap ends: for
    /// each place of the track whether it belongs to the set.
    reached: [Known<Set<M>, [Form]>; 2],
    runs: Known<Goes, Run>,
    /// Whether it was asked where the last seed fell.
    pub asked_here: Cell<bool>,
}

impl<L: Lanes, const P: usize> Reading<'_, L, P> {
    pub fn spot(&self, slot: Slot) -> Spot {
        self.sight.spot(self.mover, slot)
    }

    /// Where the last seed fell.
    pub fn here(&self) -> Slot {
        self.read.asked_here.set(true);
        self.ended
    }

    /// Whether one of some players, a bit set, marked a place.
    pub fn marked(&self, spot: Spot, players: u32) -> Form {
        let by = |mark: u8, player: usize| {
            if players >> player & 1 != 0 { Form::asks(About::Mark(spot), mark, mark) } else { Form::Known(false) }
        };
        match (by(1, self.mover), by(2, 1 - self.mover)) {
            (Form::Asks(_), Form::Asks(_)) => Form::asks(About::Mark(spot), 1, 2),
            (one, other) => Form::any([one, other]),
        }
    }

    /// The slot that is meant: `None` if it is not known, [`NOWHERE`] if there is none.
    pub fn slot_of(&self, spot: &tables::Spot, tested: Slot) -> Option<Slot> {
        Some(match spot {
            tables::Spot::Slot(slot) => *slot,
            tables::Spot::Nowhere => NOWHERE,
            tables::Spot::Here => self.here(),
            tables::Spot::Tested => tested,
            tables::Spot::Origin => return None,
            tables::Spot::Across(across, of) => match self.slot_of(of, tested)? {
                NOWHERE => NOWHERE,
                slot => self.machine.tables.layout.relative(*across, slot),
            },
            tables::Spot::Along { back, steps: Steps::Number(steps), from } => match self.slot_of(from, tested)? {
                NOWHERE => NOWHERE,
                from => self.along(from, (*back, *steps))?,
            },
            tables::Spot::Along { .. } => return None,
        })
    }

    /// A direction as the mover sees it, or the direction that he sees as this one.
    pub fn seen(&self, way: Way) -> Way {
        self.sight.way(self.mover, way)
    }

    /// The slot a number of steps after or before another one on the track; `None` if that depends on the lap.
    pub fn along(&self, from: Slot, steps: (bool, u32)) -> Option<Slot> {
        if self.skips_marks() || self.passes_origin() {
            return None;
        }
        if !self.machine.on_track[self.mover].has(from) {
            return Some(NOWHERE);
        }
        let spot = self.sight.along(self.spot(from), self.seen(self.way), steps)?;
        Some(self.sight.slot(self.mover, spot))
    }

    /// Whether a slot belongs to a set; `None` if no questions express that.
    pub fn within(&self, set: &Set<L::Mask>, slot: Slot) -> Option<Form> {
        let spot = self.spot(slot);
        if spot == NO_SPOT {
            return Some(Form::Known(false));
        }
        let across = |across| &self.machine.tables.layout.across[across as usize];
        Some(match set {
            Set::Slots(slots) => Form::Known(slots.has(slot)),
            Set::Occupied => Form::occupied(spot),
            Set::Empty => Form::occupied(spot).not(),
            Set::Holding(numbers) => Form::numbers(About::Seeds(spot), self.most, numbers)?,
            Set::Marked(players) => self.marked(spot, *players),
            Set::Unmarked(slots, players) => {
                Form::all([Form::Known(slots.has(slot)), self.marked(spot, *players).not()])
            }
            Set::Spot(one) => Form::Known(self.slot_of(one, NOWHERE)? == slot),
            Set::Whose(relation, set) => self.within(set, across(*relation)[usize::from(slot)])?,
            Set::Across(relation, set) => {
                let seen = self.sight.slots(self.mover).iter().copied();
                let of = seen.filter(|of| across(*relation)[usize::from(*of)] == slot);
                Form::any(of.map(|of| self.within(set, of)).collect::<Option<Vec<_>>>()?)
            }
            Set::Where(set, test) => Form::all([self.within(set, slot)?, self.holds(test, slot)?]),
            Set::If(test) => self.holds(test, NOWHERE)?,
            Set::Both(parts) => {
                Form::all(parts.iter().map(|part| self.within(part, slot)).collect::<Option<Vec<_>>>()?)
            }
            Set::Either(parts) => self.within_either(parts, slot)?,
            Set::Not(set) => self.within(set, slot)?.not(),
            Set::Run { stride: Stride { back, step: 1, most: None }, table: Some(table), .. } => {
                self.claimed(&self.run(*back, table)?, false, spot)
            }
            Set::Chosen => Form::Known(self.chosen? == slot),
            Set::Happened(Happened::Raided) => match self.machine.tables.movers[self.mover].abroad.has(slot) {
                // only captures take seeds from places off the track
                true if spot >= self.sight.track => Form::asks(About::Raided(spot), 1, u8::MAX),
                true => return None,
                false => Form::Known(false),
            },
            Set::Along { .. } if spot >= self.sight.track => Form::Known(false),
            Set::Along { back, steps, from } => {
                self.along_from(set, (*back, *steps), from)?.get(usize::from(spot))?.clone()
            }
            Set::Happened(_) | Set::Run { .. } => return None,
        })
    }

    /// For each place of the track whether it lies a number of steps from one of some others; `None` if no questions express
    /// that. The whole set and its parts are given.
    fn along_from(&self, set: &Set<L::Mask>, steps: (bool, Steps), from: &Set<L::Mask>) -> Option<Rc<[Form]>> {
        let is_of_moment = |node: Node<'_, L::Mask>| match node {
            Node::Spot(spot) => matches!(spot, tables::Spot::Here | tables::Spot::Origin | tables::Spot::Tested),
            Node::Set(set) => matches!(set, Set::Run { .. } | Set::Chosen),
            Node::Test(test) => {
                matches!(test, Test::Lap(_) | Test::Section(_) | Test::Count(Amount::Made | Amount::Dropped, _))
            }
        };
        let read = || {
            let slots = (0..self.sight.track).map(|spot| self.sight.slot(self.mover, spot));
            let belong = slots.map(|slot| self.within(from, slot)).collect::<Option<Vec<_>>>()?;
            (0..self.sight.track).map(|place| self.reached(steps, &belong, place)).collect()
        };
        if from.any(&mut { is_of_moment }) {
            return read();
        }
        let known = &self.read.reached[self.way as usize];
        if let Some(known) = known.borrow().get(set) {
            return known.clone();
        }
        let reached: Option<Rc<[Form]>> = read();
        known.borrow_mut().insert(set.clone(), reached.clone());
        reached
    }

    /// Whether a place of the track lies a number of steps from one of some others, given for each place whether it is one of
    /// them; `None` if no questions express that.
    fn reached(&self, (back, steps): (bool, Steps), belong: &[Form], place: Spot) -> Option<Form> {
        let mut reached = Vec::new();
        for (spot, belongs) in (0..self.sight.track).zip(belong) {
            if *belongs == Form::Known(false) {
                continue;
            }
            // how far a step leads must not depend on the game
            self.along(self.sight.slot(self.mover, spot), (back, 1))?;
            match steps {
                Steps::Number(number) => {
                    let leads =
                        number > 0 && self.sight.along(spot, self.seen(self.way), (back, number)) == Some(place);
                    reached.extend(leads.then(|| belongs.clone()));
                }
                Steps::Held => {
                    let first = self.sight.steps(spot, (self.seen(self.way), back), place);
                    reached.extend((first..=self.most).step_by(usize::from(self.sight.track)).map(|held| {
                        let about = About::Seeds(spot);
                        Form::all([Form::asks(about, held, held), belongs.clone().given(about, held)])
                    }));
                }
            }
        }
        Some(Form::any(reached))
    }

    /// Whether sowing passes over the place that a lap began from.
    pub fn passes_origin(&self) -> bool {
        self.machine.tables.movers[self.mover].skip.passes_origin()
    }

    /// Whether a slot belongs to one of some sets; `None` if no questions express that.
    fn within_either(&self, parts: &[Set<L::Mask>], slot: Slot) -> Option<Form> {
        let (mut runs, mut others) = (Vec::new(), Vec::new());
        for part in parts {
            match part {
                Set::Run { stride: Stride { back, step: 1, most: None }, table: Some(table), .. } => {
                    runs.push(self.run(*back, table)?);
                }
                part => others.push(part),
            }
        }
        // in one order whichever way the lap goes, so that the same is asked wherever it ends
        others.sort_by_key(
            |part| matches!(part, Set::Along { back, .. } if *back == (self.seen(self.way) == Way::Counterclockwise)),
        );
        let within = |slot| others.iter().map(|part| self.within(part, slot)).collect::<Option<Vec<_>>>();
        // where a run starts is asked with what it claims, so that the same is asked wherever that is
        let reaches_here = |run: &Rc<Run>| run.stage(self.spot(self.here())).is_some();
        let begun = runs.iter().any(reaches_here) && within(self.here())?.contains(&Form::Known(true));
        let mut forms = if begun && slot == self.here() { Vec::new() } else { within(slot)? };
        forms.extend(runs.iter().map(|run| self.claimed(run, begun && reaches_here(run), self.spot(slot))));
        Some(Form::any(forms))
    }

    /// Whether a run claims a place; if `begun` is set, it also claims the one that it starts next to.
    fn claimed(&self, run: &Rc<Run>, begun: bool, spot: Spot) -> Form {
        let from = self.spot(self.here());
        match run.stage(spot) {
            Some(_) if run.is_fixed() => Form::claimed(run, (from, begun), spot),
            Some(_) => Form::Claimed { run: run.clone(), from, begun, spot },
            None => Form::Known(false),
        }
    }

    /// A run that starts next to the last seed; `None` if no questions express what it claims.
    pub fn run(&self, back: bool, table: &[u64]) -> Option<Rc<Run>> {
        if self.spot(self.here()) >= self.sight.track {
            return None;
        }
        let of = (self.section, self.way, back, Box::from(table));
        if let Some(known) = self.read.runs.borrow().get(&of) {
            return known.clone();
        }
        let run = self.run_anew(back, table).map(Rc::new);
        self.read.runs.borrow_mut().insert(of, run.clone());
        run
    }

    fn run_anew(&self, back: bool, table: &[u64]) -> Option<Run> {
        let (track, all_passed) = (self.sight.track, self.all_passed()?);
        let mut stages = Vec::new();
        for step in 0..u32::from(track) {
            let spot = self.sight.along(0, self.seen(self.way), (back, step))?;
            let numbers = table.get(usize::from(self.sight.slot(self.mover, spot))).copied().unwrap_or(0);
            let about = About::Seeds(spot);
            let claims = match Form::among(about, self.most, |seeds| tells(numbers, seeds as u64))? {
                Form::Known(true) => Form::asks(about, 0, u8::MAX).one_of()?,
                form => form.one_of()?,
            };
            let after = self.sight.along(spot, self.seen(self.way), (!back, 1))?;
            let passed = all_passed.get(usize::from(spot)).copied().flatten();
            stages.push(Stage { spot, after, claims, passed });
        }
        Some(Run::of(stages, self.passes_origin()))
    }

    /// Whether sowing passes over places because they are marked.
    fn skips_marks(&self) -> bool {
        match &self.machine.tables.movers[self.mover].skip {
            Skip::Marked { among, players, .. } => !among.is_none() && *players != 0,
            _ => true,
        }
    }

    /// For each place of the track, what is asked of its mark or its seeds to see whether sowing passes over it; no places
    /// if it passes over none. `None` if single questions do not tell it.
    pub fn all_passed(&self) -> Option<Vec<Option<Question>>> {
        let slots = (0..self.sight.track).map(|spot| self.sight.slot(self.mover, spot));
        let passed = |slot| match &self.machine.tables.movers[self.mover].skip {
            Skip::Marked { among, players, .. } if among.has(slot) => Some(self.marked(self.spot(slot), *players)),
            Skip::Changing(set, _) => {
                let [one, other] = Way::BOTH.map(|way| Reading { way, ..*self }.within(set, slot));
                one.filter(|one| other.as_ref() == Some(one))
            }
            _ => Some(Form::Known(false)),
        };
        let mut asked = Vec::new();
        for slot in slots {
            asked.push(match passed(slot)? {
                Form::Known(false) => None,
                Form::Asks(asks) => Some(asks),
                _ => return None,
            });
        }
        if asked.iter().all(Option::is_none) {
            asked.clear();
        }
        Some(asked)
    }

    /// Whether a condition holds; `None` if no questions express that.
    pub fn holds(&self, test: &Test<L::Mask>, tested: Slot) -> Option<Form> {
        Some(match test {
            Test::Known(holds) => Form::Known(*holds),
            Test::Not(test) => self.holds(test, tested)?.not(),
            Test::And(parts) => {
                Form::all(parts.iter().map(|part| self.holds(part, tested)).collect::<Option<Vec<_>>>()?)
            }
            Test::Or(parts) => {
                Form::any(parts.iter().map(|part| self.holds(part, tested)).collect::<Option<Vec<_>>>()?)
            }
            Test::Some(set) => {
                let slots = self.sight.slots(self.mover).iter();
                Form::any(slots.map(|slot| self.within(set, *slot)).collect::<Option<Vec<_>>>()?)
            }
            Test::AnyOccupied(slots, players) => self.any_occupied(*slots, *players),
            Test::Seeds(spot, numbers) => match self.slot_of(spot, tested)? {
                NOWHERE => Form::Known(false),
                slot => Form::numbers(About::Seeds(self.spot(slot)), self.most, numbers)?,
            },
            Test::Within(spot, set) => match self.slot_of(spot, tested)? {
                NOWHERE => Form::Known(false),
                slot => self.within(set, slot)?,
            },
            Test::Count(Amount::Made, numbers) => self.made(numbers)?,
            Test::Count(Amount::NumberOf(set), numbers) => {
                let slots = self.sight.slots(self.mover).iter();
                Form::number(slots.map(|slot| self.within(set, *slot)).collect::<Option<Vec<_>>>()?, numbers)?
            }
            Test::Lap(lap) if self.begins => Form::Known(*lap == 0),
            Test::Count(Amount::SeedsIn(set), numbers) => self.sum(set, numbers)?,
            Test::Goes(way) => Form::Known(*way == self.way),
            Test::Section(section) => Form::Known(*section == self.section),
            _ => return None,
        })
    }

    /// Whether the number of seeds where the last one fell is one of some.
    fn made(&self, numbers: &Numbers) -> Option<Form> {
        // the seed that fell is one of them, and before the first lap a chosen hole holds others
        let least = if self.begins { 2 } else { 1 };
        let mut wanted = (least..=self.most).map(|made| numbers.contains(i32::from(made)));
        let first = wanted.next().unwrap_or(false);
        if wanted.all(|is| is == first) {
            return Some(Form::Known(first));
        }
        Form::numbers(About::Made, self.most, numbers)
    }

    /// Whether the sum of the seeds in a fixed set is one of some numbers that follow each other.
    fn sum(&self, set: &Set<L::Mask>, numbers: &Numbers) -> Option<Form> {
        let spots: Vec<Spot> = self.fixed(set)?.into_iter().map(|slot| self.spot(slot)).collect();
        let mut asked = (0..=self.most).filter(|number| numbers.contains(i32::from(*number)));
        let Some(first) = asked.next() else { return Some(Form::Known(false)) };
        let last = asked.try_fold(first, |last, number| (number == last + 1).then_some(number))?;
        let more = |than: u8| Form::More(spots.clone(), than);
        let least = first.checked_sub(1).map_or(Form::Known(true), more);
        let most = if last == self.most { Form::Known(true) } else { more(last).not() };
        Some(Form::all([least, most]))
    }

    /// The slots of a set in the order in which the mover sees them; `None` if they are not the same in all games.
    pub fn fixed(&self, set: &Set<L::Mask>) -> Option<Vec<Slot>> {
        let mut slots = Vec::new();
        for slot in self.sight.slots(self.mover) {
            match self.within(set, *slot)? {
                Form::Known(true) => slots.push(*slot),
                Form::Known(false) => {}
                _ => return None,
            }
        }
        Some(slots)
    }

    /// Whether some slot holds seeds that none of these players, a bit set, marked.
    pub fn any_occupied(&self, slots: L::Mask, players: u32) -> Form {
        let one = |slot: Slot| {
            let spot = self.spot(slot);
            Form::all([Form::occupied(spot), self.marked(spot, players).not()])
        };
        Form::any(self.on_board(slots).map(one))
    }

    /// The holes and ends in the order in which the first player sees them.
    pub fn in_order(&self) -> Vec<Slot> {
        let mut slots: Vec<Slot> = self.on_board(!L::Mask::NONE).collect();
        slots.sort_by_key(|slot| self.sight.slot(0, self.spot(*slot)));
        slots
    }

    /// Those of some slots that are holes or ends, in the order in which the mover sees them.
    pub fn on_board(&self, slots: L::Mask) -> impl Iterator<Item = Slot> {
        let (lanes, seen) = (self.machine.lanes, self.sight.slots(self.mover).iter().copied());
        seen.filter(move |slot| *slot < lanes && slots.has(*slot))
    }
}
