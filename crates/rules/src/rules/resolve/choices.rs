//! Options: settings with several readings, and the choice of a reading.

use std::borrow::Cow;
use std::sync::Arc;

use foldhash::HashMap;

use crate::problem::{Code, Problem};
use crate::rules::citations::basis;
use crate::rules::model::{Basis, Choice, ReadingText, SourceText};
use crate::rules::notation;
use crate::rules::vocabulary::{self, SectionWord};
use crate::source::{Source, Span};
use crate::syntax::ast::{Name, Piece, Reading, Setting, Statement};

use super::outline::Outline;
use super::phrases::plain_words;

/// Names and values as `--set` takes them.
pub type Settings = [(String, String)];

/// Why `--set` cannot be followed: a name or value that the file does not have, values that no reading combines, or a
/// name set to two values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SettingError {
    /// What is wrong, and which names or values exist.
    pub message: String,
}

/// Limit on the readings of an option.
const MOST_READINGS: usize = 50;

/// An option of the file.
pub(super) struct OptionEntry<'a> {
    pub names: Vec<&'a Name>,
    pub readings: Vec<&'a Reading>,
    /// The section of the setting; `None` if the option stands under `options`.
    pub section: Option<SectionWord>,
    pub span: Span,
    /// Whether the option is a setting or gives a setting its value. Such an option counts as used.
    pub sets: bool,
    /// The names in the form used on a command line.
    plain_names: Vec<String>,
    /// For each reading, a value for each name.
    values: Vec<Vec<Value<'a>>>,
    /// The same of readings that rules may ask for although the file dropped them.
    dropped: Vec<Vec<Value<'a>>>,
}

/// The value of a name in one reading.
pub(super) struct Value<'a> {
    pub pieces: &'a [Piece],
    /// The text in the file.
    pub text: String,
    /// The text in the form used on a command line.
    plain: String,
    /// Lowest and highest value, if it is a number or a range.
    range: Option<(u64, u64)>,
}

impl<'a> OptionEntry<'a> {
    fn new(source: &Source, setting: &'a Setting, section: Option<SectionWord>) -> Self {
        let single = setting.names.len() == 1;
        let value = |pieces: &'a [Piece]| {
            let text = text_of(source, pieces);
            let range = if let [piece] = pieces { range(piece) } else { None };
            Value { pieces, plain: plain(&text), text, range }
        };
        let values = |reading: &'a Reading| {
            let pieces = |name: usize| match single {
                true => reading.pieces.as_slice(),
                false => reading.pieces.get(name..=name).unwrap_or(&[]),
            };
            (0..setting.names.len()).map(|name| value(pieces(name))).collect()
        };
        let stands_for = |name: &Name| OPTIONAL.iter().any(|word| vocabulary::is_setting(*word, &name.text));
        OptionEntry {
            names: setting.names.iter().collect(),
            readings: setting.readings.iter().collect(),
            section,
            span: setting.span,
            sets: section.is_some() || setting.names.iter().any(stands_for),
            plain_names: setting.names.iter().map(|name| plain(&name.text)).collect(),
            values: setting.readings.iter().map(values).collect(),
            dropped: setting.dropped.iter().map(values).collect(),
        }
    }

    /// Whether the value of a name, by index, is one that the file dropped.
    pub fn is_dropped(&self, name: usize, value: &str) -> bool {
        self.dropped.iter().any(|values| values[name].text == value)
    }

    /// Whether there is something to choose.
    fn is_open(&self) -> bool {
        let ranged = |value: &Value<'_>| value.range.is_some_and(|(low, high)| low < high);
        self.readings.len() > 1 || self.values.iter().flatten().any(ranged)
    }

    /// Index of `name` among the option's names.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.text == name)
    }

    /// The value of a name in a reading, both by index.
    pub fn value(&self, reading: usize, name: usize) -> &Value<'a> {
        &self.values[reading][name]
    }
}

/// The reading of one option that is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InForce {
    /// Index of the reading.
    pub reading: usize,
    /// For each name, the number that `--set` gave, if it gave one.
    pub numbers: Vec<Option<u64>>,
}

/// The reading of every option that is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen(Vec<InForce>);

/// An option with its reading in force.
pub(super) struct OptionInForce<'a> {
    pub entry: &'a OptionEntry<'a>,
    pub in_force: &'a InForce,
    /// Whether a condition, a number or a setting uses the option.
    pub used: bool,
}

impl OptionInForce<'_> {
    /// The number in force for a name, if its value is a number or a range.
    pub fn number(&self, name: usize) -> Option<u64> {
        let chosen = self.in_force.numbers[name];
        chosen.or_else(|| self.entry.value(self.in_force.reading, name).range.map(|(low, _)| low))
    }

    /// The value of a name under the default reading; for a range, the lowest number.
    pub fn default_value(&self, name: usize) -> Cow<'_, str> {
        let value = self.entry.value(0, name);
        match value.range {
            Some((low, high)) if low < high => Cow::Owned(low.to_string()),
            _ => Cow::Borrowed(&value.text),
        }
    }

    /// The value in force for a name, as written in the file.
    pub fn value_in_force(&self, name: usize) -> Cow<'_, str> {
        self.in_force_as(name, |value| &value.text)
    }

    /// The value in force for a name: a number, or else the text that `form` picks.
    fn in_force_as(&self, name: usize, form: for<'v> fn(&'v Value<'v>) -> &'v str) -> Cow<'_, str> {
        let reading = self.in_force.reading;
        let value = self.entry.value(reading, name);
        match (self.in_force.numbers[name], value.range) {
            (Some(number), _) => Cow::Owned(number.to_string()),
            (None, Some((low, high))) if reading == 0 && low < high => Cow::Owned(low.to_string()),
            _ => Cow::Borrowed(form(value)),
        }
    }

    /// Whether the value that an example or a claim gives for a name is in force. `#2` means the 2nd reading.
    pub fn accords(&self, name: usize, wanted: &str) -> bool {
        match wanted.strip_prefix('#') {
            Some(nth) => nth == (self.in_force.reading + 1).to_string(),
            None => self.in_force_as(name, |value| &value.plain) == plain(wanted),
        }
    }
}

/// Pairs the options of a file with the chosen readings.
pub(super) fn in_force<'a>(entries: &'a [OptionEntry<'a>], chosen: &'a Chosen) -> Vec<OptionInForce<'a>> {
    let both = entries.iter().zip(&chosen.0);
    both.map(|(entry, in_force)| OptionInForce { entry, in_force, used: entry.sets }).collect()
}

/// The text of values in the file, with single blanks.
pub(super) fn text_of(source: &Source, pieces: &[Piece]) -> String {
    let texts: Vec<String> = pieces.iter().map(|piece| source.said(piece.span())).collect();
    texts.join(", ")
}

/// The bounds of a number or of a range `N to M`.
pub(super) fn range(piece: &Piece) -> Option<(u64, u64)> {
    match piece {
        Piece::Board(board) => match board.rows.as_slice() {
            [row] if row.player.is_none() => match row.strips.as_slice() {
                [strip] if strip.name.is_none() && strip.going_on.is_empty() => match strip.numbers.as_slice() {
                    [number] => Some((number.value, number.value)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        },
        Piece::Words(phrase) => {
            let words = plain_words(phrase)?;
            match words {
                [low, to, high] if to.text == "to" && !low.ordinal && !high.ordinal => {
                    Some((low.number?, high.number?))
                }
                [only] if !only.ordinal => only.number.map(|number| (number, number)),
                _ => None,
            }
        }
        Piece::Text(_) | Piece::Debt(_) | Piece::Clause(_) => None,
    }
}

/// The sections whose settings can have several readings.
const OPTIONAL: [SectionWord; 5] =
    [SectionWord::Board, SectionWord::Move, SectionWord::Sowing, SectionWord::BeforeTurn, SectionWord::Match];

/// Collects all options of a file.
pub(super) fn collect<'a>(source: &Source, outline: &Outline<'a>, problems: &mut Vec<Problem>) -> Vec<OptionEntry<'a>> {
    let mut found: Vec<OptionEntry<'a>> = Vec::new();
    let mut given: HashMap<&str, Span> = HashMap::default();
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
                        .help("give a value for each name, in their order, separated by commas"),
                    );
                }
            }
        }
        found.push(OptionEntry::new(source, setting, section));
    };
    for statement in outline.one(SectionWord::Options).iter().flat_map(|section| &section.body) {
        if let Statement::Setting(setting) = statement {
            let single_range = setting
                .readings
                .iter()
                .any(|reading| reading.pieces.iter().any(|piece| range(piece).is_some_and(|(low, high)| low < high)));
            if setting.readings.len() < 2 && !single_range && setting.dropped.is_empty() {
                problems.push(
                    Problem::new(Code::WrongValue, setting.span, "an option needs at least two readings")
                        .help("write the second after `|`, or give the value where it is used"),
                );
            }
            add(setting, None, problems);
        }
    }
    for word in OPTIONAL {
        for section in outline.all(word) {
            for statement in &section.body {
                if let Statement::Setting(setting) = statement
                    && setting.readings.len() + setting.dropped.len() > 1
                {
                    let several = word == SectionWord::Move && outline.all(word).len() > 1;
                    if several && setting.readings.len() == 1 {
                        // no rule can have asked for the reading that it replaces
                        continue;
                    }
                    if several {
                        problems.push(
                            Problem::new(
                                Code::WrongValue,
                                setting.span,
                                "settings of `move` cannot have readings if the file has several `move` sections",
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
        && score.readings.len() + score.dropped.len() > 1
    {
        add(score, Some(SectionWord::Score), problems);
    }
    found
}

/// A name or value in the form used on a command line: lower case, with hyphens for blanks.
pub(super) fn plain(text: &str) -> String {
    let small = text.trim().to_lowercase();
    if small.contains([' ', ',']) { small.replace(' ', "-").replace(",-", ",") } else { small }
}

/// Chooses readings by `settings`, in the form of `--set`. Options that they do not name get their first reading.
pub(super) fn choose(entries: &[OptionEntry<'_>], settings: &Settings) -> Result<Chosen, SettingError> {
    let plain_settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| (plain(name), plain(value))).collect();
    let settings = || settings.iter().zip(&plain_settings);
    for ((name, _), (plain_name, _)) in settings() {
        if !entries.iter().any(|entry| entry.plain_names.contains(plain_name)) {
            let known: Vec<&str> = entries.iter().flat_map(|entry| &entry.plain_names).map(String::as_str).collect();
            let message = if known.is_empty() {
                format!("this game has no options, so `{name}` cannot be set")
            } else {
                let like = crate::problem::nearest(name, known.iter().copied());
                let like = like.map_or(String::new(), |like| format!(" Did you mean `{like}`?"));
                format!("this game has no option `{name}`.{like} Its options: {}", known.join(", "))
            };
            return Err(SettingError { message });
        }
    }
    let mut chosen = Vec::new();
    for entry in entries {
        let mut wanted: Vec<Wanted<'_>> = Vec::new();
        for (index, known) in entry.plain_names.iter().enumerate() {
            for ((name, value), (_, plain)) in settings().filter(|(_, (name, _))| name == known) {
                if wanted.iter().any(|before| before.index == index && before.value != value) {
                    return Err(SettingError { message: format!("`{name}` is set twice") });
                }
                wanted.push(Wanted { index, name, value, plain });
            }
        }
        let fits = |reading: &usize| wanted.iter().all(|wanted| wanted.fits(entry, *reading));
        let Some(reading) = (0..entry.readings.len()).find(fits) else {
            let given: Vec<String> = wanted.iter().map(|wanted| format!("{}={}", wanted.name, wanted.value)).collect();
            let known: Vec<String> = entry
                .values
                .iter()
                .map(|values| {
                    let named = entry.plain_names.iter().zip(values);
                    named.map(|(name, value)| format!("{name}={}", value.plain)).collect::<Vec<_>>().join(" ")
                })
                .collect();
            let place = |wanted: &Wanted<'_>| {
                let place: u32 =
                    wanted.value.parse().ok().filter(|place| (1..=known.len()).contains(&(*place as usize)))?;
                // among numbers, a number is no place
                let counts =
                    |values: &Vec<Value<'_>>| values[wanted.index].plain.starts_with(|c: char| c.is_ascii_digit());
                (!entry.values.iter().any(counts))
                    .then(|| format!("; `{}=#{place}` is the {} of them", wanted.name, notation::ordinal(place)))
            };
            let by_place = wanted.iter().find_map(place).unwrap_or_default();
            return Err(SettingError {
                message: format!(
                    "`{}` is not a reading of this file; its readings are: {}{by_place}",
                    given.join(" "),
                    known.join(" | ")
                ),
            });
        };
        let mut numbers = vec![None; entry.names.len()];
        for wanted in wanted {
            numbers[wanted.index] = wanted.value.parse().ok();
        }
        chosen.push(InForce { reading, numbers });
    }
    Ok(Chosen(chosen))
}

/// A name and value of `--set` for an option.
struct Wanted<'s> {
    index: usize,
    name: &'s str,
    value: &'s str,
    plain: &'s str,
}

impl Wanted<'_> {
    /// Whether a reading has the wanted value, or the wanted number among the readings.
    fn fits(&self, entry: &OptionEntry<'_>, reading: usize) -> bool {
        let value = entry.value(reading, self.index);
        let nth = self.value.strip_prefix('#').and_then(|nth| nth.parse::<usize>().ok());
        let number = self.value.parse::<u64>().ok();
        let ranged = number.zip(value.range).is_some_and(|(number, (low, high))| (low..=high).contains(&number));
        value.plain == self.plain || ranged || nth == Some(reading + 1)
    }
}

/// The texts of an option's readings; they do not depend on the reading in force.
pub(super) fn reading_texts(entry: &OptionEntry<'_>, sources: &[(SourceText, Span)]) -> Arc<[ReadingText]> {
    // a citation also counts for the readings before it that have none
    let mut readings: Vec<ReadingText> = Vec::new();
    let mut later: Basis = Vec::new();
    for (reading, values) in entry.readings.iter().zip(&entry.values).rev() {
        let own = basis(reading.tag.as_ref(), sources.iter().map(|(source, _)| source));
        if !own.is_empty() {
            later = own;
        }
        readings.push(ReadingText {
            values: values.iter().map(|value| value.text.clone()).collect(),
            note: reading.note.as_ref().map(|note| note.text.clone()),
            basis: later.clone(),
        });
    }
    readings.reverse();
    readings.into()
}

/// The options that leave something open, in the form of the model.
pub(super) fn described(options: &[OptionInForce<'_>], readings: &[Arc<[ReadingText]>]) -> Vec<Choice> {
    let described = |(option, readings): (&OptionInForce<'_>, &Arc<[ReadingText]>)| {
        let entry = option.entry;
        Choice {
            names: entry.names.iter().map(|name| name.text.clone()).collect(),
            readings: Arc::clone(readings),
            chosen: option.in_force.reading,
            values: (0..entry.names.len()).map(|name| option.value_in_force(name).into_owned()).collect(),
            section: entry.section.map(|word| vocabulary::section_name(word).to_owned()),
            span: entry.span,
        }
    };
    options.iter().zip(readings).filter(|(option, _)| option.entry.is_open()).map(described).collect()
}
