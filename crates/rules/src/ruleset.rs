//! Rule files read into rules, and the rulesets that ship inside the library.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::completed::{Completed, in_own_file};
pub use crate::completed::{name_of_like, with_beside};
use crate::problem::{Code, Problem, RuleFileError, leave_out, sort};
use crate::rules::explain::Account;
use crate::rules::inherit::{self, Like};
use crate::rules::model::{Choice, Rules};
use crate::rules::provenance;
use crate::rules::resolve::{Resolving, SettingError, Settings};
pub use crate::shipped::{ShippedError, shipped_names, shipped_path, shipped_source, shipped_texts};
use crate::source::{Source, Span};
use crate::syntax::ast::{self, Statement};

/// Most combinations of readings that are all checked. Beyond, each reading is checked with the defaults of the others.
const ALL_COMBINATIONS: usize = 64;
/// Budget for checking other readings: the bytes of the file times the number of readings. No real game comes near it.
pub const MOST_CHECKED: usize = 1024 * 1024;

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

impl Ruleset {
    /// Reads a file and resolves its default readings. `Checks` checks the other readings, and what the rules decide.
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

    /// Loads a ruleset that ships inside the library.
    ///
    /// # Errors
    ///
    /// No ruleset has this name, or its file has problems, which is a defect of this library.
    pub fn shipped(name: &str) -> Result<Ruleset, ShippedError> {
        Ok(Ruleset::read(shipped_source(name)?)?)
    }

    /// The file with other examples in the place of its own. `source` has its texts, and those of the examples.
    pub fn with_examples(&self, examples: Vec<ast::Section>) -> ast::File {
        let mut file = self.file.clone();
        let is_example =
            |statement: &Statement| matches!(statement, Statement::Section(section) if section.name.text == "example");
        file.statements.retain(|statement| !is_example(statement));
        file.statements.extend(examples.into_iter().map(Statement::Section));
        file
    }

    /// The statements of the file, and those that it takes over from the game that it is like.
    pub fn file(&self) -> &ast::File {
        &self.file
    }

    /// Resolves readings of the file.
    pub fn resolving(&self) -> Resolving<'_> {
        Resolving::new(&self.source, &self.file)
    }

    /// The options of the file, set to their defaults.
    pub fn options(&self) -> &[Choice] {
        &self.default.options
    }

    /// The rules under the default readings, which a ruleset that was read always has.
    pub fn defaults(&self) -> &Rules {
        &self.default
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
        let resolving = self.resolving();
        let rules = resolving.resolve(&resolving.chosen(settings)?);
        Ok(Arc::new(rules.map_err(|problems| self.refused(problems))?))
    }

    /// The sections of the file, by the places of their heads.
    pub fn sections(&self) -> BTreeMap<Span, Span> {
        let section = |statement: &Statement| match statement {
            Statement::Section(section) => Some((section.head, section.span)),
            _ => None,
        };
        self.file.statements.iter().filter_map(section).collect()
    }

    /// Problems as they are reported: in this file, sorted, and no more than can be read at once.
    pub fn told(&self, problems: Vec<Problem>) -> Vec<Problem> {
        let mut problems = in_own_file(problems, &self.source, self.like.as_ref());
        sort(&mut problems);
        leave_out(&mut problems);
        problems
    }

    /// Wraps problems of this file in an error.
    pub fn refused(&self, problems: Vec<Problem>) -> RuleFileError {
        let problems = in_own_file(problems, &self.source, self.like.as_ref());
        RuleFileError::new(self.source.clone(), problems)
    }

    /// The game that this one is like, if the file says so, with all its statements taken over.
    fn like(&self) -> Option<Ruleset> {
        let (like, title) = (self.like.as_ref()?, &self.default.about.like.as_ref()?.value);
        let text = format!("game \"{title}\" {{\n  like: {}\n}}\n", like.name);
        Ruleset::read(self.source.instead(&text)).ok()
    }

    /// Describes the game in sentences, by rules derived from this file. No example is played.
    pub fn described(&self, rules: &Rules) -> Account {
        let most = MOST_CHECKED / self.source.text.len().max(1);
        let resolving = self.resolving();
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
        Account::new(rules, like.as_deref(), most, |settings| resolving.rules(settings))
    }

    /// Every statement of the file with its sources.
    pub fn statements(&self) -> Vec<provenance::Statement> {
        provenance::statements(&self.source, &self.file, &self.default.sources)
    }
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

/// The problem of a file that holds only notes.
fn nothing(source: &Source) -> Problem {
    let first = source.text.find("//").unwrap_or(0);
    Problem::new(Code::EmptyFile, Span::new(first, (first + 2).min(source.text.len())), "this file has only notes")
        .help("begin with `game \"Name\" {`; every ruleset that ships with the program is an example")
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
