//! A sketch of a game: what is generated and made smaller, before it is written as a rule file.
//!
//! Conditions, sets and effects are those of the model. What a board does not have (a rear hole, an opponent among
//! three) is put right where the sketch is written, so that its parts can be chosen, and shrunk, one by one.

use mancala::rules::model::{
    Action, Amount, Condition, Direction, EmptyHoles, Endless, Ends, Fill, HoleSet, LastHole, NextStarter, NobodyWon,
    Surplus, WonBy,
};

/// A sketch of a game.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub board: Board,
    /// At least one.
    pub moves: Vec<Move>,
    pub skip: Option<HoleSet>,
    /// Written where a rule of `last seed` sows on.
    pub endless: Endless,
    pub each_seed: Vec<Rule>,
    pub last_seed: Cases<Action>,
    pub after_turn: Vec<Rule>,
    pub before_turn: Cases<Action>,
    /// From which time on a position counts as repeated; written where a rule asks for it.
    pub repeated: u32,
    pub score: Option<Amount>,
    pub contest: Option<Contest>,
    /// What is claimed never to be true.
    pub claims: Vec<Condition>,
}

/// A value that holds under a condition.
#[derive(Clone, Debug)]
pub struct Case<T> {
    pub condition: Condition,
    pub value: T,
}

/// A rule of a list.
pub type Rule = Case<Action>;

/// Cases down to `otherwise`.
#[derive(Clone, Debug)]
pub struct Cases<T> {
    pub cases: Vec<Case<T>>,
    pub otherwise: T,
}

/// The board at the start.
#[derive(Clone, Debug)]
pub struct Board {
    pub shape: Shape,
    /// How many columns are wanted; holes shared out among players may need some more.
    pub columns: usize,
    pub seeds: Seeds,
    pub own_track: bool,
    pub ends: Ends,
    pub in_ends: Option<u32>,
    pub in_stores: Option<u32>,
    pub marked_at_start: Option<HoleSet>,
    /// Whether a marked hole has a name of its own.
    pub own_mark: bool,
}

/// Rows, players, sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A row for each of two players.
    TwoRows,
    /// Two rows for each of two players.
    FourRows,
    /// One or two rows that are one player's.
    Alone { rows: usize },
    /// Holes shared out along the loop of one or two rows.
    Shared { rows: usize, players: usize },
}

/// Seeds at the start. Lists are repeated until every hole has a number.
#[derive(Clone, Debug)]
pub enum Seeds {
    Uniform(u32),
    EachPlayer(Vec<u32>),
    Drawn(Vec<u32>),
}

/// A `move` section.
#[derive(Clone, Debug)]
pub struct Move {
    pub when: Option<Condition>,
    pub from: Cases<HoleSet>,
    pub direction: Cases<Direction>,
    pub begin: Cases<Action>,
}

/// A match.
#[derive(Clone, Debug)]
pub struct Contest {
    pub nobody_won: NobodyWon,
    pub fill: Fill,
    pub last_hole: LastHole,
    pub surplus: Surplus,
    pub empty_holes: EmptyHoles,
    pub next_starter: NextStarter,
    pub most_rounds: Option<u32>,
    /// Written where no rule says who wins the match, and in some files beside it.
    pub won_by: Option<WonBy>,
    pub after_refilling: Vec<Rule>,
}

impl<T> Cases<T> {
    /// A value that always holds.
    pub fn always(value: T) -> Cases<T> {
        Cases { cases: Vec::new(), otherwise: value }
    }
}

impl Board {
    pub fn players(&self) -> usize {
        match self.shape {
            Shape::TwoRows | Shape::FourRows => 2,
            Shape::Alone { .. } => 1,
            Shape::Shared { players, .. } => players,
        }
    }

    pub fn rows(&self) -> usize {
        match self.shape {
            Shape::TwoRows => 2,
            Shape::FourRows => 4,
            Shape::Alone { rows } | Shape::Shared { rows, .. } => rows,
        }
    }

    /// Columns of the board as it is written.
    pub fn columns(&self) -> usize {
        self.holes_each() * self.players() / self.rows()
    }

    /// Holes of each player.
    pub fn holes_each(&self) -> usize {
        let Shape::Shared { rows, players } = self.shape else {
            return self.columns * self.rows() / self.players();
        };
        let each = (self.columns * rows / players).max(1);
        // on two rows their number is even
        if (each * players).is_multiple_of(rows) { each } else { each + 1 }
    }

    pub fn has_two_row_sides(&self) -> bool {
        matches!(self.shape, Shape::FourRows | Shape::Alone { rows: 2 })
    }

    /// Whether each player sows round his own side.
    pub fn has_own_tracks(&self) -> bool {
        self.shape == Shape::FourRows || self.own_track && !matches!(self.shape, Shape::Shared { .. })
    }

    /// Whether there is a hole opposite another. On a board of one row the narrator does not find its way there.
    pub fn has_opposite(&self) -> bool {
        self.players() == 2 && self.rows() > 1
    }

    /// What lies at the ends of the rows.
    pub fn ends(&self) -> Ends {
        if self.rows() == 2 && self.players() == 2 { self.ends } else { Ends::None }
    }

    pub fn mark(&self) -> &'static str {
        if self.own_mark { "tuz" } else { "marked" }
    }
}
