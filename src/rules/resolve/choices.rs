//! Options: settings with several readings, and which reading is chosen.

use std::collections::HashMap;

use crate::problem::{Code, Problem};
use crate::rules::model::{Basis, Choice, ReadingText};
use crate::rules::vocabulary::SectionWord;
use crate::source::{Source, Span};
use crate::syntax::ast::{Name, Piece, Reading, Setting, Statement};

use super::outline::Outline;

/// Names and values as `--set` gives them.
pub type Settings = [(String, String)];

/// A name or value of `--set` that the file does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SettingError {
    /// What is wrong, and what there is.
    pub message: String,
}

/// More readings than this no option has.
const MOST_READINGS: usize = 50;

/// An option of the file.
#[derive(Clone)]
pub(super) struct OptionEntry<'a> {
    pub names: Vec<&'a Name>,
    pub readings: Vec<&'a Reading>,
    /// The section whose setting it is.
    pub section: Option<SectionWord>,
    /// Index of the reading in force.
    pub chosen: usize,
    /// A number chosen within a range, for a name.
    pub numbers: Vec<Option<u64>>,
    pub span: Span,
    /// Whether a condition or a number asks for it.
    pub used: bool,
}

impl<'a> OptionEntry<'a> {
    /// The pieces of a reading for one of the names.
    pub fn pieces(&self, reading: usize, name: usize) -> &'a [Piece] {
        let pieces = &self.readings[reading].pieces;
        if self.names.len() == 1 { pieces } else { pieces.get(name..=name).unwrap_or(&[]) }
    }

    /// The value of a name in a reading, as written.
    pub fn value(&self, source: &Source, reading: usize, name: usize) -> String {
        text_of(source, self.pieces(reading, name))
    }

    /// The number in force for a name, if it is one.
    pub fn number(&self, name: usize) -> Option<u64> {
        if let Some(number) = self.numbers.get(name).copied().flatten() {
            return Some(number);
        }
        match self.pieces(self.chosen, name) {
            [piece] => range(piece).map(|(low, _)| low),
            _ => None,
        }
    }

    /// The value of a name where nothing is chosen, as it would be in force.
    pub fn default_value(&self, source: &Source, name: usize) -> String {
        match self.pieces(0, name) {
            [piece] if range(piece).is_some_and(|(low, high)| low < high) => {
                range(piece).map_or(String::new(), |(low, _)| low.to_string())
            }
            _ => self.value(source, 0, name),
        }
    }

    /// The value in force for a name, as written.
    pub fn value_in_force(&self, source: &Source, name: usize) -> String {
        match self.numbers.get(name).copied().flatten() {
            Some(number) => number.to_string(),
            None if self.chosen == 0 => self.default_value(source, name),
            None => self.value(source, self.chosen, name),
        }
    }
}

/// Values as written, with single blanks.
pub(super) fn text_of(source: &Source, pieces: &[Piece]) -> String {
    let texts: Vec<String> = pieces
        .iter()
        .map(|piece| source.slice(piece.span()).split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    texts.join(", ")
}

/// A number, or a range `N to M`.
pub(super) fn range(piece: &Piece) -> Option<(u64, u64)> {
    match piece {
        Piece::Board(board) => match board.rows.as_slice() {
            [row] if row.player.is_none() => match row.strips.as_slice() {
                [strip] if strip.name.is_none() => match strip.numbers.as_slice() {
                    [number] => Some((number.value, number.value)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        },
        Piece::Words(phrase) => {
            let words = super::plain_words(phrase)?;
            match words {
                [low, to, high] if to.text == "to" && !low.ordinal && !high.ordinal => {
                    Some((low.number?, high.number?))
                }
                [only] if !only.ordinal => only.number.map(|number| (number, number)),
                _ => None,
            }
        }
        Piece::Text(_) => None,
    }
}

/// Finds all options of a file.
pub(super) fn collect<'a>(outline: &Outline<'a>, problems: &mut Vec<Problem>) -> Vec<OptionEntry<'a>> {
    let mut found: Vec<OptionEntry<'a>> = Vec::new();
    let mut given: HashMap<&str, Span> = HashMap::new();
    let mut add = |setting: &'a Setting, section: Option<SectionWord>, problems: &mut Vec<Problem>| {
        for name in &setting.names {
            let first = *given.entry(&name.text).or_insert(name.span);
            if first != name.span {
                problems.push(
                    Problem::new(Code::RepeatedSetting, name.span, format!("`{}` is given twice", name.text))
                        .label("again here")
                        .also(first, "first here")
                        .help("give it once; a setting with readings is an option of its own"),
                );
            }
        }
        if setting.readings.len() > MOST_READINGS {
            problems.push(
                Problem::new(Code::OutOfRange, setting.span, "this option has too many readings")
                    .help(format!("an option has at most {MOST_READINGS}; numbers can be a range: `4 | 2 to 12`")),
            );
        }
        if setting.names.len() > 1 {
            for reading in &setting.readings {
                if reading.pieces.len() != setting.names.len() {
                    problems.push(
                        Problem::new(
                            Code::UnevenReadings,
                            reading.span,
                            match reading.pieces.len() {
                                1 => format!("1 value for {} names", setting.names.len()),
                                values => format!("{values} values for {} names", setting.names.len()),
                            },
                        )
                        .help("give a value for each name, in their order, parted by commas"),
                    );
                }
            }
        }
        found.push(OptionEntry {
            names: setting.names.iter().collect(),
            readings: setting.readings.iter().collect(),
            section,
            chosen: 0,
            numbers: vec![None; setting.names.len()],
            span: setting.span,
            used: section.is_some(),
        });
    };
    for statement in outline.one(SectionWord::Options).iter().flat_map(|section| &section.body) {
        if let Statement::Setting(setting) = statement {
            let single_range = setting
                .readings
                .iter()
                .any(|reading| reading.pieces.iter().any(|piece| range(piece).is_some_and(|(low, high)| low < high)));
            if setting.readings.len() < 2 && !single_range {
                problems.push(
                    Problem::new(Code::WrongValue, setting.span, "an option needs two readings at least")
                        .help("write the second behind `|`, or give the value where it is used"),
                );
            }
            add(setting, None, problems);
        }
    }
    for word in
        [SectionWord::Board, SectionWord::Move, SectionWord::Sowing, SectionWord::BeforeTurn, SectionWord::Match]
    {
        for section in outline.all(word) {
            for statement in &section.body {
                if let Statement::Setting(setting) = statement
                    && setting.readings.len() > 1
                {
                    if word == SectionWord::Move && outline.all(word).len() > 1 {
                        problems.push(
                            Problem::new(
                                Code::WrongValue,
                                setting.span,
                                "where there are several `move` sections, their settings have no readings",
                            )
                            .help("make it an option in `options`, and ask for it with `NAME { when OPTION is .. -> .. }`"),
                        );
                    }
                    add(setting, Some(word), problems);
                }
            }
        }
    }
    if let Some(score) = outline.score
        && score.readings.len() > 1
    {
        add(score, Some(SectionWord::Score), problems);
    }
    found
}

/// A name or value as a shell writes it: blanks may be hyphens.
pub(super) fn plain(text: &str) -> String {
    text.trim().replace(' ', "-").replace(",-", ",").to_lowercase()
}

/// Chooses readings as `--set` says.
pub(super) fn choose(
    entries: &mut [OptionEntry<'_>],
    source: &Source,
    settings: &Settings,
) -> Result<(), SettingError> {
    for (name, _) in settings {
        if !entries.iter().any(|entry| entry.names.iter().any(|known| plain(&known.text) == plain(name))) {
            let known: Vec<String> =
                entries.iter().flat_map(|entry| &entry.names).map(|known| plain(&known.text)).collect();
            let message = if known.is_empty() {
                format!("this game has no options, so `{name}` cannot be set")
            } else {
                let like = crate::problem::nearest(name, known.iter().map(String::as_str));
                let like = like.map_or(String::new(), |like| format!(" Did you mean `{like}`?"));
                format!("this game has no option `{name}`.{like} Its options: {}", known.join(", "))
            };
            return Err(SettingError { message });
        }
    }
    for entry in entries {
        let mut wanted: Vec<(usize, &str, &str)> = Vec::new();
        for (index, known) in entry.names.iter().enumerate() {
            for (name, value) in settings.iter().filter(|(name, _)| plain(name) == plain(&known.text)) {
                if wanted.iter().any(|(other, _, before)| *other == index && before != value) {
                    return Err(SettingError { message: format!("`{name}` is set twice") });
                }
                wanted.push((index, name, value));
            }
        }
        if wanted.is_empty() {
            continue;
        }
        let fits = |reading: usize| {
            wanted.iter().all(|(index, _, value)| {
                let matched = plain(&entry.value(source, reading, *index)) == plain(value);
                let nth = value.strip_prefix('#').and_then(|nth| nth.parse::<usize>().ok());
                let ranged = value.parse::<u64>().ok().is_some_and(|number| {
                    matches!(entry.pieces(reading, *index), [piece]
                        if range(piece).is_some_and(|(low, high)| (low..=high).contains(&number)))
                });
                matched || ranged || nth == Some(reading + 1)
            })
        };
        match (0..entry.readings.len()).find(|reading| fits(*reading)) {
            Some(reading) => {
                let numbers: Vec<(usize, Option<u64>)> =
                    wanted.iter().map(|(index, _, value)| (*index, value.parse().ok())).collect();
                entry.chosen = reading;
                for (index, number) in numbers {
                    entry.numbers[index] = number;
                }
            }
            None => {
                let given: Vec<String> = wanted.iter().map(|(_, name, value)| format!("{name}={value}")).collect();
                let known: Vec<String> = (0..entry.readings.len())
                    .map(|reading| {
                        let values: Vec<String> = (0..entry.names.len())
                            .map(|name| {
                                let value = plain(&entry.value(source, reading, name));
                                format!("{}={value}", plain(&entry.names[name].text))
                            })
                            .collect();
                        values.join(" ")
                    })
                    .collect();
                return Err(SettingError {
                    message: format!("`{}` is no reading of this file; it has: {}", given.join(" "), known.join(" | ")),
                });
            }
        }
    }
    Ok(())
}

/// The options as the model holds them.
pub(super) fn described(
    entries: &[OptionEntry<'_>],
    source: &Source,
    basis: impl Fn(&Reading) -> Basis,
) -> Vec<Choice> {
    entries
        .iter()
        .map(|entry| {
            let names = 0..entry.names.len();
            // a citation counts for the readings before it that have none
            let mut readings: Vec<ReadingText> = Vec::new();
            let mut later: Basis = Vec::new();
            for (index, reading) in entry.readings.iter().enumerate().rev() {
                let own = basis(reading);
                if !own.is_empty() {
                    later = own;
                }
                readings.push(ReadingText {
                    values: names.clone().map(|name| entry.value(source, index, name)).collect(),
                    note: reading.note.as_ref().map(|note| note.text.clone()),
                    basis: later.clone(),
                });
            }
            readings.reverse();
            Choice {
                names: entry.names.iter().map(|name| name.text.clone()).collect(),
                readings,
                chosen: entry.chosen,
                values: names.map(|name| entry.value_in_force(source, name)).collect(),
                section: entry.section.map(|word| crate::rules::vocabulary::section_name(word).to_owned()),
                span: entry.span,
            }
        })
        .collect()
}
