//! A rule file as a row of tokens, with the notes and the line breaks between them. The text is scanned for them once;
//! whatever is not left to the grammar is worked out from them.

use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word, a number, a move: whatever stands between blanks and signs.
    Word,
    /// Text in quotation marks.
    Text,
    /// A quotation mark without a partner on its line; it begins no text.
    Quote,
    /// `->` or one of `{ } ( ) , : | @ /`.
    Sign,
    /// A note, from `//` to the end of its line.
    Note,
}

/// A token and how it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind,
    /// As written; a note without blanks at its end.
    pub(crate) text: &'t str,
    /// Its first byte.
    #[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only the language server asks"))]
    pub(crate) start: usize,
    /// How many lines end between the token before and this one.
    pub(crate) lines_before: usize,
    /// Whether a line that begins with it goes on with the line before, as the grammar has it.
    pub(crate) goes_on: bool,
}

impl Token<'_> {
    /// Its place.
    #[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only the language server asks"))]
    pub(crate) fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Whether it is this sign.
    pub(crate) fn is(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }
}

/// A text and its tokens.
#[derive(Clone, Copy)]
pub(super) struct Scan<'s> {
    pub(super) text: &'s str,
    pub(super) tokens: &'s [Token<'s>],
}

impl<'s> Scan<'s> {
    /// What stands at a place.
    pub(super) fn said(&self, span: Span) -> &'s str {
        &self.text[span.start..span.end]
    }

    /// The tokens that begin in a place.
    pub(super) fn within(&self, span: Span) -> &'s [Token<'s>] {
        let before = |byte: usize| self.tokens.partition_point(|token| token.start < byte);
        &self.tokens[before(span.start)..before(span.end)]
    }

    /// A place without the notes at its end.
    pub(super) fn without_notes(&self, span: Span) -> Span {
        let notes = self.within(span).iter().rev().take_while(|token| token.kind == Kind::Note);
        let end =
            notes.last().map_or(span.end, |first| span.start + self.text[span.start..first.start].trim_end().len());
        Span::new(span.start, end)
    }
}

/// Words with which a line goes on with the line before.
const JOINING: [&str; 2] = ["and", "or"];
/// Players whose rows of a drawn board stand below each other.
pub(crate) const PLAYERS: [&str; 4] = ["South", "North", "East", "West"];

/// All tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut lines_before = 0;
    // whether the `:` of a setting stands before; a colon inside a word behind it belongs to the word, as in `a1:b2`
    let mut in_value = false;
    while let Some(first) = rest.chars().next() {
        if is_blank(first) {
            let end = rest.find(|c: char| !is_blank(c)).unwrap_or(rest.len());
            lines_before += line_ends(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let (kind, short) = first_token(rest, first, false);
        let goes_on = goes_on(&rest[..short], &rest[short..]);
        let after_comma = found.last().is_some_and(|last: &Token<'_>| last.is(","));
        in_value &= lines_before == 0 || kind == Kind::Note || goes_on || after_comma;
        let length = if in_value { first_token(rest, first, true).1 } else { short };
        let (token, behind) = rest.split_at(length);
        in_value = (in_value || token == ":") && !matches!(token, "{" | "}");
        let start = text.len() - rest.len();
        found.push(Token { kind, text: token.trim_end(), start, lines_before, goes_on });
        lines_before = 0;
        rest = behind;
    }
    found
}

/// Whether a line that begins with a token goes on with the line before. `behind` is what follows the token.
fn goes_on(token: &str, behind: &str) -> bool {
    match token {
        "->" | "@" | "|" => true,
        word if JOINING.contains(&word) => behind.starts_with(' '),
        word if PLAYERS.contains(&word) => {
            let number = behind.trim_start_matches([' ', '\t']);
            number.len() < behind.len() && number.starts_with(|c: char| c.is_ascii_digit())
        }
        _ => false,
    }
}

/// The kind and the length of the token with which a text begins.
fn first_token(rest: &str, first: char, in_value: bool) -> (Kind, usize) {
    if rest.starts_with("//") {
        return (Kind::Note, rest.find(['\n', '\r']).unwrap_or(rest.len()));
    }
    if rest.starts_with("->") {
        return (Kind::Sign, 2);
    }
    if first == '"' {
        let end = rest[1..].find(['"', '\n', '\r']).map(|end| end + 1);
        return match end.filter(|end| rest[*end..].starts_with('"')) {
            Some(end) => (Kind::Text, end + 1),
            None => (Kind::Quote, 1),
        };
    }
    if is_sign(first) {
        return (Kind::Sign, first.len_utf8());
    }
    let inside = |at: usize| in_value && rest[at + 1..].starts_with(char::is_alphabetic);
    let ends = |(at, c): &(usize, char)| {
        let sign = is_sign(*c) && !(*c == ':' && inside(*at));
        is_blank(*c) || sign || *c == '"' || rest[*at..].starts_with("->")
    };
    (Kind::Word, rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at))
}

/// Other blanks than these belong to words, of which they make something that cannot be read.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

fn is_sign(c: char) -> bool {
    "{}(),:|@/".contains(c)
}

/// How many lines end in a text; `\r\n` is one end.
fn line_ends(text: &str) -> usize {
    text.matches(['\n', '\r']).count() - text.matches("\r\n").count()
}
