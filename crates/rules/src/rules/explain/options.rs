//! The options of a game, and what each reading changes.

use super::differences::{Difference, differences};
use super::lay_out;
use super::sentence::{Kind, Sentence};
use super::sentences::sentences;
use super::words::join;
use crate::rules::model::{Basis, Choice, ReadingText, Rules};

/// The names and values that choose readings, as `--set` gives them.
pub type Settings = [(String, String)];

/// An option with its readings.
#[derive(Clone, Debug)]
pub struct Open {
    /// The option's names; several if they take their readings together.
    pub names: Vec<String>,
    /// The readings, at least two.
    pub readings: Vec<Reading>,
}

/// One reading of an option.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The reading in words, with its note.
    pub text: String,
    /// The values as the file writes them.
    pub values: Vec<String>,
    /// Where the reading was read, or why it is assumed.
    pub basis: Basis,
    /// Whether the reading is in force.
    pub in_force: bool,
    /// If its values include a range: the number in force, or else the number that `changes` uses.
    pub number: Option<String>,
    /// What the reading changes; `None` if it is in force, cannot be combined with the other readings, or was not
    /// compared.
    pub changes: Option<Vec<Difference>>,
    /// Whether the reading was not compared because there are too many.
    pub left_away: bool,
}

/// All options. `current` are the sentences under the readings in force. At most `most` other readings are compared.
pub(super) fn open(
    rules: &Rules,
    current: &[Sentence],
    most: usize,
    under: impl Fn(&Settings) -> Option<Rules>,
) -> Vec<Open> {
    let current: Vec<Sentence> = current.iter().filter(|sentence| is_told(sentence)).cloned().collect();
    let current = current.as_slice();
    let mut left = most;
    let mut reading = |option: usize, place: usize| -> Option<Reading> {
        let choice = rules.options.get(option)?;
        let text = choice.readings.get(place)?;
        let in_force = place == choice.chosen;
        let ranges = text.values.iter().any(|value| range(value).is_some());
        let values = if in_force { choice.values.clone() } else { values_of(choice, text) };
        let settings = settings(&rules.options, option, place, &values);
        let left_away = !in_force && left == 0;
        let other = if in_force || left_away { None } else { under(&settings) };
        left = left.saturating_sub(usize::from(!in_force));
        Some(Reading {
            text: words(choice, text),
            values: text.values.clone(),
            basis: text.basis.clone(),
            in_force,
            number: ranges.then(|| join(&values, "and")),
            changes: other.map(|other| {
                let mut there = sentences(&other);
                there.retain(is_told);
                differences(current, &there)
            }),
            left_away,
        })
    };
    let mut option = |(option, choice): (usize, &Choice)| Open {
        names: choice.names.clone(),
        readings: (0..choice.readings.len()).filter_map(|place| reading(option, place)).collect(),
    };
    rules.options.iter().enumerate().map(&mut option).collect()
}

/// Whether a sentence stands among those that are told, not beside them.
fn is_told(sentence: &Sentence) -> bool {
    sentence.kind != Kind::Phrase { among: false }
}

impl Open {
    /// Whether a sentence states the value of this option and nothing else.
    pub(super) fn is_described_by(&self, sentence: &Sentence) -> bool {
        matches!(sentence.kind, Kind::Setting(name) if self.names.iter().any(|known| known == name))
    }
}

/// The settings that choose one reading of an option and keep the readings in force of the others.
fn settings(options: &[Choice], option: usize, place: usize, values: &[String]) -> Vec<(String, String)> {
    let mut settings = Vec::new();
    // what is at its default needs no setting
    let default = |choice: &Choice| choice.readings.first().is_some_and(|first| first.values == choice.values);
    for (index, choice) in options.iter().enumerate().filter(|(index, choice)| *index == option || !default(choice)) {
        let (place, values) = if index == option { (place, values) } else { (choice.chosen, choice.values.as_slice()) };
        let ranged = |at: usize| {
            choice.readings.get(place).and_then(|text| text.values.get(at)).is_some_and(|value| range(value).is_some())
        };
        for (at, name) in choice.names.iter().enumerate() {
            let value = values.get(at).filter(|_| ranged(at)).cloned();
            settings.push((name.clone(), value.unwrap_or_else(|| format!("#{}", place + 1))));
        }
    }
    settings
}

/// The values that choose a reading not in force; for a range, a number that is not in force.
fn values_of(choice: &Choice, text: &ReadingText) -> Vec<String> {
    let value = |(at, value): (usize, &String)| match range(value) {
        Some((low, high)) => {
            let low = low.to_string();
            if choice.values.get(at) == Some(&low) { high.to_string() } else { low }
        }
        None => value.clone(),
    };
    text.values.iter().enumerate().map(value).collect()
}

/// The bounds of a range such as `5 to 10`.
fn range(value: &str) -> Option<(u64, u64)> {
    let (low, high) = value.split_once(" to ")?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

/// A reading in words, with its note.
fn words(option: &Choice, reading: &ReadingText) -> String {
    let (lay_outs, values): (Vec<&String>, Vec<&String>) =
        reading.values.iter().partition(|value| lay_out::in_words(value).is_some());
    let values: Vec<String> = values.into_iter().map(|value| value_words(option, value)).collect();
    let lay_outs: Vec<String> = lay_outs.into_iter().filter_map(|value| lay_out::in_words(value)).collect();
    let between = if values.is_empty() || lay_outs.is_empty() { "" } else { ", where " };
    let text = format!("{}{between}{}", join(&values, "and"), join(&lay_outs, "and"));
    match &reading.note {
        Some(note) if note.contains(' ') && text.parse::<u32>().is_ok() => format!("{text}, {note}"),
        Some(note) if note.contains(' ') => format!("{text}: {note}"),
        Some(note) => format!("{text} ({note})"),
        None => text,
    }
}

/// A value in words. Values that are words of the language become plain English.
fn value_words(option: &Choice, value: &str) -> String {
    if let Some((low, high)) = range(value) {
        return format!("any number from {low} to {high}");
    }
    if option.section.is_none() {
        return value.to_owned();
    }
    match value {
        "illegal" => "it may not be played",
        "end turn" => "the turn ends",
        "mover loses the round" => "the mover loses the round",
        "mover loses the game" => "the mover loses the game",
        "alternate" => "each player in turn",
        "winner" => "the winner",
        "loser" => "the loser",
        "same" => "the same player",
        other => return other.to_owned(),
    }
    .to_owned()
}
