//! Names and families of the shipped games, from an index: no rule file is read.
//!
//! In the field reports several games share a name, and one game has many spellings. Names are compared without case,
//! accents, blanks and hyphens; `Sadeqa` also finds `Sadeqa (Jimma)`.

use deunicode::deunicode;

use crate::rules::family::{Family, families};
use crate::rules::model::Rules;
use crate::ruleset::{Ruleset, shipped_texts};

/// One line for each shipped ruleset. [`index`] makes it; `tests/docs` checks that it is up to date.
static INDEX: &str = include_str!(concat!(env!("RULESETS"), "/index.tsv"));

/// Names and facts of a shipped game under its default readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Name of the ruleset.
    pub ruleset: &'static str,
    /// Name of the game.
    pub title: &'static str,
    /// Other names of the game.
    pub also: Vec<&'static str>,
    /// Regions where it is played.
    pub region: Vec<&'static str>,
    /// Number of rows of the board.
    pub rows: usize,
    /// Number of holes in each row.
    pub columns: usize,
    /// Seeds on the board at the start.
    pub seeds: u64,
    /// Possible numbers of players under all readings, the default first.
    pub players: Vec<usize>,
    /// Families that it belongs to.
    pub families: Vec<Family>,
}

/// What a name refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// One ruleset: it has this name, or no ruleset has it and this is the only game called so.
    One(&'static str),
    /// No ruleset has this name, and several games are called so.
    Several(Vec<Called>),
    /// No ruleset or game has this name.
    Nothing,
}

/// Looks up a name. Names of rulesets come first, in any case and spelling, then titles of games, then their other
/// names.
pub fn meaning(name: &str) -> Meaning {
    let games = called();
    let wanted = folded(name);
    if wanted.is_empty() {
        return Meaning::Nothing;
    }
    // most callers write the name of a ruleset exactly
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

/// Games that a name also refers to, except that of the given ruleset.
pub fn others(name: &str, ruleset: &str) -> Vec<Called> {
    let wanted = folded(name);
    called().into_iter().filter(|game| game.ruleset != ruleset && game.is_called(&wanted)).collect()
}

/// All shipped games, sorted by ruleset.
pub fn called() -> Vec<Called> {
    INDEX.lines().filter_map(Called::read).collect()
}

/// Makes the index from the shipped rulesets. Leaves out files that cannot be read.
pub fn index() -> String {
    let line = |(ruleset, _)| Some(line(ruleset, &*Ruleset::shipped(ruleset).ok()?.rules().ok()?));
    shipped_texts().filter_map(line).collect()
}

/// A line of the index: fields separated by tabs, values within a field by `|`.
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

/// Possible numbers of players under all readings, the one of these rules first.
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
    /// Parses a line of the index.
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

    /// Title and regions, such as `Um ed-Dyar: Western Mauritania`.
    pub fn title_and_region(&self) -> String {
        if self.region.is_empty() {
            self.title.to_owned()
        } else {
            format!("{}: {}", self.title, self.region.join(", "))
        }
    }

    /// Whether the folded name `wanted` is one of its names.
    fn is_called(&self, wanted: &str) -> bool {
        folded(self.ruleset) == wanted || self.names().any(|known| is_name(known, wanted))
    }

    /// All names of the game, its title first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.title).chain(self.also.iter().copied())
    }
}

/// Whether a name matches the folded name `wanted`, with or without its part in brackets.
fn is_name(known: &str, wanted: &str) -> bool {
    folded(known) == wanted || known.split_once(" (").is_some_and(|(before, _)| folded(before) == wanted)
}

/// What a name sounds like, roughly: spellings of one name that differ in vowels, doubled letters and letters that stand
/// for one sound (`Awele` and `Awalé`, `Omwezo` and `Omweso`) are the same. The first vowel counts only as a vowel.
pub fn sound(text: &str) -> String {
    let folded = folded(text);
    let spelled =
        [("ou", "w"), ("ph", "f"), ("ck", "k"), ("qu", "k"), ("tch", "c"), ("tsh", "c"), ("ch", "c"), ("sh", "s")];
    let plain = spelled.iter().fold(folded, |text, (letters, one)| text.replace(letters, one));
    let (mut sound, mut before) = (String::new(), None);
    for (at, letter) in plain.chars().enumerate() {
        if before.replace(letter) == Some(letter) {
            continue;
        }
        let letter = match letter {
            'a' | 'e' | 'i' | 'o' | 'u' if at == 0 => 'a',
            'a' | 'e' | 'i' | 'o' | 'u' | 'h' => continue,
            'q' => 'k',
            'z' => 's',
            'y' | 'j' => 'i',
            'v' => 'w',
            other => other,
        };
        sound.push(letter);
    }
    sound
}

/// Folds a name or a place for comparison: ASCII lower-case letters and digits, without accents, blanks and hyphens.
pub fn folded(text: &str) -> String {
    let plain = deunicode(text);
    plain.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::sound;

    #[test]
    fn spellings_of_a_name_sound_alike() {
        for (one, other) in
            [("Awele", "Awalé"), ("omwezo", "Omweso"), ("Krurr", "Krur"), ("Warri", "Ouri"), ("chisolo", "tshisolo")]
        {
            assert_eq!(sound(one), sound(other), "{one}, {other}");
        }
        for (one, other) in [("Krur", "Koro"), ("Hus", "Isolo"), ("Bao", "Abala'e")] {
            assert_ne!(sound(one), sound(other), "{one}, {other}");
        }
    }
}
