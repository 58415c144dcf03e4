//! The parser is what the generator makes of `grammar.js`; `UPDATE_DOCS=1` writes it anew. This needs Node.js.

use std::path::Path;

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// The oldest interface that the editors of today read.
const ABI: usize = 14;
/// What is generated.
const FILES: [&str; 6] = [
    "grammar.json",
    "node-types.json",
    "parser.c",
    "tree_sitter/alloc.h",
    "tree_sitter/array.h",
    "tree_sitter/parser.h",
];

#[test]
fn the_parser_is_that_of_the_grammar() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().expect("a folder");
    let mut told = Vec::new();
    let (out, grammar) = (Some(place.path()), Some(root.join("grammar.js")));
    generate_parser_in_directory(root, out, grammar, ABI, None, None, true, OptLevel::default(), &mut told)
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(told.is_empty(), "{told:?}");
    for file in FILES {
        let made = std::fs::read_to_string(place.path().join(file)).expect("generated");
        let kept = root.join("src").join(file);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::create_dir_all(kept.parent().expect("a folder")).expect("made");
            std::fs::write(&kept, &made).expect("written");
        }
        let is_same = std::fs::read_to_string(&kept).is_ok_and(|text| text == made);
        assert!(is_same, "src/{file} is not what grammar.js says; write it anew with UPDATE_DOCS=1");
    }
}
