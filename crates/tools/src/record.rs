//! Records: what a source tells of games that were played, as text.
//!
//! A record is an `example` as in rule files, which may go on from move to move. Settings that an example has once may
//! then stand after every `play`:
//!
//! ```text
//! example "Béart 1955, p. 512" {
//!   play:  d1, a2
//!   board: North 0 9 9 0
//!          South 0 9 1 4
//!   play:  2 unknown
//!   legal: b1, c1
//! }
//! ```
//!
//! Moves that the source does not tell are `unknown`, `3 unknown` or `up to 3 unknown`. `counts: 4, 16` tells how many
//! sequences of 1, 2 .. moves are possible.

use mancala_rules::notation::row_column;
use mancala_rules::problem::{Code, Problem};
use mancala_rules::rules::vocabulary::{self, SectionWord};
use mancala_rules::source::{Source, Span};
use mancala_rules::syntax::ast::{File, Piece, Section, Setting, Statement};
use mancala_rules::syntax::parse_at;

/// Most unknown moves between two diagrams.
const MOST_UNKNOWN: usize = 100;
/// Most depths that `counts` gives.
const MOST_COUNTS: usize = 20;

/// Settings of an example that tell how a game begins, besides those that end with `before`.
const BEGINNING: [&str; 5] = ["position", "to move", "mover's turn", "lot", "refill"];

/// What a source tells of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its title.
    pub title: String,
    /// Where its head stands.
    pub span: Span,
    /// Its steps: the moves up to a diagram or another statement, and what is known after them.
    pub steps: Vec<Step>,
}

/// Moves, and what is known after them. The statements themselves are an example of the same place in
/// [`Rules::examples`](mancala_rules::rules::model::Rules::examples).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the head of the record or the `play` of the step stands.
    pub span: Span,
    /// The moves.
    pub play: Vec<Played>,
    /// Numbers of sequences of moves from there.
    pub counts: Vec<Count>,
}

/// A move of a record, or moves that it does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// A move in notation, as far as the source tells it.
    Move {
        /// The move.
        name: String,
        /// Where it stands.
        span: Span,
    },
    /// Moves that the source does not tell.
    Unknown {
        /// At least so many.
        least: usize,
        /// At most so many.
        most: usize,
        /// Where this stands.
        span: Span,
    },
}

/// A number of sequences of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Number of moves in each sequence.
    pub depth: u32,
    /// Number of sequences.
    pub sequences: u64,
    /// Where it stands.
    pub span: Span,
}

/// The records of a text.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// The records, in order.
    pub list: Vec<Record>,
    /// For each step of each record, its statements as an example.
    pub examples: Vec<Section>,
    /// What is wrong with the text.
    pub problems: Vec<Problem>,
}

impl Records {
    /// Reads the records of a text, with spans as if it began at `offset`. Of a rule file, these are its examples.
    pub fn read(source: &Source, offset: usize) -> Records {
        let (file, problems) = parse_at(source, offset);
        let mut reader = Reader { source, offset, records: Records { problems, ..Records::default() } };
        reader.file(file);
        reader.records
    }
}

struct Reader<'s> {
    source: &'s Source,
    offset: usize,
    records: Records,
}

impl Reader<'_> {
    fn file(&mut self, file: File) {
        let is = |statement: &Statement, word: SectionWord| matches!(statement, Statement::Section(section) if section.name.text == vocabulary::section_name(word));
        // what the parser tells of lines is meant for rules
        for problem in &mut self.records.problems {
            let in_example = file.statements.iter().any(|statement| match statement {
                Statement::Section(section) => {
                    section.span.start <= problem.span().start && problem.span().start < section.span.end
                }
                _ => false,
            });
            if matches!(problem.code, Code::NotAStatement | Code::BrokenRule) {
                "this line tells nothing of a game".clone_into(&mut problem.message);
                problem.instead = None;
                let around = if in_example { "" } else { " inside `example \"where it is told\" { .. }`" };
                problem.help =
                    Some(format!("write `play: a1, b2`, `play: 3 unknown`, `board: ..` or `legal: a1`{around}"));
            }
        }
        let is_rule_file = file.statements.iter().any(|statement| is(statement, SectionWord::Game));
        for statement in file.statements {
            match statement {
                Statement::Section(section) if section.name.text == "example" => self.record(section),
                _ if is_rule_file => {}
                other => {
                    let help =
                        "write records as `example \"where it is told\" { .. }`, with `position`, `play`, `board`";
                    self.wrong(other.span(), "this is no record of a game", help);
                }
            }
        }
        if self.records.problems.first().is_some_and(|problem| problem.code == Code::EmptyFile)
            || self.records.problems.is_empty() && self.records.list.is_empty()
        {
            self.records.problems.clear();
            let first = self.source.text.chars().next().map_or(0, char::len_utf8);
            let span = Span::new(self.offset, self.offset + first);
            let help = "write `example \"where it is told\" {`, `play: a1`, `board: ..` and `}`, each on its own line";
            self.records.problems.push(Problem::new(Code::EmptyFile, span, "this file tells of no game").help(help));
        }
    }

    fn wrong(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.records.problems.push(Problem::new(Code::BadExample, span, message).help(help.into()));
    }

    fn said(&self, span: Span) -> String {
        self.source.said(Span::new(span.start - self.offset, span.end - self.offset))
    }

    /// Divides an example into steps.
    fn record(&mut self, section: Section) {
        let mut steps = vec![Step { span: section.head, play: Vec::new(), counts: Vec::new() }];
        let mut bodies: Vec<Vec<Statement>> = vec![Vec::new()];
        let mut has_played = false;
        for statement in section.body {
            let Statement::Setting(setting) = &statement else {
                bodies.last_mut().into_iter().for_each(|body| body.push(statement.clone()));
                continue;
            };
            let name = setting.names.first().map_or("", |name| name.text.as_str());
            match name {
                "play" => {
                    if has_played {
                        steps.push(Step { span: setting.span, play: Vec::new(), counts: Vec::new() });
                        bodies.push(Vec::new());
                    }
                    has_played = true;
                    let play = self.moves(setting);
                    steps.last_mut().into_iter().for_each(|step| step.play.clone_from(&play));
                }
                "counts" => {
                    let counts = self.counts(setting);
                    let given = steps.last().is_some_and(|step| !step.counts.is_empty());
                    if given {
                        self.wrong(setting.span, "`counts` is given twice", "give all counts in one line: `4, 16, 64`");
                    }
                    steps.last_mut().into_iter().for_each(|step| step.counts.clone_from(&counts));
                }
                _ if steps.len() > 1 && (BEGINNING.contains(&name) || name.ends_with(" before")) => {
                    let message = format!("`{name}` tells how a game begins, and this one is already played");
                    let help = "begin another `example` here, or write the position as `board` after `play: unknown`";
                    self.wrong(setting.span, message, help);
                }
                _ => bodies.last_mut().into_iter().for_each(|body| body.push(statement.clone())),
            }
        }
        let title = section.title.as_ref().map_or(String::new(), |title| title.text.clone());
        for (nth, (step, body)) in steps.iter().zip(bodies).enumerate() {
            self.records.examples.push(Section {
                name: section.name.clone(),
                title: section.title.clone(),
                first_fits: section.first_fits.filter(|_| nth == 0),
                when: section.when.clone(),
                tag: section.tag.clone().filter(|_| nth == 0),
                body,
                head: step.span,
                // what is wrong with the head is told once
                head_told: section.head_told || nth > 0,
                span: section.span,
            });
        }
        self.records.list.push(Record { title, span: section.head, steps });
    }

    fn pieces<'p>(&mut self, setting: &'p Setting) -> &'p [Piece] {
        if let [_, other, ..] = setting.readings.as_slice() {
            self.wrong(other.span, "a record has no readings", "write the moves after one another, with commas");
        }
        setting.readings.first().map_or(&[], |reading| reading.pieces.as_slice())
    }

    fn moves(&mut self, setting: &Setting) -> Vec<Played> {
        let mut moves = Vec::new();
        for piece in self.pieces(setting) {
            let span = piece.span();
            let said = self.said(span);
            let words: Vec<&str> = said.split(' ').collect();
            let words = words.strip_suffix(&["moves"]).or(words.strip_suffix(&["move"])).unwrap_or(&words);
            let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST_UNKNOWN).contains(number));
            let unknown = match *words {
                ["unknown"] => Some((1, 1)),
                [number_of, "unknown"] => number(number_of).map(|number| (number, number)),
                ["up", "to", most, "unknown"] => number(most).map(|most| (1, most)),
                _ => None,
            };
            match (unknown, words) {
                (Some((least, most)), _) => moves.push(Played::Unknown { least, most, span }),
                (None, [name]) if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    moves.push(Played::Move { name: (*name).to_owned(), span });
                }
                (None, words) if words.contains(&"unknown") => {
                    let help = format!("write `unknown`, `3 unknown` or `up to 3 unknown`, at most {MOST_UNKNOWN}");
                    self.wrong(span, "it is unclear how many moves are unknown", help);
                }
                (None, words) if words.len() > 1 && words.iter().all(|word| row_column(word).is_some()) => {
                    let help = format!("write `{}`", words.join(", "));
                    self.wrong(span, "commas are missing between these moves", help);
                }
                _ => {
                    let help = "write holes such as `b1`, with commas between them, and `unknown` for a move not told";
                    self.wrong(span, "this is not a move", help);
                }
            }
        }
        moves
    }

    fn counts(&mut self, setting: &Setting) -> Vec<Count> {
        let mut counts = Vec::new();
        let pieces = self.pieces(setting);
        if let Some(more) = pieces.get(MOST_COUNTS) {
            self.wrong(more.span(), "there are too many counts", format!("give at most {MOST_COUNTS}"));
        }
        for (depth, piece) in (1..).zip(pieces) {
            let said = self.said(piece.span());
            match said.parse() {
                Ok(sequences) => counts.push(Count { depth, sequences, span: piece.span() }),
                Err(_) if said == "unknown" => {}
                Err(_) => {
                    let help = "write how many sequences of 1, 2, 3 .. moves there are: `4, 16, unknown, 256`";
                    self.wrong(piece.span(), "this is not a count", help);
                }
            }
        }
        counts
    }
}
