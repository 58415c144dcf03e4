//! Finds the readings under which all records of a game are possible: what refutes the others, and what would separate
//! those that are left.

mod evidence;
mod found;
mod questions;
mod replay;
mod saved;
pub(super) mod sets;
mod telling;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foldhash::HashMap;
use hmac_sha256::Hash;
use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_engine::play::Referee;
use mancala_rules::problem::RuleFileError;
use mancala_rules::rules::model::{Example, Rules};
use mancala_rules::rules::resolve::SettingError;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Span;

pub use self::evidence::Evidence;
use self::evidence::Unresolved;
pub use self::found::{Fit, Kind, OptionFit, Outcome, Place, Question, Refutation, Refuted, Set, Undecided, Value};
pub use self::questions::Search;
use self::questions::questions;
use self::replay::{Replay, Replayed};
use crate::examples::{self, before};
use crate::record::Record;

/// Most kinds of play that are compared to find questions.
const MOST_COMPARED: usize = 64;

/// What to do with records.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Readings that are taken for granted.
    pub settings: Vec<(String, String)>,
    /// Most sets of readings that are tried.
    pub most_sets: usize,
    /// Most ways to play moves that a record does not tell.
    pub most_ways: usize,
    /// How far to look for questions.
    pub search: Search,
}

/// Why records cannot be fitted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FitError {
    /// A setting is unknown.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The rule file has problems.
    #[error(transparent)]
    File(RuleFileError),
    /// A record can be read under no reading.
    #[error(transparent)]
    Record(RuleFileError),
    /// There are more sets of readings than wanted.
    #[error("there are {0} sets of readings")]
    TooMany(usize),
}

/// What became of a kind of play.
enum State {
    /// It fits so far. The rules of one of its sets.
    Fits(Arc<Rules>),
    /// Records refute it.
    Refuted(Refutation),
}

/// Sets of readings with the same rules of play.
struct Group {
    sets: Vec<Set>,
    state: State,
}

/// Tries records under all sets of readings.
///
/// # Errors
///
/// A setting is unknown, the rule file has problems under some readings, a record cannot be read under any, or there
/// are too many sets.
pub fn fit(ruleset: &Ruleset, evidence: &Evidence, wanted: &Wanted, progress: &Progress) -> Result<Fit, FitError> {
    let resolving = evidence.resolving();
    // settings that the file does not have are told before anything is tried
    resolving.chosen(&wanted.settings)?;
    let rules = ruleset.rules_under(&[]).map_err(|_| FitError::TooMany(0))?;
    let (mut options, between_rounds) = sets::options(&rules, &wanted.settings, evidence.tells_of_matches());
    let count = sets::count(&options);
    if count > wanted.most_sets {
        return Err(FitError::TooMany(count));
    }
    progress.begin(count as u64);
    let mut fitting = Fitting { evidence, wanted, progress, groups: Vec::new(), undecided: Vec::new() };
    let mut known: HashMap<[u8; 32], usize> = HashMap::default();
    let mut misread = None;
    let (mut stopped, mut no_board) = (false, 0);
    for set in sets::sets(&options) {
        stopped |= progress.is_stopped();
        if stopped {
            break;
        }
        let settings = [wanted.settings.clone(), sets::settings(&options, &set)].concat();
        match evidence.rules(&resolving, &settings)? {
            Ok(rules) => {
                let group = *known.entry(key(&rules, evidence.tells_of_matches())).or_insert(fitting.groups.len());
                match fitting.groups.get_mut(group) {
                    Some(group) => group.sets.push(set),
                    None => stopped |= !fitting.try_rules(&rules, set),
                }
            }
            Err(Unresolved::Record(problem)) => {
                let key = Hash::hash(format!("{problem:?}").as_bytes());
                let group = *known.entry(key).or_insert(fitting.groups.len());
                match fitting.groups.get_mut(group) {
                    Some(group) => group.sets.push(set),
                    None => fitting.groups.push(Group {
                        sets: vec![set],
                        state: State::Refuted(Refutation {
                            place: evidence.place(problem.span()),
                            record: String::new(),
                            passed: 0,
                            misread: true,
                            differences: 1,
                            after: Vec::new(),
                            said: problem.message.clone(),
                            decided: String::new(),
                        }),
                    }),
                }
                misread = misread.or(Some(problem));
            }
            // not every number of a range is a board: half of the holes of an odd row, say
            Err(Unresolved::File(_)) if settings.iter().any(|(_, value)| !value.starts_with('#')) => no_board += 1,
            Err(Unresolved::File(error)) => return Err(FitError::File(error)),
        }
        progress.add(1, 0);
    }
    let is_read = fitting.groups.iter().any(|group| match &group.state {
        State::Fits(_) => true,
        State::Refuted(refutation) => !refutation.misread,
    });
    if let Some(problem) = misread.filter(|_| !is_read) {
        return Err(FitError::Record(evidence.told(problem)));
    }
    Ok(fitting.found(&mut options, between_rounds, count - no_board, stopped))
}

/// What distinguishes rules of play: all that they say of a game, and of the match if records tell of one.
fn key(rules: &Rules, of_match: bool) -> [u8; 32] {
    let Rules { board, moves, skip, endless, each_seed, last_seed, after_turn, before_turn, repeated, score, .. } =
        rules;
    let records: Vec<Span> = rules.examples.iter().map(|example| example.span).collect();
    let contest = rules.contest.as_ref().filter(|_| of_match);
    let play = (board, moves, skip, endless, each_seed, last_seed, after_turn, before_turn, repeated, score);
    Hash::hash(format!("{play:?}{contest:?}{records:?}").as_bytes())
}

struct Fitting<'a> {
    evidence: &'a Evidence,
    wanted: &'a Wanted,
    progress: &'a Progress,
    groups: Vec<Group>,
    undecided: Vec<Undecided>,
}

impl Fitting<'_> {
    /// Tries all records under rules of play that were not met before. Returns false if the work was stopped.
    fn try_rules(&mut self, rules: &Arc<Rules>, set: Set) -> bool {
        let referee = Referee::tables(rules);
        let examples: HashMap<Span, &Example> = rules.examples.iter().map(|example| (example.span, example)).collect();
        let replay = Replay { referee: &referee, examples, most_ways: self.wanted.most_ways, progress: self.progress };
        let mut passed = 0;
        let mut refuted = None;
        for record in &self.evidence.records {
            // a record of other readings
            let Some(first) = record.steps.first().and_then(|step| replay.examples.get(&step.span)) else { continue };
            match self.record(rules, &replay, record, first) {
                Ok(Some(refutation)) => {
                    refuted = Some(refutation);
                    break;
                }
                Ok(None) => passed += 1,
                Err(Replayed::Open { span, ways }) => {
                    let place = self.evidence.place(span);
                    if !self.undecided.iter().any(|known| known.place == place) {
                        self.undecided.push(Undecided { place, ways });
                    }
                }
                Err(_) => return false,
            }
        }
        for (name, transcript) in &self.evidence.saved {
            if refuted.is_some() {
                break;
            }
            refuted = saved::refutation(name, transcript, &referee, &self.evidence.source);
            passed += usize::from(refuted.is_none());
        }
        let state = match refuted {
            Some(refutation) => State::Refuted(Refutation { passed, ..refutation }),
            None => State::Fits(rules.clone()),
        };
        self.groups.push(Group { sets: vec![set], state });
        true
    }

    /// What refutes rules in one record; `None` if they allow it.
    fn record(
        &self,
        rules: &Arc<Rules>,
        replay: &Replay<'_>,
        record: &Record,
        first: &Example,
    ) -> Result<Option<Refutation>, Replayed> {
        if first.refill.is_some() {
            let Some(run) = examples::run(rules, first, None) else { return Ok(None) };
            let (span, differences, said) = telling::compared(&run.differences);
            let place = self.evidence.place(span.unwrap_or(record.span));
            let (record, decided) = (record.title.clone(), String::new());
            let refutation =
                Refutation { place, record, passed: 0, misread: false, differences, after: Vec::new(), said, decided };
            return Ok((!run.differences.is_empty()).then_some(refutation));
        }
        match replay.record(record, first) {
            Replayed::Fits => Ok(None),
            Replayed::Contradicted(contradiction) => {
                Ok(Some(telling::told(self.evidence, rules, record, &contradiction, &replay.examples)))
            }
            other => Err(other),
        }
    }

    /// Sums up what was found.
    fn found(self, options: &mut Vec<OptionFit>, between_rounds: Vec<String>, sets: usize, stopped: bool) -> Fit {
        let Fitting { evidence, wanted, progress, groups, undecided } = self;
        let fitting: BTreeSet<&Set> =
            groups.iter().filter(|group| matches!(group.state, State::Fits(_))).flat_map(|group| &group.sets).collect();
        for set in &fitting {
            options.iter_mut().zip(set.iter()).for_each(|(option, value)| option.fits[*value] = true);
        }
        for (at, option) in options.iter_mut().enumerate() {
            let swapped = |set: &Set| (0..option.values.len()).all(|value| fitting.contains(&with(set, at, value)));
            option.is_open = !fitting.is_empty() && fitting.iter().all(|set| swapped(set));
        }
        let (refuted, apart) = if stopped { Default::default() } else { refuted(options, &fitting, &groups) };
        let tried = groups.iter().map(|group| group.sets.len()).sum();
        let moves = |record: &Record| record.steps.iter().map(|step| step.play.len()).sum::<usize>();
        let moves = evidence.records.iter().map(moves).sum::<usize>()
            + evidence.saved.iter().map(|(_, transcript)| transcript.plies.len()).sum::<usize>();
        let mut compared: Vec<Arc<Rules>> = Vec::new();
        let mut kinds = Vec::new();
        for group in &groups {
            if let State::Fits(rules) = &group.state {
                kinds.push(Kind { sets: group.sets.clone() });
                compared.push(rules.clone());
            }
        }
        compared.truncate(MOST_COMPARED);
        let (questions, told_apart) = if wanted.search.questions == 0 || stopped {
            (Vec::new(), false)
        } else {
            let beginnings = beginnings(evidence, &compared);
            let referees: Vec<Referee> = compared.iter().map(Referee::tables).collect();
            questions(&referees, &beginnings, &wanted.search, progress)
        };
        Fit {
            records: evidence.records.len() + evidence.saved.len(),
            moves,
            sets,
            tried,
            options: std::mem::take(options),
            between_rounds,
            kinds,
            refuted,
            apart,
            undecided,
            questions,
            compared: compared.len(),
            told_apart,
            stopped: stopped || progress.is_stopped(),
        }
    }
}

/// The set with another reading of one option.
fn with(set: &Set, option: usize, value: usize) -> Set {
    let mut other = set.clone();
    other[option] = value;
    other
}

/// The positions that records begin with, besides the start, where they fit all these rules.
fn beginnings(evidence: &Evidence, kinds: &[Arc<Rules>]) -> Vec<Position> {
    let mut found: Vec<Position> = Vec::new();
    let Some(rules) = kinds.first() else { return found };
    for record in &evidence.records {
        let first = record.steps.first().map(|step| step.span);
        let example = rules.examples.iter().find(|example| Some(example.span) == first && example.refill.is_none());
        let Some(position) = example.map(|example| before(rules, example)) else { continue };
        if position != Position::start(rules) && !found.contains(&position) {
            found.push(position);
        }
    }
    found
}

/// The readings that fit in no set, and sets of readings that only together do not fit, each with what refutes it.
fn refuted(options: &[OptionFit], fitting: &BTreeSet<&Set>, groups: &[Group]) -> (Vec<Refuted>, Vec<Refuted>) {
    let mut by: BTreeMap<&Set, &Refutation> = BTreeMap::new();
    for group in groups {
        if let State::Refuted(refutation) = &group.state {
            by.extend(group.sets.iter().map(|set| (set, refutation)));
        }
    }
    // the refutation that comes latest is the most telling one; of several, the one under the first readings
    let latest = |sets: &mut dyn DoubleEndedIterator<Item = &Set>| -> Option<(Set, &Refutation)> {
        let found = sets.rev().filter_map(|set| Some((set.clone(), *by.get(set)?)));
        found.max_by_key(|(_, by)| (by.passed, by.after.len(), Reverse(by.differences)))
    };
    if fitting.is_empty() {
        let whole = |(set, by): (Set, &Refutation)| Refuted {
            readings: set.iter().copied().enumerate().collect(),
            by: by.clone(),
        };
        let farthest = latest(&mut by.keys().copied()).map(whole);
        return (farthest.into_iter().collect(), Vec::new());
    }
    let mut alone = Vec::new();
    for (at, option) in options.iter().enumerate() {
        for value in (0..option.values.len()).filter(|value| !option.fits[*value]) {
            let near: Vec<Set> = fitting.iter().map(|set| with(set, at, value)).collect();
            let with_it = || by.keys().copied().filter(|set| set[at] == value);
            let found = latest(&mut near.iter()).or_else(|| latest(&mut with_it()));
            alone.extend(found.map(|(_, by)| Refuted { readings: vec![(at, value)], by: by.clone() }));
        }
    }
    let mut apart: Vec<Refuted> = Vec::new();
    let possible = |set: &Set| set.iter().zip(options).all(|(value, option)| option.fits[*value]);
    for (set, refutation) in by.iter().filter(|(set, _)| possible(set)) {
        let known = |refuted: &Refuted| refuted.readings.iter().all(|(at, value)| set[*at] == *value);
        if apart.iter().any(known) {
            continue;
        }
        // leave out options whose readings do not matter here
        let mut readings: Vec<(usize, usize)> = set.iter().copied().enumerate().collect();
        for at in 0..set.len() {
            let without: Vec<(usize, usize)> = readings.iter().copied().filter(|(other, _)| *other != at).collect();
            if !fitting.iter().any(|set| without.iter().all(|(at, value)| set[*at] == *value)) {
                readings = without;
            }
        }
        apart.push(Refuted { readings, by: (*refutation).clone() });
    }
    (alone, apart)
}
