//! Decides the claims of a file about all positions of its games: proved, refuted, or searched without a result.

use std::collections::BTreeMap;
use std::time::Duration;

use mancala_engine::draw::draw;
use mancala_engine::engine::{Aim, Engine, Line, Place, Progress, Series, Wanted};
use mancala_engine::game::Position;
use mancala_engine::narrator::Narrator;
use mancala_rules::clock::Instant;
use mancala_rules::lines::wrapped;
use mancala_rules::notation::player_name;
use mancala_rules::problem::{Code, Problem};
use mancala_rules::rules::model::{Claim, Condition, Rules};
use mancala_rules::source::Span;

use super::counting::Counted;

/// Most positions to look at for all readings together, and the least and the most for each reading.
const POSITIONS: usize = 120_000;
const LEAST_POSITIONS: usize = 2_000;
const MOST_POSITIONS: usize = 20_000;
/// If that did not reach all positions: number of random games for each reading, most plies of a game, and most
/// positions in all.
const GAMES: u64 = 24;
const MOST_PLIES: u64 = 300;
/// Time limit. No real game needs this long; unoptimised builds get many times more.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 90 } else { 4 });

/// Result for a claim, over all readings that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Text of the claim.
    pub title: String,
    /// Span of its head in the rule file.
    pub span: Span,
    /// Number of readings looked at.
    pub readings: usize,
    /// The result.
    pub verdict: Verdict,
}

/// Result of deciding a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No position of a game can violate it, for these reasons.
    Proved(Vec<Reason>),
    /// No violation was found, but not all readings are proved.
    NotFound {
        /// Positions looked at; positions of random games count each time they occurred.
        positions: u64,
        /// Number of readings for which the claim is proved.
        proved: usize,
    },
    /// A game violates the claim.
    Refuted(Box<Refutation>),
}

/// Why a claim holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game has only this number of seeds.
    Number(u32),
    /// No seed ever leaves the holes, which hold this number of seeds.
    Kept(u32),
    /// Seeds leave the holes in multiples of the first number; the second is the number of seeds in the holes at the
    /// start.
    Step(u32, u32),
    /// All positions, of this number, were searched.
    All(u64),
}

/// A game that reaches a position which violates a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Moves from the start, in notation.
    pub moves: Vec<String>,
    /// The position that violates the claim.
    pub position: Position,
    /// The position, drawn as text.
    pub drawn: String,
    /// Readings in force that are not the defaults, as `name: value`.
    pub under: Vec<String>,
    /// Whether no shorter game reaches such a position.
    pub shortest: bool,
}

/// Result of a claim under one reading.
enum Outcome {
    Proved(Reason),
    NotFound(u64),
    Refuted(Box<Refutation>),
}

/// Decides the claims of a file as far as a short time allows, or until `stop` ends it. `readings` are the rules of all readings to look at, the
/// defaults first.
pub fn decide(readings: &[&Rules], stop: &Progress) -> Vec<Known> {
    let progress = Progress::beside(stop).at_latest(Instant::now() + LONGEST);
    let mut found: BTreeMap<Span, (String, Vec<Outcome>)> = BTreeMap::new();
    let played = apart(readings);
    let open = played.iter().filter(|rules| rules.claims.iter().any(|claim| counted(rules, claim).is_none())).count();
    let most = (POSITIONS / open.max(1)).clamp(LEAST_POSITIONS, MOST_POSITIONS);
    for rules in played {
        let outcomes = under(rules, most, &progress);
        for (claim, outcome) in rules.claims.iter().zip(outcomes) {
            found.entry(claim.span).or_insert_with(|| (claim.title.clone(), Vec::new())).1.push(outcome);
        }
    }
    let known = found.into_iter().map(|(span, (title, outcomes))| Known {
        title,
        span,
        readings: outcomes.len(),
        verdict: verdict(outcomes),
    });
    known.collect()
}

/// Drops readings that differ from an earlier one only in what happens between rounds.
fn apart<'r>(readings: &[&'r Rules]) -> Vec<&'r Rules> {
    let mut met: Vec<String> = Vec::new();
    readings
        .iter()
        .copied()
        .filter(|rules| !rules.claims.is_empty())
        .filter(|rules| {
            let play = (&rules.board.start, &rules.board.owner, &rules.moves, &rules.skip, &rules.endless);
            let lists = (&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn, &rules.repeated);
            let text = format!("{play:?}{lists:?}{:?}{:?}", rules.board.columns, rules.claims);
            let new = !met.contains(&text);
            if new {
                met.push(text);
            }
            new
        })
        .collect()
}

fn verdict(outcomes: Vec<Outcome>) -> Verdict {
    let (mut reasons, mut proved, mut positions, mut searched) = (Vec::new(), 0, 0, false);
    for outcome in outcomes {
        match outcome {
            Outcome::Refuted(refutation) => return Verdict::Refuted(refutation),
            Outcome::Proved(reason) => {
                proved += 1;
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
            Outcome::NotFound(more) => {
                searched = true;
                positions += more;
            }
        }
    }
    if searched { Verdict::NotFound { positions, proved } } else { Verdict::Proved(reasons) }
}

/// The reason if counting alone proves a claim.
fn counted(rules: &Rules, claim: &Claim) -> Option<Reason> {
    let counted = Counted::of(rules);
    if !counted.by_number_alone().allows(rules, &claim.condition) {
        return Some(Reason::Number(counted.seeds));
    }
    let proved = !counted.allows(rules, &claim.condition);
    proved.then_some(match counted.step {
        0 => Reason::Kept(counted.in_holes),
        step => Reason::Step(step, counted.in_holes),
    })
}

/// Results of the claims under one reading.
fn under(rules: &Rules, most_positions: usize, progress: &Progress) -> Vec<Outcome> {
    let mut outcomes: Vec<Option<Outcome>> =
        rules.claims.iter().map(|claim| counted(rules, claim).map(Outcome::Proved)).collect();
    let open: Vec<usize> = (0..outcomes.len()).filter(|claim| outcomes[*claim].is_none()).collect();
    if !open.is_empty() {
        let conditions: Vec<&Condition> = open.iter().map(|claim| &rules.claims[*claim].condition).collect();
        for (claim, outcome) in open.iter().zip(searched(rules, &conditions, most_positions, progress)) {
            outcomes[*claim] = Some(outcome);
        }
    }
    outcomes.into_iter().flatten().collect()
}

/// Searches positions for violations of claims.
fn searched(rules: &Rules, claims: &[&Condition], most_positions: usize, progress: &Progress) -> Vec<Outcome> {
    let (start, others) = Position::starts(rules);
    let engine = Engine::new(rules, &start);
    let wanted = Wanted { claims, most_positions: most_positions / (others.len() + 1), aim: Aim::Claims };
    let mut refuted: Vec<Option<Refutation>> = claims.iter().map(|_| None).collect();
    // whether a line was found that the narrator may not confirm
    let mut doubted = vec![false; claims.len()];
    let (mut positions, mut complete) = (0, true);
    for start in others.iter().chain([&start]) {
        let Ok(reached) = engine.reach(start, &wanted, progress) else {
            // undecided situations are reported elsewhere
            return claims.iter().map(|_| Outcome::NotFound(0)).collect();
        };
        for (at, (claim, line)) in claims.iter().zip(&reached.claims).enumerate() {
            if let Some(line) = line {
                doubted[at] = true;
                refuted[at] = refuted[at].take().or_else(|| along(rules, start, claim, line));
            }
        }
        positions += reached.positions;
        complete &= reached.complete;
    }
    let examined = positions;
    let series = Series { games: GAMES, seed: 1, most_plies: MOST_PLIES };
    if !complete
        && !progress.is_stopped()
        && refuted.iter().any(Option::is_none)
        && let Ok(survey) = engine.survey(&start, &series, claims, progress)
    {
        positions += survey.positions;
        for ((claim, place), refuted) in claims.iter().zip(&survey.claims).zip(&mut refuted) {
            if let (Some(place), None) = (place, &refuted) {
                *refuted = in_game(&engine, claim, &series, *place);
            }
        }
    }
    let outcome = |(refuted, doubted): (Option<Refutation>, bool)| match refuted {
        Some(refutation) => Outcome::Refuted(Box::new(refutation)),
        None if complete && !doubted => Outcome::Proved(Reason::All(examined)),
        None => Outcome::NotFound(positions),
    };
    refuted.into_iter().zip(doubted).map(outcome).collect()
}

/// Converts a line of plies to a game, if the narrator agrees that it violates a claim.
pub fn along(rules: &Rules, start: &Position, claim: &Condition, line: &Line) -> Option<Refutation> {
    let moves = line_names(rules, start, line)?;
    refutation(rules, start, claim, moves, true)
}

/// Names of the moves of a line of plies; `None` if the line is not legal.
pub fn line_names(rules: &Rules, start: &Position, line: &Line) -> Option<Vec<String>> {
    let mut game = Narrator::from_position(rules, start.clone()).ok()?;
    let mut names = Vec::new();
    for nth in line {
        names.push(game.legal().get(usize::from(*nth))?.clone());
        game.play_nth(usize::from(*nth)).ok()?;
    }
    Some(names)
}

/// The start of a random game that violates a claim, if the narrator agrees.
pub fn in_game(engine: &Engine<&Rules>, claim: &Condition, series: &Series, place: Place) -> Option<Refutation> {
    let (start, moves) = engine.beginning(&Position::start(engine.rules()), series, place).ok()?;
    refutation(engine.rules(), &start, claim, moves, false)
}

/// Plays moves with the narrator and checks that they violate a claim.
fn refutation(
    rules: &Rules,
    start: &Position,
    claim: &Condition,
    moves: Vec<String>,
    shortest: bool,
) -> Option<Refutation> {
    let mut game = Narrator::from_position(rules, start.clone()).ok()?;
    for name in &moves {
        game.play(name).ok()?;
    }
    if !game.comes_to(claim).ok()? {
        return None;
    }
    let position = game.left().clone();
    let to_move = game.ending().is_none().then_some(position.to_move);
    let drawn = draw(rules, &position, to_move, false);
    Some(Refutation { moves, position, drawn, under: not_default(rules), shortest })
}

/// Readings in force that are not the defaults.
pub fn not_default(rules: &Rules) -> Vec<String> {
    let chosen = rules.options.iter().flat_map(|option| {
        let default = option.readings.first().map(|reading| &reading.values);
        let names = option.names.iter().zip(&option.values).enumerate();
        names
            .filter(move |(at, (_, value))| default.and_then(|values| values.get(*at)) != Some(*value))
            .map(|(_, (name, value))| format!("{name}: {}", first_of_range(value)))
    });
    chosen.collect()
}

/// The number in force of a reading `N to M` for which no number was chosen.
pub fn first_of_range(value: &str) -> &str {
    match value.split_once(" to ") {
        Some((low, high)) if [low, high].iter().all(|part| part.parse::<u64>().is_ok()) => low,
        _ => value,
    }
}

/// The problem of a claim that a game violates.
pub fn broken(claim: Span, title: &str, refutation: &Refutation) -> Problem {
    let Refutation { moves, position, drawn, under, shortest } = refutation;
    let mut message = format!("this happens in a game: {title}");
    if position.lot != 0 {
        message.push_str(&format!(" (where {} wins the lot)", player_name(position.turns.len(), position.lot)));
    }
    if !under.is_empty() {
        let under: Vec<String> = under.iter().map(|reading| format!("`{reading}`")).collect();
        message.push_str(&format!(" (under {})", under.join(", ")));
    }
    let label = match (moves.len(), shortest) {
        (0, _) => "it is true at the start".to_owned(),
        (1, _) => "it is true after one move, drawn below".to_owned(),
        (plies, true) => format!("it is true after {plies} moves, and never sooner; drawn below"),
        (plies, false) => format!("it is true after {plies} moves; drawn below"),
    };
    let played = if moves.is_empty() { "at the start".to_owned() } else { format!("after {}", moves.join(" ")) };
    Problem::new(Code::BrokenClaim, claim, message)
        .label(label)
        .help(
            "fix the rule that lets it happen, or the claim; `never .. when NAME is READING` limits it to one reading",
        )
        .shown(format!("{}\n{drawn}", wrapped(&played, 76).join("\n")))
}
