//! The outline of a file: its sections and their named statements.

use mancala_rules::source::Span;
use mancala_rules::syntax::statements::{Entry, Item, Part};
use mancala_rules::syntax::tokens::Kind;

use super::Document;

/// A section or a named statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The text in the outline.
    pub name: String,
    /// Whether it is a section.
    pub is_section: bool,
    /// Byte range of the whole.
    pub span: Span,
    /// Byte range of its name or head.
    pub head: Span,
    /// The symbols in the section.
    pub inside: Vec<Symbol>,
}

/// Builds the outline of a file.
pub fn symbols(document: &Document) -> Vec<Symbol> {
    document.entries().iter().filter_map(|entry| symbol(entry, 0)).collect()
}

/// Most levels of nested sections in an outline; the language has two.
const DEEPEST: usize = 4;

fn symbol(entry: &Entry<'_>, depth: usize) -> Option<Symbol> {
    match &entry.item {
        Item::Note(_) => None,
        Item::Statement(parts) => {
            let name =
                parts.iter().position(|part| part.token.is(":") || part.token.text == "if").filter(|at| *at > 0)?;
            let (head, span) = (place(&parts[..name])?, place(parts)?);
            Some(Symbol { name: words(&parts[..name]), is_section: false, span, head, inside: Vec::new() })
        }
        Item::Section { head, inside, close, .. } => {
            let words_of_head: &[Part<'_>] = head.split_last().map_or(&[], |(_, before)| before);
            let named = place(words_of_head).or_else(|| place(head))?;
            let last = inside.iter().rev().find_map(last);
            let end = close.map(|token| token.span()).or(last).or_else(|| place(head)).unwrap_or(named);
            let inside = if depth < DEEPEST {
                inside.iter().filter_map(|entry| symbol(entry, depth + 1)).collect()
            } else {
                Vec::new()
            };
            let name = Some(words(words_of_head)).filter(|name| !name.is_empty()).unwrap_or_else(|| "{".to_owned());
            Some(Symbol { name, is_section: true, span: named.to(end), head: named, inside })
        }
    }
}

fn place(parts: &[Part<'_>]) -> Option<Span> {
    parts.iter().map(|part| part.token.span()).reduce(Span::to)
}

/// Byte range of the last token of an entry; of the head for a section without `}`.
fn last(entry: &Entry<'_>) -> Option<Span> {
    match &entry.item {
        Item::Note(_) => None,
        Item::Statement(parts) => place(parts),
        Item::Section { head, close, .. } => close.map(|token| token.span()).or_else(|| place(head)),
    }
}

/// The words of a head, without `, the first that fits`.
fn words(parts: &[Part<'_>]) -> String {
    let until = parts.iter().position(|part| part.token.is(",") && parts.iter().any(|part| part.token.text == "fits"));
    let parts = &parts[..until.unwrap_or(parts.len())];
    let mut out = String::new();
    for part in parts {
        let close = part.token.is(",") && part.token.kind == Kind::Sign;
        out.push_str(if out.is_empty() || close { "" } else { " " });
        out.push_str(part.token.text);
    }
    out
}
