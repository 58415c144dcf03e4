//! Holes and moves, and their notation.

use std::fmt;

use mancala_rules::notation::{hole_name, player_name};
use mancala_rules::rules::model::{Board, Cell, Player, Way};

use super::Instead;

/// A hole of a board, an end hole or a store. `Display` writes its name: `a1`, `left end`, `South's store`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hole {
    cell: u16,
    holes: u16,
    columns: u8,
    ends: u8,
    players: u8,
}

impl Hole {
    /// Describes a cell of a board: its hole, end hole or store.
    pub fn new(board: &Board, cell: Cell) -> Hole {
        Hole {
            cell: cell as u16,
            holes: board.holes() as u16,
            columns: board.columns.value as u8,
            ends: board.end_cells().map_or(0, |ends| ends.len()) as u8,
            players: board.players.value as u8,
        }
    }

    /// Index into the lists of a [`Position`](super::Position).
    pub fn cell(self) -> Cell {
        Cell::from(self.cell)
    }

    /// Row and column, from 0 at South's left; `None` for an end hole or a store.
    pub fn row_column(self) -> Option<(usize, usize)> {
        let columns = u16::from(self.columns);
        (self.cell < self.holes).then(|| (usize::from(self.cell / columns), usize::from(self.cell % columns)))
    }

    /// Owner of this store; meaningful only for a store.
    fn store_of(self) -> Player {
        usize::from(self.cell.saturating_sub(self.holes + u16::from(self.ends)))
    }

    /// Name in one word: `a1`, `left`, `South`.
    pub fn short(self) -> String {
        let name = self.to_string();
        name.split([' ', '\'']).next().unwrap_or_default().to_owned()
    }

    /// Sort key: holes by column and row, then end holes and stores.
    pub fn order(self) -> (usize, usize) {
        self.row_column().map_or((usize::MAX, self.cell()), |(row, column)| (column, row))
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cell < self.holes {
            return f.write_str(&hole_name(self.cell(), usize::from(self.columns)));
        }
        match (self.ends, self.cell - self.holes) {
            (2, 0) => f.write_str("left end"),
            (2, 1) => f.write_str("right end"),
            _ => write!(f, "{}'s store", player_name(usize::from(self.players), self.store_of())),
        }
    }
}

/// Name of a cell of a board: its hole, end hole or store.
pub fn cell_name(board: &Board, cell: Cell) -> String {
    Hole::new(board, cell).to_string()
}

/// A move of a player. `Display` writes it in the notation that [`Game::play_named`](crate::play::Game::play_named) reads:
/// `c1`, `c1-`, `c1+yn`, `c1:b3:d4`, `pass`, `swap`; between the rounds of a match `fill-a1`, `a1=3`, `fill-rest`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A turn that starts from a hole.
    Sow(Sowing),
    /// A forced pass.
    Pass,
    /// What a rule of `before turn` offers in place of a turn.
    Instead(Instead),
    /// Between rounds: the player fills this hole next.
    Fill(Hole),
    /// Between rounds: the loser puts this number of seeds into a hole, and the winner copies it.
    Put(Hole, u32),
    /// Between rounds: the rule fills the remaining holes.
    FillRest,
}

impl Move {
    /// The hole that the turn starts from, or that is filled.
    pub fn hole(&self) -> Option<Hole> {
        match self {
            Move::Sow(sowing) => Some(sowing.hole),
            Move::Fill(hole) | Move::Put(hole, _) => Some(*hole),
            Move::Pass | Move::Instead(_) | Move::FillRest => None,
        }
    }

    /// The mover's choices within the turn, in the order of the questions.
    pub fn answers(&self) -> &[Answer] {
        match self {
            Move::Sow(sowing) => &sowing.answers,
            _ => &[],
        }
    }

    /// Whether the player passes, forced or not.
    pub fn is_pass(&self) -> bool {
        match self {
            Move::Pass => true,
            Move::Instead(instead) => instead.is_pass(),
            _ => false,
        }
    }

    /// The turn, if the move starts from a hole.
    pub fn sowing(&self) -> Option<&Sowing> {
        match self {
            Move::Sow(sowing) => Some(sowing),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Sow(sowing) => sowing.fmt(f),
            Move::Pass => f.write_str("pass"),
            Move::Instead(instead) => instead.fmt(f),
            Move::Fill(hole) => write!(f, "fill-{hole}"),
            Move::Put(hole, seeds) => write!(f, "{hole}={seeds}"),
            Move::FillRest => f.write_str("fill-rest"),
        }
    }
}

/// A turn as the mover chooses it: a hole, a direction, and answers to the questions of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sowing {
    /// Hole that the turn starts from.
    pub hole: Hole,
    /// Direction of sowing.
    pub way: Way,
    /// Whether the notation of this game shows the direction.
    pub says_way: bool,
    /// The mover's choices, in the order of the questions.
    pub answers: Vec<Answer>,
    /// Index into `Rules::moves` of the `move` section in force.
    pub section: usize,
}

impl Sowing {
    /// Sort key of legal moves: column, row, direction, answers.
    pub fn order(&self) -> impl Ord + use<> {
        let answers: Vec<Vec<(usize, usize)>> = self
            .answers
            .iter()
            .map(|answer| match answer {
                Answer::Yes => vec![(0, 0)],
                Answer::No => vec![(1, 0)],
                Answer::Holes(holes) => holes.iter().map(|hole| hole.order()).collect(),
            })
            .collect();
        (self.hole.order(), self.way == Way::Clockwise, answers)
    }
}

impl fmt::Display for Sowing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hole.fmt(f)?;
        if self.says_way {
            f.write_str(if self.way == Way::Counterclockwise { "+" } else { "-" })?;
        }
        for answer in &self.answers {
            match answer {
                Answer::Yes => f.write_str("y")?,
                Answer::No => f.write_str("n")?,
                Answer::Holes(holes) => {
                    for hole in holes {
                        write!(f, ":{}", hole.short())?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The mover's answer to one question of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The mover applies the `may` rule.
    Yes,
    /// The mover declines the `may` rule.
    No,
    /// The mover chooses these holes, sorted in the order in which holes are listed.
    Holes(Vec<Hole>),
}
