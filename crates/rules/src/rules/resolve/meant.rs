//! Looks for what was meant by words without a meaning: similar words that have one here.

use std::sync::LazyLock;

use super::resolver::Resolver;
use crate::rules::model::One;
use crate::rules::vocabulary::{self, Entry, Meaning};
use crate::source::Span;
use crate::syntax::ast::{Set, SetKind, Word, Words, texts};
use crate::syntax::spoken::{self, Instead};

/// Words before holes that say nothing.
const ARTICLES: &[&str] = &["the", "a", "an"];
/// Words before a hole that stand for the plural.
const EVERY: &[&str] = &["any", "every", "each", "all"];
/// Words between holes and a number that stand for `where holds`.
const WITH: &[&str] = &["with", "having", "containing", "holding"];
/// The beginnings of numbers that are no lists.
const BOUNDS: &[[&str; 2]] = &[["at", "least"], ["at", "most"], ["more", "than"], ["fewer", "than"]];

impl Resolver<'_> {
    /// Tries to resolve something; what it reports is forgotten.
    pub(super) fn quietly<T>(&mut self, then: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.guessing || self.is_full() {
            return None;
        }
        self.guessing = true;
        let before = self.gathered.problems.len();
        let (choice_fits, sows_on, goes_clockwise) = (self.choice_fits, self.sows_on, self.goes_clockwise);
        let value = then(self);
        let well = self.gathered.problems.len() == before;
        self.gathered.problems.truncate(before);
        (self.choice_fits, self.sows_on, self.goes_clockwise) = (choice_fits, sows_on, goes_clockwise);
        self.guessing = false;
        value.filter(|_| well)
    }

    /// The words of a set of holes that was probably meant.
    pub(super) fn meant_holes(&mut self, words: &[Word]) -> Option<String> {
        self.variants(words).into_iter().find(|words| self.names_holes(words)).map(|words| texts(&words).into_owned())
    }

    /// Whether words name holes here.
    pub(super) fn names_holes(&mut self, words: &[Word]) -> bool {
        let words = Words { words: words.to_vec(), span: place(words) };
        self.quietly(|resolver| resolver.set_words(&words)).is_some()
    }

    /// The words of a property that was probably meant.
    pub(super) fn meant_property(&mut self, one: &One, words: &[Word]) -> Option<String> {
        let mut variants = self.variants(words);
        let fits = |resolver: &mut Self, words: &[Word]| {
            let words = Words { words: words.to_vec(), span: place(words) };
            resolver.quietly(|resolver| resolver.property_words(one, &words)).is_some()
        };
        if let Some(words) = variants.iter().find(|words| fits(self, words)) {
            return Some(texts(words).into_owned());
        }
        variants.insert(0, words.to_vec());
        let holes = variants.into_iter().find(|words| self.names_holes(words))?;
        Some(format!("in {}", texts(&holes)))
    }

    /// The words of a condition that was probably meant.
    pub(super) fn meant_condition(&mut self, words: &[Word]) -> Option<String> {
        if let Some((0, holds)) = bounded(words) {
            return Some(holds);
        }
        let found = self.variants(words).into_iter().find(|words| {
            let span = place(words);
            let kind = SetKind::Words { words: Words { words: words.clone(), span }, within: None };
            let set = Set { kind, filter: None, span };
            self.quietly(|resolver| resolver.fact(&set)).is_some()
        });
        found.map(|words| texts(&words).into_owned())
    }

    /// The name of an option with this reading.
    pub(super) fn option_with_reading(&self, said: &str) -> Option<&str> {
        let names =
            self.known.options.iter().flat_map(|entry| entry.names.iter().enumerate().map(move |name| (entry, name)));
        let mut found = names
            .filter(|(entry, (at, _))| (0..entry.readings.len()).any(|reading| entry.value(reading, *at).text == said));
        found.next().map(|(_, (_, name))| name.text.as_str())
    }

    /// The words of an outcome that was probably meant.
    pub(super) fn meant_outcome(&self, words: &[Word]) -> Option<String> {
        let contest = if self.has_contest { "the round" } else { "the game" };
        self.variants(words).iter().map(|words| texts(words).replace("the game", contest)).find(|said| {
            let is_outcome =
                |said: &str| vocabulary::written(said).any(|entry| matches!(entry.meaning, Meaning::Outcome(Some(_))));
            // `lift here, sow after here` is no single outcome
            is_outcome(said) || said.split_once(", ").is_some()
        })
    }

    /// Holes, and after them a number that they hold without `where holds`: `own holes with at least 2 seeds`.
    pub(super) fn meant_filter(&mut self, words: &[Word]) -> Option<String> {
        let (left, holds) = bounded(words)?;
        let holes = words.get(..left).filter(|holes| !holes.is_empty())?;
        let said = if self.names_holes(holes) { texts(holes).into_owned() } else { self.meant_holes(holes)? };
        Some(format!("{said} where {holds}"))
    }

    /// The first words that neither the language nor the file knows and that are said otherwise here: their place among
    /// the words, and what to write instead. Words of the language are looked up only alone.
    pub(super) fn saying(&self, words: &[Word]) -> Option<(usize, Instead)> {
        let said: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let known = self.known_words();
        (0..words.len()).find_map(|at| {
            let instead = spoken::begins(&said[at..])?;
            let unknown = words.len() == 1 || instead.count > 1 || !known.contains(&words[at].text);
            unknown.then_some((at, instead))
        })
    }

    /// Where two effects have no comma between them: the last word of the first one, and the words before the second one
    /// that only join them.
    pub(super) fn lacks_comma(&self, words: &[Word]) -> Option<(usize, usize)> {
        let at =
            (1..words.len()).find(|at| begins_effect(&words[*at..]) && self.own_word(&words[*at].text).is_none())?;
        let joins = |word: &Word| matches!(word.text.as_str(), "then" | "also");
        let last = (0..at).rev().find(|before| !joins(&words[*before]))?;
        Some((last, at))
    }

    /// Other words that may have been meant: with what players say in the words of the language, without articles, with
    /// the plural for one of many.
    fn variants(&self, words: &[Word]) -> Vec<Vec<Word>> {
        let known = self.known_words();
        let mut said: Vec<String> = Vec::new();
        let mut rest = words;
        while let Some((first, behind)) = rest.split_first() {
            let now: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
            let instead = spoken::begins(&now).filter(|instead| instead.count > 1 || !known.contains(&first.text));
            match instead.and_then(|instead| Some((instead.count, instead.words?))) {
                Some((count, words)) => {
                    said.extend(words.split(' ').map(str::to_owned));
                    rest = &rest[count..];
                }
                None => {
                    said.push(first.text.clone());
                    rest = behind;
                }
            }
        }
        let mut variants = vec![said.clone()];
        let before = said.len();
        said.retain(|word| !ARTICLES.contains(&word.as_str()));
        let article = said.len() < before;
        variants.push(said.clone());
        let every = said.first().is_some_and(|first| EVERY.contains(&first.as_str()));
        if every {
            said.remove(0);
            variants.push(said.clone());
        }
        if said.last().is_some_and(|last| last == "hole") {
            said.pop();
            variants.push(said.clone());
            said.push("holes".to_owned());
            variants.push(said);
        } else if !article && !every && said.last().is_some_and(|last| last == "holes") {
            said.pop();
            variants.push(said);
        }
        let original = texts(words);
        let span = place(words);
        let spoken = |said: Vec<String>| -> Vec<Word> { said.into_iter().map(|text| word(text, span)).collect() };
        variants.into_iter().filter(|said| !said.is_empty() && said.join(" ") != original).map(spoken).collect()
    }
}

/// The place of words; no place if there are none.
pub(super) fn place(words: &[Word]) -> Span {
    words.iter().map(|word| word.span).reduce(Span::to).unwrap_or_default()
}

/// A word as if it stood at a place.
fn word(text: String, span: Span) -> Word {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let number = digits.parse().ok();
    Word { ordinal: number.is_some() && digits.len() < text.len(), number, text, span }
}

/// A number of seeds at the end of words, and the number of words before it: `with 2 seeds`, `at least 2`. Says it with
/// `holds`.
pub(super) fn bounded(words: &[Word]) -> Option<(usize, String)> {
    let said: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let begins = |at: usize| BOUNDS.iter().any(|bound| said[at..].starts_with(bound));
    let at = (0..said.len()).find(|at| WITH.contains(&said[*at]) || begins(*at))?;
    let from = at + usize::from(WITH.contains(&said[at]));
    let number = if begins(from.min(said.len())) { from + 2 } else { from };
    let is_number = words.get(number).is_some_and(|word| word.number.is_some() && !word.ordinal);
    let behind = words.get(number + 1..)?;
    let seeds = spoken::replaced(&said[number + 1..]);
    let seeds = matches!(behind, [])
        || matches!(behind, [word] if matches!(word.text.as_str(), "seed" | "seeds"))
        || seeds.is_some_and(|seeds| matches!(seeds.join(" ").as_str(), "seed" | "seeds"));
    (is_number && seeds).then(|| (at, format!("holds {}", said[from..=number].join(" "))))
}

/// The words with which effects and outcomes begin.
static EFFECTS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let part_of_it = |part: &&str| !part.chars().any(char::is_uppercase) && !matches!(*part, "after" | "into" | "in");
    let forms = vocabulary::rows(|meaning| matches!(meaning, Meaning::Effect(_) | Meaning::Outcome(_)));
    let fixed = forms.flat_map(Entry::forms).map(|form| form.split(' ').take_while(part_of_it).collect());
    fixed.filter(|fixed: &Vec<&str>| !fixed.is_empty()).collect()
});

/// Whether words begin with those of an effect or of an outcome.
fn begins_effect(words: &[Word]) -> bool {
    let begins = |fixed: &Vec<&str>| {
        fixed.len() <= words.len() && fixed.iter().zip(words).all(|(form, word)| *form == word.text)
    };
    EFFECTS.iter().any(begins)
}
