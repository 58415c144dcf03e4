//! Turns text into a syntax tree. All problems of the text are reported, next to what could be read.

pub mod ast;
mod broken;
mod depth;
pub mod filters;
mod grammar;
mod habits;
mod line;
mod misfit;
pub mod spoken;
pub mod statements;
mod synonyms;
pub mod tokens;
mod tree;

use self::synonyms::Standard;
use self::tokens::Token;
use crate::problem::{Code, Problem};
use crate::source::{LARGEST_FILE, Source, Span};

/// Reads a file. The tree holds all statements that could be read; the problems describe the others.
pub fn parse(source: &Source) -> (ast::File, Vec<Problem>) {
    let (file, problems, _) = scan(source);
    (file, problems)
}

/// Reads a file, with spans as if it began at `offset`.
pub fn parse_at(source: &Source, offset: usize) -> (ast::File, Vec<Problem>) {
    let text = " ".repeat(offset) + &source.text;
    let (file, problems, _) = read_fit(&text, unfit(&source.text));
    (file, problems)
}

/// Reads a text in the standard way of writing.
fn read(text: &str, tokens: &[Token<'_>]) -> (ast::File, Vec<Problem>) {
    match synonyms::standard(text, tokens) {
        None => tree::read(text, tokens, &[]),
        Some(Standard { text, replaced }) => tree::read(&text, &tokens::tokens(&text), &replaced),
    }
}

/// The phrases of a text that are not written in the standard way, each with the standard way.
pub fn respelled(text: &str) -> Vec<(Span, String)> {
    let Some(Standard { text: written, replaced }) = synonyms::standard(text, &tokens::tokens(text)) else {
        return Vec::new();
    };
    let standard = |span: Span| {
        let standard = written.get(span.start..span.end)?.trim_end();
        // what is left out takes the blank before it along
        let before = text.get(..span.start)?.trim_end_matches([' ', '\t']).len();
        let start = if standard.is_empty() { before } else { span.start };
        Some((Span::new(start, span.end), standard.to_owned()))
    };
    replaced.into_iter().filter_map(standard).collect()
}

/// Reads a file and also returns its tokens, which are empty if the text is empty, too large or has control characters.
pub fn scan(source: &Source) -> (ast::File, Vec<Problem>, Vec<Token<'_>>) {
    read_fit(&source.text, unfit(&source.text))
}

/// Reads a text unless something keeps it from being read at all.
fn read_fit(text: &str, unfit: Option<Problem>) -> (ast::File, Vec<Problem>, Vec<Token<'_>>) {
    let empty = ast::File { statements: Vec::new(), comments: Vec::new(), unread: Vec::new() };
    if let Some(problem) = unfit {
        return (empty, vec![problem], Vec::new());
    }
    let tokens = tokens::tokens(text);
    if let Some(problem) = depth::too_deep(&tokens) {
        return (empty, vec![problem], tokens);
    }
    let (file, problems) = read(text, &tokens);
    (file, problems, tokens)
}

/// A text with the standard way of writing for every other way that is understood; `None` if it has no other way.
pub fn standard(text: &str) -> Option<String> {
    synonyms::standard(text, &tokens::tokens(text)).map(|standard| standard.text)
}

/// Whether two texts have the same statements and notes, apart from blanks and line breaks.
pub fn says_the_same(one: &str, other: &str) -> bool {
    let read = tree::shape(one);
    read.is_some() && read == tree::shape(other)
}

/// The problem that keeps a text from being read at all, if there is one.
fn unfit(text: &str) -> Option<Problem> {
    if text.len() > LARGEST_FILE {
        let first = text.chars().next().map_or(0, char::len_utf8);
        return Some(
            Problem::new(Code::TooLarge, Span::new(0, first), "this file is too large for a rule file")
                .label(format!("{} bytes; at most {LARGEST_FILE} are read", text.len()))
                .help("give the path of one rule file; a game needs a few thousand bytes"),
        );
    }
    // most texts have no byte that can belong to a control character
    let may_control = |byte: u8| matches!(byte, 0..=8 | 0x0b | 0x0c | 0x0e..=0x1f | 0x7f | 0xc2);
    let is_control = |(_, c): &(usize, char)| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.bytes().fold(false, |any, byte| any | may_control(byte))
        && let Some((at, found)) = text.char_indices().find(is_control)
    {
        return Some(
            Problem::new(
                Code::BadCharacter,
                Span::new(at, at + found.len_utf8()),
                format!("this is not text: it has the control character U+{:04X}", found as u32),
            )
            .help("save the file as plain text in UTF-8"),
        );
    }
    if text.trim().is_empty() {
        return Some(
            Problem::new(Code::EmptyFile, Span::new(0, 0), "this file is empty")
                .help("begin with `game \"Name\" {`; every ruleset that ships with the program is an example"),
        );
    }
    None
}
