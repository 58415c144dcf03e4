//! How two games differ, or two readings of one.

use super::differences::{Difference, differences};
use super::layout::{Page, cited};
use super::sentence::{Kind, Sentence};
use super::sentences::sentences;
use super::words::join;
use crate::rules::model::Rules;

/// The heading of names and places.
const NAMES: &str = "Names";

/// Two games, or two readings of one, sentence against sentence.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What each is called, as it stands in a sentence.
    pub names: [String; 2],
    /// What stands in front of what only one of them says.
    labels: [String; 2],
    /// What is told otherwise, in the order of a report.
    pub differences: Vec<Difference>,
    /// Sections in which nothing is told otherwise.
    pub alike: Vec<String>,
}

impl Comparison {
    /// Compares two games. `files` are the names of their files, told where the games are called the same.
    pub fn new(one: &Rules, two: &Rules, files: [&str; 2]) -> Comparison {
        let told = |rules: &Rules| -> Vec<Sentence> {
            let mut told = sentences(rules);
            told.retain(|told| !matches!(told.kind, Kind::Claim | Kind::LeftOut));
            for told in told.iter_mut().filter(|told| told.section == rules.about.name) {
                told.section = NAMES.to_owned();
            }
            told
        };
        let (first, second) = (told(one), told(two));
        let differences = differences(&first, &second);
        let mut alike: Vec<String> = Vec::new();
        for told in &first {
            let differs = differences.iter().any(|difference| difference.section() == told.section);
            let is_rule = told.section != NAMES;
            if is_rule && !differs && !alike.contains(&told.section) {
                alike.push(told.section.clone());
            }
        }
        let (names, labels) = names(one, two, files);
        Comparison { names, labels, differences, alike }
    }

    /// A text of at most 100 columns.
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
                Difference::Changed(first, second) => {
                    page.line(1, &format!("{one}: {}", cited(&first.text, &first.basis)));
                    page.line(1, &format!("{two}: {}", cited(&second.text, &second.basis)));
                }
                Difference::Gone(told) => page.line(1, &format!("{}: {}", only(one), cited(&told.text, &told.basis))),
                Difference::New(told, _) => page.line(1, &format!("{}: {}", only(two), cited(&told.text, &told.basis))),
                Difference::Earlier(told) => page.line(1, &format!("{two}, earlier in the list: {}", told.text)),
                Difference::Later(told) => page.line(1, &format!("{two}, later in the list: {}", told.text)),
            }
        }
        if !self.differences.is_empty() && !self.alike.is_empty() {
            page.heading("Alike in both");
            page.line(1, &format!("{}.", join(&self.alike, "and")));
        }
        page.text
    }
}

/// In front of what one alone says.
fn only(label: &str) -> String {
    match label.strip_prefix("With ") {
        Some(chosen) => format!("Only with {chosen}"),
        None => format!("Only {label}"),
    }
}

/// What the two are called, in a sentence and in front of one: by name; by what was chosen, if they are one game; by their
/// files, if only these differ.
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
