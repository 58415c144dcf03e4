//! Items written down: sections indented, settings and arrows aligned, citations at one column.

use unicode_width::UnicodeWidthStr;

use super::wrap::{CITATIONS, LONGEST, Lines, fits, joined, lines, width};
use crate::syntax::statements::{Entry, Item, Part};
use crate::syntax::tokens::{Kind, PLAYERS};

/// Columns by which the inside of a section is indented.
const INDENT: usize = 2;
/// Columns of `-> `.
const ARROW: usize = 3;

/// Writes a file.
pub(super) fn write(entries: &[Entry<'_>]) -> String {
    let mut page = Page { text: String::new(), column: 0 };
    page.body(entries, 0);
    page.text
}

struct Page {
    text: String,
    /// Where the last line ends.
    column: usize,
}

/// Columns that the statements of a section have in common.
struct Columns {
    indent: usize,
    /// The width of the longest name.
    names: usize,
    /// Where arrows stand.
    arrows: usize,
}

/// A statement at the signs that hold it together.
struct Anatomy<'p, 't> {
    form: Form,
    /// The name, the condition, or all of it.
    head: &'p [Part<'t>],
    /// What stands behind the sign that the form is known by.
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
    /// All others.
    Plain,
}

fn anatomy<'p, 't>(parts: &'p [Part<'t>]) -> Anatomy<'p, 't> {
    let find = |sign: &str| parts.iter().position(|part| part.token.kind != Kind::Text && part.token.text == sign);
    let tag = find("@").unwrap_or(parts.len());
    let sign = |text: &str| find(text).filter(|at| (1..tag).contains(at));
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
        self.parts(head, &[], indent + INDENT);
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
        // the bar between readings stands two columns before the values
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
            // a list such as the moves of an example is parted at its commas, and only where it is very long
            let is_list = main.iter().any(|part| part.token.is(","));
            let is_long = self.column + width(main) > LONGEST;
            let mut begins = match is_list && !is_long {
                true => Vec::new(),
                false => lines(main, self.column, value, is_list).begins,
            };
            begins.extend(rows_of_boards(main));
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

    /// `@` and what follows, in its column, in this line if there is room.
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

    /// Parts one after the other; those of `begins` begin a line at column `behind`, and so do those behind a note.
    fn parts(&mut self, parts: &[Part<'_>], begins: &[usize], behind: usize) {
        for (at, part) in parts.iter().enumerate() {
            if begins.contains(&at) {
                self.end_line();
            }
            if at > 0 && self.at_line_start() {
                self.pad_to(behind);
            } else if at > 0 && !joined(&parts[at - 1], part) {
                self.put(" ");
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

    /// Blanks up to a column; at least one, unless a line begins.
    fn pad_to(&mut self, column: usize) {
        let least = usize::from(!self.at_line_start());
        self.put(&" ".repeat(column.saturating_sub(self.column).max(least)));
    }

    /// Ends the line, unless one begins here.
    fn end_line(&mut self) {
        if !self.at_line_start() {
            self.text.push('\n');
        }
        self.column = 0;
    }
}

impl Columns {
    /// Columns of the statements among some entries.
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
        // where fewest rules need more than a line; the nearest such column
        let lines = |arrows: usize| rules.iter().map(|rule| Plan::new(rule, indent, arrows).lines).sum::<usize>();
        let arrows = ends.into_iter().min_by_key(|arrows| lines(*arrows)).unwrap_or(indent + INDENT);
        Columns { indent, names: names.max().unwrap_or(0), arrows }
    }

    /// How wide the name of a setting is taken to be: names that go together stand for themselves.
    fn name(&self, head: &[Part<'_>]) -> usize {
        if names_several(head) { width(head) - 1 } else { self.names }
    }
}

fn names_several(head: &[Part<'_>]) -> bool {
    head.iter().any(|part| part.token.text == ",")
}

/// How a rule is written.
struct Plan {
    /// Where lines begin in its condition.
    head: Vec<usize>,
    /// Whether the arrow begins a line.
    below: bool,
    /// The column of the arrow.
    arrow: usize,
    /// Where lines begin from the arrow on.
    rest: Vec<usize>,
    /// How many lines more than one it takes; a line that is too long counts as many.
    lines: usize,
}

/// What a line that is too long counts as.
const TOO_LONG: usize = 10;

impl Plan {
    /// The way with the fewest lines; among those of as many the first told here.
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

/// The readings of a setting; all but the first begin with `|`.
fn readings<'p, 't>(parts: &'p [Part<'t>]) -> Vec<&'p [Part<'t>]> {
    let bars = parts.iter().enumerate().filter(|(_, part)| part.token.text == "|").map(|(at, _)| at);
    let bounds: Vec<usize> = std::iter::once(0).chain(bars).chain([parts.len()]).collect();
    bounds.windows(2).map(|pair| &parts[pair[0]..pair[1]]).collect()
}

/// Where the rows of a drawn board begin, without the first.
fn rows_of_boards(parts: &[Part<'_>]) -> Vec<usize> {
    let is_row = |at: &usize| {
        let part = &parts[*at];
        PLAYERS.contains(&part.token.text) && part.token.goes_on && parts[at - 1].token.text != ","
    };
    (1..parts.len()).filter(is_row).collect()
}
