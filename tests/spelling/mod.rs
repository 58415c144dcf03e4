//! What people write: several ways to say the same, and what is said to those who are misunderstood.

mod boards;
mod filters;
mod moves;
mod numbers;
mod readings;
mod synonyms;
mod words;

use mancala_rules::problem::{Problem, RuleFileError};
use mancala_rules::rules::model::{Case, Rule, Rules};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::checks::Checks;

use crate::replaced;

/// A game in which tests replace a line or two.
const GAME: &str = "\
game \"Small\" {
}

board {
  rows:    2
  columns: 4
  seeds:   3
  side:    row
}

move {
  from:      own holes
  direction: counterclockwise
  begin:     lift here, sow after here
}

last seed, the first that fits {
  when makes 2 -> capture here, end turn
  otherwise    -> end turn
}

before turn, the first that fits {
  when no legal move -> game over
  otherwise          -> play
}

each player scores: seeds in own store
";

/// The small game with a part replaced.
fn with(part: &str, by: &str) -> String {
    replaced(GAME, part, by)
}

/// The small game with another first rule for the last seed.
fn rule(text: &str) -> String {
    with("when makes 2 -> capture here, end turn", text)
}

/// The small game with this condition in its first rule.
fn when(condition: &str) -> String {
    rule(&format!("when {condition} -> end turn"))
}

/// The small game with a section `words`.
fn words(definitions: &str, text: &str) -> String {
    text.replacen("last seed, the", &format!("words {{\n{definitions}\n}}\n\nlast seed, the"), 1)
}

fn read(text: &str) -> Result<Ruleset, Vec<Problem>> {
    Ruleset::read(Source::new("small.mancala", text)).map_err(|RuleFileError { problems, .. }| problems)
}

/// What the lists and moves of a file mean, without places and texts.
fn meaning(text: &str) -> String {
    let ruleset = read(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let rules = ruleset.rules().expect("rules");
    meaning_of(&rules)
}

fn meaning_of(rules: &Rules) -> String {
    let list =
        |list: &[Rule]| format!("{:?}\n", list.iter().map(|rule| (&rule.condition, &rule.value)).collect::<Vec<_>>());
    let mut said = String::new();
    for section in &rules.moves {
        let from = |case: &Case<_>| format!("{:?} {:?}\n", case.condition, case.value);
        said.extend(section.from.iter().map(from));
        said += &list(&section.begin);
    }
    for rules in [&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn] {
        said += &list(rules);
    }
    said
}

/// The two files mean the same.
fn same(one: &str, other: &str) {
    assert_eq!(meaning(one), meaning(other), "{one}\n\n{other}");
}

/// The file has one problem, at this text and with this help.
fn told(text: &str, place: &str, help: &str) {
    let problems = read(text).map_or_else(|problems| problems, |ruleset| ruleset.check());
    let [problem] = problems.as_slice() else { panic!("{text}\n{problems:#?}") };
    let span = problem.span();
    let said = problem.help.as_deref().unwrap_or_default();
    assert_eq!((&text[span.start..span.end], said), (place, help), "{}", problem.message);
}
