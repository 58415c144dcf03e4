//! A rule file from its text to Rules, and the rulesets that ship inside the program.

use crate::problem::{Code, Problem, leave_out, sort};
use crate::proof::{self, Proof};
use crate::rules::explain::Account;
use crate::rules::model::{Choice, Rules};
use crate::rules::provenance;
use crate::rules::resolve::{
    Chosen, Resolving, SettingError, Settings, asks_for, claim_settings, example_settings, resolve,
};
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

/// A rule file that was read.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Its text.
    pub source: Source,
    file: ast::File,
    /// Its options, at their defaults.
    pub options: Vec<Choice>,
}

/// A rule file without problems, and what was proved of it; or its text and its problems.
pub type Checked = Result<(Ruleset, Proof), (Source, Vec<Problem>)>;

/// Why a rule file gives no rules.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RulesError {
    /// A name or value of `--set` that the file does not have.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The file has problems.
    #[error("the file has problems")]
    Problems(Vec<Problem>),
}

impl Ruleset {
    /// Reads a file and checks it under all its readings.
    pub fn read(source: Source) -> Result<Ruleset, (Source, Vec<Problem>)> {
        let (file, mut problems) = parse(&source);
        if file.statements.is_empty() && problems.is_empty() {
            problems.push(nothing(&source));
        }
        let mut options = Vec::new();
        if !file.statements.is_empty() {
            let resolving = Resolving::new(&source, &file);
            // no settings are given, so none can be unknown
            if let Ok(chosen) = resolving.chosen(&[]) {
                let resolved = resolving.resolve(&chosen);
                options = resolved.options().to_vec();
                problems.extend(resolved.problems);
                if problems.is_empty() {
                    problems.extend(resolved.rules.iter().flat_map(proof::undecided));
                }
            }
            if problems.is_empty() {
                problems = other_readings(&source, &file, &resolving, &options);
            }
        }
        sort(&mut problems);
        leave_out(&mut problems);
        if problems.is_empty() { Ok(Ruleset { source, file, options }) } else { Err((source, problems)) }
    }

    /// The rules under the readings that `settings` choose.
    pub fn rules(&self, settings: &Settings) -> Result<Rules, RulesError> {
        let resolved = resolve(&self.source, &self.file, settings)?;
        resolved.rules.ok_or(RulesError::Problems(resolved.problems))
    }

    /// Reads a file, checks it under all its readings, and proves what its rules decide.
    pub fn check(source: Source) -> Checked {
        let ruleset = Ruleset::read(source)?;
        let proof = ruleset.prove();
        if proof.problems.is_empty() { Ok((ruleset, proof)) } else { Err((ruleset.source, proof.problems)) }
    }

    /// What its rules decide: tried, and proved, under all its readings.
    pub fn prove(&self) -> Proof {
        let resolving = Resolving::new(&self.source, &self.file);
        let rules = |settings: Vec<Vec<(String, String)>>| -> Vec<Rules> {
            settings.iter().filter_map(|settings| resolving.rules(settings)).collect()
        };
        let mut proof = proof::prove(&rules(readings(&self.options)), &rules(claim_settings(&self.file)));
        sort(&mut proof.problems);
        leave_out(&mut proof.problems);
        proof
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

    /// A ruleset that ships inside the program.
    pub fn shipped(name: &str) -> Option<Result<Ruleset, (Source, Vec<Problem>)>> {
        let (_, _, text) = shipped_file(name)?;
        Some(Ruleset::read(Source::new(format!("{name}.mancala"), text)))
    }
}

/// Names and texts of the rulesets that ship inside the program, sorted.
pub fn shipped() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().map(|(name, _, text)| (*name, *text))
}

/// Where the file of a shipped ruleset lies below `rulesets`.
pub fn shipped_path(name: &str) -> Option<String> {
    shipped_file(name).map(|(_, path, _)| (*path).to_owned())
}

fn shipped_file(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|(known, ..)| *known == name)
}

/// What is wrong with a file under the readings that are not its defaults, each looked at once, up to the first that has
/// problems.
fn other_readings(source: &Source, file: &ast::File, resolving: &Resolving<'_>, options: &[Choice]) -> Vec<Problem> {
    let most = MOST_CHECKED / source.text.len().max(1);
    let asked = example_settings(file).into_iter().chain(claim_settings(file));
    let mut seen: Vec<Chosen> = resolving.chosen(&[]).into_iter().collect();
    for settings in readings(options).into_iter().chain(asked).take(most) {
        let chosen = match resolving.chosen(&settings) {
            Ok(chosen) => chosen,
            Err(error) => return vec![unknown_reading(file, &settings, &error)],
        };
        if seen.contains(&chosen) {
            continue;
        }
        let resolved = resolving.resolve(&chosen);
        seen.push(chosen);
        let undecided = resolved.rules.iter().flat_map(proof::undecided);
        let problems = resolved.problems.into_iter().chain(undecided);
        let problems: Vec<Problem> = problems.map(|problem| under(problem, options, &settings)).collect();
        if !problems.is_empty() {
            return problems;
        }
    }
    Vec::new()
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
