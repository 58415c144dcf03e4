//! Legal moves and their results.

use std::rc::Rc;

use super::turn::{Tried, Turn, ways};
use super::view::{Facts, View};
use crate::game::{Fault, Hole, MOST_ANSWERS, Position, Sowing, TurnEnd};
use crate::rules::model::{Case, Direction, Keeper, Player, Rules, Way};
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

/// The first case whose condition holds; a case without a condition always holds.
fn fitting<'c, T>(cases: &'c [Case<T>], view: View<'_>) -> Option<&'c T> {
    let case = cases.iter().find(|case| case.condition.as_ref().is_none_or(|condition| view.holds(condition)));
    case.map(|case| &case.value)
}

/// Whether the `move` section of a move is in force and its hole can be chosen, whether or not the move turns out to be
/// legal.
pub fn may_choose(rules: &Rules, position: &Position, play: &Sowing) -> bool {
    let Some(section) = rules.moves.get(play.section) else { return false };
    let mut facts = Facts { section: Some(play.section), ..Facts::between_turns(rules, position.to_move) };
    if !section.when.as_ref().is_none_or(|when| View::new(rules, position, &facts).holds(when)) {
        return false;
    }
    let hole = play.hole.cell();
    facts.here = Some(hole);
    facts.origin = Some(hole);
    facts.way = play.way;
    let view = View::new(rules, position, &facts);
    let usable = position.seeds[hole] > 0 && !position.closed[hole] && !position.locked[hole];
    usable && fitting(&section.from, view).is_some_and(|from| view.set(from).contains(&hole))
}

/// Moves that can be chosen in a position, whether or not they turn out to be legal.
pub fn choosable(rules: &Rules, position: &Position) -> Vec<Sowing> {
    let moves = (0..rules.moves.len()).flat_map(|section| {
        (0..rules.board.holes()).flat_map(move |hole| {
            section_ways(rules, section, position.to_move).into_iter().map(move |way| {
                let hole = Hole::new(&rules.board, hole);
                Sowing { hole, way, says_way: rules.chooses_way(), answers: Vec::new(), section }
            })
        })
    });
    moves.filter(|play| may_choose(rules, position, play)).collect()
}

/// Directions in which a `move` section lets a player sow.
pub fn section_ways(rules: &Rules, section: usize, mover: Player) -> Vec<Way> {
    let mut found = Vec::new();
    for case in &rules.moves[section].direction {
        let more = ways(&case.value, mover);
        found.extend(more.into_iter().filter(|way| !found.contains(way)).collect::<Vec<_>>());
    }
    found
}

/// All legal moves of the player to move: those of the first `move` section in force that has any.
pub(super) fn legal_moves(rules: &Rules, position: &Position) -> Result<Vec<Legal>, Fault> {
    let mover = position.to_move;
    let says_way = rules.chooses_way();
    for (section, section_rules) in rules.moves.iter().enumerate() {
        let mut facts = Facts { section: Some(section), ..Facts::between_turns(rules, mover) };
        if !section_rules.when.as_ref().is_none_or(|when| View::new(rules, position, &facts).holds(when)) {
            continue;
        }
        let mut legal = Vec::new();
        for hole in 0..rules.board.holes() {
            if position.seeds[hole] == 0 || position.closed[hole] || position.locked[hole] {
                continue;
            }
            facts.here = Some(hole);
            facts.origin = Some(hole);
            facts.way = Way::Counterclockwise;
            let Some(direction) = fitting(&section_rules.direction, View::new(rules, position, &facts)) else {
                return Err(Fault::new(section_rules.span, Fault::NO_DIRECTION));
            };
            let kept = match direction {
                Direction::AsLast(Keeper::Mover) => position.last_ways[mover],
                Direction::AsLast(Keeper::Starter) => position.last_ways[position.starter],
                _ => None,
            };
            let directions = kept.map_or_else(|| ways(direction, mover), |way| vec![way]);
            for way in &directions {
                facts.way = *way;
                let view = View::new(rules, position, &facts);
                let Some(from) = fitting(&section_rules.from, view) else {
                    return Err(Fault::new(section_rules.span, Fault::NO_FROM));
                };
                if view.set(from).contains(&hole) {
                    let hole = Hole::new(&rules.board, hole);
                    let play = Sowing { hole, way: *way, says_way, answers: Vec::new(), section };
                    legal.extend(answered(rules, position, play)?);
                }
            }
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
            Tried::Illegal => {}
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
