//! Builds the tables of the vocabulary in `docs/language.md`.

use super::vocabulary::{Entry, Meaning, VOCABULARY};
use crate::syntax::spoken::{InFile, PLAYERS};

/// The part of the manual between `<!-- vocabulary -->` and `<!-- end of vocabulary -->`, in Markdown: a heading and a
/// table for each kind of word, in the order in which the kinds first occur. Ends with a newline. The blank lines next
/// to the markers are not part of it.
pub fn manual() -> String {
    let mut headings: Vec<&str> = Vec::new();
    for entry in VOCABULARY {
        let found = heading(entry.meaning);
        if !headings.contains(&found) {
            headings.push(found);
        }
    }
    let tables: Vec<String> = headings.into_iter().map(table).collect();
    tables.join("\n")
}

/// The part of the manual between `<!-- players' words -->` and `<!-- end of players' words -->`, as [`manual`].
pub fn players_words() -> String {
    let mut out = "| players say | a rule file says |\n| --- | --- |\n".to_owned();
    for saying in PLAYERS {
        let file = match saying.file {
            InFile::Words(words) | InFile::Noun(words) => format!("`{words}`"),
            InFile::Way(way) => way.to_owned(),
            InFile::Nothing => "nothing: it cannot be said, except in `left out { .. }`".to_owned(),
        };
        out.push_str(&format!("| {} | {file} |\n", saying.said.replace("; ", ", ")));
    }
    out
}

fn table(wanted: &str) -> String {
    let mut out = format!("### {wanted}\n\n| words | where | meaning | example |\n| --- | --- | --- | --- |\n");
    for entry in VOCABULARY.iter().filter(|entry| heading(entry.meaning) == wanted) {
        out.push_str(&line(entry));
    }
    out
}

fn line(entry: &Entry) -> String {
    let words: Vec<String> = entry.forms().map(|form| format!("`{form}`")).collect();
    let cells = [words.join("; "), entry.place.to_owned(), entry.doc.to_owned(), format!("`{}`", entry.example)];
    // escape bars: they would end the cell, even inside code
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

fn heading(meaning: Meaning<'_>) -> &'static str {
    match meaning {
        Meaning::Structure => "How statements are written",
        Meaning::Section(_) => "Sections",
        Meaning::Setting(_) => "Settings",
        Meaning::Value => "Values of settings",
        Meaning::Noun(_) => "Sets of holes",
        Meaning::Hole(_) | Meaning::Relative(_) => "One hole",
        Meaning::Property(_) => "Properties of a hole",
        Meaning::Amount(_) => "Numbers",
        Meaning::Fact(_) => "Facts about the turn and the game",
        Meaning::Player(_) => "Players",
        Meaning::Effect(_) => "Effects",
        Meaning::Outcome(_) => "Outcomes",
    }
}
