//! The text of a rule file, and positions in it.

use std::fmt;

use hmac_sha256::Hash;

/// Largest rule file that is read, in bytes: four times the longest shipped one.
pub const LARGEST_FILE: usize = 64 * 1024;

/// A range of bytes in a text: `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span of the bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// A line of a rule file, or of the file of a game that it is like. It prints as `51`, or as `oware 51`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Line {
    /// Its number, from 1.
    pub line: usize,
    /// The game in whose file it is, if not in the rule file itself.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub like: Option<String>,
}

impl Line {
    /// The line in a sentence: `line 51`, or `line 51 of oware`.
    pub fn in_words(&self) -> String {
        let of = self.like.as_ref().map_or(String::new(), |game| format!(" of {game}"));
        format!("line {}{of}", self.line)
    }

    /// Serializes a line that may be missing, in the place of its fields: its number is then `null`.
    #[cfg(feature = "serde")]
    pub fn or_null<S: serde::Serializer>(line: &Option<Line>, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Missing {
            line: (),
        }
        match line {
            Some(line) => serde::Serialize::serialize(line, serializer),
            None => serde::Serialize::serialize(&Missing { line: () }, serializer),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.like.as_ref().map_or(String::new(), |game| format!("{game} "));
        f.pad(&format!("{game}{}", self.line))
    }
}

/// A text without the byte-order mark that some editors and shells put before it.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A text with a name.
///
/// A rule file that says what game it is like also has the texts of that game, and of the games that one is like. Each
/// begins at an offset after the end of the text before, so that a span says which text it is in.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name for messages: a path, or the name of a shipped ruleset.
    pub name: String,
    /// The text, without a byte-order mark.
    pub text: String,
    /// Offsets at which the lines begin; lines end in `\n`, `\r\n` or `\r`.
    lines: Vec<usize>,
    around: Box<Around>,
}

/// The other texts of a rule file.
#[derive(Clone, Debug, Default)]
struct Around {
    /// Rule files beside this one, which it may name. Their names end in `NAME.mancala`.
    beside: Vec<Source>,
    /// The texts that this one builds on, each with the offset at which it begins.
    bases: Vec<(usize, Source)>,
}

impl Source {
    /// Names a text. Drops a byte-order mark at its beginning.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        let text = without_mark(text);
        let bytes = text.as_bytes();
        let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let lines = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        Source { name: name.into(), text: text.to_owned(), lines, around: Box::default() }
    }

    /// Adds the rule files beside this one, which it may name after `like`. Their names end in `NAME.mancala`.
    #[must_use]
    pub fn with_beside(mut self, beside: Vec<Source>) -> Self {
        self.around.beside = beside;
        self
    }

    /// Another text in the place of this one, beside the same rule files.
    pub fn instead(&self, text: &str) -> Source {
        Source::new(&self.name, text).with_beside(self.around.beside.clone())
    }

    /// The rule file beside this one that a name means.
    pub fn neighbour(&self, name: &str) -> Option<&Source> {
        self.around.beside.iter().find(|source| source.stem() == name)
    }

    /// The names by which other files name the rule files beside this one.
    pub fn neighbours(&self) -> impl Iterator<Item = &str> {
        self.around.beside.iter().map(Source::stem)
    }

    /// The name of the file without its folder and without `.mancala`.
    pub fn stem(&self) -> &str {
        let name = self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name);
        name.strip_suffix(".mancala").unwrap_or(name)
    }

    /// Adds a text that this one builds on, at an offset at or after [`Source::end`].
    pub fn build_on(&mut self, offset: usize, base: Source) {
        self.around.bases.push((offset, base));
    }

    /// The first offset after this text and those that it builds on.
    pub fn end(&self) -> usize {
        self.around.bases.last().map_or(self.text.len(), |(offset, base)| offset + base.text.len()) + 1
    }

    /// Whether a span lies in this text itself, not in one that it builds on.
    pub fn is_own(&self, span: Span) -> bool {
        span.start <= self.text.len()
    }

    /// The text in which an offset lies, and the offset in that text.
    fn part(&self, byte: usize) -> (&Source, usize) {
        let base = self.around.bases.iter().rev().find(|(offset, _)| *offset <= byte);
        base.map_or((self, byte), |(offset, base)| (base, byte - offset))
    }

    /// SHA-256 of the text, as 64 hexadecimal digits. It is what `sha256sum` prints for a file without a byte-order
    /// mark. For a file that builds on others it is that of all texts, one after the other.
    pub fn fingerprint(&self) -> String {
        let mut hash = Hash::new();
        hash.update(self.text.as_bytes());
        for (_, base) in &self.around.bases {
            hash.update(base.text.as_bytes());
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The text of a span; empty if the span is out of range.
    pub fn slice(&self, span: Span) -> &str {
        let (part, start) = self.part(span.start);
        part.text.get(start..start + span.end.saturating_sub(span.start)).unwrap_or("")
    }

    /// The words of a span, separated by single blanks.
    pub fn said(&self, span: Span) -> String {
        single_blanks(self.slice(span))
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let (part, byte) = self.part(byte);
        let (line, before) = part.before(byte);
        (line + 1, before.chars().count() + 1)
    }

    /// Line of a byte offset, in the text in which it lies.
    pub fn line(&self, byte: usize) -> Line {
        let (part, at) = self.part(byte);
        Line { line: part.line_at(at) + 1, like: (byte > self.text.len()).then(|| part.stem().to_owned()) }
    }

    /// Name of the file in which an offset lies.
    pub fn file_name(&self, byte: usize) -> &str {
        &self.part(byte).0.name
    }

    /// Line and column of a byte offset in the counting of editors: both from 0, the column in UTF-16 units.
    pub fn utf16_position(&self, byte: usize) -> (usize, usize) {
        let (line, before) = self.before(byte);
        (line, before.chars().map(char::len_utf16).sum())
    }

    /// Byte offset of a line and column in the counting of editors. A column after the end of a line means its end; a
    /// line after the last means the end of the text.
    pub fn byte_at_utf16(&self, line: usize, column: usize) -> usize {
        let (start, end) = self.line_bounds(line);
        let line = self.text[start..end].trim_end_matches(['\n', '\r']);
        let mut passed = 0;
        for (at, c) in line.char_indices() {
            if passed >= column {
                return start + at;
            }
            passed += c.len_utf16();
        }
        start + line.len()
    }

    /// Number of lines. A text that ends with a line break has an empty last line.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Line of a byte offset, from 0.
    pub fn line_at(&self, byte: usize) -> usize {
        self.lines.partition_point(|begin| *begin <= byte).saturating_sub(1)
    }

    /// Offsets at which a line, counted from 0, and the next line begin.
    pub fn line_bounds(&self, line: usize) -> (usize, usize) {
        let at = |line: usize| self.lines.get(line).copied().unwrap_or(self.text.len());
        (at(line), at(line + 1))
    }

    /// Offset of the end of the line in which an offset lies, before its line break.
    pub fn end_of_line(&self, byte: usize) -> usize {
        let (start, end) = self.line_bounds(self.line_at(byte));
        start + self.text.get(start..end).map_or(0, |line| line.trim_end_matches(['\n', '\r']).len())
    }

    /// The blanks at the beginning of the line in which an offset lies.
    pub fn indent_at(&self, byte: usize) -> &str {
        let (start, end) = self.line_bounds(self.line_at(byte));
        let line = self.text.get(start..end).unwrap_or("");
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// How the lines of the text end.
    pub fn line_end(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// The lines of a span, with their ends, if nothing else is on them; otherwise the span.
    pub fn whole_lines(&self, span: Span) -> Span {
        let (start, _) = self.line_bounds(self.line_at(span.start));
        let (_, end) = self.line_bounds(self.line_at(span.end));
        let blank = |from: usize, to: usize| self.slice(Span::new(from, to)).trim().is_empty();
        if blank(start, span.start) && blank(span.end, end) { Span::new(start, end) } else { span }
    }

    /// The nearest character boundary at or before a byte offset.
    pub fn boundary(&self, byte: usize) -> usize {
        (0..=byte.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }

    /// Line of a byte offset, from 0, and the text of the line before it.
    fn before(&self, byte: usize) -> (usize, &str) {
        let byte = self.boundary(byte);
        let line = self.line_at(byte);
        (line, &self.text[self.line_bounds(line).0..byte])
    }
}

/// A text with other texts in the places of spans, which do not overlap and stand in the order of the text.
pub fn replaced<'i>(text: &str, places: impl IntoIterator<Item = (Span, &'i str)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (span, instead) in places {
        out.push_str(text.get(done..span.start).unwrap_or(""));
        out.push_str(instead);
        done = span.end;
    }
    out.push_str(text.get(done..).unwrap_or(""));
    out
}

/// The words of a text, separated by single blanks.
pub fn single_blanks(text: &str) -> String {
    let text = text.trim();
    let bytes = text.as_bytes();
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) && !bytes.windows(2).any(|two| two == b"  ") {
        return text.to_owned();
    }
    joined(text.split_whitespace(), text.len())
}

/// Joins words with single blanks; `length` is the expected length in bytes.
pub fn joined<'t>(words: impl Iterator<Item = &'t str>, length: usize) -> String {
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

    #[test]
    fn lines_and_columns() {
        // one, two and three bytes; a character outside the basic plane takes two UTF-16 units
        let source = Source::new("lines.mancala", "aÔ→𝄞b\r\nc\rd\n");
        let text = &source.text;
        for (letter, editor, person) in [
            ('a', (0, 0), (1, 1)),
            ('Ô', (0, 1), (1, 2)),
            ('→', (0, 2), (1, 3)),
            ('𝄞', (0, 3), (1, 4)),
            ('b', (0, 5), (1, 5)),
            ('c', (1, 0), (2, 1)),
            ('d', (2, 0), (3, 1)),
        ] {
            let byte = text.find(letter).unwrap_or_default();
            assert_eq!(source.utf16_position(byte), editor, "{letter}");
            assert_eq!(source.byte_at_utf16(editor.0, editor.1), byte, "{letter}");
            assert_eq!(source.line_column(byte), person, "{letter}");
            assert_eq!(source.line(byte).line, person.0, "{letter}");
        }
        assert_eq!(source.utf16_position(text.len()), (3, 0));
        assert_eq!(source.byte_at_utf16(3, 0), text.len());
        // inside a character, after a line, after the text
        assert_eq!(source.utf16_position(2), (0, 1));
        assert_eq!(source.byte_at_utf16(0, 99), text.find('\r').unwrap_or_default());
        assert_eq!(source.byte_at_utf16(99, 0), text.len());
        assert_eq!(source.utf16_position(9999), (3, 0));
    }
}
