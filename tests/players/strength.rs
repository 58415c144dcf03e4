//! Those who look further win more often than chance allows.

use std::sync::Arc;

use mancala_engine::contest::Start;
use mancala_engine::engine::Progress;
use mancala_engine::game::{FaultAt, Position};
use mancala_engine::play::Referee;
use mancala_engine::players::Kind;
use mancala_rules::rules::model::Rules;
use mancala_tools::drivers::tournament::{Machines, Results, Tournament, tournament};

use super::rules;

/// What chance alone does once in so many times does not count as strength.
const ONCE_IN: f64 = 1000.0;

fn play(game: &str, words: &[&str], games: u64) -> Results {
    let rules = rules(game);
    let kinds = Kind::for_players(words, rules.board.players.value).expect("kinds");
    let start = Start::Game(Position::start(&rules));
    let series = Tournament { start, games: 0..games, seed: 1, opening: 2, most_plies: 600 };
    results(&rules, kinds, &series)
}

/// What a tournament of built-in players comes to.
fn results(rules: &Arc<Rules>, kinds: Vec<Kind>, series: &Tournament) -> Results {
    let machines = Machines { kinds, book: None };
    let played: Option<Result<_, FaultAt>> =
        tournament(&Referee::tables(rules), series, &machines, &Progress::default(), |_| {});
    played.expect("a game or a match").expect("answers")
}

/// How likely so many successes or more are, if each of so many trials has this chance.
fn by_chance(successes: u64, trials: u64, chance: f64) -> f64 {
    let mut term = (1.0 - chance).powi(trials as i32);
    let mut sum = 0.0;
    for number in 0..=trials {
        if number >= successes {
            sum += term;
        }
        term *= (trials - number) as f64 / (number + 1) as f64 * chance / (1.0 - chance);
    }
    sum
}

/// The first player is stronger than the second: of the games that one of them won he won more than chance allows.
fn is_stronger(game: &str, strong: &str, weak: &str, games: u64) {
    let results = play(game, &[strong, weak], games);
    let (won, lost) = (results.players[0].won, results.players[1].won);
    let chance = by_chance(won, won + lost, 0.5);
    assert!(chance < 1.0 / ONCE_IN, "{game}: {strong} won {won} games and {weak} {lost}: {chance}");
}

/// The first of three players wins more than the third part of the games that one of them won.
fn wins_more_than_his_third(game: &str, strong: &str, weak: &str, games: u64) {
    let results = play(game, &[strong, weak, weak], games);
    let won: Vec<u64> = results.players.iter().map(|player| player.won).collect();
    let chance = by_chance(won[0], won.iter().sum(), 1.0 / 3.0);
    assert!(chance < 1.0 / ONCE_IN, "{game}: {strong} won of {won:?} games against {weak}: {chance}");
}

#[test]
fn chance_is_counted_as_binomial() {
    assert!((by_chance(2, 2, 0.5) - 0.25).abs() < 1e-12);
    assert!((by_chance(1, 3, 1.0 / 3.0) - 19.0 / 27.0).abs() < 1e-12);
    assert!((by_chance(0, 40, 0.5) - 1.0).abs() < 1e-9);
}

#[test]
fn greedy_beats_random() {
    for game in ["krur", "oware", "kalah", "hus"] {
        is_stronger(game, "greedy", "random", 60);
    }
    wins_more_than_his_third("um-laarais", "greedy", "random", 60);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn search_beats_greedy() {
    for game in ["krur", "oware", "kalah", "hus"] {
        is_stronger(game, "search:d5", "greedy", 60);
    }
    wins_more_than_his_third("um-laarais", "search:d6", "greedy", 150);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn deeper_search_beats_shallow_search() {
    for game in ["oware", "kalah"] {
        is_stronger(game, "search:d6", "search:d2", 60);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn tree_search_beats_random() {
    for game in ["krur", "oware", "kalah", "hus"] {
        is_stronger(game, "mcts:60", "random", 20);
    }
    wins_more_than_his_third("um-laarais", "mcts:60", "random", 24);
}

/// Whole matches of players.
fn matches(game: &str, words: &[&str], matches: u64, rounds: u32, seed: u64) -> Results {
    let rules = rules(game);
    let kinds = Kind::for_players(words, rules.board.players.value).expect("kinds");
    let start = Start::Match { rounds, lots: 0 };
    let series = Tournament { start, games: 0..matches, seed, opening: 2, most_plies: u64::MAX };
    results(&rules, kinds, &series)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn whole_matches_are_won_by_the_stronger() {
    let results = matches("um-ed-dyar", &["greedy", "random"], 20, 30, 1);
    let (won, lost) = (results.players[0].won, results.players[1].won);
    assert!(by_chance(won, won + lost, 0.5) < 1.0 / ONCE_IN, "{results:?}");
    assert_eq!((results.lay_outs, results.rounds.values().sum::<u64>()), (0, 20), "{results:?}");
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let words = ["search:500", "mcts:30"];
    assert_eq!(play("krur", &words, 6), play("krur", &words, 6));
    // the loser of a round lays the board out here
    let played = |seed| matches("bechi", &["mcts:5", "greedy"], 2, 3, seed);
    assert!(played(2).lay_outs > 0);
    assert_eq!(played(2), played(2));
    assert_ne!(played(2), played(3));
}
