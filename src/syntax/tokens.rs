//! A rule file as a row of tokens, with the notes and the line breaks between them.

use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word, a number, a move: whatever stands between blanks and signs.
    Word,
    /// Text in quotation marks.
    Text,
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
        if first.is_whitespace() {
            let end = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
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
    // looked for only where it is needed: a line may be long
    let line = || rest.find(['\n', '\r']).unwrap_or(rest.len());
    if rest.starts_with("//") {
        return (Kind::Note, line());
    }
    if rest.starts_with("->") {
        return (Kind::Sign, 2);
    }
    if first == '"' {
        let line = line();
        return (Kind::Text, rest[1..line].find('"').map_or(line, |end| end + 2));
    }
    if is_sign(first) {
        return (Kind::Sign, first.len_utf8());
    }
    let inside = |at: usize| in_value && rest[at + 1..].starts_with(char::is_alphabetic);
    let ends = |(at, c): &(usize, char)| {
        let sign = is_sign(*c) && !(*c == ':' && inside(*at));
        c.is_whitespace() || sign || *c == '"' || rest[*at..].starts_with("->")
    };
    (Kind::Word, rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at))
}

fn is_sign(c: char) -> bool {
    "{}(),:|@/".contains(c)
}

/// How many lines end in a text; `\r\n` is one end.
fn line_ends(text: &str) -> usize {
    text.matches(['\n', '\r']).count() - text.matches("\r\n").count()
}
