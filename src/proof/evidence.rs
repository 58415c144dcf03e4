//! Evidence from random games, collected before proving anything.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use super::scene::Scene;
use crate::chance::{choice, generator};
use crate::engine::{Engine, Progress, Series};
use crate::game::{Event, FaultAt, Position};
use crate::narrator::{Narrator, choosable, rehearse};
use crate::rules::model::Rules;
use crate::source::Span;

/// Number of random games for each reading, unless time is up, and most plies of each.
const GAMES: u64 = 64;
const MOST_PLIES: u64 = 300;
/// Approximate time limit for the random games of all readings together.
const LONGEST: Duration = Duration::from_millis(150);
/// Most plies of each game once that time has passed.
const FEWER_PLIES: u64 = 30;

/// Rules that applied in random games. Skips the games if time is up and all rules are `known` to apply. `readings` is
/// the number of readings; `taken` is the time spent so far, to which it adds its own.
///
/// # Errors
///
/// The rules leave a position undecided.
pub fn applied(
    rules: &Rules,
    known: &HashSet<Span>,
    readings: usize,
    taken: &mut Duration,
) -> Result<HashSet<Span>, FaultAt> {
    if *taken > LONGEST && rules.rules_of_play().all(|rule| known.contains(&rule.span)) {
        return Ok(HashSet::new());
    }
    let (start, begun) = (Position::start(rules), Instant::now());
    let engine = Engine::new(rules, &start);
    let mut spans = HashSet::new();
    for seed in 1..=GAMES {
        let most_plies = if *taken + begun.elapsed() < LONGEST { MOST_PLIES } else { FEWER_PLIES };
        let series = Series { games: 1, seed, most_plies };
        let tally = engine.simulate(&start, &series, &Progress::default())?;
        let applied = tally.applied.iter().enumerate().filter(|(_, times)| **times > 0);
        spans.extend(applied.filter_map(|(number, _)| engine.rule(number)).map(|rule| rule.span));
        if begun.elapsed() * readings as u32 > LONGEST {
            break;
        }
    }
    *taken += begun.elapsed();
    Ok(spans)
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
/// tries moves that turn out to be illegal.
pub fn scenes(rules: &Rules, wanted: &[(&'static str, Span)]) -> HashMap<Span, Scene> {
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
