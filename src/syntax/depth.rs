//! How deeply brackets, and sets within sets (`opposite of next of here`), may be nested: both are read by recursion.

use crate::problem::{Code, Problem};
use crate::source::Span;

/// So deep, and no deeper.
pub(super) const DEEPEST: usize = 64;

/// What is open at a place of a text.
struct Open {
    /// Of each open bracket, and of the text around them, how many sets within sets are open in it.
    sets: Vec<usize>,
    /// How many brackets and sets are open.
    depth: usize,
}

impl Open {
    fn bracket(&mut self) {
        self.sets.push(0);
        self.depth += 1;
    }

    fn set(&mut self) {
        if let Some(sets) = self.sets.last_mut() {
            *sets += 1;
            self.depth += 1;
        }
    }

    fn close_sets(&mut self) {
        if let Some(sets) = self.sets.last_mut() {
            self.depth -= std::mem::take(sets);
        }
    }

    fn close_bracket(&mut self) {
        self.close_sets();
        if self.sets.len() > 1 {
            self.sets.pop();
            self.depth -= 1;
        }
    }
}

/// The first place of a text that is nested too deeply.
pub(super) fn too_deep(text: &str) -> Option<Problem> {
    let mut open = Open { sets: vec![0], depth: 0 };
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        let behind = &bytes[at + 1..];
        // so many of the bytes behind are of this kind
        let run = |kind: &dyn Fn(u8) -> bool| behind.iter().position(|byte| !kind(*byte)).unwrap_or(behind.len());
        let mut length = 1;
        match first {
            // texts and notes hold no brackets; a quotation mark without partner begins no text
            b'"' => {
                let inside = run(&|byte| !matches!(byte, b'"' | b'\n' | b'\r'));
                length += if behind.get(inside) == Some(&b'"') { inside + 1 } else { 0 };
            }
            b'/' if behind.first() == Some(&b'/') => length += run(&|byte| !matches!(byte, b'\n' | b'\r')),
            b'(' | b'{' => open.bracket(),
            b')' | b'}' => open.close_bracket(),
            b',' | b'|' | b'@' | b'>' | b'\n' | b'\r' => open.close_sets(),
            _ if in_word(*first) => {
                length += run(&in_word);
                match &bytes[at..at + length] {
                    b"of" | b"in" | b"where" | b"while" => open.set(),
                    b"and" | b"or" => open.close_sets(),
                    _ => {}
                }
            }
            _ => {}
        }
        if open.depth > DEEPEST {
            return Some(problem(matches!(first, b'(' | b'{'), Span::new(at, at + length)));
        }
        at += length;
    }
    None
}

/// Whether a byte stands in words; what is no ASCII is taken for letters.
fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'\'' | b'-' | 0x80..)
}

fn problem(is_bracket: bool, place: Span) -> Problem {
    let what = if is_bracket { "brackets" } else { "sets" };
    Problem::new(Code::TooDeep, place, format!("{what} are nested too deeply"))
        .label(format!("the {}th bracket or set inside another", DEEPEST + 1))
        .help("give parts of the condition a name in `words`, and use the names")
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, too_deep};

    #[test]
    fn brackets_and_sets_are_counted_together() {
        let nested = |sets: usize, brackets: usize| format!("{}{}", "next of ".repeat(sets), "(".repeat(brackets));
        for sets in 0..=DEEPEST {
            assert!(too_deep(&nested(sets, DEEPEST - sets)).is_none(), "{sets} sets");
            assert!(too_deep(&nested(sets, DEEPEST - sets + 1)).is_some(), "{sets} sets and one bracket too many");
        }
    }

    #[test]
    fn what_is_closed_is_not_counted() {
        let ends = ["and ", "or ", ", ", "| ", "@ ", "-> ", "\n", "\r"];
        for end in ends {
            assert!(too_deep(&format!("next of next in here {end}").repeat(DEEPEST)).is_none(), "{end:?}");
        }
        assert!(too_deep(&"(next of here where (marked)) ".repeat(DEEPEST)).is_none());
        // what a bracket closes are the sets inside it, not those before
        assert!(too_deep(&"next of (here and here) ".repeat(DEEPEST + 1)).is_some());
    }

    #[test]
    fn texts_and_notes_hold_nothing() {
        assert!(too_deep(&"\"( next of\" often x-of ".repeat(DEEPEST + 1)).is_none());
        assert!(too_deep(&"// ( next of\n".repeat(DEEPEST + 1)).is_none());
        // a quotation mark without partner begins no text
        assert!(too_deep(&format!("\"{}", "(".repeat(DEEPEST + 1))).is_some());
    }
}
