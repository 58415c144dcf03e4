//! How many moves the rules bar that make them illegal: the statistics of random games agree with the narrator, which
//! tries every move of the same games.

use std::collections::BTreeMap;
use std::sync::Arc;

use mancala_engine::engine::{Engine, Progress, Series};
use mancala_engine::game::{Event, Position};
use mancala_engine::narrator::{choosable, rehearse};
use mancala_engine::play::Game;
use mancala_rules::chance::{choice, generator};
use mancala_rules::rules::model::{Outcome, Rules};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Span;

const GAMES: u64 = 20;

/// The rules that make a move illegal.
fn forbidding(rules: &Rules) -> Vec<Span> {
    let illegal = rules.rules_of_turns().filter(|rule| rule.value.outcome == Some(Outcome::Illegal));
    illegal.map(|rule| rule.span).collect()
}

/// How many moves each of these rules bars, by the statistics.
fn counted(rules: &Arc<Rules>, forbidding: &[Span]) -> BTreeMap<usize, u64> {
    let start = Position::start(rules);
    let engine = Engine::new(rules.clone(), &start);
    let series = Series { games: GAMES, seed: 3, most_plies: 400 };
    let tally = engine.simulate(&start, &series, &Progress::default()).expect("answers");
    let times =
        (0..engine.rules_in_all()).map(|number| (engine.rule(number).expect("a rule").span, tally.tried[number]));
    times
        .filter(|(span, times)| forbidding.contains(span) && *times > 0)
        .map(|(span, times)| (span.start, times))
        .collect()
}

/// The same by the narrator, in the same games.
fn narrated(rules: &Arc<Rules>, forbidding: &[Span]) -> BTreeMap<usize, u64> {
    let mut barred = BTreeMap::new();
    for number in 1..=GAMES {
        let mut game = Game::new(rules);
        let mut chance = generator(3, number);
        while !game.is_over() && game.history().len() < 400 {
            if !game.must_pass() {
                for play in choosable(rules, &game.position()) {
                    let (events, _) = rehearse(rules, &game.position(), &play);
                    for event in events {
                        if let Event::Rule { span, .. } = event
                            && forbidding.contains(&span)
                        {
                            *barred.entry(span.start).or_default() += 1;
                        }
                    }
                }
            }
            game.play_nth(choice(game.choices(), &mut chance)).expect("a legal move");
        }
    }
    barred
}

#[test]
fn moves_that_rules_bar_are_counted() {
    let games: [(&str, &[(&str, &str)]); 4] =
        [("oware", &[("grand-slam", "forbidden")]), ("oware", &[]), ("songo", &[]), ("al-manqala", &[])];
    let mut all = 0;
    for (name, settings) in games {
        let settings: Vec<(String, String)> =
            settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let rules = Ruleset::shipped(name).expect("a ruleset").rules_under(&settings).expect("rules");
        let forbidding = forbidding(&rules);
        let found = counted(&rules, &forbidding);
        assert_eq!(found, narrated(&rules, &forbidding), "{name}");
        all += found.values().sum::<u64>();
    }
    assert!(all > 0, "no move was barred");
}
