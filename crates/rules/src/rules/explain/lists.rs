//! Sentences of lists, of which only the first rule that fits applies.

use super::plain::cases;
use super::sentence::{Kind, Sentence};
use super::simplify::conjuncts;
use super::voice::{Scene, Voice};
use super::words::ordinal_word;
use crate::rules::model::{Action, Change, Condition, Effect, NumberSet, One, Rule, Rules};
use crate::source::Span;

/// The sentences of the lists that are read during a turn and between turns.
pub(super) fn turn(rules: &Rules) -> Vec<Sentence> {
    let mut sentences = list(rules, &rules.each_seed, Scene::Seed, "After every seed");
    sentences.extend(list(rules, &rules.last_seed, Scene::LastSeed, "When the last seed has fallen"));
    sentences.extend(list(rules, &rules.after_turn, Scene::Between, "After the turn"));
    let mut before = list(rules, &rules.before_turn, Scene::Between, "When a player is to move");
    if let (Some(last), Some(repeated)) = (before.last(), &rules.repeated) {
        let marks = if has_marks(rules) { " and marks" } else { "" };
        let turn = if rules.remembers { " and after the same turn" } else { "" };
        let unit = Voice::new(rules, Scene::Between).unit();
        let text = format!(
            "a position is repeated when all holes hold the same seeds{marks}, with the same player to move{turn}, for at \
             least the {} time in the {unit}",
            ordinal_word(repeated.value),
        );
        before.push(Sentence::setting(&last.section.clone(), "repeated position", &text, &repeated.basis));
    }
    sentences.extend(before);
    sentences
}

/// The sentence of the rule that stands at a place in the file. `None` if no list has it, or if it can never apply.
pub fn rule_told(rules: &Rules, at: Span) -> Option<String> {
    let refilled = rules.contest.as_ref().map_or([].as_slice(), |contest| &contest.after_refilling);
    let lists: [(&[Rule], Scene); 5] = [
        (&rules.each_seed, Scene::Seed),
        (&rules.last_seed, Scene::LastSeed),
        (&rules.after_turn, Scene::Between),
        (&rules.before_turn, Scene::Between),
        (refilled, Scene::Refilled),
    ];
    let begins = rules.moves.iter().map(|section| (section.begin.as_slice(), Scene::Move));
    let (list, scene) = lists.into_iter().chain(begins).find(|(list, _)| list.iter().any(|rule| rule.span == at))?;
    self::rules(rules, list, scene).into_iter().find(|told| told.at == Some(at)).map(|told| told.text)
}

/// The sentences of a list, under a heading of their own.
pub(super) fn list(rules: &Rules, given: &[Rule], scene: Scene, heading: &str) -> Vec<Sentence> {
    self::rules(rules, given, scene)
        .into_iter()
        .map(|sentence| Sentence { section: heading.to_owned(), ..sentence })
        .collect()
}

/// The rules of a list that can apply, one sentence each, without a section.
pub(super) fn rules(rules: &Rules, given: &[Rule], scene: Scene) -> Vec<Sentence> {
    let mut sentences: Vec<Sentence> = Vec::new();
    for (rule, condition) in cases(rules, given, |action: &Action| !action.may) {
        let text = match &condition {
            Some(condition) => {
                let mut voice = match scene {
                    Scene::Move => Voice::going_on(rules, scene),
                    _ => Voice::new(rules, scene),
                };
                let asked = voice.condition(condition);
                format!("if {asked}, {}", voice.action(&rule.value, holds_one(condition)))
            }
            None if sentences.is_empty() && scene != Scene::Move => Voice::new(rules, scene).action(&rule.value, false),
            None => {
                let action = Voice::going_on(rules, scene).action(&rule.value, false);
                if sentences.is_empty() { action } else { format!("otherwise {action}") }
            }
        };
        let is_last = given.last().is_some_and(|last| std::ptr::eq(last, rule));
        let kind = match is_last && rule.value.lets_play_go_on() && rule.basis.is_empty() {
            true => Kind::GoesOn,
            false => Kind::Rule,
        };
        let sentence = Sentence::new("", &text, &rule.basis, kind).told(rule.told.as_ref());
        sentences.push(Sentence { at: Some(rule.span), ..sentence });
    }
    sentences
}

/// Whether a condition requires that the chosen hole holds one seed.
fn holds_one(condition: &Condition) -> bool {
    conjuncts(condition).iter().any(|part| match part {
        Condition::Holds(One::Here, NumberSet::List(list)) => list.as_slice() == [1],
        _ => false,
    })
}

/// Whether holes are marked in the game, at the start or by rules after a seed.
fn has_marks(rules: &Rules) -> bool {
    let marks = |rule: &Rule| rule.value.effects.iter().any(|effect| matches!(effect, Effect::To(Change::Mark, _)));
    rules.board.marked_at_start.is_some() || rules.each_seed.iter().chain(&rules.last_seed).any(marks)
}
