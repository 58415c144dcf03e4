//! A rule file from its text to Rules, and the rulesets that ship inside the program.

use std::sync::Arc;

use crate::problem::{Code, Problem, RuleFileError, leave_out, sort};
use crate::proof::{self, Proof};
use crate::rules::explain::Account;
use crate::rules::model::{Choice, Rules};
use crate::rules::provenance;
use crate::rules::resolve::{Chosen, Resolving, SettingError, Settings, asks_for, claim_settings, example_settings};
use crate::source::{Source, Span};
use crate::syntax::{
    ast::{self, Statement},
    parse,
};

/// A ruleset that ships: its name, where its file lies below `rulesets`, and its text.
type Shipped = (&'static str, &'static str, &'static str);

/// All of them, sorted by name; `build.rs` writes the list.
static SHIPPED: &[Shipped] = &include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Up to so many combinations of readings are checked all; beyond, each reading beside the defaults of the others.
const ALL_COMBINATIONS: usize = 64;
/// So many bytes of rule files are checked under other readings; no ruleset that is a game comes near it.
const MOST_CHECKED: usize = 1024 * 1024;

/// A rule file that was read and has rules, at least under its default readings.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Its text.
    pub source: Source,
    file: ast::File,
    /// The rules under the default readings.
    default: Arc<Rules>,
}

/// Why a rule file gives no rules.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RulesError {
    /// A name or value of `--set` that the file does not have.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The file has problems under these readings.
    #[error(transparent)]
    Problems(#[from] RuleFileError),
}

/// Why there is no shipped ruleset of a name.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ShippedError {
    /// None has this name.
    #[error("there is no ruleset `{0}`")]
    Unknown(String),
    /// Its file has problems: a defect of this program.
    #[error(transparent)]
    Problems(#[from] RuleFileError),
}

impl Ruleset {
    /// Reads a file and resolves its default readings. What its other readings say is left to [`Ruleset::check`], what its
    /// rules decide to [`Ruleset::prove`].
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text and with the default readings.
    pub fn read(source: Source) -> Result<Ruleset, RuleFileError> {
        let (file, mut problems) = parse(&source);
        let mut default = None;
        if file.statements.is_empty() {
            if problems.is_empty() {
                problems.push(nothing(&source));
            }
        } else {
            let resolving = Resolving::new(&source, &file);
            // no settings are given, so none can be unknown
            match resolving.chosen(&[]).map(|chosen| resolving.resolve(&chosen)) {
                Ok(Ok(rules)) => default = Some(Arc::new(rules)),
                Ok(Err(wrong)) => problems.extend(wrong),
                Err(_) => {}
            }
        }
        match default {
            Some(default) if problems.is_empty() => Ok(Ruleset { source, file, default }),
            _ => Err(RuleFileError::new(source, problems)),
        }
    }

    /// Reads a file and checks it under all its readings.
    ///
    /// # Errors
    ///
    /// What [`Ruleset::read`] or [`Ruleset::check`] finds wrong.
    pub fn checked(source: Source) -> Result<Ruleset, RuleFileError> {
        let ruleset = Ruleset::read(source)?;
        let problems = ruleset.check();
        if problems.is_empty() { Ok(ruleset) } else { Err(ruleset.refused(problems)) }
    }

    /// Reads a file, checks it under all its readings, and proves what its rules decide.
    ///
    /// # Errors
    ///
    /// What [`Ruleset::read`] or [`Ruleset::prove`] finds wrong.
    pub fn proved(source: Source) -> Result<(Ruleset, Proof), RuleFileError> {
        let ruleset = Ruleset::read(source)?;
        let proof = ruleset.prove();
        if proof.problems.is_empty() { Ok((ruleset, proof)) } else { Err(ruleset.refused(proof.problems)) }
    }

    /// A ruleset that ships inside the program.
    ///
    /// # Errors
    ///
    /// No ruleset has this name.
    pub fn shipped(name: &str) -> Result<Ruleset, ShippedError> {
        Ok(Ruleset::read(shipped_source(name)?)?)
    }

    /// The options, at their defaults.
    pub fn options(&self) -> &[Choice] {
        &self.default.options
    }

    /// The rules under the default readings.
    ///
    /// # Errors
    ///
    /// None today: a ruleset that was read has rules.
    pub fn rules(&self) -> Result<Arc<Rules>, RulesError> {
        Ok(self.default.clone())
    }

    /// The rules under the readings that `settings` choose, pairs of a name and a value as `--set` takes them; the defaults
    /// of all that they do not name.
    ///
    /// # Errors
    ///
    /// There are no such readings, or the file has problems under them.
    pub fn rules_under(&self, settings: &Settings) -> Result<Arc<Rules>, RulesError> {
        if settings.is_empty() {
            return self.rules();
        }
        let resolving = Resolving::new(&self.source, &self.file);
        let rules = resolving.resolve(&resolving.chosen(settings)?);
        Ok(Arc::new(rules.map_err(|problems| self.refused(problems))?))
    }

    /// What is wrong with the file under all its readings, situations left undecided among it; nothing else is proved.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = proof::undecided(&self.default);
        if problems.is_empty() {
            problems = self.other_readings();
        }
        sort(&mut problems);
        leave_out(&mut problems);
        problems
    }

    /// What its rules decide: tried, and proved, under all its readings. A file that [`Ruleset::check`] finds fault with is
    /// not proved further.
    pub fn prove(&self) -> Proof {
        let problems = self.check();
        if !problems.is_empty() {
            return Proof { problems, ..Proof::default() };
        }
        let resolving = Resolving::new(&self.source, &self.file);
        let rules = |settings: Vec<Vec<(String, String)>>| -> Vec<Rules> {
            settings.iter().filter_map(|settings| resolving.rules(settings)).collect()
        };
        let mut proof = proof::prove(&rules(readings(self.options())), &rules(claim_settings(&self.file)));
        sort(&mut proof.problems);
        leave_out(&mut proof.problems);
        proof
    }

    /// What is wrong with the file under the readings that are not its defaults, each looked at once, up to the first that
    /// has problems.
    fn other_readings(&self) -> Vec<Problem> {
        let Ruleset { source, file, .. } = self;
        let resolving = Resolving::new(source, file);
        let most = MOST_CHECKED / source.text.len().max(1);
        let asked = example_settings(file).into_iter().chain(claim_settings(file));
        let mut seen: Vec<Chosen> = resolving.chosen(&[]).into_iter().collect();
        for settings in readings(self.options()).into_iter().chain(asked).take(most) {
            let chosen = match resolving.chosen(&settings) {
                Ok(chosen) => chosen,
                Err(error) => return vec![unknown_reading(file, &settings, &error)],
            };
            if seen.contains(&chosen) {
                continue;
            }
            let problems =
                resolving.resolve(&chosen).map_or_else(|problems| problems, |rules| proof::undecided(&rules));
            seen.push(chosen);
            if !problems.is_empty() {
                return problems.into_iter().map(|problem| under(problem, self.options(), &settings)).collect();
            }
        }
        Vec::new()
    }

    /// The error that tells of some problems of this file.
    fn refused(&self, problems: Vec<Problem>) -> RuleFileError {
        RuleFileError::new(self.source.clone(), problems)
    }

    /// The game in sentences, by rules that this file gives.
    pub fn account(&self, rules: &Rules) -> Account {
        let most = MOST_CHECKED / self.source.text.len().max(1);
        let resolving = Resolving::new(&self.source, &self.file);
        Account::new(rules, most, |settings| resolving.rules(settings))
    }

    /// Every statement of the file, with what it rests on.
    pub fn statements(&self) -> Vec<provenance::Statement> {
        provenance::statements(&self.source, &self.file)
    }

    /// The readings that its examples ask for, each set once, the defaults first.
    pub fn example_settings(&self) -> Vec<Vec<(String, String)>> {
        example_settings(&self.file)
    }
}

/// The ruleset of a name, such as `krur`, that ships inside the library; [`shipped_names`] lists them.
///
/// # Errors
///
/// No ruleset has this name.
pub fn shipped(name: &str) -> Result<Ruleset, ShippedError> {
    Ruleset::shipped(name)
}

/// The names of the rulesets that ship inside the library, sorted.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, ..)| *name)
}

/// Names and texts of the rulesets that ship inside the library, sorted by name.
pub fn shipped_texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().map(|(name, _, text)| (*name, *text))
}

/// The text of a shipped ruleset.
///
/// # Errors
///
/// No ruleset has this name.
pub fn shipped_source(name: &str) -> Result<Source, ShippedError> {
    let (_, _, text) = shipped_file(name).ok_or_else(|| ShippedError::Unknown(name.to_owned()))?;
    Ok(Source::new(format!("{name}.mancala"), text))
}

/// Where the file of a shipped ruleset lies below `rulesets`.
pub fn shipped_path(name: &str) -> Option<String> {
    shipped_file(name).map(|(_, path, _)| (*path).to_owned())
}

fn shipped_file(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|(known, ..)| *known == name)
}

/// An example or a claim asks for readings that the file does not have.
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
    Problem::new(code, span, format!("no reading `{value}` of `{name}` exists for this {what}"))
        .help(error.message.clone())
}

/// A file of notes alone.
fn nothing(source: &Source) -> Problem {
    let first = source.text.find("//").unwrap_or(0);
    Problem::new(
        Code::EmptyFile,
        Span::new(first, (first + 2).min(source.text.len())),
        "this file holds nothing but notes",
    )
    .help("begin with `game \"Name\" {`; every ruleset that ships with the program is an example")
}

/// A problem that only another reading has says which.
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

/// Settings to check: all combinations of readings if they are few, else the defaults and each other reading alone.
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
