//! Writes what takes seeds as acts.

use super::super::lanes::Lanes;
use super::acts::{Act, Goal, NO_GAME};
use super::coding::Coder;
use super::form::Form;
use super::question::Games;
use super::sight::Spot;
use crate::tables::{Mask, Set, Slot};

impl<L: Lanes, const P: usize> Coder<'_, L, P> {
    pub fn take(&mut self, of: Games, slots: L::Mask, goal: Goal) {
        if !slots.is_none() && of != NO_GAME {
            self.change();
            self.changes_here += usize::from(slots.has(self.reading.here()));
            let spots = self.spots(slots);
            self.script.acts.push(Act::Take { of, spots, goal });
        }
    }

    /// Takes from places, each in the games of a set of its own.
    fn gather(&mut self, of: Games, from: Games, spots: impl IntoIterator<Item = Spot>, goal: Goal) {
        self.change();
        self.changes_here += 1;
        let spots = self.script.spots(spots);
        self.script.acts.push(Act::Gather { of, from, spots, goal });
    }

    pub fn store(&self) -> Goal {
        let reading = &self.reading;
        Goal::Spot(self.spot(reading.machine.tables.layout.stores[reading.mover]))
    }

    pub fn taking(&mut self, of: Games, taking: u32) -> Option<()> {
        let taking = &self.course.program.takings[taking as usize];
        let goal = taking.store.map_or(Goal::Hand, |store| Goal::Spot(self.spot(store)));
        let slots = match (&taking.rest, &taking.run) {
            (Some(_), Some((back, table))) => self.run(of, (*back, table), taking.slots, goal)?,
            (Some(set), None) => {
                self.take_among(of, set, taking.slots, taking.store, goal)?;
                taking.slots
            }
            (None, _) => taking.slots,
        };
        self.take(of, slots, goal);
        Some(())
    }

    /// Takes from the slots of a set that depends on the game, but not from `taken`, which are taken from anyhow.
    pub fn take_among(
        &mut self,
        of: Games,
        set: &Set<L::Mask>,
        taken: L::Mask,
        store: Option<Slot>,
        goal: Goal,
    ) -> Option<()> {
        let layout = &self.reading.machine.tables.layout;
        let mut always = L::Mask::NONE;
        let mut found = Vec::new();
        let seen = self.reading.sight.slots(self.reading.mover).iter().copied();
        for slot in seen.filter(|slot| Some(*slot) != store && !taken.has(*slot)) {
            match self.reading.within(set, slot)? {
                Form::Known(false) => {}
                _ if usize::from(slot) >= layout.lanes => return None,
                Form::Known(true) => always |= L::Mask::of(slot),
                form => found.push((self.ask_anew(of, &form), slot)),
            }
        }
        match found[..] {
            [(from, _), _, ..] if found.iter().zip(from..).all(|((games, _), next)| *games == next) => {
                let spots: Vec<Spot> = found.iter().map(|(_, slot)| self.spot(*slot)).collect();
                self.gather(of, from, spots, goal);
            }
            _ => found.into_iter().for_each(|(games, slot)| self.take(games, L::Mask::of(slot), goal)),
        }
        self.take(of, always, goal);
        Some(())
    }

    /// Takes a run of slots that starts next to the last seed. Returns those of some other slots that are still to be taken.
    fn run(&mut self, of: Games, (back, table): (bool, &[u64]), mut others: L::Mask, goal: Goal) -> Option<L::Mask> {
        let here = self.reading.here();
        let run = self.reading.run(back, table)?;
        if run.stages.iter().any(|stage| Goal::Spot(stage.spot) == self.store()) {
            return None;
        }
        let begun = others.has(here) && run.stage(self.spot(here)).is_some();
        if begun {
            others = others & !L::Mask::of(here);
        }
        if !run.stages.is_empty() {
            let from = self.claims(of, &run, begun);
            self.gather(of, from, run.stages.iter().map(|stage| stage.spot), goal);
        }
        Some(others)
    }
}
