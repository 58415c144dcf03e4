//! The texts of the rulesets that ship inside the library.

use crate::problem::RuleFileError;
use crate::source::Source;

/// A shipped ruleset: its name, the path of its file below `rulesets`, and its text.
type Shipped = (&'static str, &'static str, &'static str);

/// All shipped rulesets, sorted by name; `build.rs` writes the list.
static SHIPPED: &[Shipped] = &include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Why a shipped ruleset cannot be loaded.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ShippedError {
    /// No shipped ruleset has this name.
    #[error("there is no ruleset `{0}`")]
    Unknown(String),
    /// The file has problems: a defect of this library.
    #[error(transparent)]
    Problems(#[from] RuleFileError),
}

/// Names of the rulesets that ship inside the library, sorted.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, ..)| *name)
}

/// Names and texts of the rulesets that ship inside the library, sorted by name.
pub fn shipped_texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().map(|(name, _, text)| (*name, *text))
}

/// The text of a shipped ruleset, named `NAME.mancala`.
///
/// # Errors
///
/// No ruleset has this name.
pub fn shipped_source(name: &str) -> Result<Source, ShippedError> {
    let (_, _, text) = shipped_file(name).ok_or_else(|| ShippedError::Unknown(name.to_owned()))?;
    Ok(Source::new(format!("{name}.mancala"), text))
}

/// Path of a shipped ruleset's file below `rulesets`.
pub fn shipped_path(name: &str) -> Option<String> {
    shipped_file(name).map(|(_, path, _)| (*path).to_owned())
}

fn shipped_file(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|(known, ..)| *known == name)
}
