//! What is checked, proved and played of a ruleset.

use std::sync::Arc;
use std::time::Duration;

use mancala_rules::clock::Instant;
use mancala_rules::problem::{Code, Problem, RuleFileError};
use mancala_rules::progress::Progress;
use mancala_rules::rules::explain::Account;
use mancala_rules::rules::model::{Choice, Rules};
use mancala_rules::rules::resolve::{Chosen, SettingError, Settings, asks_for, claim_settings, example_settings};
use mancala_rules::ruleset::{MOST_CHECKED, RulesError, Ruleset, readings};
use mancala_rules::source::{Source, Span};
use mancala_rules::syntax::ast::{self, Statement};

use crate::examples::{self, Accepted, Run, Shown};
use crate::proof::{self, Proof, Unlooked, Unproved, Why};

/// Time limit for playing the examples of a file where it is checked or explained. No real file needs a tenth of it.
pub const LONGEST_EXAMPLES: Duration = Duration::from_secs(if cfg!(debug_assertions) { 90 } else { 4 });

/// Why the examples of a file are not rewritten.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AcceptError {
    /// The file has problems besides examples that fail.
    #[error(transparent)]
    Problems(#[from] RuleFileError),
    /// The rules of an example cannot be read.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The new text would not be read as intended: a bug of this program.
    #[error("the new text would say something else, so the file is left as it is; this is a defect of the program")]
    Changed,
}

/// What is checked, proved and played of a [`Ruleset`], beyond reading it.
pub trait Checks: Sized {
    /// Reads a file and checks it under all its readings.
    ///
    /// # Errors
    ///
    /// The problems that [`Ruleset::read`] or [`Ruleset::check`] finds.
    fn checked(source: Source) -> Result<Ruleset, RuleFileError>;

    /// Reads a file, checks it under all its readings, and proves what its rules decide.
    ///
    /// # Errors
    ///
    /// The problems that [`Ruleset::read`] or [`Ruleset::prove`] finds.
    fn proved(source: Source) -> Result<(Ruleset, Proof), RuleFileError>;

    /// As [`Ruleset::proved`], until `stop` ends it.
    fn proved_until(source: Source, stop: &Progress) -> Result<(Ruleset, Proof), RuleFileError>;

    /// Checks the file under all its readings, and whether the rules decide every situation. Proves nothing else.
    fn check(&self) -> Vec<Problem>;

    /// Checks the file, tries and proves what its rules decide, under all its readings, and plays its examples. Skips
    /// proofs and examples if [`Ruleset::check`] finds problems. Ends after a bounded time.
    fn prove(&self) -> Proof;

    /// As [`Ruleset::prove`], until `stop` ends it.
    fn prove_until(&self, stop: &Progress) -> Proof;

    /// Plays the examples, each under the readings it asks for. Results are in the order of the file.
    ///
    /// # Errors
    ///
    /// The rules cannot be read under the readings of an example.
    fn examples(&self) -> Result<Vec<Run>, RulesError>;

    /// Plays the examples whose heads are `wanted`, for as long as any file may take. `None`: time was up before one was
    /// played to its end.
    ///
    /// # Errors
    ///
    /// The rules cannot be read under the readings of an example.
    fn examples_in_time(&self, wanted: impl Fn(Span) -> bool) -> Result<Vec<Option<Run>>, RulesError>;

    /// The problem of an example that fails; `None` if it holds.
    fn failing(&self, run: &Run) -> Option<Problem>;

    /// Plays examples until they are stopped; `None` stands for those that were not played to their end by then.
    fn examples_until(
        &self,
        stop: Option<&Progress>,
        wanted: impl Fn(Span) -> bool,
    ) -> Result<Vec<Option<Run>>, RulesError>;

    /// Writes what is true into the examples that fail, and leaves everything else in the file as it is.
    ///
    /// # Errors
    ///
    /// The file has problems besides examples that fail, or the new text would not be what was intended, which is a bug.
    fn accept(&self) -> Result<Accepted, AcceptError>;

    /// The examples that hold under the readings of `rules`, played as far as time allows.
    fn shown(&self, rules: &Rules) -> Vec<Shown>;

    /// All examples as they are shown, in the order of the file, each with the rules under the readings it asks for.
    ///
    /// # Errors
    ///
    /// The rules cannot be read under the readings of an example.
    fn shown_examples(&self) -> Result<Vec<(Arc<Rules>, Shown)>, RulesError>;

    /// Describes the game in sentences, by rules derived from this file, with its examples played.
    fn account(&self, rules: &Rules) -> Account;
}

impl Checks for Ruleset {
    fn checked(source: Source) -> Result<Ruleset, RuleFileError> {
        let ruleset = Ruleset::read(source)?;
        let problems = ruleset.check();
        if problems.is_empty() { Ok(ruleset) } else { Err(ruleset.refused(problems)) }
    }

    fn proved(source: Source) -> Result<(Ruleset, Proof), RuleFileError> {
        Ruleset::proved_until(source, &bounded())
    }

    fn proved_until(source: Source, stop: &Progress) -> Result<(Ruleset, Proof), RuleFileError> {
        let ruleset = Ruleset::read(source)?;
        let proof = ruleset.prove_until(stop);
        if proof.problems.is_empty() { Ok((ruleset, proof)) } else { Err(ruleset.refused(proof.problems)) }
    }

    fn check(&self) -> Vec<Problem> {
        check_until(self, &bounded()).0
    }

    fn prove(&self) -> Proof {
        self.prove_until(&bounded())
    }

    fn prove_until(&self, stop: &Progress) -> Proof {
        let (problems, open) = check_until(self, stop);
        if !problems.is_empty() {
            return Proof { problems, ..Proof::default() };
        }
        let mut proof = prove_rules(self, stop);
        proof.unproved.extend(open);
        // readings of examples were checked above, so their rules can be read
        let examples = Progress::beside(stop).at_latest(Instant::now() + LONGEST_EXAMPLES);
        let runs = self.examples_until(Some(&examples), |_| true).unwrap_or_default();
        let known: Vec<Span> = proof.problems.iter().map(Problem::span).collect();
        // an example that meets a defect of the rules that is reported anyway is no second defect
        let consequence =
            |run: &Run| run.differences.iter().all(|it| it.undecided.is_some_and(|at| known.contains(&at)));
        let failing = runs.iter().flatten().filter(|run| !consequence(run));
        let sections = self.sections();
        proof.problems.extend(failing.filter_map(|run| examples::problem(&self.source, &sections, run)));
        if runs.iter().any(Option::is_none) {
            let why = if stop.is_stopped() { Why::Time } else { Why::Examples };
            proof.unproved.push(Unproved { why, ..Unproved::late(Unlooked::Examples) });
        }
        proof.problems = self.told(std::mem::take(&mut proof.problems));
        proof
    }

    fn examples(&self) -> Result<Vec<Run>, RulesError> {
        Ok(self.examples_until(None, |_| true)?.into_iter().flatten().collect())
    }

    fn examples_in_time(&self, wanted: impl Fn(Span) -> bool) -> Result<Vec<Option<Run>>, RulesError> {
        self.examples_until(Some(&Progress::until(Instant::now() + LONGEST_EXAMPLES)), wanted)
    }

    fn failing(&self, run: &Run) -> Option<Problem> {
        examples::problem(&self.source, &self.sections(), run)
    }

    fn examples_until(
        &self,
        stop: Option<&Progress>,
        wanted: impl Fn(Span) -> bool,
    ) -> Result<Vec<Option<Run>>, RulesError> {
        let mut runs = Vec::new();
        for settings in example_settings(self.file()) {
            let rules = self.rules_under(&settings)?;
            let examples = rules.examples.iter().filter(|example| wanted(example.span));
            runs.extend(examples.map(|example| (example.span, examples::run(&rules, example, stop))));
        }
        runs.sort_by_key(|(span, _)| *span);
        Ok(runs.into_iter().map(|(_, run)| run).collect())
    }

    fn accept(&self) -> Result<Accepted, AcceptError> {
        let mut problems = self.check();
        if problems.is_empty() {
            problems = prove_rules(self, &bounded()).problems;
        }
        if !problems.is_empty() {
            return Err(self.refused(problems).into());
        }
        let accepted = examples::accept(&self.source, &self.sections(), self.examples()?);
        let read = Ruleset::checked(self.source.instead(&accepted.text)).map_err(|_| AcceptError::Changed)?;
        let left = |runs: &[Run]| runs.iter().map(|run| run.differences.len()).sum::<usize>();
        let others = read.statements().len() == self.statements().len();
        if others && left(&read.examples()?) == accepted.kept.len() { Ok(accepted) } else { Err(AcceptError::Changed) }
    }

    fn shown(&self, rules: &Rules) -> Vec<Shown> {
        let end = Instant::now() + LONGEST_EXAMPLES;
        rules.examples.iter().map(|example| examples::shown(rules, &self.source, example, Some(end))).collect()
    }

    fn shown_examples(&self) -> Result<Vec<(Arc<Rules>, Shown)>, RulesError> {
        let mut all = Vec::new();
        for settings in example_settings(self.file()) {
            let rules = self.rules_under(&settings)?;
            all.extend(self.shown(&rules).into_iter().map(|shown| (rules.clone(), shown)));
        }
        all.sort_by_key(|(_, shown)| shown.span);
        Ok(all)
    }

    fn account(&self, rules: &Rules) -> Account {
        let mut account = self.described(rules);
        for (worked, shown) in account.examples.iter_mut().zip(self.shown(rules)) {
            worked.boards = shown.boards(rules);
            worked.outcome = shown.moves().into_iter().chain(shown.outcome).collect();
        }
        account
    }
}

/// As [`Ruleset::check`], until `stop` ends it. Also returns what is left open then.
fn check_until(ruleset: &Ruleset, stop: &Progress) -> (Vec<Problem>, Option<Unproved>) {
    let mut problems = proof::undecided(ruleset.defaults(), stop);
    let mut open = None;
    if problems.is_empty() {
        (problems, open) = other_readings(ruleset, stop);
    }
    (ruleset.told(problems), open)
}

/// Tries and proves what the rules decide.
fn prove_rules(ruleset: &Ruleset, stop: &Progress) -> Proof {
    let resolving = ruleset.resolving();
    let rules = |settings: &[Vec<(String, String)>]| -> Vec<Rules> {
        let in_time = settings.iter().take_while(|_| !stop.is_stopped());
        in_time.filter_map(|settings| resolving.rules(settings)).collect()
    };
    let all = readings(ruleset.options());
    let read = rules(&all);
    // if time was over while they were read, those that were not read are not proved
    let wanted = if stop.is_stopped() { all.len() } else { read.len() };
    let mut proof = proof::prove(&read, &rules(&claim_settings(ruleset.file())), wanted, stop);
    proof.problems = ruleset.told(std::mem::take(&mut proof.problems));
    proof
}

/// Problems under readings other than the defaults. Looks at each choice of readings once and stops at the first
/// with problems, or when `stop` ends it; also returns what is left open then.
fn other_readings(ruleset: &Ruleset, stop: &Progress) -> (Vec<Problem>, Option<Unproved>) {
    let (source, file) = (&ruleset.source, ruleset.file());
    let resolving = ruleset.resolving();
    let most = MOST_CHECKED / source.text.len().max(1);
    let asked = example_settings(file).into_iter().chain(claim_settings(file));
    let mut seen: Vec<Chosen> = resolving.chosen(&[]).into_iter().collect();
    let all: Vec<_> = readings(ruleset.options()).into_iter().chain(asked).take(most).collect();
    for (nth, settings) in all.iter().enumerate() {
        if stop.is_stopped() {
            let readings = Some((nth, all.len()));
            return (Vec::new(), Some(Unproved { readings, ..Unproved::late(Unlooked::Readings) }));
        }
        let chosen = match resolving.chosen(settings) {
            Ok(chosen) => chosen,
            Err(error) => return (vec![unknown_reading(file, settings, &error)], None),
        };
        if seen.contains(&chosen) {
            continue;
        }
        let problems =
            resolving.resolve(&chosen).map_or_else(|problems| problems, |rules| proof::undecided(&rules, stop));
        seen.push(chosen);
        if !problems.is_empty() {
            let under = |problem| under(problem, ruleset.options(), settings);
            return (problems.into_iter().map(under).collect(), None);
        }
    }
    (Vec::new(), None)
}

/// What ends proofs for which no time is given.
fn bounded() -> Progress {
    Progress::until(Instant::now() + proof::LONGEST)
}

/// The problem of an example or claim that asks for readings the file does not have.
fn unknown_reading(file: &ast::File, settings: &Settings, error: &SettingError) -> Problem {
    let asking = file.statements.iter().find_map(|statement| match statement {
        Statement::Section(section) if asks_for(section, settings) => Some((section, section.when.as_ref()?.span)),
        _ => None,
    });
    let (name, value) = settings.first().cloned().unwrap_or_default();
    let (code, what, span) = match asking {
        Some((section, span)) if section.name.text == "never" => (Code::BadClaim, "claim", span),
        Some((_, span)) => (Code::BadExample, "example", span),
        None => (Code::BadExample, "example", Span::default()),
    };
    Problem::new(code, span, format!("`{name}` has no reading `{value}` for this {what}")).help(error.message.clone())
}

/// Names the readings in the message of a problem if they differ from the defaults.
fn under(problem: Problem, options: &[Choice], settings: &[(String, String)]) -> Problem {
    let chosen: Vec<String> = settings
        .iter()
        .filter_map(|(name, value)| {
            let (option, at) = options
                .iter()
                .find_map(|option| option.names.iter().position(|known| known == name).map(|at| (option, at)))?;
            let nth = value.strip_prefix('#').and_then(|nth| nth.parse::<usize>().ok());
            let reading =
                nth.and_then(|nth| option.readings.get(nth.checked_sub(1)?)).map(|reading| &reading.values[at]);
            let value = reading.unwrap_or(value);
            (option.readings.first().is_none_or(|first| first.values[at] != *value))
                .then(|| format!("`{name}: {value}`"))
        })
        .collect();
    if chosen.is_empty() {
        return problem;
    }
    let message = format!("{} (under {})", problem.message, chosen.join(", "));
    Problem { message, ..problem }
}
