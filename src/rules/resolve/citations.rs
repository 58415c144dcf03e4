//! The origins of statements.

use crate::rules::inherit::LIKE;
use crate::rules::model::{Basis, Ground, Origin, SourceText};
use crate::source::Span;
use crate::syntax::ast::{Name, Tag};

/// Where a statement was read, or why it is assumed. An unknown source counts as an assumption.
pub(super) fn basis(tag: Option<&Tag>, sources: &[(SourceText, Span)]) -> Basis {
    let ground = |key: &str| match key {
        LIKE => Ground::Like,
        key if sources.iter().any(|(source, _)| source.key == key) => Ground::Source(key.to_owned()),
        _ => Ground::Assumed,
    };
    let origin = |(key, text): &(Name, Name)| Origin { ground: ground(&key.text), text: text.text.clone() };
    tag.iter().flat_map(|tag| &tag.origins).map(origin).collect()
}
