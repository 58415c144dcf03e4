//! What play shows of a rule file: by games at random, or by all positions that games come to.

use std::collections::BTreeMap;

use crate::engine::{Engine, Line, Place, Progress, Series, Wanted};
use crate::game::{FaultAt, Position};
use crate::narrator::Narrator;
use crate::proof::{Refutation, along, in_game, line_names};
use crate::rules::model::{Condition, Fact, Part, Rules};
use crate::tables::RuleText;

/// A game whose last so many plies won nothing counts as one that wins nothing any more.
pub const QUIET: u64 = 20;
/// From where nothing was won any more in the quietest game, so many positions are looked at to see whether nothing can be.
const MOST_LOOKED_AT: usize = 20_000;

/// A position with the moves that lead to it from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The moves, forced passes included.
    pub moves: Vec<String>,
    /// The position, as the last turn left it.
    pub position: Position,
}

/// A sowing that never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// The position in which it is played.
    pub before: Shown,
    /// The move.
    pub play: String,
}

/// What all positions of a game, or as many as were looked at, show.
#[derive(Clone, Debug)]
pub struct Exhausted {
    /// Positions looked at; two that differ only in what nobody asks are one.
    pub positions: u64,
    /// Whether these are all.
    pub complete: bool,
    /// All positions after so many plies were looked at.
    pub plies: u32,
    /// Whether there are more, after a repeated position that does not end the game.
    pub unfollowed: bool,
    /// For each claim what refutes it.
    pub claims: Vec<Option<Refutation>>,
    /// Rules that apply in no move of any of these positions.
    pub idle: Vec<RuleText>,
    /// An endless sowing after the fewest plies.
    pub endless: Option<Endless>,
    /// A position that comes back, and the moves by which it does.
    pub round: Option<(Shown, Vec<String>)>,
    /// Positions from which the game cannot end unless a repeated position ends it, and the nearest of them.
    pub unending: (u64, Option<Shown>),
    /// Positions in which the game goes on though nothing can be won any more, and the nearest of them.
    pub barren: (u64, Option<Shown>),
}

/// Looks at all positions that a game comes to, or at so many, those after the fewest plies first.
pub fn exhaust(rules: &Rules, most_positions: usize, progress: &Progress) -> Result<Exhausted, FaultAt> {
    let start = Position::start(rules);
    let engine = Engine::new(rules, &start);
    let claims: Vec<&Condition> = rules.claims.iter().map(|claim| &claim.condition).collect();
    let reached = engine.reach(&start, &Wanted { claims: &claims, most_positions, all: true }, progress)?;
    let shown = |line: &Line| shown(rules, &line_names(rules, line)?);
    let refuted = claims.iter().zip(&reached.claims);
    Ok(Exhausted {
        positions: reached.positions,
        complete: reached.complete,
        plies: reached.plies,
        unfollowed: reached.unfollowed,
        claims: refuted.map(|(claim, line)| along(rules, claim, line.as_ref()?)).collect(),
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

/// The position after some moves.
fn shown(rules: &Rules, moves: &[String]) -> Option<Shown> {
    let mut game = Narrator::new(rules).ok()?;
    for name in moves {
        game.play(name).ok()?;
    }
    Some(Shown { moves: moves.to_vec(), position: game.left().clone() })
}

/// The names of plies that lead a position back to itself.
fn way_round(rules: &Rules, position: &Position, back: &Line) -> Option<Vec<String>> {
    let mut game = Narrator::without_repetition(rules, position.clone()).ok()?;
    let mut names = Vec::new();
    for nth in back {
        names.push(game.legal().get(usize::from(*nth))?.clone());
        game.play_nth(usize::from(*nth)).ok()?;
    }
    Some(names)
}

/// The rules that did not apply.
fn idle(engine: &Engine<&Rules>, applied: &[bool]) -> Vec<RuleText> {
    let idle = applied.iter().enumerate().filter(|(_, applied)| !**applied);
    idle.filter_map(|(number, _)| engine.rule(number).cloned()).collect()
}

/// What games at random show.
#[derive(Clone, Debug)]
pub struct Played {
    /// Games played.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Positions looked at, each as often as it was met.
    pub positions: u64,
    /// For each claim what refutes it.
    pub claims: Vec<Option<Refutation>>,
    /// Rules that applied in no move that was played or could have been tried.
    pub idle: Vec<RuleText>,
    /// An endless sowing after the fewest plies that were met, and in how many games there was one.
    pub endless: Option<(Endless, u64)>,
    /// Games that a repeated position ended.
    pub repeated: u64,
    /// Games that were cut.
    pub cut: u64,
    /// Games in which nothing was won in the last [`QUIET`] plies or more.
    pub quiet: u64,
    /// The game in which nothing was won for longest at its end.
    pub quietest: Option<Quietest>,
    /// How often the player who begins won, among the games that one player alone won.
    pub first: Share,
}

/// The end of a game in which nothing was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quietest {
    /// So many plies long.
    pub plies: u64,
    /// The position in which it begins.
    pub from: Shown,
    /// Whether something can still be won from there; none if there are too many positions to tell.
    pub can_win: Option<bool>,
}

/// Plays games at random, and looks closely at every position.
pub fn play(rules: &Rules, series: &Series, progress: &Progress) -> Result<Played, FaultAt> {
    let start = Position::start(rules);
    let engine = Engine::new(rules, &start);
    let claims: Vec<&Condition> = rules.claims.iter().map(|claim| &claim.condition).collect();
    let survey = engine.survey(&start, series, &claims, progress)?;
    let tally = &survey.tally;
    let at = |place: &Place| shown(rules, &engine.beginning(&start, series, *place).ok()?);
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

/// Whether anything can be won from a position on; none if that is not known.
fn can_win(engine: &Engine<&Rules>, position: &Position) -> Option<bool> {
    let wanted = Wanted { claims: &[], most_positions: MOST_LOOKED_AT, all: true };
    let reached = engine.reach(position, &wanted, &Progress::default()).ok()?;
    match (reached.barren.first, reached.unfollowed) {
        (Some(line), false) if line.is_empty() => Some(false),
        _ if reached.complete => Some(true),
        _ => None,
    }
}

/// Games that ended because a position was repeated.
fn ended_by_repetition(rules: &Rules, engine: &Engine<&Rules>, endings: &BTreeMap<Option<u16>, u64>) -> u64 {
    let asks = |part: Part<'_>| matches!(part, Part::Condition(Condition::Fact(Fact::Repeated)));
    let repetition = |number: &u16| {
        let text = engine.rule(usize::from(*number));
        let rule = text.and_then(|text| rules.before_turn.iter().find(|rule| rule.span == text.span));
        rule.and_then(|rule| rule.condition.as_ref()).is_some_and(|condition| condition.any(asks))
    };
    endings.iter().filter(|(rule, _)| rule.as_ref().is_some_and(repetition)).map(|(_, games)| games).sum()
}

/// A share that was counted, and between which bounds it lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// So many.
    pub part: u64,
    /// Of so many.
    pub of: u64,
    /// The bounds of the share, from 0 to 1 (Wilson's interval); none of nothing.
    pub bounds: Option<(f64, f64)>,
}

impl Share {
    /// The share of a part.
    pub fn of(part: u64, of: u64) -> Share {
        // the 97.5th percentile of the normal distribution
        const Z: f64 = 1.959_963_984_540_054;
        let bounds = (of > 0).then(|| {
            let (part, of, z) = (part as f64, of as f64, Z * Z);
            let share = part / of;
            let middle = (share + z / (2.0 * of)) / (1.0 + z / of);
            let half = Z / (1.0 + z / of) * (share * (1.0 - share) / of + z / (4.0 * of * of)).sqrt();
            ((middle - half).max(0.0), (middle + half).min(1.0))
        });
        Share { part, of, bounds }
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn wilson_gives_the_bounds_of_the_textbooks() {
        let near = |share: Share, low: f64, high: f64| {
            let (found_low, found_high) = share.bounds.unwrap();
            assert!((found_low - low).abs() < 5e-5 && (found_high - high).abs() < 5e-5, "{share:?}");
        };
        near(Share::of(81, 263), 0.2553, 0.3662);
        near(Share::of(0, 20), 0.0, 0.1611);
        near(Share::of(1, 29), 0.0061, 0.1718);
        near(Share::of(10, 10), 0.7225, 1.0);
        assert_eq!(Share::of(0, 0).bounds, None);
    }
}
