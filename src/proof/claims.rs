//! What a file claims of every position of its games: proved, refuted, or how far it was searched.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::counting::Counted;
use crate::draw::draw;
use crate::engine::{Engine, Line, Place, Progress, Series, Wanted};
use crate::game::Position;
use crate::lines::wrapped;
use crate::narrator::Narrator;
use crate::problem::{Code, Problem};
use crate::rules::model::{Claim, Condition, Rules};
use crate::source::Span;

/// So many positions of all readings together are looked at, and so many of each at least.
const POSITIONS: usize = 120_000;
const LEAST_POSITIONS: usize = 2_000;
const MOST_POSITIONS: usize = 20_000;
/// Where these were not all, so many games at random are played of each reading, each of at most so many plies, and for
/// so many positions in all.
const GAMES: u64 = 24;
const MOST_PLIES: u64 = 300;
/// No file that is a game needs so long; many times more without optimisation.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 90 } else { 4 });

/// What is known of a claim, under all readings under which it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// What it says.
    pub title: String,
    /// Where its head stands.
    pub span: Span,
    /// Under so many readings of the file it was looked at.
    pub readings: usize,
    /// What came of it.
    pub verdict: Verdict,
}

/// What came of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No position can be like that.
    Proved(Vec<Reason>),
    /// Nothing was found in so many positions. It is proved under so many of the readings.
    NotFound {
        /// Positions looked at, those of games at random counted as often as they were met.
        positions: u64,
        /// Under so many readings it is proved.
        proved: usize,
    },
    /// A game comes to such a position.
    Refuted(Box<Refutation>),
}

/// Why a claim holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There are only so many seeds.
    Number(u32),
    /// No seed ever leaves the holes, which hold so many.
    Kept(u32),
    /// Seeds leave the holes by multiples of a number, and the holes hold so many at the start.
    Step(u32, u32),
    /// All positions were looked at: so many.
    All(u64),
}

/// A game that comes to a position that a claim says no game comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The moves that are played, from the start.
    pub moves: Vec<String>,
    /// The position then.
    pub position: Position,
    /// The position drawn.
    pub drawn: String,
    /// The readings in force that are not the defaults, as `name: value`.
    pub under: Vec<String>,
    /// Whether no shorter game comes to such a position.
    pub shortest: bool,
}

/// What came of a claim under one reading.
enum Outcome {
    Proved(Reason),
    NotFound(u64),
    Refuted(Box<Refutation>),
}

/// Decides the claims of a file, as far as that takes little time. `readings` are the rules of all readings to be looked
/// at, the defaults first.
pub fn decide(readings: &[&Rules]) -> Vec<Known> {
    let progress = Progress::until(Instant::now() + LONGEST);
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

/// Readings that are played alike are looked at once: those that differ only in what happens between rounds.
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

/// Why counting alone proves a claim, if it does.
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

/// What came of each claim of a reading.
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

/// What looking at positions shows of claims.
fn searched(rules: &Rules, claims: &[&Condition], most_positions: usize, progress: &Progress) -> Vec<Outcome> {
    let start = Position::start(rules);
    let engine = Engine::new(rules, &start);
    let wanted = Wanted { claims, most_positions, all: false };
    let Ok(reached) = engine.reach(&start, &wanted, progress) else {
        // a game that comes to nothing is told of elsewhere
        return claims.iter().map(|_| Outcome::NotFound(0)).collect();
    };
    let mut positions = reached.positions;
    let mut refuted: Vec<Option<Refutation>> =
        claims.iter().zip(&reached.claims).map(|(claim, line)| along(rules, claim, line.as_ref()?)).collect();
    let series = Series { games: GAMES, seed: 1, most_plies: MOST_PLIES };
    if !reached.complete
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
    let outcome = |(refuted, line): (Option<Refutation>, &Option<Line>)| match refuted {
        Some(refutation) => Outcome::Refuted(Box::new(refutation)),
        None if reached.complete && line.is_none() => Outcome::Proved(Reason::All(reached.positions)),
        None => Outcome::NotFound(positions),
    };
    refuted.into_iter().zip(&reached.claims).map(outcome).collect()
}

/// The game that a line of plies is, if the narrator agrees that it refutes a claim.
pub fn along(rules: &Rules, claim: &Condition, line: &Line) -> Option<Refutation> {
    let moves = line_names(rules, line)?;
    refutation(rules, claim, moves, true)
}

/// The names of the moves of a line of plies; none if it is no line of the game.
pub fn line_names(rules: &Rules, line: &Line) -> Option<Vec<String>> {
    let mut game = Narrator::new(rules).ok()?;
    let mut names = Vec::new();
    for nth in line {
        names.push(game.legal().get(usize::from(*nth))?.clone());
        game.play_nth(usize::from(*nth)).ok()?;
    }
    Some(names)
}

/// The beginning of a game at random that refutes a claim, if the narrator agrees.
pub fn in_game(engine: &Engine<&Rules>, claim: &Condition, series: &Series, place: Place) -> Option<Refutation> {
    let moves = engine.beginning(&Position::start(engine.rules()), series, place).ok()?;
    refutation(engine.rules(), claim, moves, false)
}

/// Plays moves by the narrator, and sees whether that comes to what a claim says no game comes to.
fn refutation(rules: &Rules, claim: &Condition, moves: Vec<String>, shortest: bool) -> Option<Refutation> {
    let mut game = Narrator::new(rules).ok()?;
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

/// The readings in force that are not the defaults.
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

/// The number in force of a reading `N to M` of which none was chosen.
fn first_of_range(value: &str) -> &str {
    match value.split_once(" to ") {
        Some((low, high)) if [low, high].iter().all(|part| part.parse::<u64>().is_ok()) => low,
        _ => value,
    }
}

/// A claim that a game refutes.
pub fn broken(claim: Span, title: &str, refutation: &Refutation) -> Problem {
    let Refutation { moves, drawn, under, shortest, .. } = refutation;
    let mut message = format!("a game comes to this: {title}");
    if !under.is_empty() {
        let under: Vec<String> = under.iter().map(|reading| format!("`{reading}`")).collect();
        message.push_str(&format!(" (under {})", under.join(", ")));
    }
    let label = match (moves.len(), shortest) {
        (0, _) => "it is so at the start".to_owned(),
        (1, _) => "it is so after one move, drawn below".to_owned(),
        (plies, true) => format!("it is so after {plies} moves, and never sooner; drawn below"),
        (plies, false) => format!("it is so after {plies} moves; drawn below"),
    };
    let played = if moves.is_empty() { "at the start".to_owned() } else { format!("after {}", moves.join(" ")) };
    Problem::new(Code::BrokenClaim, claim, message)
        .label(label)
        .help(
            "mend the rule that lets it happen, or the claim; `never .. when NAME is READING` claims it of one reading",
        )
        .shown(format!("{}\n{drawn}", wrapped(&played, 76).join("\n")))
}
