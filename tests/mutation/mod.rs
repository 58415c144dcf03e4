//! Every rule, statement and number of a rule file matters: without it, or with another number, the checker objects, or an
//! example, a seeded game that is pinned by a snapshot, a count or a recorded game differs. What nobody notices stands in
//! `survivors.txt` with the reason.
//!
//! `cargo test --release` tries all changes. For one rule file: `cargo test --release --test mutants -- FILE`.

mod judge;
mod mutants;
mod survivors;

use std::collections::BTreeSet;

use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_rules::source::Source;
use rayon::prelude::*;

use self::judge::{Judge, Noticed};
use self::mutants::{Mutant, Reach, mutants};
use self::survivors::{Survivor, listed};
use crate::conformance::follow;
use crate::games::pinned;
use crate::small::Small;

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn every_change_is_noticed_or_listed() {
    let rulesets: Vec<(&str, Ruleset, Vec<Mutant>)> = shipped_texts()
        .map(|(name, _)| {
            let ruleset = Ruleset::shipped(name).expect("without problems");
            let mutants = mutants(&ruleset.source, Reach::Statements);
            (name, ruleset, mutants)
        })
        .collect();
    let changes: usize = rulesets.iter().map(|(_, _, mutants)| mutants.len()).sum();
    let listed: BTreeSet<Survivor> = listed().into_iter().map(|(survivor, _)| survivor).collect();
    let wrong: Vec<String> = rulesets
        .par_iter()
        .flat_map(|(name, ruleset, mutants)| {
            let judge = Judge::new(name, ruleset);
            let wrong = mutants.par_iter().filter_map(|mutant| {
                let survivor = Survivor::of(name, mutant);
                match (judge.notices(mutant), listed.contains(&survivor)) {
                    (None, false) => Some(format!("line {}: nobody notices\n{survivor}", mutant.line)),
                    (Some(by), true) => Some(format!("line {}: noticed by {by}, but listed\n{survivor}", mutant.line)),
                    _ => None,
                }
            });
            wrong.collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{}\n\n{} of {changes} changes", wrong.join("\n\n"), wrong.len());
}

#[test]
fn every_listed_survivor_exists_and_has_a_reason() {
    let mut known = BTreeSet::new();
    for (name, _) in shipped_texts() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        known.extend(mutants(&ruleset.source, Reach::Statements).iter().map(|mutant| Survivor::of(name, mutant)));
    }
    let gone: Vec<String> = listed()
        .iter()
        .filter(|(survivor, _)| !known.contains(survivor))
        .map(|(survivor, _)| survivor.to_string())
        .collect();
    assert!(gone.is_empty(), "no such changes\n{}", gone.join("\n"));
    let mut met = BTreeSet::new();
    for (survivor, reason) in listed() {
        assert!(reason.split_whitespace().count() > 3, "a reason is missing\n{survivor}");
        assert!(met.insert(survivor.clone()), "listed twice\n{survivor}");
    }
}

/// A small game with a rule for a hole of so many seeds that no game has.
fn seven() -> Ruleset {
    Small {
        last_seed: "  when makes 7 -> end turn\n  when on opponent's side and makes 2 or 3 -> capture here, end turn",
        before_turn: "  repeated position: 3rd time\n  when repeated position -> draw",
        stuck: "each player captures own holes, game over",
        ..Small::default()
    }
    .ruleset()
}

#[test]
fn a_rule_without_effect_survives_and_one_with_effect_does_not() {
    let ruleset = seven();
    let judge = Judge::new("seven", &ruleset);
    let noticed = |statement: &str, change: &str| {
        let all = mutants(&ruleset.source, Reach::Statements);
        let mutant = all.iter().find(|mutant| mutant.statement == statement && mutant.change == change);
        judge.notices(mutant.expect("such a change"))
    };
    let seven = "when makes 7 -> end turn";
    let two = "when on opponent's side and makes 2 or 3 -> capture here, end turn";
    assert_eq!(noticed(seven, "removed"), None);
    assert_eq!(noticed(seven, "`7` becomes `8`"), None);
    assert_eq!(noticed(two, "removed"), Some(Noticed::Game(Vec::new())));
    assert_eq!(noticed(two, "`3` becomes `4`"), Some(Noticed::Game(Vec::new())));
    assert_eq!(noticed("otherwise -> play", "removed"), Some(Noticed::Checker("undecided")));
    assert_eq!(noticed("region: \"nowhere\"", "removed"), Some(Noticed::Text));
}

#[test]
fn effects_and_terms_are_changed_where_it_is_asked() {
    let source = seven().source;
    let known: Vec<String> = mutants(&source, Reach::Statements).into_iter().map(|mutant| mutant.text).collect();
    let more = mutants(&source, Reach::Parts).into_iter().filter(|mutant| !known.contains(&mutant.text));
    let changes: Vec<String> = more.map(|mutant| mutant.change).collect();
    let wanted = [
        "without `on opponent's side`",
        "without `makes 2 or 3`",
        "without `capture here`",
        "without `end turn`",
        "without `each player captures own holes`",
        "without `game over`",
    ];
    assert_eq!(changes[changes.len() - wanted.len()..], wanted);
}

#[test]
fn every_place_of_an_option_is_changed() {
    let text = seven().source.text.replace("seeds: 3", "seeds: 3 | 2 \"2 a hole\" | 4 to 6");
    let source = Source::new("seven.mancala", &text);
    let changes: Vec<String> = mutants(&source, Reach::Statements)
        .into_iter()
        .filter(|mutant| mutant.statement.starts_with("seeds:"))
        .inspect(|mutant| assert_ne!(mutant.text, text))
        .map(|mutant| format!("{}{}", mutant.change, if mutant.text_only { ", told only" } else { "" }))
        .collect();
    let wanted = [
        "removed",
        "`3` becomes `4`",
        "`3` becomes `2`",
        "`2` becomes `3`",
        "`2` becomes `1`",
        "`4` becomes `5`, told only",
        "`4` becomes `3`, told only",
        "`6` becomes `7`, told only",
        "`6` becomes `5`, told only",
        "reading `3` removed",
        "readings `3` and `2 \"2 a hole\"` swapped",
        "reading `2 \"2 a hole\"` removed",
        "reading `4 to 6` removed",
    ];
    assert_eq!(changes, wanted);
}
