//! The sets of readings of a game.

use mancala_rules::rules::model::{Choice, Rules};
use mancala_rules::rules::vocabulary::{self, SectionWord};

use super::found::{OptionFit, Set, Value};

/// The options to try, with all their readings, and the names of those left out because they decide only what happens
/// between rounds. Options that `settings` choose are not tried.
pub(in crate::drivers) fn options(
    rules: &Rules,
    settings: &[(String, String)],
    between_rounds: bool,
) -> (Vec<OptionFit>, Vec<String>) {
    let is_set = |option: &&Choice| {
        let plain = |name: &str| name.trim().to_lowercase().replace(' ', "-");
        option.names.iter().any(|name| settings.iter().any(|(set, _)| plain(set) == plain(name)))
    };
    let of_match = Some(vocabulary::section_name(SectionWord::Match));
    let open = rules.options.iter().filter(|option| !is_set(option));
    let (left_out, tried): (Vec<&Choice>, Vec<&Choice>) =
        open.partition(|option| !between_rounds && option.section.as_deref() == of_match);
    let named = left_out.into_iter().flat_map(|option| option.names.clone()).collect();
    (tried.into_iter().map(option).collect(), named)
}

fn option(choice: &Choice) -> OptionFit {
    let mut values: Vec<Value> = Vec::new();
    for (nth, reading) in choice.readings.iter().enumerate() {
        for texts in numbers(&reading.values) {
            // of readings with the same numbers, the first is in force
            if values.iter().any(|known| known.texts == texts) {
                continue;
            }
            let setting = |(at, name): (usize, &String)| {
                let is_number = texts[at] != reading.values[at];
                let value = if is_number { texts[at].clone() } else { format!("#{}", nth + 1) };
                (name.clone(), value)
            };
            values.push(Value {
                settings: choice.names.iter().enumerate().map(setting).collect(),
                note: reading.note.clone(),
                basis: reading.basis.clone(),
                texts,
            });
        }
    }
    OptionFit {
        names: choice.names.clone(),
        span: choice.span,
        fits: vec![false; values.len()],
        values,
        is_open: false,
    }
}

/// The values of a reading, with one number in the place of each range `N to M`.
fn numbers(values: &[String]) -> Vec<Vec<String>> {
    let each = values.iter().map(|value| match value.split_once(" to ") {
        Some((low, high)) => match (low.parse::<u32>(), high.parse::<u32>()) {
            (Ok(low), Ok(high)) => (low..=high).map(|number| number.to_string()).collect(),
            _ => vec![value.clone()],
        },
        None => vec![value.clone()],
    });
    each.fold(vec![Vec::new()], |before, values: Vec<String>| {
        before
            .iter()
            .flat_map(|begun| values.iter().map(|value| [begun.clone(), vec![value.clone()]].concat()))
            .collect()
    })
}

/// The number of sets.
pub(in crate::drivers) fn count(options: &[OptionFit]) -> usize {
    options.iter().fold(1, |product: usize, option| product.saturating_mul(option.values.len()))
}

/// All sets; the one with the first reading of each option comes first.
pub(in crate::drivers) fn sets(options: &[OptionFit]) -> impl Iterator<Item = Set> + '_ {
    (0..count(options)).map(move |number| {
        let mut rest = number;
        let mut set: Set = options
            .iter()
            .rev()
            .map(|option| {
                let value = rest % option.values.len();
                rest /= option.values.len();
                value
            })
            .collect();
        set.reverse();
        set
    })
}

/// What `--set` takes to choose a set.
pub(in crate::drivers) fn settings(options: &[OptionFit], set: &Set) -> Vec<(String, String)> {
    options.iter().zip(set).flat_map(|(option, value)| option.values[*value].settings.clone()).collect()
}
