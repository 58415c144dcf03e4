//! What games are called and what kind of games they are, from an index of the shipped rulesets: no rule file is read.
//!
//! One name can mean several games in the field reports, and one game has many spellings. A name is compared without
//! its case, accents, blanks and hyphens; `Sadeqa` finds `Sadeqa (Jimma)` as well.

use deunicode::deunicode;

use crate::rules::family::{Family, families};
use crate::rules::model::Rules;
use crate::ruleset::{Ruleset, shipped_texts};

/// A line for each shipped ruleset; [`index`] makes it, `tests/docs` keeps it true.
static INDEX: &str = include_str!("../rulesets/index.tsv");

/// What a shipped ruleset calls its game, and what the rules make of it under the default readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The name of the ruleset.
    pub ruleset: &'static str,
    /// The name of the game.
    pub title: &'static str,
    /// Its other names.
    pub also: Vec<&'static str>,
    /// Where it is played.
    pub region: Vec<&'static str>,
    /// Rows of the board.
    pub rows: usize,
    /// Holes of a row.
    pub columns: usize,
    /// Seeds on the board at the start.
    pub seeds: u64,
    /// How many can play, by one reading or another; the number in force first.
    pub players: Vec<usize>,
    /// What kind of game it is.
    pub families: Vec<Family>,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// One ruleset: of this name, or, where none has it, the only game that is called so.
    One(&'static str),
    /// No ruleset has this name, and several games are called so.
    Several(Vec<Called>),
    /// Nothing known.
    Nothing,
}

/// What a name means. The name of a ruleset means that ruleset, in whatever case and spelling; then the title of a game
/// counts before the names it has beside it.
pub fn meaning(name: &str) -> Meaning {
    let games = called();
    let wanted = folded(name);
    if wanted.is_empty() {
        return Meaning::Nothing;
    }
    // most who ask write the name of a ruleset as it is
    let exact = games.iter().find(|game| game.ruleset == name);
    if let Some(game) = exact.or_else(|| games.iter().find(|game| folded(game.ruleset) == wanted)) {
        return Meaning::One(game.ruleset);
    }
    let mut found: Vec<Called> = games.into_iter().filter(|game| game.is_called(&wanted)).collect();
    let titled: Vec<usize> = (0..found.len()).filter(|at| folded(found[*at].title) == wanted).collect();
    if let [one] = titled.as_slice() {
        found = vec![found.swap_remove(*one)];
    }
    match found.as_slice() {
        [] => Meaning::Nothing,
        [one] => Meaning::One(one.ruleset),
        _ => Meaning::Several(found),
    }
}

/// All other games than that of a ruleset that are called by a name.
pub fn others(name: &str, ruleset: &str) -> Vec<Called> {
    let wanted = folded(name);
    called().into_iter().filter(|game| game.ruleset != ruleset && game.is_called(&wanted)).collect()
}

/// What all shipped rulesets call their games, sorted by ruleset.
pub fn called() -> Vec<Called> {
    INDEX.lines().filter_map(Called::read).collect()
}

/// The index of the shipped rulesets, made from their rules. A file that cannot be read is left out.
pub fn index() -> String {
    let line = |(ruleset, _)| Some(line(ruleset, &*Ruleset::shipped(ruleset).ok()?.rules().ok()?));
    shipped_texts().filter_map(line).collect()
}

/// A line of the index: cells are parted by tabs, and what is in a cell by `|`.
fn line(ruleset: &str, rules: &Rules) -> String {
    let (about, board) = (&rules.about, &rules.board);
    let cells = [
        ruleset.to_owned(),
        about.name.clone(),
        about.also.as_ref().map_or(String::new(), |also| also.value.join("|")),
        about.region.as_ref().map_or(String::new(), |region| region.value.join("|")),
        board.rows.value.to_string(),
        board.columns.value.to_string(),
        board.start.iter().map(|seeds| u64::from(*seeds)).sum::<u64>().to_string(),
        players(rules).iter().map(usize::to_string).collect::<Vec<_>>().join("|"),
        families(rules).into_iter().map(Family::name).collect::<Vec<_>>().join("|"),
    ];
    cells.join("\t") + "\n"
}

/// How many can play, by one reading or another; the number in force first.
fn players(rules: &Rules) -> Vec<usize> {
    let mut numbers = vec![rules.board.players.value];
    for option in &rules.options {
        let Some(at) = option.names.iter().position(|name| name == "players") else { continue };
        for reading in option.readings.iter() {
            let bounds: Vec<usize> = reading.values[at].split(" to ").filter_map(|text| text.parse().ok()).collect();
            if let (Some(low), Some(high)) = (bounds.first(), bounds.last()) {
                numbers.extend((*low..=*high).filter(|number| *number != rules.board.players.value));
            }
        }
    }
    numbers
}

impl Called {
    /// From a line of the index.
    fn read(line: &'static str) -> Option<Called> {
        let several = |cell: &'static str| cell.split('|').filter(|part| !part.is_empty());
        let [ruleset, title, also, region, rows, columns, seeds, players, families] =
            line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        Some(Called {
            ruleset,
            title,
            also: several(also).collect(),
            region: several(region).collect(),
            rows: rows.parse().ok()?,
            columns: columns.parse().ok()?,
            seeds: seeds.parse().ok()?,
            players: several(players).filter_map(|number| number.parse().ok()).collect(),
            families: several(families).filter_map(Family::named).collect(),
        })
    }

    /// `Um ed-Dyar: Western Mauritania`
    pub fn title_and_region(&self) -> String {
        if self.region.is_empty() {
            self.title.to_owned()
        } else {
            format!("{}: {}", self.title, self.region.join(", "))
        }
    }

    /// Whether one of its names is this one, folded.
    fn is_called(&self, wanted: &str) -> bool {
        folded(self.ruleset) == wanted || self.names().any(|known| is_name(known, wanted))
    }

    /// All names of the game, its title first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.title).chain(self.also.iter().copied())
    }
}

/// Whether a name, with or without what stands in brackets behind it, is the one wanted, folded.
fn is_name(known: &str, wanted: &str) -> bool {
    folded(known) == wanted || known.split_once(" (").is_some_and(|(before, _)| folded(before) == wanted)
}

/// A name or a place as it is compared: plain small letters and digits, without accents, blanks and hyphens.
pub fn folded(text: &str) -> String {
    let plain = deunicode(text);
    plain.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}
