//! Syntax tree to meaning: the model, the vocabulary, and how a file is resolved.
pub mod explain;
pub mod family;
pub mod manual;
pub mod model;
pub mod notation;
pub mod provenance;
pub mod resolve;
pub mod vocabulary;
