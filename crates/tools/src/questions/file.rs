//! What a page asks of a rule file: its problems, its sentences, its situations, and how it differs from another.

use mancala_engine::engine::Engine;
use mancala_engine::game::Position;
use mancala_rules::problem::ProblemRecord;
use mancala_rules::rules::explain::Comparison;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

use crate::checks::Checks;
use std::time::Duration;

use crate::json::explain::{DeclaredRecord, DifferenceRecord, ExampleRecord, ReadingRecord, SentenceRecord};
use crate::json::ply::GameRecord;
use crate::json::proof::{ClaimRecord, RemarkRecord, UnprovedRecord};
use crate::json::situations::SituationsRecord;
use crate::picture::{Theme, flow_chart};
use crate::proof::{Ends, LONGEST, said};
use serde_json::{Value, json};

use super::asking::Asking;
use super::board::{board, position};
use super::loaded::{Loaded, Refused, source};
use super::request::Spec;

/// Seconds that sequences of moves are counted at most.
const LONGEST_COUNT: f64 = 86_400.0;

/// The text of a rule file, and the file's name.
pub fn text(game: &Spec) -> Result<Value, Refused> {
    let Source { name, text, .. } = source(game)?;
    Ok(json!({ "file": name, "text": text }))
}

/// A summary of a game, its options, and the board at the start.
pub fn game(game: &Spec, asking: &Asking) -> Result<Value, Refused> {
    let loaded = Loaded::new(game)?;
    let (ruleset, rules) = (&loaded.ruleset, &loaded.rules);
    let start = Position::start(rules);
    let book = asking.book(ruleset, rules);
    Ok(json!({
        "game": GameRecord::new(ruleset.source.stem(), rules),
        "match": rules.has_match(),
        "board": board(rules),
        "start": position(rules, &start),
        "fingerprint": ruleset.source.fingerprint(),
        "database": book.as_ref().is_ok_and(Option::is_some),
        "databaseError": book.err(),
    }))
}

/// The problems of a file; or, if it has none, what is proved of it and what is not.
pub fn check(game: &Spec, asking: &Asking) -> Result<Value, Refused> {
    let source = source(game)?;
    let (ruleset, proof) = match Ruleset::proved_until(source, &asking.begin(LONGEST)) {
        Ok(proved) => proved,
        Err(error) => {
            let problems = error.problems.iter().map(|problem| json!(ProblemRecord::new(problem, &error.source)));
            return Ok(json!({ "problems": problems.collect::<Vec<_>>() }));
        }
    };
    let source = &ruleset.source;
    let remark = proof.ends.are_rare().then(|| {
        let Ends { games, repeated, cut } = proof.ends;
        let remark = said::remark(proof.ends);
        json!(RemarkRecord { remark: &remark, file: &source.name, games, ended_by_repetition: repeated, cut })
    });
    let unproved = proof.unproved.iter().map(|unproved| json!(UnprovedRecord::new(unproved, source)));
    let claims = proof.claims.iter().map(|claim| {
        let mut record = json!(ClaimRecord::new(claim, source));
        record["said"] = said::known(claim).into();
        record
    });
    Ok(json!({
        "problems": [],
        "remark": remark,
        "unproved": unproved.collect::<Vec<_>>(),
        "claims": claims.collect::<Vec<_>>(),
    }))
}

/// The rules in sentences, with what they rest on; the readings; the sources; the examples.
pub fn explain(game: &Spec) -> Result<Value, Refused> {
    let loaded = Loaded::new(game)?;
    let account = loaded.ruleset.account(&loaded.rules);
    let sentences = account.sentences.iter().map(|sentence| json!(SentenceRecord::new(sentence)));
    let readings = account
        .open
        .iter()
        .flat_map(|option| option.readings.iter().map(move |reading| json!(ReadingRecord::new(option, reading))));
    let sources = account.sources.iter().map(|source| {
        let text = format!("{}: {}", source.key, source.texts.join(", "));
        json!(DeclaredRecord::new(source, &text))
    });
    let shown = loaded.ruleset.shown(&loaded.rules);
    let examples = account.examples.iter().zip(&shown);
    let examples = examples.map(|(example, shown)| json!(ExampleRecord::new(&loaded.rules, &example.title, shown)));
    Ok(json!({
        "title": account.name,
        "sentences": sentences.collect::<Vec<_>>(),
        "readings": readings.collect::<Vec<_>>(),
        "sources": sources.collect::<Vec<_>>(),
        "examples": examples.collect::<Vec<_>>(),
    }))
}

/// Which rule decides which situation, as far as it is found within a time.
pub fn situations(game: &Spec, seconds: f64, asking: &Asking) -> Result<Value, Refused> {
    let loaded = Loaded::new(game)?;
    let stop = asking.begin(time(seconds));
    let found = crate::proof::situations(&loaded.rules, &stop).ok_or_else(|| {
        Refused::because("this file distinguishes too many numbers of seeds: its situations cannot be listed")
    })?;
    Ok(json!(SituationsRecord::new(&found, &loaded.rules, &loaded.ruleset.source)))
}

/// A turn as a flow chart in SVG.
pub fn chart(game: &Spec, dark: bool) -> Result<Value, Refused> {
    let loaded = Loaded::new(game)?;
    let account = loaded.ruleset.account(&loaded.rules);
    let theme = if dark { Theme::Dark } else { Theme::Light };
    Ok(json!({ "svg": flow_chart(&account, &loaded.rules, theme, false) }))
}

/// Where two games differ, sentence by sentence.
pub fn compare(one: &Spec, other: &Spec) -> Result<Value, Refused> {
    let (one, other) = (Loaded::new(one)?, Loaded::new(other)?);
    let files = [&one, &other].map(|loaded| loaded.ruleset.source.name.as_str());
    let comparison = Comparison::new(&one.rules, &other.rules, files);
    let differences = comparison.differences.iter().map(|difference| json!(DifferenceRecord::new(difference)));
    Ok(json!({
        "names": comparison.names,
        "differences": differences.collect::<Vec<_>>(),
        "alike": comparison.alike,
    }))
}

/// The numbers of sequences of moves, for each depth.
pub fn perft(game: &Spec, depth: u32, asking: &Asking) -> Result<Value, Refused> {
    let loaded = Loaded::new(game)?;
    let start = Position::start(&loaded.rules);
    let engine = Engine::new(&*loaded.rules, &start);
    let progress = asking.begin(time(LONGEST_COUNT));
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=depth {
        let branches = engine.divide(&start, depth, &progress).map_err(Refused::because)?;
        if progress.is_stopped() {
            return Err(Refused::because("the counting was stopped"));
        }
        counts.push(branches.iter().map(|(_, sequences)| sequences).sum());
    }
    Ok(json!({ "nodes": counts }))
}

/// A time, at most a day.
pub fn time(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, 86_400.0)).unwrap_or_default()
}
