//! Bytes of a text as lines and columns, as editors count them: both from 0, columns in units of UTF-16.

/// A line and a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// From 0.
    pub line: usize,
    /// From 0, in units of UTF-16.
    pub column: usize,
}

/// Where the lines of a text begin.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Lines end in `\n`, `\r\n` or `\r`.
    pub fn new(text: &'t str) -> Lines<'t> {
        let bytes = text.as_bytes();
        let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        Lines { text, starts }
    }

    /// Where a byte is. One inside a character counts as its beginning, one behind the text as its end.
    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text[start..].char_indices().take_while(|(at, c)| start + at + c.len_utf8() <= byte);
        Position { line, column: before.map(|(_, c)| c.len_utf16()).sum() }
    }

    /// The byte at a position; a column behind the end of its line is that end, a line behind the last the end of the
    /// text.
    pub fn byte(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line).copied() else { return self.text.len() };
        let end = self.starts.get(position.line + 1).copied().unwrap_or(self.text.len());
        let line = self.text[start..end].trim_end_matches(['\n', '\r']);
        let mut column = 0;
        for (at, c) in line.char_indices() {
            if column >= position.column {
                return start + at;
            }
            column += c.len_utf16();
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Position};

    #[test]
    fn columns_are_units_of_utf_16() {
        // one, two and three bytes; a letter outside of the first plane takes two units
        let text = "aÔ→𝄞b\r\nc\rd\n";
        let lines = Lines::new(text);
        let at = |line, column| Position { line, column };
        for (letter, position) in [
            ('a', at(0, 0)),
            ('Ô', at(0, 1)),
            ('→', at(0, 2)),
            ('𝄞', at(0, 3)),
            ('b', at(0, 5)),
            ('c', at(1, 0)),
            ('d', at(2, 0)),
        ] {
            let byte = text.find(letter).unwrap_or_default();
            assert_eq!(lines.position(byte), position, "{letter}");
            assert_eq!(lines.byte(position), byte, "{letter}");
        }
        assert_eq!(lines.position(text.len()), at(3, 0));
        assert_eq!(lines.byte(at(3, 0)), text.len());
        // inside of a character, behind a line, behind the text
        assert_eq!(lines.position(2), at(0, 1));
        assert_eq!(lines.byte(at(0, 99)), text.find('\r').unwrap_or_default());
        assert_eq!(lines.byte(at(99, 0)), text.len());
        assert_eq!(lines.position(9999), at(3, 0));
    }
}
