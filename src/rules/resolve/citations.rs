//! The origins of statements.

use crate::rules::model::{Basis, Origin, SourceText};
use crate::source::Span;
use crate::syntax::ast::{Name, Tag};

/// Where a statement was read, or why it is assumed. An unknown source counts as an assumption.
pub(super) fn basis(tag: Option<&Tag>, sources: &[(SourceText, Span)]) -> Basis {
    let origin = |(key, text): &(Name, Name)| Origin {
        source: sources.iter().any(|(source, _)| source.key == key.text).then(|| key.text.clone()),
        text: text.text.clone(),
    };
    tag.iter().flat_map(|tag| &tag.origins).map(origin).collect()
}
