//! Plans where positions are stored: rooms by marks and mover, layers by seeds in play, in the order of solving.

use std::collections::HashMap;

use mancala_rules::rules::model::Change;

use super::field::{Door, Field, Layer, Room, positions};
use super::ground::Ground;
use super::refusal::Refusal;
use super::space::Numbers;
use super::survey::Survey;
use super::unseen::{Gone, are_unseen, is_plain};
use crate::engine::{Lanes, Machine, Position};
use crate::game;
use crate::tables::{Kind, Mask, Op, Set, Slot, Spot, mask};

/// Most sets of marks.
const MOST_ROOMS: usize = 1 << 16;

/// How far the results of random games are trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Trust {
    /// Fully: sets of marks and numbers of seeds that never occurred are left out.
    Games,
    /// Not at all: every hole that some rule can mark may be marked, and every number of seeds can be in play.
    Nothing,
}

/// Plans the positions of a game with at most `most` seeds in play.
pub(super) fn lay<L: Lanes>(ground: &Ground, most: usize, trust: Trust) -> Result<Field<L>, Refusal> {
    let rules = &ground.rules;
    let start = game::Position::start(rules);
    let machine = Machine::<L, 2>::new(rules, &start);
    if rules.remembers || rules.recalls_ways() {
        let message =
            "the game depends on an earlier turn, but the value of a position must not depend on earlier turns";
        return Err(Refusal::rules(message, "only games whose rules do not ask about earlier turns can be solved"));
    }
    let (start, round) = Position::<L, 2>::read(&machine.tables().layout, &start);
    let layout = &machine.tables().layout;
    let stores: L::Mask = mask(layout.stores.iter().copied());
    let holes = L::Mask::first_slots(layout.holes);
    let gone = [0b11, 0].map(|players| Gone { stores, holes, players });
    let Some(gone) = gone.into_iter().find(|gone| are_unseen(machine.tables(), *gone)) else {
        let message =
            "the game depends on the seeds in a store, but the value of a position must not depend on earlier captures";
        return Err(Refusal::rules(message, "only games whose rules do not ask about stores can be solved"));
    };
    let scores = |player: usize| machine.mover_tables(player).and_then(|mover| mover.score.as_ref());
    if !(0..2).filter_map(scores).all(is_plain) {
        let message = "the score of a player is not just the seeds in his store and in fixed holes";
        return Err(Refusal::rules(message, "only games that count seeds can be solved"));
    }
    // seeds out of play in holes are in holes marked by a player from whom none can be taken
    let sunk = |marks: &[L::Mask; 2]| if gone.players == 0 { L::Mask::NONE } else { (marks[0] | marks[1]) & holes };
    let lanes = L::Mask::first_slots(layout.lanes) & !stores;
    let in_play = |position: &Position<L, 2>| {
        let free = lanes & !sunk(&position.marks);
        free.slots().map(|slot| position.seeds.get(slot) as u32).sum::<u32>()
    };
    let mut survey = Survey::of(&machine, &start, &round, in_play)?;
    if trust == Trust::Nothing {
        for player in 0..2 {
            survey.marked[player] |= may_mark(&machine, player);
            survey.most[player] = survey.marked[player].count();
        }
    }
    let all = in_play(&start) as usize;
    let to = ground.turning.as_ref().map(|turning| {
        let slot = |slot: usize| layout.slot_of[turning.to[layout.cell_of[slot]]];
        (0..layout.slots).map(slot).collect::<Vec<Slot>>()
    });
    let turned = |to: &[Slot], marks: &[L::Mask; 2]| {
        let moved = |marks: L::Mask| mask(marks.slots().map(|slot| to[usize::from(slot)]));
        [moved(marks[1]), moved(marks[0])]
    };
    let to = to.filter(|to| turned(to, &start.marks) == start.marks);
    if let Some(to) = &to {
        let other = turned(to, &survey.marked);
        survey.marked = [survey.marked[0] | other[0], survey.marked[1] | other[1]];
        survey.most = [survey.most[0].max(survey.most[1]); 2];
    }
    let marks = mark_sets(&survey, &start.marks, layout.marks_by_each)?;
    let plan = Plan { ground, machine: &machine, survey: &survey, trust, most, all, sinks: gone.players != 0 };
    let (mut doors, mut door_of) = (Vec::new(), HashMap::new());
    let mut rooms: Vec<Room<L::Mask>> = Vec::new();
    for marks in &marks {
        for mover in 0..2 {
            door_of.insert((mover, *marks), doors.len());
            let free = lanes & !sunk(marks);
            doors.push(Door {
                room: 0,
                slots: free.slots().collect(),
                gone: plan.worths(&start, &round, marks, mover, stores | sunk(marks)),
                next: doors.len() ^ 1,
            });
            if mover == 0 || to.is_none() {
                let door = doors.len() - 1;
                doors[door].room = rooms.len();
                rooms.push(Room {
                    door,
                    mover,
                    marks: *marks,
                    most: plan.most_in_play(marks, &start.marks),
                    begins: Vec::new(),
                });
            }
        }
    }
    if let Some(to) = &to {
        for marks in &marks {
            let missing = || Refusal::rules("a set of marks has no counterpart", "please report this to the authors");
            let north = *door_of.get(&(1, *marks)).ok_or_else(missing)?;
            let kept = *door_of.get(&(0, turned(to, marks))).ok_or_else(missing)?;
            let slots: Vec<Slot> = doors[kept].slots.iter().map(|slot| to[usize::from(*slot)]).collect();
            doors[north].room = doors[kept].room;
            doors[north].slots = slots;
        }
    }
    let groups = groups(&rooms, |room| match &to {
        Some(to) => turned(to, &room.marks),
        None => room.marks,
    });
    let layers = plan.layers(&mut rooms, &doors, &groups)?;
    let largest = layers.iter().map(|layer| layer.seeds).max();
    let numbers = (0..=layout.lanes).map(|holes| Numbers::new(holes, largest.unwrap_or(0))).collect();
    let turns = [machine.tables().turns_asked; 2];
    Ok(Field { round, doors, door_of, rooms, layers, numbers, turns, rules: rules.clone(), machine })
}

/// Holes that a rule can mark for a player.
fn may_mark<L: Lanes>(machine: &Machine<L, 2>, player: usize) -> L::Mask {
    let Some(mover) = machine.mover_tables(player) else { return L::Mask::NONE };
    let layout = &machine.tables().layout;
    let holes = L::Mask::first_slots(layout.holes);
    let marks = |action: u16, here: L::Mask| {
        let ops = mover.actions.get(usize::from(action)).map_or(&[][..], |action| &action.ops);
        let each = ops.iter().map(|op| match op {
            Op::To(Change::Mark, Set::Slots(slots)) => *slots,
            Op::To(Change::Mark, Set::Spot(Spot::Here)) => here,
            Op::To(Change::Mark, _) => holes,
            _ => L::Mask::NONE,
        });
        each.fold(L::Mask::NONE, |found, slots| found | slots)
    };
    let mut found = L::Mask::NONE;
    for decisions in [&mover.each_decisions, &mover.last_decisions] {
        let slots = decisions.entries.len() / (decisions.marks * decisions.classes).max(1);
        for (place, entry) in decisions.entries.iter().enumerate() {
            let here = place / (decisions.marks * decisions.classes) % layout.lanes.min(slots).max(1);
            for (_, action) in decisions.branches.get(usize::from(entry.branches)).into_iter().flatten() {
                if entry.kind == Kind::Branches {
                    found |= marks(*action, L::Mask::of(here as Slot));
                }
            }
        }
    }
    let begins = mover.sections.iter().flat_map(|section| &section.begin);
    for rule in begins.chain(&mover.after_turn).chain(&mover.before_turn) {
        found |= marks(rule.action, holes);
    }
    found & holes
}

struct Plan<'p, L: Lanes> {
    ground: &'p Ground,
    machine: &'p Machine<L, 2>,
    survey: &'p Survey<L::Mask>,
    trust: Trust,
    most: usize,
    all: usize,
    sinks: bool,
}

impl<L: Lanes> Plan<'_, L> {
    /// Worth to a player of a seed in each slot that holds seeds out of play.
    fn worths(
        &self,
        start: &Position<L, 2>,
        round: &crate::engine::Round<L::Mask>,
        marks: &[L::Mask; 2],
        mover: usize,
        gone: L::Mask,
    ) -> Vec<(Slot, i32)> {
        if !self.ground.counts {
            return Vec::new();
        }
        let lanes = self.machine.tables().layout.lanes;
        let worth = |slot: Slot| {
            let mut position =
                Position { seeds: L::default(), marks: *marks, stores: [0; 2], to_move: mover as u8, ..*start };
            match usize::from(slot).checked_sub(lanes) {
                None => position.seeds.put(slot, 1),
                Some(player) => position.stores[player] = 1,
            }
            let scores = self.machine.counted(&position, round);
            (slot, scores[mover] - scores[1 - mover])
        };
        gone.slots().map(worth).filter(|(_, worth)| *worth != 0).collect()
    }

    /// Most seeds that can be in play when these holes are marked.
    fn most_in_play(&self, marks: &[L::Mask; 2], at_start: &[L::Mask; 2]) -> usize {
        let put = |(now, before): (&L::Mask, &L::Mask)| (*now & !*before).count();
        let put: u32 = marks.iter().zip(at_start).map(put).sum();
        let least = if self.sinks && self.trust == Trust::Games && put > 0 { self.survey.least } else { 0 };
        self.all.saturating_sub((put * least) as usize).min(self.most)
    }

    /// Whether this number of seeds can be in play.
    fn is_met(&self, seeds: usize, marked: bool) -> bool {
        let (unmarked, with_marks) = (self.survey.unmarked_step as usize, self.survey.marked_step as usize);
        let left = self.all - seeds.min(self.all);
        let steps = if marked { common(unmarked, with_marks) } else { unmarked };
        match (self.trust, steps) {
            (Trust::Nothing, _) => true,
            (Trust::Games, 0) => left == 0 || self.most < self.all,
            (Trust::Games, step) => left.is_multiple_of(step),
        }
    }

    /// The layers in the order of solving: those with more marks first, then those with fewer seeds in play.
    fn layers(
        &self,
        rooms: &mut [Room<L::Mask>],
        doors: &[Door],
        groups: &[Vec<usize>],
    ) -> Result<Vec<Layer>, Refusal> {
        let mut layers = Vec::new();
        for group in groups {
            let Some(first) = group.first().map(|room| &rooms[*room]) else { continue };
            let marked = first.marks[0].count() + first.marks[1].count();
            let holes = doors[first.door].slots.len();
            for seeds in (0..=first.most).filter(|seeds| self.is_met(*seeds, marked > 0)) {
                let each = positions(seeds, holes);
                let all = each.and_then(|each| each.checked_mul(group.len() as u64));
                let Some(positions) = all.filter(|all| *all > 0) else {
                    if each == Some(0) {
                        continue;
                    }
                    let message = format!("the board has too many positions with {seeds} seeds to be numbered");
                    return Err(Refusal::rules(message, "solve fewer seeds: `--max-seeds N`"));
                };
                layers.push(Layer { seeds, marked, positions, rooms: group.clone() });
            }
        }
        layers.sort_by_key(|layer| (std::cmp::Reverse(layer.marked), layer.seeds));
        for room in rooms.iter_mut() {
            room.begins = vec![None; self.all.max(self.most) + 1];
        }
        for (number, layer) in layers.iter().enumerate() {
            let each = layer.positions / layer.rooms.len() as u64;
            for (place, room) in layer.rooms.iter().enumerate() {
                rooms[*room].begins[layer.seeds] = Some((number as u32, each * place as u64));
            }
        }
        Ok(layers)
    }
}

fn common(one: usize, other: usize) -> usize {
    if other == 0 { one } else { common(other, one % other) }
}

/// All sets of marks that can occur.
fn mark_sets<M: Mask>(survey: &Survey<M>, start: &[M; 2], by_each: bool) -> Result<Vec<[M; 2]>, Refusal> {
    let subsets = |player: usize| {
        let mut sets = vec![start[player]];
        for slot in (survey.marked[player] & !start[player]).slots() {
            let more: Vec<M> =
                sets.iter().filter(|set| set.count() < survey.most[player]).map(|set| *set | M::of(slot)).collect();
            sets.extend(more);
            if sets.len() > MOST_ROOMS {
                break;
            }
        }
        sets
    };
    let (south, north) = (subsets(0), subsets(1));
    let both = south.iter().flat_map(|south| north.iter().map(|north| [*south, *north]));
    let sets: Vec<[M; 2]> =
        both.filter(|[south, north]| by_each || (*south & *north).is_none()).take(MOST_ROOMS + 1).collect();
    if sets.len() > MOST_ROOMS {
        let message = format!("there are more than {MOST_ROOMS} sets of marks");
        return Err(Refusal::rules(message, "only games with few marks can be solved"));
    }
    Ok(sets)
}

/// Groups rooms whose positions can lead to each other although no seed leaves play: rooms with the same marks or those
/// of the other player.
fn groups<M: Mask>(rooms: &[Room<M>], other: impl Fn(&Room<M>) -> [M; 2]) -> Vec<Vec<usize>> {
    let mut of: HashMap<[M; 2], Vec<usize>> = HashMap::new();
    for (number, room) in rooms.iter().enumerate() {
        of.entry(room.marks).or_default().push(number);
    }
    let mut groups = Vec::new();
    for (number, room) in rooms.iter().enumerate() {
        let mut group = of.get(&room.marks).cloned().unwrap_or_default();
        let others = other(room);
        if others != room.marks {
            group.extend(of.get(&others).into_iter().flatten());
        }
        group.sort_unstable();
        if group.first() == Some(&number) {
            groups.push(group);
        }
    }
    groups
}
