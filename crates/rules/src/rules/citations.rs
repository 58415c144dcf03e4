//! What a citation means: the origins that stand after `@`.

use super::model::{Basis, Ground, Likeness, Origin, SourceText};
use crate::syntax::ast::{Cited, Tag};

/// The setting that names the game a file is like, and the key of the origin of a statement that is as in another game.
pub const LIKE: &str = "like";

/// The key of an origin that is no source, but the reason of an assumption.
pub const ASSUMED: &str = "assumed";

/// Where a statement was read, the game from which it is taken, or why it is assumed. An unknown source counts as an
/// assumption.
pub fn basis<'s>(tag: Option<&Tag>, sources: impl Iterator<Item = &'s SourceText> + Clone) -> Basis {
    let origin = |cited: &Cited| {
        let text = cited.text.text.clone();
        let key = cited.key.text.as_str();
        if key == LIKE {
            let why = cited.because.as_ref().map(|why| why.text.clone());
            return Origin { ground: Ground::Like, other: Some(Likeness { game: text.clone(), why }), text };
        }
        match sources.clone().find(|source| source.key == key) {
            Some(source) => Origin { ground: Ground::Source(key.to_owned()), text, other: source.describes.clone() },
            None => Origin { ground: Ground::Assumed, text, other: None },
        }
    };
    tag.iter().flat_map(|tag| &tag.origins).map(origin).collect()
}
