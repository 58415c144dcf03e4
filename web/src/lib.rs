//! The mancala library for web pages: a question in JSON comes in, an answer in JSON goes out.
//!
//! `web/README.md` describes the questions and the answers. [`answer`] is the whole interface; [`exports`] passes bytes
//! between the page and this module, and needs no tool beside the compiler.

mod board;
mod editor;
mod examples;
mod file;
mod library;
mod loaded;
mod request;
mod statistics;
mod table;
mod think;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;

use serde_json::{Value, json};

use crate::loaded::Refused;
use crate::request::Request;

/// Answers a question. What cannot be answered is an object with `error`, in words.
pub fn answer(question: &str) -> String {
    let answer = match serde_json::from_str::<Request>(question) {
        Ok(request) => answered(request).unwrap_or_else(Refused::told),
        Err(error) => json!({ "error": format!("this question cannot be read: {error}") }),
    };
    answer.to_string()
}

fn answered(request: Request) -> Result<Value, Refused> {
    match request {
        Request::Library => Ok(library::library()),
        Request::Values { name } => Ok(library::values(&name)),
        Request::Text { game } => file::text(&game),
        Request::Game { game } => file::game(&game),
        Request::Check { game } => file::check(&game),
        Request::Explain { game } => file::explain(&game),
        Request::Situations { game, seconds } => file::situations(&game, seconds),
        Request::Chart { game, dark } => file::chart(&game, dark),
        Request::Compare { one, other } => file::compare(&one, &other),
        Request::Perft { game, depth } => file::perft(&game, depth),
        Request::Examples { game } => examples::examples(&game),
        Request::Simulate { game, games, seed, seconds } => statistics::simulate(&game, games, seed, seconds),
        Request::Table { table, frames } => table::shown(&table, frames),
        Request::Preview { table, play } => table::preview(&table, &play),
        Request::Think { table, player, seed } => think::think(&table, &player, seed),
        Request::Hint { table, seconds, seed } => think::hint(&table, seconds, seed),
        Request::Judge { table, step } => think::judge(&table, step),
        Request::Editor { message } => Ok(editor::hear(message)),
        Request::EditorRest => Ok(editor::rest()),
    }
}
