//! Legal moves and their results.

use std::rc::Rc;

use super::choosable::choosable_in;
use super::turn::{Tried, Turn};
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
        for play in choosable_in(rules, position, section)? {
            legal.extend(answered(rules, position, play)?);
        }
        if !legal.is_empty() {
            legal.sort_by_cached_key(|legal| legal.play.order());
            return Ok(legal);
        }
    }
    Ok(Vec::new())
}

/// All legal ways to play a hole in a direction, one for each combination of answers.
fn answered(rules: &Rules, position: &Position, play: Sowing) -> Result<Vec<Legal>, Fault> {
    let mut legal = Vec::new();
    let mut open: Vec<(Sowing, Option<Rc<Turn<'_>>>)> = vec![(play, None)];
    let mut tried = 0;
    while let Some((play, unasked)) = open.pop() {
        tried += 1;
        if tried > MOST_ANSWERS {
            let span = rules.moves.get(play.section).map(|section| section.span).unwrap_or_default();
            return Err(Fault::new(span, Fault::TOO_MANY_WAYS));
        }
        let (mut turn, came);
        match unasked {
            Some(unasked) => {
                turn = unasked.answered(&play.answers);
                came = turn.resume()?;
            }
            None => {
                turn = Turn::new(rules, position, &play, false);
                came = turn.play()?;
            }
        }
        match came {
            Tried::Illegal | Tried::Left(_) => {}
            Tried::Asks(answers) => {
                let unasked: Option<Rc<Turn<'_>>> = turn.unasked.take().map(Rc::from);
                for answer in answers {
                    let mut more = play.clone();
                    more.answers.push(answer);
                    open.push((more, unasked.clone()));
                }
            }
            Tried::Done { position: after, end, decided_by } => {
                debug_assert_eq!(turn.asked(), play.answers.len());
                legal.push(Legal { play, after: *after, end, decided_by });
            }
        }
    }
    Ok(legal)
}
