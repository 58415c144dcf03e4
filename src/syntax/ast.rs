//! The syntax tree: what stands in a rule file, with places and without meaning.

use std::borrow::Cow;

use crate::source::{Span, joined};

/// A whole file.
#[derive(Clone, Debug)]
pub struct File {
    /// Sections, and what was found outside of them.
    pub statements: Vec<Statement>,
    /// Places of all comments, in order.
    pub comments: Vec<Span>,
    /// Places of what could not be read, in order; each is told as a problem.
    pub unread: Vec<Span>,
}

/// One statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `NAME {..}`
    Section(Section),
    /// `when C -> E`
    Rule(Rule),
    /// `NAME if C`
    Definition(Definition),
    /// `NAME: A | B`
    Setting(Setting),
    /// `"text"`
    Remark(Remark),
    /// A condition alone, in `never`.
    Asked(Asked),
}

impl Statement {
    /// Where it stands.
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
    /// The text; blanks between words are single.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// `NAME "title", the first that fits when C {..}`
#[derive(Clone, Debug)]
pub struct Section {
    /// All words before the title.
    pub name: Name,
    /// Text in quotation marks.
    pub title: Option<Name>,
    /// Whether the head says `, the first that fits`.
    pub first_fits: Option<Span>,
    /// The condition behind `when`.
    pub when: Option<Condition>,
    /// What stands in it.
    pub body: Vec<Statement>,
    /// Place of the head.
    pub head: Span,
    /// Whether the head could not be read in full; the problem is told already.
    pub head_told: bool,
    /// Place of the whole.
    pub span: Span,
}

/// `when C -> may E, E @ tag`
#[derive(Clone, Debug)]
pub struct Rule {
    /// The condition; none for `otherwise`.
    pub condition: Option<Condition>,
    /// Whether the mover chooses.
    pub may: Option<Span>,
    /// Effects and outcomes, in order.
    pub effects: Vec<Phrase>,
    /// Where it was read.
    pub tag: Option<Tag>,
    /// From the first word to the last effect.
    pub span: Span,
}

/// `NAME if C`
#[derive(Clone, Debug)]
pub struct Definition {
    /// The word explained.
    pub name: Name,
    /// What it means.
    pub condition: Condition,
    /// Where it was read.
    pub tag: Option<Tag>,
    /// Place without the tag.
    pub span: Span,
}

/// `NAME, NAME: A, B | C, D`
#[derive(Clone, Debug)]
pub struct Setting {
    /// One name, or several that go together.
    pub names: Vec<Name>,
    /// At least one.
    pub readings: Vec<Reading>,
    /// Place without tags.
    pub span: Span,
}

/// One value of a setting, what it means, and where it was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The value, at commas.
    pub pieces: Vec<Piece>,
    /// Text in quotation marks behind the value.
    pub note: Option<Name>,
    /// Where it was read.
    pub tag: Option<Tag>,
    /// Place of the value.
    pub span: Span,
}

/// A part of a value.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text in quotation marks.
    Text(Name),
    /// A number, a list of seeds, a drawn board.
    Board(Board),
    /// Words.
    Words(Phrase),
}

impl Piece {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Piece::Text(text) => text.span,
            Piece::Board(board) => board.span,
            Piece::Words(words) => words.span,
        }
    }
}

/// Rows of numbers.
#[derive(Clone, Debug)]
pub struct Board {
    /// As written, from above.
    pub rows: Vec<Row>,
    /// Place of all.
    pub span: Span,
}

/// Numbers of one player, or of nobody named.
#[derive(Clone, Debug)]
pub struct Row {
    /// `South`, `each player` ..
    pub player: Option<Name>,
    /// `from own left`
    pub from_left: Option<Span>,
    /// Parted by `/`.
    pub strips: Vec<Strip>,
    /// Its place.
    pub span: Span,
}

/// Numbers of one row of holes.
#[derive(Clone, Debug)]
pub struct Strip {
    /// `inner` or `outer`.
    pub name: Option<Name>,
    /// The numbers.
    pub numbers: Vec<Number>,
}

/// A number with its place.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its value; one too large for it is the largest there is.
    pub value: u64,
    /// Its place.
    pub span: Span,
}

/// `"text" @ tag`
#[derive(Clone, Debug)]
pub struct Remark {
    /// The text.
    pub text: Name,
    /// Where it was read.
    pub tag: Option<Tag>,
    /// Its place.
    pub span: Span,
}

/// `C @ tag`
#[derive(Clone, Debug)]
pub struct Asked {
    /// A `when` before it, which a claim has in its head alone.
    pub when: Option<Span>,
    /// What is asked.
    pub condition: Condition,
    /// Where it was read.
    pub tag: Option<Tag>,
}

/// `@ source "place", source "place"`
#[derive(Clone, Debug)]
pub struct Tag {
    /// Key of a source, or `assumed`, and the text behind it.
    pub origins: Vec<(Name, Name)>,
    /// Its place.
    pub span: Span,
}

/// An effect, a hole set, or a value in words: holes, and holes behind prepositions.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// What stands before the first preposition.
    pub object: Option<Holes>,
    /// `from`, `after`, `into` with what follows.
    pub links: Vec<(Name, Holes)>,
    /// Its place.
    pub span: Span,
}

/// Sets joined by `and`.
#[derive(Clone, Debug)]
pub struct Holes {
    /// At least one.
    pub parts: Vec<Set>,
    /// Its place.
    pub span: Span,
}

/// One hole set as written.
#[derive(Clone, Debug)]
pub struct Set {
    /// Words, or a bracket.
    pub kind: SetKind,
    /// `where P`, `while P`.
    pub filter: Option<Filter>,
    /// Its place.
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
        /// `of` or `in`, and what follows.
        within: Option<(Name, Box<Set>)>,
    },
}

/// `where P` or `while P`
#[derive(Clone, Debug)]
pub struct Filter {
    /// Whether it is `while`.
    pub keep_going: bool,
    /// The property.
    pub condition: Box<Condition>,
}

/// A sequence of words.
#[derive(Clone, Debug)]
pub struct Words {
    /// At least one.
    pub words: Vec<Word>,
    /// Its place.
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
    /// As written.
    pub text: String,
    /// Its value, if it is a number or an ordinal.
    pub number: Option<u64>,
    /// Whether it is an ordinal such as `3rd`.
    pub ordinal: bool,
    /// Its place.
    pub span: Span,
}

/// A condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What it asks.
    pub kind: ConditionKind,
    /// Its place.
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
    /// `no SET`, `some SET`, `all SET are P`
    Quantified(Quantifier, Set, Option<Claim>),
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

/// `are P`, `hold N`
#[derive(Clone, Debug)]
pub struct Claim {
    /// Whether it says `are not`.
    pub negated: bool,
    /// What is claimed of each hole.
    pub tail: Tail,
    /// Its place.
    pub span: Span,
}

/// What a test is about: words and perhaps a set.
pub type Subject = Set;

/// What is asked.
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
    /// Words.
    Words(Words),
}

/// A set of numbers.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Which.
    pub kind: NumbersKind,
    /// Its place.
    pub span: Span,
}

/// A set of numbers.
#[derive(Clone, Debug)]
pub enum NumbersKind {
    /// `even`
    Even,
    /// `odd`
    Odd,
    /// `at least N`
    AtLeast(Words),
    /// `at most N`
    AtMost(Words),
    /// `more than N`
    MoreThan(Words),
    /// `fewer than N`
    FewerThan(Words),
    /// `2 to 15`
    Range(Number, Number),
    /// `2 or 4 or 6`
    List(Vec<Number>),
}
