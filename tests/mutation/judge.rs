//! Whether a change in a rule file is noticed.

use mancala_tools::checks::Checks;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mancala_engine::game::Position;
use mancala_rules::rules::explain::Account;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::drivers::perft::perft_from;

use super::follow;
use super::mutants::Mutant;
use super::pinned::{self, Plan};

/// Counts above this are not tried.
const MOST_NODES: u64 = 50_000;

/// Names and values of readings.
type Settings = Vec<(String, String)>;

/// Who noticed a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// The checker, by the code of a problem.
    Checker(&'static str),
    /// An example, by its title.
    Example(String),
    /// A seeded game or match under these readings.
    Game(Settings),
    /// A count of sequences of moves.
    Count(String),
    /// A recorded game or match.
    Record(String),
    /// What `explain` and `show` print.
    Text,
}

impl fmt::Display for Noticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Noticed::Checker(code) => write!(f, "the checker: {code}"),
            Noticed::Example(title) => write!(f, "example \"{title}\""),
            Noticed::Game(settings) if settings.is_empty() => write!(f, "a seeded game"),
            Noticed::Game(settings) => {
                let settings: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
                write!(f, "a seeded game with {}", settings.join(" "))
            }
            Noticed::Count(line) => write!(f, "perft {line}"),
            Noticed::Record(place) => write!(f, "recorded games, {place}"),
            Noticed::Text => write!(f, "the text of explain or show"),
        }
    }
}

/// A rule file, and everything that would notice a change in it.
pub struct Judge {
    name: String,
    /// Seeded games and matches: the readings, and what was played under them.
    pinned: Vec<(Settings, Plan, Vec<String>)>,
    /// Counts: the readings, and the sequences of 1, 2, 3 .. plies.
    counts: Vec<(Settings, Vec<u64>)>,
    games: Option<String>,
    matches: Option<String>,
    text: String,
}

impl Judge {
    /// All that is known of a ruleset: counts and records stand in the folder of the tests under its name, if it has any.
    pub fn new(name: &str, ruleset: &Ruleset) -> Judge {
        let rules = ruleset.rules().expect("rules");
        let plan = match rules.contest {
            Some(_) => Plan { match_seed: pinned::match_seed(&rules), ..pinned::DEFAULTS },
            None => pinned::DEFAULTS,
        };
        let mut played = vec![(Vec::new(), plan, pinned::pieces(&rules, &plan))];
        for settings in pinned::other_readings(ruleset.options()) {
            let rules = ruleset.rules_under(&settings).expect("rules");
            let pieces = pinned::pieces(&rules, &pinned::OTHERS);
            played.push((settings, pinned::OTHERS, pieces));
        }
        let read = |path: String| std::fs::read_to_string(tests().join(path)).ok();
        Judge {
            name: name.to_owned(),
            pinned: played,
            counts: counts(&read(format!("perft/{name}.txt")).unwrap_or_default()),
            games: read(format!("conformance/{name}.jsonl")),
            matches: read(format!("conformance/{name}-matches.jsonl")),
            text: text(ruleset, &rules),
        }
    }

    /// Who notices a change, the quickest first; nobody, if it survives.
    pub fn notices(&self, mutant: &Mutant) -> Option<Noticed> {
        let ruleset = match checked(&self.name, &mutant.text) {
            Ok(ruleset) => ruleset,
            Err(code) => return Some(Noticed::Checker(code)),
        };
        let mut known = Known { ruleset: &ruleset, rules: HashMap::new() };
        if mutant.text_only && known.rules(&Vec::new()).is_none_or(|rules| text(&ruleset, rules) != self.text) {
            return Some(Noticed::Text);
        }
        let (defaults, others) = self.pinned.split_at(1);
        self.differs(&mut known, defaults)
            .or_else(|| example(&ruleset))
            .or_else(|| self.differs(&mut known, others))
            .or_else(|| self.counts(&mut known))
            .or_else(|| self.recorded(&ruleset))
            .or_else(|| ruleset.prove().problems.first().map(|problem| Noticed::Checker(problem.code.name())))
    }

    fn differs(&self, known: &mut Known<'_>, pinned: &[(Settings, Plan, Vec<String>)]) -> Option<Noticed> {
        for (settings, plan, pieces) in pinned {
            let Some(rules) = known.rules(settings) else { return Some(Noticed::Game(settings.clone())) };
            let (mut at, mut same) = (0, true);
            pinned::play(rules, plan, &mut |piece| {
                same = pieces.get(at) == Some(&piece);
                at += 1;
                same
            });
            if !same || at != pieces.len() {
                return Some(Noticed::Game(settings.clone()));
            }
        }
        None
    }

    fn counts(&self, known: &mut Known<'_>) -> Option<Noticed> {
        for (settings, numbers) in &self.counts {
            let differs = match known.rules(settings) {
                None => Some(0),
                Some(rules) => (1..).zip(numbers).find_map(|(depth, wanted)| {
                    let differs = *wanted <= MOST_NODES
                        && perft_from(rules, &Position::start(rules), depth).ok() != Some(*wanted);
                    differs.then_some(depth)
                }),
            };
            if let Some(depth) = differs {
                let settings: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value} ")).collect();
                return Some(Noticed::Count(format!("{}depth {depth}", settings.concat())));
            }
        }
        None
    }

    fn recorded(&self, ruleset: &Ruleset) -> Option<Noticed> {
        let games = self.games.iter().find_map(|text| follow::games(ruleset, text).err());
        let matches = || self.matches.iter().find_map(|text| follow::matches(ruleset, text).err());
        games.or_else(matches).map(Noticed::Record)
    }
}

/// The rules of a mutant under readings that were asked for already.
struct Known<'r> {
    ruleset: &'r Ruleset,
    rules: HashMap<Settings, Option<Arc<Rules>>>,
}

impl Known<'_> {
    fn rules(&mut self, settings: &Settings) -> Option<&Arc<Rules>> {
        if !self.rules.contains_key(settings) {
            self.rules.insert(settings.clone(), self.ruleset.rules_under(settings).ok());
        }
        self.rules.get(settings)?.as_ref()
    }
}

/// The ruleset of a text, if it can be read; else the code of the first problem.
fn checked(name: &str, text: &str) -> Result<Ruleset, &'static str> {
    Ruleset::checked(Source::new(format!("{name}.mancala"), text))
        .map_err(|error| error.problems.first().map_or("", |problem| problem.code.name()))
}

/// The first example that does not hold.
fn example(ruleset: &Ruleset) -> Option<Noticed> {
    match ruleset.examples() {
        Ok(runs) => runs.into_iter().find(|run| !run.differences.is_empty()).map(|run| Noticed::Example(run.title)),
        Err(error) => Some(Noticed::Example(error.to_string())),
    }
}

/// What `explain` prints, and the readings that `show` lists.
fn text(ruleset: &Ruleset, rules: &Rules) -> String {
    format!(
        "{}{:?}",
        Account::new(rules, None, 0, |_| None).text(),
        ruleset.options().iter().map(|option| &option.readings).collect::<Vec<_>>()
    )
}

/// The folder of the tests.
fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The lines of a file of counts.
fn counts(text: &str) -> Vec<(Settings, Vec<u64>)> {
    let line = |line: &str| {
        let (settings, numbers) = line.split_once(':').unwrap_or(("", line));
        let pairs = settings.split_whitespace().filter_map(|pair| pair.split_once('='));
        let settings = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        (settings, numbers.split_whitespace().filter_map(|number| number.parse().ok()).collect())
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}
