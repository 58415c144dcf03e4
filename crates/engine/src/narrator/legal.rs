//! Legal moves and their results.

use mancala_rules::rules::model::Rules;
use mancala_rules::source::Span;

use super::choosable::choosable_in;
use super::turn::{Tried, Turn};
use super::view::{Facts, Moves, View};
use crate::game::{Fault, Position, Sowing, TurnEnd};

/// A legal move and its result.
#[derive(Clone, Debug)]
pub struct Legal {
    /// The move.
    pub play: Sowing,
    pub(super) after: Position,
    pub(super) end: TurnEnd,
    pub(super) decided_by: Option<(String, Span)>,
}

/// All legal moves of the player to move: those of the first `move` section in force that has any.
pub(super) fn legal_moves(rules: &Rules, position: &Position) -> Result<Vec<Legal>, Fault> {
    let mover = position.to_move;
    for (section, section_rules) in rules.moves.iter().enumerate() {
        let facts = Facts { section: Some(section), ..Facts::between_turns(rules, mover) };
        if !section_rules.when.as_ref().is_none_or(|when| View::new(rules, position, &facts).holds(when)) {
            continue;
        }
        let mut legal = Vec::new();
        let moves = Moves::new(position, section);
        for play in choosable_in(rules, position, section)? {
            let turn = Turn::new(rules, position, &play, false).among(&moves);
            turn.each_answered(play, |play, came| {
                if let Tried::Done { position: after, end, decided_by } = came {
                    legal.push(Legal { play, after: *after, end, decided_by });
                }
            })?;
        }
        if !legal.is_empty() {
            legal.sort_by_cached_key(|legal| legal.play.order());
            return Ok(legal);
        }
    }
    Ok(Vec::new())
}
