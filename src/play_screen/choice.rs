//! How a move is chosen step by step: the hole, the direction, the answers to its rules; or the holes and numbers of a
//! lay-out.

use crate::narrator::Answer;
use crate::notation::{hole, short_name};
use crate::rules::model::{Board, Cell};

/// Leaves the rest of a lay-out to the rule.
pub const REST: &str = "fill-rest";

/// What is to be chosen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The hole that the move starts from, or that is filled: one of these.
    Hole(Vec<Cell>),
    /// A hole that a rule of the move lets him choose: one of these.
    Pick(Vec<Cell>),
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

/// A part of a move behind its hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// `+`: counterclockwise.
    Plus,
    /// `-`: clockwise.
    Minus,
    /// `y`: the rule applies.
    Yes,
    /// `n`: it does not.
    No,
    /// `:b3`: a hole.
    Cell(Cell),
    /// `=3`: so many seeds.
    Number(i64),
}

/// The letters and the number of a hole, and what stands behind them.
fn hole_and_rest(text: &str) -> Option<(&str, &str)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let end = text[digits..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |more| digits + more);
    Some(text.split_at(end))
}

/// The hole of a move or a choice, and the parts behind it.
fn apart(board: &Board, name: &str) -> Option<(Cell, Vec<Part>)> {
    let (start, mut rest) = hole_and_rest(name.strip_prefix("fill-").unwrap_or(name))?;
    let mut parts = Vec::new();
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        parts.push(match sign {
            '+' => Part::Plus,
            '-' => Part::Minus,
            'y' => Part::Yes,
            'n' => Part::No,
            '=' => Part::Number(std::mem::take(&mut rest).parse().ok()?),
            ':' => {
                let named = hole_and_rest(rest).and_then(|(name, more)| Some((hole(board, name)?, more)));
                // a store or an end has a name of another form
                let (cell, more) = named.or_else(|| {
                    let ends = (board.holes()..board.cells()).map(|cell| (cell, short_name(board, cell)));
                    let begun = ends.filter(|(_, name)| rest.starts_with(name));
                    begun.max_by_key(|(_, name)| name.len()).map(|(cell, name)| (cell, &rest[name.len()..]))
                })?;
                rest = more;
                Part::Cell(cell)
            }
            _ => return None,
        });
    }
    Some((hole(board, start)?, parts))
}

/// The hole of a move or a choice.
pub fn hole_of(board: &Board, name: &str) -> Option<Cell> {
    apart(board, name).map(|(hole, _)| hole)
}

/// What was said of a move so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The hole, once it is chosen.
    pub hole: Option<Cell>,
    /// What was said of the rest.
    pub parts: Vec<Part>,
}

impl Choice {
    /// What is to be chosen next among the legal moves. A part without another is taken by itself.
    pub fn ask(&mut self, board: &Board, legal: &[String]) -> Ask {
        if legal.is_empty() {
            return Ask::Nothing;
        }
        if legal == ["pass"] {
            return Ask::Pass;
        }
        let all = legal.iter().filter_map(|name| apart(board, name).map(|(hole, parts)| (name, hole, parts)));
        let numbered = |parts: &[Part]| matches!(parts, [Part::Number(_)]);
        if self.hole.is_none() {
            let mut holes: Vec<(Cell, bool)> = all.clone().map(|(_, hole, parts)| (hole, numbered(&parts))).collect();
            holes.dedup();
            match holes.as_slice() {
                // the rule says which hole gets its number next
                [(only, true)] => self.hole = Some(*only),
                _ => return Ask::Hole(holes.into_iter().map(|(hole, _)| hole).collect()),
            }
        }
        let Some(chosen) = self.hole else { return Ask::Nothing };
        let fitting: Vec<(&String, Vec<Part>)> = all
            .filter(|(_, hole, parts)| *hole == chosen && parts.starts_with(&self.parts))
            .map(|(name, _, parts)| (name, parts))
            .collect();
        loop {
            if let Some((name, _)) = fitting.iter().find(|(_, parts)| *parts == self.parts) {
                return Ask::Said((*name).clone());
            }
            let said = self.parts.len();
            let mut next: Vec<Part> = fitting
                .iter()
                .filter(|(_, parts)| parts.starts_with(&self.parts))
                .filter_map(|(_, parts)| parts.get(said).copied())
                .collect();
            next.sort_unstable();
            next.dedup();
            match next.as_slice() {
                [] => return Ask::Nothing,
                [only] => self.parts.push(*only),
                [Part::Plus | Part::Minus, ..] => return Ask::Way(chosen),
                [Part::Yes | Part::No, ..] => return Ask::Answer(chosen),
                [Part::Cell(_), ..] => {
                    let cell = |part: &Part| if let Part::Cell(cell) = part { Some(*cell) } else { None };
                    return Ask::Pick(next.iter().filter_map(cell).collect());
                }
                [Part::Number(_), ..] => {
                    let number = |part: &Part| if let Part::Number(number) = part { Some(*number) } else { None };
                    return Ask::Number(chosen, next.iter().filter_map(number).collect());
                }
            }
        }
    }

    /// Takes the last thing said back; false if nothing was said.
    pub fn back(&mut self) -> bool {
        self.parts.pop().is_some() || self.hole.take().is_some()
    }

    /// How many of the questions of a move are answered by what was said.
    pub fn answered(&self, answers: &[Answer]) -> usize {
        let mut left = self.parts.iter().filter(|part| !matches!(part, Part::Plus | Part::Minus)).count();
        let covered = |answer: &&Answer| {
            let parts = if let Answer::Holes(cells) = answer { cells.len() } else { 1 };
            let covered = parts <= left;
            left -= parts.min(left);
            covered
        };
        answers.iter().take_while(covered).count()
    }

    /// Whether a move begins so.
    pub fn begins(&self, board: &Board, name: &str) -> bool {
        apart(board, name).is_some_and(|(hole, parts)| Some(hole) == self.hole && parts.starts_with(&self.parts))
    }
}
