//! Looks up the worth of positions, and plays perfectly.

use std::collections::HashMap;
use std::sync::Mutex;

use super::value::{Worth, with_gain};
use super::{After, Next, Place, Refusal, Solver, Values};
use crate::game::{Move, Position};

/// Most positions to search for the shortest way out of a layer.
const MOST_GONE_THROUGH: usize = 300_000;

/// Most positions to search before the turns that rules ask about are over.
const MOST_BEFORE: usize = 1_000_000;

/// Looks up what positions are worth.
#[derive(Debug)]
pub struct Oracle<'s> {
    solver: &'s Solver,
    values: &'s Values,
    /// Worth of positions in which a rule still asks which turn it is.
    early: Mutex<HashMap<Position, Option<Worth>>>,
}

/// A move with its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub play: Move,
    /// Worth to the player who moves; `None` if the next position is in no solved layer.
    pub worth: Option<Worth>,
    /// The next position; `None` if the round is decided.
    pub after: Option<Position>,
}

/// A ply of perfect play.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The position before the ply.
    pub position: Position,
    /// The move.
    pub play: Move,
    /// Worth of the position to the player who moves.
    pub worth: Worth,
}

/// Positions of a layer that perfect play can pass through.
#[derive(Default)]
struct Walk {
    /// Index in the layer of each position.
    places: Vec<u64>,
    number: HashMap<(u64, bool), usize>,
    /// For each position, the moves that keep its value: their target, or `None` if they leave the layer.
    moves: Vec<Vec<Option<usize>>>,
    /// For each position, whether the player to move wants to leave the layer.
    wants: Vec<bool>,
}

impl<'s> Oracle<'s> {
    /// An oracle for these layers and their values.
    pub fn new(solver: &'s Solver, values: &'s Values) -> Self {
        Oracle { solver, values, early: Mutex::default() }
    }

    /// Final worth of a position to the player to move, including what both have won so far; `None` if the position is
    /// in no solved layer.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided.
    pub fn worth(&self, position: &Position) -> Result<Option<Worth>, Refusal> {
        if let Some(place) = self.solver.place_of(position) {
            return Ok(self.value(&place)?.map(|value| Worth::of(value, place.gain)));
        }
        if self.solver.banked(position).is_none() || !self.is_early(position) {
            return Ok(None);
        }
        if let Some(known) = self.early.lock().ok().and_then(|early| early.get(position).copied()) {
            return Ok(known);
        }
        self.keep(position, None)?;
        let choices = match self.solver.next(position)? {
            Next::Over(value) => {
                let worth = Some(Worth::of(value, 0));
                self.keep(position, worth)?;
                return Ok(worth);
            }
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
                return Err(Refusal::rules(
                    message,
                    "only games in which rules ask about first turns alone can be solved",
                ));
            }
            early.insert(position.clone(), worth);
        }
        Ok(())
    }

    fn value(&self, place: &Place) -> Result<Option<i8>, Refusal> {
        self.values.at(place.layer, place.index)
    }

    /// The moves or the pass of the player to move, each with its worth; empty if the round is over.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided.
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

    /// Index of the best choice. It keeps the value of the position; if that value is better than endless play, it
    /// leads to it in the fewest turns. `None` if the round is over or a value is unknown.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided.
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
        // a player whose value is no better than endless play need not leave
        if self.value(&place)?.is_some_and(|value| value <= 0) && self.solver.turned() {
            return Ok(first);
        }
        // the place can hold the turned position, so recognise moves by where they lead
        let next = self.way_out(&place)?;
        let leads = |choice: &Choice| {
            let to = choice.after.as_ref().and_then(|after| self.solver.place_of(after));
            choice.worth.as_ref() == Some(most) && next.is_some() && to.map(|to| to.index) == next
        };
        Ok(choices.iter().position(leads).or(first))
    }

    /// First step of the shortest way out of a layer that keeps the value of a position, as an index in the layer;
    /// `None` if the player to move can force none.
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
            // search again whenever the walk has grown by half
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

    /// Adds the successors of a position to a walk.
    fn extend(&self, layer: usize, number: usize, walk: &mut Walk) -> Result<(), Refusal> {
        let index = walk.places[number];
        let (Some(position), Some(value)) = (self.solver.position(layer, index), self.values.at(layer, index)?) else {
            return Ok(());
        };
        let wants = walk.wants[number];
        let mut moves = Vec::new();
        let mut to = |after: &Position, walk: &mut Walk| -> Result<(), Refusal> {
            let Some(place) = self.solver.place_of(after) else { return Ok(()) };
            let again = after.to_move == position.to_move;
            let Some(worth) = self.value(&place)? else { return Ok(()) };
            let worth = with_gain(worth, place.gain);
            if (if again { worth } else { -worth }) != value {
                return Ok(());
            }
            let next = (place.layer == layer).then(|| walk.enter(place.index, if again { wants } else { !wants }));
            moves.push(next);
            Ok(())
        };
        match self.solver.next(&position)? {
            Next::Over(_) => {}
            Next::Pass(after) => to(&after, walk)?,
            Next::Moves(plays) => {
                for (_, after) in &plays {
                    if let After::Position(after) = after {
                        to(after, walk)?;
                    }
                }
            }
        }
        if let Some(own) = walk.moves.get_mut(number) {
            *own = moves;
        }
        Ok(())
    }

    /// Perfect play of both players from a position, for at most `most` plies. The flag says whether it returned to an
    /// earlier position, and so never ends.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided.
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

    /// First step of the player to move in the first position who wants to leave the layer in the fewest turns, against
    /// any defence; `None` if the other player can prevent it.
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
