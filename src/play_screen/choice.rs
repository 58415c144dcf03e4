//! Chooses a move step by step: the hole, the direction and the answers to its rules, or the holes and numbers of a
//! lay-out.

use mancala_engine::game::{Answer, Instead, Move};
use mancala_rules::rules::model::{Cell, Way};

/// What the player has to choose next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The hole that the move starts from, or that is filled; one of these.
    Hole(Vec<Cell>),
    /// A hole that a rule lets the player choose; one of these.
    Pick(Vec<Cell>),
    /// The direction of sowing from this hole: `+` counterclockwise, `-` clockwise.
    Way(Cell),
    /// Whether a rule applies, in a move from this hole.
    Answer(Cell),
    /// The number of seeds that go into this hole; one of these.
    Number(Cell, Vec<i64>),
    /// The player can only pass.
    Pass,
    /// Nothing more: the choices make up this move.
    Said(Move),
    /// Nothing can be chosen.
    Nothing,
}

/// A part of a move after its hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// `+`: counterclockwise.
    Plus,
    /// `-`: clockwise.
    Minus,
    /// `y`: the rule applies.
    Yes,
    /// `n`: the rule does not apply.
    No,
    /// `:b3`: this hole.
    Cell(Cell),
    /// `=3`: this number of seeds.
    Number(i64),
}

/// The hole of a move or choice, and the parts after it. `None` for a pass, for a move in place of a turn
/// and for filling the rest.
fn apart(play: &Move) -> Option<(Cell, Vec<Part>)> {
    let mut parts = Vec::new();
    match play {
        Move::Sow(sowing) => {
            if sowing.says_way {
                parts.push(if sowing.way == Way::Counterclockwise { Part::Plus } else { Part::Minus });
            }
            for answer in &sowing.answers {
                match answer {
                    Answer::Yes => parts.push(Part::Yes),
                    Answer::No => parts.push(Part::No),
                    Answer::Holes(holes) => parts.extend(holes.iter().map(|hole| Part::Cell(hole.cell()))),
                }
            }
        }
        Move::Put(_, seeds) => parts.push(Part::Number(i64::from(*seeds))),
        Move::Fill(_) | Move::FillRest | Move::Pass | Move::Instead(_) => {}
    }
    Some((play.hole()?.cell(), parts))
}

/// The key for a move in place of a turn: the capital with which its name begins, which nobody types by mistake.
pub fn letter_of(offer: Instead) -> &'static str {
    let mut capitals = ["D", "E", "P", "R", "S", "W"].into_iter();
    capitals.find(|capital| offer.word().starts_with(&capital.to_ascii_lowercase())).unwrap_or_default()
}

/// The part of a move that is chosen so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The hole, once it is chosen.
    pub hole: Option<Cell>,
    /// The parts chosen after the hole.
    pub parts: Vec<Part>,
}

impl Choice {
    /// What to choose next among the legal moves. A part without an alternative is chosen automatically.
    pub fn ask(&mut self, legal: &[Move]) -> Ask {
        if legal.is_empty() {
            return Ask::Nothing;
        }
        if legal == [Move::Pass] {
            return Ask::Pass;
        }
        let all = legal.iter().filter_map(|play| apart(play).map(|(hole, parts)| (play, hole, parts)));
        let numbered = |parts: &[Part]| matches!(parts, [Part::Number(_)]);
        if self.hole.is_none() {
            let mut holes: Vec<(Cell, bool)> = all.clone().map(|(_, hole, parts)| (hole, numbered(&parts))).collect();
            holes.dedup();
            match holes.as_slice() {
                // The rules say which hole gets its number next.
                [(only, true)] => self.hole = Some(*only),
                _ => return Ask::Hole(holes.into_iter().map(|(hole, _)| hole).collect()),
            }
        }
        let Some(chosen) = self.hole else { return Ask::Nothing };
        let fitting: Vec<(&Move, Vec<Part>)> = all
            .filter(|(_, hole, parts)| *hole == chosen && parts.starts_with(&self.parts))
            .map(|(play, _, parts)| (play, parts))
            .collect();
        loop {
            if let Some((play, _)) = fitting.iter().find(|(_, parts)| *parts == self.parts) {
                return Ask::Said((*play).clone());
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

    /// Takes back the last part chosen. Returns false if nothing was chosen.
    pub fn back(&mut self) -> bool {
        self.parts.pop().is_some() || self.hole.take().is_some()
    }

    /// Number of these answers, from the first on, that the choice so far covers.
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

    /// Whether a move begins with the choice so far.
    pub fn begins(&self, play: &Move) -> bool {
        apart(play).is_some_and(|(hole, parts)| Some(hole) == self.hole && parts.starts_with(&self.parts))
    }
}
