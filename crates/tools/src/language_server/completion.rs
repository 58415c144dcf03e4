//! Completions: what can be written at a place.

use super::Document;
use super::names;
pub use super::offered::{Completion, CompletionKind};
use super::offers::Offer;
use super::place::Place;
use super::wanted::wanted;

/// Completions at byte offset `at`.
pub fn completions(document: &Document, at: usize) -> Vec<Completion> {
    let text = document.source.text.as_str();
    let Some(before) = text.get(..at) else { return Vec::new() };
    let tokens = document.tokens();
    let place = Place::new(text, &tokens, before.len());
    if place.in_text {
        return Vec::new();
    }
    let names = names::given(document);
    let offer = Offer { place: &place, at, goes_on: false, found: Vec::new() };
    offer.all(&wanted(&place, &names), &names)
}
