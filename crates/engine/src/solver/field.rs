//! The positions of a game, divided into rooms and layers, and their successors.

use std::collections::HashMap;

use mancala_rules::rules::model::Rules;

use super::refusal::Refusal;
use super::space::{Numbers, distributions};
use super::value::{LOST, WON};
use crate::engine::{Child, Decided, End, Lanes, Machine, Outlook, Position, Round, Verdict};
use crate::game;
use crate::tables::{Mask, NOWHERE, Slot};

/// All positions with the same mover and marks, and how their seeds are numbered.
#[derive(Clone, Debug)]
pub(super) struct Door {
    /// Room of these positions.
    pub room: usize,
    /// Slots whose seeds distinguish positions, in the order of numbering.
    pub slots: Vec<Slot>,
    /// Slots that hold seeds out of play, and what a seed there is worth to the mover.
    pub gone: Vec<(Slot, i32)>,
    /// Door of the other mover with the same marks.
    pub next: usize,
}

/// Stored positions with the same marks and mover. A door leads to the room that stores its positions, possibly turned.
#[derive(Clone, Debug)]
pub(super) struct Room<M> {
    /// Door of the positions as stored.
    pub door: usize,
    /// Player to move in the positions as stored.
    pub mover: usize,
    /// Holes marked by each player.
    pub marks: [M; 2],
    /// Most seeds in play.
    pub most: usize,
    /// For each number of seeds in play, the layer and the index of the first position in it.
    pub begins: Vec<Option<(u32, u64)>>,
}

/// Positions that are solved together: with the same number of seeds in play, and the same marks or those of the other
/// player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Number of seeds in play.
    pub seeds: usize,
    /// Number of marked holes.
    pub marked: u32,
    /// Number of positions.
    pub positions: u64,
    /// Rooms of its positions, in order.
    pub(super) rooms: Vec<usize>,
}

/// A successor of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Layer of the successor.
    pub layer: u32,
    /// Index of the successor in its layer.
    pub index: u64,
    /// Seeds that the player to move in the successor won by the turn.
    pub gain: i32,
    /// Whether the same player is to move.
    pub again: bool,
}

/// All that a position leads to.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    /// Value if nothing more is played; else the best value among moves that decide the round.
    pub fixed: Option<i8>,
    /// Successors of the position.
    pub steps: Vec<Step>,
}

/// The positions of a game, at the width of its board.
#[derive(Debug)]
pub(super) struct Field<L: Lanes> {
    pub machine: Machine<L, 2>,
    pub round: Round<L::Mask>,
    pub doors: Vec<Door>,
    pub door_of: HashMap<(usize, [L::Mask; 2]), usize>,
    pub rooms: Vec<Room<L::Mask>>,
    pub layers: Vec<Layer>,
    pub numbers: Vec<Numbers>,
    /// For each player, the number of turns from which on no rule asks about it.
    pub turns: [u32; 2],
    pub rules: Rules,
}

/// Work space of one thread.
#[derive(Debug)]
pub(super) struct Desk<L: Lanes> {
    children: Vec<Child<L, 2>>,
    /// Successors of the position looked at last.
    pub found: Steps,
}

impl<L: Lanes> Default for Desk<L> {
    fn default() -> Self {
        Desk { children: Vec::new(), found: Steps::default() }
    }
}

/// Where the value of a position is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the layer.
    pub layer: usize,
    /// Index in the layer.
    pub index: u64,
    /// Seeds that the player to move has won so far.
    pub gain: i32,
}

/// Value of the scores to a player: how many more he has than the other.
pub(super) fn lead(scores: [i32; 2], mover: usize) -> i8 {
    (scores[mover] - scores[1 - mover]) as i8
}

/// Value of a verdict to a player.
pub(super) fn verdict(verdict: Verdict, mover: usize) -> i8 {
    match verdict {
        Verdict::Wins(winner) if usize::from(winner) == mover => WON,
        Verdict::Wins(_) => LOST,
        Verdict::Loses(loser) if usize::from(loser) == mover => LOST,
        Verdict::Loses(_) => WON,
        Verdict::Draw => 0,
    }
}

impl<L: Lanes> Field<L> {
    /// Seeds of a slot: a lane, or a store beside the board.
    #[inline(always)]
    pub fn seeds(&self, position: &Position<L, 2>, slot: Slot) -> i32 {
        match usize::from(slot).checked_sub(self.machine.tables().layout.lanes) {
            None => position.seeds.get(slot),
            Some(player) => position.stores.get(player).copied().unwrap_or(0),
        }
    }

    /// Number of seeds in play, and the number of their distribution.
    #[inline(always)]
    fn number(&self, position: &Position<L, 2>, door: &Door) -> (usize, u64) {
        let Some((last, slots)) = door.slots.split_last() else { return (0, 0) };
        let rows = self.numbers[door.slots.len()].rows();
        let (mut upto, mut number) = (0, 0);
        for (slot, row) in slots.iter().zip(rows) {
            upto += position.seeds.get(*slot) as usize;
            number += row.get(upto).copied().unwrap_or(0);
        }
        (upto + position.seeds.get(*last) as usize, number)
    }

    /// Seeds that the player to move has won, relative to a position in which nobody has won any.
    #[inline(always)]
    fn gain(&self, position: &Position<L, 2>, door: &Door) -> i32 {
        door.gone.iter().map(|(slot, worth)| worth * self.seeds(position, *slot)).sum()
    }

    /// Place of a position whose door is known.
    #[inline(always)]
    fn place_behind(&self, position: &Position<L, 2>, door: usize) -> Option<Step> {
        let door = &self.doors[door];
        let (seeds, number) = self.number(position, door);
        let (layer, first) = (*self.rooms[door.room].begins.get(seeds)?)?;
        Some(Step { layer, index: first + number, gain: self.gain(position, door), again: false })
    }

    /// Place of a position; `None` if the plan has none.
    pub fn place(&self, position: &Position<L, 2>) -> Option<Step> {
        let door = self.door_of.get(&(position.mover(), position.marks))?;
        self.place_behind(position, *door)
    }

    /// Place of a position of the narrator; `None` if the plan has none or a rule still asks which turn it is.
    pub fn place_of(&self, position: &game::Position) -> Option<Place> {
        let layout = &self.machine.tables().layout;
        let plain = !position.closed.contains(&true) && !position.locked.contains(&true) && position.pot == 0;
        let board = &self.rules.board;
        let began = (position.starter, position.lot) == (self.round.starter, self.round.lot);
        let same = position.owner == board.owner && began;
        let settled = position.turns.iter().zip(&self.turns).all(|(had, least)| had >= least);
        let few = position.seeds.iter().sum::<i64>() <= i64::from(super::ground::MOST_SEEDS);
        if !(plain && same && settled && few) {
            return None;
        }
        let (position, _) = Position::<L, 2>::read(layout, position);
        let step = self.place(&position)?;
        Some(Place { layer: step.layer as usize, index: step.index, gain: step.gain })
    }

    /// A position of a room without seeds in play.
    pub fn bare(&self, room: usize) -> Position<L, 2> {
        let room = &self.rooms[room];
        Position {
            seeds: L::default(),
            marks: room.marks,
            stores: [0; 2],
            turns: self.turns,
            locked: L::Mask::NONE,
            pot: 0,
            to_move: room.mover as u8,
            played: NOWHERE,
            reached: NOWHERE,
            last_ways: 0,
        }
    }

    /// Room of a position of a layer, and the number of its distribution there.
    pub fn room_of(&self, layer: usize, index: u64) -> Option<(usize, u64)> {
        self.layers.get(layer)?;
        let found = self.stretches(layer).find(|(_, begin, end)| (*begin..*end).contains(&index));
        found.map(|(room, begin, _)| (room, index - begin))
    }

    /// The rooms of a layer in order, each with the indices of its first position and of the one after its last.
    pub fn stretches(&self, layer: usize) -> impl Iterator<Item = (usize, u64, u64)> {
        let layer = &self.layers[layer];
        let begins = |room: usize| self.rooms[room].begins[layer.seeds].map_or(0, |(_, first)| first);
        layer.rooms.iter().enumerate().map(move |(place, room)| {
            let end = layer.rooms.get(place + 1).map_or(layer.positions, |next| begins(*next));
            (*room, begins(*room), end)
        })
    }

    /// Whether positions of a layer may lead to those of a layer before it: a move puts marks and takes seeds out of
    /// play, and never the other way round.
    pub fn leads_to(&self, layer: usize, before: usize) -> bool {
        if before >= layer {
            return false;
        }
        let (layer, before) = (&self.layers[layer], &self.layers[before]);
        let keeps = |from: &Room<L::Mask>, to: &Room<L::Mask>| {
            from.marks.iter().zip(&to.marks).all(|(from, to)| (*from & !*to).is_none())
        };
        before.seeds <= layer.seeds
            && layer.rooms.iter().any(|from| before.rooms.iter().any(|to| keeps(&self.rooms[*from], &self.rooms[*to])))
    }

    /// The refusal of a position of a layer that leads to one whose value should be known and is not.
    #[cold]
    pub fn unsolved(&self, layer: usize, index: u64) -> Refusal {
        match self.position(layer, index) {
            Some(position) => Refusal::Open {
                message: "a move leads to a position of a later layer".to_owned(),
                position: Box::new(self.written(&position)),
            },
            None => Refusal::rules("a position has no number", "please report this to the authors"),
        }
    }

    /// The position with this index in a layer.
    pub fn position(&self, layer: usize, index: u64) -> Option<Position<L, 2>> {
        let (room, number) = self.room_of(layer, index)?;
        let mut position = self.bare(room);
        let slots = &self.doors[self.rooms[room].door].slots;
        let seeds = self.layers.get(layer)?.seeds;
        let laid = self.numbers[slots.len()].distribution(number, seeds, slots.len());
        for (slot, seeds) in slots.iter().zip(laid) {
            position.seeds.put(*slot, i32::from(seeds));
        }
        Some(position)
    }

    /// Converts a position for the narrator.
    pub fn written(&self, position: &Position<L, 2>) -> game::Position {
        position.write(&self.machine.tables().layout, &self.round, 2)
    }

    /// Finds the successors of a position. `door` is the door of the position.
    #[inline]
    pub fn look(&self, position: &Position<L, 2>, door: usize, desk: &mut Desk<L>) -> Result<(), Refusal> {
        desk.found.steps.clear();
        desk.found.fixed = None;
        let mover = position.mover();
        let fault = |trouble: crate::engine::Trouble| {
            let fault = trouble.fault(&self.rules, &self.machine.tables().rules);
            Refusal::Fault(fault, Box::new(self.written(position)))
        };
        let outlook = self.machine.outlook(position, &self.round, false, &mut desk.children).map_err(fault)?;
        match outlook {
            Outlook::Moves => {
                for child in &desk.children {
                    let worth = match child.end {
                        End::Decided(Decided { verdict: outcome, .. }) => Some(verdict(outcome, mover)),
                        End::Over(_) => Some(lead(self.machine.counted(&child.position, &self.round), mover)),
                        End::Next | End::Again => None,
                    };
                    if let Some(worth) = worth {
                        desk.found.fixed = Some(desk.found.fixed.map_or(worth, |best| best.max(worth)));
                    } else {
                        let step = self.leads(position, door, &child.position);
                        desk.found.steps.push(step.ok_or_else(|| self.open(position, &child.position))?);
                    }
                }
            }
            Outlook::Passes(after) => {
                let step = self.leads(position, door, &after);
                desk.found.steps.push(step.ok_or_else(|| self.open(position, &after))?);
            }
            Outlook::Over(scores) => desk.found.fixed = Some(lead(scores, mover)),
            Outlook::Decided(outcome) => desk.found.fixed = Some(verdict(outcome, mover)),
        }
        Ok(())
    }

    /// Value of a position to the player to move if it counts as repeated; `None` if the rules say nothing about it.
    pub fn repeated(&self, position: &Position<L, 2>, desk: &mut Desk<L>) -> Option<i8> {
        let mover = position.mover();
        match self.machine.outlook(position, &self.round, true, &mut desk.children).ok()? {
            Outlook::Over(scores) => Some((scores[mover] - scores[1 - mover]) as i8),
            Outlook::Decided(outcome) => Some(verdict(outcome, mover)),
            Outlook::Moves | Outlook::Passes(_) => None,
        }
    }

    #[inline(always)]
    fn leads(&self, from: &Position<L, 2>, door: usize, to: &Position<L, 2>) -> Option<Step> {
        let again = to.to_move == from.to_move;
        let behind = if to.marks == from.marks {
            if again { door } else { self.doors[door].next }
        } else {
            // a mark must stay with its player, or the seeds there would be counted twice
            let stays = |(before, after): (&L::Mask, &L::Mask)| (*before & !*after).is_none();
            if !from.marks.iter().zip(&to.marks).all(stays) {
                return None;
            }
            *self.door_of.get(&(to.mover(), to.marks))?
        };
        Some(Step { again, ..self.place_behind(to, behind)? })
    }

    #[cold]
    fn open(&self, from: &Position<L, 2>, to: &Position<L, 2>) -> Refusal {
        let lost = from.marks.iter().zip(&to.marks).any(|(before, after)| !(*before & !*after).is_none());
        let message = if lost {
            "a move removes a mark, so that there is no order in which to solve"
        } else {
            "a move leads to a position that was not foreseen"
        };
        Refusal::Open { message: message.to_owned(), position: Box::new(self.written(from)) }
    }
}

/// Number of positions of a room with this number of seeds in play.
pub(super) fn positions(seeds: usize, holes: usize) -> Option<u64> {
    distributions(seeds, holes)
}
