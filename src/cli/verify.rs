//! `mancala solve --verify`: checks values against the positions that follow, played by the narrator.

use mancala_engine::game::{Ending, Fault, Position};
use mancala_engine::narrator::{Narrator, Standing};
use mancala_engine::position_text;
use mancala_engine::solver::{Place, Solver, Values, Worth};
use mancala_rules::chance::generator;
use mancala_rules::rules::model::{Outcome, Rule, Rules};
use rand::RngExt;

use super::Failure;
use super::exact::{self, refused};
use super::game::Loaded;

/// Checks `count` random positions against the positions that follow them. Returns how many were checked.
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
        let unread = |refusal| refused(loaded, &refusal);
        let kept = values.at(layer, index).map_err(unread)?.map(|value| Worth::of(value, 0));
        let fault =
            |fault: Fault| refused(loaded, &mancala_engine::solver::Refusal::Fault(fault, Box::new(position.clone())));
        let found = from_successors(solver, values, &position).map_err(fault)?;
        if kept != found {
            let text = |worth: Option<Worth>| worth.map_or_else(|| "unknown".to_owned(), exact::text);
            let message = format!(
                "the stored value of `{}` is {}, but the positions that follow it give {}",
                position_text::format(&loaded.rules.board, &position),
                text(kept),
                text(found)
            );
            return Err(Failure::wrong_use(message).help("this is a defect of the program or of the database"));
        }
    }
    Ok(count)
}

/// The value of a position, computed from the values of the positions that follow it.
fn from_successors(solver: &Solver, values: &Values, position: &Position) -> Result<Option<Worth>, Fault> {
    let game = Narrator::without_repetition(solver.rules(), position.clone())?;
    let mover = position.to_move;
    let moves = match game.standing() {
        Standing::Over(ending) => return Ok(Some(ended(solver.rules(), ending, mover))),
        Standing::MustPass => 1,
        Standing::ToMove(moves, offered) => moves.len() + offered.len(),
    };
    let mut best = None;
    for index in 0..moves {
        let mut after = game.clone();
        after.play_nth(index)?;
        let value = match after.ending() {
            Some(ending) => Some(ended(solver.rules(), ending, mover)),
            None => {
                // the position after the turn: rules before the next turn are part of its value
                let left = after.left();
                let place = solver.place_of(left);
                // a value that cannot be read is as unknown as one that is not there
                let value = |place: &Place| values.at(place.layer, place.index).ok().flatten();
                let worth = place.and_then(|place| Some(Worth::of(value(&place)?, place.gain)));
                if left.to_move == mover { worth } else { worth.map(Worth::turned) }
            }
        };
        let Some(value) = value else { return Ok(None) };
        best = best.max(Some(value));
    }
    Ok(best)
}

/// The value for a player when the round is over.
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
