//! A rule file as a row of tokens, with the notes and the line breaks between them.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    /// As written; a note without blanks at its end.
    pub(super) text: &'t str,
    /// How many lines end between the token before and this one.
    pub(super) lines_before: usize,
    /// Whether a line that begins with it goes on with the line before, as the grammar has it.
    pub(super) goes_on: bool,
}

/// Words with which a line goes on with the line before.
const JOINING: [&str; 2] = ["and", "or"];
/// Players whose rows of a drawn board stand below each other.
pub(super) const PLAYERS: [&str; 4] = ["South", "North", "East", "West"];

/// All tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut lines_before = 0;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            let end = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
            lines_before += line_ends(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let (kind, length) = first_token(rest, first);
        let (token, behind) = rest.split_at(length);
        let goes_on = match token {
            "->" | "@" | "|" => true,
            word if JOINING.contains(&word) => behind.starts_with(' '),
            word if PLAYERS.contains(&word) => {
                let number = behind.trim_start_matches([' ', '\t']);
                number.len() < behind.len() && number.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        };
        found.push(Token { kind, text: token.trim_end(), lines_before, goes_on });
        lines_before = 0;
        rest = behind;
    }
    found
}

/// The kind and the length of the token with which a text begins.
fn first_token(rest: &str, first: char) -> (Kind, usize) {
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    if rest.starts_with("//") {
        return (Kind::Note, line);
    }
    if rest.starts_with("->") {
        return (Kind::Sign, 2);
    }
    if first == '"' {
        return (Kind::Text, rest[1..line].find('"').map_or(line, |end| end + 2));
    }
    if is_sign(first) {
        return (Kind::Sign, first.len_utf8());
    }
    let goes_on = |at: usize| rest[at..].starts_with(':') && chooses(&rest[..at], &rest[at + 1..]);
    let ends = |(at, c): &(usize, char)| {
        c.is_whitespace() || is_sign(*c) && !goes_on(*at) || *c == '"' || rest[*at..].starts_with("->")
    };
    (Kind::Word, rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at))
}

/// Whether a colon parts a move and a hole chosen in it: `a1:e2`.
fn chooses(before: &str, behind: &str) -> bool {
    let digits = before.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let is_hole = digits.len() < before.len() && digits.starts_with(|c: char| c.is_ascii_digit());
    is_hole && behind.starts_with(|c: char| c.is_ascii_lowercase())
}

fn is_sign(c: char) -> bool {
    "{}(),:|@/".contains(c)
}

/// How many lines end in a text; `\r\n` is one end.
fn line_ends(text: &str) -> usize {
    text.matches(['\n', '\r']).count() - text.matches("\r\n").count()
}
