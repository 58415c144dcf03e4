//! The parser of mancala rule files for tree-sitter.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_mancala() -> *const ();
}

/// The language.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_mancala) };

/// The kinds of nodes, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// What editors colour.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
