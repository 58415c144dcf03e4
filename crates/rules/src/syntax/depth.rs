//! Limits how deeply brackets, and sets within sets (`opposite of next of here`), are nested. Recursion reads both.

use super::tokens::{Kind, Token};
use crate::problem::{Code, Problem};
use crate::source::Span;

/// The deepest nesting that is read.
pub(super) const DEEPEST: usize = 64;

/// What is open at some point of a text.
struct Open {
    /// Number of sets open in each open bracket; the first element is for the text outside of brackets.
    sets: Vec<usize>,
    /// Number of brackets and sets open.
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

/// The problem at the first place that is nested too deeply.
pub(super) fn too_deep(tokens: &[Token<'_>]) -> Option<Problem> {
    let mut open = Open { sets: vec![0], depth: 0 };
    for token in tokens {
        if token.lines_before > 0 {
            open.close_sets();
        }
        match (token.kind, token.text) {
            (Kind::Sign, "(" | "{") => open.bracket(),
            (Kind::Sign, ")" | "}") => open.close_bracket(),
            (Kind::Sign, "," | "|" | "@" | "->") | (Kind::Word, "and" | "or") => open.close_sets(),
            (Kind::Word, "of" | "in" | "where" | "while") => open.set(),
            _ => {}
        }
        if open.depth > DEEPEST {
            return Some(problem(token.kind == Kind::Sign, token.span()));
        }
    }
    None
}

fn problem(is_bracket: bool, place: Span) -> Problem {
    let what = if is_bracket { "brackets" } else { "sets" };
    Problem::new(Code::TooDeep, place, format!("{what} are nested too deeply"))
        .label(format!("the {}th bracket or set inside another", DEEPEST + 1))
        .help("name parts of the condition in `words`, and use the names")
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, Problem};
    use crate::syntax::tokens::tokens;

    fn too_deep(text: &str) -> Option<Problem> {
        super::too_deep(&tokens(text))
    }

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
        // A bracket closes the sets inside it, not those before it.
        assert!(too_deep(&"next of (here and here) ".repeat(DEEPEST + 1)).is_some());
    }

    #[test]
    fn texts_and_notes_hold_nothing() {
        assert!(too_deep(&"\"( next of\" often x-of ".repeat(DEEPEST + 1)).is_none());
        assert!(too_deep(&"// ( next of\n".repeat(DEEPEST + 1)).is_none());
        // A quotation mark without a partner does not begin a text.
        assert!(too_deep(&format!("\"{}", "(".repeat(DEEPEST + 1))).is_some());
    }
}
