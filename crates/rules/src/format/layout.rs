//! Writes items as text: indented sections, aligned settings and arrows, and citations in one column.

use unicode_width::UnicodeWidthStr;

use super::wrap::{CITATIONS, LONGEST, Lines, begins_row, fits, joined, lines, width};
use crate::syntax::statements::{Entry, Item, Part};
use crate::syntax::tokens::{Kind, PLAYERS};

/// Columns by which the contents of a section are indented.
const INDENT: usize = 2;
/// Width of `-> ` in columns.
const ARROW: usize = 3;

/// Writes a whole file.
pub(super) fn write(entries: &[Entry<'_>]) -> String {
    let mut page = Page { text: String::new(), column: 0 };
    page.body(entries, 0);
    page.text
}

struct Page {
    text: String,
    /// Column at which the last line ends, from 0.
    column: usize,
}

/// Columns shared by the statements of one section.
struct Columns {
    indent: usize,
    /// Width of the longest name.
    names: usize,
    /// Column of the arrows.
    arrows: usize,
}

/// A statement divided at its signs.
struct Anatomy<'p, 't> {
    form: Form,
    /// The name with its colon, the condition, or the whole statement.
    head: &'p [Part<'t>],
    /// What follows the head: the value, or all from the sign that marks the form.
    rest: &'p [Part<'t>],
    /// The citation, if it belongs to the whole statement.
    tag: &'p [Part<'t>],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `NAME: ..`
    Setting,
    /// `.. -> ..`
    Rule,
    /// `NAME if ..`
    Definition,
    /// Any other statement.
    Plain,
}

/// Index of the first part that is this sign.
fn sign(parts: &[Part<'_>], text: &str) -> Option<usize> {
    parts.iter().position(|part| part.token.kind != Kind::Text && part.token.text == text)
}

fn anatomy<'p, 't>(parts: &'p [Part<'t>]) -> Anatomy<'p, 't> {
    let tag = sign(parts, "@").unwrap_or(parts.len());
    let sign = |text: &str| sign(parts, text).filter(|at| (1..tag).contains(at));
    if let Some(colon) = sign(":") {
        return Anatomy { form: Form::Setting, head: &parts[..=colon], rest: &parts[colon + 1..], tag: &[] };
    }
    let (form, at) = match (sign("->"), sign("if")) {
        (Some(arrow), _) => (Form::Rule, arrow),
        (None, Some(1)) => (Form::Definition, 1),
        _ => (Form::Plain, tag),
    };
    Anatomy { form, head: &parts[..at], rest: &parts[at..tag], tag: &parts[tag..] }
}

impl Page {
    fn body(&mut self, entries: &[Entry<'_>], indent: usize) {
        let columns = Columns::new(entries, indent);
        let mut before: Option<&Entry<'_>> = None;
        for entry in entries {
            let own_place = indent == 0 && before.is_some_and(|before| !matches!(before.item, Item::Note(_)));
            if before.is_some() && (entry.blank_before || own_place) {
                self.text.push('\n');
            }
            match &entry.item {
                Item::Note(text) => {
                    self.pad_to(indent);
                    self.put(text);
                }
                Item::Statement(parts) => self.statement(parts, &columns),
                Item::Section { head, inside, note, .. } => self.section(head, inside, *note, indent),
            }
            self.end_line();
            before = Some(entry);
        }
    }

    fn section(&mut self, head: &[Part<'_>], inside: &[Entry<'_>], note: Option<&str>, indent: usize) {
        self.pad_to(indent);
        let (head, tag) = head.split_at(sign(head, "@").unwrap_or(head.len()));
        self.parts(head, &[], indent + INDENT);
        self.citation(tag);
        self.end_line();
        self.body(inside, indent + INDENT);
        self.pad_to(indent);
        self.put("}");
        if let Some(note) = note {
            self.put(&format!("  {note}"));
        }
    }

    fn statement(&mut self, parts: &[Part<'_>], columns: &Columns) {
        let statement = anatomy(parts);
        let behind = columns.indent + INDENT;
        self.pad_to(columns.indent);
        match statement.form {
            Form::Setting => self.setting(&statement, columns),
            Form::Rule => self.rule(&statement, columns),
            Form::Definition => {
                self.parts(statement.head, &[], behind);
                self.pad_to(columns.indent + columns.names + 1);
                let begins = lines(statement.rest, self.column, behind, false).begins;
                self.parts(statement.rest, &begins, behind);
            }
            Form::Plain => {
                let begins = lines(statement.head, columns.indent, behind, false).begins;
                self.parts(statement.head, &begins, behind);
            }
        }
        self.citation(statement.tag);
    }

    fn setting(&mut self, statement: &Anatomy<'_, '_>, columns: &Columns) {
        let value = columns.indent + columns.name(statement.head) + 2;
        self.parts(statement.head, &[], columns.indent + INDENT);
        self.pad_to(value);
        // The bar between readings stands two columns before the values.
        let bar = value - 2;
        for (at, reading) in readings(statement.rest).into_iter().enumerate() {
            let tag = reading.iter().position(|part| part.token.text == "@").unwrap_or(reading.len());
            let (main, tag) = reading.split_at(tag);
            if at > 0 {
                if self.at_line_start() {
                    self.pad_to(bar);
                } else if fits(self.column + 1, main) {
                    self.put(" ");
                } else {
                    self.end_line();
                    self.pad_to(bar);
                }
            }
            // A list such as the moves of an example is broken at its commas, and only if it is very long.
            let is_list = main.iter().any(|part| part.token.is(","));
            let is_long = self.column + width(main) > LONGEST;
            let begins = match is_list && !is_long {
                true => Vec::new(),
                false => lines(main, self.column, value, is_list).begins,
            };
            self.parts(main, &begins, value);
            if !tag.is_empty() {
                self.citation(tag);
                self.end_line();
            }
        }
    }

    fn rule(&mut self, statement: &Anatomy<'_, '_>, columns: &Columns) {
        let plan = Plan::new(statement, columns.indent, columns.arrows);
        self.parts(statement.head, &plan.head, columns.indent + INDENT);
        if plan.below {
            self.end_line();
        }
        self.pad_to(plan.arrow);
        self.parts(statement.rest, &plan.rest, plan.arrow + ARROW);
    }

    /// Writes `@` and the rest of a citation in its column, on this line if there is room.
    fn citation(&mut self, tag: &[Part<'_>]) {
        if tag.is_empty() {
            return;
        }
        if self.column >= CITATIONS {
            self.end_line();
        }
        self.pad_to(CITATIONS);
        self.parts(tag, &[], CITATIONS + INDENT);
    }

    /// Writes parts one after the other. Each part whose index is in `begins`, or that follows a note, begins a line at
    /// column `behind`. The rows of a drawn board stand below each other.
    fn parts(&mut self, parts: &[Part<'_>], begins: &[usize], behind: usize) {
        let mut board = behind;
        for (at, part) in parts.iter().enumerate() {
            let is_row = begins_row(parts, at);
            if is_row || begins.contains(&at) {
                self.end_line();
            }
            if is_row {
                self.pad_to(board);
            } else if at > 0 && self.at_line_start() {
                self.pad_to(behind);
            } else if at > 0 && !joined(&parts[at - 1], part) {
                self.put(" ");
            }
            if PLAYERS.contains(&part.token.text) {
                board = self.column;
            }
            self.put(part.token.text);
            for note in &part.notes {
                if note.alone || self.at_line_start() {
                    self.end_line();
                    self.pad_to(behind);
                } else {
                    self.put("  ");
                }
                self.put(note.text);
                self.end_line();
            }
        }
    }

    fn put(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.width();
    }

    fn at_line_start(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }

    /// Writes blanks up to a column; at least one, except at the start of a line.
    fn pad_to(&mut self, column: usize) {
        let least = usize::from(!self.at_line_start());
        self.put(&" ".repeat(column.saturating_sub(self.column).max(least)));
    }

    /// Ends the line, except at the start of a line.
    fn end_line(&mut self) {
        if !self.at_line_start() {
            self.text.push('\n');
        }
        self.column = 0;
    }
}

impl Columns {
    /// Finds the columns for the statements among the entries.
    fn new(entries: &[Entry<'_>], indent: usize) -> Columns {
        let statements: Vec<Anatomy<'_, '_>> = entries
            .iter()
            .filter_map(|entry| match &entry.item {
                Item::Statement(parts) => Some(anatomy(parts)),
                _ => None,
            })
            .collect();
        let names = statements.iter().filter_map(|statement| match statement.form {
            Form::Setting => Some(width(statement.head) - 1).filter(|_| !names_several(statement.head)),
            Form::Definition => Some(width(statement.head)),
            _ => None,
        });
        let rules: Vec<&Anatomy<'_, '_>> = statements.iter().filter(|statement| statement.form == Form::Rule).collect();
        let mut ends: Vec<usize> =
            rules.iter().filter(|rule| fits(indent, rule.head)).map(|rule| indent + width(rule.head) + 1).collect();
        ends.sort_unstable();
        ends.dedup();
        // Take the leftmost column with the fewest extra lines.
        let lines = |arrows: usize| rules.iter().map(|rule| Plan::new(rule, indent, arrows).lines).sum::<usize>();
        let arrows = ends.into_iter().min_by_key(|arrows| lines(*arrows)).unwrap_or(indent + INDENT);
        Columns { indent, names: names.max().unwrap_or(0), arrows }
    }

    /// Width reserved for the name of a setting. Names that go together are not aligned with the others.
    fn name(&self, head: &[Part<'_>]) -> usize {
        if names_several(head) { width(head) - 1 } else { self.names }
    }
}

fn names_several(head: &[Part<'_>]) -> bool {
    head.iter().any(|part| part.token.text == ",")
}

/// How to break a rule into lines.
struct Plan {
    /// Indices of the parts of the condition that begin a line.
    head: Vec<usize>,
    /// Whether the arrow begins a line.
    below: bool,
    /// Column of the arrow.
    arrow: usize,
    /// Indices of the parts, from the arrow on, that begin a line.
    rest: Vec<usize>,
    /// Number of lines beyond the first; a line that is too long adds `TOO_LONG`.
    lines: usize,
}

/// Lines that a line that is too long counts for.
const TOO_LONG: usize = 10;

impl Plan {
    /// The plan with the fewest lines; of several, the first one listed here.
    fn new(rule: &Anatomy<'_, '_>, indent: usize, arrows: usize) -> Plan {
        let Lines { begins, fit } = lines(rule.head, indent, indent + INDENT, false);
        let ends_before = begins.is_empty() && indent + width(rule.head) < arrows;
        let beside = (arrows, false);
        let below = [(arrows, true), (indent + INDENT, true)];
        let whole = below.iter().map(|place| (*place, true));
        let broken = std::iter::once(beside).chain(below).map(|place| (place, false));
        let ways = std::iter::once((beside, true)).chain(whole).chain(broken);
        let plans = ways.filter(|((_, below), _)| *below || ends_before).filter_map(|((arrow, below), whole)| {
            let (rest, fit) = if whole {
                (Vec::new(), fits(arrow, rule.rest))
            } else {
                let effects = lines(&rule.rest[1..], arrow + ARROW, arrow + ARROW, true);
                (effects.begins.iter().map(|at| at + 1).collect(), effects.fit)
            };
            let lines = usize::from(below) + rest.len() + if fit { 0 } else { TOO_LONG };
            (fit || !whole).then_some((arrow, below, rest, lines))
        });
        let (arrow, below, rest, more) =
            plans.min_by_key(|(.., lines)| *lines).unwrap_or((arrows, !ends_before, Vec::new(), TOO_LONG));
        Plan { lines: begins.len() + more + if fit { 0 } else { TOO_LONG }, head: begins, below, arrow, rest }
    }
}

/// The readings of a setting; each but the first begins with `|`.
fn readings<'p, 't>(parts: &'p [Part<'t>]) -> Vec<&'p [Part<'t>]> {
    let bars = parts.iter().enumerate().filter(|(_, part)| part.token.text == "|").map(|(at, _)| at);
    let bounds: Vec<usize> = std::iter::once(0).chain(bars).chain([parts.len()]).collect();
    bounds.windows(2).map(|pair| &parts[pair[0]..pair[1]]).collect()
}
