//! What a position is worth to a player, as a number that can be compared.

use std::fmt;

use crate::game::{Decision, Verdict};
use crate::play::Game;
use crate::rules::model::Player;
use crate::solver::Worth;

/// More players than this play no game.
pub(super) const MOST_PLAYERS: usize = 8;

/// A seed; less than a seed are the plies to an end, the sooner the better for who wins.
const SEED: i32 = 1 << 10;
/// From here on scores were compared at an end.
const COUNTED: i32 = 1 << 28;
/// From here on a rule decided.
const DECIDED: i32 = 1 << 29;
/// More plies than this to an end are not told apart.
const MOST_PLIES: i32 = SEED - 1;
/// An end that is known from a database counts as so many plies away; searches look less far.
const BEYOND: i32 = SEED / 2;
/// Above every value.
pub(super) const MOST: i32 = i32::MAX;

/// What a position is worth to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(i32);

/// What a [`Value`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outlook {
    /// Not seen to the end: so many seeds more than the best of the others. Where nothing is scored, seeds on his side and
    /// in his store. Alone, what he has.
    Ahead(i32),
    /// The game ends, and he has so many seeds more than the best of the others, none in a draw.
    Ends(i32),
    /// A rule says that he wins, so many plies from here; none if that is known from a database.
    Wins(Option<u32>),
    /// A rule says that he loses, so many plies from here; none if that is known from a database.
    Loses(Option<u32>),
}

impl Value {
    /// The value of this number.
    pub(super) fn new(number: i32) -> Value {
        Value(number)
    }

    /// What it tells.
    pub fn outlook(self) -> Outlook {
        let Value(number) = self;
        let sign = number.signum();
        // the plies to an end make up for less than a seed
        let seeds = |number: i32| sign * (number.abs() + MOST_PLIES).div_euclid(SEED);
        match number.abs() {
            large if large > DECIDED - SEED => {
                let plies = Some((DECIDED - large).unsigned_abs()).filter(|plies| *plies < BEYOND.unsigned_abs());
                if sign > 0 { Outlook::Wins(plies) } else { Outlook::Loses(plies) }
            }
            large if large >= COUNTED => Outlook::Ends(seeds(number - sign * COUNTED)),
            _ => Outlook::Ahead((number + sign * SEED / 2) / SEED),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outlook() {
            Outlook::Ahead(0) => f.write_str("even"),
            Outlook::Ahead(seeds) => write!(f, "{seeds:+}"),
            Outlook::Ends(0) => f.write_str("draw"),
            Outlook::Ends(seeds) if seeds > 0 => write!(f, "wins by {seeds}"),
            Outlook::Ends(seeds) => write!(f, "loses by {}", -seeds),
            Outlook::Wins(_) => f.write_str("wins"),
            Outlook::Loses(_) => f.write_str("loses"),
        }
    }
}

/// A value as it is kept in a table: with the plies from the position itself, not from where the search began.
pub(super) fn from_here(value: i32, plies: i32) -> i32 {
    if value.abs() < COUNTED { value } else { value + value.signum() * plies }
}

/// The same back.
pub(super) fn from_root(value: i32, plies: i32) -> i32 {
    if value.abs() < COUNTED { value } else { value - value.signum() * plies }
}

/// What a position is worth to the player to move whose value a database knows, so many plies after the search began.
pub(super) fn known(worth: Worth, plies: i32) -> i32 {
    let plies = (BEYOND + plies).min(MOST_PLIES);
    match worth {
        Worth::Won => DECIDED - plies,
        Worth::Lost => plies - DECIDED,
        Worth::By(lead) => counted(lead, plies),
    }
}

/// An end at which scores are compared.
fn counted(lead: i32, plies: i32) -> i32 {
    match lead.signum() {
        0 => 0,
        sign => sign * (COUNTED + lead.abs() * SEED - plies),
    }
}

/// How games are valued: whether something is scored, and by how many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    players: usize,
    scored: bool,
}

impl Scale {
    pub fn of(game: &Game) -> Scale {
        Scale { players: game.players().min(MOST_PLAYERS), scored: game.rules().score.value.is_some() }
    }

    /// What a position is worth to a player, so many plies after the search began.
    pub fn value(self, game: &Game, player: Player, plies: i32) -> i32 {
        match game.decision() {
            Some(decision) => self.ended(decision, self.scored(game, player), player, plies),
            None => self.standing(game, player) * SEED,
        }
    }

    /// Seeds that a player has more than the best of the others now.
    pub fn standing(self, game: &Game, player: Player) -> i32 {
        if self.scored {
            return self.scored(game, player);
        }
        let mut seeds = [0; MOST_PLAYERS];
        game.holdings(&mut seeds[..self.players]);
        lead(&seeds[..self.players], player)
    }

    /// The same after the legal move of an index, as far as it is seen at once.
    pub fn after(self, game: &Game, index: usize, player: Player) -> i32 {
        let mut seeds = [0; MOST_PLAYERS];
        let seeds = &mut seeds[..self.players];
        if self.scored {
            game.scores_after(index, seeds)
        } else {
            game.holdings_after(index, seeds)
        }
        lead(seeds, player)
    }

    fn scored(self, game: &Game, player: Player) -> i32 {
        let mut scores = [0; MOST_PLAYERS];
        game.scores(&mut scores[..self.players]);
        lead(&scores[..self.players], player)
    }

    fn ended(self, decision: Decision, lead: i32, player: Player, plies: i32) -> i32 {
        let plies = plies.min(MOST_PLIES);
        let wins = match decision {
            // alone, the more the better, and an end is no aim
            Decision::Scores if self.players == 1 => return lead * SEED,
            Decision::Scores => return counted(lead, plies),
            Decision::Rule(Verdict::Draw) => return 0,
            Decision::Rule(Verdict::Wins(winner)) => winner == player,
            Decision::Rule(Verdict::Loses(loser)) => loser != player,
        };
        if wins { DECIDED - plies } else { plies - DECIDED }
    }
}

/// What a player has more than the best of the others; alone, what he has.
pub(super) fn lead(scores: &[i32], player: Player) -> i32 {
    let own = scores.get(player).copied().unwrap_or(0);
    let others = scores.iter().enumerate().filter(|(other, _)| *other != player);
    own - others.map(|(_, score)| *score).max().unwrap_or(0)
}
