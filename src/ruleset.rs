//! Rule files read into rules, and the rulesets that ship inside the library.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::completed::{Completed, in_own_file};
pub use crate::completed::{name_of_like, with_beside};
use crate::engine::Progress;
use crate::examples::{self, Accepted, Run, Shown};
use crate::problem::{Code, Problem, RuleFileError, leave_out, sort};
use crate::proof::{self, Proof, Unlooked, Unproved, Why};
use crate::rules::explain::Account;
use crate::rules::inherit::{self, Like};
use crate::rules::model::{Choice, Rules};
use crate::rules::provenance;
use crate::rules::resolve::{Chosen, Resolving, SettingError, Settings, asks_for, claim_settings, example_settings};
pub use crate::shipped::{ShippedError, shipped_names, shipped_path, shipped_source, shipped_texts};
use crate::source::{Source, Span};
use crate::syntax::ast::{self, Statement};

/// Most combinations of readings that are all checked. Beyond, each reading is checked with the defaults of the others.
const ALL_COMBINATIONS: usize = 64;
/// Budget for checking other readings: the bytes of the file times the number of readings. No real game comes near it.
const MOST_CHECKED: usize = 1024 * 1024;
/// Time limit for playing the examples of a file where it is checked or explained. No real file needs a tenth of it.
pub(crate) const LONGEST_EXAMPLES: Duration = Duration::from_secs(if cfg!(debug_assertions) { 90 } else { 4 });

/// A rule file that was read and is valid under its default readings.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The text of the file.
    pub source: Source,
    /// The statements of the file, and those that it takes over from the game that it is like.
    file: ast::File,
    like: Option<Like>,
    /// The rules under the default readings.
    default: Arc<Rules>,
}

/// Why rules cannot be derived from a rule file.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RulesError {
    /// The file does not have this option or reading.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The file has problems under these readings.
    #[error(transparent)]
    Problems(#[from] RuleFileError),
}

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

impl Ruleset {
    /// Reads a file and resolves its default readings. [`Ruleset::check`] checks the other readings, [`Ruleset::prove`]
    /// what the rules decide.
    ///
    /// # Errors
    ///
    /// All problems of the text and of the default readings.
    pub fn read(source: Source) -> Result<Ruleset, RuleFileError> {
        let Completed { source, mut file, like, mut problems } = Completed::read(source);
        if file.statements.is_empty() {
            if problems.is_empty() {
                problems.push(nothing(&source));
            }
        } else {
            match resolved(&source, &mut file) {
                Ok(default) if problems.is_empty() => {
                    return Ok(Ruleset { source, file, like, default: Arc::new(default) });
                }
                Ok(_) => {}
                Err(wrong) => {
                    // what follows from rules that could not be taken over is not told
                    let lacking = problems.iter().any(|problem| problem.code == Code::BadLike);
                    let follows = |code| matches!(code, Code::Undecided | Code::UnusedName | Code::NeverApplies);
                    problems.extend(wrong.into_iter().filter(|problem| !(lacking && follows(problem.code))));
                }
            }
        }
        let problems = in_own_file(problems, &source, like.as_ref());
        Err(RuleFileError::new(source, problems))
    }

    /// Reads a file and checks it under all its readings.
    ///
    /// # Errors
    ///
    /// The problems that [`Ruleset::read`] or [`Ruleset::check`] finds.
    pub fn checked(source: Source) -> Result<Ruleset, RuleFileError> {
        let ruleset = Ruleset::read(source)?;
        let problems = ruleset.check();
        if problems.is_empty() { Ok(ruleset) } else { Err(ruleset.refused(problems)) }
    }

    /// Reads a file, checks it under all its readings, and proves what its rules decide.
    ///
    /// # Errors
    ///
    /// The problems that [`Ruleset::read`] or [`Ruleset::prove`] finds.
    pub fn proved(source: Source) -> Result<(Ruleset, Proof), RuleFileError> {
        Ruleset::proved_until(source, &bounded())
    }

    /// As [`Ruleset::proved`], until `stop` ends it.
    pub(crate) fn proved_until(source: Source, stop: &Progress) -> Result<(Ruleset, Proof), RuleFileError> {
        let ruleset = Ruleset::read(source)?;
        let proof = ruleset.prove_until(stop);
        if proof.problems.is_empty() { Ok((ruleset, proof)) } else { Err(ruleset.refused(proof.problems)) }
    }

    /// Loads a ruleset that ships inside the library.
    ///
    /// # Errors
    ///
    /// No ruleset has this name, or its file has problems, which is a defect of this library.
    pub fn shipped(name: &str) -> Result<Ruleset, ShippedError> {
        Ok(Ruleset::read(shipped_source(name)?)?)
    }

    /// The file with other examples in the place of its own. `source` has its texts, and those of the examples.
    pub(crate) fn with_examples(&self, examples: Vec<ast::Section>) -> ast::File {
        let mut file = self.file.clone();
        let is_example =
            |statement: &Statement| matches!(statement, Statement::Section(section) if section.name.text == "example");
        file.statements.retain(|statement| !is_example(statement));
        file.statements.extend(examples.into_iter().map(Statement::Section));
        file
    }

    /// The options of the file, set to their defaults.
    pub fn options(&self) -> &[Choice] {
        &self.default.options
    }

    /// The rules under the default readings.
    ///
    /// # Errors
    ///
    /// Currently none: a ruleset that was read has rules.
    pub fn rules(&self) -> Result<Arc<Rules>, RulesError> {
        Ok(self.default.clone())
    }

    /// The rules under the readings that `settings` choose: pairs of an option and a reading, as `--set` takes them.
    /// Other options keep their defaults.
    ///
    /// # Errors
    ///
    /// An option or reading does not exist, or the file has problems under these readings.
    pub fn rules_under(&self, settings: &Settings) -> Result<Arc<Rules>, RulesError> {
        if settings.is_empty() {
            return self.rules();
        }
        let resolving = Resolving::new(&self.source, &self.file);
        let rules = resolving.resolve(&resolving.chosen(settings)?);
        Ok(Arc::new(rules.map_err(|problems| self.refused(problems))?))
    }

    /// Checks the file under all its readings, and whether the rules decide every situation. Proves nothing else.
    pub fn check(&self) -> Vec<Problem> {
        self.check_until(&bounded()).0
    }

    /// As [`Ruleset::check`], until `stop` ends it. Also returns what is left open then.
    fn check_until(&self, stop: &Progress) -> (Vec<Problem>, Option<Unproved>) {
        let mut problems = proof::undecided(&self.default, stop);
        let mut open = None;
        if problems.is_empty() {
            (problems, open) = self.other_readings(stop);
        }
        (self.told(problems), open)
    }

    /// Checks the file, tries and proves what its rules decide, under all its readings, and plays its examples. Skips
    /// proofs and examples if [`Ruleset::check`] finds problems. Ends after a bounded time.
    pub fn prove(&self) -> Proof {
        self.prove_until(&bounded())
    }

    /// As [`Ruleset::prove`], until `stop` ends it.
    pub(crate) fn prove_until(&self, stop: &Progress) -> Proof {
        let (problems, open) = self.check_until(stop);
        if !problems.is_empty() {
            return Proof { problems, ..Proof::default() };
        }
        let mut proof = self.prove_rules(stop);
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

    /// Plays the examples, each under the readings it asks for. Results are in the order of the file.
    ///
    /// # Errors
    ///
    /// The rules cannot be read under the readings of an example.
    pub fn examples(&self) -> Result<Vec<Run>, RulesError> {
        Ok(self.examples_until(None, |_| true)?.into_iter().flatten().collect())
    }

    /// Plays the examples whose heads are `wanted`, for as long as any file may take. `None`: time was up before one was
    /// played to its end.
    ///
    /// # Errors
    ///
    /// The rules cannot be read under the readings of an example.
    pub fn examples_in_time(&self, wanted: impl Fn(Span) -> bool) -> Result<Vec<Option<Run>>, RulesError> {
        self.examples_until(Some(&Progress::until(Instant::now() + LONGEST_EXAMPLES)), wanted)
    }

    /// The problem of an example that fails; `None` if it holds.
    pub fn failing(&self, run: &Run) -> Option<Problem> {
        examples::problem(&self.source, &self.sections(), run)
    }

    /// Plays examples until they are stopped; `None` stands for those that were not played to their end by then.
    pub(crate) fn examples_until(
        &self,
        stop: Option<&Progress>,
        wanted: impl Fn(Span) -> bool,
    ) -> Result<Vec<Option<Run>>, RulesError> {
        let mut runs = Vec::new();
        for settings in example_settings(&self.file) {
            let rules = self.rules_under(&settings)?;
            let examples = rules.examples.iter().filter(|example| wanted(example.span));
            runs.extend(examples.map(|example| (example.span, examples::run(&rules, example, stop))));
        }
        runs.sort_by_key(|(span, _)| *span);
        Ok(runs.into_iter().map(|(_, run)| run).collect())
    }

    /// Writes what is true into the examples that fail, and leaves everything else in the file as it is.
    ///
    /// # Errors
    ///
    /// The file has problems besides examples that fail, or the new text would not be what was intended, which is a bug.
    pub fn accept(&self) -> Result<Accepted, AcceptError> {
        let mut problems = self.check();
        if problems.is_empty() {
            problems = self.prove_rules(&bounded()).problems;
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

    /// The sections of the file, by the places of their heads.
    fn sections(&self) -> BTreeMap<Span, Span> {
        let section = |statement: &Statement| match statement {
            Statement::Section(section) => Some((section.head, section.span)),
            _ => None,
        };
        self.file.statements.iter().filter_map(section).collect()
    }

    /// Tries and proves what the rules decide.
    fn prove_rules(&self, stop: &Progress) -> Proof {
        let resolving = Resolving::new(&self.source, &self.file);
        let rules = |settings: &[Vec<(String, String)>]| -> Vec<Rules> {
            let in_time = settings.iter().take_while(|_| !stop.is_stopped());
            in_time.filter_map(|settings| resolving.rules(settings)).collect()
        };
        let all = readings(self.options());
        let read = rules(&all);
        // if time was over while they were read, those that were not read are not proved
        let wanted = if stop.is_stopped() { all.len() } else { read.len() };
        let mut proof = proof::prove(&read, &rules(&claim_settings(&self.file)), wanted, stop);
        proof.problems = self.told(std::mem::take(&mut proof.problems));
        proof
    }

    /// Problems as they are reported: in this file, sorted, and no more than can be read at once.
    fn told(&self, problems: Vec<Problem>) -> Vec<Problem> {
        let mut problems = in_own_file(problems, &self.source, self.like.as_ref());
        sort(&mut problems);
        leave_out(&mut problems);
        problems
    }

    /// Problems under readings other than the defaults. Looks at each choice of readings once and stops at the first
    /// with problems, or when `stop` ends it; also returns what is left open then.
    fn other_readings(&self, stop: &Progress) -> (Vec<Problem>, Option<Unproved>) {
        let Ruleset { source, file, .. } = self;
        let resolving = Resolving::new(source, file);
        let most = MOST_CHECKED / source.text.len().max(1);
        let asked = example_settings(file).into_iter().chain(claim_settings(file));
        let mut seen: Vec<Chosen> = resolving.chosen(&[]).into_iter().collect();
        let all: Vec<_> = readings(self.options()).into_iter().chain(asked).take(most).collect();
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
                let under = |problem| under(problem, self.options(), settings);
                return (problems.into_iter().map(under).collect(), None);
            }
        }
        (Vec::new(), None)
    }

    /// Wraps problems of this file in an error.
    fn refused(&self, problems: Vec<Problem>) -> RuleFileError {
        let problems = in_own_file(problems, &self.source, self.like.as_ref());
        RuleFileError::new(self.source.clone(), problems)
    }

    /// The game that this one is like, if the file says so, with all its statements taken over.
    fn like(&self) -> Option<Ruleset> {
        let (like, title) = (self.like.as_ref()?, &self.default.about.like.as_ref()?.value);
        let text = format!("game \"{title}\" {{\n  like: {}\n}}\n", like.name);
        Ruleset::read(self.source.instead(&text)).ok()
    }

    /// Describes the game in sentences, by rules derived from this file.
    pub fn account(&self, rules: &Rules) -> Account {
        let most = MOST_CHECKED / self.source.text.len().max(1);
        let resolving = Resolving::new(&self.source, &self.file);
        let like = self.like().map(|like| {
            let chosen = |option: &Choice| -> Vec<(String, String)> {
                option.names.iter().cloned().zip(option.values.iter().cloned()).collect()
            };
            let known = |name: &str| like.options().iter().any(|option| option.names.iter().any(|known| known == name));
            // where this file has readings of its own, the other game is compared as it is by default
            let taken_over = rules.options.iter().filter(|option| !self.source.is_own(option.span));
            let mut settings: Vec<(String, String)> = taken_over.flat_map(chosen).collect();
            settings.retain(|(name, _)| known(name));
            // a reading that the other game does not have is a difference
            like.rules_under(&settings).unwrap_or(like.default)
        });
        let mut account = Account::new(rules, like.as_deref(), most, |settings| resolving.rules(settings));
        for (worked, shown) in account.examples.iter_mut().zip(self.shown(rules)) {
            worked.boards = shown.boards(rules);
            worked.outcome = shown.moves().into_iter().chain(shown.outcome).collect();
        }
        account
    }

    /// The examples that hold under the readings of `rules`, played as far as time allows.
    pub fn shown(&self, rules: &Rules) -> Vec<Shown> {
        let end = Instant::now() + LONGEST_EXAMPLES;
        rules.examples.iter().map(|example| examples::shown(rules, &self.source, example, Some(end))).collect()
    }

    /// All examples as they are shown, in the order of the file, each with the rules under the readings it asks for.
    ///
    /// # Errors
    ///
    /// The rules cannot be read under the readings of an example.
    pub fn shown_examples(&self) -> Result<Vec<(Arc<Rules>, Shown)>, RulesError> {
        let mut all = Vec::new();
        for settings in example_settings(&self.file) {
            let rules = self.rules_under(&settings)?;
            all.extend(self.shown(&rules).into_iter().map(|shown| (rules.clone(), shown)));
        }
        all.sort_by_key(|(_, shown)| shown.span);
        Ok(all)
    }

    /// Every statement of the file with its sources.
    pub fn statements(&self) -> Vec<provenance::Statement> {
        provenance::statements(&self.source, &self.file, &self.default.sources)
    }
}

/// What ends proofs for which no time is given.
fn bounded() -> Progress {
    Progress::until(Instant::now() + proof::LONGEST)
}

/// Loads a ruleset that ships inside the library by its name, such as `krur`. [`shipped_names`] lists the names.
///
/// # Errors
///
/// No ruleset has this name, or its file has problems, which is a defect of this library.
pub fn shipped(name: &str) -> Result<Ruleset, ShippedError> {
    Ruleset::shipped(name)
}

/// Resolves the default readings of a file. Settings and words that it takes over and does not need are removed first.
fn resolved(source: &Source, file: &mut ast::File) -> Result<Rules, Vec<Problem>> {
    loop {
        let resolving = Resolving::new(source, file);
        // no settings are given, so none can be unknown
        let Ok(chosen) = resolving.chosen(&[]) else { return Err(Vec::new()) };
        let problems = match resolving.resolve(&chosen) {
            Ok(rules) => return Ok(rules),
            Err(problems) => problems,
        };
        let unused: Vec<Span> = problems
            .iter()
            .filter(|problem| problem.code == Code::UnusedName && !source.is_own(problem.span()))
            .map(Problem::span)
            .collect();
        if unused.is_empty() || !inherit::remove(file, &unused) {
            return Err(problems);
        }
    }
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

/// The problem of a file that holds only notes.
fn nothing(source: &Source) -> Problem {
    let first = source.text.find("//").unwrap_or(0);
    Problem::new(Code::EmptyFile, Span::new(first, (first + 2).min(source.text.len())), "this file has only notes")
        .help("begin with `game \"Name\" {`; every ruleset that ships with the program is an example")
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

/// Settings to check: all combinations of readings if there are at most 64, else the defaults and each other reading
/// alone.
pub fn readings(options: &[Choice]) -> Vec<Vec<(String, String)>> {
    let each: Vec<Vec<Vec<(String, String)>>> = options
        .iter()
        .map(|option| {
            (0..option.readings.len())
                .map(|reading| option.names.iter().map(|name| (name.clone(), format!("#{}", reading + 1))).collect())
                .collect()
        })
        .collect();
    let combinations = each.iter().try_fold(1usize, |product, option| product.checked_mul(option.len()));
    if combinations.is_some_and(|count| count <= ALL_COMBINATIONS) {
        each.iter().fold(vec![Vec::new()], |before, option| {
            before.iter().flat_map(|chosen| option.iter().map(|more| [chosen.clone(), more.clone()].concat())).collect()
        })
    } else {
        std::iter::once(Vec::new()).chain(each.into_iter().flat_map(|option| option.into_iter().skip(1))).collect()
    }
}
