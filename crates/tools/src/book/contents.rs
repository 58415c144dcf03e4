//! The order of chapters, what leads to them, and the index.

use std::collections::BTreeMap;

use mancala_rules::names::folded;
use mancala_rules::rules::family::Family;

use super::chapter::Chapter;
use super::terms::TERMS;

/// The places of chapters in the book, from 0.
pub(super) type Places = Vec<usize>;

/// An entry of the index.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    /// The name or the word.
    pub(super) text: String,
    /// Whether it is a word, not the name of a game.
    pub(super) is_word: bool,
    /// The term of the introduction that it is.
    pub(super) term: Option<&'static str>,
    /// The chapters that it leads to.
    pub(super) chapters: Places,
}

/// Regions in alphabetical order, each with the chapters of its games. Places within a region count as that region.
/// Games without a region come last.
pub(super) fn regions(chapters: &[Chapter]) -> Vec<(String, Places)> {
    let mut regions: BTreeMap<String, (String, Places)> = BTreeMap::new();
    let mut nowhere = Places::new();
    for (place, chapter) in chapters.iter().enumerate() {
        for region in chapter.regions().iter().map(|region| whole(region)) {
            let (_, places) = regions.entry(folded(region)).or_insert_with(|| (region.to_owned(), Places::new()));
            if !places.contains(&place) {
                places.push(place);
            }
        }
        if chapter.regions().is_empty() {
            nowhere.push(place);
        }
    }
    let mut all: Vec<(String, Places)> = regions.into_values().collect();
    if !nowhere.is_empty() {
        all.push(("No region".to_owned(), nowhere));
    }
    all
}

/// The region that a place lies in: `Ethiopia` of `Ethiopia (Tigray)`, `Sudan` of `Kordofan, Sudan`.
fn whole(place: &str) -> &str {
    let bare = place.split(" (").next().unwrap_or(place);
    match place.rsplit_once(", ") {
        // several regions in one name stay together
        Some((before, region)) if !before.contains(',') && !region.contains(" and ") && !region.contains(')') => region,
        _ => bare,
    }
}

/// The families that have a game, each with the chapters of its games.
pub(super) fn families(chapters: &[Chapter]) -> Vec<(Family, Places)> {
    let of = |family: Family| -> Places {
        let places = chapters.iter().enumerate().filter(|(_, chapter)| chapter.families.contains(&family));
        places.map(|(place, _)| place).collect()
    };
    Family::ALL.into_iter().map(|family| (family, of(family))).filter(|(_, places)| !places.is_empty()).collect()
}

/// The index of names and words, in alphabetical order.
pub(super) fn index(chapters: &[Chapter]) -> Vec<Entry> {
    let mut all: BTreeMap<(String, bool), Entry> = BTreeMap::new();
    let mut add = |text: &str, is_word: bool, chapter: Option<usize>| {
        let fresh = || Entry { text: text.to_owned(), is_word, ..Entry::default() };
        let entry = all.entry((folded(text), is_word)).or_insert_with(fresh);
        if let Some(chapter) = chapter.filter(|chapter| !entry.chapters.contains(chapter)) {
            entry.chapters.push(chapter);
        }
    };
    for (place, chapter) in chapters.iter().enumerate() {
        add(chapter.name(), false, Some(place));
        chapter.also().iter().for_each(|name| add(name, false, Some(place)));
        chapter.words().iter().for_each(|word| add(word, true, Some(place)));
    }
    TERMS.iter().for_each(|(term, _)| add(term, true, None));
    let mut entries: Vec<Entry> = all.into_values().collect();
    for entry in entries.iter_mut().filter(|entry| entry.is_word) {
        entry.term = TERMS.iter().map(|(term, _)| *term).find(|term| *term == entry.text);
    }
    entries
}

/// The chapter of the game of a name, if the book has one.
pub(super) fn chapter_of<'c>(chapters: &'c [Chapter], game: &str) -> Option<&'c Chapter> {
    chapters.iter().find(|chapter| chapter.name() == game)
}

/// What a link to a term of the introduction is called.
pub(super) fn term_id(term: &str) -> String {
    format!("term-{}", term.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn a_place_lies_in_a_region() {
        assert_eq!(whole("Ethiopia (Tigray)"), "Ethiopia");
        assert_eq!(whole("Ethiopia (Adegrat, eastern Tigray)"), "Ethiopia");
        assert_eq!(whole("Lembata (Kédang), Indonesia"), "Indonesia");
        assert_eq!(whole("Kordofan, Sudan"), "Sudan");
        assert_eq!(whole("Ethiopia, Eritrea and Djibouti (Afar)"), "Ethiopia, Eritrea and Djibouti");
        assert_eq!(whole("Ghana"), "Ghana");
    }
}
