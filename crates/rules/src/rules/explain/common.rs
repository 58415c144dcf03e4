//! What several conditions have in common, so that it is told once.

use super::words::join;
use crate::rules::model::{Condition, Fact, HoleSet, One, Property};

/// The other condition, by its place, and the number of the turn, if two say that it is the nth turn of the player who
/// began.
pub(super) fn starters_turn(first: &Condition, others: &[&Condition]) -> Option<(usize, u32)> {
    let starter = Condition::Fact(Fact::Starter);
    let turn = |part: &Condition| if let Condition::Turn(number) = part { Some(*number) } else { None };
    others.iter().enumerate().find_map(|(place, other)| {
        let number = if *first == starter { turn(other) } else { turn(first).filter(|_| **other == starter) };
        Some((place, number?))
    })
}

/// The numbers of the turns that alternatives name, if each of them names one.
pub(super) fn turns(parts: &[Condition]) -> Option<Vec<u32>> {
    let turn = |part: &Condition| if let Condition::Turn(number) = part { Some(*number) } else { None };
    parts.iter().map(turn).collect()
}

/// Whether two alternatives say that all holes of the mover, or of the opponent, are empty.
pub(super) fn either_side_empty(parts: &[Condition]) -> bool {
    let empty = |part: &Condition, side: Property| {
        let claim = Condition::Is(One::Tested, Property::Empty);
        let holes = HoleSet::Where(Box::new(HoleSet::Holes), Box::new(Condition::Is(One::Tested, side)));
        *part == Condition::All(holes, Box::new(claim))
    };
    let [one, other] = parts else { return false };
    let own_first = |one, other| empty(one, Property::Own) && empty(other, Property::Opponents);
    own_first(one, other) || own_first(other, one)
}

/// Joins the predicates of one subject: `is neither A nor B`, `holds an even number of seeds and at most 8 seeds`.
pub(super) fn together(wording: Vec<String>) -> String {
    let denied: Option<Vec<String>> =
        wording.iter().map(|text| text.strip_prefix("is not ").map(str::to_owned)).collect();
    if let (Some(denied), true) = (denied, wording.len() > 1) {
        return format!("is neither {}", join(&denied, "nor"));
    }
    let mut short: Vec<String> = Vec::new();
    let mut verb = "";
    for text in &wording {
        let same = ["holds ", "hold ", "makes ", "make "].into_iter().find(|verb| text.starts_with(verb));
        match (same, short.last_mut()) {
            (Some(same), Some(last)) if same == verb => {
                let rest = text.trim_start_matches(verb);
                match rest.strip_prefix("at most ") {
                    // an even number of seeds, at most 8
                    Some(most) if last.ends_with(" number of seeds") => {
                        last.push_str(", at most ");
                        last.push_str(&most.replacen(" seeds", "", 1));
                    }
                    _ => {
                        last.push_str(" and ");
                        last.push_str(rest);
                    }
                }
            }
            _ => short.push(text.clone()),
        }
        verb = same.unwrap_or_default();
    }
    join(&short, "and")
}

/// The verb with which all predicates begin: `is`.
pub(super) fn same_start(wording: &[String]) -> Option<&'static str> {
    ["is not", "is", "lies", "holds", "makes"]
        .into_iter()
        .find(|verb| wording.iter().all(|text| text.strip_prefix(verb).is_some_and(|rest| rest.starts_with(' '))))
        .filter(|verb| *verb != "is" || !wording.iter().any(|text| text.starts_with("is not ")))
}
