//! One document of several games: HTML that prints as a book, or Markdown. Everything in it comes from the rule files.

mod chapter;
mod contents;
mod diagram;
mod game_page;
mod html;
mod markdown;
mod tags;
mod terms;

pub use chapter::Chapter;
pub use html::html;
pub use markdown::markdown;
