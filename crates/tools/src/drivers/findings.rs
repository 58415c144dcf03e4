//! What play shows about a rule file, from random games or from all reachable positions.

use mancala_engine::engine::{Aim, Engine, Line, Place, Progress, Series, Wanted};
use mancala_engine::game::{FaultAt, Position};
use mancala_engine::narrator::Narrator;
use mancala_engine::tables::RuleText;
use mancala_rules::rules::model::{Condition, Rules};

use super::measure::Share;
use crate::proof::{Refutation, along, ended_by_repetition, in_game, line_names};

/// A game counts as quiet if nothing was won in its last `QUIET` plies.
pub const QUIET: u64 = 20;
/// Most positions to search for a win after the quietest game stopped winning anything.
const MOST_LOOKED_AT: usize = 20_000;

/// A position with the moves that lead to it from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The moves in notation, forced passes included.
    pub moves: Vec<String>,
    /// The position after the last turn.
    pub position: Position,
}

/// A move whose sowing never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// The position before the move.
    pub before: Shown,
    /// The move in notation.
    pub play: String,
}

/// What the positions of a game show: all of them, or those that were examined.
#[derive(Clone, Debug)]
pub struct Exhausted {
    /// Positions examined. Two that differ only in what no rule asks about count as one.
    pub positions: u64,
    /// Whether these are all positions.
    pub complete: bool,
    /// All positions up to this number of plies from the start were examined.
    pub plies: u32,
    /// Whether more positions may follow a repeated position that does not end the game.
    pub unfollowed: bool,
    /// A refutation of each claim, if one was found.
    pub claims: Vec<Option<Refutation>>,
    /// Rules that apply in no move from these positions.
    pub idle: Vec<RuleText>,
    /// An endless sowing after the fewest plies from the start.
    pub endless: Option<Endless>,
    /// A position that can recur, and the moves that lead back to it.
    pub round: Option<(Shown, Vec<String>)>,
    /// Number of positions from which the game cannot end unless a repeated position ends it, and the nearest one.
    pub unending: (u64, Option<Shown>),
    /// Number of positions in which the game goes on although nothing can be won any more, and the nearest one.
    pub barren: (u64, Option<Shown>),
}

impl Exhausted {
    /// The findings of both, where the games of the other begin with another lot.
    fn and(self, other: Self) -> Self {
        let both = |(number, first): (u64, Option<Shown>), (more, other)| (number + more, first.or(other));
        Exhausted {
            positions: self.positions + other.positions,
            complete: self.complete && other.complete,
            plies: self.plies.min(other.plies),
            unfollowed: self.unfollowed || other.unfollowed,
            claims: self.claims.into_iter().zip(other.claims).map(|(one, other)| one.or(other)).collect(),
            idle: self.idle.into_iter().filter(|rule| other.idle.contains(rule)).collect(),
            endless: self.endless.or(other.endless),
            round: self.round.or(other.round),
            unending: both(self.unending, other.unending),
            barren: both(self.barren, other.barren),
        }
    }
}

/// Examines the positions of a game, at most `most_positions`, in order of their distance from the start.
///
/// # Errors
///
/// The rules give no answer; the error carries the position.
pub fn exhaust(rules: &Rules, most_positions: usize, progress: &Progress) -> Result<Exhausted, FaultAt> {
    let (first, others) = Position::starts(rules);
    let most = most_positions / (others.len() + 1);
    others.iter().try_fold(exhaust_from(rules, &first, most, progress)?, |found, start| {
        Ok(found.and(exhaust_from(rules, start, most, progress)?))
    })
}

fn exhaust_from(
    rules: &Rules,
    start: &Position,
    most_positions: usize,
    progress: &Progress,
) -> Result<Exhausted, FaultAt> {
    let engine = Engine::new(rules, start);
    let claims: Vec<&Condition> = rules.claims.iter().map(|claim| &claim.condition).collect();
    let reached = engine.reach(start, &Wanted { claims: &claims, most_positions, aim: Aim::Findings }, progress)?;
    let shown = |line: &Line| shown(rules, start, &line_names(rules, start, line)?);
    let refuted = claims.iter().zip(&reached.claims);
    Ok(Exhausted {
        positions: reached.positions,
        complete: reached.complete,
        plies: reached.plies,
        unfollowed: reached.unfollowed,
        claims: refuted.map(|(claim, line)| along(rules, start, claim, line.as_ref()?)).collect(),
        idle: idle(&engine, &reached.applied),
        endless: reached
            .endless
            .as_ref()
            .and_then(|(line, play)| Some(Endless { before: shown(line)?, play: play.to_string() })),
        round: reached.round.as_ref().and_then(|(line, back)| {
            let before = shown(line)?;
            Some((before.clone(), way_round(rules, &before.position, back)?))
        }),
        unending: (reached.unending.positions, reached.unending.first.as_ref().and_then(shown)),
        barren: (reached.barren.positions, reached.barren.first.as_ref().and_then(shown)),
    })
}

/// Plays the moves from a start.
fn shown(rules: &Rules, start: &Position, moves: &[String]) -> Option<Shown> {
    let mut game = Narrator::from_position(rules, start.clone()).ok()?;
    for name in moves {
        game.play(name).ok()?;
    }
    Some(Shown { moves: moves.to_vec(), position: game.left().clone() })
}

/// Names the plies that lead a position back to itself.
fn way_round(rules: &Rules, position: &Position, back: &Line) -> Option<Vec<String>> {
    let mut game = Narrator::without_repetition(rules, position.clone()).ok()?;
    let mut names = Vec::new();
    for nth in back {
        names.push(game.legal().get(usize::from(*nth))?.clone());
        game.play_nth(usize::from(*nth)).ok()?;
    }
    Some(names)
}

/// Lists the rules that did not apply.
fn idle(engine: &Engine<&Rules>, applied: &[bool]) -> Vec<RuleText> {
    let idle = applied.iter().enumerate().filter(|(_, applied)| !**applied);
    idle.filter_map(|(number, _)| engine.rule(number).cloned()).collect()
}

/// What random games show.
#[derive(Clone, Debug)]
pub struct Played {
    /// Games played.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Positions examined; one that occurs several times counts each time.
    pub positions: u64,
    /// A refutation of each claim, if one was found.
    pub claims: Vec<Option<Refutation>>,
    /// Rules that applied in no move that was played or could have been tried.
    pub idle: Vec<RuleText>,
    /// The endless sowing found after the fewest plies, and the number of games in which one was possible.
    pub endless: Option<(Endless, u64)>,
    /// Games that a repeated position ended.
    pub repeated: u64,
    /// Games stopped at the limit of plies.
    pub cut: u64,
    /// Games in which at least the last [`QUIET`] plies won nothing.
    pub quiet: u64,
    /// The game with the longest end in which nothing was won, if at least [`QUIET`] plies long.
    pub quietest: Option<Quietest>,
    /// Games that the first player won, among those that one player won alone.
    pub first: Share,
}

/// The last part of a game, in which nothing was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quietest {
    /// Its length in plies.
    pub plies: u64,
    /// The position in which this part begins.
    pub from: Shown,
    /// Whether something can still be won from there; `None` if there are too many positions to decide.
    pub can_win: Option<bool>,
}

/// Plays random games and examines every position in them.
///
/// # Errors
///
/// The rules give no answer; the error carries the position.
pub fn play(rules: &Rules, series: &Series, progress: &Progress) -> Result<Played, FaultAt> {
    let start = Position::start(rules);
    let engine = Engine::new(rules, &start);
    let claims: Vec<&Condition> = rules.claims.iter().map(|claim| &claim.condition).collect();
    let survey = engine.survey(&start, series, &claims, progress)?;
    let tally = &survey.tally;
    let at = |place: &Place| {
        let (start, moves) = engine.beginning(&start, series, *place).ok()?;
        shown(rules, &start, &moves)
    };
    let refuted = claims.iter().zip(&survey.claims);
    let endless = survey
        .endless
        .as_ref()
        .and_then(|(place, play)| Some((Endless { before: at(place)?, play: play.to_string() }, survey.endless_games)));
    let quietest = survey.longest.as_ref().filter(|(plies, _)| *plies >= QUIET).and_then(|(plies, place)| {
        let from = at(place)?;
        let can_win = can_win(&engine, &from.position);
        Some(Quietest { plies: *plies, from, can_win })
    });
    let alone: u64 = tally.won.iter().sum();
    Ok(Played {
        games: tally.games,
        plies: tally.plies,
        positions: survey.positions,
        claims: refuted.map(|(claim, place)| in_game(&engine, claim, series, (*place)?)).collect(),
        idle: idle(&engine, &survey.applied),
        endless,
        repeated: ended_by_repetition(rules, &engine, &tally.endings),
        cut: tally.stopped,
        quiet: survey.quiet.range(QUIET..).map(|(_, games)| games).sum(),
        quietest,
        first: Share::of(tally.won.first().copied().unwrap_or(0), alone),
    })
}

/// Whether anything can be won from a position onwards; `None` if unknown.
fn can_win(engine: &Engine<&Rules>, position: &Position) -> Option<bool> {
    let wanted = Wanted { claims: &[], most_positions: MOST_LOOKED_AT, aim: Aim::Findings };
    let reached = engine.reach(position, &wanted, &Progress::default()).ok()?;
    match (reached.barren.first, reached.unfollowed) {
        (Some(line), false) if line.is_empty() => Some(false),
        _ if reached.complete => Some(true),
        _ => None,
    }
}
