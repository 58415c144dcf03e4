//! What the sources leave open: every option with its readings.

use super::Sentence;
use super::layout::cited;
use super::words::join;
use crate::rules::model::{Choice, ReadingText, Rules};

/// A sentence for every option; the reading that is told is said where it is not the first.
pub(super) fn open(rules: &Rules) -> Vec<Sentence> {
    let changed = rules.options.iter().any(|option| !is_first(option));
    let heading = match changed {
        false => "Open (the first reading is the one told below)",
        true => "Open (the first reading is the one told below, unless another is named)",
    };
    rules.options.iter().map(|option| told(option, heading)).collect()
}

/// Whether the first reading is in force as it stands.
fn is_first(option: &Choice) -> bool {
    option.chosen == 0 && option.readings.first().is_none_or(|first| first.values == option.values)
}

fn told(option: &Choice, heading: &str) -> Sentence {
    let mut text = join(&option.names, "and");
    text.push_str(": ");
    for (place, reading) in option.readings.iter().enumerate() {
        let in_force = place == option.chosen && !is_first(option);
        let words = reading_words(option, reading, in_force);
        // a basis shared with the next reading stands behind the last that has it
        let shared = option.readings.get(place + 1).is_some_and(|next| next.basis == reading.basis);
        let last = place + 1 == option.readings.len();
        if place > 0 {
            text.push_str("; or ");
        }
        match shared || last {
            true => text.push_str(&words),
            false => text.push_str(&cited(&words, &reading.basis)),
        }
    }
    let basis = option.readings.last().map(|last| last.basis.clone()).unwrap_or_default();
    Sentence { section: heading.to_owned(), text: format!("{text}."), basis }
}

fn reading_words(option: &Choice, reading: &ReadingText, in_force: bool) -> String {
    let values: Vec<String> = reading.values.iter().map(|value| value_words(option, value)).collect();
    let text = join(&values, "and");
    let text = match &reading.note {
        Some(note) if note.contains(' ') => format!("{text}, {note}"),
        Some(note) => format!("{text} ({note})"),
        None => text,
    };
    match (in_force, reading.values == option.values) {
        (false, _) => text,
        (true, true) => format!("{text} (this one is told below)"),
        (true, false) => format!("{text} (told below: {})", join(&option.values, "and")),
    }
}

/// A value in words; those that are words of the language in plain English.
fn value_words(option: &Choice, value: &str) -> String {
    let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if let Some((from, to)) = value.split_once(" to ")
        && number(from)
        && number(to)
    {
        return format!("any number from {from} to {to}");
    }
    if let Some(seeds) = value.strip_prefix("each player from own left ") {
        return format!("each player, from his own left, {seeds}");
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
