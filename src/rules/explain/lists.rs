//! Lists of rules, of which the first that fits applies.

use super::Sentence;
use super::simplify::{cases, conjuncts};
use super::voice::{Scene, Voice};
use super::words::{ordinal, sentence};
use crate::rules::model::{Action, Condition, NumberSet, One, Rule, Rules};

/// The sentences of the lists read while a turn is played and between turns.
pub(super) fn turn(rules: &Rules) -> Vec<Sentence> {
    let mut told = list(rules, &rules.each_seed, Scene::Seed, "After every seed");
    told.extend(list(rules, &rules.last_seed, Scene::LastSeed, "When the last seed has fallen"));
    told.extend(list(rules, &rules.after_turn, Scene::AfterTurn, "After the turn"));
    let mut before = list(rules, &rules.before_turn, Scene::Between, "When a player is to move");
    if let (Some(last), Some(repeated)) = (before.last(), &rules.repeated) {
        let marks = if rules.board.mark.is_some() { ", with the same marks," } else { "" };
        let unit = Voice::new(rules, Scene::Between).unit();
        let text = format!(
            "a position stands again when the same seeds lie in all holes{marks} and the same player is to move; \
             what is said of a repeated position holds from the {} time in the {unit} on",
            ordinal(repeated.value)
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
                let mut voice = Voice::new(rules, scene);
                let asked = voice.condition(condition);
                format!("if {asked}, {}", voice.action(&rule.value, holds_one(condition)))
            }
            None if told.is_empty() && scene != Scene::Move => {
                Voice::new(rules, scene).action(&rule.value, false)
            }
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
