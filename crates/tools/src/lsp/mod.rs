//! The Language Server Protocol: messages of an editor, and the answers of [`language_server`](crate::language_server).
//!
//! Messages come in and go out as values. Whoever reads and writes them is not known here: the program does it over
//! standard input and output, the page between its threads.

mod actions;
mod answers;
mod capabilities;
pub mod commands;
mod conversation;
mod places;

pub use self::conversation::{Answer, Conversation, End, Question};
