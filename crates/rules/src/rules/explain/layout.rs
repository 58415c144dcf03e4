//! Lays sentences out under headings, with their sources, in lines of limited width.

use std::borrow::Cow;

use super::account::{Account, Worked};
use super::differences::Difference;
use super::glossary::PHRASES;
use super::options::{Open, Reading};
use super::sentence::{Sentence, is_list};
use super::words::join;
use crate::rules::model::{Ground, Origin};
use crate::rules::notation::ordinal;

/// The longest line, in characters.
const WIDTH: usize = 100;

/// A sentence with more characters than this is not repeated in full.
const LONG: usize = 160;

/// Two long sentences that share more final words than this are told as one.
const SAME_END: usize = 8;

/// The text after the heading of a list.
pub const FIRST_FITS: &str = "the first of these that fits applies";
/// The word before a generated sentence, where the file tells another.
const RULE: &str = "the rule: ";
/// The heading of the options.
pub const OPEN: &str = "Open, and what each reading changes";

impl Account {
    /// The explanation as text of at most 100 columns, with the sources of each sentence in square brackets.
    pub fn text(&self) -> String {
        self.laid_out(false)
    }

    /// The explanation as text, in which a generated sentence follows each sentence that the file tells in its own words,
    /// and the meaning of each phrase of the file stands at the end.
    pub fn text_with_rules(&self) -> String {
        self.laid_out(true)
    }

    fn laid_out(&self, with_rules: bool) -> String {
        let mut page = Page::new(&self.name);
        for (at, section) in self.sections().enumerate() {
            let Some(first) = section.first() else { continue };
            if at == self.names() {
                like(&mut page, self);
            }
            match is_list(section) {
                _ if first.section == self.name => {}
                true => page.heading(&format!("{}, {FIRST_FITS}", first.section)),
                false => page.heading(&first.section),
            }
            for sentence in section {
                page.line(1, &cited(&sentence.text, &sentence.basis));
                if let Some(rule) = sentence.rule.as_ref().filter(|_| with_rules) {
                    page.line(2, &format!("{RULE}{rule}"));
                }
            }
        }
        if with_rules {
            page.section(PHRASES, self.phrases.iter().map(|phrase| phrase.text.clone()));
        }
        for (heading, lines) in self.grounds() {
            page.section(heading, lines.into_iter());
        }
        open(&mut page, &self.open);
        for (place, source) in self.sources.iter().enumerate() {
            if place == 0 {
                page.heading("Sources");
            }
            page.line(1, &format!("{}: {}", source.key, source.texts.join(", ")));
            source.notes().iter().for_each(|note| page.line(2, note));
        }
        examples(&mut page, &self.examples);
        page.text
    }
}

/// The heading above what differs from the game that this one is like.
pub fn as_except(like: &str, differences: &[Difference]) -> String {
    if differences.is_empty() { format!("As {like}") } else { format!("As {like}, except") }
}

fn like(page: &mut Page, account: &Account) {
    let Some((like, differences)) = &account.like else { return };
    page.heading(&as_except(like, differences));
    for (word, sentence, basis) in told(differences, &[], |_| false) {
        page.line(1, &format!("{word}{}", cited(&sentence, basis)));
    }
}

fn examples(page: &mut Page, examples: &[Worked]) {
    for (place, example) in examples.iter().enumerate() {
        if place == 0 {
            page.heading("Examples");
        } else if !example.boards.is_empty() {
            page.text.push('\n');
        }
        page.line(1, &example.title);
        page.as_it_stands(3, &example.boards);
        example.outcome.iter().for_each(|line| page.line(2, line));
    }
}

fn open(page: &mut Page, options: &[Open]) {
    if !options.is_empty() {
        page.heading(OPEN);
    }
    for option in options {
        page.line(1, &join(&option.names, "and"));
        for (reading, aside, changed) in readings(option) {
            let end = if changed.is_empty() { "." } else { ":" };
            page.line(2, &format!("{}{aside}{end}", cited(&reading.text, &reading.basis)));
            for (word, sentence, basis) in changed {
                page.line(3, &format!("{word}{}", cited(&sentence, basis)));
            }
        }
    }
}

/// A word to put in front, a sentence, and its basis.
pub type Changed<'o> = (String, Cow<'o, str>, &'o [Origin]);

/// The readings of an option, each with a remark and with what it changes. Changes that differ only in numbers from
/// those of an earlier reading are omitted.
pub fn readings(option: &Open) -> Vec<(&Reading, String, Vec<Changed<'_>>)> {
    let mut shown: Vec<(&Reading, String, Vec<Changed<'_>>)> = Vec::new();
    for reading in option.readings.iter() {
        let changed =
            told(reading.changes.as_deref().unwrap_or_default(), &reading.basis, |now| option.is_described_by(now));
        let likewise = !changed.is_empty() && shown.iter().any(|(_, _, before)| is_likewise(reading, &changed, before));
        match likewise {
            true => shown.push((reading, ", likewise".to_owned(), Vec::new())),
            false => shown.push((reading, aside(reading), changed)),
        }
    }
    shown
}

/// Whether an earlier reading makes the same changes except for numbers. The earlier reading may change more settings:
/// this reading then leaves them at the numbers in force.
fn is_likewise(reading: &Reading, changed: &[Changed<'_>], before: &[Changed<'_>]) -> bool {
    // a row of more numbers is told likewise, too
    let plain = |(word, text, _): &Changed<'_>| -> String {
        let words = format!("{word}{text}").replace(|c: char| c.is_ascii_digit(), "");
        words.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).collect::<Vec<_>>().join(" ")
    };
    let known = |change: &Changed<'_>| {
        before.iter().any(|earlier| {
            let cited = |origin: &Origin| earlier.2.contains(origin) || reading.basis.contains(origin);
            plain(earlier) == plain(change) && change.2.iter().all(cited)
        })
    };
    let setting = |(word, text, _): &Changed<'_>| word.is_empty() && text.contains(|c: char| c.is_ascii_digit());
    changed.iter().all(known) && (changed.len() == before.len() || changed.iter().chain(before).all(setting))
}

/// The remark behind a reading: whether it is in force, or that it changes nothing or was not compared.
fn aside(reading: &Reading) -> String {
    match (reading.in_force, &reading.number, &reading.changes) {
        (true, Some(number), _) => format!(", as above: {number}"),
        (true, None, _) => ", as above".to_owned(),
        (false, _, None) if reading.left_away => {
            "; its changes are not listed, because there are too many readings".to_owned()
        }
        (false, _, None) => "; it cannot be combined with the other readings described above".to_owned(),
        (false, _, Some(changes)) if changes.is_empty() => {
            "; combined with the other readings described above it changes nothing".to_owned()
        }
        (false, Some(number), Some(_)) => format!("; with {number}"),
        (false, None, Some(_)) => String::new(),
    }
}

/// Differences in words. A basis that is `cited` before them is not repeated; where `described` says so, the new sentence
/// is enough.
pub fn told<'o>(
    differences: &'o [Difference],
    cited: &[Origin],
    described: impl Fn(&Sentence) -> bool,
) -> Vec<Changed<'o>> {
    const NONE: &[Origin] = &[];
    let mut changes = Vec::new();
    let mut add = |word: &str, text: Cow<'o, str>, basis: &'o [Origin]| {
        changes.push((word.to_owned(), text, if basis == cited { NONE } else { basis }));
    };
    for difference in differences {
        match difference {
            // a setting says one thing, so the new sentence is enough
            Difference::Changed(_, now, _) if described(now) || now.is_alone() => {
                add("", Cow::Borrowed(&now.text), &now.basis);
            }
            Difference::Changed(before, now, place) => match (before.beside(now), place) {
                ((was, is), Some(place)) if has_same_end(was, is) => {
                    let place = ordinal(u32::try_from(*place).unwrap_or(0));
                    add(&format!("in place of the {place} under \"{}\": ", now.section), Cow::Borrowed(is), &now.basis);
                }
                ((was, is), _) => {
                    add("not: ", Cow::Borrowed(was), NONE);
                    add("but: ", Cow::Borrowed(is), &now.basis);
                }
            },
            Difference::Gone(before) => add("not: ", Cow::Borrowed(&before.text), NONE),
            Difference::New(now, None) if now.kind.is_rule() => {
                add(&format!("also, under \"{}\": ", now.section), Cow::Borrowed(&now.text), &now.basis);
            }
            Difference::New(now, None) if now.section.starts_with("Move: ") => {
                add(&format!("also, under \"{}\": ", now.section), Cow::Borrowed(&now.text), &now.basis);
            }
            Difference::New(now, None) => add("also: ", Cow::Borrowed(&now.text), &now.basis),
            Difference::New(now, Some(place)) => {
                let word =
                    format!("also, as the {} under \"{}\": ", ordinal(u32::try_from(*place).unwrap_or(0)), now.section);
                add(&word, Cow::Borrowed(&now.text), &now.basis);
            }
            Difference::Earlier(moved) => add("earlier in the list: ", Cow::Borrowed(&moved.text), NONE),
            Difference::Later(moved) => add("later in the list: ", Cow::Borrowed(&moved.text), NONE),
        }
    }
    changes
}

/// Whether a sentence is long and ends as another does. Then the other is enough, with the place of the first.
fn has_same_end(text: &str, other: &str) -> bool {
    let same = text.split(' ').rev().zip(other.split(' ').rev()).take_while(|(one, other)| one == other).count();
    text.chars().count() > LONG && same > SAME_END
}

/// A text under construction.
pub(super) struct Page {
    pub(super) text: String,
}

impl Page {
    pub(super) fn new(title: &str) -> Page {
        let mut page = Page { text: String::new() };
        wrap(&mut page.text, title, "", "  ");
        page
    }

    /// Adds a blank line and a heading.
    pub(super) fn heading(&mut self, heading: &str) {
        self.text.push('\n');
        wrap(&mut self.text, heading, "", "  ");
    }

    /// Adds a line, indented by `steps` steps.
    pub(super) fn line(&mut self, steps: usize, text: &str) {
        wrap(&mut self.text, text, &"  ".repeat(steps), &"  ".repeat(steps + 1));
    }

    /// Adds lines whose blanks count, indented by `steps` steps.
    fn as_it_stands(&mut self, steps: usize, lines: &[String]) {
        for line in lines {
            self.text.push_str(&format!("{}{line}\n", "  ".repeat(steps)));
        }
    }

    /// Adds a heading with lines; nothing if there are no lines.
    pub(super) fn section(&mut self, heading: &str, lines: impl Iterator<Item = String>) {
        for (place, line) in lines.enumerate() {
            if place == 0 {
                self.heading(heading);
            }
            self.line(1, &line);
        }
    }
}

/// A sentence with its basis in square brackets before the full stop.
pub(super) fn cited(text: &str, basis: &[Origin]) -> String {
    match (basis.is_empty(), text.strip_suffix('.')) {
        (true, _) => text.to_owned(),
        (false, Some(text)) => format!("{text} {}.", brackets(basis)),
        (false, None) => format!("{text} {}", brackets(basis)),
    }
}

/// A basis in square brackets: `[wiki "Rules, 1"]`, `[assumed: no source says]`.
pub fn brackets(basis: &[Origin]) -> String {
    let origin = |origin: &Origin| match (&origin.ground, origin.text.is_empty()) {
        (Ground::Source(source), true) => source.clone(),
        (Ground::Source(source), false) => format!("{source} \"{}\"", origin.text),
        (Ground::Like, _) => format!("as in {}", origin.text),
        (Ground::Assumed, true) => "assumed".to_owned(),
        (Ground::Assumed, false) => format!("assumed: {}", origin.text),
    };
    let origins: Vec<String> = basis.iter().map(origin).collect();
    format!("[{}]", origins.join("; "))
}

fn wrap(text: &mut String, words: &str, first: &str, others: &str) {
    let mut line = first.to_owned();
    let mut empty = true;
    for word in pieces(words) {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = others.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(&word);
        empty = false;
    }
    text.push_str(&line);
    text.push('\n');
}

/// Splits a text into pieces that stay on one line: words, and the key of a source with the place in it.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let (mut cited, mut quoted) = (false, false);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let joined = cited && (quoted || word.starts_with('"'));
        match pieces.last_mut() {
            Some(last) if joined && last.chars().count() + word.chars().count() < WIDTH / 2 => {
                last.push(' ');
                last.push_str(word);
            }
            _ => pieces.push(word.to_owned()),
        }
        for letter in word.chars() {
            match letter {
                '[' if !quoted => cited = true,
                ']' if !quoted => cited = false,
                '"' if cited => quoted = !quoted,
                _ => {}
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn a_source_and_its_place_stay_together() {
        let text = "He passes [wiki \"Rules, 7\"; assumed: no source says].";
        assert_eq!(pieces(text), ["He", "passes", "[wiki \"Rules, 7\";", "assumed:", "no", "source", "says]."]);
    }
}
