//! A rule file as a list of tokens, with its notes and line breaks. The text is scanned once; everything that the
//! grammar does not do works with these tokens.

use crate::source::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word, a number or a move: anything between blanks and signs.
    Word,
    /// Text in quotation marks.
    Text,
    /// A quotation mark without a partner on its line. It does not begin a text.
    Quote,
    /// `->` or one of `{ } ( ) , : | @ /`.
    Sign,
    /// A note, from `//` to the end of its line.
    Note,
}

/// A token and its surroundings.
#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    /// What it is.
    pub kind: Kind,
    /// The token as written; a note without trailing blanks.
    pub text: &'t str,
    /// Byte offset of the token.
    pub start: usize,
    /// Number of line ends between the previous token and this one.
    pub lines_before: usize,
    /// Whether the grammar lets a line that begins with this token continue the line before.
    pub goes_on: bool,
}

impl Token<'_> {
    /// Byte range of the token.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Whether the token is this sign.
    pub fn is(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }
}

/// A text and its tokens.
#[derive(Clone, Copy)]
pub(super) struct Scan<'s> {
    pub(super) text: &'s str,
    pub(super) tokens: &'s [Token<'s>],
    /// Where its notes stand.
    pub(super) notes: &'s [Span],
    /// Where the file has other words in place of these, which are as long with the blanks behind them.
    pub(super) replaced: &'s [Span],
}

impl<'s> Scan<'s> {
    /// A span as it is in the file: of what was replaced, it has all or nothing.
    pub(super) fn in_file(&self, span: Span) -> Span {
        let first = self.replaced.partition_point(|place| place.end <= span.start);
        let behind = self.replaced.partition_point(|place| place.start < span.end);
        match self.replaced.get(first..behind) {
            Some([only]) => span.to(*only),
            Some([first, .., last]) => span.to(*first).to(*last),
            _ => span,
        }
    }

    /// The text of a span.
    pub(super) fn said(&self, span: Span) -> &'s str {
        &self.text[span.start..span.end]
    }

    /// The tokens that begin in a span.
    pub(super) fn within(&self, span: Span) -> &'s [Token<'s>] {
        let before = |byte: usize| self.tokens.partition_point(|token| token.start < byte);
        &self.tokens[before(span.start)..before(span.end)]
    }

    /// The span, which ends with no blank, without the notes at its end.
    pub(super) fn without_notes(&self, span: Span) -> Span {
        let behind = self.notes.partition_point(|note| note.start < span.end);
        let mut end = span.end;
        for note in self.notes[..behind].iter().rev() {
            if note.start < span.start || note.end < end {
                break;
            }
            end = span.start + self.text[span.start..note.start].trim_end().len();
        }
        Span::new(span.start, end)
    }
}

/// Words that make a line continue the line before.
const JOINING: [&str; 2] = ["and", "or"];
/// Players whose rows of a drawn board stand on separate lines.
pub const PLAYERS: [&str; 4] = ["South", "North", "East", "West"];

/// Scans a text for its tokens.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut lines_before = 0;
    // Whether the tokens follow the `:` of a setting. There, a colon inside a word belongs to the word, as in `a1:b2`.
    let mut in_value = false;
    // Whether the last token that is no note is a comma.
    let mut after_comma = false;
    while let Some(first) = rest.bytes().next() {
        if is_blank(first) {
            let end = rest.bytes().position(|byte| !is_blank(byte)).unwrap_or(rest.len());
            lines_before += line_ends(&rest.as_bytes()[..end]);
            rest = &rest[end..];
            continue;
        }
        let (kind, short) = first_token(rest, first, false);
        let goes_on = goes_on(&rest[..short], &rest[short..]);
        in_value &= lines_before == 0 || kind == Kind::Note || goes_on || after_comma;
        // only a colon can belong to a word or end it
        let goes_past = in_value && kind == Kind::Word && rest.as_bytes().get(short) == Some(&b':');
        let length = if goes_past { first_token(rest, first, true).1 } else { short };
        let (token, behind) = rest.split_at(length);
        in_value = (in_value || token == ":") && !matches!(token, "{" | "}");
        let start = text.len() - rest.len();
        found.push(Token { kind, text: token.trim_end(), start, lines_before, goes_on });
        if kind != Kind::Note {
            after_comma = token == ",";
        }
        lines_before = 0;
        rest = behind;
    }
    found
}

/// Whether a line that begins with this token continues the line before. `behind` is the text after the token.
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

/// Kind and length, in bytes, of the first token of a text, which begins with the byte `first`.
fn first_token(rest: &str, first: u8, in_value: bool) -> (Kind, usize) {
    match first {
        b'/' if rest.starts_with("//") => {
            let end = rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r'));
            return (Kind::Note, end.unwrap_or(rest.len()));
        }
        b'-' if rest.starts_with("->") => return (Kind::Sign, 2),
        b'"' => {
            let end = rest.bytes().skip(1).position(|byte| matches!(byte, b'"' | b'\n' | b'\r')).map(|end| end + 1);
            return match end.filter(|end| rest.as_bytes().get(*end) == Some(&b'"')) {
                Some(end) => (Kind::Text, end + 1),
                None => (Kind::Quote, 1),
            };
        }
        _ if is_sign(first) => return (Kind::Sign, 1),
        _ => {}
    }
    let inside = |at: usize| in_value && rest[at + 1..].starts_with(char::is_alphabetic);
    let ends = |(at, byte): (usize, u8)| {
        ENDS[usize::from(byte)]
            && match byte {
                b':' => !inside(at),
                b'-' => rest[at..].starts_with("->"),
                _ => true,
            }
    };
    let length = rest.bytes().enumerate().position(ends).unwrap_or(rest.len());
    (Kind::Word, length)
}

/// Bytes that can end a word.
const ENDS: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        ends[byte] = is_blank(byte as u8) || is_sign(byte as u8) || matches!(byte as u8, b'"' | b'-');
        byte += 1;
    }
    ends
};

/// Whether a character, given by its first byte, separates words. Other blanks count as part of a word, which then cannot
/// be read.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

const fn is_sign(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'(' | b')' | b',' | b':' | b'|' | b'@' | b'/')
}

/// Number of line ends in blanks; `\r\n` counts as one.
fn line_ends(blanks: &[u8]) -> usize {
    let ends = |at: &usize| match blanks[*at] {
        b'\n' => true,
        b'\r' => blanks.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..blanks.len()).filter(ends).count()
}
