//! Plays a game by reading Rules directly, and tells what happens and which rule decided it.
//!
//! It is the witness for every faster player: plain, with nothing worked out beforehand.

mod fault;
mod game;
mod limits;
mod moves;
mod position;
mod refilled;
mod start;
mod telling;
mod turn;
mod view;

pub use fault::Fault;
pub use game::{Ending, Game, Legal, NotLegal, Standing, may_choose};
pub use limits::{MOST_ANSWERS, MOST_LAPS, MOST_SOWN};
pub use moves::{Answer, Move};
pub use position::{LastTurn, Position};
pub use refilled::{Decided, after_refilling};
pub use telling::{Event, tell};
pub(crate) use turn::choices;
#[cfg(test)]
pub(crate) use turn::picks;
pub use turn::{Moment, TurnEnd, Verdict, Watcher, What, ways};
pub use view::Standings;

use crate::rules::model::{Cell, HoleSet, Player, Rules};

/// The cells of a set as a player sees it between turns.
pub fn cells_for(rules: &Rules, position: &Position, player: Player, set: &HoleSet) -> Vec<Cell> {
    let facts = view::Facts::between_turns(rules, position.to_move);
    view::View::new(rules, position, &facts).of(player).set(set)
}

/// Plays a move from a position, whether it is legal or not, and tells what happened until the turn was over, until the
/// mover had to say whether a rule applies, or until the rules gave no answer.
pub fn rehearse(rules: &Rules, position: &Position, play: &Move) -> (Vec<Event>, Option<Fault>) {
    let mut turn = turn::Turn::new(rules, position, play, true);
    let fault = turn.play().err();
    (turn.events.unwrap_or_default(), fault)
}

/// Plays a move as [`rehearse`] does, and shows every moment of it to somebody: each seed that falls, and each event.
pub fn watch<'w>(rules: &'w Rules, position: &Position, play: &'w Move, watcher: &'w mut Watcher<'w>) -> Option<Fault> {
    turn::Turn::new(rules, position, play, false).watched(watcher).play().err()
}
