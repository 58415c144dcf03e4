//! What the player to move can choose, whether or not it turns out to be legal.

use mancala_rules::rules::model::{Case, Direction, Keeper, Player, Rules, Way};

use super::view::{Facts, View};
use crate::game::{Fault, Hole, Position, Sowing};

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

/// The holes and directions that a `move` section in force lets the mover choose.
pub(super) fn choosable_in(rules: &Rules, position: &Position, section: usize) -> Result<Vec<Sowing>, Fault> {
    let (mover, says_way) = (position.to_move, rules.chooses_way());
    let section_rules = &rules.moves[section];
    let mut facts = Facts { section: Some(section), ..Facts::between_turns(rules, mover) };
    let mut found = Vec::new();
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
        for way in kept.map_or_else(|| ways(direction, mover), |way| vec![way]) {
            facts.way = way;
            let view = View::new(rules, position, &facts);
            let Some(from) = fitting(&section_rules.from, view) else {
                return Err(Fault::new(section_rules.span, Fault::NO_FROM));
            };
            if view.set(from).contains(&hole) {
                let hole = Hole::new(&rules.board, hole);
                found.push(Sowing { hole, way, says_way, answers: Vec::new(), section });
            }
        }
    }
    Ok(found)
}

/// Directions in which a chosen hole can be sown, whatever happened before.
pub fn ways(direction: &Direction, mover: Player) -> Vec<Way> {
    match direction {
        Direction::One(way) => vec![*way],
        Direction::PerPlayer(ways) => vec![ways[mover]],
        Direction::Either | Direction::AsLast(_) => Way::BOTH.to_vec(),
    }
}
