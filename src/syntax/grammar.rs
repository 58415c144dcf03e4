//! The grammar, and the rules that pest makes of it.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "../grammar/mancala.pest"]
pub(super) struct Grammar;
