//! Sentences about the claims of a file.

use super::sentence::{Kind, Sentence};
use super::voice::{Scene, Voice};
use crate::rules::model::Rules;
use crate::rules::notation::capital;

/// One sentence for each claim.
pub(super) fn claims(rules: &Rules) -> Vec<Sentence> {
    let unit = Voice::new(rules, Scene::Between).unit();
    let section = format!("This never happens in a {unit}");
    let sentences = rules.claims.iter().map(|claim| {
        let condition = Voice::new(rules, Scene::Between).condition(&claim.condition);
        let text = format!("{}: {condition}", capital(&claim.title));
        Sentence::new(&section, &text, &claim.basis, Kind::Claim)
    });
    sentences.collect()
}
