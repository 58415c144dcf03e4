//! Moves in place of a turn, which rules of `before turn` offer.

use mancala_rules::rules::model::{Board, Effect, Outcome, Rule, Rules};

use super::turn::{capture, change, take_from_store, to_place};
use super::view::{Facts, View};
use crate::game::{Event, Fault, Instead, Position};

/// A move in place of a turn, and its result.
#[derive(Clone, Debug)]
pub struct Offered {
    /// The move.
    pub play: Instead,
    pub(super) rule: Rule,
    /// The position after the move; if the move ends the game, the position that is scored.
    pub(super) after: Position,
    pub(super) events: Vec<Event>,
}

impl Offered {
    /// What a rule offers in a position. `facts` are those with which the rule was read.
    pub(super) fn new(
        rules: &Rules,
        position: &Position,
        mut facts: Facts,
        (play, rule): (Instead, &Rule),
    ) -> Result<Self, Fault> {
        let (mut after, mut events) = (position.clone(), Vec::new());
        for effect in &rule.value.effects {
            events.extend(act(rules, &mut after, effect, rule, &mut facts)?);
        }
        if rule.value.outcome == Some(Outcome::SwapSides) {
            swap_sides(&rules.board, &mut after);
            events.push(Event::SwapsSides(position.to_move));
        }
        match rule.value.outcome {
            Some(Outcome::Pass) => {
                events.push(Event::Passes(position.to_move));
                pass(rules, &mut after);
            }
            Some(Outcome::SwapSides) => pass(rules, &mut after),
            _ => {}
        }
        Ok(Offered { play, rule: rule.clone(), after, events })
    }
}

/// Performs an effect of a rule of `before turn`.
pub(super) fn act(
    rules: &Rules,
    position: &mut Position,
    effect: &Effect,
    rule: &Rule,
    facts: &mut Facts,
) -> Result<Vec<Event>, Fault> {
    Ok(match effect {
        Effect::Capture(who, set) => capture(rules, position, facts, *who, set),
        Effect::Place { count, into, .. } => {
            let mut events = Vec::new();
            for (cell, count) in to_place(View::new(rules, position, facts), into, count) {
                take_from_store(rules, position, facts.mover, count, rule)?;
                position.seeds[cell] += count;
                events.push(Event::Placed(cell, count, true));
            }
            events
        }
        Effect::To(what, set) => {
            let cells = View::new(rules, position, facts).set(set);
            change(rules, position, facts.mover, *what, &cells)
        }
        // the resolver allows no other effect in `before turn`
        Effect::Lift(..) | Effect::PlaceAll(_) | Effect::Points(..) => Vec::new(),
    })
}

/// The mover has had his turn without sowing, and the next player is to move.
pub(super) fn pass(rules: &Rules, position: &mut Position) {
    let mover = position.to_move;
    position.turns[mover] += 1;
    position.last = None;
    position.to_move = (mover + 1) % rules.board.players.value;
}

/// Two players exchange all they hold.
fn swap_sides(board: &Board, position: &mut Position) {
    let before = position.clone();
    for cell in 0..board.cells() {
        let from = board.exchanged(cell);
        position.seeds[cell] = before.seeds[from];
        position.marks[cell] = before.marks[from].each().map(|player| 1 - player).collect();
    }
}
