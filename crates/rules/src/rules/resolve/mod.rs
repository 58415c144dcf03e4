//! Turns a syntax tree into `Rules`: resolves names, applies options and reports every problem.

mod amounts;
mod board;
mod choices;
mod claims;
mod conditions;
mod contest;
mod effects;
mod examples;
mod filters;
mod follow_ups;
mod gathered;
mod geometry;
mod holes;
mod limits;
mod lists;
mod meant;
mod move_sections;
mod moving;
mod named;
mod names;
mod needs;
mod outline;
mod phrases;
mod relations;
mod resolver;
mod resolving;
mod settings;
mod sides;
mod skipped;
mod sources;
mod sowing;
mod statements;
mod tracks;
mod unknown;
mod words;

pub use choices::{Chosen, SettingError, Settings};
pub use limits::MOST_SEEDS;
pub use resolving::Resolving;

use self::resolver::Resolver;
pub(in crate::rules) use self::sides::{hole_runs, holes_said};
use super::model::Rules;
use crate::problem::{Problem, sort};
use crate::syntax::ast::{File, Section, Statement};

impl Resolving<'_> {
    /// Chooses readings by `settings`; options that they do not name get their defaults. Different settings may yield
    /// equal results.
    ///
    /// # Errors
    ///
    /// A name or value that the file does not have, values that no reading combines, or a name set to two values.
    pub fn chosen(&self, settings: &Settings) -> Result<Chosen, SettingError> {
        choices::choose(&self.options, settings)
    }

    /// The rules under the readings that `settings` choose; `None` if there are no such readings, or if the file has
    /// problems.
    pub fn rules(&self, settings: &Settings) -> Option<Rules> {
        self.resolve(&self.chosen(settings).ok()?).ok()
    }

    /// The rules under the chosen readings.
    ///
    /// # Errors
    ///
    /// All problems of the file, sorted by place.
    pub fn resolve(&self, chosen: &Chosen) -> Result<Rules, Vec<Problem>> {
        let mut resolver = Resolver::new(self, chosen);
        let rules = resolver.file();
        resolver.report_lacking();
        resolver.unused();
        resolver.report_open_lists();
        let mut problems = resolver.gathered.problems;
        if !problems.is_empty() {
            follow_ups::silence(&mut problems, self.source, self.file);
            sort(&mut problems);
        }
        match rules {
            Some(rules) if problems.is_empty() => Ok(Rules { remarks: resolver.gathered.remarks, ..rules }),
            _ => Err(problems),
        }
    }
}

/// Whether the head of an example or a claim asks for exactly these readings.
pub fn asks_for(section: &Section, settings: &Settings) -> bool {
    matches!(section.name.text.as_str(), "example" | "never")
        && examples::readings_asked(section).is_ok_and(|readings| readings == settings)
}

/// The sets of readings that the examples of a file ask for, each once. The defaults, an empty set, come first.
pub fn example_settings(file: &File) -> Vec<Vec<(String, String)>> {
    let mut found = vec![Vec::new()];
    ask_for(file, "example", &mut found);
    found
}

/// The sets of readings that the claims of a file ask for, each once.
pub fn claim_settings(file: &File) -> Vec<Vec<(String, String)>> {
    let mut found = Vec::new();
    ask_for(file, "never", &mut found);
    found
}

/// Adds to `found` the sets of readings that sections with this name ask for in their heads.
fn ask_for(file: &File, name: &str, found: &mut Vec<Vec<(String, String)>>) {
    for statement in &file.statements {
        if let Statement::Section(section) = statement
            && section.name.text == name
            && let Ok(readings) = examples::readings_asked(section)
            && !found.contains(&readings)
        {
            found.push(readings);
        }
    }
}
