//! Lists of rules, of which the first that fits applies.

use super::Sentence;
use super::simplify::{cases, conjuncts};
use super::voice::{Scene, Voice};
use super::words::sentence;
use crate::notation::ordinal;
use crate::rules::model::{Action, Condition, Effect, NumberSet, One, Rule, Rules};

/// The sentences of the lists read while a turn is played and between turns.
pub(super) fn turn(rules: &Rules) -> Vec<Sentence> {
    let mut told = list(rules, &rules.each_seed, Scene::Seed, "After every seed");
    told.extend(list(rules, &rules.last_seed, Scene::LastSeed, "When the last seed has fallen"));
    told.extend(list(rules, &rules.after_turn, Scene::Between, "After the turn"));
    let mut before = list(rules, &rules.before_turn, Scene::Between, "When a player is to move");
    if let (Some(last), Some(repeated)) = (before.last(), &rules.repeated) {
        let marks = if has_marks(rules) { ", the marks" } else { "" };
        let text = format!(
            "a position is the same if the seeds in all holes{marks} and the player to move are the same; \
             it counts from the {} time in the {} on",
            ordinal(repeated.value),
            Voice::new(rules, Scene::Between).unit()
        );
        before.push(Sentence { section: last.section.clone(), text: sentence(&text), basis: repeated.basis.clone() });
    }
    told.extend(before);
    told
}

/// A list under a heading of its own.
pub(super) fn list(rules: &Rules, given: &[Rule], scene: Scene, heading: &str) -> Vec<Sentence> {
    let told = self::rules(rules, given, scene);
    let heading = match told.len() {
        0 | 1 => heading.to_owned(),
        _ => format!("{heading}, the first of these that fits applies"),
    };
    told.into_iter().map(|told| Sentence { section: heading.clone(), ..told }).collect()
}

/// The rules of a list that can apply, a sentence each, in no section yet.
pub(super) fn rules(rules: &Rules, given: &[Rule], scene: Scene) -> Vec<Sentence> {
    let mut told: Vec<Sentence> = Vec::new();
    for (rule, condition) in cases(given, |action: &Action| !action.may) {
        let text = match &condition {
            Some(condition) => {
                let mut voice = match scene {
                    Scene::Move => Voice::going_on(rules, scene),
                    _ => Voice::new(rules, scene),
                };
                let asked = voice.condition(condition);
                format!("if {asked}, {}", voice.action(&rule.value, holds_one(condition)))
            }
            None if told.is_empty() && scene != Scene::Move => Voice::new(rules, scene).action(&rule.value, false),
            None => {
                let action = Voice::going_on(rules, scene).action(&rule.value, false);
                if told.is_empty() { action } else { format!("otherwise {action}") }
            }
        };
        told.push(Sentence { section: String::new(), text: sentence(&text), basis: rule.basis.clone() });
    }
    told
}

/// Whether a condition says that the chosen hole holds one seed.
fn holds_one(condition: &Condition) -> bool {
    conjuncts(condition).iter().any(|part| match part {
        Condition::Holds(One::Here, NumberSet::List(list)) => list.as_slice() == [1],
        _ => false,
    })
}

/// Whether holes are marked in the game.
fn has_marks(rules: &Rules) -> bool {
    let marks = |rule: &Rule| rule.value.effects.iter().any(|effect| matches!(effect, Effect::Mark(_)));
    rules.board.marked_at_start.is_some() || rules.each_seed.iter().chain(&rules.last_seed).any(marks)
}
