//! Writes the program of a player as acts on games side by side.

use std::rc::Rc;

use mancala_rules::rules::model::{Change, Way};

use super::super::course::Course;
use super::super::lanes::Lanes;
use super::super::program::{At, Does, Op, Place, Takes};
use super::acts::{ANY_MARK, Act, Ends, Goal, NO_GAME, Part, Script, Step, THESE, range};
use super::cases::{Case, Closing, Closings};
use super::form::Form;
use super::question::{About, Games, Question};
use super::reading::Reading;
use super::runs::Run;
use super::sight::{HERE, Spot};
use crate::tables::{self, Amount, Mask, NOWHERE, Set, Slot, Winner};

/// Writes what follows a lap that ended at one slot, in one direction.
pub(super) struct Coder<'a, L: Lanes, const P: usize> {
    pub reading: Reading<'a, L, P>,
    pub course: &'a Course<L>,
    pub script: &'a mut Script,
    /// What follows a place that the mover chooses; `None` if he must not be asked anything.
    pub tails: Option<&'a mut Vec<Script>>,
    /// Where the list `after turn` begins, if it is read after every turn, and what has been written of it.
    pub after: Option<(Place, &'a mut Closings)>,
    /// How the turn ends while that list is read.
    ending: Option<Ends>,
    /// What holds in the games for which is written, until seeds or marks change.
    pub facts: Vec<Form>,
    /// The runs whose claims are known until then, with the first set of games of each, and what else is known of games.
    runs: Vec<(Rc<Run>, bool, Games)>,
    known: Vec<(Form, Games)>,
    /// Where the seed came from that was placed where the turn begins, if one was.
    placed: Option<Goal>,
    /// How often seeds were taken or moved where the lap ended.
    pub changes_here: usize,
}

impl<'a, L: Lanes, const P: usize> Coder<'a, L, P> {
    /// Writes what neither asks the mover nor reads the list `after turn`.
    pub fn new(reading: Reading<'a, L, P>, course: &'a Course<L>, script: &'a mut Script) -> Self {
        Coder {
            reading,
            course,
            script,
            tails: None,
            after: None,
            ending: None,
            facts: Vec::new(),
            runs: Vec::new(),
            known: Vec::new(),
            placed: None,
            changes_here: 0,
        }
    }

    pub fn spot(&self, slot: Slot) -> Spot {
        self.reading.spot(slot)
    }

    /// The places of some slots, in the order in which both players see them.
    pub fn spots(&mut self, slots: L::Mask) -> Part {
        let mut spots: Vec<_> = slots.slots().map(|slot| self.spot(slot)).collect();
        spots.sort_unstable();
        self.script.spots(spots)
    }

    fn is_on_track(&self, slot: Slot) -> bool {
        self.spot(slot) < self.reading.sight.track
    }

    fn end(&mut self, of: Games, how: Ends) -> Option<()> {
        let mut act = Act::End { of, how };
        if let Ends::Next | Ends::Again = how {
            if let Some(how) = self.ending {
                act = Act::End { of, how };
            } else if let Some((after, closings)) = &mut self.after {
                let reading = self.reading;
                let moment = (how, reading.section, reading.way, self.placed.is_some(), self.changes_here);
                // the same wherever a lap ended, as far as possible, so that it is written and done at once
                let closing = match closings.at(&moment) {
                    Some(closing) => closing,
                    None => {
                        let asked = reading.read.asked_here.replace(false);
                        let mut script = Script::new();
                        let mut coder = Coder::new(reading, self.course, &mut script);
                        (coder.ending, coder.placed, coder.changes_here) = (Some(how), self.placed, self.changes_here);
                        coder.all(*after)?;
                        let closing = closings.closing(script)?;
                        if !reading.read.asked_here.replace(asked) {
                            closings.note(moment, closing);
                        }
                        closing
                    }
                };
                act = match closing {
                    Closing::Ends(how) => Act::End { of, how },
                    Closing::Goes(what) => Act::Goto { of, what },
                    Closing::Waits(how, what) => Act::Close { of, how, what },
                };
            }
        }
        self.script.acts.push(act);
        Some(())
    }

    /// Those games for which something holds that may be known.
    fn ask(&mut self, of: Games, form: &Form) -> Games {
        let known = |fact: &Form| self.facts.contains(fact);
        match form {
            form if known(form) => of,
            form if known(&form.clone().not()) => NO_GAME,
            form => self.ask_anew(of, form),
        }
    }

    /// Those games for which something holds. It is asked even if it is known, so that the same is asked wherever a lap ends.
    pub fn ask_anew(&mut self, of: Games, form: &Form) -> Games {
        let form = self.settled(of, form);
        self.script.ask(of, &form)
    }

    /// A form in which what runs claim is known, and what is long and counted: acts find it.
    fn settled(&mut self, of: Games, form: &Form) -> Form {
        if let Some((_, games)) = self.known.iter().find(|(known, _)| known == form) {
            return Form::those(*games);
        }
        let mut all = |parts: &[Form]| parts.iter().map(|part| self.settled(of, part)).collect::<Vec<_>>();
        match form {
            Form::All(parts) => Form::all(all(parts)),
            Form::Any(parts) => Form::any(all(parts)),
            Form::Number(parts, low, high) => {
                let parts = all(parts).into_iter().map(|part| self.script.hoist(of, part, &mut self.known));
                Form::Number(parts.collect(), *low, *high)
            }
            Form::Not(form) => self.settled(of, form).not(),
            Form::Claimed { run, begun, spot, .. } => match run.stage(*spot) {
                Some(stage) => Form::those(self.claims(of, run, *begun) + stage as Games),
                None => Form::Known(false),
            },
            Form::Known(_) | Form::Asks(_) | Form::More(..) => form.clone(),
        }
    }

    /// The first of the sets of games in which a run claims each of its places.
    pub fn claims(&mut self, of: Games, run: &Rc<Run>, begun: bool) -> Games {
        let known = self.runs.iter().find(|(known, also, _)| (known, *also) == (run, begun));
        if let Some((.., first)) = known {
            return *first;
        }
        let mut steps = Vec::new();
        for stage in &run.stages {
            let claims = self.script.questions(stage.claims.iter().copied());
            steps.push(Step { spot: stage.spot, after: stage.after, claims, passed: stage.passed });
        }
        let to = self.script.free_sets(steps.len());
        let steps = self.script.steps(steps);
        let Run { origin, circle, .. } = **run;
        self.script.acts.push(Act::Run { of, steps, origin, circle, begun, to });
        self.runs.push((run.clone(), begun, to));
        to
    }

    /// Seeds or marks change: what was known does not hold any more.
    pub fn change(&mut self) {
        self.facts.clear();
        self.runs.clear();
        self.known.clear();
    }

    /// A slot that is lifted and sown.
    fn lift(&mut self, of: Games, slot: Slot) -> Option<()> {
        if !self.is_on_track(slot) {
            return self.end(of, Ends::Open);
        }
        let spot = self.place(self.spot(slot), 0);
        self.script.acts.push(Act::Lift { of, spot });
        Some(())
    }

    /// A place that is lifted. The one where the lap ended has no number of its own unless its seeds changed more often than
    /// a number of times, so that the same is written wherever that is.
    fn place(&self, spot: Spot, changes: usize) -> Spot {
        let is_here = spot == self.spot(self.reading.here()) && !self.reading.begins;
        if is_here && self.changes_here <= changes { HERE } else { spot }
    }

    /// Whether some lanes hold seeds and others none.
    fn fits(&self, full: &L, bare: &L) -> Form {
        let asks = |slot: Slot| {
            let held = Form::occupied(self.spot(slot));
            match (full.get(slot) != 0, bare.get(slot) != 0) {
                (true, _) => held,
                (_, true) => held.not(),
                _ => Form::Known(true),
            }
        };
        Form::all(self.reading.on_board(!L::Mask::NONE).map(asks))
    }

    /// The slot that is meant. `None` if it is not the same in all games.
    fn slot_of(&self, at: &At<L::Mask>) -> Option<Slot> {
        match at {
            At::Slot(slot) => Some(*slot),
            At::EachWay(slots) => Some(slots[self.reading.way as usize]),
            At::Origin => None,
            At::Ahead { steps, from } => self.reading.along(*from, (false, *steps)),
            At::Along { back, steps, from } => self.reading.along(*from, (*back, *steps)),
            At::Only(Set::Spot(spot)) => self.reading.slot_of(spot, NOWHERE),
            At::Only(Set::Slots(slots)) if slots.count() == 1 => Some(slots.first()),
            At::Only(_) => None,
        }
    }

    /// Writes the operations from a place on for all games; `None` if acts do not express them.
    pub fn all(&mut self, place: Place) -> Option<()> {
        self.write(THESE, place)
    }

    /// Writes the operations from a place on for some games; `None` if acts do not express them.
    fn write(&mut self, mut of: Games, mut place: Place) -> Option<()> {
        let program = &self.course.program;
        loop {
            if of == NO_GAME {
                return Some(());
            }
            if self.script.is_long() {
                return None;
            }
            let (form, to) = match program.ops[place as usize] {
                Op::Next | Op::Finished => return self.end(of, Ends::Next),
                Op::Again => return self.end(of, Ends::Again),
                Op::Illegal => return self.end(of, Ends::Illegal),
                Op::Verdict(verdict) => return self.end(of, Ends::Verdict(u8::try_from(verdict).ok()?)),
                Op::Relay => return self.lift(of, self.reading.here()),
                Op::Jump(to) => {
                    place = to;
                    continue;
                }
                Op::Plain(plain) => {
                    let plain = &program.plain[plain as usize];
                    let form = self.fits(&plain.full, &plain.bare);
                    let met = self.ask(of, &form);
                    self.apart(|coder| coder.plain(met, plain.slots, plain.does))?;
                    self.facts.push(form.not());
                    of = self.script.without(of, met);
                    place += 1;
                    continue;
                }
                Op::Look { lanes, to } => {
                    let [full, bare] = &program.looks[lanes as usize];
                    (self.fits(full, bare), to)
                }
                Op::Hold { lanes, to } => {
                    let some = &program.lanes[lanes as usize];
                    let held = self.reading.on_board(!L::Mask::NONE).filter(|slot| some.get(*slot) != 0);
                    (Form::any(held.map(|slot| Form::occupied(self.spot(slot)))), to)
                }
                Op::Seeds { asked, to } => {
                    let asked = &program.asked[asked as usize];
                    let form = match self.slot_of(&asked.at) {
                        None => return self.end(of, Ends::Open),
                        Some(NOWHERE) => Form::Known(false),
                        Some(slot) => {
                            let about = About::Seeds(self.spot(slot));
                            Form::numbers(about, self.reading.most, asked.counts.numbers())?
                        }
                    };
                    (if asked.wanted { form } else { form.not() }, to)
                }
                Op::Number { counted, to } => {
                    let counted = &program.counted[counted as usize];
                    let held = self.reading.on_board(counted.slots).map(|slot| Form::occupied(self.spot(slot)));
                    (Form::number(held, counted.counts.numbers())?, to)
                }
                // where a seed of the hand was placed, others were lifted before: the number there is not asked
                Op::Test { .. } if self.placed == Some(Goal::Hand) => return self.end(of, Ends::Open),
                Op::Test { test, to } => match self.reading.holds(&program.tests[test as usize], NOWHERE) {
                    Some(form) => (form, to),
                    None => return self.end(of, Ends::Open),
                },
                Op::Take(taking) => {
                    if self.taking(of, taking).is_none() {
                        return self.end(of, Ends::Open);
                    }
                    place += 1;
                    continue;
                }
                Op::Mark(mark) => {
                    let (change, slots) = program.marks[mark as usize];
                    self.mark(of, (ANY_MARK, change), slots);
                    place += 1;
                    continue;
                }
                Op::Move(moving) => {
                    let moving = program.moves[moving as usize];
                    self.transfer(of, moving.seeds, (Some(moving.from), moving.to))?;
                    place += 3;
                    continue;
                }
                Op::Effect(effect) => {
                    if self.effect(of, &program.effects[effect as usize].0).is_none() {
                        return self.end(of, Ends::Open);
                    }
                    place += 1;
                    continue;
                }
                Op::Lift(sowing) => {
                    return match self.slot_of(&program.sowings[sowing as usize].at) {
                        Some(slot) => self.lift(of, slot),
                        None => self.end(of, Ends::Open),
                    };
                }
                Op::Sow(sowing) => {
                    let sowing = &program.sowings[sowing as usize];
                    if sowing.by.is_some() {
                        return None;
                    }
                    return self.sow(of, &sowing.at, (sowing.into, sowing.turning.after(self.reading.way)));
                }
                Op::May { no } => {
                    self.tails.as_ref()?;
                    let to = self.script.free();
                    self.script.acts.push(Act::May { of, to });
                    let others = self.script.without(of, to);
                    self.branch(others, no, None)?;
                    (of, place) = (to, place + 1);
                    continue;
                }
                Op::Choose(choice) => {
                    let choice = &program.choices[choice as usize];
                    if choice.number != 1 || !choice.settles {
                        return None;
                    }
                    let tail = self.tail(&choice.among, place + 1)?;
                    self.script.acts.push(Act::Tail { of, tail });
                    return Some(());
                }
                _ => return self.end(of, Ends::Open),
            };
            let met = self.ask(of, &form);
            let others = self.script.without(of, met);
            self.branch(others, to, Some(form.clone().not()))?;
            self.facts.push(form);
            return self.unless_none(met, |coder| coder.write(met, place + 1));
        }
    }

    /// Writes something that is passed over if there is no such game, unless it is short.
    fn unless_none(&mut self, of: Games, write: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        if of == THESE {
            return write(self);
        }
        let pass = self.script.pass(of);
        write(self)?;
        self.script.end_pass_if_long(pass);
        Some(())
    }

    /// Writes from a place on for some games, in which something holds, apart from what follows.
    fn branch(&mut self, of: Games, place: Place, fact: Option<Form>) -> Option<()> {
        self.apart(|coder| {
            coder.facts.extend(fact);
            coder.unless_none(of, |coder| coder.write(of, place))
        })
    }

    /// Writes something that does not change what is known afterwards.
    fn apart(&mut self, write: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let (facts, runs, known) = (self.facts.clone(), self.runs.clone(), self.known.clone());
        let (placed, changes_here) = (self.placed, self.changes_here);
        let written = write(self);
        (self.facts, self.runs, self.known) = (facts, runs, known);
        (self.placed, self.changes_here) = (placed, changes_here);
        written
    }

    /// The hand is sown from a slot, the first seed into it or after it.
    fn sow(&mut self, of: Games, at: &At<L::Mask>, (into, way): (bool, Way)) -> Option<()> {
        let seen = self.reading.seen(way);
        let clockwise = Spot::from(seen == Way::Clockwise);
        if let At::Origin = at {
            self.script.acts.push(Act::SowAtOrigin { of, into, clockwise });
            return Some(());
        }
        // by then, the direction has changed
        let before = std::mem::replace(&mut self.reading.way, way);
        let slot = self.slot_of(at);
        self.reading.way = before;
        let slot = match slot {
            Some(slot) if self.is_on_track(slot) => slot,
            _ => return self.end(of, Ends::Open),
        };
        let origin = self.spot(slot);
        let after = if into { self.reading.sight.along(origin, seen, (true, 1))? } else { origin };
        // what was just taken from the place itself is lifted with it
        let last = self.script.acts.iter().rposition(|act| !matches!(act, Act::Mark { .. }));
        if way == self.reading.way
            && after == origin
            && let Some(last) = last
            && let Act::Take { of: games, spots, goal: Goal::Hand } = self.script.acts[last]
            && games == of
            && self.script.spots[range(spots)] == [origin]
        {
            self.script.acts.remove(last);
            let spot = self.place(origin, 1);
            self.script.acts.push(Act::SowFrom { of, spot });
            return Some(());
        }
        self.script.acts.push(Act::Sow { of, origin, after, clockwise });
        Some(())
    }

    /// The number of what follows once the mover chose one slot of a set.
    fn tail(&mut self, among: &Set<L::Mask>, place: Place) -> Option<u8> {
        let (reading, mut script) = (self.reading, Script::new());
        let (mut chosen, mut groups) = (Vec::new(), Vec::new());
        for slot in reading.in_order() {
            let group = match reading.within(among, slot)? {
                Form::Asks(question) => (THESE, Some(question)),
                form => (script.ask(THESE, &form), None),
            };
            match group.0 {
                NO_GAME => {}
                _ if !reading.machine.holes.has(slot) => return None,
                _ => {
                    chosen.push(slot);
                    groups.push(group);
                }
            }
        }
        chosen.push(NOWHERE);
        let among = script.groups(groups);
        script.acts.push(Act::Choose { among });
        let mut cases = Vec::new();
        for (slot, what) in chosen.into_iter().zip(0..) {
            let (reading, mut script) = (Reading { chosen: Some(slot), ..reading }, Script::new());
            Coder::new(reading, self.course, &mut script).all(place)?;
            cases.push(Case { what, script });
        }
        script.join_all(cases, Closings::default())?;
        // other games play on before the mover chooses, and turns in which he chose before this one may have been counted
        let open = |act: &Act| matches!(act, Act::End { how: Ends::Open | Ends::Illegal, .. });
        if script.depends_on_lap() || script.acts.iter().any(open) {
            return None;
        }
        let tails = self.tails.as_mut()?;
        let tail = tails.iter().position(|known| *known == script).unwrap_or_else(|| {
            tails.push(script);
            tails.len() - 1
        });
        u8::try_from(tail).ok()
    }

    /// What a plain rule does.
    fn plain(&mut self, of: Games, slots: L::Mask, does: Does) -> Option<()> {
        if of == NO_GAME {
            return Some(());
        }
        let takes = match does {
            Does::Relay(at) => return self.lift(of, at.unwrap_or(self.reading.here())),
            Does::Take(takes) => takes,
        };
        let goal = if let Takes::Sow { .. } = takes { Goal::Hand } else { self.store() };
        self.take(of, slots, goal);
        match takes {
            Takes::Next => self.end(of, Ends::Next),
            Takes::Again => self.end(of, Ends::Again),
            Takes::Relay(slot) => self.lift(of, slot),
            Takes::Sow { into, at } => self.sow(of, &at.map_or(At::Origin, At::Slot), (into, self.reading.way)),
        }
    }

    fn mark(&mut self, of: Games, (over, change): ((u8, u8), Change), slots: L::Mask) {
        self.change();
        let spots = self.spots(slots);
        self.script.acts.push(Act::Mark { of, spots, over, mark: u8::from(change == Change::Mark) });
    }

    /// Marks the slots of a set that may depend on the game, or takes their marks away.
    fn mark_among(&mut self, of: Games, change: Change, set: &Set<L::Mask>) -> Option<()> {
        let mut alike = vec![((of, ANY_MARK), L::Mask::NONE)];
        for slot in self.reading.sight.slots(self.reading.mover).iter().copied() {
            let own = About::Mark(self.spot(slot));
            let when = match self.reading.within(set, slot)? {
                Form::Known(false) => continue,
                Form::Known(true) => (of, ANY_MARK),
                Form::Asks(Question { about, low, span, wanted: true }) if about == own => (of, (low, span)),
                form => (self.ask_anew(of, &form), ANY_MARK),
            };
            match alike.iter_mut().find(|(other, _)| *other == when) {
                Some((_, slots)) => *slots |= L::Mask::of(slot),
                None => alike.push((when, L::Mask::of(slot))),
            }
        }
        for ((of, over), slots) in alike {
            if !slots.is_none() {
                self.mark(of, (over, change), slots);
            }
        }
        Some(())
    }

    /// Moves seeds to a slot, from another one or from the hand.
    fn transfer(&mut self, of: Games, seeds: i32, (from, to): (Option<Slot>, Slot)) -> Option<()> {
        let goal = from.map_or(Goal::Hand, |from| Goal::Spot(self.spot(from)));
        if to == self.reading.here() {
            // before the first lap, one seed counts as if it had fallen there
            if !self.reading.begins || seeds != 1 || self.placed.is_some() {
                return None;
            }
            self.placed = Some(goal);
        }
        // what is moved to a place could hide that something was captured there
        if self.reading.machine.tables.watched.raided {
            return None;
        }
        let changed: Vec<Slot> = from.into_iter().chain([to]).collect();
        self.changes_here += usize::from(changed.contains(&self.reading.here()));
        let spots: Vec<Spot> = changed.into_iter().map(|slot| self.spot(slot)).collect();
        self.facts.retain(|fact| !fact.asks_about(&spots));
        self.runs.clear();
        self.known.clear();
        self.script.acts.push(Act::Move { of, seeds: u8::try_from(seeds).ok()?, from: goal, to: self.spot(to) });
        Some(())
    }

    /// Writes an effect that has no other form.
    fn effect(&mut self, of: Games, op: &tables::Op<L::Mask>) -> Option<()> {
        let layout = &self.reading.machine.tables.layout;
        match op {
            tables::Op::Capture(Winner::Player(winner), set) => {
                let store = layout.stores[*winner];
                self.take_among(of, set, L::Mask::NONE, Some(store), Goal::Spot(self.spot(store)))
            }
            tables::Op::Lift(None, set) => self.take_among(of, set, L::Mask::NONE, None, Goal::Hand),
            tables::Op::To(change, set) => self.mark_among(of, *change, set),
            tables::Op::Place(Amount::Number(seeds), set) | tables::Op::PlaceFromStore(Amount::Number(seeds), set) => {
                let by_hand = matches!(op, tables::Op::Place(..));
                let from = (!by_hand).then(|| layout.stores[self.reading.mover]);
                self.reading.fixed(set)?.into_iter().try_for_each(|slot| self.transfer(of, *seeds, (from, slot)))
            }
            _ => None,
        }
    }
}
