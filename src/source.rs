//! The text of a rule file, and places in it.

use hmac_sha256::Hash;

/// The largest rule file that is read, in bytes; four times the longest of the library.
pub const LARGEST_FILE: usize = 64 * 1024;

/// A place in a text: bytes `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` to before `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// A named text.
#[derive(Clone, Debug)]
pub struct Source {
    /// How the text is called in messages: a path, or the name of a shipped ruleset.
    pub name: String,
    /// The text, without a byte-order mark.
    pub text: String,
}

impl Source {
    /// Names a text; a byte-order mark at its beginning is dropped.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Source { name: name.into(), text: text.to_owned() }
    }

    /// What tells this text from every other: the SHA-256 of its bytes, 64 hexadecimal digits, as `sha256sum` prints it
    /// of the file.
    pub fn fingerprint(&self) -> String {
        Hash::hash(self.text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The text at a span; nothing if it lies outside.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// The words at a span with single blanks between them, whatever stands between them in the file.
    pub fn said(&self, span: Span) -> String {
        single_blanks(self.slice(span))
    }

    /// Line and column of a byte, both counted from 1, the column in characters. `\r` alone ends a line, too.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let before = self.text.get(..byte).unwrap_or(&self.text);
        let alone = before.match_indices('\r').filter(|(at, _)| self.text.as_bytes().get(at + 1) != Some(&b'\n'));
        let line = before.matches('\n').count() + alone.count() + 1;
        let column = before.rsplit(['\n', '\r']).next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// The line of a byte, counted from 1.
    pub fn line(&self, byte: usize) -> usize {
        self.line_column(byte).0
    }
}

/// The words of a text with single blanks between them.
pub(crate) fn single_blanks(text: &str) -> String {
    let text = text.trim();
    let bytes = text.as_bytes();
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) && !bytes.windows(2).any(|two| two == b"  ") {
        return text.to_owned();
    }
    joined(text.split_whitespace(), text.len())
}

/// Words with single blanks between them, which are about so long.
pub(crate) fn joined<'t>(words: impl Iterator<Item = &'t str>, length: usize) -> String {
    let mut joined = String::with_capacity(length);
    for (at, word) in words.enumerate() {
        if at > 0 {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn a_fingerprint_is_the_sha256_of_the_text() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Source::new("abc.mancala", "abc").fingerprint(), abc);
        assert_ne!(Source::new("abc.mancala", "abc\n").fingerprint(), abc);
    }
}
