//! A turn seed by seed: what the board looks like from moment to moment.

use mancala_rules::rules::model::{Cell, Rules};

use super::{What, watch};
use crate::game::{Event, Gathering, Position, Sowing, at_end};

/// Most moments of one turn that are shown; the rest appears at the end of the turn.
const MOST_FRAMES: usize = 4000;

/// One moment of a turn.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The board at this moment.
    pub position: Position,
    /// Seeds in the mover's hand.
    pub hand: i64,
    /// The cell where something has just happened.
    pub at: Option<Cell>,
    /// Number of events that have happened by then.
    pub told: usize,
    /// Whether to show it longer than the fall of a seed, as for a lap, a capture or a mark.
    pub rest: bool,
}

/// The moments of a move, up to its end or to the first choice that it does not answer.
pub fn frames(rules: &Rules, position: &Position, play: &Sowing) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut told = 0;
    let mut look = |moment: &super::Moment<'_>| {
        let (at, rest) = match moment.what {
            What::Sown(cell) => (Some(cell), false),
            What::Event(event) => {
                told += 1;
                match event {
                    Event::Lifted(cell, _) | Event::Captured(_, cell, _) | Event::Marked(_, cell) => {
                        (Some(*cell), true)
                    }
                    Event::Unmarked(cell) | Event::Placed(cell, ..) => (Some(*cell), true),
                    Event::Rule { .. } | Event::Lap { .. } | Event::PotWon(..) => {
                        // Nothing on the board has changed, so add this event to the moment before.
                        if let Some(frame) = frames.last_mut() {
                            let frame: &mut Frame = frame;
                            frame.told = told;
                            frame.rest |= matches!(event, Event::Lap { .. });
                        }
                        return;
                    }
                    _ => return,
                }
            }
        };
        if frames.len() < MOST_FRAMES {
            frames.push(Frame { position: moment.position.clone(), hand: moment.hand, at, told, rest });
        }
    };
    // Playing the move meets the fault again, and reports it.
    let _ = watch(rules, position, play, &mut look);
    frames
}

/// The moments in which the rule that ends a game gathers the last seeds: the board as the last turn left it, then hole
/// by hole, then `after`.
pub fn gathering_frames(rules: &Rules, gathering: &Gathering, events: &[Event], after: &Position) -> Vec<Frame> {
    let (turn, end) = at_end(events);
    let mut position = gathering.before.clone();
    let mut frames = vec![Frame { position: position.clone(), hand: 0, at: None, told: turn.len(), rest: true }];
    for (told, event) in (turn.len() + 1..).zip(end) {
        let at = match event {
            Event::Captured(player, cell, seeds) => {
                position.seeds[*cell] -= seeds;
                position.seeds[rules.board.stores[*player]] += seeds;
                *cell
            }
            Event::Placed(cell, seeds, _) => {
                position.seeds[*cell] += seeds;
                position.seeds[rules.board.stores[position.to_move]] -= seeds;
                *cell
            }
            _ => continue,
        };
        frames.push(Frame { position: position.clone(), hand: 0, at: Some(at), told, rest: true });
    }
    frames.push(Frame { position: after.clone(), hand: 0, at: None, told: events.len(), rest: true });
    frames
}
