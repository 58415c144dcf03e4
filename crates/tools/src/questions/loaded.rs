//! Rule files that were read, and why one cannot be.

use std::cell::RefCell;
use std::fmt::Display;
use std::sync::Arc;

use mancala_rules::problem::ProblemRecord;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::RulesError;
use mancala_rules::ruleset::{Ruleset, shipped_source};
use mancala_rules::source::Source;
use serde_json::{Value, json};

use super::request::Spec;

/// Name of a text that has none.
const NAME: &str = "my-game.mancala";

/// Why a question cannot be answered.
pub struct Refused {
    message: String,
    problems: Vec<Value>,
}

impl Refused {
    /// In words.
    pub fn because(message: impl Display) -> Refused {
        Refused { message: message.to_string(), problems: Vec::new() }
    }

    /// As an answer.
    pub fn told(self) -> Value {
        json!({ "error": self.message, "problems": self.problems })
    }
}

impl From<mancala_rules::problem::RuleFileError> for Refused {
    fn from(error: mancala_rules::problem::RuleFileError) -> Self {
        let record = |problem| json!(ProblemRecord::new(problem, &error.source));
        Refused { message: error.to_string(), problems: error.problems.iter().map(record).collect() }
    }
}

impl From<RulesError> for Refused {
    fn from(error: RulesError) -> Self {
        match error {
            RulesError::Problems(error) => error.into(),
            RulesError::Setting(error) => Refused::because(error),
        }
    }
}

/// A game that was read.
#[derive(Clone)]
pub struct Loaded {
    /// The file.
    pub ruleset: Arc<Ruleset>,
    /// The rules under the readings that were chosen.
    pub rules: Arc<Rules>,
}

thread_local! {
    /// The games that were read last: a page asks several things of one.
    static KNOWN: RefCell<Vec<(Spec, Loaded)>> = const { RefCell::new(Vec::new()) };
}

/// Games that are kept.
const KEPT: usize = 4;

impl Loaded {
    /// Reads a game, or takes it from those that were read last.
    pub fn new(spec: &Spec) -> Result<Loaded, Refused> {
        let known = KNOWN.with_borrow(|all| all.iter().find(|(known, _)| known == spec).map(|(_, it)| it.clone()));
        if let Some(known) = known {
            return Ok(known);
        }
        let ruleset = Arc::new(Ruleset::read(source(spec)?)?);
        let rules = ruleset.rules_under(&spec.set)?;
        let loaded = Loaded { ruleset, rules };
        KNOWN.with_borrow_mut(|all| {
            all.truncate(KEPT - 1);
            all.insert(0, (spec.clone(), loaded.clone()));
        });
        Ok(loaded)
    }
}

impl Spec {
    /// The text of a rule file and those beside it, under readings, as a part of a question.
    pub fn of(source: &Source, settings: &[(String, String)]) -> Spec {
        let beside =
            source.neighbours().filter_map(|name| Some((name.to_owned(), source.neighbour(name)?.text.clone())));
        Spec {
            name: Some(source.stem().to_owned()),
            text: Some(source.text.clone()),
            beside: beside.collect(),
            set: settings.to_vec(),
        }
    }
}

/// The text of a game.
pub fn source(spec: &Spec) -> Result<Source, Refused> {
    match (&spec.text, &spec.name) {
        (Some(text), name) => {
            let name = name.as_ref().map_or_else(|| NAME.to_owned(), |name| format!("{name}.mancala"));
            let file = |(name, text): &(String, String)| Source::new(format!("{name}.mancala"), text);
            Ok(Source::new(name, text).with_beside(spec.beside.iter().map(file).collect()))
        }
        (None, Some(name)) => shipped_source(name).map_err(Refused::because),
        (None, None) => Err(Refused::because("the question names no game")),
    }
}
