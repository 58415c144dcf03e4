//! Rule files with one change each, made from the syntax tree.

use mancala_rules::source::{Source, Span};
use mancala_rules::syntax::ast::{Condition, ConditionKind, Piece, Reading, Section, SetKind, Setting, Statement, Tag};
use mancala_rules::syntax::parse;

/// A rule file with one change.
pub struct Mutant {
    /// The section in which the statement stands, with those around it.
    pub section: String,
    /// The statement that was changed, without its sources, in one line.
    pub statement: String,
    /// What was changed in it.
    pub change: String,
    /// The line of the change in the file, counted from 1.
    pub line: usize,
    /// Whether the statement carries no play: `explain` and `show` alone can tell of it.
    pub text_only: bool,
    /// The whole file after the change.
    pub text: String,
}

/// How finely a file is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Statements, readings and numbers.
    Statements,
    /// The effects of rules and the terms of conditions, too.
    Parts,
}

/// Sections that carry no play.
const TEXT_ONLY: [&str; 3] = ["game", "sources", "left out"];

/// Every file that differs from this one by one change: a section, a statement, a rule or the condition of a section is
/// gone; a reading is gone, or the first has changed places with the next; a number is one more or one less. Examples
/// and claims are left as they are: they judge.
pub fn mutants(source: &Source, reach: Reach) -> Vec<Mutant> {
    let (file, _) = parse(source);
    let left_out = file.statements.iter().find_map(|statement| match statement {
        Statement::Section(section) if section.name.text == "left out" => Some(section.span),
        _ => None,
    });
    let mut maker = Maker { source, reach, left_out, comments: file.comments, found: Vec::new() };
    for statement in &file.statements {
        maker.statement(statement, "", false);
    }
    maker.found
}

struct Maker<'s> {
    source: &'s Source,
    reach: Reach,
    left_out: Option<Span>,
    comments: Vec<Span>,
    found: Vec<Mutant>,
}

/// Where a change stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    section: &'a str,
    /// The statement, without what stands in it.
    told: Span,
    text_only: bool,
}

impl Maker<'_> {
    fn statement(&mut self, statement: &Statement, section: &str, text_only: bool) {
        let place = Place { section, told: statement.span(), text_only };
        match statement {
            Statement::Section(inner) => self.section(inner, section),
            Statement::Rule(rule) => {
                let tags: Vec<&Tag> = rule.tag.iter().collect();
                self.without(place, whole(rule.span, &tags), &tags);
                self.numbers(place, rule.span, &[]);
                rule.condition.iter().for_each(|condition| self.terms(place, condition));
                let effects: Vec<Span> = rule.effects.iter().map(|effect| effect.span).collect();
                self.parts(place, &effects);
            }
            Statement::Definition(definition) => {
                let tags: Vec<&Tag> = definition.tag.iter().collect();
                self.without(place, whole(definition.span, &tags), &tags);
                self.numbers(place, definition.span, &[]);
                self.terms(place, &definition.condition);
            }
            Statement::Remark(remark) => {
                let tags: Vec<&Tag> = remark.tag.iter().collect();
                self.without(place, whole(remark.span, &tags), &tags);
            }
            // it stands in a claim alone
            Statement::Asked(_) => {}
            Statement::Setting(setting) => self.setting(setting, place),
        }
    }

    fn section(&mut self, section: &Section, around: &str) {
        if matches!(section.name.text.as_str(), "example" | "never") {
            return;
        }
        let name = match around {
            "" => section.name.text.clone(),
            around => format!("{around}, {}", section.name.text),
        };
        let text_only = TEXT_ONLY.contains(&name.as_str());
        let place = Place { section: &name, told: section.head, text_only };
        let mut tags = Vec::new();
        section.body.iter().for_each(|statement| tags_of(statement, &mut tags));
        self.without(place, section.span, &tags);
        if let Some(condition) = &section.when {
            let head = &self.source.text[section.head.start..condition.span.start];
            let when = section.head.start + head.rfind("when").unwrap_or(head.len());
            let end = section.tag.as_ref().map_or(condition.span.end, |tag| tag.span.end);
            self.change(place, Span::new(when, end), "without its condition", String::new(), &[]);
            self.numbers(place, condition.span, &[]);
        }
        for statement in &section.body {
            self.statement(statement, &name, text_only);
        }
    }

    fn setting(&mut self, setting: &Setting, place: Place<'_>) {
        let mut tags = Vec::new();
        let mut silent: Vec<Span> = Vec::new();
        for reading in &setting.readings {
            tags.extend(&reading.tag);
            silent.extend(reading.tag.iter().map(|tag| tag.span).chain(reading.note.iter().map(|note| note.span)));
            silent.extend(reading.pieces.iter().filter(|piece| matches!(piece, Piece::Text(_))).map(Piece::span));
        }
        let readings = &setting.readings;
        let last = readings.last().map_or(setting.span, whole_reading);
        self.without(place, setting.span.to(last), &tags);
        // the bounds of a range say which numbers may be chosen: `show` tells them
        let ranges: Vec<Span> = readings
            .iter()
            .flat_map(|reading| &reading.pieces)
            .filter(|piece| is_range(piece))
            .map(Piece::span)
            .collect();
        self.numbers(place, setting.span, &[&silent[..], &ranges].concat());
        for range in &ranges {
            self.numbers(Place { text_only: true, ..place }, *range, &[]);
        }
        for (index, reading) in readings.iter().enumerate().filter(|_| readings.len() > 1) {
            let value = self.plain(reading.span);
            let tags: Vec<&Tag> = reading.tag.iter().collect();
            // with the `|` behind it, or before the last
            let span = match (readings.get(index + 1), index.checked_sub(1).and_then(|before| readings.get(before))) {
                (Some(next), _) => Span::new(reading.span.start, next.span.start),
                (None, Some(before)) => Span::new(whole_reading(before).end, whole_reading(reading).end),
                (None, None) => continue,
            };
            self.change(place, span, &format!("reading `{value}` removed"), String::new(), &tags);
            if let (0, Some(next)) = (index, readings.get(1)) {
                let (one, other) = (noted(reading), noted(next));
                let slice = |span: Span| self.source.slice(span);
                let between = slice(Span::new(one.end, other.start));
                let swapped = format!("{}{between}{}", slice(other), slice(one));
                let change = format!("readings `{value}` and `{}` swapped", self.plain(next.span));
                self.change(place, one.to(other), &change, swapped, &[]);
            }
        }
    }

    /// The statement removed.
    fn without(&mut self, place: Place<'_>, span: Span, tags: &[&Tag]) {
        self.change(place, span, "removed", String::new(), tags);
    }

    /// Every term of a condition that is joined to others removed.
    fn terms(&mut self, place: Place<'_>, condition: &Condition) {
        match &condition.kind {
            ConditionKind::And(terms) | ConditionKind::Or(terms) => {
                let spans: Vec<Span> = terms.iter().map(|term| term.span).collect();
                self.parts(place, &spans);
                terms.iter().for_each(|term| self.terms(place, term));
            }
            ConditionKind::Not(inner) | ConditionKind::Leaves(inner) => self.terms(place, inner),
            ConditionKind::Quantified(..) | ConditionKind::Drawn(_) | ConditionKind::Test(..) => {}
        }
    }

    /// Each of several parts removed, with what joins it to the next or the one before.
    fn parts(&mut self, place: Place<'_>, parts: &[Span]) {
        if self.reach == Reach::Statements {
            return;
        }
        for (index, part) in parts.iter().enumerate() {
            let span = match (parts.get(index + 1), index.checked_sub(1)) {
                (Some(next), _) => Span::new(part.start, next.start),
                (None, Some(before)) => Span::new(parts[before].end, part.end),
                (None, None) => return,
            };
            let removed = format!("without `{}`", self.plain(*part));
            self.change(place, span, &removed, String::new(), &[]);
        }
    }

    /// Every number of a span, outside of those left alone, one more and one less.
    fn numbers(&mut self, place: Place<'_>, span: Span, left_alone: &[Span]) {
        let is_silent =
            |at: usize| left_alone.iter().chain(&self.comments).any(|span| span.start <= at && at < span.end);
        let numbers: Vec<(Span, String)> = numbers_in(self.source.slice(span))
            .map(|(at, text)| (Span::new(span.start + at, span.start + at + text.len()), text))
            .collect();
        let numbers: Vec<(Span, String)> = numbers.into_iter().filter(|(span, _)| !is_silent(span.start)).collect();
        for (index, (span, text)) in numbers.iter().enumerate() {
            let same = |other: &&(Span, String)| other.1 == *text;
            let nth = match (numbers.iter().filter(same).count(), numbers[..=index].iter().filter(same).count()) {
                (1, _) => String::new(),
                (_, nth) => format!("the {} ", ordinal(nth as u64)),
            };
            let digits = text.trim_end_matches(|c: char| c.is_alphabetic());
            let Ok(value) = digits.parse::<u64>() else { continue };
            for changed in [value.checked_add(1), value.checked_sub(1)].into_iter().flatten() {
                let changed = if digits.len() < text.len() { ordinal(changed) } else { changed.to_string() };
                self.change(place, *span, &format!("{nth}`{text}` becomes `{changed}`"), changed, &[]);
            }
        }
    }

    /// A mutant in which something else stands at a place. What the removed sources are cited for stays cited, so that the
    /// checker cannot object to sources alone.
    fn change(&mut self, place: Place<'_>, span: Span, change: &str, instead: String, tags: &[&Tag]) {
        let source = self.source;
        let cited: Vec<&str> = tags
            .iter()
            .filter(|tag| tag.origins.iter().all(|cited| cited.key.text != "assumed"))
            .map(|tag| source.slice(tag.span))
            .collect();
        let mut text = source.text.clone();
        let remarks: String = cited.iter().map(|tag| format!("\n\"cited\" {tag}\n")).collect();
        let left_out = self.left_out.filter(|left_out| span.end < left_out.start || left_out.end <= span.start);
        match left_out {
            _ if remarks.is_empty() || place.section == "left out" => {
                text.replace_range(span.start..span.end, &instead)
            }
            Some(left_out) if span.end < left_out.start => {
                text.insert_str(left_out.end - 1, &remarks);
                text.replace_range(span.start..span.end, &instead);
            }
            Some(left_out) => {
                text.replace_range(span.start..span.end, &instead);
                text.insert_str(left_out.end - 1, &remarks);
            }
            None => {
                text.replace_range(span.start..span.end, &instead);
                text.push_str(&format!("\nleft out {{{remarks}}}\n"));
            }
        }
        self.found.push(Mutant {
            section: place.section.to_owned(),
            statement: self.plain(place.told),
            change: change.to_owned(),
            line: source.line(span.start).line,
            text_only: place.text_only,
            text,
        });
    }

    /// The text at a place in one line, without notes and sources.
    fn plain(&self, span: Span) -> String {
        let text = self.source.slice(span);
        let lines = text.lines().map(|line| line.split(" //").next().unwrap_or(line));
        let lines = lines.map(|line| line.split(" @ ").next().unwrap_or(line));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }
}

/// All sources cited in a statement.
fn tags_of<'a>(statement: &'a Statement, tags: &mut Vec<&'a Tag>) {
    match statement {
        Statement::Section(section) => section.body.iter().for_each(|inner| tags_of(inner, tags)),
        Statement::Rule(rule) => tags.extend(&rule.tag),
        Statement::Definition(definition) => tags.extend(&definition.tag),
        Statement::Remark(remark) => tags.extend(&remark.tag),
        Statement::Asked(asked) => tags.extend(&asked.tag),
        Statement::Setting(setting) => tags.extend(setting.readings.iter().filter_map(|reading| reading.tag.as_ref())),
    }
}

/// A place with the sources behind it.
fn whole(span: Span, tags: &[&Tag]) -> Span {
    tags.iter().fold(span, |span, tag| span.to(tag.span))
}

/// A reading with what it means.
fn noted(reading: &Reading) -> Span {
    reading.note.iter().fold(reading.span, |span, note| span.to(note.span))
}

/// A reading with what it means and where it was read.
fn whole_reading(reading: &Reading) -> Span {
    reading.tag.iter().fold(noted(reading), |span, tag| span.to(tag.span))
}

/// Whether it is `N to M`.
fn is_range(piece: &Piece) -> bool {
    let Piece::Words(phrase) = piece else { return false };
    let Some(object) = &phrase.object else { return false };
    match object.parts.as_slice() {
        [set] => match &set.kind {
            SetKind::Words { words, within: None } => {
                matches!(words.words.as_slice(), [low, to, high] if low.number.is_some() && to.text == "to" && high.number.is_some())
            }
            _ => false,
        },
        _ => false,
    }
}

/// The numbers and ordinals of a text, with where they begin; digits within words are none.
fn numbers_in(text: &str) -> impl Iterator<Item = (usize, String)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '\'';
    let starts = text.char_indices().scan(' ', move |before, (at, c)| {
        let begins = is_word(c) && !is_word(*before);
        *before = c;
        Some((at, begins))
    });
    let words: Vec<usize> = starts.filter(|(_, begins)| *begins).map(|(at, _)| at).collect();
    words.into_iter().filter_map(move |at| {
        let word: String = text[at..].chars().take_while(|c| is_word(*c)).collect();
        let tail = word.trim_start_matches(|c: char| c.is_ascii_digit());
        (tail.len() < word.len() && ["", "st", "nd", "rd", "th"].contains(&tail)).then_some((at, word))
    })
}

/// `1st`, `2nd` ..
fn ordinal(number: u64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
