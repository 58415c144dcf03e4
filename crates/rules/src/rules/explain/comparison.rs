//! Compares the explanations of two games, or of two readings of one game.

use super::differences::{Difference, differences};
use super::layout::{Page, cited};
use super::sentence::Sentence;
use super::sentences::about_game;
use super::words::join;
use crate::rules::model::Rules;

/// The heading of names and regions.
const NAMES: &str = "Names";

/// A comparison of two games, or of two readings of one game, sentence by sentence.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The names of the two games, as they stand in a sentence.
    pub names: [String; 2],
    /// The labels of statements that only one of them has.
    labels: [String; 2],
    /// The differences, in the order of an explanation.
    pub differences: Vec<Difference>,
    /// The sections without differences.
    pub alike: Vec<String>,
}

impl Comparison {
    /// Compares two games. `files` are the names of their files; they distinguish games with equal names.
    pub fn new(one: &Rules, two: &Rules, files: [&str; 2]) -> Comparison {
        let of = |rules: &Rules| -> Vec<Sentence> {
            let mut sentences = about_game(rules);
            for sentence in sentences.iter_mut().filter(|sentence| sentence.section == rules.about.name) {
                sentence.section = NAMES.to_owned();
            }
            sentences
        };
        let (first, second) = (of(one), of(two));
        let differences = differences(&first, &second);
        let mut alike: Vec<String> = Vec::new();
        for sentence in &first {
            let differs = differences.iter().any(|difference| difference.section() == sentence.section);
            let is_rule = sentence.section != NAMES;
            if is_rule && !differs && !alike.contains(&sentence.section) {
                alike.push(sentence.section.clone());
            }
        }
        let (names, labels) = names(one, two, files);
        Comparison { names, labels, differences, alike }
    }

    /// The comparison as text of at most 100 columns.
    pub fn text(&self) -> String {
        let [one, two] = &self.names;
        let mut page = Page::new(&match (self.differences.is_empty(), one == two) {
            (true, true) => format!("Both have the same rules: {one}"),
            (true, false) => format!("{one} and {two} have the same rules"),
            (false, _) => format!("Where {one} and {two} differ"),
        });
        let [one, two] = &self.labels;
        let mut section = "";
        for difference in &self.differences {
            if difference.section() != section {
                section = difference.section();
                page.heading(section);
            }
            match difference {
                Difference::Changed(first, second, _) => {
                    let (here, there) = first.beside(second);
                    page.line(1, &format!("{one}: {}", cited(here, &first.basis)));
                    page.line(1, &format!("{two}: {}", cited(there, &second.basis)));
                }
                Difference::Gone(sentence) => {
                    page.line(1, &format!("{}: {}", only(one), cited(&sentence.text, &sentence.basis)))
                }
                Difference::New(sentence, _) => {
                    page.line(1, &format!("{}: {}", only(two), cited(&sentence.text, &sentence.basis)))
                }
                Difference::Earlier(sentence) => {
                    page.line(1, &format!("{two}, earlier in the list: {}", sentence.text))
                }
                Difference::Later(sentence) => page.line(1, &format!("{two}, later in the list: {}", sentence.text)),
            }
        }
        if !self.differences.is_empty() && !self.alike.is_empty() {
            page.heading("Alike in both");
            page.line(1, &format!("{}.", join(&self.alike, "and")));
        }
        page.text
    }
}

/// The label of a statement that only one of them has.
fn only(label: &str) -> String {
    match label.strip_prefix("With ") {
        Some(chosen) => format!("Only with {chosen}"),
        None => format!("Only {label}"),
    }
}

/// Names of the two games for use in a sentence, and labels for use before one. These are the games' names; if equal,
/// what the readings differ in; if the files differ, the names with the files.
fn names(one: &Rules, two: &Rules, files: [&str; 2]) -> ([String; 2], [String; 2]) {
    let called = [&one.about.name, &two.about.name].map(String::clone);
    if called[0] != called[1] {
        return (called.clone(), called);
    }
    let chosen = |rules: &Rules, other: &Rules| -> Vec<String> {
        let value = |rules: &Rules, name: &str| {
            rules.options.iter().find_map(|option| {
                let at = option.names.iter().position(|known| known == name)?;
                option.values.get(at).cloned()
            })
        };
        let names = rules.options.iter().flat_map(|option| &option.names);
        names
            .filter(|name| value(other, name).is_some() && value(other, name) != value(rules, name))
            .filter_map(|name| Some(format!("{name} {}", value(rules, name)?)))
            .collect()
    };
    let (first, second) = (chosen(one, two), chosen(two, one));
    match (files[0] == files[1], first.is_empty()) {
        (true, true) => (called.clone(), called),
        (true, false) => {
            let chosen = [first, second].map(|chosen| join(&chosen, "and"));
            (
                chosen.clone().map(|chosen| format!("{} with {chosen}", called[0])),
                chosen.map(|chosen| format!("With {chosen}")),
            )
        }
        (false, _) => {
            let named = files.map(|file| format!("{} ({file})", called[0]));
            (named.clone(), named)
        }
    }
}
