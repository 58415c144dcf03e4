//! The rules of a game in plain English, a sentence for every statement of its file.

mod board;
mod claims;
mod comparison;
mod conditions;
mod differences;
mod effects;
mod holes;
mod layout;
mod lists;
mod markdown;
mod matches;
mod moves;
mod numbers;
mod options;
mod quantifiers;
mod simplify;
mod voice;
mod words;

pub use self::comparison::Comparison;
pub use self::differences::{Difference, differences};
pub use self::layout::brackets;
pub use self::options::{Open, Reading};
use self::words::{join, sentence};
use crate::rules::model::{Basis, Rules, SourceText};

/// The names and values that choose readings, as `--set` gives them.
pub type Settings = [(String, String)];

/// What one statement of a rule file means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The heading under which it stands: the game's name, `Board`, `Sowing` ..
    pub section: String,
    /// What it says.
    pub text: String,
    /// Where it was read or why it was assumed; empty where neither is told.
    pub basis: Basis,
    /// Who says it, and how it stands beside others.
    pub kind: Kind,
}

/// Who says a sentence, and how it stands beside others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The file, by a setting of this name.
    Setting(&'static str),
    /// The file, by a rule of a list; the first that fits applies.
    Rule,
    /// The file, of what no game comes to.
    Claim,
    /// The file, of what it does not carry.
    LeftOut,
    /// The language.
    Given,
    /// The language, of what a word in other sentences means.
    Term,
}

impl Sentence {
    fn new(section: &str, text: &str, basis: &Basis, kind: Kind) -> Sentence {
        Sentence { section: section.to_owned(), text: sentence(text), basis: basis.clone(), kind }
    }

    fn setting(section: &str, name: &'static str, text: &str, basis: &Basis) -> Sentence {
        Sentence::new(section, text, basis, Kind::Setting(name))
    }

    fn given(section: &str, text: &str) -> Sentence {
        Sentence::new(section, text, &Basis::new(), Kind::Given)
    }

    /// Whether a statement of the file says it; else the language does.
    pub fn is_stated(&self) -> bool {
        matches!(self.kind, Kind::Setting(_) | Kind::Rule | Kind::Claim | Kind::LeftOut)
    }

    /// Why it was assumed, if it was.
    pub fn assumed(&self) -> Option<String> {
        assumed(&self.basis)
    }

    /// Whether no other sentence tells the same setting; those of a move are told case by case.
    fn is_alone(&self) -> bool {
        matches!(self.kind, Kind::Setting(name) if !["from", "direction", "begin"].contains(&name))
    }
}

/// Why something was assumed, if it was.
pub fn assumed(basis: &Basis) -> Option<String> {
    let why: Vec<&str> =
        basis.iter().filter(|origin| origin.source.is_none()).map(|origin| origin.text.as_str()).collect();
    (!why.is_empty()).then(|| why.join("; "))
}

/// A game told in sentences: the rules, and what is to be known about them.
#[derive(Clone, Debug)]
pub struct Account {
    /// The name of the game.
    pub name: String,
    /// The rules from the board to the match, what is claimed of them, and what the file leaves out, in the order of a report.
    pub sentences: Vec<Sentence>,
    /// What the sources leave open.
    pub open: Vec<Open>,
    /// The sources.
    pub sources: Vec<SourceText>,
    /// What the examples show.
    pub examples: Vec<String>,
}

impl Account {
    /// Tells a game; `under` gives its rules under other readings, or none if they cannot stand together. So many
    /// readings as `most` says are looked at.
    pub fn new(rules: &Rules, most: usize, under: impl Fn(&Settings) -> Option<Rules>) -> Account {
        let sentences = sentences(rules);
        Account {
            name: rules.about.name.clone(),
            open: options::open(rules, &sentences, most, under),
            sentences,
            sources: rules.sources.clone(),
            examples: rules.examples.iter().map(|example| sentence(&example.title)).collect(),
        }
    }

    /// A text of at most 100 columns, with the source of every sentence in square brackets.
    pub fn text(&self) -> String {
        layout::text(self)
    }

    /// The same in Markdown, with the sources as footnotes.
    pub fn markdown(&self) -> String {
        markdown::text(self)
    }

    /// The sentences of the rules and of what is left out, section by section.
    fn sections(&self) -> impl Iterator<Item = &[Sentence]> {
        self.sentences.chunk_by(|one, next| one.section == next.section)
    }

    /// Sentences that rest on no source, with why they were assumed.
    fn assumed(&self) -> impl Iterator<Item = (&Sentence, String)> {
        self.sentences.iter().filter_map(|told| Some((told, told.assumed()?)))
    }

    /// Sentences of the file of which it does not say where they come from; one for all if it never does.
    fn without_basis(&self) -> Vec<&str> {
        let stated = || self.sentences.iter().filter(|told| told.is_stated());
        match stated().all(|told| told.basis.is_empty()) {
            true => vec!["All that is told above."],
            false => stated().filter(|told| told.basis.is_empty()).map(|told| told.text.as_str()).collect(),
        }
    }
}

/// Whether the sentences of a section are a list of which the first that fits applies.
fn is_list(section: &[Sentence]) -> bool {
    section.iter().filter(|told| told.kind == Kind::Rule).count() > 1
}

/// The rules and what is left out, a sentence for every statement.
pub fn sentences(rules: &Rules) -> Vec<Sentence> {
    let chosen = moves::moves(rules);
    let lists = lists::turn(rules);
    let mut told = names(rules);
    told.extend(board::board(rules));
    let terms = terms(chosen.iter().chain(&lists));
    told.extend(chosen);
    told.extend(moves::sowing(rules, &terms));
    told.extend(lists);
    told.extend(matches::score(rules));
    told.extend(matches::contest(rules));
    told.extend(claims::claims(rules));
    let left_out =
        |left: &crate::rules::model::Stated<String>| Sentence::new("Left out", &left.value, &left.basis, Kind::LeftOut);
    told.extend(rules.left_out.iter().map(left_out));
    told
}

/// What words mean that some sentences use as terms.
fn terms<'s>(sentences: impl Iterator<Item = &'s Sentence>) -> Vec<&'static str> {
    const TERMS: [(&str, &str); 3] = [
        (" lap", "a lap is the sowing of what was lifted at one time; a turn can have several"),
        (
            " makes ",
            "what a hole makes is the number of seeds in it when one has just fallen there, that one counted and none taken \
             yet",
        ),
        (" of the same number ", "the holes of each row have numbers, counted from their owner's left"),
    ];
    let texts: Vec<&str> = sentences.map(|told| told.text.as_str()).collect();
    // a hole makes a number; a player makes a hole something
    let number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit()) || rest.starts_with(['a', 'm', 'f']);
    let used = |term: &str| match term {
        " makes " => texts.iter().any(|text| text.split(term).skip(1).any(number)),
        _ => texts.iter().any(|text| text.contains(term)),
    };
    TERMS.into_iter().filter(|(term, _)| used(term)).map(|(_, meaning)| meaning).collect()
}

fn names(rules: &Rules) -> Vec<Sentence> {
    let about = &rules.about;
    let also = about.also.iter().map(|also| ("also", format!("also called {}", also.value.join(", ")), &also.basis));
    let region = about.region.iter().map(|region| {
        let places: Vec<String> = region.value.iter().map(|place| place_name(place)).collect();
        ("region", format!("played in {}", join(&places, "and")), &region.basis)
    });
    also.chain(region).map(|(name, text, basis)| Sentence::setting(&about.name, name, &text, basis)).collect()
}

/// A place as it stands behind `in`.
fn place_name(place: &str) -> String {
    const WITH_ARTICLE: [&str; 5] = ["Caribbean", "Comoros", "Gambia", "Maldives", "Philippines"];
    let article = place.starts_with("United ") || WITH_ARTICLE.contains(&place);
    if article { format!("the {place}") } else { place.to_owned() }
}
