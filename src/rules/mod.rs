//! Syntax tree to meaning: the model, the vocabulary, and how a file is resolved.
pub mod model;
pub mod vocabulary;
