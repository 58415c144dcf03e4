//! The worth of a position to a player, as a comparable number.

use std::fmt;

use mancala_rules::rules::model::Player;

use crate::game::{Decision, Verdict};
use crate::play::Game;
use crate::solver::Worth;

/// Most players of a game.
pub(super) const MOST_PLAYERS: usize = 8;

/// One seed. Smaller amounts are plies to the end: a win is worth more the sooner it comes.
const SEED: i32 = 1 << 10;
/// Values from here on: scores were compared at the end of the game.
const COUNTED: i32 = 1 << 28;
/// Values from here on: a rule decided.
const DECIDED: i32 = 1 << 29;
/// Most plies to an end that values distinguish.
const MOST_PLIES: i32 = SEED - 1;
/// Distance in plies of an end that is known from a database; beyond the depth of any search.
const BEYOND: i32 = SEED / 2;
/// Greater than every value.
pub(super) const MOST: i32 = i32::MAX;

/// Worth of a position to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(i32);

/// Meaning of a [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outlook {
    /// The game goes on: lead in seeds over the best opponent. If the game has no scores, seeds on the player's side
    /// and in the store count. With one player, the player's score.
    Ahead(i32),
    /// The game ends with this lead in seeds over the best opponent; 0 in a draw.
    Ends(i32),
    /// The player wins by a rule after this number of plies; `None` if known from a database.
    Wins(Option<u32>),
    /// The player loses by a rule after this number of plies; `None` if known from a database.
    Loses(Option<u32>),
}

impl Value {
    /// Wraps a number.
    pub(super) fn new(number: i32) -> Value {
        Value(number)
    }

    /// Interprets the value.
    pub fn outlook(self) -> Outlook {
        let Value(number) = self;
        let sign = number.signum();
        // the plies to an end are worth less than one seed
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
        self.outlook().fmt(f)
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outlook::Ahead(0) => f.write_str("even"),
            Outlook::Ahead(seeds) => write!(f, "{seeds:+}"),
            Outlook::Ends(0) => f.write_str("draw"),
            Outlook::Ends(seeds) if *seeds > 0 => write!(f, "wins by {seeds}"),
            Outlook::Ends(seeds) => write!(f, "loses by {}", -seeds),
            Outlook::Wins(_) => f.write_str("wins"),
            Outlook::Loses(_) => f.write_str("loses"),
        }
    }
}

/// Converts a value for the table: counts plies from the position instead of from the root.
pub(super) fn from_here(value: i32, plies: i32) -> i32 {
    if value.abs() < COUNTED { value } else { value + value.signum() * plies }
}

/// Converts a value from the table: counts plies from the root instead of from the position.
pub(super) fn from_root(value: i32, plies: i32) -> i32 {
    if value.abs() < COUNTED { value } else { value - value.signum() * plies }
}

/// Value for the player to move of a position from a database, `plies` plies after the root.
pub(super) fn known(worth: Worth, plies: i32) -> i32 {
    let plies = (BEYOND + plies).min(MOST_PLIES);
    match worth {
        Worth::Won => DECIDED - plies,
        Worth::Lost => plies - DECIDED,
        Worth::By(lead) => counted(lead, plies),
    }
}

/// Value of an end at which scores are compared.
fn counted(lead: i32, plies: i32) -> i32 {
    match lead.signum() {
        0 => 0,
        sign => sign * (COUNTED + lead.abs() * SEED - plies),
    }
}

/// How to value positions of a game: whether it has scores, and the number of players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    players: usize,
    scored: bool,
}

impl Scale {
    pub fn of(game: &Game) -> Scale {
        Scale { players: game.players().min(MOST_PLAYERS), scored: game.rules().score.value.is_some() }
    }

    /// Worth of the position to a player, `plies` plies after the root.
    pub fn value(self, game: &Game, player: Player, plies: i32) -> i32 {
        match game.decision() {
            Some(decision) => self.ended(decision, self.scored(game, player), player, plies),
            None => self.standing(game, player) * SEED,
        }
    }

    /// Current lead of a player over the best opponent, in seeds.
    pub fn standing(self, game: &Game, player: Player) -> i32 {
        if self.scored {
            return self.scored(game, player);
        }
        let mut seeds = [0; MOST_PLAYERS];
        game.holdings(&mut seeds[..self.players]);
        lead(&seeds[..self.players], player)
    }

    /// Lead of a player after the listed move of this index, in seeds, as far as it is visible at once.
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
            // with one player, a higher score is better, and the end of the game is no goal
            Decision::Scores if self.players == 1 => return lead * SEED,
            Decision::Scores => return counted(lead, plies),
            Decision::Rule(Verdict::Draw) => return 0,
            Decision::Rule(Verdict::Wins(winner)) => winner == player,
            Decision::Rule(Verdict::Loses(loser)) => loser != player,
        };
        if wins { DECIDED - plies } else { plies - DECIDED }
    }
}

/// Lead of a player over the best opponent; with one player, the player's score.
pub(super) fn lead(scores: &[i32], player: Player) -> i32 {
    let own = scores.get(player).copied().unwrap_or(0);
    let others = scores.iter().enumerate().filter(|(other, _)| *other != player);
    own - others.map(|(_, score)| *score).max().unwrap_or(0)
}
