//! Holes and moves, and how they are written.

use std::fmt;

use crate::notation::{hole_name, player_name};
use crate::rules::model::{Board, Cell, Player, Way};

/// A hole of a board, or an end hole or a store beside its rows. `Display` writes its name: `a1`, `left end`,
/// `South's store`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hole {
    cell: u16,
    holes: u16,
    columns: u8,
    ends: u8,
    players: u8,
}

impl Hole {
    /// The hole, end hole or store that a cell of a board is.
    pub fn new(board: &Board, cell: Cell) -> Hole {
        Hole {
            cell: cell as u16,
            holes: board.holes() as u16,
            columns: board.columns.value as u8,
            ends: board.end_cells().map_or(0, |ends| ends.len()) as u8,
            players: board.players.value as u8,
        }
    }

    /// Its index into the lists of a [`Position`](super::Position).
    pub fn cell(self) -> Cell {
        Cell::from(self.cell)
    }

    /// Row and column, counted from 0 at South's left; none for an end hole or a store.
    pub fn row_column(self) -> Option<(usize, usize)> {
        let columns = u16::from(self.columns);
        (self.cell < self.holes).then(|| (usize::from(self.cell / columns), usize::from(self.cell % columns)))
    }

    /// The player whose store it is.
    fn store_of(self) -> Player {
        usize::from(self.cell.saturating_sub(self.holes + u16::from(self.ends)))
    }

    /// Its name in one word: `a1`, `left`, `South`.
    pub(crate) fn short(self) -> String {
        let name = self.to_string();
        name.split([' ', '\'']).next().unwrap_or_default().to_owned()
    }

    /// Holes are listed by column and row, end holes and stores behind them.
    pub(crate) fn order(self) -> (usize, usize) {
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

/// The name of the hole, end hole or store that a cell of a board is.
pub fn cell_name(board: &Board, cell: Cell) -> String {
    Hole::new(board, cell).to_string()
}

/// What a player chooses when it is his turn. `Display` writes it as [`Game::play_named`](crate::Game::play_named) reads
/// it: `c1`, `c1-`, `c1+yn`, `c1:b3:d4`, `pass`; between the rounds of a match `fill-a1`, `a1=3`, `fill-rest`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A turn that begins with a hole.
    Sow(Sowing),
    /// A forced pass.
    Pass,
    /// Between rounds: the player fills this hole next.
    Fill(Hole),
    /// Between rounds: the loser puts this number of seeds into a hole, and the winner copies it.
    Put(Hole, u32),
    /// Between rounds: the rest is filled by rule.
    FillRest,
}

impl Move {
    /// The hole that the turn begins with, or that is filled.
    pub fn hole(&self) -> Option<Hole> {
        match self {
            Move::Sow(sowing) => Some(sowing.hole),
            Move::Fill(hole) | Move::Put(hole, _) => Some(*hole),
            Move::Pass | Move::FillRest => None,
        }
    }

    /// What the player chooses within the turn, in the order in which he is asked.
    pub fn answers(&self) -> &[Answer] {
        match self {
            Move::Sow(sowing) => &sowing.answers,
            _ => &[],
        }
    }

    /// The turn, if it begins with a hole.
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
            Move::Fill(hole) => write!(f, "fill-{hole}"),
            Move::Put(hole, seeds) => write!(f, "{hole}={seeds}"),
            Move::FillRest => f.write_str("fill-rest"),
        }
    }
}

/// A turn as the mover chooses it: a hole, a direction, and the answers to what the rules ask on the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sowing {
    /// The hole it starts from.
    pub hole: Hole,
    /// Where it is sown.
    pub way: Way,
    /// Whether moves of this game are written with their direction.
    pub says_way: bool,
    /// What the mover chooses, in the order in which he is asked.
    pub answers: Vec<Answer>,
    /// The `move` section in force, an index into `Rules::moves`.
    pub section: usize,
}

impl Sowing {
    /// Moves are listed by column, row, direction, answers.
    pub(crate) fn order(&self) -> impl Ord + use<> {
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

/// What the mover chooses where the rules ask him.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The `may` rule applies.
    Yes,
    /// It does not.
    No,
    /// These holes, in the order in which holes are listed.
    Holes(Vec<Hole>),
}
