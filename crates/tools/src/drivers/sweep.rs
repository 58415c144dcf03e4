//! The sets of readings of a game that a sweep plays.

use mancala_rules::rules::model::Rules;

use super::fit::sets::{count, options, sets, settings};
use crate::proof::first_of_range;

/// Which sets of readings are swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The usual readings alone.
    Usual,
    /// The usual readings, and every other reading of every option with the usual readings of the others.
    Each,
    /// Every combination of readings.
    All,
}

/// A set of readings: what `--set` takes to choose it, by name.
pub type Settings = Vec<(String, String)>;

/// The sets of readings to play, the usual ones first. Options that `chosen` settles keep their readings, and so do those
/// that decide only what happens between rounds.
///
/// # Errors
///
/// There are more than `most` sets; the error is their number.
pub fn readings(rules: &Rules, chosen: &[(String, String)], scope: Scope, most: usize) -> Result<Vec<Settings>, usize> {
    let (options, _) = options(rules, chosen, false);
    let in_force = |names: &[String]| -> Vec<&str> {
        let option = rules.options.iter().find(|option| option.names == names);
        option.map_or_else(Vec::new, |option| option.values.iter().map(|value| first_of_range(value)).collect())
    };
    let with_chosen = |more: Settings| -> Settings { chosen.iter().cloned().chain(more).collect() };
    let mut all = vec![with_chosen(Settings::new())];
    match scope {
        Scope::Usual => {}
        Scope::Each => {
            for option in &options {
                let usual = in_force(&option.names);
                let others = option.values.iter().filter(|value| value.texts != usual);
                all.extend(others.map(|value| with_chosen(value.settings.clone())));
            }
        }
        Scope::All => {
            let number = count(&options);
            if number > most {
                return Err(number);
            }
            let is_usual = |set: &Vec<usize>| {
                options.iter().zip(set).all(|(option, value)| option.values[*value].texts == in_force(&option.names))
            };
            let others = sets(&options).filter(|set| !is_usual(set));
            all.extend(others.map(|set| with_chosen(settings(&options, &set))));
        }
    }
    if all.len() > most { Err(all.len()) } else { Ok(all) }
}
