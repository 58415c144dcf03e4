//! Syntax tree to Rules: names resolved, options applied, every problem told.

mod board;
mod choices;
mod citations;
mod claims;
mod conditions;
mod contest;
mod effects;
mod examples;
mod follow_ups;
mod gathered;
mod geometry;
mod holes;
mod limits;
mod lists;
mod names;
mod needs;
mod outline;
mod phrases;
mod relations;
mod resolver;
mod resolving;
mod settings;
mod sides;
mod unknown;

pub use choices::{Chosen, SettingError, Settings};
pub use limits::MOST_SEEDS;
pub use resolving::Resolving;

use self::resolver::Resolver;
pub(in crate::rules) use self::sides::hole_runs;
use super::model::Rules;
use crate::problem::{Problem, sort};
use crate::syntax::ast::{File, Section, Statement};

impl Resolving<'_> {
    /// The readings that `settings` choose, and the defaults of what they do not name; two settings can choose the same.
    pub fn chosen(&self, settings: &Settings) -> Result<Chosen, SettingError> {
        choices::choose(&self.options, settings)
    }

    /// The rules with the readings that `settings` choose; none if there are no such readings, or problems.
    pub fn rules(&self, settings: &Settings) -> Option<Rules> {
        self.resolve(&self.chosen(settings).ok()?).ok()
    }

    /// The rules with readings that were chosen.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, sorted by place.
    pub fn resolve(&self, chosen: &Chosen) -> Result<Rules, Vec<Problem>> {
        let mut resolver = Resolver::new(self, chosen);
        let rules = resolver.file();
        resolver.tell_lacking();
        resolver.unused();
        resolver.tell_open_lists();
        let mut problems = resolver.gathered.problems;
        if !problems.is_empty() {
            follow_ups::silence(&mut problems, self.source, self.file);
            sort(&mut problems);
        }
        match rules {
            Some(rules) if problems.is_empty() => Ok(rules),
            _ => Err(problems),
        }
    }
}

/// Whether an example or a claim asks for just these readings.
pub fn asks_for(section: &Section, settings: &Settings) -> bool {
    matches!(section.name.text.as_str(), "example" | "never")
        && examples::readings_asked(section).is_ok_and(|readings| readings == settings)
}

/// The readings that the examples of a file ask for, each set once, the defaults first.
pub fn example_settings(file: &File) -> Vec<Vec<(String, String)>> {
    let mut found = vec![Vec::new()];
    ask_for(file, "example", &mut found);
    found
}

/// The readings that the claims of a file ask for, each set once.
pub fn claim_settings(file: &File) -> Vec<Vec<(String, String)>> {
    let mut found = Vec::new();
    ask_for(file, "never", &mut found);
    found
}

/// Adds the readings that sections of a name ask for in their heads.
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
