//! The holes that sowing passes over, and why the hole from which a lap came is none of them.

use super::outline::Outline;
use super::phrases::piece_words;
use super::resolver::Resolver;
use crate::rules::model::{Basis, HoleSet, Moment, Stated};
use crate::rules::vocabulary::SectionWord;
use crate::syntax::ast::{Piece, Set, SetKind};

/// The value of `skip` that says that no hole is passed over.
const NONE: &str = "none";

impl<'a> Resolver<'a> {
    /// The holes that sowing passes over, and why the hole from which a lap came is none of them.
    pub(super) fn skipped(&mut self, outline: &Outline<'a>) -> (Option<Stated<HoleSet>>, Basis) {
        let skip = self.skip(outline);
        let start_hole = self.start_hole(skip.as_ref());
        (skip.filter(|skip| !passes_over_none(&skip.value)), start_hole)
    }

    fn skip(&mut self, outline: &Outline<'a>) -> Option<Stated<HoleSet>> {
        outline.one(SectionWord::Sowing)?;
        let found = self.setting(SectionWord::Sowing, 0, "skip")?;
        self.at(Moment::Sowing, |resolver| {
            let value = resolver.chosen(&found, |resolver, pieces| match pieces {
                [piece] if piece_words(piece).as_deref() == Some(NONE) => Some(HoleSet::Union(Vec::new())),
                _ => {
                    let phrases = resolver.phrases(pieces)?;
                    resolver.chosen_holes(&phrases, found.span)
                }
            })?;
            let basis = resolver.with_words(found.basis);
            Some(Stated { value, span: found.span, basis })
        })
    }

    /// Why the hole from which a lap came is sown like others: what the readings in force rest on under which `skip`
    /// does not pass over it, or the statement that no hole is passed over. Empty if the file does not say.
    fn start_hole(&mut self, skip: Option<&Stated<HoleSet>>) -> Basis {
        let Some(found) = self.setting(SectionWord::Sowing, 0, "skip") else { return Basis::new() };
        let pieces = found.readings.iter().copied().flatten();
        let sets = pieces.filter_map(|piece| match piece {
            Piece::Words(words) => words.object.as_ref(),
            _ => None,
        });
        let sets = sets.flat_map(|object| &object.parts).filter(|set| begins_at_origin(set));
        let conditions = sets.filter_map(|set| set.filter.as_ref()).map(|filter| filter.condition.span);
        let asked: Vec<String> = conditions.map(|span| self.source.said(span)).collect();
        let asks = |name: &str| asked.iter().any(|text| text.split([' ', '(', ')']).any(|word| word == name));
        let mut basis = Basis::new();
        for (option, readings) in self.options.iter().zip(&self.known.reading_texts) {
            if option.entry.names.iter().any(|name| asks(&name.text)) {
                basis.extend(readings[option.in_force.reading].basis.iter().cloned());
            }
        }
        let none = skip.filter(|skip| passes_over_none(&skip.value));
        if basis.is_empty() { none.map_or(basis, |none| none.basis.clone()) } else { basis }
    }
}

/// Whether `skip` says that no hole is passed over.
fn passes_over_none(skip: &HoleSet) -> bool {
    matches!(skip, HoleSet::Union(parts) if parts.is_empty())
}

/// Whether a set is the hole from which the lap came, under a condition or not.
fn begins_at_origin(set: &Set) -> bool {
    matches!(&set.kind, SetKind::Words { words, within: None } if words.text() == "origin")
}
