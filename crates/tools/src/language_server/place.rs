//! What precedes a place: the sections around it, and the statement begun there.

use mancala_rules::rules::vocabulary::{self, SectionWord};
use mancala_rules::source::Span;
use mancala_rules::syntax::tokens::{Kind, Token};

/// What precedes a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Place<'t> {
    /// The names in the heads of the open sections, outermost first.
    pub(super) heads: Vec<String>,
    /// Tokens of the statement before the place, without the word being written.
    pub(super) before: Vec<Token<'t>>,
    /// The part of the word at the place that is already written.
    pub(super) typed: &'t str,
    /// Whether the place is inside a text or a note.
    pub(super) in_text: bool,
}

impl<'t> Place<'t> {
    /// What precedes byte offset `at` of a text with these tokens.
    pub(super) fn new(text: &'t str, tokens: &[Token<'t>], at: usize) -> Place<'t> {
        let mut place = Place::default();
        let mut goes_on = false;
        for token in tokens.iter().copied() {
            if token.start >= at {
                goes_on = token.start == at && token.goes_on;
                break;
            }
            let end = token.span().end;
            let after_comma = place.before.last().is_some_and(|last| last.is(","));
            if token.lines_before > 0 && token.kind != Kind::Note && !token.goes_on && !after_comma {
                place.before.clear();
            }
            match token.kind {
                // A note, and a text without a closing quotation mark, continue to the end of their line.
                Kind::Note | Kind::Quote => {
                    place.in_text |= !text.get(end..at).is_some_and(|gap| gap.contains(['\n', '\r']));
                }
                Kind::Text if at < end => place.in_text = true,
                Kind::Word if at <= end => place.typed = text.get(token.start..at).unwrap_or(""),
                _ if token.is("{") => {
                    place.heads.push(head_name(&place.before));
                    place.before.clear();
                }
                _ if token.is("}") => {
                    place.heads.pop();
                    place.before.clear();
                }
                _ => {
                    place.before.push(token);
                }
            }
        }
        let last = place.before.last().map_or(0, |last| last.span().end);
        let gap = text.get(last..at).unwrap_or("");
        let new_line = place.typed.is_empty() && gap.contains(['\n', '\r']);
        let comma = place.before.last().is_some_and(|last| last.is(","));
        if new_line && !goes_on && !comma {
            place.before.clear();
        }
        place
    }

    /// The innermost section that the language defines.
    pub(super) fn section(&self) -> Option<SectionWord> {
        self.heads.iter().rev().find_map(|head| section_of(head))
    }

    /// The name of the innermost open section; empty outside of sections.
    pub(super) fn head(&self) -> &str {
        self.heads.last().map_or("", String::as_str)
    }

    /// Byte range of the word being written.
    pub(super) fn typed_span(&self, at: usize) -> Span {
        Span::new(at - self.typed.len(), at)
    }
}

/// The words of a head before its title, its comma or its condition.
pub(super) fn head_name(tokens: &[Token<'_>]) -> String {
    let words = tokens.iter().take_while(|token| token.kind == Kind::Word && token.text != "when");
    words.map(|token| token.text).collect::<Vec<_>>().join(" ")
}

/// The section that a head begins, even with a name after it, as in `move namua`.
pub(super) fn section_of(head: &str) -> Option<SectionWord> {
    vocabulary::section(head).or_else(|| {
        let (first, _) = head.split_once(' ')?;
        vocabulary::section(first)
    })
}
