//! `mancala solve --verify`: values compared with those of what follows, as the narrator plays it.

use rand::RngExt;

use super::Failure;
use super::exact::{self, refused};
use super::game::Loaded;
use crate::chance::generator;
use crate::game::{Ending, Fault, Position};
use crate::narrator::{Narrator, Standing};
use crate::position_text;
use crate::rules::model::{Outcome, Rule, Rules};
use crate::solver::{Solver, Values, Worth};

/// Compares so many positions, chosen at random, with what follows them; tells how many.
pub(super) fn verify(loaded: &Loaded, solver: &Solver, values: &Values, count: u64) -> Result<u64, Failure> {
    let mut generator = generator(0, 0);
    let all: u64 = solver.layers().iter().map(|layer| layer.positions).sum();
    for _ in 0..count {
        let mut index = generator.random_range(0..all.max(1));
        let mut layer = 0;
        while let Some(positions) = solver.layers().get(layer).map(|layer| layer.positions) {
            if index < positions {
                break;
            }
            index -= positions;
            layer += 1;
        }
        let Some(position) = solver.position(layer, index) else { continue };
        let kept = values.at(layer, index).map(|value| Worth::of(value, 0));
        let fault = |fault: Fault| refused(loaded, &crate::solver::Refusal::Fault(fault, Box::new(position.clone())));
        let found = from_successors(solver, values, &position).map_err(fault)?;
        if kept != found {
            let told = |worth: Option<Worth>| worth.map_or_else(|| "unknown".to_owned(), exact::told);
            let message = format!(
                "the value kept of `{}` is {}, and what follows it gives {}",
                position_text::format(&loaded.rules.board, &position),
                told(kept),
                told(found)
            );
            return Err(Failure::wrong_use(message).help("this is a defect of the program or of the database"));
        }
    }
    Ok(count)
}

/// What a position is worth by the values of what follows it.
fn from_successors(solver: &Solver, values: &Values, position: &Position) -> Result<Option<Worth>, Fault> {
    let game = Narrator::without_repetition(solver.rules(), position.clone())?;
    let mover = position.to_move;
    let moves = match game.standing() {
        Standing::Over(ending) => return Ok(Some(ended(solver.rules(), ending, mover))),
        Standing::MustPass => 1,
        Standing::ToMove(moves) => moves.len(),
    };
    let mut best = None;
    for index in 0..moves {
        let mut after = game.clone();
        after.play_nth(index)?;
        let value = match after.ending() {
            Some(ending) => Some(ended(solver.rules(), ending, mover)),
            None => {
                // as the turn left it: what a rule does before the next turn is part of what the position is worth
                let left = after.left();
                let place = solver.place_of(left);
                let worth = place.and_then(|place| Some(Worth::of(values.at(place.layer, place.index)?, place.gain)));
                if left.to_move == mover { worth } else { worth.map(Worth::turned) }
            }
        };
        let Some(value) = value else { return Ok(None) };
        best = best.max(Some(value));
    }
    Ok(best)
}

/// What a player has when the round is over.
fn ended(rules: &Rules, ending: &Ending, player: usize) -> Worth {
    let counts = |rule: &Rule| rule.span == ending.span && rule.value.outcome == Some(Outcome::Over);
    if rules.before_turn.iter().any(counts) {
        let own = |player: usize| ending.scores.get(player).copied().unwrap_or(0);
        return Worth::By(i32::try_from(own(player) - own(1 - player)).unwrap_or(0));
    }
    match ending.winners.as_slice() {
        [winner] if *winner == player => Worth::Won,
        [_] => Worth::Lost,
        _ => Worth::By(0),
    }
}
