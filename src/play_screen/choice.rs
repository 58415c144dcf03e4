//! How a move is chosen step by step: the hole, the direction, the answers of `may` rules; or the holes and numbers of a
//! lay-out.

use crate::notation::hole;
use crate::rules::model::{Board, Cell};

/// Leaves the rest of a lay-out to the rule.
pub const REST: &str = "fill-rest";

/// What is to be chosen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// One of these holes.
    Hole(Vec<Cell>),
    /// Where the seeds of a hole go: `+` counterclockwise, `-` clockwise.
    Way(Cell),
    /// Whether a rule applies.
    Answer(Cell),
    /// How many seeds go into a hole; these numbers are allowed.
    Number(Cell, Vec<i64>),
    /// Nothing but to pass.
    Pass,
    /// Nothing: all is said, and this is the move.
    Said(String),
    /// Nothing can be chosen.
    Nothing,
}

/// The hole of a move or a choice, and what stands behind it.
fn apart<'n>(board: &Board, name: &'n str) -> Option<(Cell, &'n str)> {
    let bare = name.strip_prefix("fill-").unwrap_or(name);
    let digits = bare.find(|c: char| c.is_ascii_digit())?;
    let end = digits + bare[digits..].find(|c: char| !c.is_ascii_digit()).unwrap_or(bare.len() - digits);
    Some((hole(board, bare.get(..end)?)?, bare.get(end..)?))
}

/// What was said of a move so far: the hole, and what stands behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The hole, once it is chosen.
    pub hole: Option<Cell>,
    /// What stands behind the hole: `+`, `-`, `y`, `n`.
    pub more: String,
}

impl Choice {
    /// What is to be chosen next among the legal moves. A direction or an answer without another is taken by itself.
    pub fn ask(&mut self, board: &Board, legal: &[String]) -> Ask {
        if legal.is_empty() {
            return Ask::Nothing;
        }
        if legal == ["pass"] {
            return Ask::Pass;
        }
        let Some(chosen) = self.hole else {
            let mut holes: Vec<Cell> =
                legal.iter().filter_map(|name| apart(board, name)).map(|(hole, _)| hole).collect();
            holes.dedup();
            return Ask::Hole(holes);
        };
        let fitting: Vec<(&String, &str)> = legal
            .iter()
            .filter_map(|name| apart(board, name).map(|(hole, more)| (name, hole, more)))
            .filter(|(_, hole, more)| *hole == chosen && more.starts_with(&self.more))
            .map(|(name, _, more)| (name, more))
            .collect();
        loop {
            if let Some((name, _)) = fitting.iter().find(|(_, more)| *more == self.more) {
                return Ask::Said((*name).clone());
            }
            let mut next: Vec<char> =
                fitting.iter().filter_map(|(_, more)| more.strip_prefix(self.more.as_str())?.chars().next()).collect();
            next.sort_unstable();
            next.dedup();
            match next.as_slice() {
                ['='] => {
                    let number = |(_, more): &(&String, &str)| more.trim_start_matches('=').parse().ok();
                    return Ask::Number(chosen, fitting.iter().filter_map(number).collect());
                }
                [only] => self.more.push(*only),
                ['+', '-'] => return Ask::Way(chosen),
                ['n', 'y'] => return Ask::Answer(chosen),
                _ => return Ask::Nothing,
            }
        }
    }

    /// Takes the last thing said back; false if nothing was said.
    pub fn back(&mut self) -> bool {
        self.more.pop().is_some() || self.hole.take().is_some()
    }

    /// The move so far, as the legal moves name it.
    pub fn said(&self, board: &Board) -> String {
        self.hole.map_or(String::new(), |hole| crate::notation::cell_name(board, hole) + &self.more)
    }
}
