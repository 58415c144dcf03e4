//! Holes that only the last seed of a lap passes over.

use mancala_tools::checks::Checks;
use std::sync::Arc;

use mancala_engine::game::Position;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;

use super::referees;
use crate::small::Small;

fn ruleset(skip: &str, last_seed: &str) -> Ruleset {
    let sections = format!("sowing {{\n  skip: {skip}\n}}");
    Small { sections: &sections, last_seed, ..Small::default() }.ruleset()
}

fn rules(skip: &str, last_seed: &str) -> Arc<Rules> {
    ruleset(skip, last_seed).rules().expect("rules")
}

/// South's legal moves, and what the holes hold after South plays a1 if that is legal. Both readers agree on it.
fn played(rules: &Arc<Rules>, holes: [i64; 6]) -> (String, Option<[i64; 6]>) {
    let [tables, narrator] = referees(rules).map(|referee| {
        let mut position = Position::start(rules);
        position.seeds = holes.into_iter().chain([0, 0]).collect();
        let mut game = referee.game(position).expect("a game");
        let legal = game.legal_names().join(" ");
        let after = game.play_named("a1").ok().map(|()| game.position().seeds);
        (legal, after.map(|seeds| <[i64; 6]>::try_from(&seeds[..6]).expect("six holes")))
    });
    assert_eq!(tables, narrator);
    tables
}

#[test]
fn the_last_seed_passes_over_empty_holes() {
    let rules = rules("holes where (empty and last seed)", "when was empty -> illegal");
    // b1 is empty and gets a seed, c1 is empty and gets none: the last one falls into c2
    assert_eq!(played(&rules, [2, 0, 0, 4, 4, 4]).1, Some([0, 1, 0, 4, 4, 5]));
    // a1 itself is empty now
    assert_eq!(played(&rules, [1, 0, 0, 4, 0, 0]).1, Some([0, 0, 0, 5, 0, 0]));
    // the seeds of this lap count
    assert_eq!(played(&rules, [3, 0, 0, 0, 0, 0]).1, Some([0, 2, 1, 0, 0, 0]));
}

#[test]
fn a_last_seed_that_passes_over_every_hole_is_illegal() {
    let rules = rules("holes where (empty and last seed)", "when was empty -> illegal");
    assert_eq!(played(&rules, [1, 0, 0, 0, 0, 0]), (String::new(), None));
    let rules = self::rules("holes where last seed", "when was empty -> illegal");
    assert_eq!(played(&rules, [1, 5, 2, 4, 4, 4]), (String::new(), None));
}

/// Only the holes of seeds that are about to fall are those of the last seed.
#[test]
fn holes_ahead_are_those_of_any_other_seed() {
    let rules = rules("holes where (empty and last seed)", "when next is empty -> capture next and 2 ahead, end turn");
    // the last seed falls into b1; next is c1, which is empty, and 2 ahead is c2
    assert_eq!(played(&rules, [1, 3, 0, 4, 4, 4]).1, Some([0, 4, 0, 4, 4, 0]));
}

#[test]
fn that_the_last_seed_falls_into_an_empty_hole_is_proved_impossible() {
    let never = |skip: &str| {
        let proof = ruleset(skip, "when was empty -> end turn").prove();
        proof.problems.iter().any(|problem| problem.message.starts_with("this rule never applies"))
    };
    assert!(never("holes where (empty and last seed)"));
    assert!(!never("holes where (empty and not last seed)"));
}
