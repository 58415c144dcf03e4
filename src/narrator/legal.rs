//! Legal moves and their results.

use std::rc::Rc;

use super::choosable::choosable_in;
use super::turn::{Moves, Tried, Turn};
use super::view::{Facts, View};
use crate::game::{Fault, MOST_ANSWERS, Position, Sowing, TurnEnd};
use crate::rules::model::Rules;
use crate::source::Span;

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
            each_answered(turn, play, |play, came| {
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

/// Plays a hole in a direction, once for each combination of answers, and hands over how each came out.
pub(super) fn each_answered<'r>(
    turn: Turn<'r>,
    play: Sowing,
    mut each: impl FnMut(Sowing, Tried),
) -> Result<(), Fault> {
    let mut open: Vec<(Sowing, Option<Rc<Turn<'r>>>)> = vec![(play, None)];
    let mut tried = 0;
    while let Some((play, unasked)) = open.pop() {
        tried += 1;
        if tried > MOST_ANSWERS {
            return Err(turn.too_many_ways());
        }
        let mut turn = unasked.as_deref().unwrap_or(&turn).answered(&play.answers);
        let came = if unasked.is_some() { turn.resume()? } else { turn.play()? };
        debug_assert!(!matches!(came, Tried::Done { .. }) || turn.asked() == play.answers.len());
        if let Tried::Asks(answers) = came {
            let unasked: Option<Rc<Turn<'_>>> = turn.unasked.take().map(Rc::from);
            for answer in answers {
                let mut more = play.clone();
                more.answers.push(answer);
                open.push((more, unasked.clone()));
            }
        } else {
            each(play, came);
        }
    }
    Ok(())
}
