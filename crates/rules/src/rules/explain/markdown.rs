//! Lays an explanation out in Markdown: running text, numbered lists of rules, sources as footnotes.

use super::account::{Account, Worked};
use super::layout::{Changed, FIRST_FITS, OPEN, as_except, readings, told};
use super::sentence::{Sentence, is_list};
use super::words::join;
use crate::rules::model::{Basis, Ground, Origin, SourceText};
use crate::rules::notation::capital;

impl Account {
    /// The explanation in Markdown, with the sources as footnotes.
    pub fn markdown(&self) -> String {
        self.markdown_at(Place::default())
    }

    /// The explanation as a part of a page.
    pub fn markdown_at(&self, place: Place<'_>) -> String {
        let mut page = Markdown { text: String::new(), place, notes: Vec::new() };
        page.text.push_str(&format!("{} {}{}\n", page.signs(0), place.before, escaped(&self.name)));
        for (at, section) in self.sections().enumerate() {
            let Some(first) = section.first() else { continue };
            if at == self.names() {
                page.like(self);
            }
            if first.section != self.name {
                page.heading(&first.section);
            }
            page.section(section);
        }
        for (heading, lines) in self.grounds() {
            page.list(heading, lines.iter().map(|line| escaped(line)));
        }
        page.open(self);
        let source = |source: &SourceText| {
            let texts: Vec<String> = source.texts.iter().map(|text| linked(text)).collect();
            let notes: String = source.notes().iter().map(|note| format!("; {}", escaped(note))).collect();
            format!("*{}*: {}{notes}", escaped(&source.key), texts.join(", "))
        };
        page.list("Sources", self.sources.iter().map(source));
        page.examples(&self.examples);
        page.footnotes();
        page.text
    }
}

/// Where an explanation stands in a page of Markdown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place<'p> {
    /// How many levels of headings stand above its own.
    pub depth: usize,
    /// What stands before the name in its heading.
    pub before: &'p str,
    /// What its footnotes begin with, so that those of several games differ.
    pub notes: &'p str,
}

struct Markdown<'p> {
    text: String,
    place: Place<'p>,
    /// The footnotes: each basis once, numbered from 1 by its place here.
    notes: Vec<Basis>,
}

impl Markdown<'_> {
    /// The signs of a heading that is `below` the name of the game.
    fn signs(&self, below: usize) -> String {
        "#".repeat(self.place.depth + below + 1)
    }

    fn heading(&mut self, heading: &str) {
        self.text.push_str(&format!("\n{} {}\n", self.signs(1), escaped(heading)));
    }

    /// Adds sentences as a paragraph, one a line, and the rules of a list as a numbered list.
    fn section(&mut self, section: &[Sentence]) {
        let numbered = |sentence: &&Sentence| is_list(section) && sentence.kind.is_rule();
        if is_list(section) {
            self.text.push_str(&format!("\n{}:\n\n", capital(FIRST_FITS)));
            for (place, sentence) in section.iter().filter(numbered).enumerate() {
                let sentence = self.noted(&sentence.text, &sentence.basis);
                self.text.push_str(&format!("{}. {sentence}\n", place + 1));
            }
        }
        for (place, sentence) in section.iter().filter(|sentence| !numbered(sentence)).enumerate() {
            if place == 0 {
                self.text.push('\n');
            }
            let sentence = self.noted(&sentence.text, &sentence.basis);
            self.text.push_str(&format!("{sentence}\n"));
        }
    }

    fn list(&mut self, heading: &str, items: impl Iterator<Item = String>) {
        for (place, item) in items.enumerate() {
            if place == 0 {
                self.heading(heading);
                self.text.push('\n');
            }
            self.text.push_str(&format!("- {item}\n"));
        }
    }

    fn like(&mut self, account: &Account) {
        if let Some((like, differences)) = &account.like {
            self.heading(&as_except(like, differences));
            self.text.push('\n');
            self.changed(told(differences, &[], |_| false), "");
        }
    }

    /// Adds changes as a list, indented by `indent`.
    fn changed(&mut self, changed: Vec<Changed<'_>>, indent: &str) {
        for (word, sentence, basis) in changed {
            let text = self.noted(&sentence, basis);
            let word = if word.is_empty() { word } else { format!("*{}* ", escaped(word.trim())) };
            self.text.push_str(&format!("{indent}- {word}{text}\n"));
        }
    }

    fn open(&mut self, account: &Account) {
        for (place, option) in account.open.iter().enumerate() {
            if place == 0 {
                self.heading(OPEN);
            }
            self.text.push_str(&format!("\n**{}**\n\n", escaped(&join(&option.names, "and"))));
            for (reading, aside, changed) in readings(option) {
                let text = self.noted(&reading.text, &reading.basis);
                let end = if changed.is_empty() { "." } else { ":" };
                self.text.push_str(&format!("- {text}{}{end}\n", escaped(&aside)));
                self.changed(changed, "  ");
            }
        }
    }

    /// A text followed by the reference to its footnote.
    fn noted(&mut self, text: &str, basis: &[Origin]) -> String {
        if basis.is_empty() {
            return escaped(text);
        }
        let known = self.notes.iter().position(|note| note == basis);
        let place = known.unwrap_or_else(|| {
            self.notes.push(basis.to_vec());
            self.notes.len() - 1
        });
        format!("{}[^{}{}]", escaped(text), self.place.notes, place + 1)
    }

    /// Adds each example with its boards as they stand.
    fn examples(&mut self, examples: &[Worked]) {
        for (place, example) in examples.iter().enumerate() {
            if place == 0 {
                self.heading("Examples");
            }
            let outcome: Vec<String> = example.outcome.iter().map(|line| escaped(line)).collect();
            self.text.push_str(&format!("\n**{}** {}\n", escaped(&example.title), outcome.join(" ")));
            if !example.boards.is_empty() {
                self.text.push_str(&format!("\n```text\n{}\n```\n", example.boards.join("\n")));
            }
        }
    }

    fn footnotes(&mut self) {
        for (place, basis) in self.notes.iter().enumerate() {
            let origin = |origin: &Origin| match (&origin.ground, origin.text.is_empty()) {
                (Ground::Source(source), true) => format!("*{}*", escaped(source)),
                (Ground::Source(source), false) => format!("*{}*, {}", escaped(source), escaped(&origin.text)),
                (Ground::Like, _) => format!("as in {}", escaped(&origin.text)),
                (Ground::Assumed, true) => "assumed".to_owned(),
                (Ground::Assumed, false) => format!("assumed: {}", escaped(&origin.text)),
            };
            let origins: Vec<String> = basis.iter().map(origin).collect();
            let blank = if place == 0 { "\n" } else { "" };
            let note = format!("{}{}", self.place.notes, place + 1);
            self.text.push_str(&format!("{blank}[^{note}]: {}.\n", capital(&origins.join("; "))));
        }
    }
}

/// A text with the special characters of Markdown escaped.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\`*_[]<>|#".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// The text of a source. A web address becomes a link.
fn linked(text: &str) -> String {
    match text.starts_with("http://") || text.starts_with("https://") {
        true => format!("<{text}>"),
        false => {
            // a link at the end, after a title
            match text.rsplit_once(", http") {
                Some((title, rest)) if rest.contains("://") && !rest.contains(' ') => {
                    format!("{}, <http{rest}>", escaped(title))
                }
                _ => escaped(text),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped, linked};

    #[test]
    fn signs_of_markdown_are_letters() {
        assert_eq!(escaped("1 * 2 [a_b]"), "1 \\* 2 \\[a\\_b\\]");
    }

    #[test]
    fn a_place_in_the_web_is_a_link() {
        assert_eq!(linked("https://example.org/a_b"), "<https://example.org/a_b>");
        assert_eq!(
            linked("Mancala_World, Krur, https://example.org/a_b"),
            "Mancala\\_World, Krur, <https://example.org/a_b>"
        );
        assert_eq!(linked("en.example.org"), "en.example.org");
    }
}
