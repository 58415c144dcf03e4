//! Sentences about the claims of a file.

use super::plain;
use super::sentence::{Kind, Sentence};
use super::voice::{Scene, Voice};
use crate::rules::model::Rules;

/// One sentence for each claim, in the words of the file.
pub(super) fn claims(rules: &Rules) -> Vec<Sentence> {
    let sentences = rules.claims.iter().map(|claim| {
        let asked = Voice::new(rules, Scene::Between).condition(&plain::condition(rules, &claim.condition, None));
        let text = format!("it never happens that {}", claim.title);
        Sentence::new("What never happens", &text, &claim.basis, Kind::Claim).by_rule(&format!("never: {asked}"))
    });
    sentences.collect()
}
