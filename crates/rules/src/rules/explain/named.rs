//! Phrases that the file gives to its own words.

use super::voice::Voice;
use crate::rules::model::{Forms, Marker};

impl Voice<'_> {
    /// What a hole is, in a phrase of the file: `is a house`, `are not houses`.
    pub(super) fn named_predicate(&mut self, forms: &Forms, positive: bool, plural: bool) -> String {
        let text = match (plural, &forms.second) {
            (false, _) => forms.first.clone(),
            (true, Some(several)) => several.clone(),
            (true, None) => format!("are {}", forms.first.trim_start_matches("is ")),
        };
        let text = self.with_mover(&text);
        match (positive, text.split_once(' ')) {
            (false, Some((verb, rest))) => format!("{verb} not {rest}"),
            _ => text,
        }
    }

    /// That a condition holds, or that it does not, in a phrase of the file.
    pub(super) fn named_clause(&mut self, forms: &Forms, positive: bool) -> String {
        match (positive, &forms.second) {
            (true, _) => self.with_mover(&forms.first),
            (false, Some(denied)) => self.with_mover(denied),
            (false, None) => format!("it is not so that {}", self.with_mover(&forms.first)),
        }
    }

    /// The file's phrase for a marked hole.
    pub(super) fn mark_forms(&self) -> Option<&Forms> {
        self.rules.board.mark.as_ref()?.value.forms.as_ref()
    }

    /// That a hole is marked, in the phrase of the file. `him` at its end is the player who marked it.
    pub(super) fn marked_in_words(&mut self, forms: &Forms, marker: Marker, positive: bool, plural: bool) -> String {
        let text = self.named_predicate(forms, positive, plural);
        let Some(before) = text.strip_suffix(" him") else { return text };
        match self.marked_by(marker) {
            Some(who) => format!("{before} {who}"),
            None => before.rsplit_once(' ').map_or(before, |(before, _)| before).to_owned(),
        }
    }

    /// A text of the file, in which the mover is `he` once he has been named.
    pub(super) fn with_mover(&mut self, text: &str) -> String {
        let mut told = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("the mover") {
            let after = &rest[at + "the mover".len()..];
            told.push_str(&rest[..at]);
            rest = match after.strip_prefix("'s") {
                Some(after) => {
                    told.push_str(&self.his());
                    after
                }
                None => {
                    told.push_str(&self.he());
                    after
                }
            };
        }
        told + rest
    }
}
