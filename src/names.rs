//! What games are called: the names that the shipped rulesets give to them, read from the heads of their files alone.
//!
//! One name can mean several games in the field reports, and one game has many spellings. A name is compared without
//! its case, accents, blanks and hyphens; `Sadeqa` finds `Sadeqa (Jimma)` as well.

use deunicode::deunicode;

use crate::ruleset::shipped;
use crate::source::Source;
use crate::syntax::ast::{File, Piece, Section, Statement};
use crate::syntax::parse;

/// What a shipped ruleset calls its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The name of the ruleset.
    pub ruleset: &'static str,
    /// The name of the game.
    pub title: String,
    /// Its other names.
    pub also: Vec<String>,
    /// Where it is played.
    pub region: Vec<String>,
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
    let wanted = folded(name);
    if let Some((ruleset, _)) = shipped().find(|(ruleset, _)| folded(ruleset) == wanted) {
        return Meaning::One(ruleset);
    }
    if wanted.is_empty() {
        return Meaning::Nothing;
    }
    let mut found: Vec<Called> = calling(&wanted).collect();
    let titled: Vec<usize> = (0..found.len()).filter(|at| folded(&found[*at].title) == wanted).collect();
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
    calling(&wanted).filter(|game| game.ruleset != ruleset).collect()
}

/// What all shipped rulesets call their games, sorted by ruleset.
pub fn called() -> Vec<Called> {
    shipped().map(|(ruleset, text)| Called::read(ruleset, text)).collect()
}

/// The games with a name, which is folded.
fn calling(wanted: &str) -> impl Iterator<Item = Called> {
    // to read a head takes longer than to see that it does not say the name
    let says = move |ruleset: &str, text: &str| folded(ruleset) == wanted || folded(head(text)).contains(wanted);
    let games = shipped().filter(move |(ruleset, text)| says(ruleset, text));
    games.map(|(ruleset, text)| Called::read(ruleset, text)).filter(move |game| game.is_called(wanted))
}

/// The head of a file, which is its first section.
fn head(text: &str) -> &str {
    let end = text.find("\n}").map_or(text.len(), |end| end + "\n}".len());
    &text[..end]
}

impl Called {
    /// `Um ed-Dyar: Western Mauritania`
    pub fn title_and_region(&self) -> String {
        if self.region.is_empty() { self.title.clone() } else { format!("{}: {}", self.title, self.region.join(", ")) }
    }

    /// From the head of a file; its rules are not read.
    fn read(ruleset: &'static str, text: &str) -> Called {
        let (head, _) = parse(&Source::new(ruleset, head(text)));
        let section = game(&head);
        let texts = |name: &str| section.map_or(Vec::new(), |section| texts(section, name));
        let title = section.and_then(|section| section.title.as_ref());
        Called {
            ruleset,
            title: title.map_or_else(|| ruleset.to_owned(), |title| title.text.clone()),
            also: texts("also"),
            region: texts("region"),
        }
    }

    /// Whether one of its names is this one, folded.
    fn is_called(&self, wanted: &str) -> bool {
        folded(self.ruleset) == wanted || self.names().any(|known| is_name(known, wanted))
    }

    /// All names of the game, its title first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.title).chain(&self.also).map(String::as_str)
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

fn game(file: &File) -> Option<&Section> {
    file.statements.iter().find_map(|statement| match statement {
        Statement::Section(section) if section.name.text == "game" => Some(section),
        _ => None,
    })
}

/// The texts of a setting.
fn texts(section: &Section, name: &str) -> Vec<String> {
    let settings = section.body.iter().filter_map(|statement| match statement {
        Statement::Setting(setting) if setting.names.iter().any(|known| known.text == name) => Some(setting),
        _ => None,
    });
    let pieces = settings.flat_map(|setting| &setting.readings).flat_map(|reading| &reading.pieces);
    let texts = pieces.filter_map(|piece| match piece {
        Piece::Text(text) => Some(text.text.clone()),
        _ => None,
    });
    texts.collect()
}
