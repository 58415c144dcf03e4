//! A sketch of a game: what is generated and made smaller, before it is written as a rule file.
//!
//! Conditions, sets and effects are those of the model. What a board does not have (a rear hole, an opponent among
//! three) is put right where the sketch is written, so that its parts can be chosen, and shrunk, one by one.

use mancala_rules::rules::model::{
    Action, Amount, Condition, Direction, EmptyHoles, Endless, Ends, Fill, HoleSet, LastHole, Need, NextStarter,
    NobodyWon, NobodysHoles, Surplus, WonBy,
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
    /// Written where some sowing goes clockwise.
    pub clockwise: Clockwise,
    pub ends: Ends,
    pub in_ends: Option<u32>,
    pub in_stores: Option<u32>,
    /// The side of their owners at which stores at the ends lie, if the file says so.
    pub stores_at: Option<&'static str>,
    pub marked_at_start: Option<HoleSet>,
    /// Whether a marked hole has a name of its own.
    pub own_mark: bool,
    /// Whether each player can mark a hole that others have marked.
    pub marks_by_each: bool,
    /// Whose holes are whose and how they follow one another, where they are listed.
    pub lists: Lists,
}

/// What clockwise sowing follows.
#[derive(Clone, Debug, Default)]
pub enum Clockwise {
    #[default]
    Unsaid,
    Backwards,
    Mirrored,
    /// The holes of the track from the lowest number up; numbers are repeated until every hole has one.
    Listed {
        order: Vec<u16>,
        each: bool,
    },
}

/// Holes listed one by one. Both lists are repeated until every hole has a number.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// For each hole, by rows: South's (0), North's (1) or nobody's.
    pub owners: Vec<u8>,
    /// Holes are told from the lowest number up.
    pub order: Vec<u16>,
    /// Whether tracks of the players' own are listed, too.
    pub own_tracks: bool,
}

/// Rows, players, sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A row for each of two players.
    TwoRows,
    /// Two rows for each of two players.
    FourRows,
    /// Three rows for each of two players.
    SixRows,
    /// So many players with as many columns each.
    Columns { rows: usize, players: usize },
    /// Holes of two players listed one by one.
    Listed { rows: usize },
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
    pub nobodys_holes: NobodysHoles,
    pub next_starter: NextStarter,
    pub most_rounds: Option<u32>,
    /// Written where no rule says who wins the match, and in some files beside it.
    pub won_by: Option<WonBy>,
    pub after_refilling: Vec<Rule>,
}

impl Contest {
    /// Whether all holes stay in use after a refilling.
    pub fn keeps_holes(&self) -> bool {
        let open = self.empty_holes == EmptyHoles::Open && self.last_hole != LastHole::LockedUntilFull;
        open || self.fill == Fill::Anew
    }
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
            Shape::TwoRows | Shape::FourRows | Shape::SixRows | Shape::Listed { .. } => 2,
            Shape::Alone { .. } => 1,
            Shape::Shared { players, .. } | Shape::Columns { players, .. } => players,
        }
    }

    pub fn rows(&self) -> usize {
        match self.shape {
            Shape::TwoRows => 2,
            Shape::FourRows => 4,
            Shape::SixRows => 6,
            Shape::Alone { rows }
            | Shape::Shared { rows, .. }
            | Shape::Columns { rows, .. }
            | Shape::Listed { rows } => rows,
        }
    }

    /// Columns of the board as it is written.
    pub fn columns(&self) -> usize {
        match self.shape {
            Shape::Columns { players, .. } => self.columns_each() * players,
            // there is a hole for each player
            Shape::Listed { rows: 1 } => self.columns.max(2),
            Shape::Listed { .. } => self.columns,
            _ => self.holes_each() * self.players() / self.rows(),
        }
    }

    /// Columns of each player, where they have columns.
    pub fn columns_each(&self) -> usize {
        self.columns.div_ceil(self.players())
    }

    /// Whose a hole is that is listed: the first hole is South's, the last one North's.
    pub fn listed_owner(&self, row: usize, column: usize) -> Option<usize> {
        let (hole, holes) = (row * self.columns() + column, self.rows() * self.columns());
        let owner = match hole {
            0 => 0,
            _ if hole + 1 == holes => 1,
            _ => self.lists.owners.get(hole % self.lists.owners.len().max(1)).copied().unwrap_or(0),
        };
        Some(usize::from(owner)).filter(|owner| *owner < 2)
    }

    /// All holes in the order in which lists tell them.
    pub fn listed_holes(&self) -> Vec<(usize, usize)> {
        let columns = self.columns();
        let mut holes: Vec<(usize, usize)> =
            (0..self.rows() * columns).map(|hole| (hole / columns, hole % columns)).collect();
        let order = &self.lists.order;
        holes.sort_by_key(|(row, column)| {
            let hole = row * columns + column;
            order.get(hole % order.len().max(1)).copied().unwrap_or(0)
        });
        holes
    }

    /// How far the nearest hole of the other player is in the column of a listed hole: above it, below it.
    fn nearest(&self, row: usize, column: usize) -> (Option<usize>, Option<usize>) {
        let Some(owner) = self.listed_owner(row, column) else { return (None, None) };
        let is_others = |other: &usize| self.listed_owner(*other, column) == Some(1 - owner);
        let above = (row + 1..self.rows()).find(is_others).map(|other| other - row);
        (above, (0..row).rev().find(is_others).map(|other| row - other))
    }

    /// Whether every listed hole that is somebody's has at most one nearest of the other player's, and some have one.
    fn listed_opposites(&self) -> bool {
        let near = self.listed_holes().into_iter().map(|(row, column)| self.nearest(row, column));
        let near: Vec<_> = near.filter(|near| *near != (None, None)).collect();
        !near.is_empty() && near.iter().all(|(above, below)| above != below)
    }

    /// Whether a listed hole lies behind another of its player, seen from the nearest of the other's.
    fn listed_depth(&self) -> bool {
        self.listed_holes().into_iter().any(|(row, column)| {
            let same = |other: usize| self.listed_owner(other, column) == self.listed_owner(row, column);
            match self.nearest(row, column) {
                (Some(above), None) => (row + 1..row + above).any(same),
                (None, Some(below)) => (row - below + 1..row).any(same),
                (Some(above), Some(below)) if above < below => (row + 1..row + above).any(same),
                (Some(above), Some(below)) if below < above => (row - below + 1..row).any(same),
                _ => false,
            }
        })
    }

    /// Whether the hole of the same number is always the other player's.
    pub fn has_same_numbers(&self) -> bool {
        let (rows, columns) = (self.rows(), self.columns());
        let alike = |(row, column): (usize, usize)| match self.listed_owner(row, column) {
            Some(owner) => self.listed_owner(rows - 1 - row, columns - 1 - column) == Some(1 - owner),
            None => true,
        };
        let listed = matches!(self.shape, Shape::Listed { .. });
        self.players() == 2 && rows > 1 && (!listed || self.listed_holes().into_iter().all(alike))
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

    /// Whether a player has holes behind others.
    pub fn has_depth(&self) -> bool {
        match self.shape {
            Shape::FourRows | Shape::SixRows => true,
            Shape::Listed { .. } => self.listed_depth(),
            _ => false,
        }
    }

    /// Whether the board has what a word needs.
    pub fn meets(&self, need: Need) -> bool {
        match need {
            Need::TwoPlayers => self.players() == 2,
            Need::Ends => self.ends() != Ends::None,
            Need::Rows | Need::Rear => self.has_depth(),
            Need::Opposites => self.has_opposite(),
            Need::SameNumbers => self.has_same_numbers(),
            _ => true,
        }
    }

    /// Whether each player sows round his own side.
    pub fn has_own_tracks(&self) -> bool {
        matches!(self.shape, Shape::FourRows | Shape::SixRows)
            || self.own_track && !matches!(self.shape, Shape::Shared { .. })
    }

    /// Whether each player's track is his own holes, which may be no mirror image of themselves.
    pub fn has_lopsided_tracks(&self) -> bool {
        self.has_own_tracks()
            && self.players() > 1
            && matches!(self.shape, Shape::Columns { .. } | Shape::Listed { .. })
    }

    /// The holes of a player's track in an order.
    pub fn on_track(&self, player: usize, order: &[u16]) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.rows(), self.columns());
        let is_own = |(row, column): &(usize, usize)| match self.shape {
            Shape::Columns { .. } => column / self.columns_each() == player,
            Shape::Listed { .. } => self.listed_owner(*row, *column) == Some(player),
            _ => row * self.players() / rows == player,
        };
        let mut holes: Vec<(usize, usize)> = (0..rows * columns).map(|hole| (hole / columns, hole % columns)).collect();
        holes.retain(|hole| !self.has_own_tracks() || is_own(hole));
        holes.sort_by_key(|(row, column)| order.get((row * columns + column + player) % order.len().max(1)).copied());
        holes
    }

    /// Whether there is a hole opposite another. On a board of one row the narrator does not find its way there.
    pub fn has_opposite(&self) -> bool {
        match self.shape {
            Shape::Columns { .. } => false,
            Shape::Listed { rows } => rows > 1 && self.listed_opposites(),
            _ => self.players() == 2 && self.rows() > 1,
        }
    }

    /// What lies at the ends of the rows.
    pub fn ends(&self) -> Ends {
        match self.shape {
            Shape::Columns { rows: 2, players: 2 } if self.ends == Ends::Nobodys => self.ends,
            Shape::Columns { .. } | Shape::Listed { .. } => Ends::None,
            _ if self.rows() == 2 && self.players() == 2 => self.ends,
            _ => Ends::None,
        }
    }

    /// Whether a hole or an end is nobody's.
    pub fn has_nobodys(&self) -> bool {
        let listed = matches!(self.shape, Shape::Listed { .. });
        self.ends() == Ends::Nobodys
            || listed && self.listed_holes().into_iter().any(|(row, column)| self.listed_owner(row, column).is_none())
    }

    pub fn mark(&self) -> &'static str {
        if self.own_mark { "tuz" } else { "marked" }
    }
}
