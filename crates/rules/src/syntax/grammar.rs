//! The grammar, and the rules that pest makes of it. `build.rs` writes the parser, since it knows where the grammar is.

include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
