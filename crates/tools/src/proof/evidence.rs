//! Evidence from random games, collected before proving anything.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use mancala_engine::engine::{Engine, Progress, Series};
use mancala_engine::game::{Event, FaultAt, Position};
use mancala_engine::narrator::{Narrator, choosable, rehearse};
use mancala_rules::chance::{choice, generator};
use mancala_rules::clock::Instant;
use mancala_rules::rules::model::{Condition, Fact, Rules};
use mancala_rules::source::Span;

use super::scene::Scene;

/// Number of random games for each reading, unless time is up, and most plies of each.
const GAMES: u64 = 64;
const MOST_PLIES: u64 = 300;
/// Approximate time limit for the random games of all readings together.
const LONGEST: Duration = Duration::from_millis(150);
/// Most plies of each game once that time has passed.
const FEWER_PLIES: u64 = 30;
/// Time limit for the games of which it is told how they ended. No real game needs a tenth of it.
const LONGEST_OF_ENDS: Duration = Duration::from_millis(if cfg!(debug_assertions) { 6_000 } else { 600 });

/// What random games show.
#[derive(Default)]
pub struct Evidence {
    /// The rules that applied.
    pub applied: HashSet<Span>,
    /// How the games ended.
    pub ends: Ends,
}

/// How the first random games under the first reading ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Number of games.
    pub games: u64,
    /// Games that a repeated position ended.
    pub repeated: u64,
    /// Games that were not over after [`Ends::MOST_PLIES`] plies.
    pub cut: u64,
}

impl Ends {
    /// So many games are played, unless time is up.
    const GAMES: u64 = 12;
    /// Most plies of a game.
    pub const MOST_PLIES: u64 = MOST_PLIES;

    /// Whether hardly a game came to an end of its own.
    pub fn are_rare(&self) -> bool {
        self.games == Ends::GAMES && self.repeated + self.cut + 1 >= self.games
    }
}

/// Plays random games until `stop` ends them. Skips them if time is up and all rules are `known` to apply. `readings` is
/// the number of readings; `taken` is the time spent so far, to which it adds its own.
///
/// # Errors
///
/// The rules leave a position undecided.
pub fn played(
    rules: &Rules,
    known: &HashSet<Span>,
    readings: usize,
    taken: &mut Duration,
    stop: &Progress,
) -> Result<Evidence, FaultAt> {
    let mut found = Evidence::default();
    if *taken > LONGEST && rules.rules_of_play().all(|rule| known.contains(&rule.span)) {
        return Ok(found);
    }
    let (start, begun) = (Position::start(rules), Instant::now());
    let engine = Engine::new(rules, &start);
    for seed in 1..=GAMES {
        // so that what is told of ends does not depend on the machine
        let told = known.is_empty() && seed <= Ends::GAMES && begun.elapsed() < LONGEST_OF_ENDS;
        let most_plies = if told || *taken + begun.elapsed() < LONGEST { MOST_PLIES } else { FEWER_PLIES };
        let series = Series { games: 1, seed, most_plies };
        let tally = engine.simulate(&start, &series, &Progress::beside(stop))?;
        let applied = tally.applied.iter().enumerate().filter(|(_, times)| **times > 0);
        found.applied.extend(applied.filter_map(|(number, _)| engine.rule(number)).map(|rule| rule.span));
        if told {
            found.ends.games += tally.games;
            found.ends.repeated += ended_by_repetition(rules, &engine, &tally.endings);
            found.ends.cut += tally.stopped;
        }
        if stop.is_stopped() || (!told || seed == Ends::GAMES) && begun.elapsed() * readings as u32 > LONGEST {
            break;
        }
    }
    *taken += begun.elapsed();
    Ok(found)
}

/// The number of games that ended only because a position was repeated. `endings` are numbers of games by the rule that
/// ended them.
pub fn ended_by_repetition(rules: &Rules, engine: &Engine<&Rules>, endings: &BTreeMap<Option<u16>, u64>) -> u64 {
    let repetition = |number: &u16| {
        let text = engine.rule(usize::from(*number));
        let rule = text.and_then(|text| rules.before_turn.iter().find(|rule| rule.span == text.span));
        rule.and_then(|rule| rule.condition.as_ref()).is_some_and(needs_repetition)
    };
    endings.iter().filter(|(rule, _)| rule.as_ref().is_some_and(repetition)).map(|(_, games)| games).sum()
}

/// Whether a condition is true only in a repeated position.
fn needs_repetition(condition: &Condition) -> bool {
    match condition {
        Condition::Fact(fact) => *fact == Fact::Repeated,
        Condition::And(parts) => parts.iter().any(needs_repetition),
        Condition::Or(parts) => parts.iter().all(needs_repetition),
        _ => false,
    }
}

/// The first move of a position that the rules leave undecided, and the last rule that applied in it.
pub fn fault_in(rules: &Rules, position: &Position) -> Option<(Scene, Span)> {
    choosable(rules, position).into_iter().find_map(|play| {
        let (events, fault) = rehearse(rules, position, &play);
        fault?;
        let rule = events.iter().rev().find_map(|event| match event {
            Event::Rule { span, .. } => Some(*span),
            _ => None,
        })?;
        Some((Scene { position: position.clone(), play: Some(play), events }, rule))
    })
}

/// Most positions of random games to look at for scenes, and most seeds to sow in the moves tried there.
const MOST_POSITIONS: usize = 1_500;
const MOST_SEEDS: i64 = 10_000_000;

/// Scenes from random games: for each wanted rule, with the name of its list, the first scene in which it applied. Also
/// tries moves that turn out to be illegal. Ends when `stop` says so.
pub fn scenes(rules: &Rules, wanted: &[(&'static str, Span)], stop: &Progress) -> HashMap<Span, Scene> {
    let mut found = HashMap::new();
    let (mut positions, mut seeds) = (0, 0);
    for seed in 1.. {
        let Ok(mut game) = Narrator::from_position(rules, Position::start(rules)) else { return found };
        let mut chance = generator(seed, 1);
        loop {
            positions += 1;
            if positions > MOST_POSITIONS || found.len() == wanted.len() {
                return found;
            }
            for event in game.take_events() {
                if let Event::Rule { list: "before turn", span, .. } | Event::Offers { span, .. } = event
                    && wanted.contains(&("before turn", span))
                {
                    let scene = || Scene { position: game.left().clone(), play: None, events: Vec::new() };
                    found.entry(span).or_insert_with(scene);
                }
            }
            for play in choosable(rules, game.position()) {
                if stop.is_stopped() {
                    return found;
                }
                let (events, _) = rehearse(rules, game.position(), &play);
                for (at, event) in events.iter().enumerate() {
                    if let Event::Lap { seeds: sown, .. } = event {
                        seeds += sown;
                    }
                    if let Event::Rule { list, span, .. } = event
                        && wanted.contains(&(*list, *span))
                    {
                        let (position, play) = (game.position().clone(), Some(play.clone()));
                        found.entry(*span).or_insert_with(|| Scene { position, play, events: events[..at].to_vec() });
                    }
                }
                if seeds > MOST_SEEDS {
                    return found;
                }
            }
            let moves = game.legal().len();
            if moves == 0 || game.play_nth(choice(moves, &mut chance)).is_err() {
                break;
            }
        }
    }
    found
}
