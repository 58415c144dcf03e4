//! Questions of the page and their answers: a question in JSON comes in, an answer in JSON goes out.
//!
//! `web/README.md` describes the questions and the answers. The page asks the module that is compiled for browsers, or
//! the program that serves it; both answer by [`answer`]. What was read last is kept for the thread that asks.

mod asking;
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

use serde_json::{Value, json};

pub use self::asking::{Asking, Databases};
use self::loaded::Refused;
use self::request::Request;
pub use self::request::Spec;

/// Answers a question. What cannot be answered is an object with `error`, in words.
pub fn answer(question: &str, asking: &Asking) -> String {
    let answer = match serde_json::from_str::<Request>(question) {
        Ok(request) => answered(request, asking).unwrap_or_else(Refused::told),
        Err(error) => json!({ "error": format!("this question cannot be read: {error}"), "problems": [] }),
    };
    answer.to_string()
}

fn answered(request: Request, asking: &Asking) -> Result<Value, Refused> {
    match request {
        Request::Library => Ok(library::library()),
        Request::Values { name } => Ok(library::values(&name)),
        Request::Text { game } => file::text(&game),
        Request::Game { game } => file::game(&game, asking),
        Request::Check { game } => file::check(&game, asking),
        Request::Explain { game } => file::explain(&game),
        Request::Situations { game, seconds } => file::situations(&game, seconds, asking),
        Request::Chart { game, dark } => file::chart(&game, dark),
        Request::Compare { one, other } => file::compare(&one, &other),
        Request::Perft { game, depth } => file::perft(&game, depth, asking),
        Request::Examples { game } => examples::examples(&game, asking),
        Request::Simulate { game, games, seed, seconds } => statistics::simulate(&game, games, seed, seconds, asking),
        Request::Table { table, frames } => table::shown(&table, frames),
        Request::Preview { table, play } => table::preview(&table, &play),
        Request::Think { table, player, seed } => think::think(&table, &player, seed, asking),
        Request::Hint { table, seconds, seed } => think::hint(&table, seconds, seed, asking),
        Request::Judge { table, step } => think::judge(&table, step, asking),
        Request::Editor { message } => Ok(editor::hear(message)),
        Request::EditorRest => Ok(editor::rest()),
    }
}
