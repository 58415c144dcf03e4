//! The meaning of a rule file: the vocabulary, the model, the resolver that builds it from a syntax tree, and
//! `explain`.
pub mod citations;
pub mod explain;
pub mod family;
pub mod inherit;
pub mod manual;
pub mod model;
pub mod notation;
pub mod provenance;
pub mod resolve;
pub mod vocabulary;
