//! The syntax tree: the statements of a rule file with their places, without their meaning.

use std::borrow::Cow;

use crate::source::{Span, joined};

/// A whole rule file.
#[derive(Clone, Debug)]
pub struct File {
    /// Sections, and statements found outside of sections.
    pub statements: Vec<Statement>,
    /// Byte ranges of all notes (`// ..`), in order.
    pub comments: Vec<Span>,
    /// Byte ranges of what could not be read, in order; a problem reports each.
    pub unread: Vec<Span>,
}

/// One statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A section: `NAME {..}`
    Section(Section),
    /// A rule: `when C -> E`
    Rule(Rule),
    /// The definition of a word: `NAME if C`
    Definition(Definition),
    /// A setting: `NAME: A | B`
    Setting(Setting),
    /// A text of its own: `"text"`
    Remark(Remark),
    /// A condition on its own, in `never`.
    Asked(Asked),
}

impl Statement {
    /// Byte range of the statement; of a section, that of its head.
    pub fn span(&self) -> Span {
        match self {
            Statement::Section(section) => section.head,
            Statement::Rule(rule) => rule.span,
            Statement::Definition(definition) => definition.span,
            Statement::Setting(setting) => setting.span,
            Statement::Remark(remark) => remark.span,
            Statement::Asked(asked) => asked.condition.span,
        }
    }
}

/// A piece of text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text, with single blanks between words.
    pub text: String,
    /// Byte range of the text.
    pub span: Span,
}

/// A section: `NAME "title", the first that fits when C @ tag {..}`
#[derive(Clone, Debug)]
pub struct Section {
    /// All words before the title.
    pub name: Name,
    /// The title, in quotation marks.
    pub title: Option<Name>,
    /// Byte range of `, the first that fits`, if the head says so.
    pub first_fits: Option<Span>,
    /// The condition after `when`.
    pub when: Option<Condition>,
    /// The citation of the condition, if there is one.
    pub tag: Option<Tag>,
    /// The statements of the section.
    pub body: Vec<Statement>,
    /// Byte range of the head.
    pub head: Span,
    /// Whether the head could not be read in full; a problem already reports it.
    pub head_told: bool,
    /// Byte range of the whole section.
    pub span: Span,
}

/// A rule: `when C -> may E, E @ tag`
#[derive(Clone, Debug)]
pub struct Rule {
    /// The condition; `None` for `otherwise`.
    pub condition: Option<Condition>,
    /// Byte range of `may`, if the mover chooses.
    pub may: Option<Span>,
    /// Effects and outcomes, in order.
    pub effects: Vec<Phrase>,
    /// The rule in the words of the file, in quotation marks after the effects.
    pub told: Option<Name>,
    /// The citation, if there is one.
    pub tag: Option<Tag>,
    /// Byte range from the first word to the last effect.
    pub span: Span,
}

/// The definition of a word: `NAME if C`
#[derive(Clone, Debug)]
pub struct Definition {
    /// The word that is defined.
    pub name: Name,
    /// What it means.
    pub condition: Condition,
    /// How it is said in a sentence, in quotation marks after the condition: at most two forms.
    pub forms: Vec<Name>,
    /// The citation, if there is one.
    pub tag: Option<Tag>,
    /// Byte range without the citation.
    pub span: Span,
}

/// A setting: `NAME, NAME: A, B | C, D`
#[derive(Clone, Debug)]
pub struct Setting {
    /// One name, or several that go together.
    pub names: Vec<Name>,
    /// The readings, at least one.
    pub readings: Vec<Reading>,
    /// Readings of the setting that this one replaces, in a file that is like another; none is ever in force.
    pub dropped: Vec<Reading>,
    /// Byte range without the citations.
    pub span: Span,
}

/// One value of a setting, with its note and its citation.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The parts of the value, which commas separate.
    pub pieces: Vec<Piece>,
    /// The note in quotation marks after the value.
    pub note: Option<Name>,
    /// The same for several, after a comma.
    pub of_several: Option<Name>,
    /// The citation, if there is one.
    pub tag: Option<Tag>,
    /// Byte range of the value.
    pub span: Span,
}

impl Reading {
    /// The texts in quotation marks behind the value.
    pub fn texts(&self) -> impl Iterator<Item = &Name> {
        self.note.iter().chain(&self.of_several)
    }
}

/// A part of a value.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A text in quotation marks.
    Text(Name),
    /// A number, a list of seeds or a drawn board.
    Board(Board),
    /// What a player owes.
    Debt(Debt),
    /// Words, such as a hole set or the name of a value.
    Words(Phrase),
    /// Which game a source describes, what was read of it, or how places in it are given.
    Clause(Clause),
}

impl Piece {
    /// Byte range of the part.
    pub fn span(&self) -> Span {
        match self {
            Piece::Text(text) => text.span,
            Piece::Board(board) => board.span,
            Piece::Debt(debt) => debt.span,
            Piece::Words(words) => words.span,
            Piece::Clause(clause) => clause.span,
        }
    }
}

/// A part of the declaration of a source.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What it says.
    pub said: Declared,
    /// Its byte range.
    pub span: Span,
}

/// What a part of the declaration of a source says.
#[derive(Clone, Debug)]
pub enum Declared {
    /// `describes "GAME" because "why"`: the source describes another game.
    Game {
        /// The game.
        game: Name,
        /// Why it serves.
        because: Option<Name>,
    },
    /// `read whole`
    Whole,
    /// `read in extract "what"`
    Extract(Option<Name>),
    /// `read through KEY "what"`
    Through(Name, Option<Name>),
    /// `located by "scheme"`
    Located(Name),
}

/// What a player owes: `South -3`
#[derive(Clone, Debug)]
pub struct Debt {
    /// The name of the player.
    pub player: Name,
    /// The number after the sign.
    pub owed: Number,
    /// Its byte range.
    pub span: Span,
}

/// Rows of numbers, such as a drawn board.
#[derive(Clone, Debug)]
pub struct Board {
    /// The rows as written, from above.
    pub rows: Vec<Row>,
    /// Byte range of the whole.
    pub span: Span,
}

/// Numbers of one player, or of no named player.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the player: `South`, `each player` ..
    pub player: Option<Name>,
    /// Byte range of `from own left`, if it is there.
    pub from_left: Option<Span>,
    /// Rows of holes, separated by `/`.
    pub strips: Vec<Strip>,
    /// Byte range of the row.
    pub span: Span,
}

/// Numbers of one row of holes.
#[derive(Clone, Debug)]
pub struct Strip {
    /// `inner` or `outer`.
    pub name: Option<Name>,
    /// The numbers.
    pub numbers: Vec<Number>,
    /// Indices of the numbers that go on, as `..` says.
    pub going_on: Vec<usize>,
}

/// A number with its place.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its value; `u64::MAX` if the number is larger.
    pub value: u64,
    /// Its byte range.
    pub span: Span,
}

/// A text of its own: `"text" @ tag`
#[derive(Clone, Debug)]
pub struct Remark {
    /// The text.
    pub text: Name,
    /// The citation, if there is one.
    pub tag: Option<Tag>,
    /// Its byte range.
    pub span: Span,
}

/// A condition on its own: `C @ tag`
#[derive(Clone, Debug)]
pub struct Asked {
    /// Byte range of a superfluous `when`; in a claim it belongs in the head.
    pub when: Option<Span>,
    /// The condition.
    pub condition: Condition,
    /// The citation, if there is one.
    pub tag: Option<Tag>,
}

/// A citation: `@ source "place", source "place"`
#[derive(Clone, Debug)]
pub struct Tag {
    /// For each origin the key of a source, or `assumed`, and the text after it.
    pub origins: Vec<Cited>,
    /// Its byte range.
    pub span: Span,
}

/// One origin of a statement: `KEY "place"`, or `like "GAME" because "why"`
#[derive(Clone, Debug)]
pub struct Cited {
    /// The key of a source, `assumed` or `like`.
    pub key: Name,
    /// The place in the source, the reason, or the game.
    pub text: Name,
    /// Why another game serves.
    pub because: Option<Name>,
}

/// An effect, a hole set or a value in words: holes, then prepositions with more holes.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// The holes before the first preposition.
    pub object: Option<Holes>,
    /// Prepositions (`from`, `after`, `into`), each with the holes that follow.
    pub links: Vec<(Name, Holes)>,
    /// Its byte range.
    pub span: Span,
}

/// Sets joined by `and`.
#[derive(Clone, Debug)]
pub struct Holes {
    /// The sets, at least one.
    pub parts: Vec<Set>,
    /// Its byte range.
    pub span: Span,
}

/// One hole set as written.
#[derive(Clone, Debug)]
pub struct Set {
    /// The words, or the bracket.
    pub kind: SetKind,
    /// The filter: `where P` or `while P`.
    pub filter: Option<Filter>,
    /// Its byte range.
    pub span: Span,
}

/// The words of a set, or a bracket.
#[derive(Clone, Debug)]
pub enum SetKind {
    /// `( .. )`
    Group(Holes),
    /// `opposite of SET`, `seeds in SET`, `own holes`
    Words {
        /// The words.
        words: Words,
        /// `of` or `in`, and the set that follows.
        within: Option<(Name, Box<Set>)>,
    },
}

/// A filter of a hole set: `where P` or `while P`
#[derive(Clone, Debug)]
pub struct Filter {
    /// Whether the word is `while`.
    pub keep_going: bool,
    /// The property that the holes need.
    pub condition: Box<Condition>,
}

/// A sequence of words.
#[derive(Clone, Debug)]
pub struct Words {
    /// The words, at least one.
    pub words: Vec<Word>,
    /// Its byte range.
    pub span: Span,
}

impl Words {
    /// The words with single blanks between them.
    pub fn text(&self) -> Cow<'_, str> {
        texts(&self.words)
    }
}

/// Words with single blanks between them.
pub fn texts(words: &[Word]) -> Cow<'_, str> {
    if let [word] = words {
        return Cow::Borrowed(&word.text);
    }
    let length = words.iter().map(|word| word.text.len() + 1).sum();
    Cow::Owned(joined(words.iter().map(|word| word.text.as_str()), length))
}

/// One word, number or ordinal.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word as written.
    pub text: String,
    /// Its value, if it is a number or an ordinal.
    pub number: Option<u64>,
    /// Whether it is an ordinal such as `3rd`.
    pub ordinal: bool,
    /// Its byte range.
    pub span: Span,
}

/// A condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What the condition asks.
    pub kind: ConditionKind,
    /// Its byte range.
    pub span: Span,
}

/// What a condition asks.
#[derive(Clone, Debug)]
pub enum ConditionKind {
    /// `A or B`
    Or(Vec<Condition>),
    /// `A and B`
    And(Vec<Condition>),
    /// `not A`
    Not(Box<Condition>),
    /// `another move would leave A`
    Leaves(Box<Condition>),
    /// `no SET`, `some SET`, `all SET are P`
    Quantified(Quantifier, Set, Option<Claim>),
    /// `position is BOARD`
    Drawn(Board),
    /// `X is P`, `holds N`, `marked`
    Test(Option<Subject>, Option<Tail>),
}

/// `no`, `some` or `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `no`
    No,
    /// `some`
    Some,
    /// `all`
    All,
}

/// What a quantified condition claims of the holes: `are P`, `hold N`
#[derive(Clone, Debug)]
pub struct Claim {
    /// Whether it says `are not`.
    pub negated: bool,
    /// What is claimed of each hole.
    pub tail: Tail,
    /// Its byte range.
    pub span: Span,
}

/// What a test is about: words and perhaps a set.
pub type Subject = Set;

/// What a test asks about its subject, or a claim says of the holes.
#[derive(Clone, Debug)]
pub enum Tail {
    /// `is P`, `is not P`
    Is(bool, Property),
    /// `is N`, `is not N`
    IsNumber(bool, Numbers),
    /// `holds N`
    Holds(Numbers),
    /// `makes N`
    Makes(Numbers),
    /// `was empty`
    Was(Words),
}

/// A property of a hole, or a value of a name.
#[derive(Clone, Debug)]
pub enum Property {
    /// `in SET`
    Inside(Set),
    /// `1st or 2nd from owner's left`
    Places(Vec<Number>, Words),
    /// Words, such as the name of a property.
    Words(Words),
}

/// A set of numbers.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Which numbers.
    pub kind: NumbersKind,
    /// Its byte range.
    pub span: Span,
}

/// The kinds of sets of numbers.
#[derive(Clone, Debug)]
pub enum NumbersKind {
    /// `even`
    Even,
    /// `odd`
    Odd,
    /// a number that is counted: `seeds in SET`
    Exactly(Set),
    /// `at least N`
    AtLeast(Set),
    /// `at most N`
    AtMost(Set),
    /// `more than N`
    MoreThan(Set),
    /// `fewer than N`
    FewerThan(Set),
    /// `2 to 15`
    Range(Number, Number),
    /// `2 or 4 or 6`
    List(Vec<Number>),
}
