//! What positions are worth, and perfect play, from the values of layers.

use std::collections::HashMap;
use std::sync::Mutex;

use super::value::{Worth, with_gain};
use super::{After, Next, Place, Refusal, Solver, Values};
use crate::game::{Move, Position};

/// More positions than this are not gone through to find the shortest way out of a layer.
const MOST_GONE_THROUGH: usize = 300_000;

/// Positions before the first turns that rules ask about are over: more of them than this are not gone through.
const MOST_BEFORE: usize = 1_000_000;

/// Tells what positions are worth.
#[derive(Debug)]
pub struct Oracle<'s> {
    solver: &'s Solver,
    values: &'s Values,
    /// What positions are worth in which a rule still asks which turn it is.
    early: Mutex<HashMap<Position, Option<Worth>>>,
}

/// A move and what it is worth to the player who makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub play: Move,
    /// What it is worth; none if the position after it is in no layer that is solved.
    pub worth: Option<Worth>,
    /// The position after it; none if the round is decided.
    pub after: Option<Position>,
}

/// A ply of perfect play.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The position before it.
    pub position: Position,
    /// The move.
    pub play: Move,
    /// What the position is worth to the player who moves.
    pub worth: Worth,
}

/// Positions of a layer that perfect play may go through.
#[derive(Default)]
struct Walk {
    /// The number in the layer of every position.
    places: Vec<u64>,
    number: HashMap<(u64, bool), usize>,
    /// For every position its moves that keep its value: what they lead to, or nothing where they leave the layer.
    moves: Vec<Vec<Option<usize>>>,
    /// Whether the player to move is the one who wants to leave the layer.
    wants: Vec<bool>,
}

impl<'s> Oracle<'s> {
    /// From the values of layers.
    pub fn new(solver: &'s Solver, values: &'s Values) -> Self {
        Oracle { solver, values, early: Mutex::default() }
    }

    /// What a position is worth to the player to move when the round is over, with what both have won so far; none if it
    /// is in no layer that is solved.
    pub fn worth(&self, position: &Position) -> Result<Option<Worth>, Refusal> {
        if let Some(place) = self.solver.place_of(position) {
            return Ok(self.value(&place).map(|value| Worth::of(value, place.gain)));
        }
        if self.solver.banked(position).is_none() || !self.is_early(position) {
            return Ok(None);
        }
        if let Some(known) = self.early.lock().ok().and_then(|early| early.get(position).copied()) {
            return Ok(known);
        }
        self.keep(position, None)?;
        let choices = match self.solver.next(position)? {
            Next::Over(value) => return Ok(Some(Worth::of(value, 0))),
            next => self.seen(position, next)?,
        };
        let worths: Option<Vec<Worth>> = choices.iter().map(|choice| choice.worth).collect();
        let worth = worths.and_then(|worths| worths.into_iter().max());
        self.keep(position, worth)?;
        Ok(worth)
    }

    /// Whether the position has no place only because a rule still asks which turn it is.
    fn is_early(&self, position: &Position) -> bool {
        let late = Position { turns: position.turns.iter().map(|_| u32::MAX >> 1).collect(), ..position.clone() };
        self.solver.place_of(&late).is_some()
    }

    fn keep(&self, position: &Position, worth: Option<Worth>) -> Result<(), Refusal> {
        if let Ok(mut early) = self.early.lock() {
            if early.len() >= MOST_BEFORE {
                let message = format!("more than {MOST_BEFORE} positions come before the turns that rules ask about");
                return Err(Refusal::rules(message, "games in which rules ask only about first turns can be solved"));
            }
            early.insert(position.clone(), worth);
        }
        Ok(())
    }

    fn value(&self, place: &Place) -> Option<i8> {
        self.values.at(place.layer, place.index)
    }

    /// The moves of the player to move, or his pass; none if the round is over.
    pub fn choices(&self, position: &Position) -> Result<Vec<Choice>, Refusal> {
        self.seen(position, self.solver.next(position)?)
    }

    fn seen(&self, position: &Position, next: Next) -> Result<Vec<Choice>, Refusal> {
        let after = |after: &Position| -> Result<Option<Worth>, Refusal> {
            let worth = self.worth(after)?;
            Ok(if after.to_move == position.to_move { worth } else { worth.map(Worth::turned) })
        };
        Ok(match next {
            Next::Over(_) => Vec::new(),
            Next::Pass(to) => vec![Choice { play: Move::Pass, worth: after(&to)?, after: Some(*to) }],
            Next::Moves(moves) => {
                let mut choices = Vec::with_capacity(moves.len());
                for (play, then) in moves {
                    choices.push(match then {
                        After::Decided(value) => {
                            Choice { play: Move::Sow(play), worth: Some(Worth::of(value, 0)), after: None }
                        }
                        After::Position(to) => Choice { play: Move::Sow(play), worth: after(&to)?, after: Some(*to) },
                    });
                }
                choices
            }
        })
    }

    /// The move of perfect play, an index into the choices: it keeps the value of the position, and where that is more
    /// than endless play would bring it leads to it in as few turns as can be. None if the round is over or a value is
    /// not known.
    pub fn best(&self, position: &Position, choices: &[Choice]) -> Result<Option<usize>, Refusal> {
        let Some(best) = choices.iter().map(|choice| choice.worth).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let Some(most) = best.iter().max() else { return Ok(None) };
        let first = best.iter().position(|worth| worth == most);
        let Some(place) = self.solver.place_of(position) else { return Ok(first) };
        let left = |choice: &Choice| match &choice.after {
            None => true,
            Some(after) => self.solver.place_of(after).is_none_or(|to| to.layer != place.layer),
        };
        let leaving = choices.iter().position(|choice| choice.worth.as_ref() == Some(most) && left(choice));
        if leaving.is_some() {
            return Ok(leaving);
        }
        // who has no more than endless play brings need not leave
        if self.value(&place).is_some_and(|value| value <= 0) && self.solver.turned() {
            return Ok(first);
        }
        // the position is kept as the other player's, perhaps, so its moves are known by where they lead
        let next = self.way_out(&place)?;
        let leads = |choice: &Choice| {
            let to = choice.after.as_ref().and_then(|after| self.solver.place_of(after));
            choice.worth.as_ref() == Some(most) && next.is_some() && to.map(|to| to.index) == next
        };
        Ok(choices.iter().position(leads).or(first))
    }

    /// The first position of the shortest way out of a layer that keeps the value of a position, by its number; none if
    /// there is none that the player to move can force.
    fn way_out(&self, place: &Place) -> Result<Option<u64>, Refusal> {
        let mut walk = Walk::default();
        walk.enter(place.index, true);
        let (mut done, mut looked) = (0, 0);
        while done < walk.places.len() {
            let end = walk.places.len();
            for number in done..end {
                self.extend(place.layer, number, &mut walk)?;
            }
            done = end;
            // looked at again each time that it has grown by half
            if walk.places.len() == done || done * 2 > looked * 3 || done > MOST_GONE_THROUGH {
                looked = done;
                if let Some(first) = walk.leads_out() {
                    return Ok(Some(first));
                }
            }
            if done > MOST_GONE_THROUGH {
                break;
            }
        }
        Ok(None)
    }

    /// Adds what a position of a walk leads to.
    fn extend(&self, layer: usize, number: usize, walk: &mut Walk) -> Result<(), Refusal> {
        let index = walk.places[number];
        let (Some(position), Some(value)) = (self.solver.position(layer, index), self.values.at(layer, index)) else {
            return Ok(());
        };
        let wants = walk.wants[number];
        let mut moves = Vec::new();
        let mut to = |after: &Position, walk: &mut Walk| {
            let Some(place) = self.solver.place_of(after) else { return };
            let again = after.to_move == position.to_move;
            let Some(worth) = self.value(&place) else { return };
            let worth = with_gain(worth, place.gain);
            if (if again { worth } else { -worth }) != value {
                return;
            }
            let next = (place.layer == layer).then(|| walk.enter(place.index, if again { wants } else { !wants }));
            moves.push(next);
        };
        match self.solver.next(&position)? {
            Next::Over(_) => {}
            Next::Pass(after) => to(&after, walk),
            Next::Moves(plays) => {
                for (_, after) in &plays {
                    if let After::Position(after) = after {
                        to(after, walk);
                    }
                }
            }
        }
        if let Some(own) = walk.moves.get_mut(number) {
            *own = moves;
        }
        Ok(())
    }

    /// Perfect play of both from a position, at most so many plies; and whether it came back to a position, and so goes on
    /// for ever.
    pub fn line(&self, from: &Position, most: usize) -> Result<(Vec<Stretch>, bool), Refusal> {
        let (mut line, mut position) = (Vec::new(), from.clone());
        let mut seen = Vec::new();
        while line.len() < most {
            let key = (position.seeds.clone(), position.marks.clone(), position.to_move);
            if seen.contains(&key) {
                return Ok((line, true));
            }
            seen.push(key);
            let choices = self.choices(&position)?;
            let Some(best) = self.best(&position, &choices)? else { break };
            let Some(choice) = choices.into_iter().nth(best) else { break };
            let Some(worth) = choice.worth else { break };
            line.push(Stretch { position: position.clone(), play: choice.play, worth });
            match choice.after {
                Some(after) => position = after,
                None => break,
            }
        }
        Ok((line, false))
    }
}

impl Walk {
    fn enter(&mut self, index: u64, wants: bool) -> usize {
        if let Some(number) = self.number.get(&(index, wants)) {
            return *number;
        }
        let number = self.places.len();
        self.number.insert((index, wants), number);
        self.places.push(index);
        self.moves.push(Vec::new());
        self.wants.push(wants);
        number
    }

    /// What the player to move in the first position goes to if he is to leave the layer in as few turns as can be, whatever
    /// the other does; none if the other can prevent it.
    fn leads_out(&self) -> Option<u64> {
        let mut out = vec![false; self.places.len()];
        loop {
            let mut found = Vec::new();
            for (number, moves) in self.moves.iter().enumerate() {
                let leads = |next: &Option<usize>| next.is_none_or(|next| out[next]);
                if !out[number] && !moves.is_empty() {
                    let wins = if self.wants[number] { moves.iter().any(leads) } else { moves.iter().all(leads) };
                    if wins {
                        found.push(number);
                    }
                }
            }
            if found.first() == Some(&0) {
                let first = self.moves.first()?;
                return first.iter().flatten().find(|next| out[**next]).map(|next| self.places[*next]);
            }
            if found.is_empty() {
                return None;
            }
            found.into_iter().for_each(|number| out[number] = true);
        }
    }
}
