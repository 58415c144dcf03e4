//! Plays games by interpreting the rules directly, and reports what happens and which rule decided it.
//!
//! It is the reference for all faster implementations: simple, without precomputation.

mod choosable;
mod frames;
mod game;
mod legal;
mod offered;
mod reader;
mod refilled;
mod start;
mod turn;
mod view;

use mancala_rules::rules::model::{Cell, HoleSet, Player, Rules};

pub use choosable::{choosable, may_choose, section_ways, ways};
pub use frames::{Frame, frames, gathering_frames};
pub use game::{Narrator, Standing};
pub use legal::Legal;
pub use offered::Offered;
pub use refilled::{Decided, after_refilling};
pub use turn::{Moment, Watcher, What};
pub use view::Standings;

use crate::game::{Event, Fault, Position, Sowing};

/// The cells of a set as a player sees it between turns.
pub fn cells_for(rules: &Rules, position: &Position, player: Player, set: &HoleSet) -> Vec<Cell> {
    let facts = view::Facts::between_turns(rules, position.to_move);
    view::View::new(rules, position, &facts).of(player).set(set)
}

/// Plays a move from a position, legal or not. Returns the events until the turn ends, the mover has to answer a
/// question, or the rules leave a situation undecided.
pub fn rehearse(rules: &Rules, position: &Position, play: &Sowing) -> (Vec<Event>, Option<Fault>) {
    let mut turn = turn::Turn::new(rules, position, play, true);
    let fault = turn.play().err();
    (turn.events.unwrap_or_default(), fault)
}

/// Plays a move as [`rehearse`] does, and calls a watcher for each seed sown and each event.
pub fn watch<'w>(
    rules: &'w Rules,
    position: &Position,
    play: &'w Sowing,
    watcher: &'w mut Watcher<'w>,
) -> Option<Fault> {
    turn::Turn::new(rules, position, play, false).watched(watcher).play().err()
}
