//! The rules of a game in plain English, a sentence for every statement of its file.

mod board;
mod conditions;
mod effects;
mod holes;
mod layout;
mod lists;
mod matches;
mod moves;
mod numbers;
mod options;
mod quantifiers;
mod simplify;
mod voice;
mod words;

use self::words::{join, sentence};
use crate::rules::model::{Basis, Rules};

/// What one statement of a rule file means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The heading under which it stands: the game's name, `Board`, `Sowing` ..
    pub section: String,
    /// What it says.
    pub text: String,
    /// Where it was read or why it was assumed; empty where the language itself says it.
    pub basis: Basis,
}

impl Sentence {
    fn new(section: &str, text: &str, basis: &Basis) -> Sentence {
        Sentence { section: section.to_owned(), text: sentence(text), basis: basis.clone() }
    }
}

/// All sentences of a game, in the order of a report.
pub fn sentences(rules: &Rules) -> Vec<Sentence> {
    let chosen = moves::moves(rules);
    let lists = lists::turn(rules);
    let mut told = names(rules);
    told.extend(options::open(rules));
    told.extend(board::board(rules));
    let terms = terms(chosen.iter().chain(&lists));
    told.extend(chosen);
    told.extend(moves::sowing(rules, &terms));
    told.extend(lists);
    told.extend(matches::score(rules));
    told.extend(matches::contest(rules));
    told.extend(rules.left_out.iter().map(|left| Sentence::new("Left out", &left.value, &left.basis)));
    told.extend(sources(rules));
    told.extend(rules.examples.iter().map(|example| Sentence::new("Examples", &example.title, &Basis::new())));
    told
}

/// What words mean that some sentences use as terms.
fn terms<'s>(sentences: impl Iterator<Item = &'s Sentence>) -> Vec<&'static str> {
    const TERMS: [(&str, &str); 2] = [
        ("lap", "a lap is the sowing of what was lifted at one time; a turn can have several"),
        (
            "makes",
            "what a hole makes is the number of its seeds with the one that has just fallen, before any are taken",
        ),
    ];
    let used: Vec<&str> = sentences.flat_map(|told| told.text.split(|c: char| !c.is_alphanumeric())).collect();
    TERMS.into_iter().filter(|(term, _)| used.contains(term)).map(|(_, meaning)| meaning).collect()
}

/// The rules as a text of at most 100 columns, with the source of every sentence in square brackets.
pub fn explain(rules: &Rules) -> String {
    layout::text(&rules.about.name, &sentences(rules))
}

fn names(rules: &Rules) -> Vec<Sentence> {
    let about = &rules.about;
    let also = about.also.iter().map(|also| (format!("also called {}", also.value.join(", ")), &also.basis));
    let region = about.region.iter().map(|region| {
        let places: Vec<String> = region.value.iter().map(|place| place_name(place)).collect();
        (format!("played in {}", join(&places, "and")), &region.basis)
    });
    also.chain(region).map(|(text, basis)| Sentence::new(&about.name, &text, basis)).collect()
}

/// A place as it stands behind `in`.
fn place_name(place: &str) -> String {
    const WITH_ARTICLE: [&str; 5] = ["Caribbean", "Comoros", "Gambia", "Maldives", "Philippines"];
    let article = place.starts_with("United ") || WITH_ARTICLE.contains(&place);
    if article { format!("the {place}") } else { place.to_owned() }
}

fn sources(rules: &Rules) -> Vec<Sentence> {
    let told = |source: &crate::rules::model::SourceText| Sentence {
        section: "Sources".to_owned(),
        text: format!("{}: {}", source.key, source.texts.join(", ")),
        basis: Basis::new(),
    };
    rules.sources.iter().map(told).collect()
}
